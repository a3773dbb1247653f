//! Assigns a different token to each goal position such that the sum of the distances is least.

use fewest_check::is_assignment_bound;

use super::carriers::NO_WAY;

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
    /// For each goal, whether its nearest token was assigned to it at once.
    is_assigned: Vec<bool>,
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

    /// Adds a token.
    pub(super) fn add_token(&mut self, distances: &[u32]) {
        self.distances.extend_from_slice(distances);
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
        self.is_assigned.clear();
        self.is_assigned.resize(goals + 1, false);
        self.earlier.clear();
        self.earlier.resize(tokens + 1, 0);
        for goal in 1..=goals {
            let (nearest, distance) = (1..=tokens)
                .map(|token| (token, self.distance(token, goal)))
                .min_by_key(|&(_, distance)| distance)
                .expect("there are at least as many tokens as goals");
            self.of_goals[goal] = distance;
            if self.goal_of[nearest] == 0 {
                self.goal_of[nearest] = goal;
                self.is_assigned[goal] = true;
            }
        }
        for goal in 1..=goals {
            if !self.is_assigned[goal] {
                self.augment(goal, tokens);
            }
        }
        let assigned = (1..=tokens).filter(|&token| self.goal_of[token] != 0);
        let sum: i64 = assigned
            .map(|token| self.distance(token, self.goal_of[token]))
            .sum();
        debug_assert!(is_assignment_bound(
            &self.of_goals[1..],
            &self.of_tokens[1..],
            |goal, token| self.distance(token + 1, goal + 1),
            sum
        ));
        (sum < FAR).then(|| u32::try_from(sum).unwrap_or(u32::MAX))
    }

    /// The distance of a token to a goal, or [`FAR`]; both are numbered from 1.
    fn distance(&self, token: usize, goal: usize) -> i64 {
        match self.distances[(token - 1) * self.goals + goal - 1] {
            distance if distance < NO_WAY => distance.into(),
            _ => FAR,
        }
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
                let distance = self.distance(other, here);
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

#[cfg(test)]
mod tests {
    use super::{Assignment, NO_WAY};

    /// The least sum if each goal from `goal` on gets a token that is not `used`, by trying all.
    fn least(rows: &[Vec<u32>], goal: usize, used: u32) -> Option<u32> {
        if goal == rows[0].len() {
            return Some(0);
        }
        let free = (0..rows.len()).filter(|&token| used & (1 << token) == 0);
        let possible = free.filter(|&token| rows[token][goal] < NO_WAY);
        let sums = possible.filter_map(|token| {
            let others = least(rows, goal + 1, used | 1 << token)?;
            Some(rows[token][goal] + others)
        });
        sums.min()
    }

    #[test]
    fn the_sum_is_the_least_of_all_assignments() {
        let mut assignment = Assignment::default();
        let (mut seed, mut impossible) = (1_u32, 0);
        let mut random = |below: u32| {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (seed >> 16) % below
        };
        for round in 0..2_000 {
            let tokens = 1 + random(6) as usize;
            let goals = 1 + random(tokens as u32) as usize;
            // With distances of 0 to 4 many are equal, and 3 and 4 stand for no way in some rounds.
            let mut distance = || match random(5) {
                3.. if round % 2 == 0 => NO_WAY,
                distance => distance,
            };
            let row = |_| (0..goals).map(|_| distance()).collect();
            let rows: Vec<Vec<u32>> = (0..tokens).map(row).collect();
            assignment.begin(goals);
            for row in &rows {
                assignment.add_token(row);
            }
            let wanted = least(&rows, 0, 0);
            impossible += u32::from(wanted.is_none());
            assert_eq!(assignment.least(), wanted, "{rows:?}");
        }
        assert!((100..1_500).contains(&impossible), "{impossible}");
    }
}
