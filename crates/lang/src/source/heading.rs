//! The directions of moves and patterns.

/// A direction: the way from a cell to the next one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Heading {
    pub(crate) name: &'static str,
    /// The number of rows down; negative for up.
    pub(crate) down: isize,
    /// The number of columns to the right; negative for left.
    pub(crate) right: isize,
}

impl Heading {
    /// The direction with this name.
    pub(crate) fn named(name: &str) -> Option<Self> {
        HEADINGS.into_iter().find(|heading| heading.name == name)
    }

    const fn new(name: &'static str, down: isize, right: isize) -> Self {
        Self { name, down, right }
    }
}

/// All directions, in the order in which moves are listed: [`STRAIGHT`], [`DIAGONAL`], [`KNIGHT`].
pub(crate) const HEADINGS: [Heading; 16] = [
    Heading::new("up", -1, 0),
    Heading::new("left", 0, -1),
    Heading::new("right", 0, 1),
    Heading::new("down", 1, 0),
    Heading::new("up-left", -1, -1),
    Heading::new("up-right", -1, 1),
    Heading::new("down-left", 1, -1),
    Heading::new("down-right", 1, 1),
    Heading::new("up-up-left", -2, -1),
    Heading::new("up-up-right", -2, 1),
    Heading::new("up-left-left", -1, -2),
    Heading::new("up-right-right", -1, 2),
    Heading::new("down-left-left", 1, -2),
    Heading::new("down-right-right", 1, 2),
    Heading::new("down-down-left", 2, -1),
    Heading::new("down-down-right", 2, 1),
];

/// The directions from a cell to its up to four neighbours, in [`HEADINGS`].
pub(crate) const STRAIGHT: std::ops::Range<usize> = 0..4;
/// The diagonal directions, in [`HEADINGS`].
pub(crate) const DIAGONAL: std::ops::Range<usize> = 4..8;
/// The knight's moves of chess, in [`HEADINGS`].
pub(crate) const KNIGHT: std::ops::Range<usize> = 8..16;
/// The direction to the right, in which a pattern is read unless its rule or its move specifies
/// another one.
pub(crate) const RIGHT: Heading = HEADINGS[2];
