//! Puzzles in which every move adds fixed numbers to fixed positions.
//!
//! In such a puzzle only how often each move is made matters, not the order of the moves. So a
//! solution is a solution of a system of linear equations modulo the number of labels.

use std::collections::HashMap;

use fewest_rules::{Limits, Meter, Outcome, Proof, Report, StopReason};
use fewest_search::modular::{ModularSystem, Modulus, Step};

use crate::compiled::{CompiledMove, PackedTask};
use crate::ground::{Label, Test, Value};
use crate::reduction::ReducedTask;

/// The positions that a move changes, in increasing order, and the number that it adds to each.
type Added = Vec<(usize, Label)>;

/// The numbers that each move adds to labels, for a puzzle whose moves do nothing else.
#[derive(Debug, Clone)]
pub struct Additions {
    /// For each move, the positions that it changes and the number that it adds to each of them.
    adds: Vec<(CompiledMove, Added)>,
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
            if again || !rule.tests.is_empty() {
                return None;
            }
            let add = |write: &crate::ground::Write| match write.value {
                Value::Of { position, plus } if position == write.position => {
                    let plus = usize::from(plus) % modulus(position);
                    Some((position, plus as Label))
                }
                _ => None,
            };
            let mut added: Added = rule.writes.iter().map(add).collect::<Option<_>>()?;
            added.retain(|&(_, plus)| plus > 0);
            added.sort_unstable();
            if added.is_empty() {
                return None;
            }
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

    /// The unknowns of the equations: for each, what it adds to positions if it is 1. Also returns
    /// for each move the step that it is. The turns of a dial by one hour, by two and so on are
    /// steps of one unknown.
    ///
    /// # Errors
    /// The limit that was reached. What was held for the search of multiples is given back.
    fn unknowns(&self, meter: &mut Meter) -> Result<(Vec<&Added>, Vec<Step>), StopReason> {
        let held = meter.held();
        let bytes = self.adds.iter().map(|(m, added)| {
            let one = size_of::<(Added, Step)>() + added.len() * size_of::<(usize, Label)>();
            u64::from(self.order(*m)) * one as u64
        });
        meter.hold(bytes.fold(held, u64::saturating_add))?;
        let mut by_order: Vec<usize> = (0..self.adds.len()).collect();
        by_order.sort_by_key(|&number| std::cmp::Reverse(self.order(self.adds[number].0)));
        let mut unknowns = Vec::new();
        let mut multiples: HashMap<Added, Step> = HashMap::new();
        let mut steps = vec![None; self.adds.len()];
        for number in by_order {
            let (m, added) = &self.adds[number];
            if !multiples.contains_key(added) {
                let unknown = unknowns.len();
                unknowns.push(added);
                for amount in 1..self.order(*m) as u8 {
                    let multiple = self.multiple(added, amount);
                    let step = Step { unknown, amount };
                    multiples.entry(multiple).or_insert(step);
                }
            }
            steps[number] = multiples.get(added).copied();
        }
        meter.hold(held)?;
        Ok((unknowns, steps.into_iter().flatten().collect()))
    }

    /// What a move that adds `added` adds if it is made `times` times.
    fn multiple(&self, added: &[(usize, Label)], times: u8) -> Added {
        let all = added.iter().map(|&(position, plus)| {
            let sum = usize::from(plus) * usize::from(times) % self.moduli[position];
            (position, sum as Label)
        });
        all.filter(|&(_, sum)| sum > 0).collect()
    }

    /// The least common multiple of the numbers of labels that the positions changed by moves have:
    /// all additions can be seen as additions modulo this number. `None` if it exceeds 255.
    pub fn modulus(&self) -> Option<u8> {
        let positions = self.adds.iter().flat_map(|(_, added)| added);
        let moduli = positions.map(|&(p, _)| self.moduli[p] as u64);
        let all = moduli.fold(1, |all, one| all / gcd(all, one) * one);
        u8::try_from(all).ok().filter(|&modulus| modulus > 1)
    }

    /// The lexicographically first of the shortest solutions from `start`. All solutions are those
    /// of linear equations, of which [`ModularSolutions::least`] finds the shortest. `None` if the
    /// numbers of labels have no common multiple up to 255, or if a goal allows a position several
    /// labels but not all.
    ///
    /// Stops with [`StopReason::Capacity`] if that is too much work, or if the equations are too many
    /// ([`ModularSystem::new`]). The proof of unsolvability is a weighted sum of the positions'
    /// labels that no move changes.
    ///
    /// [`ModularSolutions::least`]: fewest_search::modular::ModularSolutions::least
    pub fn solve(
        &self,
        reduced: &ReducedTask,
        start: &[Label],
        limits: &Limits,
    ) -> Option<Report<CompiledMove>> {
        let modulus = Modulus::new(self.modulus()?)?;
        let equation = |test| self.equation(test, start, modulus);
        let goals = reduced.ground.goals.iter();
        let goals: Vec<Vec<GoalEquation>> = goals
            .map(|goal| goal.iter().map(equation).collect())
            .collect::<Option<_>>()?;
        let mut meter = Meter::new(limits);
        let outcome = self.first(reduced, &goals, modulus, &mut meter);
        let outcome = outcome.unwrap_or_else(|reason| Outcome::Stopped {
            lower_bound: meter.lower_bound(),
            reason,
        });
        Some(Report {
            outcome,
            statistics: meter.statistics(),
        })
    }

    /// The equation for what `test` requires. `None` if the test allows several labels, compares
    /// positions with different numbers of labels, or concerns a position whose number of labels
    /// does not divide the modulus, which no move changes.
    fn equation(&self, test: &Test, start: &[Label], modulus: Modulus) -> Option<GoalEquation> {
        let (plus, minus, to, from) = match *test {
            Test::In { position, labels } => (position, None, labels.single()?, start[position]),
            Test::Same { one, other } => (one, Some(other), start[other], start[one]),
        };
        let labels = self.moduli[plus];
        let all = usize::from(modulus.get());
        let fits = all.is_multiple_of(labels) && minus.is_none_or(|m| self.moduli[m] == labels);
        fits.then(|| GoalEquation {
            plus,
            minus,
            factor: (all / labels) as u8,
            wanted: ((usize::from(to) + labels - usize::from(from)) % labels) as u8,
        })
    }

    fn first(
        &self,
        reduced: &ReducedTask,
        goals: &[Vec<GoalEquation>],
        modulus: Modulus,
        meter: &mut Meter,
    ) -> Result<Outcome<CompiledMove>, StopReason> {
        let (unknowns, steps) = self.unknowns(meter)?;
        // For each position, the unknowns that add something to it, and what they add.
        let mut by_position = vec![Vec::new(); self.moduli.len()];
        for (number, added) in unknowns.iter().enumerate() {
            for &(position, plus) in *added {
                by_position[position].push((number, plus));
            }
        }
        let mut best: Option<Vec<u8>> = None;
        let mut reasons: Vec<String> = Vec::new();
        let held = meter.held();
        for goal in goals {
            meter.hold(held)?;
            if best
                .as_ref()
                .is_some_and(|best| best.iter().all(|&t| t == 0))
            {
                // The start is a goal.
                break;
            }
            let row = |e: &GoalEquation| -> Vec<u8> {
                let mut row = vec![0; unknowns.len()];
                let mut add = |position: usize, factor| {
                    for &(number, plus) in &by_position[position] {
                        modulus.add(&mut row[number..=number], factor, &[plus]);
                    }
                };
                add(e.plus, e.factor);
                if let Some(minus) = e.minus {
                    add(minus, modulus.minus(e.factor % modulus.get()));
                }
                row
            };
            let rows = goal.iter().map(row);
            let system = ModularSystem::new(modulus, rows, unknowns.len(), meter)?;
            let wanted: Vec<u8> = goal.iter().map(|e| e.wanted * e.factor).collect();
            match system.solve(&wanted) {
                Err(sum) => reasons.push(reason(reduced, goal, &sum, modulus)),
                Ok(solutions) => {
                    let found = solutions.least(&steps, meter)?;
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
/// or, if there is a position `minus`, to the difference of the two positions. Multiplied by
/// `factor`, it is an equation modulo the modulus of all additions. For a light with two states
/// beside lights with three, the factor is 3: of `x = 1` modulo 2 it makes `3x = 3` modulo 6.
struct GoalEquation {
    plus: usize,
    minus: Option<usize>,
    factor: u8,
    wanted: u8,
}

/// Says why a goal cannot be reached: it would have to change a sum that no move changes. `sum` has
/// the equations of the sum, each with its factor.
fn reason(
    reduced: &ReducedTask,
    goal: &[GoalEquation],
    sum: &[(usize, u8)],
    modulus: Modulus,
) -> String {
    let name = |p: usize| reduced.ground.positions[p].name.as_str();
    let factors = sum
        .iter()
        .map(|&(at, times)| (&goal[at], modulus.times(times, goal[at].factor)));
    let factors: Vec<_> = factors.filter(|&(_, factor)| factor != 0).collect();
    // That 3x + 3y never changes modulo 6 says the same as that x + y never changes modulo 2.
    let all = u64::from(modulus.get());
    let common = factors
        .iter()
        .fold(all, |common, &(_, factor)| gcd(common, factor.into())) as u8;
    let terms = factors.iter().map(|(equation, factor)| {
        let term = match equation.minus {
            None => name(equation.plus).to_owned(),
            Some(minus) => format!("({} - {})", name(equation.plus), name(minus)),
        };
        match factor / common {
            1 => term,
            factor => format!("{factor} {term}"),
        }
    });
    let terms: Vec<String> = terms.collect();
    let off = factors.iter().fold(0, |off, (equation, factor)| {
        modulus.reduce(u16::from(off) + u16::from(modulus.times(equation.wanted, *factor)))
    });
    format!(
        "no move changes the sum {} modulo {}, which is off by {}",
        terms.join(" + "),
        modulus.get() / common,
        off / common,
    )
}

fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}
