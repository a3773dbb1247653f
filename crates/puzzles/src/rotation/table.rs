//! The distances of all masks, and the solver that reads answers from them.
//!
//! A board's distance is the least of the distances of its three masks, and a
//! sequence of moves is a shortest one exactly if each move takes a nearest mask
//! one closer. So one byte for each of 735,471 masks answers every board.
//!
//! The bytes are found backwards from the centre, breadth first, one distance
//! after the other and only as far as a board needs: near the goal that is a
//! few dozen masks. Because the board has eight symmetries, only one mask of each
//! class is expanded; when a new mask is found, its seven images are entered
//! with it.

use std::convert::Infallible;

use fewest_rules::{Heuristic, Limits, Meter, Outcome, Report, StopReason};

use super::Rotation;
use super::board::{Board, Digit};
use super::heuristic::Centre;
use super::mask::Mask;
use super::rank::{MASKS, rank};
use super::symmetry;
use super::turns::Move;

/// Classes of masks under the symmetries of the board.
const CLASSES: usize = 92_247;

/// The distances of masks from the centre, as far as they have been needed.
///
/// Holds [`BYTES`](Self::BYTES) from the first question on.
#[derive(Debug, Clone, Default)]
pub struct MaskTable {
    /// By rank: one more than the distance, or 0 where it is not known yet.
    entries: Vec<u8>,
    /// A mask of every class found, nearest first.
    queue: Vec<Mask>,
    /// How many of the queue have been expanded.
    expanded: usize,
    /// The end, in the queue, of the masks at distance `complete`.
    layer_end: usize,
    /// All masks up to this distance are known.
    complete: u8,
}

/// A digit that can still be brought to the centre in time, and its cells.
type Live = (Digit, Mask);

impl MaskTable {
    /// The memory of a table, in bytes.
    pub const BYTES: u64 = (MASKS + CLASSES * size_of::<Mask>()) as u64;

    /// A table that knows nothing yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// The fewest moves, proven; of all shortest sequences the first in the
    /// order of their letters.
    ///
    /// Expands at most one mask of each class over the life of the table, and
    /// none that an earlier board has needed too. Every board has a solution.
    pub fn solve(&mut self, puzzle: &Rotation, board: Board, limits: &Limits) -> Report<Move> {
        let mut meter = Meter::new(limits);
        let solved = meter
            .hold(Self::BYTES)
            .and_then(|()| self.nearest(puzzle, board, metered(&mut meter)));
        let outcome = match solved {
            Ok(distance) => {
                let (path, _) = self.first(puzzle, board, distance);
                Outcome::Solved {
                    moves: moves(path, distance).collect(),
                }
            }
            Err(reason) => {
                let centre = Centre::new(puzzle);
                let seen = centre.bound(centre.start(puzzle, board));
                Outcome::Stopped {
                    lower_bound: seen.max(self.unknown_from()),
                    reason,
                }
            }
        };
        Report {
            outcome,
            statistics: meter.statistics(),
        }
    }

    /// Appends the letters of the moves that [`solve`](Self::solve) finds to
    /// `out` and returns the digit that they bring to the centre.
    pub(super) fn write_moves(
        &mut self,
        puzzle: &Rotation,
        board: Board,
        out: &mut Vec<u8>,
    ) -> Digit {
        let Ok(distance) = self.nearest(puzzle, board, || Ok::<(), Infallible>(()));
        let (path, digit) = self.first(puzzle, board, distance);
        out.extend(moves(path, distance).map(Move::letter));
        digit
    }

    /// The fewest moves that a board needs. Afterwards the table, as a
    /// [`Heuristic`], is exact wherever a shortest sequence leads.
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn distance(
        &mut self,
        puzzle: &Rotation,
        board: Board,
        limits: &Limits,
    ) -> Result<u8, StopReason> {
        let mut meter = Meter::new(limits);
        meter.hold(Self::BYTES)?;
        self.nearest(puzzle, board, metered(&mut meter))
    }

    /// How many shortest sequences of moves there are.
    ///
    /// A sequence ends with one digit in the centre, so those of different digits
    /// differ and their numbers add up.
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn count(
        &mut self,
        puzzle: &Rotation,
        board: Board,
        limits: &Limits,
    ) -> Result<u64, StopReason> {
        let mut meter = Meter::new(limits);
        meter.hold(Self::BYTES)?;
        let distance = self.nearest(puzzle, board, metered(&mut meter))?;
        // The masks of one distance on the shortest ways, and how many ways
        // lead to each.
        let mut ways: Vec<(Mask, u64)> = self
            .live(puzzle, board, distance)
            .map(|(_, mask)| (mask, 1))
            .collect();
        for left in (0..distance).rev() {
            let mut closer = Vec::new();
            for (mask, n) in ways {
                meter.expand()?;
                closer.extend(
                    Move::ALL
                        .into_iter()
                        .map(|m| (mask.turned(m), n))
                        .filter(|&(after, _)| self.entry(after) == left + 1),
                );
            }
            closer.sort_unstable();
            closer.dedup_by(|(mask, n), (kept, sum)| {
                let same = mask == kept;
                if same {
                    *sum += *n;
                }
                same
            });
            ways = closer;
        }
        Ok(ways.into_iter().map(|(_, n)| n).sum())
    }

    /// The fewest moves that bring each digit to the centre, whatever the goal.
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn distances(&mut self, board: Board, limits: &Limits) -> Result<[u8; 3], StopReason> {
        let mut meter = Meter::new(limits);
        meter.hold(Self::BYTES)?;
        let mut distances = [0; 3];
        for digit in Digit::ALL {
            let only = Rotation { goal: Some(digit) };
            distances[digit.index()] = self.nearest(&only, board, metered(&mut meter))?;
        }
        Ok(distances)
    }

    /// Finds the distances of all masks now, which otherwise are found as boards
    /// need them.
    ///
    /// # Errors
    /// The limit that was reached; what was found is kept.
    pub fn build(&mut self, limits: &Limits) -> Result<(), StopReason> {
        self.complete(&mut Meter::new(limits))
    }

    /// Finds the distances of all masks; afterwards no entry is 0.
    pub(super) fn complete(&mut self, meter: &mut Meter<'_>) -> Result<(), StopReason> {
        meter.hold(Self::BYTES)?;
        while self.expanded < CLASSES {
            self.add_layer(&mut metered(meter))?;
        }
        Ok(())
    }

    /// One more than the distance of each mask, by rank, or 0 if it is not known yet.
    pub(super) fn entries(&self) -> &[u8] {
        &self.entries
    }

    /// A mask of every class under the symmetries, as far as they are known.
    pub(super) fn classes(&self) -> &[Mask] {
        &self.queue
    }

    /// One more than the distance of a mask, or 0 if it is not known yet.
    #[inline]
    pub(super) fn entry(&self, mask: Mask) -> u8 {
        self.entries.get(rank(mask)).copied().unwrap_or(0)
    }

    /// No mask that is not known yet is closer than this.
    fn unknown_from(&self) -> u32 {
        if self.entries.is_empty() {
            0
        } else {
            u32::from(self.complete) + 1
        }
    }

    /// The distance of the nearest wanted digit. Afterwards all masks up to that
    /// distance are known.
    fn nearest<E>(
        &mut self,
        puzzle: &Rotation,
        board: Board,
        mut expand: impl FnMut() -> Result<(), E>,
    ) -> Result<u8, E> {
        let masks = board.masks();
        loop {
            let nearest = puzzle
                .wanted()
                .map(|digit| self.entry(masks[digit.index()]).wrapping_sub(1))
                .fold(u8::MAX, u8::min);
            if nearest <= self.complete {
                return Ok(nearest);
            }
            self.add_layer(&mut expand)?;
        }
    }

    /// Finds all masks of the next distance. After an error it may be called
    /// again and goes on where it stopped.
    fn add_layer<E>(&mut self, expand: &mut impl FnMut() -> Result<(), E>) -> Result<(), E> {
        if self.entries.is_empty() {
            self.entries = vec![0; MASKS];
            self.queue = Vec::with_capacity(CLASSES);
            self.entries[rank(Mask::CENTRE)] = 1;
            self.queue.push(Mask::CENTRE);
            self.layer_end = 1;
        }
        let entry = self.complete + 2;
        let entries = &mut self.entries[..];
        while self.expanded < self.layer_end {
            expand()?;
            let mask = self.queue[self.expanded];
            self.expanded += 1;
            for after in Move::ALL.map(|m| mask.turned(m)) {
                if entries[rank(after)] == 0 {
                    symmetry::for_each_image(after, |image| entries[rank(image)] = entry);
                    self.queue.push(after);
                }
            }
        }
        self.complete += 1;
        self.layer_end = self.queue.len();
        Ok(())
    }

    /// The wanted digits that are `distance` moves from the centre.
    fn live(&self, puzzle: &Rotation, board: Board, distance: u8) -> impl Iterator<Item = Live> {
        let masks = board.masks();
        puzzle
            .wanted()
            .map(move |digit| (digit, masks[digit.index()]))
            .filter(move |&(_, mask)| self.entry(mask) == distance + 1)
    }

    /// The first, in the order of letters, of all shortest sequences, and the
    /// digit that it brings to the centre. `distance` is that of the nearest
    /// wanted digit.
    #[inline]
    fn first(&self, puzzle: &Rotation, board: Board, distance: u8) -> (Path, Digit) {
        self.live(puzzle, board, distance)
            .map(|(digit, mask)| (self.descend(mask, distance), digit))
            .min()
            .unwrap_or((0, Digit::One))
    }

    /// The first of the shortest sequences that bring a mask to the centre:
    /// always the first move that leads one closer.
    fn descend(&self, mut mask: Mask, distance: u8) -> Path {
        let mut path = 0;
        for entry in (1..=distance).rev() {
            // Looking at all eight at once is faster than stopping at the first
            // that is closer: no branch depends on what is found.
            let after = Move::ALL.map(|m| mask.turned(m));
            let mut closer = 0u8;
            for (i, &mask) in after.iter().enumerate() {
                closer |= u8::from(self.entry(mask) == entry) << i;
            }
            let m = closer.trailing_zeros() & 7;
            mask = after[m as usize];
            path = path << 3 | Path::from(m);
        }
        path
    }
}

/// The fewest moves, as far as the table goes, and one more than it goes beyond:
/// admissible and consistent at any time.
impl Heuristic<Rotation> for MaskTable {
    type Cache = u32;

    #[inline]
    fn start(&self, puzzle: &Rotation, state: Board) -> u32 {
        let masks = state.masks();
        puzzle
            .wanted()
            .map(|digit| match self.entry(masks[digit.index()]) {
                0 => self.unknown_from(),
                entry => u32::from(entry) - 1,
            })
            .fold(u32::MAX, u32::min)
    }

    #[inline]
    fn bound(&self, distance: u32) -> u32 {
        distance
    }
}

/// The moves of a sequence of known length: three bits a move, the last move
/// lowest. Sequences of one length compare as these numbers do.
type Path = u64;

/// The moves of a path of `length` moves, first to last.
fn moves(path: Path, length: u8) -> impl Iterator<Item = Move> {
    (0..length)
        .rev()
        .map(move |i| Move::ALL[(path >> (3 * i) & 7) as usize])
}

fn metered(meter: &mut Meter<'_>) -> impl FnMut() -> Result<(), StopReason> {
    || {
        meter.expand()?;
        meter.generate(Move::ALL.len() as u64);
        Ok(())
    }
}
