//! Tests reading positions and moves from well-formed and malformed text.

use fewest_puzzles::four_in_a_row::{FourInARow, GamePosition, PieceSlide, SideToMove, read};
use fewest_rules::{Notation, Puzzle};
use proptest::prelude::*;

#[test]
fn a_position_is_drawn_with_its_turn() {
    let text = "B W B O\nW B W B\nB W B W\nW B W O";
    let start = FourInARow.parse(text).unwrap();
    assert_eq!(FourInARow.draw(start), text);
    let slide = FourInARow.parse_move("r1c3-r1c4").unwrap();
    let after = FourInARow.apply(start, slide);
    assert_eq!(
        FourInARow.draw(after),
        "B W O B\nW B W B\nB W B W\nW B W O\nturn: W"
    );
    for turn in ["turn W", "TURN: w", "turn:W", " turn : W "] {
        let text = format!("bwob\nwbwb bwbw\nwbwo\n{turn}\n");
        assert_eq!(FourInARow.parse(&text), Ok(after), "{text:?}");
    }
    assert_eq!(FourInARow.parse(&format!("{text}\nturn: any")), Ok(start));
}

#[test]
fn several_positions_are_read_with_their_places() {
    let text = "\nBWBO\nWBWB\nBWBW\nWBWO\n\nBWBOWBWBBWBWWBWO turn: B BWBO WBWB BWBW WBWO\nturn:w";
    let found = read(text).unwrap();
    let turns: Vec<_> = found.iter().map(|(position, _)| position.turn()).collect();
    assert_eq!(
        turns,
        [SideToMove::Any, SideToMove::Black, SideToMove::White]
    );
    let places: Vec<_> = found.iter().map(|(_, span)| &text[span.clone()]).collect();
    assert_eq!(
        places,
        [
            "BWBO\nWBWB\nBWBW\nWBWO",
            "BWBOWBWBBWBWWBWO turn: B",
            "BWBO WBWB BWBW WBWO\nturn:w"
        ]
    );
    assert_eq!(read("").unwrap(), []);
    assert_eq!(read(" \r\n\n\t").unwrap(), []);
}

#[test]
fn what_is_no_position_is_refused() {
    let fault = |text: &str| {
        let faults = FourInARow.parse(text).unwrap_err();
        let fault = faults.as_slice()[0].clone();
        format!("{:?} {}: {}", fault.span, fault.message, fault.label)
    };
    assert_eq!(
        fault("\n"),
        "0..0 there is no board: expected 16 letters B, W and O"
    );
    assert_eq!(
        fault("BWBO WBWB BWBW WBWO\nBWBO WBWB BWBW WBWO"),
        "20..39 there is more than one board: the second board"
    );
    assert_eq!(
        fault("BWBO WBWB BWBB WBWO"),
        "0..19 the board has 8 B, 6 W and 2 O: expected 7 B, 7 W and 2 O"
    );
    assert_eq!(
        fault("BWBO WBWB BWBW WBWO turn"),
        "24..24 the turn names no side: expected B, W or any"
    );
    assert_eq!(
        fault("BWBO WBWB BWBW WBWO turn: bläck\n"),
        "26..32 unknown side 'bläck': expected B, W or any"
    );
    let faults = FourInARow.parse("BWB0 WBWB BWBW WBWO").unwrap_err();
    let help = faults.as_slice()[0].help.clone().unwrap();
    assert_eq!(help, "the blank is the letter O, not the digit 0");
}

#[test]
fn moves_are_named_by_their_cells() {
    for from in 0..16u8 {
        for to in 0..16u8 {
            let apart = (from / 4).abs_diff(to / 4) + (from % 4).abs_diff(to % 4);
            let slide = PieceSlide { from, to };
            let expected = (apart == 1).then_some(slide);
            let name = FourInARow.name(slide);
            assert_eq!(FourInARow.parse_move(&name), expected, "{name}");
            assert_eq!(FourInARow.parse_move(&name.to_uppercase()), expected);
        }
    }
    assert_eq!(FourInARow.name(PieceSlide { from: 3, to: 7 }), "r1c4-r2c4");
    for name in [
        "",
        "-",
        "r1c4",
        "r1c4-",
        "r0c1-r1c1",
        "r4c4-r5c4",
        "r1c1-r1c22",
        "r1é-r1c2",
    ] {
        assert_eq!(FourInARow.parse_move(name), None, "{name}");
    }
}

#[test]
fn a_position_has_seven_pieces_of_each_colour() {
    assert!(GamePosition::new(0x007f, 0x3f80, SideToMove::Any).is_some());
    assert!(GamePosition::new(0x007f, 0x1f80, SideToMove::Any).is_none());
    assert!(GamePosition::new(0x00ff, 0x3f80, SideToMove::Any).is_none());
    assert!(GamePosition::new(0x007f, 0x3f81, SideToMove::Any).is_none());
    assert!(GamePosition::new(0x007f, 0x1fc0, SideToMove::Any).is_none());
}

proptest! {
    #[test]
    fn any_text_is_read_or_refused_within_itself(text in "[bwoBWO0x \n\r\tturn:é\u{0}\u{feff}]{0,60}|.{0,40}") {
        match read(&text) {
            Ok(found) => for (_, span) in found {
                prop_assert!(text.get(span).is_some());
            },
            Err(faults) => for fault in faults.as_slice() {
                prop_assert!(text.get(fault.span.clone()).is_some(), "{:?}", fault);
                for (span, _) in &fault.context {
                    prop_assert!(text.get(span.clone()).is_some(), "{:?}", fault);
                }
            },
        }
    }
}
