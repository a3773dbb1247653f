//! How pictures arrange the parts of a puzzle that is no board of cells.

macro_rules! arrangements {
    ($($(#[$doc:meta])* $variant:ident $name:literal,)*) => {
        /// How pictures arrange a puzzle whose cells do not lie beside each other as they are drawn.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub enum Arrangement { $($(#[$doc])* $variant,)* }

        impl Arrangement {
            /// All arrangements, in the order in which messages list them.
            pub const ALL: &[Self] = &[$(Self::$variant,)*];

            /// The name in a `look` statement.
            pub fn name(self) -> &'static str {
                match self { $(Self::$variant => $name,)* }
            }
        }
    };
}

arrangements! {
    /// Each symbol is a peg, and each cell a disk on the peg of its symbol, the first the smallest.
    Pegs "pegs",
    /// Each symbol is a bank of a river, and each cell a thing on the bank of its symbol. If the
    /// symbols are numbers, a cell is a crowd, of which so many are on the first bank.
    Banks "banks",
    /// The first symbol is a thing on a rail, any other one a thing below it.
    Rail "rail",
    /// The cells lie on each other. Of symbols with the same look, each is wider than the one
    /// before it.
    Stack "stack",
    /// Each number beside the board is a vessel that is filled so far.
    Vessels "vessels",
}
