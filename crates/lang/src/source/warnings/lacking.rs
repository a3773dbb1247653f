//! Rules that a board has no use for: a file's rules are those of all its levels, and a
//! level without keys is no reason to doubt the rule of the doors.

use std::collections::HashSet;

use fewest_ground::{Rule, Test};

use super::super::checked::{Body, Checked, Left, Move, Parameter, all};
use super::super::possible::Possible;
use super::super::site::Site;

/// What a board lacks.
pub(super) struct Lacking {
    cells: usize,
    /// The symbols that lie on some cell or may come to.
    symbols: u64,
    /// Where the rules begin that another board may have a place for.
    elsewhere: HashSet<usize>,
    /// Where the patterns begin that are about a symbol that is never anywhere on the board.
    patterns: HashSet<usize>,
}

impl Lacking {
    /// What the board of `site` lacks; `possible` is what each position may be.
    pub(super) fn of(checked: &Checked, site: &Site, possible: &Possible) -> Self {
        let cells = site.shape.cells();
        let symbols = possible.among(cells);
        let all = all(checked.alphabet.symbols.len());
        let patterns = checked.moves.iter().flat_map(|declared| {
            let Body::Rules(rules) = &declared.body else {
                return Vec::new();
            };
            let lacks = |cell: &Left| wanted(cell, declared, all) & symbols == 0;
            let rules = rules.iter().filter(|rule| rule.left.iter().any(lacks));
            rules.map(|rule| rule.span.start).collect()
        });
        let moves = checked.moves.iter();
        let elsewhere = moves
            .filter(|declared| checked.board.is_none() || of_the_level(declared, checked, site))
            .flat_map(|declared| match &declared.body {
                Body::Rules(rules) => rules.iter().map(|rule| rule.span.start).collect(),
                Body::Effects(_) | Body::Steps(_) => vec![declared.name.span.start],
            });
        Self {
            cells,
            symbols,
            elsewhere: elsewhere.collect(),
            patterns: patterns.collect(),
        }
    }

    /// Whether a rule is about a symbol that is never anywhere on the board.
    pub(super) fn symbol_of(&self, rule: &Rule) -> bool {
        rule.tests.iter().any(|test| match *test {
            Test::In { position, labels } => position < self.cells && labels.0 & self.symbols == 0,
            Test::Same { .. } => false,
        })
    }

    /// Whether the pattern that begins at byte `start` of the file is about a symbol that is
    /// never anywhere on the board, whatever the move is told.
    pub(super) fn symbol_of_pattern(&self, start: usize) -> bool {
        self.patterns.contains(&start)
    }

    /// Whether the rule that begins at byte `start` of the file may have a place on another
    /// board.
    pub(super) fn place_of(&self, start: usize) -> bool {
        self.elsewhere.contains(&start)
    }
}

/// The symbols, of `all`, of which one must lie under a cell of a pattern, if one must.
fn wanted(cell: &Left, declared: &Move, all: u64) -> u64 {
    let choice = &cell.choice;
    if cell.many || cell.piece || choice.end {
        return all;
    }
    if choice.not {
        // What the move is told only leaves fewer.
        return all & !choice.labels;
    }
    let told = choice.parameters.iter().map(|&at| &declared.parameters[at]);
    told.fold(choice.labels, |wanted, parameter| match parameter {
        Parameter::Symbol { among, .. } => among.iter().fold(wanted, |set, &l| set | 1 << l),
        _ => all,
    })
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
