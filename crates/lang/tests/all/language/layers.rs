//! Layers: drawn at random, written down and interpreted.

use super::draw::Drawing;
use super::model::{After, Before, Puzzle, Region, State};

/// What lies under a cell of a pattern: labels of a layer, or a region.
#[derive(Debug, Clone)]
pub(crate) enum On {
    Layer {
        layer: usize,
        not: bool,
        labels: Vec<usize>,
    },
    Region {
        region: Region,
        not: bool,
    },
}

/// Which cells a condition on a layer is about.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Which {
    All(Option<Region>),
    None(Option<Region>),
    Exactly(usize, Option<Region>),
    Some(Region),
    At(usize),
}

impl Puzzle {
    pub(crate) fn label(layer: usize, label: usize) -> String {
        format!("{}{label}", ["u", "under"][layer % 2])
    }

    /// Whether a cell lies on what a pattern says.
    pub(crate) fn lies_on(&self, on: &On, cell: usize, state: &State) -> bool {
        match on {
            On::Layer { layer, not, labels } => {
                labels.contains(&state.layers[*layer][cell]) != *not
            }
            On::Region { region, not } => self.region(*region).contains(&cell) != *not,
        }
    }

    pub(crate) fn on(&self, on: &On) -> String {
        match on {
            On::Layer { layer, not, labels } => {
                let labels = labels.iter().map(|&label| Self::label(*layer, label));
                let labels: Vec<String> = labels.collect();
                format!("{}{}", if *not { "not " } else { "" }, labels.join(","))
            }
            On::Region { region, not } => {
                let name = Self::region_name(*region);
                format!("{}{name}", if *not { "not " } else { "" })
            }
        }
    }

    pub(crate) fn layer_met(&self, which: Which, on: &On, state: &State) -> bool {
        let all = || (0..self.board.cells.len()).collect();
        let of = |region: Option<Region>| region.map_or_else(all, |region| self.region(region));
        let count = |region| {
            let cells: Vec<usize> = of(region);
            cells
                .into_iter()
                .filter(|&cell| self.lies_on(on, cell, state))
                .count()
        };
        match which {
            Which::All(region) => count(region) == of(region).len(),
            Which::None(region) => count(region) == 0,
            Which::Exactly(number, region) => count(region) == number,
            Which::Some(region) => count(Some(region)) > 0,
            Which::At(cell) => self.lies_on(on, cell, state),
        }
    }

    pub(crate) fn layer_condition(&self, which: Which, on: &On) -> String {
        let place = |region: Option<Region>| {
            let name = region.map(|region| format!("on {} ", Self::region_name(region)));
            name.unwrap_or_default()
        };
        let set = self.on(on);
        match which {
            Which::All(None) => format!("all {set}"),
            Which::All(region) => format!("{}{set}", place(region)),
            Which::None(region) => format!("none {}{set}", place(region)),
            Which::Exactly(number, region) => format!("exactly {number} {}{set}", place(region)),
            Which::Some(region) => format!("some {} {set}", Self::region_name(region)),
            Which::At(cell) => format!("at {} {set}", self.board.names[cell]),
        }
    }
}

impl Drawing<'_> {
    pub(crate) fn layers(&mut self) {
        for _ in 0..[0, 0, 0, 1, 2][self.random.below(5)] {
            let labels = 1 + self.random.below(3);
            self.puzzle.layers.push(labels);
            let cells = self.puzzle.board.cells.len();
            let drawn = (0..cells).map(|_| self.random.below(labels)).collect();
            self.puzzle.under.push(drawn);
        }
    }

    pub(crate) fn layer_set(&mut self) -> On {
        let layer = self.random.below(self.puzzle.layers.len());
        let labels: Vec<usize> = (0..self.puzzle.layers[layer]).collect();
        On::Layer {
            layer,
            not: self.random.one_in(3),
            labels: self.random.some(&labels, 2),
        }
    }

    /// Puts things under the cells of a pattern.
    pub(crate) fn put_on(&mut self, pattern: &mut [Before]) {
        for place in pattern {
            let on = match self.random.below(6) {
                0 if !self.puzzle.layers.is_empty() => self.layer_set(),
                1 if self.random.one_in(3) => On::Region {
                    region: self.region(),
                    not: self.random.one_in(3),
                },
                _ => continue,
            };
            let edge = matches!(place, Before::In(set) if self.puzzle.has_end(set));
            if !edge && !matches!(place, Before::Piece) {
                *place = Before::On(Box::new(place.clone()), on);
            }
        }
    }

    /// Changes what lies under the cells of a pattern.
    pub(crate) fn change_under(&mut self, before: &[Before], after: &mut [After]) {
        for (place, after) in before.iter().zip(after) {
            let fixed = match place.top() {
                Before::Many(_) | Before::AnyMany => true,
                Before::In(set) => self.puzzle.has_end(set),
                _ => false,
            };
            let layers = self.puzzle.layers.len();
            if !fixed && layers > 0 && self.random.one_in(4) {
                let layer = self.random.below(layers);
                let label = self.random.below(self.puzzle.layers[layer]);
                *after = After::On(Box::new(after.clone()), layer, label);
            }
        }
    }

    pub(crate) fn which(&mut self) -> Which {
        let region = self.random.one_in(2).then(|| self.region());
        match self.random.below(5) {
            0 => Which::All(region),
            1 => Which::None(region),
            2 => Which::Exactly(self.random.below(4), region),
            3 => Which::Some(self.region()),
            _ => Which::At(self.cell()),
        }
    }
}

impl Before {
    /// The element without what lies under it.
    pub(crate) fn top(&self) -> &Self {
        match self {
            Self::On(top, _) => top,
            top => top,
        }
    }
}
