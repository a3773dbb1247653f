//! The arguments of a move.

use fewest_ground::Label;

use super::super::alphabet::modulo;
use super::super::checked::{MoveParameter, SymbolStep};
use super::super::heading::Heading;
use super::builder::Builder;

/// The arguments of a move, as one number for each parameter.
pub(super) struct Arguments<'m> {
    pub(super) parameters: &'m [MoveParameter],
    /// Each value is a cell, a piece, a label, a number of steps, an index of the list of
    /// directions, or the difference between a number and the first number of its range.
    pub(super) values: Vec<usize>,
    /// Whether these are the arguments of a rule that follows a move. For such a rule, cells,
    /// pieces and numbers of steps do not matter.
    pub(super) after: bool,
}

impl Arguments<'_> {
    /// The arguments of a rule that follows the move, or of a pattern that may begin on any cell.
    pub(super) fn anywhere(&self) -> Self {
        Self {
            parameters: self.parameters,
            values: self.values.clone(),
            after: true,
        }
    }

    fn find(&self, is: impl Fn(&MoveParameter) -> bool) -> Option<usize> {
        if self.after {
            return None;
        }
        let at = self.parameters.iter().position(is)?;
        Some(self.values[at])
    }

    pub(super) fn cell(&self) -> Option<usize> {
        self.find(|parameter| matches!(parameter, MoveParameter::Cell(_)))
    }

    /// The arguments that are cells, in the order of the parameters.
    pub(super) fn cells(&self) -> impl Iterator<Item = usize> {
        let pairs = self.parameters.iter().zip(&self.values);
        let is_cell = |parameter: &MoveParameter| matches!(parameter, MoveParameter::Cell(_));
        let cells = pairs.filter(move |(parameter, _)| !self.after && is_cell(parameter));
        cells.map(|(_, &cell)| cell)
    }

    pub(super) fn heading(&self) -> Option<Heading> {
        let mut pairs = self.parameters.iter().zip(&self.values);
        pairs.find_map(|(parameter, &value)| match parameter {
            MoveParameter::Heading(headings) => Some(headings[value]),
            _ => None,
        })
    }

    /// The piece that the arguments name. `None` if an argument is a cell, because the move then
    /// concerns the piece on that cell.
    pub(super) fn piece(&self) -> Option<usize> {
        self.find(|parameter| matches!(parameter, MoveParameter::Piece { .. }))
            .filter(|_| self.cell().is_none())
    }

    /// Whether the piece moves only along its longer side, and the symbols of which the piece must
    /// have at least one.
    pub(super) fn piece_limits(&self) -> (bool, u64) {
        let limits = |parameter: &MoveParameter| match *parameter {
            MoveParameter::Piece { along, among } => Some((along, among)),
            _ => None,
        };
        self.parameters
            .iter()
            .find_map(limits)
            .unwrap_or((false, u64::MAX))
    }

    /// The distance between the first and the last cell of the pattern.
    pub(super) fn steps(&self) -> Option<usize> {
        self.find(|parameter| matches!(parameter, MoveParameter::Steps))
    }

    /// The number that is the argument of a numeric parameter.
    pub(super) fn number(&self, parameter: usize) -> i64 {
        match self.parameters[parameter] {
            MoveParameter::Number { first, .. } => first + self.values[parameter] as i64,
            _ => 0,
        }
    }

    /// The value of a variable with the name of the symbol that is the argument of `parameter`. The
    /// check of the syntax tree has made sure that there is one.
    pub(super) fn value_of_symbol(
        &self,
        builder: &Builder,
        variable: usize,
        parameter: usize,
    ) -> Label {
        let alphabet = &builder.checked.alphabet;
        let value = alphabet.value_of_symbol(variable, self.values[parameter]);
        value.unwrap_or_default()
    }

    /// The number of symbols, of `count`, by which a step goes on.
    pub(super) fn step(&self, step: SymbolStep, count: usize) -> Label {
        let number = step
            .number
            .map_or(0, |(at, factor)| factor * self.number(at));
        modulo(step.plus.saturating_add(number), count)
    }

    /// Whether two parameters have the same symbol as their argument.
    pub(super) fn collide(&self) -> bool {
        let pairs = self.parameters.iter().zip(&self.values);
        let symbols = pairs.filter(|(p, _)| matches!(p, MoveParameter::Symbol { .. }));
        let mut seen = 0u64;
        symbols.into_iter().any(|(_, &label)| {
            let again = seen >> label & 1 == 1;
            seen |= 1 << label;
            again
        })
    }
}
