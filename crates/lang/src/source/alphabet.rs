//! The symbols of a puzzle, and names for sets of symbols.

use std::collections::HashMap;

use fewest_ground::Label;
use fewest_scene::Look;

use super::arrangement::Arrangement;

/// The words that a drawing may contain, and their meanings.
#[derive(Debug, Clone, Default)]
pub(crate) struct PuzzleAlphabet {
    /// The symbol of each label of a cell.
    pub(crate) symbols: Vec<String>,
    pub(crate) variables: Vec<Variable>,
    /// The layers under the symbols, if there are any.
    pub(crate) layers: Vec<Layer>,
    /// The names of the regions whose cells a drawing of the board marks.
    pub(crate) marks: Vec<String>,
    /// The named sets of symbols.
    pub(crate) sets: Vec<(String, SymbolSet)>,
    /// The meaning of each word on a cell.
    pub(crate) glyphs: HashMap<String, Glyph>,
    /// The looks that the file gives to symbols of the board and of layers. Other symbols have the
    /// default look.
    pub(crate) looks: Vec<(String, Look)>,
    /// How pictures arrange the puzzle, unless they draw the board.
    pub(crate) arrangement: Option<Arrangement>,
    /// Whether all words of drawings are single characters, so that blanks between them may be
    /// omitted.
    pub(crate) single: bool,
}

/// A variable, that is, a value that is not on a cell.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Variable {
    pub(crate) name: String,
    pub(crate) labels: Vec<String>,
    /// The first number, if the values of the variable are a range of numbers; otherwise `None`.
    pub(crate) first: Option<i64>,
    /// Whether pictures leave the variable out, and drawings do while it has its first value.
    pub(crate) is_hidden: bool,
}

/// A layer: every cell has one of the labels of the layer, which lies under the symbol of the cell.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Layer {
    pub(crate) name: String,
    /// The labels. If a drawing shows no label of the layer on a cell, the cell has the first
    /// label.
    pub(crate) labels: Vec<String>,
}

/// The index of a layer, and a label of that layer.
pub(crate) type LayerLabel = (usize, Label);

/// The meaning of a word of a drawing: what the word shows on a cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Glyph {
    pub(crate) label: Label,
    /// The region to which the cell belongs, as an index of [`PuzzleAlphabet::marks`].
    pub(crate) mark: Option<usize>,
    /// The label of a layer that lies under the symbol, if one is shown.
    pub(crate) under: Option<LayerLabel>,
}

/// A set of symbols. It may depend on the arguments of a move.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct SymbolSet {
    pub(crate) labels: u64,
    /// The indices of parameters of the move. The symbols that are the arguments of these
    /// parameters belong to the set.
    pub(crate) parameters: Vec<usize>,
    /// The indices of names in the rule, such as `?x`. The symbols for which these names stand
    /// belong to the set.
    pub(crate) slots: Vec<usize>,
    /// Whether the set is the complement of the listed labels and parameters.
    pub(crate) not: bool,
    /// Whether the edge of the board also belongs to the set.
    pub(crate) end: bool,
}

impl PuzzleAlphabet {
    /// The set of all labels of a cell.
    pub(crate) fn all(&self) -> u64 {
        all(self.symbols.len())
    }

    pub(crate) fn symbol(&self, name: &str) -> Option<Label> {
        index(&self.symbols, name).map(|label| label as Label)
    }

    pub(crate) fn variable(&self, name: &str) -> Option<usize> {
        self.variables.iter().position(|v| v.name == name)
    }

    /// The value of a variable that has the name of a symbol.
    pub(crate) fn value_of_symbol(&self, variable: usize, symbol: usize) -> Option<Label> {
        self.variables[variable].label(&self.symbols[symbol])
    }

    /// The set of all labels of a layer.
    pub(crate) fn all_of_layer(&self, layer: usize) -> u64 {
        all(self.layers[layer].labels.len())
    }

    /// The label with this name, and its layer.
    pub(crate) fn layer_label(&self, name: &str) -> Option<LayerLabel> {
        let layers = self.layers.iter().enumerate();
        let mut found = layers.filter_map(|(i, layer)| Some((i, index(&layer.labels, name)?)));
        found.next().map(|(layer, label)| (layer, label as Label))
    }

    pub(crate) fn mark(&self, name: &str) -> Option<usize> {
        index(&self.marks, name)
    }

    pub(crate) fn set(&self, name: &str) -> Option<&SymbolSet> {
        let set = self.sets.iter().find(|(other, _)| other == name);
        set.map(|(_, set)| set)
    }

    /// The labels of a symbol or of a set of symbols.
    pub(crate) fn labels(&self, name: &str) -> Option<u64> {
        match self.symbol(name) {
            Some(label) => Some(1 << label),
            None => Some(self.set(name)?.labels(&[], self.all())),
        }
    }

    /// The names of all symbols and sets.
    pub(crate) fn names(&self) -> Vec<&str> {
        let sets = self.sets.iter().map(|(name, _)| name.as_str());
        self.symbols
            .iter()
            .map(String::as_str)
            .chain(sets)
            .collect()
    }
}

impl Variable {
    pub(crate) fn label(&self, value: &str) -> Option<Label> {
        index(&self.labels, value).map(|label| label as Label)
    }

    /// The set of all labels of the variable.
    pub(crate) fn all(&self) -> u64 {
        all(self.labels.len())
    }
}

impl SymbolSet {
    /// The labels in the set for given arguments of the move. `all` is the set of all labels. If
    /// the set depends on names of the rule, the result has every label that the set may contain.
    pub(crate) fn labels(&self, arguments: &[usize], all: u64) -> u64 {
        let parameters = self.parameters.iter();
        let named = parameters.fold(self.labels, |set, &at| set | 1 << arguments[at]);
        match self.not {
            true => all & !named,
            false if self.slots.is_empty() => named,
            false => all,
        }
    }

    /// The labels in the set if, for each index, the name of the rule with this index stands for
    /// the symbol at the same index of `named`.
    pub(crate) fn exact(&self, arguments: &[usize], named: &[Option<Label>], all: u64) -> u64 {
        let told = self.parameters.iter().map(|&at| arguments[at]);
        let named = self
            .slots
            .iter()
            .filter_map(|&slot| named.get(slot).copied().flatten());
        let named = named.map(usize::from);
        let set = told
            .chain(named)
            .fold(self.labels, |set, label| set | 1 << label);
        if self.not { all & !set } else { set }
    }

    /// Whether the set contains a symbol or may contain one, and not only the edge.
    pub(crate) fn has_symbols(&self) -> bool {
        self.labels != 0 || self.not || !self.parameters.is_empty() || !self.slots.is_empty()
    }
}

fn index(names: &[String], name: &str) -> Option<usize> {
    names.iter().position(|other| other == name)
}

/// The set of the first `count` labels.
pub(crate) fn all(count: usize) -> u64 {
    match count {
        64.. => u64::MAX,
        _ => (1 << count) - 1,
    }
}

/// The remainder of `plus` modulo `count`.
pub(crate) fn modulo(plus: i64, count: usize) -> Label {
    plus.rem_euclid(count.max(1) as i64) as Label
}
