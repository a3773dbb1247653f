//! The library of puzzle files: wherever a puzzle is named.

use std::fs;

use crate::drawn::Folder;
use crate::program::{fewest, project};

#[test]
fn the_list_names_every_puzzle_with_its_file() {
    let ran = fewest(&["puzzles", "--json"], "");
    assert_eq!((ran.code, ran.stderr.as_str()), (Some(0), ""), "{ran:?}");
    let listed = ran.json().remove(0);
    let library = listed["library"].as_array().unwrap();
    assert!(library.len() >= 25);
    let text = fewest(&["puzzles"], "").stdout;
    let page = fs::read_to_string(project("docs/library.md")).unwrap();
    for entry in library {
        let name = entry["name"].as_str().unwrap();
        let summary = entry["summary"].as_str().unwrap();
        let file = fs::read_to_string(project(&format!("examples/puzzles/{name}.fewest"))).unwrap();
        assert_eq!(entry["text"], file, "{name}");
        assert!(
            summary.ends_with('.') && summary.len() > 20,
            "{name}: {summary}"
        );
        assert!(
            text.contains(&format!("\n  {name:<21} {summary}\n")),
            "{name}"
        );
        assert!(
            page.contains(&format!("\n| `{name}` | {summary} |\n")),
            "{name}"
        );
        for field in ["sizes", "moves", "example"] {
            assert_ne!(entry[field], "", "{name}: {field}");
        }
    }
    assert_eq!(page.matches("\n| `").count(), library.len());
    // All files but those of built-in puzzles.
    let files = fs::read_dir(project("examples/puzzles")).unwrap().count();
    assert_eq!(library.len() + 4, files);
}

#[test]
fn names_stand_for_puzzles_in_every_command() {
    let solved = fewest(&["solve", "hanoi", "-q"], "");
    assert!(
        solved.stdout.starts_with("127 moves, proven fewest"),
        "{solved:?}"
    );
    for args in [
        &["solve", "wolf-goat-cabbage"][..],
        &["draw", "klotski"],
        &["compare", "missionaries"],
        &["check", "chinese-rings", "start", "r1c1"],
        &["explain", "water-jugs"],
        &["census", "wolf-goat-cabbage"],
        &["make", "merlin", "--moves", "5"],
        &["export", "hanoi", "--to", "psvn"],
        &["test", "eight"],
    ] {
        let ran = fewest(args, "");
        let wanted = if args[0] == "check" { 1 } else { 0 };
        assert_eq!(ran.code, Some(wanted), "{args:?}: {ran:?}");
    }
    let unknown = fewest(&["solve", "sokobann"], "");
    assert_eq!(unknown.code, Some(2));
    assert!(
        unknown.stderr.contains("did you mean 'sokoban'?"),
        "{unknown:?}"
    );
}

#[test]
fn a_copy_has_its_own_name_and_passes_its_tests() {
    let folder = Folder::new("library");
    let listed = fewest(&["puzzles", "--json"], "").json().remove(0);
    let library = listed["library"].as_array().unwrap();
    for entry in library.iter().take(4) {
        let name = entry["name"].as_str().unwrap();
        let path = folder.path(&format!("my-{name}"));
        let ran = fewest(&["new", "--from", name, &path], "");
        assert_eq!((ran.code, ran.stderr.as_str()), (Some(0), ""), "{ran:?}");
        let file = format!("{path}.fewest");
        let ran = fewest(&["test", &file, "--json"], "");
        assert_eq!((ran.code, ran.stderr.as_str()), (Some(0), ""), "{ran:?}");
        assert_eq!(ran.json()[0]["puzzle"], format!("my-{name}"));
    }
    let ran = fewest(&["new", "--from", "nothing", &folder.path("x")], "");
    assert_eq!(ran.code, Some(2), "{ran:?}");
    assert!(
        ran.stderr.contains("the library has no puzzle 'nothing'"),
        "{ran:?}"
    );
}
