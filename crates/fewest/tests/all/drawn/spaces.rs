//! Whole spaces: the same histograms.

use fewest::Family;
use fewest::drawn::Drawn;
use fewest::family;
use fewest::{GenerationOptions, PuzzleOptions, SpaceCensus};
use fewest_tables::{DistanceTable, Enumerated};
use num_bigint::BigUint;

use crate::drawn::{boards, complete, drawn, length, limits};

fn census(family: &dyn Family, size: Option<&str>, options: &PuzzleOptions) -> SpaceCensus {
    complete(&*family.space(size, options).unwrap())
}

fn own(name: &str) -> SpaceCensus {
    census(&drawn(name), None, &PuzzleOptions::default())
}

/// Every way to lay the symbols.
fn all() -> PuzzleOptions {
    PuzzleOptions {
        all_boards: true,
        ..PuzzleOptions::default()
    }
}

#[test]
fn flip_and_tiles_have_the_census_of_the_built_in_ones() {
    let none = PuzzleOptions::default();
    for (name, built_in, size) in [("flip", "flip", "4x4"), ("eight", "tiles", "3x3")] {
        let known = census(family(built_in).unwrap(), Some(size), &none);
        let found = census(&drawn(name), None, &all());
        assert_eq!(found.positions, known.positions, "{name}");
        assert_eq!(found.histogram, known.histogram, "{name}");
    }
}

#[test]
fn four_in_a_row_has_the_census_of_all_three_turns() {
    let mut positions = BigUint::default();
    let mut histogram: Vec<BigUint> = Vec::new();
    for first in ["either", "black", "white"] {
        let options = PuzzleOptions {
            first: Some(first.to_owned()),
            ..PuzzleOptions::default()
        };
        let known = census(family("four-in-a-row").unwrap(), None, &options);
        positions += known.positions;
        histogram.resize(histogram.len().max(known.histogram.len()), 0_u8.into());
        for (sum, count) in histogram.iter_mut().zip(known.histogram) {
            *sum += count;
        }
    }
    let found = census(&drawn("four-in-a-row"), None, &all());
    assert_eq!((found.positions, found.histogram), (positions, histogram));
}

#[test]
fn spaces_without_ranks_are_what_is_reached() {
    // 25,955 ways to lay the blocks; 3,674,160 positions of the cube.
    let klotski = own("klotski");
    assert_eq!(klotski.positions, 25_955_u32.into());
    assert_eq!(klotski.solvable(), klotski.positions);
    let hanoi = own("hanoi");
    assert_eq!(hanoi.positions, 2_187_u32.into());
    assert_eq!(hanoi.gods_number(), Some(127));
    let solved = hanoi.histogram.iter().sum::<BigUint>();
    assert_eq!(solved, hanoi.positions);
}

#[test]
fn boards_are_made_to_measure() {
    for name in ["klotski", "sokoban", "hanoi", "fifteen"] {
        let family = drawn(name);
        // The 15-puzzle has too many boards for a table.
        let few = name != "fifteen";
        let wanted = GenerationOptions {
            moves: 9..=11,
            count: 5,
            seed: 3,
            distinct: true,
        };
        let space = family.space(None, &PuzzleOptions::default()).unwrap();
        let made = space.make(&wanted, None, &limits()).unwrap();
        assert_eq!((made.boards.len(), made.uniform), (5, few), "{name}");
        for text in &made.boards {
            let board = boards(&family, text).remove(0);
            let length = length(&board).unwrap();
            assert!((9..=11).contains(&length), "{name}: {length}\n{text}");
        }
        assert_eq!(space.make(&wanted, None, &limits()).unwrap(), made);
    }
}

#[test]
fn tables_are_built_and_verified() {
    let family = drawn("eight");
    let space = family.space(None, &all()).unwrap();
    let table = space.table().unwrap();
    let Enumerated::Complete(built) = table.build(&limits()).outcome else {
        panic!("nothing stops it");
    };
    assert_eq!(
        table.verify(&built, &limits()).result,
        fewest_check::Verified::Sound
    );
    let mut bytes = built.bytes().to_vec();
    bytes[1_000] ^= 1;
    let wrong = DistanceTable::new(bytes, built.encoding(), built.states()).unwrap();
    assert_ne!(
        table.verify(&wrong, &limits()).result,
        fewest_check::Verified::Sound
    );
    // Another start on the same board names the same table, another goal does not.
    let other = family.space_of_board("1 2 3 4 5 6 7 _ 8", &all());
    assert_eq!(other.unwrap().table().unwrap().key(), table.key());
}

/// Corners, where no crate can be, do not change how many crates there are.
#[test]
fn a_space_has_as_many_of_each_symbol_as_its_board() {
    let text = "
puzzle corners
symbols '#' _ R c
draw x = _ on mark
move go(dir)
  [R | _]     -> [_ | R]
  [R | c | _] -> [_ | R | c]
goal on mark c
start
  ######
  #R_cx#
  #__c_#
  #x_###
  ######
";
    let (family, warnings) = Drawn::read("corners.fewest", text).unwrap();
    assert_eq!(warnings, []);
    let space = family.space(None, &all()).unwrap();
    let known = complete(&*space);
    // One robot and two crates on ten cells are 360 boards; no crate leaves the walls
    // or comes back from where it was never pushed.
    assert!(known.positions <= 360_u32.into(), "{}", known.positions);
    assert!(known.solvable() > 0_u8.into());
    let table = space.table().unwrap();
    let Enumerated::Complete(built) = table.build(&limits()).outcome else {
        panic!("nothing stops it");
    };
    let sound = table.verify(&built, &limits()).result;
    assert_eq!(sound, fewest_check::Verified::Sound);
}
