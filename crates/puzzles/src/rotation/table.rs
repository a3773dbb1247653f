//! The distances of all masks, and the solver that reads solutions from them.
//!
//! The distance of a board is the minimum of the distances of its three masks. A sequence of moves
//! is a shortest solution exactly if there is a nearest mask that every move brings one step
//! closer, until it is the centre. So one byte for each of 735,471 masks is enough to solve every
//! board.
//!
//! The bytes are computed by breadth-first search backwards from the centre, layer by layer, and
//! only as deep as a board needs. For a board near the goal, a few dozen masks suffice. Because the
//! board has eight symmetries, only one mask of each class is expanded. When the search generates a
//! new mask, it stores the distance of the mask's other images as well.

use fewest_rules::{Heuristic, Limits, Meter, Outcome, Report, StopReason};

use super::Rotation;
use super::board::{Digit, DigitBoard};
use super::heuristic::Centre;
use super::mask::Mask;
use super::rank::{MASKS, rank};
use super::symmetry;
use super::turns::LineTurn;

/// The number of classes of masks under the symmetries of the board.
const CLASSES: usize = 92_247;

/// The distances of masks from the centre. The distances are computed only as deep as boards have
/// needed them so far.
///
/// From the first query on, a table takes [`BYTES`](Self::BYTES) bytes.
#[derive(Debug, Clone, Default)]
pub struct MaskTable {
    /// One more than the distance of each mask, by rank, or 0 if it is not known yet.
    entries: Vec<u8>,
    /// The masks that the search has generated so far, nearest to the centre first. A mask stands
    /// for its class under the symmetries of the board, so there is only one mask of each class.
    queue: Vec<Mask>,
    /// The number of masks in the queue that have been expanded.
    expanded: usize,
    /// The number of masks in the queue whose distance from the centre is at most `complete`.
    layer_end: usize,
    /// The greatest distance from the centre up to which the table knows all masks.
    complete: u8,
}

/// A digit that may fill the centre, and the cells that this digit occupies. No other digit that
/// may fill the centre needs fewer moves to do so.
type Live = (Digit, Mask);

impl MaskTable {
    /// The size of a table in bytes.
    pub const BYTES: u64 = (MASKS + CLASSES * size_of::<Mask>()) as u64;

    /// Creates a table without any distances.
    pub fn new() -> Self {
        Self::default()
    }

    /// Finds a provably shortest solution: the alphabetically first of all shortest move sequences.
    ///
    /// Over its lifetime, the table expands at most one mask of each class, and never one that it
    /// expanded for an earlier board. Every board has a solution.
    pub fn solve(
        &mut self,
        puzzle: &Rotation,
        board: DigitBoard,
        limits: &Limits,
    ) -> Report<LineTurn> {
        let mut meter = Meter::new(limits);
        let outcome = match self.nearest(puzzle, board, &mut meter) {
            Ok(distance) => match self.first(puzzle, board, distance) {
                Some((path, _)) => Outcome::Solved {
                    moves: moves(path, distance).collect(),
                },
                None => Outcome::Stopped {
                    lower_bound: 0,
                    reason: StopReason::Contradiction,
                },
            },
            Err(reason) => {
                let seen = Centre.start(puzzle, board);
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

    /// Appends the moves that [`solve`](Self::solve) finds to `out`, as letters, and returns the
    /// digit that they bring to the centre. `None`, and nothing appended, if the table leads to no
    /// goal.
    pub(super) fn write_moves(
        &mut self,
        puzzle: &Rotation,
        board: DigitBoard,
        out: &mut Vec<u8>,
    ) -> Option<Digit> {
        let distance = match self.known(puzzle, board) {
            Some(distance) => distance,
            None => {
                let limits = Limits::default();
                self.nearest(puzzle, board, &mut Meter::new(&limits)).ok()?
            }
        };
        let (path, digit) = self.first(puzzle, board, distance)?;
        out.extend(moves(path, distance).map(LineTurn::letter));
        Some(digit)
    }

    /// Returns the fewest moves that a board needs. Afterwards the table, used as a [`Heuristic`],
    /// gives the exact distance of every board on a shortest solution.
    ///
    /// # Errors
    /// Returns the limit that was reached.
    pub fn distance(
        &mut self,
        puzzle: &Rotation,
        board: DigitBoard,
        limits: &Limits,
    ) -> Result<u8, StopReason> {
        self.nearest(puzzle, board, &mut Meter::new(limits))
    }

    /// Returns the fewest moves that bring each digit to the centre, whatever the goal.
    ///
    /// # Errors
    /// Returns the limit that was reached.
    pub fn distances(&mut self, board: DigitBoard, limits: &Limits) -> Result<[u8; 3], StopReason> {
        let mut meter = Meter::new(limits);
        let mut distances = [0; 3];
        for digit in Digit::ALL {
            let only = Rotation { goal: Some(digit) };
            distances[digit.index()] = self.nearest(&only, board, &mut meter)?;
        }
        Ok(distances)
    }

    /// Computes the distances of all masks at once, instead of when boards need them.
    ///
    /// # Errors
    /// Returns the limit that was reached. The table keeps the distances computed so far.
    pub fn build(&mut self, limits: &Limits) -> Result<(), StopReason> {
        self.complete(&mut Meter::new(limits))
    }

    /// Computes the distances of all masks. Afterwards no entry of the table is 0.
    pub(super) fn complete(&mut self, meter: &mut Meter<'_>) -> Result<(), StopReason> {
        meter.hold(Self::BYTES)?;
        while self.expanded < CLASSES {
            self.add_layer(meter)?;
        }
        Ok(())
    }

    /// One more than the distance of each mask, by rank, or 0 if it is not known yet.
    pub(super) fn entries(&self) -> &[u8] {
        &self.entries
    }

    /// The masks whose distance the search has found so far. A mask stands for its class under the
    /// symmetries of the board, so there is only one mask of each class.
    pub(super) fn classes(&self) -> &[Mask] {
        &self.queue
    }

    /// One more than the distance of a mask, or 0 if it is not known yet.
    #[inline]
    pub(super) fn entry(&self, mask: Mask) -> u8 {
        self.entries.get(rank(mask)).copied().unwrap_or(0)
    }

    /// A lower bound on the distance of every mask that is not known yet.
    fn unknown_from(&self) -> u32 {
        if self.entries.is_empty() {
            0
        } else {
            u32::from(self.complete) + 1
        }
    }

    /// The distance of the nearest digit that may fill the centre, if the table knows all masks up to
    /// this distance.
    #[inline]
    fn known(&self, puzzle: &Rotation, board: DigitBoard) -> Option<u8> {
        let masks = board.masks();
        let nearest = puzzle
            .wanted()
            .map(|digit| self.entry(masks[digit.index()]).wrapping_sub(1))
            .fold(u8::MAX, u8::min);
        (nearest <= self.complete).then_some(nearest)
    }

    /// Returns the distance of the nearest digit that may fill the centre. After the call, the
    /// table knows all masks up to this distance.
    fn nearest(
        &mut self,
        puzzle: &Rotation,
        board: DigitBoard,
        meter: &mut Meter<'_>,
    ) -> Result<u8, StopReason> {
        meter.hold(Self::BYTES)?;
        loop {
            if let Some(distance) = self.known(puzzle, board) {
                return Ok(distance);
            }
            self.add_layer(meter)?;
        }
    }

    /// Computes all masks at the next distance. After an error, another call of this function
    /// continues where the failed call stopped.
    fn add_layer(&mut self, meter: &mut Meter<'_>) -> Result<(), StopReason> {
        if self.entries.is_empty() {
            self.entries = vec![0; MASKS];
            self.queue = Vec::with_capacity(CLASSES);
            self.entries[rank(Mask::CENTRE)] = 1;
            self.queue.push(Mask::CENTRE);
            self.layer_end = 1;
        }
        // Invariant: all masks up to distance `complete` have entries, and the queue from
        // `expanded` to `layer_end` holds the classes at that distance that are not expanded yet.
        let entry = self.complete + 2;
        let entries = &mut self.entries[..];
        while self.expanded < self.layer_end {
            meter.expand()?;
            meter.generate(LineTurn::ALL.len() as u64);
            let mask = self.queue[self.expanded];
            self.expanded += 1;
            for after in LineTurn::ALL.map(|m| mask.turned(m)) {
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

    /// Lists the digits that may fill the centre and are `distance` moves away from it.
    fn live(
        &self,
        puzzle: &Rotation,
        board: DigitBoard,
        distance: u8,
    ) -> impl Iterator<Item = Live> {
        let masks = board.masks();
        puzzle
            .wanted()
            .map(move |digit| (digit, masks[digit.index()]))
            .filter(move |&(_, mask)| self.entry(mask) == distance + 1)
    }

    /// Returns the alphabetically first shortest solution, and the digit that it brings to the
    /// centre. `distance` must be the distance of the nearest digit that may fill the centre. `None`
    /// if the moves of some digit do not bring it to the centre.
    #[inline]
    fn first(
        &self,
        puzzle: &Rotation,
        board: DigitBoard,
        distance: u8,
    ) -> Option<(MovePath, Digit)> {
        let mut first: Option<(MovePath, Digit)> = None;
        for (digit, mask) in self.live(puzzle, board, distance) {
            let found = (self.descend(mask, distance)?, digit);
            first = Some(first.map_or(found, |first| first.min(found)));
        }
        first
    }

    /// Returns the alphabetically first shortest sequence that brings a mask to the centre. Each
    /// move of the result is the first one that leads one step closer. The moves are made on the mask
    /// by the rules; `None` if they do not bring it to the centre.
    fn descend(&self, mut mask: Mask, distance: u8) -> Option<MovePath> {
        let mut path = 0;
        for entry in (1..=distance).rev() {
            // Examining all eight moves is faster than stopping at the first good one, because no
            // branch depends on the result.
            let after = LineTurn::ALL.map(|m| mask.turned(m));
            let mut closer = 0u8;
            for (i, &mask) in after.iter().enumerate() {
                closer |= u8::from(self.entry(mask) == entry) << i;
            }
            let m = closer.trailing_zeros() & 7;
            mask = after[m as usize];
            path = path << 3 | MovePath::from(m);
        }
        (mask == Mask::CENTRE).then_some(path)
    }
}

/// The bound of a known mask is its exact distance. The bound of a mask that is not known yet is
/// one more than the deepest complete layer. These bounds are admissible and consistent at any
/// time.
impl Heuristic<Rotation> for MaskTable {
    type Cache = u32;

    #[inline]
    fn start(&self, puzzle: &Rotation, state: DigitBoard) -> u32 {
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

/// A sequence of moves whose length is stored elsewhere: three bits per move, with the last move in
/// the lowest bits. The numbers of sequences of equal length have the lexicographic order of the
/// sequences.
type MovePath = u64;

/// Iterates over the moves of a path of `length` moves, from first to last.
fn moves(path: MovePath, length: u8) -> impl Iterator<Item = LineTurn> {
    (0..length)
        .rev()
        .map(move |i| LineTurn::ALL[(path >> (3 * i) & 7) as usize])
}
