//! An abstraction of all orbits, in which positions that are equal up to symmetry share a table
//! entry.
//!
//! # Problem
//! A table of all positions of an abstraction in which pieces of a class look alike would take
//! gigabytes, and by symmetry most of its entries would equal other entries.
//!
//! # Solution
//! A position of the abstraction is given by its major and its minor value
//! ([`arrangements`](super::arrangements)). The symmetries that keep the abstraction divide the
//! major values into classes. To find its table entry, a position is mapped by the symmetry that
//! takes its major value to the representative of the class. The table has an entry for each class
//! and each minor value of such an image. If several symmetries take the major value to the
//! representative, each gives an image, so several entries belong to the position; when the table
//! is built, all of them are visited.
//!
//! A search keeps three things of a position: the class, the symmetry, and the minor value of the
//! image. To find the entries of the children of a node, it looks up the class after each move. In
//! the large table of these classes, the classes after all moves from one class are neighbours. So
//! one access to this table serves all children.

use fewest_rules::{Abstraction, Cost};
use fewest_search::{in_huge_pages, prefetch};

use super::arrangements::{AT_ONCE, Arrangements, EntryKey, ImageKeys};
use super::colouring::{Colouring, keeping};
use super::model::{PieceModel, PiecePlacements, PieceStates};
use super::ranks::ArrangementRanks;

/// The greatest allowed number of major values: `MAJOR_VALUES` if the table of distances is small,
/// `MOST_MAJOR_VALUES` if it is large.
const MAJOR_VALUES: u64 = 1 << 23;
const MOST_MAJOR_VALUES: u64 = 1 << 26;
/// More than [`MAJOR_VALUES`] major values are allowed only if the table of distances has at least
/// this many entries for each of them. So the tables with which an entry is found take less memory
/// than the entries.
const ENTRIES_A_MAJOR_VALUE: u64 = 64;
/// The greatest allowed number of entries of each table of the minor values.
const MOST_MINOR_ENTRIES: u64 = 1 << 25;
/// A word of [`CosetAbstraction::class`] holds the index of a class, of which there are at most
/// [`MOST_MAJOR_VALUES`], and the index of a symmetry. The symmetry takes this many of the lowest
/// bits.
const SYMMETRY_BITS: u32 = 6;
/// The word of a major value that no position has.
const NO_CLASS: u32 = u32::MAX;

/// An abstraction in which pieces look alike, with the tables that number its positions up to
/// symmetry.
#[derive(Debug)]
pub(super) struct CosetAbstraction {
    moves: usize,
    /// The number of minor values.
    minors: u32,
    /// For each minor value and each move, the minor value after the move.
    minor_next: Vec<u32>,
    /// For each symmetry and each minor value, the value whose image under the symmetry it is.
    minor_before: Vec<u32>,
    /// For each major value, a word with the index of its class and the index of a symmetry that
    /// takes the representative of the class to the value.
    class: Vec<u32>,
    /// The effect of each move on each class. The representative of a class is a major value, from
    /// which the move leads to another major value. The entry is the word that `class` holds for
    /// that other value.
    class_next: Vec<u32>,
    /// For each symmetry and each move, the move whose image under the symmetry it is.
    move_before: Vec<u8>,
    /// For each class, a set of bits: bit `s` is set if the symmetry with index `s` maps the
    /// representative of the class to itself. The bit of the identity, bit 0, is never set.
    keepers: Vec<u64>,
    /// The minor value of the goal. The major value of the goal represents the first class.
    solved: u32,
}

/// The *trace* of a position is what a search keeps of it: the class of its major value, the
/// symmetry that takes the representative of the class to the major value, and the minor value of
/// the position whose image under that symmetry is the position.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct CosetTrace {
    class: u32,
    minor: u32,
}

/// Computes the values of positions and of their images under all symmetries of an abstraction.
struct AllImages<'a> {
    states: PieceStates<'a>,
    keys: Vec<ImageKeys>,
    symmetries: usize,
}

impl AllImages<'_> {
    /// The values of the images of a position, those of the position itself first.
    fn of(&self, state: PiecePlacements) -> impl Iterator<Item = EntryKey> {
        let keys = self.keys.iter().flat_map(move |keys| keys.of(state));
        keys.take(self.symmetries)
    }

    fn own(&self, state: PiecePlacements) -> EntryKey {
        self.keys[0].of(state)[0]
    }
}

impl CosetAbstraction {
    /// About how many entries the table for these colourings has. `None` if there are more than
    /// `most`, or if the tables by which entries are found are too large in comparison.
    pub(super) fn entries(model: &PieceModel, colourings: &[Colouring], most: u64) -> Option<f64> {
        let orbits = || model.orbits.iter().zip(colourings);
        let sizes = orbits().zip(&model.keeps_sum);
        let sizes = sizes.map(|((orbit, colouring), &keeps_sum)| colouring.size(orbit, keeps_sum));
        let (major, size) = sizes.fold((1.0, 1.0), |(major, size), of_orbit| {
            (f64::max(major, of_orbit), size * of_orbit)
        });
        let symmetries = keeping(model, colourings).len();
        let most_major = (most / ENTRIES_A_MAJOR_VALUE).clamp(MAJOR_VALUES, MOST_MAJOR_VALUES);
        let minor_entries = size / major * symmetries.max(model.moves.len()) as f64;
        let entries = size / symmetries as f64;
        let fits = orbits().all(|(orbit, colouring)| ArrangementRanks::fits(orbit, colouring))
            && size > 1.0
            && entries <= most as f64
            && major < most_major as f64
            && minor_entries <= MOST_MINOR_ENTRIES as f64;
        fits.then_some(entries)
    }

    /// The abstraction to these arrangements, for which [`entries`](Self::entries) has returned a
    /// number.
    pub(super) fn new(
        model: &PieceModel,
        colourings: &[Colouring],
        arrangements: &Arrangements,
    ) -> Self {
        let symmetries = &keeping(model, colourings);
        let groups = symmetries.chunks(AT_ONCE);
        let images = AllImages {
            states: PieceStates(model),
            symmetries: symmetries.len(),
            keys: groups.map(|group| arrangements.images(group)).collect(),
        };
        let [majors, minors] = arrangements.sizes();
        let moves = model.moves.len();
        let mut coset = Self {
            moves,
            minors,
            minor_next: vec![0; minors as usize * moves],
            minor_before: vec![0; minors as usize * symmetries.len()],
            class: in_huge_pages(majors as usize, NO_CLASS),
            class_next: Vec::new(),
            move_before: vec![0; moves * symmetries.len()],
            keepers: Vec::new(),
            solved: images.own(model.solved).minor,
        };
        for (number, symmetry) in symmetries.iter().enumerate() {
            for (m, &image) in (0..).zip(&symmetry.moves) {
                coset.move_before[number * moves + usize::from(image)] = m;
            }
        }
        coset.find_minors(model.solved, &images);
        coset.find_classes(model.solved, &images);
        coset
    }

    /// Fills the tables of the minor values that positions have.
    fn find_minors(&mut self, solved: PiecePlacements, images: &AllImages) {
        let mut waiting = vec![solved];
        let mut seen = vec![false; self.minors as usize];
        seen[self.solved as usize] = true;
        while let Some(state) = waiting.pop() {
            let minor = images.own(state).minor as usize;
            for m in 0..self.moves {
                let after = images.states.after(state, m);
                let next = images.own(after).minor;
                self.minor_next[minor * self.moves + m] = next;
                if !std::mem::replace(&mut seen[next as usize], true) {
                    waiting.push(after);
                }
            }
            for (symmetry, image) in images.of(state).enumerate() {
                let before = symmetry * self.minors as usize + image.minor as usize;
                self.minor_before[before] = minor as u32;
            }
        }
    }

    /// Finds the classes of the major values that positions have.
    fn find_classes(&mut self, solved: PiecePlacements, images: &AllImages) {
        let mut representatives = vec![solved];
        self.add_class(images.of(solved));
        let mut next = Vec::new();
        let mut at = 0;
        while let Some(&representative) = representatives.get(at) {
            for m in 0..self.moves {
                let after = images.states.after(representative, m);
                let major = images.own(after).major;
                next.push(major);
                if self.class[major as usize] == NO_CLASS {
                    self.add_class(images.of(after));
                    representatives.push(after);
                }
            }
            at += 1;
        }
        self.class_next = in_huge_pages(next.len(), 0);
        for (word, after) in self.class_next.iter_mut().zip(next) {
            *word = self.class[after as usize];
        }
    }

    /// Adds the class of a major value, given by the images of a position that has it under all
    /// symmetries.
    fn add_class(&mut self, images: impl Iterator<Item = EntryKey>) {
        let class = (self.keepers.len() as u32) << SYMMETRY_BITS;
        let (mut keepers, mut own) = (0, None);
        for (symmetry, EntryKey { major, .. }) in images.enumerate() {
            if major == *own.get_or_insert(major) && symmetry > 0 {
                keepers |= 1 << symmetry;
            }
            let word = &mut self.class[major as usize];
            if *word == NO_CLASS {
                *word = class | symmetry as u32;
            }
        }
        self.keepers.push(keepers);
    }

    /// The number of bytes that the tables by which entries are found take.
    pub(super) fn bytes(&self) -> u64 {
        let words = [
            &self.minor_next,
            &self.minor_before,
            &self.class,
            &self.class_next,
        ];
        let words: usize = words.iter().map(|table| table.len()).sum();
        4 * words as u64 + 8 * self.keepers.len() as u64
    }

    /// The trace of the position whose table entry has the key `key`.
    #[inline]
    pub(super) fn trace(&self, key: EntryKey) -> CosetTrace {
        self.reduced(self.class[key.major as usize], key.minor)
    }

    /// The trace of a position whose major value has the word `class`, and whose minor value is
    /// `minor`.
    #[inline]
    fn reduced(&self, class: u32, minor: u32) -> CosetTrace {
        CosetTrace {
            class,
            minor: self.before(class, minor),
        }
    }

    /// The index of the table entry of the position to which a move leads.
    ///
    /// A trace describes a position whose image under a symmetry is the position itself. There, the
    /// move is made whose image under the same symmetry is the move itself.
    #[inline]
    pub(super) fn number_after(&self, trace: CosetTrace, m: usize) -> u64 {
        let (class, symmetry) = parts(trace.class);
        let m = usize::from(self.move_before[symmetry * self.moves + m]);
        let next = self.class_next[class * self.moves + m];
        let minor = self.minor_next[trace.minor as usize * self.moves + m];
        self.number_of(self.reduced(next, minor))
    }

    /// Starts to load the table row that [`number_after`](Self::number_after) reads.
    #[inline]
    pub(super) fn prefetch_moves(&self, trace: CosetTrace) {
        let (class, _) = parts(trace.class);
        let row = &self.class_next[class * self.moves..][..self.moves];
        row.iter().step_by(16).chain(row.last()).for_each(prefetch);
    }

    /// The index of the table entry of a position with the trace `trace`.
    #[inline]
    pub(super) fn number_of(&self, trace: CosetTrace) -> u64 {
        let (class, _) = parts(trace.class);
        class as u64 * u64::from(self.minors) + u64::from(trace.minor)
    }

    /// The minor value whose image under the symmetry that the word `class` holds is `minor`.
    #[inline]
    fn before(&self, class: u32, minor: u32) -> u32 {
        let (_, symmetry) = parts(class);
        self.minor_before[symmetry * self.minors as usize + minor as usize]
    }

    /// Calls `visit` with the indices of all table entries of a position. Its major value has the
    /// word `class` in [`CosetAbstraction::class`], and its minor value is `minor`.
    #[inline]
    fn numbers(&self, class: u32, minor: u32, mut visit: impl FnMut(u64)) {
        let size = self.minors as usize;
        let first = u64::from(class >> SYMMETRY_BITS) * u64::from(self.minors);
        let minor = self.before(class, minor);
        visit(first + u64::from(minor));
        let mut keepers = self.keepers[(class >> SYMMETRY_BITS) as usize];
        while keepers != 0 {
            let keeper = keepers.trailing_zeros() as usize;
            keepers &= keepers - 1;
            let image = self.minor_before[keeper * size + minor as usize];
            visit(first + u64::from(image));
        }
    }
}

/// Splits a word of [`CosetAbstraction::class`] into the index of a class and the index of a
/// symmetry.
#[inline]
fn parts(class: u32) -> (usize, usize) {
    let symmetry = class & ((1 << SYMMETRY_BITS) - 1);
    ((class >> SYMMETRY_BITS) as usize, symmetry as usize)
}

impl Abstraction for CosetAbstraction {
    /// The index of the class of the major value, and the minor value.
    type Image = (u32, u32);

    /// The inverse of each move is a move.
    const UNDIRECTED: bool = true;

    fn size(&self) -> u64 {
        self.keepers.len() as u64 * u64::from(self.minors)
    }

    #[inline]
    fn unrank(&self, rank: u64) -> (u32, u32) {
        let size = u64::from(self.minors);
        ((rank / size) as u32, (rank % size) as u32)
    }

    fn goals(&self, mut visit: impl FnMut(u64, u8)) {
        self.numbers(0, self.solved, |number| visit(number, 1));
    }

    /// The inverse of each move is a move, so the predecessors are the successors.
    #[inline]
    fn predecessors(
        &self,
        _: u64,
        (class, minor): (u32, u32),
        _: u8,
        mut visit: impl FnMut(u64, u8, Cost),
    ) {
        let classes = &self.class_next[class as usize * self.moves..][..self.moves];
        let minors = &self.minor_next[minor as usize * self.moves..][..self.moves];
        for (&class, &minor) in classes.iter().zip(minors) {
            self.numbers(class, minor, |number| visit(number, 1, Cost::One));
        }
    }

    #[inline]
    fn any_neighbour(
        &self,
        _: u64,
        (class, minor): (u32, u32),
        mut holds: impl FnMut(u64) -> bool,
    ) -> bool {
        let classes = &self.class_next[class as usize * self.moves..][..self.moves];
        let minors = &self.minor_next[minor as usize * self.moves..][..self.moves];
        let mut neighbours = classes.iter().zip(minors);
        neighbours.any(|(&class, &minor)| holds(self.number_of(self.reduced(class, minor))))
    }
}
