//! Chooses the order in which positions become digits of a rank, and finds the parts that a rule
//! changes.

use crate::ground::{Ground, Rule};

/// An order is sought only if the rules have at most this many writes in total. Otherwise the
/// positions keep the given order.
const MOST_WRITES: usize = 1 << 22;
/// An order is sought only for at most this many positions. The search takes time proportional to
/// the square of the number of positions.
const MOST_POSITIONS: usize = 1 << 11;

/// Orders `positions` so that positions that few rules write come first. A rule is *new* if it
/// writes none of the positions placed so far. The next position is always one that the fewest new
/// rules write; of several, the first in the given order. The cost of an order is a sum over its
/// prefixes: each prefix adds the number of rules that write at least one of its positions. Returns
/// the order found in this way if it costs less than the given order, and the given order
/// otherwise.
pub(super) fn few_writes_first(rules: &[Rule], positions: Vec<usize>) -> Vec<usize> {
    let writes: usize = rules.iter().map(|rule| rule.writes.len()).sum();
    if writes > MOST_WRITES || positions.len() > MOST_POSITIONS {
        return positions;
    }
    let all = positions.iter().max().map_or(0, |last| last + 1);
    let mut given = Writers::new(rules, all);
    let cost_of_given = prefix_costs(positions.iter().map(|&p| given.place(p)));
    let mut writers = Writers::new(rules, all);
    let mut left = positions.clone();
    let mut added = Vec::new();
    let mut ordered = Vec::with_capacity(left.len());
    while let Some(at) = (0..left.len()).min_by_key(|&at| writers.new_rules[left[at]]) {
        let position = left.remove(at);
        added.push(writers.place(position));
        ordered.push(position);
    }
    match prefix_costs(added.into_iter()) < cost_of_given {
        true => ordered,
        false => positions,
    }
}

/// The sum of all prefix sums of `added`.
fn prefix_costs(added: impl Iterator<Item = usize>) -> usize {
    added
        .scan(0, |sum, added| {
            *sum += added;
            Some(*sum)
        })
        .sum()
}

/// Counts for each position the *new* rules that write it. A rule is new if it writes none of the
/// positions placed so far.
struct Writers<'a> {
    rules: &'a [Rule],
    /// For each position, the indices of the rules that write it.
    of: Vec<Vec<u32>>,
    /// For each position, the number of new rules that write it.
    new_rules: Vec<usize>,
    counted: Vec<bool>,
}

impl<'a> Writers<'a> {
    /// Counts the rules for the first `positions` positions, before any position is placed.
    fn new(rules: &'a [Rule], positions: usize) -> Self {
        let mut of = vec![Vec::new(); positions];
        for (number, rule) in (0..).zip(rules) {
            for write in rule.writes.iter().filter(|w| w.position < positions) {
                of[write.position].push(number);
            }
        }
        Self {
            rules,
            new_rules: of.iter().map(Vec::len).collect(),
            of,
            counted: vec![false; rules.len()],
        }
    }

    /// Places `position`. Returns the number of rules that write it and were new until then.
    fn place(&mut self, position: usize) -> usize {
        let mut added = 0;
        for &rule in &self.of[position] {
            let rule = rule as usize;
            if std::mem::replace(&mut self.counted[rule], true) {
                continue;
            }
            added += 1;
            for write in &self.rules[rule].writes {
                if let Some(new) = self.new_rules.get_mut(write.position) {
                    *new -= 1;
                }
            }
        }
        added
    }
}

/// For each rule and each part of a ranking, whether the rule may change the part.
#[derive(Debug, Clone)]
pub(super) struct Touches {
    parts: usize,
    /// The parts of the first rule, then those of the second, and so on. The list is empty if every
    /// rule may change every part.
    touched: Vec<bool>,
}

impl Touches {
    pub(super) fn new(ground: &Ground, parts: &[&[usize]]) -> Self {
        // Consequences, the rules that follow a rule within the same move, may change any position.
        let unknown = !ground.consequences.is_empty();
        let mut part_of = vec![None; ground.positions.len()];
        for (part, positions) in parts.iter().enumerate() {
            positions.iter().for_each(|&p| part_of[p] = Some(part));
        }
        let mut touched = Vec::new();
        for rule in ground.rules.iter().filter(|_| !unknown) {
            let start = touched.len();
            touched.resize(start + parts.len(), false);
            for part in rule.writes.iter().filter_map(|w| part_of[w.position]) {
                touched[start + part] = true;
            }
        }
        Self {
            parts: parts.len(),
            touched,
        }
    }

    /// Whether `rule` may change each part; `None` if it may change all of them.
    #[inline]
    pub(super) fn of(&self, rule: usize) -> Option<&[bool]> {
        self.touched.get(rule * self.parts..(rule + 1) * self.parts)
    }
}

#[cfg(test)]
mod tests {
    use super::few_writes_first;
    use crate::ground::{Rule, Value, Write};

    fn rule(positions: &[usize]) -> Rule {
        let write = |&position: &usize| Write {
            position,
            value: Value::Label(0),
        };
        Rule {
            of: 0,
            tests: Vec::new(),
            writes: positions.iter().map(write).collect(),
            cost: 1,
        }
    }

    #[test]
    fn what_every_rule_writes_comes_last() {
        let flips = [rule(&[0, 1]), rule(&[0, 1, 2]), rule(&[0, 1, 2, 3])];
        assert_eq!(few_writes_first(&flips, vec![0, 1, 2, 3]), [3, 2, 0, 1]);
        // Position 4 has no rule; position 1 is no digit of this part.
        assert_eq!(few_writes_first(&flips, vec![0, 2, 4]), [4, 2, 0]);
    }

    #[test]
    fn an_order_that_is_as_good_is_kept() {
        let pairs = [rule(&[0, 1]), rule(&[1, 2]), rule(&[2, 3])];
        assert_eq!(few_writes_first(&pairs, vec![0, 1, 2, 3]), [0, 1, 2, 3]);
        assert_eq!(few_writes_first(&pairs, vec![3, 2, 1, 0]), [3, 2, 1, 0]);
        assert_eq!(few_writes_first(&[], vec![2, 0]), [2, 0]);
    }
}
