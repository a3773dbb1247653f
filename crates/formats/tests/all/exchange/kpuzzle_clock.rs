//! KPuzzles of Rubik's Clock, whose turns are written in a way of their own.

use crate::exchange::file::File;

/// Two dials with twelve hours, of which the pins `UR` and `UL` turn one or both. `GEAR` is no orbit of
/// the puzzle.
const CLOCK: &str = r#"{
  "name": "two dials",
  "orbits": {"DIALS": {"numPieces": 2, "numOrientations": 12}},
  "defaultPattern": {"DIALS": {"pieces": [0, 0]}},
  "moves": {
    "UR_PLUS_": {"DIALS": {"permutation": [0, 1], "orientationDelta": [1, 0]}},
    "UL_PLUS_": {"DIALS": {"permutation": [0, 1], "orientationDelta": [1, 1]}, "GEAR": {"permutation": [0]}},
    "y2": {"DIALS": {"permutation": [1, 0]}}
  }
}"#;

#[test]
fn turns_of_a_clock_are_written_as_at_competitions() {
    let file = File::from_kpuzzle(CLOCK).unwrap();
    let state = |text: &str| file.boards(text).unwrap()[0].0.start.clone();
    for (one, other) in [
        ("UR3+ UL2-", "UR_PLUS_3 UL_PLUS_2'"),
        ("UR3-", "UR9+"),
        ("UR0+ UL6-", "UL6+"),
        ("UR1+ UL4+ UR UL", "UL4+ UR1+"),
        ("(UR2+)3 UL1-'", "UR6+ UL1+"),
    ] {
        assert_eq!(state(one), state(other), "{one} and {other}");
    }
    assert_ne!(state("UR3+"), state("UR3-"));
    for wrong in ["UR+", "DR1+", "UR3+-", "DR"] {
        assert!(file.boards(wrong).is_err(), "{wrong}");
    }
    let misspelt = CLOCK.replace("GEAR", "DIAL");
    let faults = File::from_kpuzzle(&misspelt).unwrap_err();
    assert_eq!(faults.as_slice()[0].message, "unknown orbit 'DIAL'");
    let pattern = r#"{"DIALS": {"pieces": [0, 0]}}"#;
    let faults = File::from_kpuzzle(pattern).unwrap_err();
    assert_eq!(
        faults.as_slice()[0].message,
        "a pattern of a KPuzzle, not a KPuzzle"
    );
}

#[test]
fn pauses_and_orientations_below_zero() {
    let same = CLOCK.replace("Delta\": [1, 0]", "Delta\": [-11, 0]");
    let [file, other] = [CLOCK, &same].map(|text| File::from_kpuzzle(text).unwrap());
    let state = |file: &File, text: &str| file.boards(text).unwrap()[0].0.start.clone();
    assert_eq!(state(&file, "UR3+ UL2-"), state(&other, "UR3+ . UL2- ."));
    assert_eq!(file.ground().moves, other.ground().moves);
    let derived = CLOCK.replace("\"moves\"", "\"derivedMoves\": {\"UR\": \".\"}, \"moves\"");
    let derived = File::from_kpuzzle(&derived).unwrap();
    assert_eq!(file.ground().moves, derived.ground().moves);
    assert!(File::from_kpuzzle(&CLOCK.replace("Delta\": [1, 0]", "Delta\": [-13, 0]")).is_err());
}

#[test]
fn half_a_turn_of_the_whole_puzzle_is_no_move_if_the_moves_do_without_it() {
    let moves = |text: &str| File::from_kpuzzle(text).unwrap().ground().moves.clone();
    // Held the other way round, UR turns a dial that no move turns alone.
    assert!(moves(CLOCK).contains(&"y2".to_owned()));
    let both = CLOCK.replace(
        "\"y2\"",
        "\"BR_PLUS_\": {\"DIALS\": {\"permutation\": [0, 1], \"orientationDelta\": [0, 1]}}, \"y2\"",
    );
    assert!(!moves(&both).contains(&"y2".to_owned()));
    let file = File::from_kpuzzle(&both).unwrap();
    let state = |text: &str| file.boards(text).unwrap()[0].0.start.clone();
    assert_eq!(state("UR3+ y2 UR2+"), state("UR3+ BR2+"));
}
