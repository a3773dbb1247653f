//! Makes the ground rule for one placement of the patterns of a rule.

use std::collections::BTreeMap;

use fewest_ground::{Label, Test, Value, Write};

use super::super::checked::{CellChange, CellPattern, UnderCell, VariableChange};
use super::builder::{Builder, GroundingStopped};
use super::choices::each_choice;
use super::numbers::each_way;
use super::patterns::{CalledRule, CoveredCell, LaidPattern};

/// The ground rule that is being made for a placement: its tests and writes, and the cells for
/// which the names of the rule, such as `?x`, stand.
struct GroundRule {
    tests: Vec<Test>,
    writes: Vec<Write>,
    /// For each name in the rule, such as `?x`, the first cell whose symbol the name stands for;
    /// `None` if no such cell has been met yet.
    slots: Vec<Option<usize>>,
}

impl CalledRule<'_> {
    /// Makes the ground rule for this placement of the patterns, unless its tests can never hold.
    pub(super) fn emit(
        self,
        builder: &mut Builder,
        laid: &[LaidPattern],
    ) -> Result<(), GroundingStopped> {
        let rule = self.rule;
        builder.tried(self.origin, rule.tests.len() + rule.writes.len())?;
        if laid.is_empty() && self.arguments.steps().is_some() {
            return Ok(());
        }
        let covered: Vec<&CoveredCell> = laid.iter().flat_map(|laid| &laid.covered).collect();
        let mut free = Vec::new();
        if !rule.absent.is_empty() {
            builder.tried(self.origin, builder.terrain.shape.cells())?;
            free = vec![true; builder.terrain.shape.cells()];
            covered
                .iter()
                .for_each(|under| free[under.position] = false);
        }
        // A set that contains a name has other labels for each symbol for which the name stands. So
        // there is a ground rule for each combination of the symbols of these names.
        let mut named: Vec<usize> = rule
            .cells()
            .flat_map(|cell| &cell.symbols.slots)
            .copied()
            .collect();
        named.extend(rule.absent.iter().flat_map(|set| &set.slots));
        named.sort_unstable();
        named.dedup();
        let symbols = builder.checked.alphabet.symbols.len();
        each_choice(&vec![symbols; named.len()], |choice| {
            builder.tried(self.origin, 1 + named.len() * covered.len())?;
            let mut stand_for: Vec<Option<Label>> = Vec::new();
            for (&slot, &label) in named.iter().zip(choice) {
                stand_for.resize(stand_for.len().max(slot + 1), None);
                stand_for[slot] = Some(label as Label);
            }
            self.emit_named(builder, laid, (&covered, &free), &stand_for)
        })
    }

    /// Makes the ground rule in which some names of the rule stand for these symbols.
    fn emit_named(
        self,
        builder: &mut Builder,
        laid: &[LaidPattern],
        (covered, free): (&[&CoveredCell], &[bool]),
        stand_for: &[Option<Label>],
    ) -> Result<(), GroundingStopped> {
        let rule = self.rule;
        let all = builder.all();
        let arguments = &self.arguments.values;
        let mut ground = GroundRule {
            tests: Vec::with_capacity(covered.len()),
            writes: Vec::with_capacity(covered.len() + rule.writes.len()),
            slots: Vec::new(),
        };
        for under in covered {
            let symbols = &under.cell.symbols;
            let mut labels = match symbols.slots.is_empty() {
                true => under.labels,
                false => under.labels & symbols.exact(arguments, stand_for, all),
            };
            let own = under.cell.slot.and_then(|slot| *stand_for.get(slot)?);
            if let Some(label) = own {
                labels &= 1 << label;
            }
            if !ground.require(builder, under.cell, under.position, labels) {
                return Ok(());
            }
        }
        for under in covered {
            if !ground.under(builder, under) {
                return Ok(());
            }
        }
        let mut excluded = 0;
        for set in &rule.absent {
            excluded |= set.exact(arguments, stand_for, all);
        }
        if !rule.absent.is_empty() {
            let cells = (0..free.len()).filter(|&cell| free[cell]);
            for cell in cells {
                if !builder.require(&mut ground.tests, cell, !excluded) {
                    return Ok(());
                }
            }
        }
        // The new values are computed only after all names are bound, because the right side may
        // use the name of a later cell.
        for under in covered {
            let value = self.new_value(builder, under, &ground.slots);
            ground.write(under.position, value);
        }
        let GroundRule {
            tests, mut writes, ..
        } = ground;
        for &(variable, change) in &rule.writes {
            let position = builder.variable(variable);
            let value = match change {
                VariableChange::Label(label) => Value::Label(label),
                VariableChange::Plus(0) => continue,
                VariableChange::Plus(plus) => Value::Of { position, plus },
                VariableChange::Parameter(parameter) => {
                    let value = self.arguments.value_of_symbol(builder, variable, parameter);
                    Value::Label(value)
                }
            };
            writes.push(Write { position, value });
        }
        let anchor = laid.first().map_or(0, |laid| laid.placement.anchor);
        let first = laid.first();
        let carries = first.and_then(|laid| laid.placement.carries(builder, &laid.runs));
        let mut allowed = BTreeMap::new();
        for (variable, set) in &rule.tests {
            let value = |&at: &usize| self.arguments.value_of_symbol(builder, *variable, at);
            let named = set.parameters.iter().map(value);
            let values = named.fold(set.labels, |values, label| values | 1 << label);
            let values = if set.not { !values } else { values };
            *allowed.entry(*variable).or_insert(u64::MAX) &= values;
        }
        let numbers = (&rule.comparisons[..], &rule.sums[..]);
        let arguments = Some(self.arguments);
        each_way(
            builder,
            &rule.span,
            allowed,
            numbers,
            arguments,
            |builder, way| {
                let tests = [&tests[..], &way.tests].concat();
                let mut writes = [&writes[..], &way.writes].concat();
                if let Some((again, (before, after))) = self.again.zip(carries) {
                    writes.extend(builder.moved_to(after));
                    let mut same = tests.clone();
                    if builder.has_moved(before, &mut same) {
                        let writes = writes.clone();
                        builder.rule_of(self.of, self.origin, anchor, same, writes, again)?;
                    }
                }
                builder.rule(self.of, self.origin, anchor, tests, writes)
            },
        )
    }

    /// The new value of a cell; `None` if the cell does not change.
    fn new_value(
        &self,
        builder: &Builder,
        under: &CoveredCell,
        slots: &[Option<usize>],
    ) -> Option<Value> {
        let &CoveredCell {
            position, labels, ..
        } = under;
        let label = match under.change {
            CellChange::Keep | CellChange::Piece => return None,
            CellChange::Slot { slot, step } => {
                let from = slots.get(slot).copied().flatten()?;
                let plus = self
                    .arguments
                    .step(step, builder.checked.alphabet.symbols.len());
                let changes = from != position || plus != 0;
                let position = from;
                return changes.then_some(Value::Of { position, plus });
            }
            CellChange::Label(label) => label,
            CellChange::Parameter { parameter, step } => {
                let count = builder.checked.alphabet.symbols.len();
                let plus = usize::from(self.arguments.step(step, count));
                ((self.arguments.values[parameter] + plus) % count) as u8
            }
        };
        (labels != 1 << label).then_some(Value::Label(label))
    }
}

impl GroundRule {
    /// Requires that `position` matches `cell`, which has one of `labels`. Returns false if it
    /// never can.
    fn require(
        &mut self,
        builder: &Builder,
        cell: &CellPattern,
        position: usize,
        labels: u64,
    ) -> bool {
        if !builder.require(&mut self.tests, position, labels) {
            return false;
        }
        if let Some(slot) = cell.slot {
            self.slots.resize(self.slots.len().max(slot + 1), None);
            let one = *self.slots[slot].get_or_insert(position);
            if one != position {
                let other = position;
                self.tests.push(Test::Same { one, other });
            }
        }
        true
    }

    /// Adds the tests of a pattern on the layers and regions of a cell, and the writes to its
    /// layers. Returns false if the tests can never hold.
    fn under(&mut self, builder: &mut Builder, covered: &CoveredCell) -> bool {
        let cell = covered.position;
        let mut known = Vec::new();
        for under in &covered.cell.under {
            let holds = match under {
                &UnderCell::Layer { layer, labels } => {
                    known.push((layer, labels));
                    let position = builder.under(layer, cell);
                    builder.may_be(position, labels)
                        && builder.require(&mut self.tests, position, labels)
                }
                UnderCell::Region { regions, not } => {
                    let mut regions = regions.iter();
                    let inside = regions.any(|word| builder.region(word).contains(&cell));
                    inside != *not
                }
            };
            if !holds {
                return false;
            }
        }
        for &(layer, label) in covered.under {
            if !known.contains(&(layer, 1 << label)) {
                let position = builder.under(layer, cell);
                self.write(position, Some(Value::Label(label)));
            }
        }
        true
    }

    fn write(&mut self, position: usize, value: Option<Value>) {
        self.writes
            .extend(value.map(|value| Write { position, value }));
    }
}
