//! The commands about puzzle files and about the program itself.

use super::inputs::Inputs;
use super::{Case, NONE, SHORT, TIME, case};

pub(super) fn cases(inputs: &Inputs) -> Vec<Case<'_>> {
    let Inputs {
        as_said,
        not_so,
        slow,
        broken,
        no_start,
        new,
        ..
    } = inputs;
    vec![
        case(
            &["puzzles"],
            "",
            0,
            "flip",
            ("schema", "\"fewest/puzzles/1\""),
        ),
        case(&["serve", "--listen", "none"], "", 2, "", NONE),
        case(&["play", "flip"], "", 2, "", NONE),
        case(&["test", as_said], "", 0, as_said, ("right", "true")),
        case(&["test", not_so], "", 1, not_so, ("right", "false")),
        case(&["test", slow, TIME, SHORT], "", 3, slow, ("right", "null")),
        case(&["test", broken], "", 2, "", NONE),
        case(&["new", new], "", 0, new, NONE),
        case(&["new", "1"], "", 2, "", NONE),
        case(&["export", as_said, "--to", "psvn"], "", 0, "#", NONE),
        case(&["export", as_said, "--to", "pddl"], "", 0, ";", NONE),
        case(&["export", no_start, "--to", "psvn"], "", 2, "", NONE),
        case(
            &["export", slow, "--to", "psvn", TIME, "0"],
            "",
            3,
            "",
            NONE,
        ),
        case(&["completions", "bash"], "", 0, "_fewest", NONE),
        case(&["completions", "none"], "", 2, "", NONE),
        case(&["man"], "", 0, ".ie", NONE),
        case(&["man", "solve"], "", 0, ".ie", NONE),
        case(&["man", "none"], "", 2, "", NONE),
        case(&["--help"], "", 0, "The fewest moves", NONE),
        case(&["--version"], "", 0, "fewest", NONE),
        case(&["none"], "", 2, "", NONE),
    ]
}
