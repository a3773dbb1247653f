//! Rush Hour boards as other programs write them.

use fewest_formats::rush_hour::read;

/// The drawing of the only board of a text.
fn drawing(text: &str) -> String {
    let levels = read(text).unwrap().unwrap();
    let [level] = &levels[..] else {
        panic!("{levels:?}")
    };
    level.drawing.clone()
}

/// The message of the first fault.
fn fault(text: &str) -> String {
    read(text).unwrap().unwrap_err().as_slice()[0]
        .message
        .clone()
}

#[test]
fn the_red_car_may_be_r_or_x_and_its_letter_goes_to_the_vehicle_a() {
    let wanted = "RBBO..\nRCCO..\nAADO.P\n..DEEP\n..F..P\n..FQQQ";
    for (red, r) in [("XX", "X"), ("RR", "R"), ("rr", "R")] {
        let text = format!("ABBO..\nACCO..\n{red}DO.P\n..DEEP\n..F..P\n..FQQQ\n");
        assert_eq!(drawing(&text), wanted.replace('R', r), "{red}");
        assert_eq!(drawing(&text.replace('.', "-")), wanted.replace('R', r));
    }
}

#[test]
fn the_only_car_in_the_row_of_the_exit_is_the_red_one() {
    let text = "BB..ST\nU...ST\nU.CCST\nU.....\n......\nZZZ...\n";
    assert_eq!(drawing(text), text.trim_end().replace('C', "A"));
}

#[test]
fn small_letters_are_vehicles() {
    let text = "aoobbb\naccioo\nafoijj\ndfkklm\ndoghlm\neeghom\n";
    let wanted = "J..BBB\nJCCI..\nJF.IAA\nDFKKLM\nD.GHLM\nEEGH.M";
    assert_eq!(drawing(text), wanted);
    assert_eq!(drawing(&text.replace('o', "x")), wanted);
    // A capital keeps its letter, and a small one gets another.
    let both = "a.A...\na.A...\nrr....\nb.B...\nb.B...\n......\n";
    let wanted = "B.R...\nB.R...\nAA....\nC.B...\nC.B...\n......";
    assert_eq!(
        drawing(both),
        wanted.replace("B.R", "C.R").replace("C.B", "D.B")
    );
}

#[test]
fn blanks_are_empty_where_nothing_else_is() {
    let text = "\n  BB\n     D\nAA   D\n     D\n\nCCC\n";
    assert_eq!(
        drawing(text),
        "..BB..\n.....D\nAA...D\n.....D\n......\nCCC..."
    );
    let two = format!("{text}\n\n{text}");
    assert_eq!(read(&two).unwrap().unwrap().len(), 2);
}

#[test]
fn boards_of_the_language_are_left_to_it() {
    for text in [
        "......\n.....B\nAA...B\n......\n......\n......\n",
        "BB....\nAA....\n......\n......\n......\n.....x\n",
        "......\n......\nA.A...\n",
    ] {
        assert!(read(text).is_none(), "{text}");
    }
}

#[test]
fn a_board_without_one_red_car_or_with_half_a_vehicle_is_a_fault() {
    let none = "......\n.....B\n.....B\nCC....\n......\n......\n";
    assert_eq!(fault(none), "no car stands in the row of the exit");
    let alone = "......\n.....b\nAA....\n......\n......\n......\n";
    assert_eq!(fault(alone), "the vehicle 'b' has a single cell");
    let two = "......\n......\nBB.CC.\n......\n......\n......\n";
    assert_eq!(fault(two), "the red car may be B or C");
    let named = two.replace('B', "A").replace('C', "X");
    assert_eq!(fault(&named), "the red car may be A or X");
    assert_eq!(
        drawing(&two.replace('C', "r")),
        two.trim_end().replace('C', "A")
    );
}
