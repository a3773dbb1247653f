//! An abstraction of all orbits, in which positions that are equal up to symmetry share a table
//! entry.
//!
//! # Problem
//! A table of all positions of an abstraction in which pieces of a class look alike would take
//! gigabytes, and by symmetry most of its entries would equal other entries.
//!
//! # Solution
//! A position of the abstraction is given by its coordinates, numbers for the classes
//! and the turns of the pieces of each orbit ([`colouring`](super::colouring)). The coordinates of
//! one orbit are the *major* coordinates, and those of all other orbits are the *minor*
//! coordinates. The major coordinates together give the *major value* of a position, and the minor
//! coordinates the *minor value*. The symmetries that keep the abstraction divide the major values
//! into classes. To find its table entry, a position is mapped by the symmetry that takes its major
//! value to the representative of the class. The table has an entry for each class and each minor
//! value of such an image. If several symmetries take the major value to the representative, each
//! gives an image, so several entries belong to the position; when the table is built, all of them
//! are visited.
//!
//! A search keeps three things of a position: the class, the symmetry, and the minor value of the
//! image. To find the entries of the children of a node, it looks up the class after each move. In
//! the large table of these classes, the classes after all moves from one class are neighbours. So
//! one access to this table serves all children.

use fewest_rules::{Abstraction, Cost};
use fewest_search::{in_huge_pages, prefetch};

use super::colouring::{Colouring, keeping, values};
use super::joint::Joint;
use super::model::{PieceModel, PieceSymmetry};
use super::sums::{ImageOf, OrbitSums, VIEWS_AT_ONCE};

/// The greatest allowed number of coordinates of the major orbit, which is the orbit whose
/// coordinates have the most joint values.
pub(super) const MOST_MAJOR: usize = 2;
/// The greatest allowed number of values of the major coordinates: `MAJOR_VALUES` if the table of
/// distances is small, `MOST_MAJOR_VALUES` if it is large.
const MAJOR_VALUES: u64 = 1 << 23;
const MOST_MAJOR_VALUES: u64 = 1 << 27;
/// A major orbit with more than [`MAJOR_VALUES`] values is allowed only if the table of distances
/// has at least this many entries for each of them. So the tables with which an entry is found take
/// less memory than the entries.
const ENTRIES_A_MAJOR_VALUE: u64 = 64;
/// The greatest allowed number of entries of each table of the minor coordinates, which are the
/// coordinates of all orbits but the major one.
const MOST_MINOR_ENTRIES: u64 = 1 << 25;
/// A word of [`CosetAbstraction::class`] holds the index of a class and the index of a symmetry.
/// The symmetry takes this many of the lowest bits.
const SYMMETRY_BITS: u32 = 6;

/// An abstraction in which pieces look alike, with the tables that number its positions up to
/// symmetry.
#[derive(Debug, Clone)]
pub(super) struct CosetAbstraction {
    moves: usize,
    /// The index of the major orbit, the one whose coordinates have the most joint values.
    major_orbit: usize,
    /// The major coordinates, which are the coordinates of one orbit.
    major: Joint,
    /// The minor coordinates, which are the coordinates of all other orbits (`minor`), and for each
    /// of their joint values and each move, the joint value after the move (`minor_next`).
    minor: Joint,
    minor_next: Vec<u32>,
    /// The orbits of the minor coordinates, each with the number of joint values of its
    /// coordinates.
    minor_orbits: Vec<(usize, u32)>,
    /// For each major value, a word with the index of its class and the index of a symmetry that
    /// takes the value to the representative of the class.
    class: Vec<u32>,
    /// For each symmetry and each minor value, the image of the value under the symmetry.
    minor_image: Vec<u32>,
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
    solved: (u32, u32),
}

/// The *trace* of a position is what a search keeps of it: the class of its major value, the
/// symmetry that takes the major value to the representative of the class, and the minor value of
/// the position's image under that symmetry.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct CosetTrace {
    class: u32,
    minor: u32,
}

/// The joint values of the major and of the minor coordinates of a position, which determine its
/// table entry.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct EntryKey {
    major: u32,
    minor: u32,
}

impl CosetAbstraction {
    /// Whether the tables by which entries are found are small enough in comparison with a table of
    /// distances that has `most` entries. `symmetries` is the number of symmetries that keep the
    /// abstraction.
    pub(super) fn fits(
        model: &PieceModel,
        colourings: &[Colouring],
        symmetries: usize,
        most: u64,
    ) -> bool {
        let sizes = model.orbits.iter().zip(colourings);
        let sizes = sizes.map(|(orbit, colouring)| values(model, orbit, colouring));
        let Some(sizes) = sizes.collect::<Option<Vec<f64>>>() else {
            return false;
        };
        let major = sizes.iter().copied().fold(1.0, f64::max);
        let minor = sizes.iter().product::<f64>() / major;
        let most_major = most / ENTRIES_A_MAJOR_VALUE;
        major <= most_major.clamp(MAJOR_VALUES, MOST_MAJOR_VALUES) as f64
            && minor * symmetries.max(model.moves.len()) as f64 <= MOST_MINOR_ENTRIES as f64
    }

    /// The abstraction in which the orbits have these colourings, which must be in the normal form
    /// of [`recoloured`](super::colouring::recoloured). `None` if it is too large.
    pub(super) fn new(model: &PieceModel, colourings: &[Colouring]) -> Option<Self> {
        let sizes = |orbit: usize| Some(Joint::new(model, &[orbit], colourings)?.size);
        let sizes: Option<Vec<u32>> = (0..model.orbits.len()).map(sizes).collect();
        let sizes = sizes?;
        let first = (0..sizes.len()).max_by_key(|&orbit| sizes[orbit])?;
        let others: Vec<usize> = (0..sizes.len()).filter(|&orbit| orbit != first).collect();
        let major = Joint::new(model, &[first], colourings)?;
        let minor = Joint::new(model, &others, colourings)?;
        let symmetries = keeping(model, colourings);
        let moves = model.moves.len();
        let minor_entries = u64::from(minor.size) * symmetries.len().max(moves) as u64;
        if major.coordinates.len() > MOST_MAJOR
            || u64::from(major.size) > MOST_MAJOR_VALUES
            || minor_entries > MOST_MINOR_ENTRIES
        {
            return None;
        }
        let mut minor_next = Vec::with_capacity(minor.size as usize * moves);
        let mut minor_image = vec![0; minor.size as usize * symmetries.len()];
        for value in 0..minor.size {
            minor_next.extend((0..moves).map(|m| minor.after(value, m, moves)));
            let position = minor.position(model, value);
            for (number, symmetry) in symmetries.iter().enumerate() {
                let image = minor.value(model, model.image(position, symmetry));
                minor_image[number * minor.size as usize + value as usize] = image;
            }
        }
        let solved = model.solved;
        let move_images = symmetries.iter().flat_map(|symmetry| &symmetry.moves);
        let mut coset = Self {
            moves,
            major_orbit: first,
            solved: (major.value(model, solved), minor.value(model, solved)),
            class: in_huge_pages(major.size as usize, u32::MAX),
            major,
            minor,
            minor_next,
            minor_orbits: others.iter().map(|&orbit| (orbit, sizes[orbit])).collect(),
            minor_image,
            class_next: Vec::new(),
            move_images: move_images.copied().collect(),
            products: products(&symmetries)?,
            keepers: Vec::new(),
        };
        coset.find_classes(model, &colourings[first], &symmetries)?;
        Some(coset)
    }

    fn find_classes(
        &mut self,
        model: &PieceModel,
        colouring: &Colouring,
        symmetries: &[&PieceSymmetry],
    ) -> Option<()> {
        let orbit = &model.orbits[self.major_orbit];
        let images = OrbitSums::new(model, orbit, colouring, symmetries, ImageOf::Position)?;
        let inverse_of = |symmetry: &PieceSymmetry| {
            let is_inverse = |other: &&PieceSymmetry| {
                let back = |&m: &u8| other.moves[usize::from(m)];
                symmetry.moves.iter().map(back).eq(0..self.moves as u8)
            };
            symmetries.iter().position(is_inverse)
        };
        let inverses: Vec<usize> = symmetries.iter().filter_map(|s| inverse_of(s)).collect();
        let mut representatives = Vec::new();
        for value in 0..self.major.size {
            if self.class[value as usize] != u32::MAX {
                continue;
            }
            let class = representatives.len() as u32;
            representatives.push(value);
            let position = self.major.position(model, value);
            let mut keepers = 0;
            let groups = 0..inverses.len().div_ceil(VIEWS_AT_ONCE);
            let values = groups.flat_map(|group| images.values(group, position));
            for (number, (image, &inverse)) in values.zip(&inverses).enumerate() {
                if image == value && number > 0 {
                    keepers |= 1 << number;
                }
                let entry = &mut self.class[image as usize];
                if *entry == u32::MAX {
                    *entry = class << SYMMETRY_BITS | inverse as u32;
                }
            }
            self.keepers.push(keepers);
        }
        self.class_next = in_huge_pages(representatives.len() * self.moves, 0);
        let rows = self.class_next.chunks_exact_mut(self.moves);
        for (row, &value) in rows.zip(&representatives) {
            for (m, next) in row.iter_mut().enumerate() {
                let after = self.major.after(value, m, self.moves);
                *next = self.class[after as usize];
            }
        }
        Some(())
    }

    /// The number of bytes that the tables by which entries are found take.
    pub(super) fn bytes(&self) -> u64 {
        let joints = [&self.major, &self.minor];
        let next = joints.iter().flat_map(|joint| &joint.coordinates);
        let next: usize = next.map(|(_, coordinate)| coordinate.next.len()).sum();
        let others = [
            &self.minor_next,
            &self.class,
            &self.minor_image,
            &self.class_next,
        ];
        let others: usize = others.iter().map(|table| table.len()).sum();
        4 * (next + others) as u64 + 8 * self.keepers.len() as u64
    }

    /// The trace of the position whose table entry has the key `key`.
    #[inline]
    pub(super) fn trace(&self, key: EntryKey) -> CosetTrace {
        let class = self.class[key.major as usize];
        CosetTrace {
            class,
            minor: self.minor_image(class, key.minor),
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
        class as u64 * u64::from(self.minor.size) + u64::from(trace.minor)
    }

    /// The keys of the entries of `COUNT` positions. For each orbit, `values` gives the joint
    /// values of its coordinates in these positions.
    #[inline]
    pub(super) fn keys_of_values<const COUNT: usize>(
        &self,
        values: impl Fn(usize) -> [u32; COUNT],
    ) -> [EntryKey; COUNT] {
        let mut minors = [0; COUNT];
        for &(orbit, size) in &self.minor_orbits {
            for (minor, value) in minors.iter_mut().zip(values(orbit)) {
                *minor = *minor * size + value;
            }
        }
        let mut keys = minors.map(|minor| EntryKey { major: 0, minor });
        for (key, major) in keys.iter_mut().zip(values(self.major_orbit)) {
            key.major = major;
        }
        keys
    }

    /// Starts to load the table entry that [`trace`](Self::trace) reads.
    #[inline]
    pub(super) fn prefetch(&self, key: EntryKey) {
        if let Some(class) = self.class.get(key.major as usize) {
            prefetch(class);
        }
    }

    #[inline]
    fn number(&self, class: u32, minor: u32) -> u64 {
        let minor = self.minor_image(class, minor);
        u64::from(class >> SYMMETRY_BITS) * u64::from(self.minor.size) + u64::from(minor)
    }

    /// The image of a minor value under the symmetry that the word `class` holds.
    #[inline]
    fn minor_image(&self, class: u32, minor: u32) -> u32 {
        let (_, symmetry) = parts(class);
        self.minor_image[symmetry * self.minor.size as usize + minor as usize]
    }

    /// Calls `visit` with the indices of all table entries of a position. Its major value has the
    /// word `class` in [`CosetAbstraction::class`], and its minor value is `minor`.
    #[inline]
    fn numbers(&self, class: u32, minor: u32, mut visit: impl FnMut(u64)) {
        let number = self.number(class, minor);
        visit(number);
        let mut keepers = self.keepers[(class >> SYMMETRY_BITS) as usize];
        if keepers != 0 {
            let size = u64::from(self.minor.size);
            let minor = (number % size) as usize;
            while keepers != 0 {
                let keeper = keepers.trailing_zeros() as usize;
                keepers &= keepers - 1;
                let image = self.minor_image[keeper * size as usize + minor];
                visit(number - minor as u64 + u64::from(image));
            }
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
        self.keepers.len() as u64 * u64::from(self.minor.size)
    }

    #[inline]
    fn unrank(&self, rank: u64) -> (u32, u32) {
        let size = u64::from(self.minor.size);
        ((rank / size) as u32, (rank % size) as u32)
    }

    fn goals(&self, mut visit: impl FnMut(u64, u8)) {
        let (major, minor) = self.solved;
        self.numbers(self.class[major as usize], minor, |number| visit(number, 1));
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
        neighbours.any(|(&class, &minor)| holds(self.number(class, minor)))
    }
}
