//! Reads a file of another program with its boards.

use std::ops::Range;
use std::sync::Arc;

use fewest_formats::{kpuzzle, psvn};
use fewest_ground::Ground;
use fewest_lang::{BoardLayout, Instance};
use fewest_rules::{Fault, Faults};

#[derive(Debug)]
enum Boards {
    Psvn(psvn::Vectors),
    KPuzzle(kpuzzle::KPuzzle),
}

#[derive(Debug)]
pub(crate) struct File {
    ground: Arc<Ground>,
    layout: Arc<BoardLayout>,
    boards: Boards,
}

impl File {
    pub(crate) fn from_psvn(name: &str, text: &str) -> Result<Self, Vec<Fault>> {
        let (ground, vectors) = psvn::read(name, text)?;
        let rows = [ground.positions.len()];
        Ok(Self::new(ground, &rows, Boards::Psvn(vectors)))
    }

    pub(crate) fn from_kpuzzle(text: &str) -> Result<Self, Vec<Fault>> {
        let (ground, puzzle) = kpuzzle::read(text)?;
        let rows = puzzle.rows();
        Ok(Self::new(ground, &rows, Boards::KPuzzle(puzzle)))
    }

    fn new(ground: Ground, rows: &[usize], boards: Boards) -> Self {
        let positions = ground.positions.iter();
        let labels = positions.map(|position| ground.domains[position.domain].labels.clone());
        Self {
            layout: Arc::new(BoardLayout::listed(rows, labels.collect())),
            ground: Arc::new(ground),
            boards,
        }
    }

    pub(crate) fn name(&self) -> &str {
        &self.ground.name
    }

    pub(crate) fn ground(&self) -> &Arc<Ground> {
        &self.ground
    }

    pub(crate) fn boards(&self, text: &str) -> Result<Vec<(Instance, Range<usize>)>, Faults> {
        let instance = |(start, span)| {
            let (ground, layout) = (Arc::clone(&self.ground), Arc::clone(&self.layout));
            let instance = Instance {
                ground,
                layout,
                start,
            };
            (instance, span)
        };
        let states = match &self.boards {
            Boards::Psvn(vectors) => vectors.states(text)?,
            Boards::KPuzzle(puzzle) => puzzle.states(text, |drawn| self.layout.parse(drawn))?,
        };
        Ok(states.into_iter().map(instance).collect())
    }
}
