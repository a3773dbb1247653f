//! The solution with the fewest steps.

use fewest_rules::{Meter, StopReason};

use super::steps::{FewestSteps, Step};
use super::sums::Sums;
use super::supports::Supports;
use super::system::{MOST, ModularSolutions, ModularSystem};

impl ModularSolutions {
    /// The number of solutions, or `None` if it does not fit into a word.
    fn count(&self) -> Option<u64> {
        let mut orders = self.differences.iter().map(|&(_, order)| order.into());
        orders.try_fold(1_u64, u64::checked_mul)
    }

    /// The fewest steps that lead to a solution: how often each step is made. Of several ways this
    /// is the lexicographically greatest one. It is found by enumerating all solutions, with a
    /// table of the values of the left sides of the equations or, if one step leads to any value of
    /// an unknown, by trying sets of unknowns, whichever is less work.
    ///
    /// # Errors
    /// The limit that was reached; [`StopReason::Capacity`] if there are more than 2²⁶ solutions and
    /// values of the left sides and too many sets, or if the steps lead to no solution.
    ///
    /// # Panics
    /// Panics if a step concerns an unknown that the equations do not have.
    pub fn least(&self, steps: &[Step], meter: &mut Meter) -> Result<Vec<u8>, StopReason> {
        let fewest = FewestSteps::new(self.modulus, self.one.len(), steps);
        let walk = self.count().filter(|&count| count <= MOST);
        // Making one entry of the table takes about as long as enumerating as many solutions as
        // there are equations.
        let equations = self.equations.len() as u64;
        let table = Sums::count(&self.equations)
            .filter(|&count| walk.is_none_or(|walk| count * (equations + 1) < walk));
        match (table, walk) {
            (Some(_), _) => Sums::new(&self.equations, steps).least(meter),
            (None, Some(_)) => self.least_of_all(&fewest, meter),
            (None, None) if fewest.are_single() => self.least_support(&fewest, meter),
            (None, None) => Err(StopReason::Capacity),
        }
    }

    /// Does the same as [`least`](Self::least) by enumerating all solutions.
    fn least_of_all(&self, fewest: &FewestSteps, meter: &mut Meter) -> Result<Vec<u8>, StopReason> {
        let mut best = LeastSteps::new(fewest);
        self.each(meter, |solution, _| {
            best.consider(solution);
            Ok(())
        })?;
        best.times.ok_or(StopReason::Capacity)
    }

    /// Does the same as [`least`](Self::least) if one step leads to any value of an unknown.
    fn least_support(
        &self,
        fewest: &FewestSteps,
        meter: &mut Meter,
    ) -> Result<Vec<u8>, StopReason> {
        let unknowns = self.one.len();
        let supports = Supports::new(self.modulus, &self.equations, unknowns);
        let mut best = LeastSteps::new(fewest);
        let before = meter.held();
        let found = supports.smallest(meter)?;
        let held = meter.held();
        for support in found {
            let row = |row: usize| {
                let columns = support.iter().map(|&at| &supports.columns[at]);
                columns.map(|column| column[row]).collect()
            };
            let rows = (0..supports.wanted.len()).map(row);
            let system = ModularSystem::new(self.modulus, rows, support.len(), meter)?;
            if let Ok(solutions) = system.solve(&supports.wanted) {
                let mut whole = vec![0; unknowns];
                solutions.each(meter, |values, _| {
                    for (&at, &value) in support.iter().zip(values) {
                        whole[at] = value;
                    }
                    best.consider(&whole);
                    Ok(())
                })?;
            }
            meter.hold(held)?;
        }
        meter.hold(before)?;
        best.times.ok_or(StopReason::Capacity)
    }

    /// Calls `visit` with each solution. Each differs from the previous one by one of the
    /// differences, in the order of a modular Gray code of mixed radix.
    ///
    /// # Errors
    /// The limit that was reached; [`StopReason::Capacity`] if the number of solutions does not fit
    /// into a word.
    pub fn each(
        &self,
        meter: &mut Meter,
        mut visit: impl FnMut(&[u8], &mut Meter) -> Result<(), StopReason>,
    ) -> Result<(), StopReason> {
        let many = self.count().ok_or(StopReason::Capacity)?;
        let mut at = self.one.clone();
        visit(&at, meter)?;
        for number in 1..many {
            if number % 1024 == 0 {
                meter.poll()?;
            }
            // The lowest nonzero digit of `number`, whose digits have the orders as their bases, is
            // the one that was raised when `number` was incremented. In a modular Gray code just
            // this digit changes, by one modulo its base, so adding the difference of that digit at
            // each step visits every combination of the differences exactly once.
            let mut rest = number;
            let raised = self.differences.iter().find(|&&(_, order)| {
                let zero = rest.is_multiple_of(order.into());
                rest /= u64::from(order);
                !zero
            });
            if let Some((difference, _)) = raised {
                self.modulus.add(&mut at, 1, difference);
            }
            visit(&at, meter)?;
        }
        Ok(())
    }
}

/// The fewest steps to the solutions looked at so far.
struct LeastSteps<'a> {
    fewest: &'a FewestSteps,
    count: u32,
    times: Option<Vec<u8>>,
}

impl<'a> LeastSteps<'a> {
    fn new(fewest: &'a FewestSteps) -> Self {
        Self {
            fewest,
            count: u32::MAX,
            times: None,
        }
    }

    fn consider(&mut self, solution: &[u8]) {
        let count = self.fewest.count(solution);
        if count > self.count || count == u32::MAX {
            return;
        }
        let times = Some(self.fewest.times(solution));
        if count < self.count || times > self.times {
            self.count = count;
            self.times = times;
        }
    }
}

#[cfg(test)]
mod tests {
    use fewest_rules::{Limits, Meter};

    use super::super::Modulus;
    use super::{FewestSteps, ModularSystem, Step, Sums};
    use crate::random::Random;

    #[test]
    fn all_ways_find_the_same_steps() {
        let mut random = Random::new(3);
        let limits = Limits::default();
        let mut sizes = [0; 4];
        for round in 0..2_000 {
            let mut meter = Meter::new(&limits);
            let modulus = Modulus::new([2, 3, 4, 5, 6, 8, 9, 12][round % 8]).unwrap();
            let unknowns = 1 + random.below(4) as usize;
            let mut number = || random.below(modulus.get().into()) as u8;
            let rows: Vec<Vec<u8>> = (0..3)
                .map(|_| (0..unknowns).map(|_| number()).collect())
                .collect();
            let solution: Vec<u8> = (0..unknowns).map(|_| number()).collect();
            let wanted = rows.iter().map(|row| {
                let mut sum = [0];
                for (&entry, &value) in row.iter().zip(&solution) {
                    modulus.add(&mut sum, entry, &[value]);
                }
                sum[0]
            });
            let wanted: Vec<u8> = wanted.collect();
            let system =
                ModularSystem::new(modulus, rows.clone().into_iter(), unknowns, &mut meter);
            let solutions = system.unwrap().solve(&wanted).unwrap();
            let amounts = 1..modulus.get();
            let steps: Vec<Step> = (0..unknowns)
                .flat_map(|unknown| amounts.clone().map(move |amount| Step { unknown, amount }))
                .collect();
            let fewest = FewestSteps::new(modulus, unknowns, &steps);
            assert!(fewest.are_single());
            let by_all = solutions.least_of_all(&fewest, &mut meter).unwrap();
            let by_support = solutions.least_support(&fewest, &mut meter).unwrap();
            let by_table = Sums::new(&solutions.equations, &steps)
                .least(&mut meter)
                .unwrap();
            let case = format!("{rows:?} {wanted:?} modulo {}", modulus.get());
            assert_eq!(by_all, by_support, "{case}");
            assert_eq!(by_all, by_table, "{case}");
            let size: u8 = by_all.iter().sum();
            sizes[usize::from(size.min(3))] += 1;
        }
        assert!(sizes.iter().all(|&times| times > 20), "{sizes:?}");
    }
}
