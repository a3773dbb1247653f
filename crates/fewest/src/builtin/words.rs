//! Chooses the width of a state, a constant, for a number of machine words known at run time.

/// Evaluates an expression of type `Option`, with the constant `N` set to the first of the listed
/// widths that is at least `words`. `None` if all widths are too small.
macro_rules! with_words {
    ($words:expr, [$($width:literal),+], $n:ident => $body:expr) => {{
        let words = $words;
        $(
            if words <= $width {
                const $n: usize = $width;
                // A closure, so that `?` in the expression returns only from the closure.
                Some(()).and_then(|()| $body)
            } else
        )+
        {
            None
        }
    }};
}

pub(super) use with_words;
