//! `graph`: the states that a board can reach.

use serde_json::Value;

use crate::drawn::Folder;
use crate::program::fewest;

const TILES: &str = "1 2\n3 _\n";

#[test]
fn dot_is_deterministic_and_has_every_state_and_move() {
    let ran = fewest(&["graph", "tiles"], TILES);
    assert_eq!(ran.code, Some(0), "{ran:?}");
    let lines: Vec<&str> = ran.stdout.lines().collect();
    assert_eq!(lines[0], "digraph \"tiles\" {");
    assert_eq!(
        lines[2],
        "  0 [label=\"1 2\\n3 _\", distance=0, to_goal=0, goal=true, peripheries=2, style=bold];"
    );
    assert_eq!(
        lines[3],
        "  1 [label=\"1 _\\n3 2\", distance=1, to_goal=1, goal=false];"
    );
    assert_eq!(lines[14], "  0 -> 1 [label=\"U\"];");
    assert_eq!(lines.len(), 2 + 12 + 24 + 1);
    assert_eq!(fewest(&["graph", "tiles"], TILES).stdout, ran.stdout);
}

#[test]
fn json_is_the_same_with_either_option() {
    let ran = fewest(&["graph", "tiles", "--to", "json"], TILES);
    assert_eq!(
        fewest(&["graph", "tiles", "--json"], TILES).stdout,
        ran.stdout
    );
    let graph: Value = serde_json::from_str(&ran.stdout).unwrap();
    assert_eq!(graph["schema"], "fewest/graph/1");
    assert_eq!(graph["nodes"].as_array().map(Vec::len), Some(12));
    assert_eq!(graph["edges"].as_array().map(Vec::len), Some(24));
    assert_eq!(graph["nodes"][11]["to_goal"], 6);
    assert_eq!(graph["edges"][0]["move"], "U");
}

/// Symbols that mean something in XML and in DOT; moves with costs; states that reach no goal.
#[test]
fn texts_are_escaped_and_costs_told() {
    let folder = Folder::new("graph");
    let file = folder.file(
        "signs.fewest",
        "puzzle signs\nsymbols & < >\nmove go cost 3\n  [ & ] -> [ < ]\nmove stop cost 2\n  [ & ] -> [ > ]\n\
         goal all <\nfewest cost\nstart\n  &\n",
    );
    let ran = fewest(&["graph", &file, "--to", "graphml"], "");
    assert_eq!(ran.code, Some(0), "{ran:?}");
    assert!(
        ran.stdout.contains("<data key=\"position\">&amp;</data>"),
        "{}",
        ran.stdout
    );
    assert!(ran.stdout.contains("<data key=\"cost\">3</data>"));
    assert_eq!(ran.stdout.matches("<data key=\"to_goal\">").count(), 2);
    let ran = fewest(&["graph", &file], "");
    assert!(
        ran.stdout.contains("0 -> 1 [label=\"go\", cost=3];"),
        "{}",
        ran.stdout
    );
}

#[test]
fn what_is_too_large_is_refused_with_what_is_known() {
    let ran = fewest(&["graph", "tiles", "--max-states", "11"], "_ 3\n2 1\n");
    assert_eq!(ran.code, Some(3));
    assert_eq!(
        ran.stdout,
        "stopped: more than 11 states, and every solution has at least 6 moves\n"
    );
    let ran = fewest(
        &["graph", "tiles"],
        "1 2 3\n4 5 6\n7 8 _\n\n1 2 3\n4 5 6\n7 _ 8\n",
    );
    assert_eq!(ran.code, Some(2));
    assert!(
        ran.stderr.contains("expected one board, found 2"),
        "{ran:?}"
    );
}
