//! Finds rules that one board does not need. A file may have rules for many levels. If one level
//! has no keys, the file's rule for doors still deserves no warning.

use std::collections::HashSet;

use fewest_ground::{Rule, Test};

use super::super::checked::{
    CellPattern, CheckedMove, CheckedPuzzle, MoveParameter, PatternRule, rules_of,
};
use super::super::possible::PossibleLabels;
use super::super::terrain::Terrain;

/// The symbols and rules of the file that a board does not need.
pub(super) struct UnusedRules {
    cells: usize,
    /// The symbols that at least one cell may have.
    symbols: u64,
    /// The places in the file of rules that may fit another board.
    elsewhere: HashSet<usize>,
    /// The places in the file of rules that need a symbol that no cell may have.
    patterns: HashSet<usize>,
}

impl UnusedRules {
    /// Collects the unneeded rules for a board on which each position may have the labels in
    /// `possible`.
    pub(super) fn of(
        checked: &CheckedPuzzle,
        terrain: &Terrain,
        possible: &PossibleLabels,
    ) -> Self {
        let cells = terrain.shape.cells();
        let mut unused = Self {
            cells,
            symbols: possible.among(cells),
            elsewhere: HashSet::new(),
            patterns: HashSet::new(),
        };
        let all = checked.alphabet.all();
        let any_board = checked.board.is_none();
        for declared in &checked.moves {
            let depends = any_board || of_level(declared, checked, terrain);
            if depends && declared.rules().is_empty() {
                unused.elsewhere.insert(declared.name.span.start);
            }
            let rules = declared.rules().iter().chain(rules_of(&declared.after));
            rules.for_each(|rule| unused.add(rule, &declared.parameters, all, depends));
        }
        rules_of(&checked.after).for_each(|rule| unused.add(rule, &[], all, any_board));
        unused
    }

    /// Adds a rule of a move with these parameters; `depends` says whether it may fit another board.
    fn add(&mut self, rule: &PatternRule, parameters: &[MoveParameter], all: u64, depends: bool) {
        let lacks = |cell| needed(cell, parameters, all) & self.symbols == 0;
        if rule.cells().any(lacks) {
            self.patterns.insert(rule.span.start);
        }
        if depends {
            self.elsewhere.insert(rule.span.start);
        }
    }

    /// Whether a ground rule needs a symbol that no cell may have.
    pub(super) fn symbol_of(&self, rule: &Rule) -> bool {
        rule.tests.iter().any(|test| match *test {
            Test::In { position, labels } => position < self.cells && labels.0 & self.symbols == 0,
            Test::Same { .. } => false,
        })
    }

    /// Whether the rule at the byte `start` of the file needs, for all arguments of the move, a
    /// symbol that no cell may have.
    pub(super) fn symbol_of_pattern(&self, start: usize) -> bool {
        self.patterns.contains(&start)
    }

    /// Whether the rule at the byte `start` of the file may fit another board.
    pub(super) fn place_of(&self, start: usize) -> bool {
        self.elsewhere.contains(&start)
    }
}

/// The symbols that a cell of a pattern accepts; `all` if it accepts any symbol.
fn needed(cell: &CellPattern, parameters: &[MoveParameter], all: u64) -> u64 {
    let symbols = &cell.symbols;
    if cell.many || cell.piece || symbols.end {
        return all;
    }
    if symbols.not {
        // The arguments of the move can only exclude further symbols.
        return all & !symbols.labels;
    }
    let own = symbols.parameters.iter().map(|&at| &parameters[at]);
    own.fold(symbols.labels, |needed, parameter| match parameter {
        MoveParameter::Symbol { among, .. } => among.iter().fold(needed, |set, &l| set | 1 << l),
        _ => all,
    })
}

/// Whether a move needs pieces or a region that are drawn with a board, while this board has none.
fn of_level(declared: &CheckedMove, checked: &CheckedPuzzle, terrain: &Terrain) -> bool {
    declared.parameters.iter().any(|parameter| match parameter {
        MoveParameter::Piece { .. } => terrain.pieces.iter().any(Vec::is_empty),
        MoveParameter::Cell(Some(region)) => {
            let mark = checked.alphabet.mark(&region.text);
            mark.is_some_and(|mark| terrain.marks[mark].is_empty())
        }
        _ => false,
    })
}
