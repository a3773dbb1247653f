//! Rules that a board has no use for: a file's rules are those of all its levels, and a
//! level without keys is no reason to doubt the rule of the doors.

use std::collections::HashSet;

use fewest_ground::{Rule, Test};

use super::super::checked::{Body, Checked, Move, Parameter};
use super::super::site::Site;

/// What a board lacks.
pub(super) struct Lacking {
    cells: usize,
    /// The symbols that lie on some cell or may come to.
    symbols: u64,
    /// Where the rules begin that another board may have a place for.
    elsewhere: HashSet<usize>,
}

impl Lacking {
    /// What the board of `site` lacks; `labels` are those that each position may have.
    pub(super) fn of(checked: &Checked, site: &Site, labels: &[u64]) -> Self {
        let cells = site.shape.cells();
        let moves = checked.moves.iter();
        let elsewhere = moves
            .filter(|declared| checked.board.is_none() || of_the_level(declared, checked, site))
            .flat_map(|declared| match &declared.body {
                Body::Rules(rules) => rules.iter().map(|rule| rule.span.start).collect(),
                Body::Effects(_) | Body::Steps(_) => vec![declared.name.span.start],
            });
        Self {
            cells,
            symbols: labels[..cells].iter().fold(0, |all, set| all | set),
            elsewhere: elsewhere.collect(),
        }
    }

    /// Whether a rule is about a symbol that is never anywhere on the board.
    pub(super) fn symbol_of(&self, rule: &Rule) -> bool {
        rule.tests.iter().any(|test| match *test {
            Test::In { position, labels } => position < self.cells && labels.0 & self.symbols == 0,
            Test::Same { .. } => false,
        })
    }

    /// Whether the rule that begins at byte `start` of the file may have a place on another
    /// board.
    pub(super) fn place_of(&self, start: usize) -> bool {
        self.elsewhere.contains(&start)
    }
}

/// Whether a move is about pieces or a region that are drawn with a board, and not with this.
fn of_the_level(declared: &Move, checked: &Checked, site: &Site) -> bool {
    let marks = &checked.alphabet.marks;
    declared.parameters.iter().any(|parameter| match parameter {
        Parameter::Piece { .. } => site.pieces.iter().any(Vec::is_empty),
        Parameter::Cell(Some(region)) => {
            let mark = marks.iter().position(|mark| *mark == region.text);
            mark.is_some_and(|mark| site.marks[mark].is_empty())
        }
        _ => false,
    })
}
