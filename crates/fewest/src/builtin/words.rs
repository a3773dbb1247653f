//! Picks the width of a state, a constant, from a number of machine words known at run time.

/// Evaluates an expression that is an `Option` with the constant `N` as the first
/// of the widths listed that holds `words`; `None` if all are too narrow.
macro_rules! with_words {
    ($words:expr, [$($width:literal),+], $n:ident => $body:expr) => {{
        let words = $words;
        $(
            if words <= $width {
                const $n: usize = $width;
                // A closure, so that `?` in the expression leaves only it.
                Some(()).and_then(|()| $body)
            } else
        )+
        {
            None
        }
    }};
}

pub(super) use with_words;
