//! Tests of the search for the lightest matrices.

use super::*;
use fewest_rules::Limits;

/// A pseudo-random number below `below`.
fn drawn(seed: &mut u64, below: u64) -> u64 {
    *seed = seed
        .wrapping_mul(6_364_136_223_846_793_005)
        .wrapping_add(99);
    (*seed >> 33) % below
}

#[test]
fn parts_minimised_apart_are_minimised_together() {
    let limits = Limits::default();
    let d = 5;
    for seed in 0..300 {
        let mut meter = Meter::new(&limits);
        let seed = &mut (seed * 7 + 1);
        let p = [2, 3, 5][drawn(seed, 3) as usize];
        // The columns are the unit columns and random ones that are non-zero only at 0, 2, 4 or
        // only at 1, 3.
        let mut columns: Vec<Vec<u8>> = Vec::new();
        for i in 0..d {
            columns.push((0..d).map(|j| u8::from(i == j)).collect());
        }
        for side in [0, 1, 0, 1, 0] {
            let entry = |i: usize| {
                if i % 2 == side {
                    drawn(seed, p as u64) as u8
                } else {
                    0
                }
            };
            let column: Vec<u8> = (0..d).map(entry).collect();
            if !columns.contains(&column) && column != [0; 5] {
                columns.push(column);
            }
        }
        let mut counts = Vec::new();
        for _ in 0..columns.len() * p {
            counts.push(drawn(seed, 3) as u32);
        }
        let weight = |y: &[u8]| -> u32 {
            let cells = columns.iter().zip(counts.chunks(p));
            let weights = cells.flat_map(|(column, counts)| {
                let t: usize = column
                    .iter()
                    .zip(y)
                    .map(|(&a, &b)| usize::from(a * b))
                    .sum();
                let presses = counts.iter().enumerate();
                presses.map(move |(v, n)| ((v + t) % p) as u32 * n)
            });
            weights.sum()
        };
        let mut all: Vec<Vec<u8>> = (0..p.pow(d as u32))
            .map(|y| {
                (0..d)
                    .rev()
                    .map(|i| (y / p.pow(i as u32) % p) as u8)
                    .collect()
            })
            .collect();
        let least = all.iter().map(|y| weight(y)).min().unwrap();
        all.retain(|y| weight(y) == least);
        all.reverse();

        let columns = columns.iter().map(|column| &column[..]);
        let parts = parts(p, d, columns, &counts, &mut meter).unwrap();
        assert!(parts.len() >= 2);
        let mut coset = Coset {
            colour: 0,
            first: Vec::new(),
            constant: 0,
            parts,
        };
        assert!(coset.bound() <= least);
        coset.minimise(&mut meter).unwrap();
        assert_eq!(coset.bound(), least);
        assert_eq!(coset.count(), BigUint::from(all.len()));
        assert_eq!(Some(&coset.extreme(true)), all.first());
        assert_eq!(Some(&coset.extreme(false)), all.last());
        let found: Vec<Vec<u8>> = coset.combinations(&mut meter).unwrap().collect();
        assert_eq!(found, all);
    }
}
