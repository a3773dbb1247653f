//! Assigns a different token to each goal position such that the sum of the distances is least.

use super::tokens::NO_WAY;

/// Used instead of [`NO_WAY`] while a sum is minimised. It is greater than every sum of distances that
/// are less than `NO_WAY`.
const FAR: i64 = 1 << 48;

/// The assignment problem, solved by shortest augmenting paths (R. Jonker and A. Volgenant, "A shortest
/// augmenting path algorithm for dense and sparse linear assignment problems", 1987).
#[derive(Debug, Default)]
pub(super) struct Assignment {
    goals: usize,
    /// The distances of the tokens to the goal positions: first those of the first token to each
    /// goal position, then those of the second token, and so on.
    distances: Vec<u32>,
    /// The potential (dual variable) of each goal, and in `of_tokens` that of each token. Goals and
    /// tokens are numbered from 1.
    of_goals: Vec<i64>,
    of_tokens: Vec<i64>,
    /// For each token, the number of the goal position that is assigned to it, from 1; 0 if there
    /// is none.
    goal_of: Vec<usize>,
    least: Vec<i64>,
    earlier: Vec<usize>,
    used: Vec<bool>,
}

impl Assignment {
    /// Begins a new assignment problem, which has this number of goal positions and no tokens yet.
    pub(super) fn begin(&mut self, goals: usize) {
        self.goals = goals;
        self.distances.clear();
    }

    /// Adds a token. Returns whether it can reach a goal.
    pub(super) fn add_token(&mut self, distances: &[u32]) -> bool {
        self.distances.extend_from_slice(distances);
        distances.iter().any(|&distance| distance < NO_WAY)
    }

    /// The least sum of distances if each goal gets a token of its own; `None` if that is impossible.
    pub(super) fn least(&mut self) -> Option<u32> {
        let goals = self.goals;
        if goals == 0 {
            return Some(0);
        }
        let tokens = self.distances.len() / goals;
        if tokens < goals {
            return None;
        }
        for (list, length) in [(&mut self.of_goals, goals), (&mut self.of_tokens, tokens)] {
            list.clear();
            list.resize(length + 1, 0);
        }
        self.goal_of.clear();
        self.goal_of.resize(tokens + 1, 0);
        self.earlier.clear();
        self.earlier.resize(tokens + 1, 0);
        for goal in 1..=goals {
            self.augment(goal, tokens);
        }
        let mut sum = 0_u32;
        for token in 1..=tokens {
            if let Some(goal) = self.goal_of[token].checked_sub(1) {
                let distance = self.distances[(token - 1) * goals + goal];
                if distance >= NO_WAY {
                    return None;
                }
                sum = sum.saturating_add(distance);
            }
        }
        Some(sum)
    }

    /// Assigns a token to `goal` along the shortest augmenting path. Invariant: every reduced
    /// distance, which is the distance minus the potentials of its goal and its token, is at least
    /// 0, and it is 0 for assigned pairs.
    fn augment(&mut self, goal: usize, tokens: usize) {
        self.goal_of[0] = goal;
        self.least.clear();
        self.least.resize(tokens + 1, i64::MAX);
        self.used.clear();
        self.used.resize(tokens + 1, false);
        let mut token = 0;
        loop {
            self.used[token] = true;
            let here = self.goal_of[token];
            let mut step = i64::MAX;
            let mut next = 0;
            for other in 1..=tokens {
                if self.used[other] {
                    continue;
                }
                let distance = self.distances[(other - 1) * self.goals + here - 1];
                let distance = if distance < NO_WAY {
                    distance.into()
                } else {
                    FAR
                };
                let reduced = distance - self.of_goals[here] - self.of_tokens[other];
                if reduced < self.least[other] {
                    self.least[other] = reduced;
                    self.earlier[other] = token;
                }
                if self.least[other] < step {
                    step = self.least[other];
                    next = other;
                }
            }
            for other in 0..=tokens {
                if self.used[other] {
                    self.of_goals[self.goal_of[other]] += step;
                    self.of_tokens[other] -= step;
                } else {
                    self.least[other] = self.least[other].saturating_sub(step);
                }
            }
            token = next;
            if self.goal_of[token] == 0 {
                break;
            }
        }
        while token != 0 {
            let before = self.earlier[token];
            self.goal_of[token] = self.goal_of[before];
            token = before;
        }
    }
}
