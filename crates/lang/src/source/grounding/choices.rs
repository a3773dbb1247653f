//! Enumerates the combinations of several choices.

/// Calls `visit` with every list of indices in which the index at each place is less than the
/// element of `sizes` there. The last index changes fastest.
///
/// # Errors
/// The first error of `visit`.
pub(super) fn each_choice<E>(
    sizes: &[usize],
    mut visit: impl FnMut(&[usize]) -> Result<(), E>,
) -> Result<(), E> {
    if sizes.contains(&0) {
        return Ok(());
    }
    let mut choice = vec![0; sizes.len()];
    loop {
        visit(&choice)?;
        let next = (0..sizes.len()).rev().find(|&i| choice[i] + 1 < sizes[i]);
        let Some(next) = next else {
            return Ok(());
        };
        choice[next] += 1;
        choice[next + 1..].fill(0);
    }
}
