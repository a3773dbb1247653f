//! `export`: files for other programs.

use std::fs;

use crate::program::fewest;

fn example(name: &str) -> String {
    format!(
        "{}/../../examples/puzzles/{name}.fewest",
        env!("CARGO_MANIFEST_DIR")
    )
}

#[test]
fn psvn_goes_to_stdout_and_comes_back() {
    let ran = fewest(&["export", &example("flip"), "--to", "psvn"], b"");
    assert_eq!(ran.code, Some(0), "{ran:?}");
    let rules = ran.stdout.lines().filter(|line| line.contains("=>"));
    assert_eq!(rules.count(), 288);
    let folder = std::env::temp_dir().join(format!("fewest-export-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    let file = folder.join("flip.psvn");
    let path = file.to_str().unwrap();
    let to_file = ["export", &example("flip"), "--to", "psvn", "--output", path];
    let written = fewest(&to_file, b"");
    assert_eq!((written.code, written.stdout.as_str()), (Some(0), ""));
    assert_eq!(fs::read_to_string(&file).unwrap(), ran.stdout);
    // A PSVN file has no start.
    let none = fewest(&["export", path, "--to", "psvn"], b"");
    assert_eq!(none.code, Some(2));
    assert!(none.stderr.contains("has no start"), "{none:?}");
    let board = b"b w w b b b w b b w w b b w w w";
    let again = fewest(&["export", path, "-", "--to", "psvn"], board);
    let rules = |text: &str| -> Vec<String> {
        let lines = text.lines().filter(|line| !line.starts_with('#'));
        lines.map(str::to_owned).collect()
    };
    assert_eq!(rules(&again.stdout), rules(&ran.stdout));
    let wrong = fewest(&["export", path, "-", "--to", "psvn"], b"b w q");
    assert_eq!(wrong.code, Some(2));
    assert!(wrong.stderr.contains("unknown label 'q'"), "{wrong:?}");
    let names: Vec<_> = fs::read_dir(&folder).unwrap().collect();
    assert_eq!(names.len(), 1, "nothing unfinished is left");
    fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn pddl_is_two_files() {
    let folder = std::env::temp_dir().join(format!("fewest-pddl-{}", std::process::id()));
    let path = folder.to_str().unwrap();
    let file = example("eight");
    let ran = fewest(&["export", &file, "--to", "pddl", "--output", path], b"");
    assert_eq!(ran.code, Some(0), "{ran:?}");
    let read = |name: &str| fs::read_to_string(folder.join(name)).unwrap();
    let (domain, problem) = (read("domain.pddl"), read("problem.pddl"));
    let both = fewest(&["export", &file, "--to", "pddl"], b"");
    assert_eq!(both.stdout, format!("{domain}\n{problem}"));
    assert!(problem.contains("(:domain fewest-eight)"));
    fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn what_cannot_be_written_is_refused() {
    let ran = fewest(
        &[
            "export",
            &example("flip"),
            "--to",
            "psvn",
            "--output",
            "/no/such/folder/x",
        ],
        b"",
    );
    assert_eq!(ran.code, Some(2));
    assert!(
        ran.stderr.contains("cannot write /no/such/folder/x"),
        "{ran:?}"
    );
    let rows = "a b c a b c\n  ".repeat(6);
    let large = format!(
        "puzzle large\nsymbols a b c\nboard 6x6\nmove m(cell)\n  row +1\n  column +1\ngoal all a\nstart\n  {rows}\n"
    );
    let ran = fewest(&["export", "-", "--to", "psvn"], large.as_bytes());
    assert_eq!(ran.code, Some(2));
    assert!(ran.stderr.contains("more than 16777216 words"), "{ran:?}");
    let ran = fewest(&["export", "-", "--to", "psvn"], b"puzzle");
    assert_eq!(ran.code, Some(2));
    assert!(ran.stderr.contains("<stdin>"), "{ran:?}");
}
