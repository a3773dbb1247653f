//! An abstraction of all orbits, in which positions that are equal up to symmetry share a table
//! entry.
//!
//! # Problem
//! A table of all positions of an abstraction in which pieces of a class look alike would take
//! gigabytes, and by symmetry most of its entries would equal other entries.
//!
//! # Solution
//! A position of the abstraction is given by the arrangement of colours of each orbit
//! ([`arrangements`](super::arrangements)). The rank of the arrangement of one orbit, the one with
//! the most, is the *major value* of a position, and the joint rank of all other orbits is its
//! *minor value*. The symmetries that keep the abstraction divide the major values into classes. To
//! find its table entry, a position is mapped by the symmetry that takes its major value to the
//! representative of the class. The table has an entry for each class and each minor value of such
//! an image. If several symmetries take the major value to the representative, each
//! gives an image, so several entries belong to the position; when the table is built, all of them
//! are visited.
//!
//! A search keeps three things of a position: the class, the symmetry, and the minor value of the
//! image. To find the entries of the children of a node, it looks up the class after each move. In
//! the large table of these classes, the classes after all moves from one class are neighbours. So
//! one access to this table serves all children.

use fewest_rules::{Abstraction, Cost};
use fewest_search::{in_huge_pages, prefetch};

use super::arrangements::{AT_ONCE, Arrangement, Arrangements, Carrier, SumOver, Sums};
use super::colouring::{Colouring, keeping};
use super::model::{PieceModel, PieceSymmetry};
use super::ranks::ArrangementRanks;

/// The greatest allowed number of major values: `MAJOR_VALUES` if the table of distances is small,
/// `MOST_MAJOR_VALUES` if it is large.
const MAJOR_VALUES: u64 = 1 << 23;
const MOST_MAJOR_VALUES: u64 = 1 << 27;
/// More than [`MAJOR_VALUES`] major values are allowed only if the table of distances has at least
/// this many entries for each of them. So the tables with which an entry is found take less memory
/// than the entries.
const ENTRIES_A_MAJOR_VALUE: u64 = 64;
/// The greatest allowed number of entries of each table of the minor values.
const MOST_MINOR_ENTRIES: u64 = 1 << 25;
/// A word of [`CosetAbstraction::class`] holds the index of a class and the index of a symmetry.
/// The symmetry takes this many of the lowest bits.
const SYMMETRY_BITS: u32 = 6;
/// The word of a major value that no position has.
const NO_CLASS: u32 = u32::MAX;

/// An abstraction in which pieces look alike, with the tables that number its positions up to
/// symmetry.
#[derive(Debug)]
pub(super) struct CosetAbstraction {
    moves: usize,
    /// The orbit of the major values, and the orbits of the minor values.
    pub(super) orbits: [Vec<usize>; 2],
    /// The number of minor values.
    minors: u32,
    /// For each minor value and each move, the minor value after the move.
    minor_next: Vec<u32>,
    /// For each symmetry and each minor value, the image of the value under the symmetry.
    minor_image: Vec<u32>,
    /// For each major value, a word with the index of its class and the index of a symmetry that
    /// takes the value to the representative of the class.
    class: Vec<u32>,
    /// The effect of each move on each class. The representative of a class is a major value, from
    /// which the move leads to another major value. The entry is the word that `class` holds for
    /// that other value.
    class_next: Vec<u32>,
    /// For each symmetry, the image of each move (`move_images`). For each pair of symmetries, the
    /// index of the symmetry that has the same effect as both, made one after the other
    /// (`products`).
    move_images: Vec<u8>,
    products: Vec<u8>,
    /// For each class, a set of bits: bit `s` is set if the symmetry with index `s` maps the
    /// representative of the class to itself. The bit of the identity, bit 0, is never set.
    keepers: Vec<u64>,
    /// The minor value of the goal. The major value of the goal represents the first class.
    solved: u32,
}

/// The *trace* of a position is what a search keeps of it: the class of its major value, the
/// symmetry that takes the major value to the representative of the class, and the minor value of
/// the position's image under that symmetry.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct CosetTrace {
    class: u32,
    minor: u32,
}

/// The major and the minor value of a position, which determine its table entry.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct EntryKey {
    pub(super) major: u32,
    pub(super) minor: u32,
}

/// Computes the values after all moves, or the images of values under all symmetries.
struct ValuesBy {
    sums: Vec<Sums>,
    count: usize,
}

impl ValuesBy {
    fn new(arrangements: &Arrangements, orbits: &[usize], carriers: &[Carrier]) -> Self {
        let groups = carriers.chunks(AT_ONCE);
        let sums = groups.map(|group| arrangements.sums(orbits, group, SumOver::Arrangement));
        Self {
            sums: sums.collect(),
            count: carriers.len(),
        }
    }

    fn of(&self, arrangement: &Arrangement) -> impl Iterator<Item = u32> {
        let groups = self.sums.iter().flat_map(|sums| sums.ranks(arrangement));
        groups.take(self.count)
    }
}

impl CosetAbstraction {
    /// About how many entries the table for these colourings has. `None` if there are more than
    /// `most`, or if the tables by which entries are found are too large in comparison.
    pub(super) fn entries(model: &PieceModel, colourings: &[Colouring], most: u64) -> Option<f64> {
        let orbits = || model.orbits.iter().zip(colourings);
        let sizes =
            orbits().map(|(orbit, colouring)| colouring.size(orbit, model.keeps_sum(orbit)));
        let sizes = sizes.collect::<Option<Vec<f64>>>()?;
        let major = sizes.iter().copied().fold(1.0, f64::max);
        let size = sizes.iter().product::<f64>();
        let symmetries = keeping(model, colourings).len();
        let most_major = (most / ENTRIES_A_MAJOR_VALUE).clamp(MAJOR_VALUES, MOST_MAJOR_VALUES);
        let minor_entries = size / major * symmetries.max(model.moves.len()) as f64;
        let entries = size / symmetries as f64;
        let fits = orbits().all(|(orbit, colouring)| ArrangementRanks::fits(orbit, colouring))
            && size > 1.0
            && entries <= most as f64
            && major <= most_major as f64
            && minor_entries <= MOST_MINOR_ENTRIES as f64;
        fits.then_some(entries)
    }

    /// The abstraction to these arrangements. `None` if it is too large.
    pub(super) fn new(
        model: &PieceModel,
        colourings: &[Colouring],
        arrangements: &Arrangements,
    ) -> Option<Self> {
        let symmetries = keeping(model, colourings);
        let all = 0..model.orbits.len();
        let first = all.clone().max_by_key(|&orbit| arrangements.size(orbit))?;
        let others = all.filter(|&other| other != first && arrangements.size(other) > 1);
        let others: Vec<usize> = others.collect();
        let mut minors = others.iter().map(|&orbit| arrangements.size(orbit));
        let minors = minors.try_fold(1, u32::checked_mul)?;
        let moves = model.moves.len();
        let majors = arrangements.size(first);
        if u64::from(majors) > MOST_MAJOR_VALUES
            || u64::from(minors) * symmetries.len().max(moves) as u64 > MOST_MINOR_ENTRIES
        {
            return None;
        }
        let mut coset = Self {
            moves,
            minors,
            minor_next: vec![0; minors as usize * moves],
            minor_image: vec![0; minors as usize * symmetries.len()],
            class: in_huge_pages(majors as usize, NO_CLASS),
            class_next: Vec::new(),
            move_images: symmetries.iter().flat_map(|s| s.moves.clone()).collect(),
            products: products(&symmetries)?,
            keepers: Vec::new(),
            solved: 0,
            orbits: [vec![first], others],
        };
        let by_moves = (0..moves).map(|m| Carrier::of_move(model, m)).collect();
        let by_symmetries = symmetries.iter().map(|s| Carrier::symmetry(s)).collect();
        let carriers: [Vec<Carrier>; 2] = [by_moves, by_symmetries];
        let [major, minor] = [0, 1].map(|part| {
            let orbits = &coset.orbits[part];
            [0, 1].map(|by| ValuesBy::new(arrangements, orbits, &carriers[by]))
        });
        coset.find_minors(arrangements, &minor);
        coset.find_classes(arrangements, &major);
        // Above this number of classes, a word could not hold the index of a class, and the last one
        // would look like no class.
        let most_classes = 1 << (u32::BITS - SYMMETRY_BITS);
        (coset.keepers.len() < most_classes).then_some(coset)
    }

    /// Fills the tables of the minor values that positions have. `by_move` computes the values after
    /// moves, and `images` those under symmetries.
    fn find_minors(&mut self, arrangements: &Arrangements, [by_move, images]: &[ValuesBy; 2]) {
        // The first symmetry is the identity.
        let own = |arrangement: &Arrangement| images.of(arrangement).next().unwrap_or(0);
        let mut waiting = vec![arrangements.goal()];
        self.solved = own(&waiting[0]);
        let mut seen = vec![false; self.minors as usize];
        seen[self.solved as usize] = true;
        while let Some(arrangement) = waiting.pop() {
            let minor = own(&arrangement) as usize;
            for (m, next) in by_move.of(&arrangement).enumerate() {
                self.minor_next[minor * self.moves + m] = next;
                if !std::mem::replace(&mut seen[next as usize], true) {
                    waiting.push(arrangements.after(&arrangement, m));
                }
            }
            for (symmetry, image) in images.of(&arrangement).enumerate() {
                self.minor_image[symmetry * self.minors as usize + minor] = image;
            }
        }
    }

    /// Finds the classes of the major values that positions have. The arguments are as in
    /// [`find_minors`](Self::find_minors).
    fn find_classes(&mut self, arrangements: &Arrangements, [by_move, images]: &[ValuesBy; 2]) {
        let mut representatives = vec![arrangements.goal()];
        self.add_class(images.of(&representatives[0]));
        let mut next = Vec::new();
        let mut at = 0;
        while let Some(&representative) = representatives.get(at) {
            for (m, after) in by_move.of(&representative).enumerate() {
                next.push(after);
                if self.class[after as usize] == NO_CLASS {
                    let after = arrangements.after(&representative, m);
                    self.add_class(images.of(&after));
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

    /// Adds the class of a major value, given by the images of its representative under all
    /// symmetries.
    fn add_class(&mut self, images: impl Iterator<Item = u32>) {
        let class = (self.keepers.len() as u32) << SYMMETRY_BITS;
        let (mut keepers, mut own) = (0, None);
        for (symmetry, image) in images.enumerate() {
            if image == *own.get_or_insert(image) && symmetry > 0 {
                keepers |= 1 << symmetry;
            }
            let word = &mut self.class[image as usize];
            if *word == NO_CLASS {
                let row = &self.products[symmetry << SYMMETRY_BITS..][..1 << SYMMETRY_BITS];
                let inverse = row.iter().position(|&product| product == 0);
                *word = class | inverse.unwrap_or(0) as u32;
            }
        }
        self.keepers.push(keepers);
    }

    /// The number of bytes that the tables by which entries are found take.
    pub(super) fn bytes(&self) -> u64 {
        let words = [
            &self.minor_next,
            &self.minor_image,
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
            minor: self.minor_image(class, minor),
        }
    }

    /// The trace after a move.
    ///
    /// A trace describes the image of a position under the symmetry that the trace names. In this
    /// image, the image of the move under the same symmetry is made. The result is the image of the
    /// position after the move.
    #[inline]
    pub(super) fn after(&self, trace: CosetTrace, m: usize) -> CosetTrace {
        let (class, symmetry) = parts(trace.class);
        let m = usize::from(self.move_images[symmetry * self.moves + m]);
        let next = self.class_next[class * self.moves + m];
        let minor = self.minor_next[trace.minor as usize * self.moves + m];
        let (_, then) = parts(next);
        let product = self.products[symmetry << SYMMETRY_BITS | then];
        CosetTrace {
            class: next >> SYMMETRY_BITS << SYMMETRY_BITS | u32::from(product),
            minor: self.minor_image(next, minor),
        }
    }

    /// Starts to load the table row that [`after`](Self::after) reads.
    #[inline]
    pub(super) fn prefetch_moves(&self, trace: CosetTrace) {
        let (class, _) = parts(trace.class);
        let row = self.class_next.get(class * self.moves..);
        let row = row.and_then(|row| row.get(..self.moves));
        if let Some([first, .., last]) = row {
            prefetch(first);
            prefetch(last);
        }
    }

    /// The index of the table entry of a position with the trace `trace`.
    #[inline]
    pub(super) fn number_of(&self, trace: CosetTrace) -> u64 {
        let (class, _) = parts(trace.class);
        class as u64 * u64::from(self.minors) + u64::from(trace.minor)
    }

    /// The image of a minor value under the symmetry that the word `class` holds.
    #[inline]
    fn minor_image(&self, class: u32, minor: u32) -> u32 {
        let (_, symmetry) = parts(class);
        self.minor_image[symmetry * self.minors as usize + minor as usize]
    }

    /// Calls `visit` with the indices of all table entries of a position. Its major value has the
    /// word `class` in [`CosetAbstraction::class`], and its minor value is `minor`.
    #[inline]
    fn numbers(&self, class: u32, minor: u32, mut visit: impl FnMut(u64)) {
        let size = self.minors as usize;
        let first = u64::from(class >> SYMMETRY_BITS) * u64::from(self.minors);
        let minor = self.minor_image(class, minor);
        visit(first + u64::from(minor));
        let mut keepers = self.keepers[(class >> SYMMETRY_BITS) as usize];
        while keepers != 0 {
            let keeper = keepers.trailing_zeros() as usize;
            keepers &= keepers - 1;
            let image = self.minor_image[keeper * size + minor as usize];
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

/// For each pair of symmetries, the index of the symmetry that has the same effect as both, made
/// one after the other.
fn products(symmetries: &[&PieceSymmetry]) -> Option<Vec<u8>> {
    let mut products = vec![0; symmetries.len() << SYMMETRY_BITS];
    for (one, first) in symmetries.iter().enumerate() {
        for (other, then) in symmetries.iter().enumerate() {
            let moves = first.moves.iter().map(|&m| then.moves[usize::from(m)]);
            let is_product = |all: &&PieceSymmetry| moves.clone().eq(all.moves.iter().copied());
            let product = symmetries.iter().position(is_product)?;
            products[one << SYMMETRY_BITS | other] = product as u8;
        }
    }
    Some(products)
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
