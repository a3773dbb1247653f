//! From a size known at run time to a state of so many machine words.

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
