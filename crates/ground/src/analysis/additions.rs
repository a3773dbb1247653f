//! Puzzles in which every move adds fixed numbers to fixed positions.
//!
//! In such a puzzle only how often each move is made matters, not the order of the moves. So a
//! solution is a solution of a system of linear equations modulo the number of labels.

use fewest_rules::{Limits, Meter, Outcome, Proof, Report, StopReason};

use super::linear::eliminate;
use super::sums::MOST;
use crate::compiled::{CompiledMove, PackedTask};
use crate::ground::{Label, Test, Value};
use crate::reduction::ReducedTask;

/// The numbers that each move adds to labels, for a puzzle whose moves do nothing else.
#[derive(Debug, Clone)]
pub struct Additions {
    /// For each move, the positions that it changes and the number that it adds to each of them.
    adds: Vec<(CompiledMove, Vec<(usize, Label)>)>,
    /// For each position, the number of labels of its domain, which is the modulus of additions to
    /// its label.
    moduli: Vec<usize>,
    /// For each move, its order: the least number of times that it must be made in a row to change
    /// nothing.
    orders: Vec<u32>,
}

impl Additions {
    /// Analyses the moves of `task`. `None` if a move has several rules, or if a rule tests
    /// anything, changes nothing, or does anything other than add fixed numbers to positions.
    pub fn new(task: &PackedTask) -> Option<Self> {
        let reduced = task.reduced();
        let ground = &reduced.ground;
        if !ground.consequences.is_empty() {
            return None;
        }
        let modulus = |p: usize| ground.domains[ground.positions[p].domain].labels.len();
        let mut adds = Vec::new();
        let mut orders = vec![2; ground.moves.len()];
        for (number, rule) in ground.rules.iter().enumerate() {
            let again = number > 0 && ground.rules[number - 1].of == rule.of;
            if again || !rule.tests.is_empty() || rule.writes.is_empty() {
                return None;
            }
            let add = |write: &crate::ground::Write| match write.value {
                Value::Of { position, plus } if position == write.position => {
                    Some((position, plus))
                }
                _ => None,
            };
            let added: Vec<(usize, Label)> = rule.writes.iter().map(add).collect::<Option<_>>()?;
            let orders_here = added.iter().map(|&(position, plus)| {
                let modulus = modulus(position) as u64;
                modulus / gcd(modulus, plus.into())
            });
            let order = orders_here.fold(1, |all, one| all / gcd(all, one) * one);
            orders[rule.of] = u32::try_from(order).ok()?;
            adds.push((task.move_by_rule(number), added));
        }
        Some(Self {
            adds,
            moduli: (0..reduced.sets.len()).map(modulus).collect(),
            orders,
        })
    }

    /// The order of the move `m`: the least number of times that it must be made in a row to change
    /// nothing.
    pub fn order(&self, m: CompiledMove) -> u32 {
        self.orders.get(m.number()).copied().unwrap_or(2)
    }

    /// The matrix of the numbers that moves add to positions: each position has a row, and each
    /// move has a column.
    pub fn matrix(&self) -> Vec<Vec<Label>> {
        let mut matrix = vec![vec![0; self.adds.len()]; self.moduli.len()];
        for (column, (_, added)) in self.adds.iter().enumerate() {
            for &(position, plus) in added {
                matrix[position][column] = plus;
            }
        }
        matrix
    }

    /// The number of labels in the domain of a position, if this number is the same prime for all
    /// positions that moves change. Otherwise `None`.
    pub fn prime(&self) -> Option<u8> {
        let mut moduli = self
            .adds
            .iter()
            .flat_map(|(_, added)| added)
            .map(|&(p, _)| self.moduli[p]);
        let first = moduli.next()?;
        let prime = (2..first).all(|d| first % d != 0) && first > 1;
        (prime && moduli.all(|modulus| modulus == first)).then_some(first as u8)
    }

    /// The lexicographically first of the shortest solutions from `start`. Gaussian elimination
    /// finds all solutions. The shortest of them is found by enumerating either the null space or
    /// the values that the sums in the equations can take, whichever is less work. `None` if the
    /// number of labels is not prime, or if a goal allows a position several labels but not all.
    ///
    /// Stops with [`StopReason::Capacity`] if both the null space and the set of sums have more
    /// than 2²⁶ elements, or if the matrix has more than 2²⁶ entries. The proof of unsolvability is
    /// a weighted sum of the positions' labels that no move changes.
    pub fn solve(
        &self,
        reduced: &ReducedTask,
        start: &[Label],
        limits: &Limits,
    ) -> Option<Report<CompiledMove>> {
        let prime = self.prime()?;
        let goals: Vec<Vec<GoalEquation>> = reduced
            .ground
            .goals
            .iter()
            .map(|goal| {
                goal.iter()
                    .map(|test| equation(test, start, prime))
                    .collect()
            })
            .collect::<Option<_>>()?;
        let mut meter = Meter::new(limits);
        let outcome = self.first(reduced, &goals, prime, &mut meter);
        let outcome = outcome.unwrap_or_else(|reason| Outcome::Stopped {
            lower_bound: meter.lower_bound(),
            reason,
        });
        Some(Report {
            outcome,
            statistics: meter.statistics(),
        })
    }

    fn first(
        &self,
        reduced: &ReducedTask,
        goals: &[Vec<GoalEquation>],
        prime: u8,
        meter: &mut Meter,
    ) -> Result<Outcome<CompiledMove>, StopReason> {
        if (self.adds.len() as u64).saturating_mul(self.moduli.len() as u64) > MOST {
            return Err(StopReason::Capacity);
        }
        let matrix = self.matrix();
        let mut best: Option<Vec<u8>> = None;
        let mut reasons: Vec<String> = Vec::new();
        for goal in goals {
            if best
                .as_ref()
                .is_some_and(|best| best.iter().all(|&t| t == 0))
            {
                // The start is a goal.
                break;
            }
            let row = |e: &GoalEquation| -> Vec<u8> {
                let of = |column: usize| {
                    let other = e.minus.map_or(0, |p| matrix[p][column]);
                    (matrix[e.plus][column] + prime - other) % prime
                };
                (0..self.adds.len()).map(of).collect()
            };
            let rows = goal.iter().map(|e| (row(e), e.wanted));
            match eliminate(rows, self.adds.len(), prime, meter)? {
                Err(witness) => reasons.push(reason(reduced, goal, &witness, prime)),
                Ok(solutions) => {
                    let found = solutions.least(meter)?;
                    let weight = |times: &[u8]| times.iter().map(|&t| u32::from(t)).sum::<u32>();
                    // If two solutions have equally many moves, the lexicographically earlier one
                    // makes the first moves more often.
                    let key = |times: &Vec<u8>| (std::cmp::Reverse(weight(times)), times.clone());
                    if best.as_ref().is_none_or(|best| key(&found) > key(best)) {
                        best = Some(found);
                    }
                }
            }
        }
        Ok(match best {
            Some(times) => {
                let moves = self.adds.iter().zip(&times);
                let moves =
                    moves.flat_map(|((m, _), &times)| std::iter::repeat_n(*m, times.into()));
                Outcome::Solved {
                    moves: moves.collect(),
                }
            }
            None if reasons.is_empty() => Outcome::Unsolvable(Proof::Invariant(
                "there is no goal that can be reached".into(),
            )),
            None => Outcome::Unsolvable(Proof::Invariant(reasons.join("; "))),
        })
    }
}

/// An equation that a goal requires: all moves together must add `wanted` to the position `plus`
/// or, if there is a position `minus`, to the difference of the two positions.
struct GoalEquation {
    plus: usize,
    minus: Option<usize>,
    wanted: u8,
}

fn equation(test: &Test, start: &[Label], prime: u8) -> Option<GoalEquation> {
    let difference = |to: Label, from: Label| (to % prime + prime - from % prime) % prime;
    match *test {
        Test::In { position, labels } => Some(GoalEquation {
            plus: position,
            minus: None,
            wanted: difference(labels.single()?, start[position]),
        }),
        Test::Same { one, other } => Some(GoalEquation {
            plus: one,
            minus: Some(other),
            wanted: difference(start[other], start[one]),
        }),
    }
}

/// Says why a goal cannot be reached: it would have to change a sum that no move changes.
fn reason(
    reduced: &ReducedTask,
    goal: &[GoalEquation],
    witness: &[(usize, u8)],
    prime: u8,
) -> String {
    let name = |p: usize| reduced.ground.positions[p].name.as_str();
    let terms: Vec<String> = witness
        .iter()
        .map(|&(at, times)| {
            let GoalEquation { plus, minus, .. } = goal[at];
            let term = match minus {
                None => name(plus).to_owned(),
                Some(minus) => format!("({} - {})", name(plus), name(minus)),
            };
            if times == 1 {
                term
            } else {
                format!("{times} {term}")
            }
        })
        .collect();
    let off: u32 = witness
        .iter()
        .map(|&(at, times)| u32::from(goal[at].wanted) * u32::from(times))
        .sum();
    format!(
        "no move changes the sum {} modulo {prime}, which is off by {}",
        terms.join(" + "),
        off % u32::from(prime)
    )
}

fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}
