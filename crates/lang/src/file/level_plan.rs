//! What new levels of a puzzle are made of: the things that may be laid on a board, and where.

use std::collections::HashSet;
use std::ops::RangeInclusive;
use std::sync::Arc;

use fewest_rules::Fault;

use super::Instance;
use crate::source::alphabet::PuzzleAlphabet;
use crate::source::checked::{CheckedPuzzle, LevelThing};
use crate::source::grounding::cells_of_region;
use crate::source::layout::BoardLayout;
use crate::source::syntax::{PlaceLineSyntax, PlaceSyntax};
use crate::source::terrain::Terrain;

/// A line has at most this many spots.
const MOST_SPOTS: usize = 1 << 18;

/// A board from which the things that `place` names have been taken, and the spots on which they
/// may lie.
///
/// For `place among _` and `$ = 2`, each cell with `_` or `$` is a spot for a `$`.
#[derive(Debug, Clone)]
pub struct LevelPlan {
    layout: Arc<BoardLayout>,
    /// The word of each cell of the empty board.
    empty: Vec<String>,
    /// The lines below the board, which give values to variables.
    below: Vec<String>,
    lines: Vec<LevelLine>,
}

/// One line of `place`.
#[derive(Debug, Clone)]
pub struct LevelLine {
    /// The number of things that a level must have.
    pub things: RangeInclusive<usize>,
    /// All ways to lay one thing, or a thing and its mirror image.
    pub spots: Vec<Spot>,
}

/// A way to lay a thing on the empty board, together with its mirror image if the levels are
/// mirrored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Spot {
    /// The number of things: 1, or 2 with a mirror image.
    pub things: usize,
    /// The covered cells and their words.
    pub cells: Vec<(usize, Arc<str>)>,
    /// The piece of which a board has only one.
    pub once: Option<u16>,
}

impl LevelPlan {
    /// The plan for levels on the board `template`.
    ///
    /// # Errors
    /// A region does not exist on the board, or a line can lay fewer things than it must.
    pub(super) fn new(
        checked: &CheckedPuzzle,
        place: &PlaceSyntax,
        template: &Instance,
    ) -> Result<Self, Vec<Fault>> {
        let layout = Arc::clone(&template.layout);
        let drawing = layout.draw(&template.start);
        let mut rows = drawing.lines();
        let words = rows
            .by_ref()
            .take(layout.rows())
            .flat_map(str::split_whitespace);
        let words: Vec<&str> = words.collect();
        let cells = layout.terrain.shape.grid.iter().zip(words);
        let cells = cells.filter(|(cell, _)| cell.is_some());
        let mut empty: Vec<String> = cells.map(|(_, word)| word.to_owned()).collect();
        let below = rows.map(|line| line.trim_end().to_owned()).collect();
        let within = place.lines.iter();
        let within = within.map(|line| allowed_cells(checked, &layout.terrain, line));
        let allowed: Vec<Vec<bool>> = within.collect::<Result<_, _>>()?;
        let floor = place.floor.text.as_str();
        // A `$` that is taken from `*` leaves a goal, which an earlier line may name.
        for _ in 0..2 {
            for (things, within) in checked.things.iter().zip(&allowed) {
                let own = empty.iter_mut().zip(within).filter(|(_, within)| **within);
                own.for_each(|(word, _)| clear(&checked.alphabet, things, floor, word));
            }
        }
        let mut lines = Vec::new();
        let named = place.lines.iter().zip(&checked.things);
        for ((line, things), mut within) in named.zip(allowed) {
            let free = within.iter_mut().zip(&empty);
            free.for_each(|(within, word)| *within &= word == floor);
            let spots = spots(&layout.terrain, things, &within, place.mirrored.is_some());
            lines.push(LevelLine {
                things: line.least..=line.most,
                spots,
            });
        }
        Ok(Self {
            layout,
            empty,
            below,
            lines,
        })
    }

    /// The lines of the plan, in the order of the file.
    pub fn lines(&self) -> &[LevelLine] {
        &self.lines
    }

    /// The number of cells of the board.
    pub fn cells(&self) -> usize {
        self.empty.len()
    }

    /// Draws the board with a thing on each of `spots`, as a file of boards has it.
    pub fn draw<'s>(&self, spots: impl IntoIterator<Item = &'s Spot>) -> String {
        let mut words: Vec<&str> = self.empty.iter().map(String::as_str).collect();
        for (cell, word) in spots.into_iter().flat_map(|spot| &spot.cells) {
            words[*cell] = word;
        }
        let grid = self
            .layout
            .terrain
            .shape
            .grid
            .chunks(self.layout.columns().max(1));
        let row = |row: &[Option<usize>]| {
            let words = row.iter().map(|cell| cell.map_or(".", |cell| words[cell]));
            words.collect::<Vec<_>>().join(" ")
        };
        let lines = grid.map(row).chain(self.below.iter().cloned());
        lines.collect::<Vec<_>>().join("\n")
    }
}

/// For each cell, whether the things of the line may lie on it.
fn allowed_cells(
    checked: &CheckedPuzzle,
    terrain: &Terrain,
    line: &PlaceLineSyntax,
) -> Result<Vec<bool>, Vec<Fault>> {
    let cells = terrain.shape.cells();
    let Some((outside, region)) = &line.region else {
        return Ok(vec![true; cells]);
    };
    let region = cells_of_region(checked, terrain, region)?;
    let mut within = vec![*outside; cells];
    region.iter().for_each(|&cell| within[cell] = !outside);
    Ok(within)
}

/// Takes the things of a line from a cell. If `$` is taken from `*`, a `$` on a goal, the goal `.`
/// is left, and it may be a thing as well.
fn clear(alphabet: &PuzzleAlphabet, things: &[LevelThing], floor: &str, word: &mut String) {
    let things = things.iter().flat_map(|thing| &thing.cells);
    let is_thing = |word: &str| things.clone().any(|(.., thing)| thing == word);
    if is_thing(word) {
        floor.clone_into(word);
        return;
    }
    let Some(glyph) = alphabet
        .glyphs
        .get(word)
        .filter(|glyph| glyph.mark.is_some())
    else {
        return;
    };
    if is_thing(&alphabet.symbols[usize::from(glyph.label)])
        && let Some(floor) = alphabet.glyphs.get(floor)
    {
        let left = alphabet
            .glyphs
            .iter()
            .filter(|(_, other)| (other.label, other.mark) == (floor.label, glyph.mark));
        if let Some(left) = left.map(|(left, _)| left).min() {
            word.clone_from(left);
        }
    }
}

/// All ways to lay one thing of the line on the cells where `within` is true.
fn spots(terrain: &Terrain, things: &[LevelThing], within: &[bool], mirrored: bool) -> Vec<Spot> {
    let shape = &terrain.shape;
    let mut found = Vec::new();
    let mut seen = HashSet::new();
    for LevelThing { cells, once } in things {
        for &(row, column) in &shape.places {
            let covered = cells.iter().map(|(down, right, word)| {
                let row = row.checked_add_signed(*down)?;
                let cell = shape.at(row, column.checked_add_signed(*right)?)?;
                within[cell].then(|| (cell, Arc::from(word.as_str())))
            });
            let Some(mut covered) = covered.collect::<Option<Vec<(usize, Arc<str>)>>>() else {
                continue;
            };
            if mirrored {
                let image = shape.at(row, shape.columns - 1 - column);
                match image.filter(|&image| within[image]) {
                    Some(image) if image != covered[0].0 => {
                        let word = Arc::clone(&covered[0].1);
                        covered.push((image, word));
                        covered.sort();
                    }
                    Some(_) => {}
                    None => continue,
                }
            }
            if found.len() < MOST_SPOTS && seen.insert(covered.clone()) {
                found.push(Spot {
                    things: if mirrored { covered.len() } else { 1 },
                    cells: covered,
                    once: once.map(u16::from),
                });
            }
        }
    }
    found
}
