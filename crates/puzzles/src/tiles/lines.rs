//! Sliding tiles where a move slides any number of tiles of a row or column.
//!
//! # The bound
//!
//! The walking distance counts single steps of the blank. In the multi-tile metric, the blank may
//! cross several lines in one move. So each of the two abstract puzzles of the walking distance is
//! searched anew, and any number of steps in the same direction count as one move. The searches of
//! the two puzzles give the least number of vertical moves and the least number of horizontal
//! moves. A shortest solution never makes two moves along the same axis one after the other, since
//! one move would lead to the same board. So a solution has at most one vertical move more than
//! horizontal moves, or the other way round. The bound is the sum of the two least numbers or, if
//! that is more, twice the greater of them minus one.

use fewest_rules::{
    DEAD_END, Faults, Goals, Heuristic, Invertible, Notation, Puzzle, Ranked, Symmetric,
};
use fewest_search::{Pruning, Try};

use super::walking_distance::Axis;
use super::{BlankMove, Tiles, WalkingDistance, WalkingPositions};

/// A move of the blank over one or more cells. The tiles that the blank passes slide in the
/// opposite direction.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LineMove {
    /// The direction in which the blank moves.
    pub direction: BlankMove,
    /// The number of cells over which the blank goes, which is the number of tiles that slide.
    pub steps: u8,
}

/// The sliding-tile puzzle in the multi-tile metric, for boards of up to 16 cells.
///
/// ```
/// use fewest_puzzles::tiles::{BlankGoal, LineTiles, Tiles};
/// use fewest_rules::{Notation, Puzzle};
///
/// let puzzle = LineTiles::new(Tiles::new(3, 3, BlankGoal::BlankLast)?);
/// let state = puzzle.parse("1 2 3\n_ 4 5\n7 8 6")?;
/// let moves: Vec<String> = puzzle.moves(state).map(|m| puzzle.name(m)).collect();
/// assert_eq!(moves, ["U", "R", "R2", "D"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct LineTiles {
    tiles: Tiles<u64>,
}

impl LineTiles {
    /// The puzzle with the size of the board and the goal of `tiles`.
    pub fn new(tiles: Tiles<u64>) -> Self {
        Self { tiles }
    }

    /// The puzzle with the same boards in which a move slides one tile.
    pub fn tiles(&self) -> &Tiles<u64> {
        &self.tiles
    }

    /// The number of cells over which the blank in the cell `blank` can move in `direction` before
    /// it meets the edge of the board.
    fn room(&self, blank: usize, direction: BlankMove) -> usize {
        let (row, column) = (blank / self.tiles.columns, blank % self.tiles.columns);
        match direction {
            BlankMove::Up => row,
            BlankMove::Left => column,
            BlankMove::Right => self.tiles.columns - 1 - column,
            BlankMove::Down => self.tiles.rows - 1 - row,
        }
    }
}

impl Puzzle for LineTiles {
    type State = u64;
    type Move = LineMove;

    fn moves(&self, state: u64) -> impl Iterator<Item = LineMove> {
        let blank = super::PackedTiles::blank(state);
        BlankMove::ALL.into_iter().flat_map(move |direction| {
            let steps = 1..=self.room(blank, direction) as u8;
            steps.map(move |steps| LineMove { direction, steps })
        })
    }

    fn apply(&self, state: u64, m: LineMove) -> u64 {
        (0..m.steps).fold(state, |state, _| self.tiles.apply(state, m.direction))
    }

    fn is_goal(&self, state: u64) -> bool {
        self.tiles.is_goal(state)
    }
}

impl Goals for LineTiles {
    fn goals(&self) -> impl Iterator<Item = u64> {
        self.tiles.goals()
    }
}

impl Invertible for LineTiles {
    fn inverse(&self, m: LineMove) -> LineMove {
        LineMove {
            direction: self.tiles.inverse(m.direction),
            ..m
        }
    }
}

impl Symmetric for LineTiles {
    fn canonical(&self, state: u64) -> u64 {
        self.tiles.canonical(state)
    }

    fn images(&self, state: u64) -> impl Iterator<Item = u64> {
        self.tiles.images(state)
    }
}

impl Ranked for LineTiles {
    fn size(&self) -> u64 {
        self.tiles.size()
    }

    fn rank(&self, state: u64) -> u64 {
        self.tiles.rank(state)
    }

    fn unrank(&self, rank: u64) -> u64 {
        self.tiles.unrank(rank)
    }
}

/// Boards are written in the notation of [`Tiles`]. A move is the direction in which the blank
/// goes, and the number of cells if that is not one: `U`, `U2`.
impl Notation for LineTiles {
    fn draw(&self, state: u64) -> String {
        self.tiles.draw(state)
    }

    fn parse(&self, text: &str) -> Result<u64, Faults> {
        self.tiles.parse(text)
    }

    fn name(&self, m: LineMove) -> String {
        let direction = self.tiles.name(m.direction);
        match m.steps {
            1 => direction,
            steps => format!("{direction}{steps}"),
        }
    }

    fn parse_move(&self, name: &str) -> Option<LineMove> {
        let letters = name.trim_end_matches(|c: char| c.is_ascii_digit());
        let steps = match &name[letters.len()..] {
            "" => 1,
            digits => digits.parse().ok().filter(|&steps| steps > 0)?,
        };
        let direction = self.tiles.parse_move(letters)?;
        Some(LineMove { direction, steps })
    }
}

fn is_vertical(m: LineMove) -> bool {
    matches!(m.direction, BlankMove::Up | BlankMove::Down)
}

/// The policy that never makes two moves along the same axis one after the other, because a single
/// move, or no move, leads to the same board.
#[derive(Debug, Clone, Copy, Default)]
pub struct AxisPruning;

impl Pruning<LineTiles> for AxisPruning {
    /// Whether the last move was vertical; `None` before the first move.
    type History = Option<bool>;

    fn start(&self, _: &LineTiles, _: u64) -> Option<bool> {
        None
    }

    fn moves(
        &self,
        puzzle: &LineTiles,
        state: u64,
        last: Option<bool>,
    ) -> impl Iterator<Item = Try<LineMove, Option<bool>>> {
        let moves = puzzle.moves(state).map(|m| Try {
            m,
            history: Some(is_vertical(m)),
        });
        moves.filter(move |next| next.history != last)
    }
}

/// A lower bound on the number of moves in the multi-tile metric, in which a move slides any number
/// of tiles of a row or column.
#[derive(Debug, Clone)]
pub struct LineDistance {
    walking: WalkingDistance,
    /// For each position of the abstract puzzle of the rows, the least number of vertical moves to
    /// the goal (`down`). For each position of the abstract puzzle of the columns, the least number
    /// of horizontal moves (`across`).
    down: Vec<u8>,
    across: Vec<u8>,
}

impl LineDistance {
    /// Computes the tables for the goal of `puzzle`, like [`WalkingDistance::new`]. `None` if the
    /// rows or the columns have too many positions.
    pub fn new(puzzle: &LineTiles) -> Option<Self> {
        let walking = WalkingDistance::new(&puzzle.tiles)?;
        Some(Self {
            down: distances(&walking.rows),
            across: distances(&walking.columns),
            walking,
        })
    }
}

/// For each position of an abstract puzzle, its distance to the goal. One move of the abstract
/// puzzle takes the blank over any number of lines in one direction.
fn distances(axis: &Axis) -> Vec<u8> {
    const UNKNOWN: u8 = u8::MAX;
    let mut distances = vec![UNKNOWN; axis.positions()];
    distances[0] = 0;
    let mut layer = vec![0];
    for distance in 1.. {
        let mut next = Vec::new();
        for side in 0..2 {
            let mut seen = vec![false; distances.len()];
            let mut waiting = layer.clone();
            while let Some(position) = waiting.pop() {
                for after in axis.linked(position, side) {
                    if std::mem::replace(&mut seen[after as usize], true) {
                        continue;
                    }
                    waiting.push(after);
                    if distances[after as usize] == UNKNOWN {
                        distances[after as usize] = distance;
                        next.push(after);
                    }
                }
            }
        }
        if next.is_empty() {
            break;
        }
        layer = next;
    }
    distances
}

impl Heuristic<LineTiles> for LineDistance {
    type Cache = WalkingPositions;

    fn start(&self, puzzle: &LineTiles, state: u64) -> WalkingPositions {
        self.walking.start(&puzzle.tiles, state)
    }

    fn step(
        &self,
        puzzle: &LineTiles,
        mut cache: WalkingPositions,
        before: u64,
        m: LineMove,
        _: u64,
    ) -> WalkingPositions {
        let mut state = before;
        for _ in 0..m.steps {
            let after = puzzle.tiles.apply(state, m.direction);
            cache = (self.walking).step(&puzzle.tiles, cache, state, m.direction, after);
            state = after;
        }
        cache
    }

    fn bound(&self, cache: WalkingPositions) -> u32 {
        if cache.bound == DEAD_END {
            return DEAD_END;
        }
        let down = u32::from(self.down[cache.rows as usize]);
        let across = u32::from(self.across[cache.columns as usize]);
        let alternating = (2 * down.max(across)).saturating_sub(1);
        (down + across).max(alternating)
    }
}
