//! The solution of least weight.

use fewest_rules::{Meter, StopReason};

use super::sums::Sums;
use super::system::{MOST, ModularSolutions};

impl ModularSolutions {
    /// The number of solutions, or `None` if it does not fit into a word.
    fn count(&self) -> Option<u64> {
        let mut orders = self.differences.iter().map(|&(_, order)| order.into());
        orders.try_fold(1_u64, u64::checked_mul)
    }

    /// The solution with the least sum and, among those, the lexicographically greatest one. The
    /// solution is found either by enumerating all solutions or with a table of the values of the
    /// left sides of the equations, whichever is less work.
    ///
    /// # Errors
    /// The limit that was reached; [`StopReason::Capacity`] if there are more than 2²⁶ of both.
    pub fn least(&self, meter: &mut Meter) -> Result<Vec<u8>, StopReason> {
        let walk = self.count().filter(|&count| count <= MOST);
        // Making one entry of the table takes about as long as enumerating as many solutions as
        // there are equations.
        let equations = self.equations.len() as u64;
        let table = Sums::count(&self.equations)
            .filter(|&count| walk.is_none_or(|walk| count * (equations + 1) < walk));
        match (table, walk) {
            (Some(_), _) => Sums::new(&self.equations, self.one.len()).least(meter),
            (None, Some(_)) => self.least_of_all(meter),
            (None, None) => Err(StopReason::Capacity),
        }
    }

    /// Does the same as [`least`](Self::least) by enumerating all solutions.
    fn least_of_all(&self, meter: &mut Meter) -> Result<Vec<u8>, StopReason> {
        let mut best = (weight(&self.one), self.one.clone());
        self.each(meter, |solution, _| {
            let now = weight(solution);
            if now < best.0 || (now == best.0 && *solution > *best.1) {
                best = (now, solution.to_vec());
            }
            Ok(())
        })?;
        Ok(best.1)
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

fn weight(solution: &[u8]) -> u32 {
    solution.iter().map(|&times| u32::from(times)).sum()
}
