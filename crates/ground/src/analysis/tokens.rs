//! Finds the labels that an agent pushes, and their distances from the goals.
//!
//! Suppose that the agent moves freely over the *background*, the label that it leaves behind (see
//! [`AgentRegions`]), and that every other rule is a push: the agent steps onto the position of a
//! *token*, and the token moves to a position with the background. Suppose that a token is removed
//! from the board. Then the other moves of a solution are still possible, because the agent can
//! walk freely where it would have pushed the removed token. So a solution for all tokens contains
//! a solution for each single token, and for each set of tokens.

use std::collections::BinaryHeap;

use super::agent::AgentRegions;
use crate::compiled::PackedTask;
use crate::ground::{Label, LabelSet, Test, Value};
use crate::reduction::{DomainLabel, ReducedTask};

/// Stands for the distance from a goal cell that a token cannot reach.
pub(super) const NO_WAY: u32 = u32::MAX >> 2;
/// The greatest allowed number of entries of each table of regions or of distances.
const MOST_ENTRIES: usize = 1 << 22;

/// The tokens of a puzzle, which are the labels that the agent pushes, and their distances from the
/// goals.
#[derive(Debug, Clone)]
pub struct TokenTravel {
    pub(super) kinds: Vec<TokenKind>,
    /// Whether every push takes the token to a place to which the agent could step from the token's
    /// cell. A push over a wall or over another token is different.
    pub(super) pushes_are_steps: bool,
}

/// The tokens with one label.
#[derive(Debug, Clone)]
pub(super) struct TokenKind {
    pub(super) label: Label,
    /// The positions that may hold a token with this label. A cell is an index of this list.
    pub(super) cells: Vec<usize>,
    /// For each cell and each place of the agent, the index of the agent's region if the only token
    /// on the board is on the cell.
    regions: Vec<u32>,
    places: usize,
    /// The cells at which the goal requires the label.
    pub(super) goals: Vec<usize>,
    /// For each region of the agent and each goal cell, the least cost of the pushes that bring the
    /// token to the goal cell.
    distances: Vec<u32>,
    /// For each cell, the pushes that take a token from this cell to another one.
    pub(super) pushes: Vec<Vec<Push>>,
    /// Whether there are more tokens with this label than goal cells (`goals`).
    pub(super) spare: bool,
}

/// A rule by which the agent pushes a token.
#[derive(Debug, Clone, Copy)]
pub(super) struct Push {
    /// The place of the agent before the push. After the push, the agent is where the token was.
    pub(super) from: usize,
    /// The cell of the token after the push.
    pub(super) to: usize,
    cost: u32,
    /// The index of the rule.
    pub(super) rule: usize,
    /// Whether the token can reach a goal after the push if it is the only token on the board.
    pub(super) live: bool,
}

/// A rule that is a push: the label of the token, and its positions before and after the push.
struct PushRule {
    label: Label,
    before: usize,
    after: usize,
    cost: u16,
    /// The index of the rule.
    number: usize,
}

impl TokenTravel {
    /// Finds the tokens of `task`, whose agent is `agent`. `None` if some rule that is not free is
    /// not a push, if there are several goals, or if the goal requires no token.
    pub fn new(task: &PackedTask, agent: &AgentRegions) -> Option<Self> {
        let reduced = task.reduced();
        let [goal] = &reduced.ground.goals[..] else {
            return None;
        };
        let places = task.places();
        let (domain, _) = agent.agent;
        let mut pushes = Vec::new();
        let mut pushes_are_steps = true;
        for (from, rules) in agent.exits.iter().enumerate() {
            for &rule in rules {
                let push = push_rule(reduced, rule, (agent.agent, agent.background), places[from])?;
                // Without the token, the agent must be able to walk to the token's position.
                let to = places.iter().position(|&place| place == push.before)?;
                agent.steps[from].iter().find(|&&(place, _)| place == to)?;
                let mut beyond = agent.steps[to].iter().map(|&(place, _)| places[place]);
                pushes_are_steps &= beyond.any(|place| place == push.after);
                pushes.push((from, push));
            }
        }
        let mut labels: Vec<Label> = pushes.iter().map(|(_, push)| push.label).collect();
        labels.sort_unstable();
        labels.dedup();
        let numbers = task.counts().numbers(reduced);
        let mut kinds = Vec::new();
        for label in labels {
            let count = numbers[domain][usize::from(label)]? as usize;
            let mut kind = TokenKind::new(task, agent, label, &pushes)?;
            let wanted =
                |cell: &usize| reduced.under(goal, kind.cells[*cell]) == LabelSet::of(label);
            kind.goals = (0..kind.cells.len()).filter(wanted).collect();
            kind.spare = count > kind.goals.len();
            kind.find_distances()?;
            kinds.push(kind);
        }
        let some = kinds.iter().any(|kind| !kind.goals.is_empty());
        some.then_some(Self {
            kinds,
            pushes_are_steps,
        })
    }
}

/// Reads the rule `number` as the push of a token by an agent at the position `from`. The third
/// argument has the agent's domain and label, and the background. `None` if the rule is not such a
/// push.
fn push_rule(
    reduced: &ReducedTask,
    number: usize,
    ((domain, agent), background): (DomainLabel, Label),
    from: usize,
) -> Option<PushRule> {
    let rule = &reduced.ground.rules[number];
    if rule.writes.len() != 3 || rule.tests.len() > 3 {
        return None;
    }
    let write = |label: Label| {
        let writes = rule.writes.iter();
        let mut found = writes.filter(move |write| write.value == Value::Label(label));
        let only = found.next().map(|write| write.position);
        only.filter(|_| found.next().is_none())
    };
    let before = write(agent)?;
    if write(background)? != from {
        return None;
    }
    let token = rule
        .writes
        .iter()
        .find(|w| w.position != from && w.position != before)?;
    let (after, Value::Label(label)) = (token.position, token.value) else {
        return None;
    };
    let under = |position| reduced.under(&rule.tests, position);
    let only = |test: &Test| match *test {
        Test::In { position, .. } => [from, before, after].contains(&position),
        Test::Same { .. } => false,
    };
    let positions = &reduced.ground.positions;
    let fits = label != agent
        && label != background
        && rule.tests.iter().all(only)
        && under(from) == LabelSet::of(agent)
        && under(before) == LabelSet::of(label)
        && under(after) == LabelSet::of(background)
        && positions[before].domain == domain
        && positions[after].domain == domain;
    fits.then_some(PushRule {
        label,
        before,
        after,
        cost: rule.cost,
        number,
    })
}

impl TokenKind {
    fn new(
        task: &PackedTask,
        agent: &AgentRegions,
        label: Label,
        pushes: &[(usize, PushRule)],
    ) -> Option<Self> {
        let reduced = task.reduced();
        let (domain, _) = agent.agent;
        let places = task.places();
        let may = |&position: &usize| {
            reduced.ground.positions[position].domain == domain && reduced.sets[position].has(label)
        };
        let cells: Vec<usize> = reduced.changing().filter(may).collect();
        if cells.len() * places.len() > MOST_ENTRIES {
            return None;
        }
        let mut kind = Self {
            label,
            regions: vec![0; cells.len() * places.len()],
            places: places.len(),
            goals: Vec::new(),
            distances: Vec::new(),
            pushes: vec![Vec::new(); cells.len()],
            spare: false,
            cells,
        };
        let cell_at = |position: usize| kind.cells.iter().position(|&cell| cell == position);
        for (from, push) in pushes.iter().filter(|(_, push)| push.label == label) {
            let (before, to) = (cell_at(push.before)?, cell_at(push.after)?);
            kind.pushes[before].push(Push {
                from: *from,
                to,
                cost: push.cost.into(),
                rule: push.number,
                live: true,
            });
        }
        let mut count = 0;
        for (cell, &position) in kind.cells.iter().enumerate() {
            let blocked = places.iter().position(|&place| place == position);
            let region = &mut kind.regions[cell * places.len()..(cell + 1) * places.len()];
            region.fill(u32::MAX);
            for first in 0..places.len() {
                if Some(first) == blocked || region[first] != u32::MAX {
                    continue;
                }
                let mut waiting = vec![first];
                region[first] = count;
                while let Some(place) = waiting.pop() {
                    for &(to, _) in &agent.steps[place] {
                        if Some(to) != blocked && region[to] == u32::MAX {
                            region[to] = count;
                            waiting.push(to);
                        }
                    }
                }
                count += 1;
            }
        }
        kind.distances = vec![NO_WAY; count as usize];
        Some(kind)
    }

    /// The index of the region in which the agent can walk without a push, if the agent is at
    /// `place` and the only token on the board is on `cell`.
    #[inline]
    fn region(&self, cell: usize, place: usize) -> usize {
        self.regions[cell * self.places + place] as usize
    }

    /// The distances of a token on `cell` from all goal cells, if it is the only token and the
    /// agent is at `place`.
    #[inline]
    pub(super) fn distances(&self, cell: usize, place: usize) -> &[u32] {
        let goals = self.goals.len();
        &self.distances[self.region(cell, place) * goals..][..goals]
    }

    /// Computes the distances by Dijkstra's algorithm backwards from each goal, and determines
    /// which pushes are live. `None` if the table would be too large, or if a distance would be
    /// [`NO_WAY`] or more.
    fn find_distances(&mut self) -> Option<()> {
        let (count, goals) = (self.distances.len(), self.goals.len());
        if count * goals > MOST_ENTRIES {
            return None;
        }
        // After a push, the agent is at the place where the token was. While the only token is on a
        // cell, every place except the place of that cell belongs to a region of the agent.
        let place_of = |cell: usize| {
            (0..self.places).find(|&place| self.regions[cell * self.places + place] == u32::MAX)
        };
        let places: Vec<Option<usize>> = (0..self.cells.len()).map(place_of).collect();
        let mut before: Vec<Vec<(usize, u32)>> = vec![Vec::new(); count];
        for (cell, pushes) in self.pushes.iter().enumerate() {
            for push in pushes {
                let after = self.region(push.to, places[cell]?);
                before[after].push((self.region(cell, push.from), push.cost));
            }
        }
        let mut all = vec![NO_WAY; count * goals];
        for (goal, &end) in self.goals.iter().enumerate() {
            let mut heap = BinaryHeap::new();
            for place in 0..self.places {
                let region = self.regions[end * self.places + place];
                if region != u32::MAX && all[region as usize * goals + goal] != 0 {
                    all[region as usize * goals + goal] = 0;
                    heap.push((std::cmp::Reverse(0), region as usize));
                }
            }
            while let Some((std::cmp::Reverse(distance), region)) = heap.pop() {
                if distance > all[region * goals + goal] {
                    continue;
                }
                for &(earlier, cost) in &before[region] {
                    let known = &mut all[earlier * goals + goal];
                    let sum = distance.saturating_add(cost);
                    if sum >= NO_WAY {
                        return None;
                    }
                    if sum < *known {
                        *known = sum;
                        heap.push((std::cmp::Reverse(sum), earlier));
                    }
                }
            }
        }
        self.distances = all;
        for (cell, &place) in places.iter().enumerate() {
            let Some(place) = place else { continue };
            for at in 0..self.pushes[cell].len() {
                let to = self.pushes[cell][at].to;
                let mut distances = self.distances(to, place).iter();
                self.pushes[cell][at].live = distances.any(|&distance| distance < NO_WAY);
            }
        }
        Some(())
    }
}
