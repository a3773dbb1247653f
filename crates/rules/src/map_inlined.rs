//! `Iterator::map` for the inner loops of searches.

/// Does the same as `iterator.map(f)`, and internal iteration is inlined where it is used.
///
/// `Map::try_fold` and `Map::fold` of the standard library are not marked `#[inline]`. If a crate is
/// compiled in several units, they mostly lie in another unit than their caller, so that a search
/// takes calls for each state and each successor. Those of `MapWhile` are marked.
///
/// ```
/// let doubled = fewest_rules::map_inlined([1, 2, 3].into_iter(), |n| 2 * n);
/// assert!(doubled.eq([2, 4, 6]));
/// ```
#[inline]
pub fn map_inlined<I: Iterator, T>(
    iterator: I,
    mut f: impl FnMut(I::Item) -> T,
) -> impl Iterator<Item = T> {
    iterator.map_while(move |item| Some(f(item)))
}
