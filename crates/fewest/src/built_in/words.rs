//! Chooses the width of a state, a compile-time constant, for a number of machine words known only
//! at run time.

/// Evaluates an expression of type `Option` with the constant `N` set to the smallest of the listed
/// widths that is at least `words`. `None` if all widths are too small.
macro_rules! with_words {
    ($words:expr, [$($width:literal),+], $n:ident => $body:expr) => {{
        let words = $words;
        $(
            if words <= $width {
                const $n: usize = $width;
                // The closure makes `?` in the expression return from the closure and not from the
                // function.
                Some(()).and_then(|()| $body)
            } else
        )+
        {
            None
        }
    }};
}

pub(super) use with_words;
