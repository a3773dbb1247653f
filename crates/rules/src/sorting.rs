//! Functions that sort short lists, for which compact code matters more than speed.
//!
//! The standard library's sort is compiled anew for each type and each order, to about five
//! kilobytes of code each time. These functions sort the indices of the elements instead, with code
//! that is compiled only once, and then swap the elements into the sorted order.

use std::cmp::Ordering;

/// Sorts a short list like [`slice::sort`].
pub fn sort<T: Ord>(list: &mut [T]) {
    sort_by(list, T::cmp);
}

/// Sorts a short list like [`slice::sort_by_key`].
pub fn sort_by_key<T, K: Ord>(list: &mut [T], key: impl Fn(&T) -> K) {
    sort_by(list, |one, other| key(one).cmp(&key(other)));
}

/// Sorts a short list like [`slice::sort_by`].
pub fn sort_by<T>(list: &mut [T], compare: impl Fn(&T, &T) -> Ordering) {
    let order = order_of(list.len(), &|one, other| compare(&list[one], &list[other]));
    rearrange(order, &mut |one, other| list.swap(one, other));
}

/// The indices of `count` elements, in the increasing order of the elements. Equal elements keep
/// their order.
fn order_of(count: usize, compare: &dyn Fn(usize, usize) -> Ordering) -> Vec<usize> {
    let mut order: Vec<usize> = (0..count).collect();
    order.sort_by(|&one, &other| compare(one, other));
    order
}

/// Swaps elements until index `i` has the element that was at index `order[i]` before.
fn rearrange(mut order: Vec<usize>, swap: &mut dyn FnMut(usize, usize)) {
    for first in 0..order.len() {
        let mut at = first;
        loop {
            let from = std::mem::replace(&mut order[at], at);
            if from == first {
                break;
            }
            swap(at, from);
            at = from;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::sort_by_key;

    #[test]
    fn lists_are_sorted_as_the_standard_library_sorts_them() {
        for length in 0..40_usize {
            for step in [1, 3, 7, 11] {
                let list: Vec<usize> = (0..length).map(|i| i * step % 13 * 100 + i).collect();
                let (mut own, mut standard) = (list.clone(), list);
                sort_by_key(&mut own, |number| number / 100);
                standard.sort_by_key(|number| number / 100);
                assert_eq!(own, standard);
            }
        }
    }
}
