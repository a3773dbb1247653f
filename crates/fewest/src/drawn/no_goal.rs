//! Proofs that no goal can be reached, without going over all that can be.

use fewest_ground::Test;
use fewest_ground::compiled::Packed;
use fewest_rules::{DEAD_END, Heuristic, StopReason, Words};

use super::bound::Lower;
use super::game::Game;
use super::solving::{MOST_BYTES, Solving};
use super::stages::Stages;

/// Ways to complete the goals that are listed sooner than a small board is solved.
const FEW_GOALS: usize = 1 << 12;

/// Why no goal can be reached, where each wants what is never there.
pub(super) fn no_goal_anywhere<const N: usize>(game: &Game<N>) -> Option<String> {
    const WHY: &str = "each goal wants something on a cell that no move can bring there";
    let special = game.packed().special();
    if !special.ground.goals.is_empty() {
        return None;
    }
    let ground = &special.ground;
    let name = |position: usize| &ground.positions[position].name;
    Some(match special.missed {
        Some(Test::In { position, labels }) => {
            let domain = &ground.domains[ground.positions[position].domain];
            let wanted = domain.labels.iter().enumerate();
            let wanted = wanted.filter(|&(label, _)| labels.0 >> label & 1 == 1);
            let wanted: Vec<&str> = wanted.map(|(_, name)| name.as_str()).collect();
            format!(
                "{WHY}: {} never becomes {}",
                name(position),
                wanted.join(" or ")
            )
        }
        Some(Test::Same { one, other }) => {
            format!("{WHY}: {} and {} are never alike", name(one), name(other))
        }
        None => WHY.to_owned(),
    })
}

impl<const N: usize> Solving<'_, N> {
    /// Why no goal can be reached, where none can be in a smaller puzzle.
    ///
    /// # Errors
    /// The limit that was reached over that, if it is not memory.
    pub(super) fn no_goal_in_patterns(
        &self,
        stages: &mut Stages,
    ) -> Result<Option<String>, StopReason> {
        if !self.game.lowers().contains(&Lower::Patterns) {
            return Ok(None);
        }
        let own = stages.limits(None, Some(MOST_BYTES));
        let bound = match self.game.bound(Some(Lower::Patterns), &own) {
            Ok(bound) => bound,
            Err(StopReason::Memory) => return Ok(None),
            Err(reason) => return Err(reason),
        };
        let packed = self.game.packed();
        let least = Heuristic::<Packed<N>>::bound(&bound, bound.start(packed, self.start));
        Ok((least == DEAD_END).then(|| {
            "in a smaller puzzle, in which several symbols are taken for one, all was looked at and \
             no goal can be reached; each solution of this one would be a solution there"
                .to_owned()
        }))
    }

    /// Whether the goals leave so few labels open that they are listed in no time.
    pub(super) fn goals_are_few(&self) -> bool {
        let special = self.game.packed().special();
        let ways = |goal: &Vec<Test>| {
            let open = special.changing().map(|p| special.under(goal, p).len());
            open.fold(1, |ways: usize, labels| ways.saturating_mul(labels))
        };
        let goals = special.ground.goals.iter();
        goals.fold(0, |all: usize, goal| all.saturating_add(ways(goal))) <= FEW_GOALS
    }

    /// Why no goal can be reached, where it is enough to look at all goals.
    pub(super) fn no_goal_left(&self) -> Option<String> {
        let found = &self.game.found;
        let goals = &found.goals()?.states;
        if goals.is_empty() {
            return Some(
                "no goal has as many of each symbol as the board, which no move can change"
                    .to_owned(),
            );
        }
        let packed = self.game.packed();
        let parity = found.parity()?;
        let odd = parity.is_odd(&packed.labels(self.start));
        let other = |&goal: &Words<N>| parity.is_odd(&packed.labels(goal)) != odd;
        let (here, there) = if odd {
            ("odd", "even")
        } else {
            ("even", "odd")
        };
        goals.iter().all(other).then(|| {
            format!(
                "{}: here it is {here}, in every goal {there}",
                parity.words()
            )
        })
    }
}
