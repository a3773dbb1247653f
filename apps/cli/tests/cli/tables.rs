//! Tables that somebody forged, damaged or could have written.

use std::fs;
use std::path::PathBuf;

use fewest_tables::{DistanceTable, TableCache, inspect_table, open_table, write_table};

use crate::program::{Ran, fewest, project};
use crate::spaces::Folder;

const HARDEST: &str = "8 6 7\n2 5 4\n3 0 1\n";

/// Runs with the tables in `folder`.
fn run(folder: &Folder, args: &[&str], input: &str) -> Ran {
    fewest(&[args, &["--cache", folder.path()]].concat(), input)
}

/// The files of tables in `folder`.
fn tables(folder: &Folder) -> Vec<PathBuf> {
    let mut tables: Vec<PathBuf> = fs::read_dir(&folder.0)
        .unwrap()
        .map(|file| file.unwrap().path())
        .filter(|path| path.extension().is_some_and(|end| end == "table"))
        .collect();
    tables.sort();
    tables
}

/// Changes distances and writes the file again as if it were sound, checksum and all.
fn forge(path: &std::path::Path, change: impl Fn(usize, u8) -> u8) {
    let info = inspect_table(path).unwrap();
    let table = open_table(path, &info.key, info.states).unwrap();
    let bytes = table.bytes().iter().enumerate();
    let bytes = bytes.map(|(at, &byte)| change(at, byte)).collect();
    let forged = DistanceTable::new(bytes, table.encoding(), table.states()).unwrap();
    write_table(path, &info.key, &forged).unwrap();
    assert!(inspect_table(path).is_ok());
}

/// Raises what is kept in half-bytes.
fn raised_halves(byte: u8) -> u8 {
    let raised = |half: u8| if half < 13 { half + 2 } else { half };
    raised(byte & 15) | raised(byte >> 4) << 4
}

#[test]
fn forged_patterns_never_make_a_wrong_answer_look_proven() {
    let folder = Folder::new("forged-patterns");
    let args = ["solve", "tiles", "--heuristic", "4-4", "-v"];
    let first = run(&folder, &args, HARDEST);
    assert!(first.headline().starts_with("31 moves, proven fewest"));
    let tables = tables(&folder);
    assert_eq!(tables.len(), 2);
    for (at, table) in tables.iter().enumerate() {
        forge(table, |_, byte| raised_halves(byte));
        let ran = run(&folder, &args, HARDEST);
        assert!(
            ran.headline().starts_with("31 moves, proven fewest"),
            "{ran:?}"
        );
        assert_eq!(
            ran.stderr.matches("it is built again").count(),
            1,
            "{ran:?}"
        );
        // One entry alone.
        forge(
            table,
            |rank, byte| if rank == 100 + at { byte ^ 1 } else { byte },
        );
        let ran = run(&folder, &args, HARDEST);
        assert!(ran.stderr.contains("contradicts the rules"), "{ran:?}");
        let ran = run(&folder, &args, HARDEST);
        assert!(!ran.stderr.contains("built again"), "{ran:?}");
    }
    // One pattern's table under the other's name.
    fs::copy(&tables[0], &tables[1]).unwrap();
    let ran = run(&folder, &args, HARDEST);
    assert!(ran.headline().starts_with("31 moves, proven fewest"));
    assert_eq!(
        ran.stderr.matches("it is built again").count(),
        1,
        "{ran:?}"
    );
}

/// Three boards are too little work for building tables, so the cache stays empty. With the tables of
/// 6-6-3 in it, they are read without being named, and the moves are the same.
#[test]
fn a_batch_of_tiles_uses_the_tables_that_pay_off() {
    let folder = Folder::new("chosen-tables");
    let text = fs::read_to_string(project("tests/golden/tiles/korf100.txt")).unwrap();
    let mut boards: Vec<(u64, u64, String)> = text
        .lines()
        .filter(|line| !line.starts_with('#'))
        .map(|line| {
            let columns: Vec<&str> = line.split_whitespace().collect();
            let number = |column: usize| columns[column].parse().unwrap();
            (number(3), number(2), columns[4..].join(" ") + "\n")
        })
        .collect();
    boards.sort();
    boards.truncate(3);
    let input: String = boards.iter().map(|(.., board)| board.as_str()).collect();
    let solve = ["solve", "tiles", "--goal", "blank-first"];
    let verbose = [&solve[..], &["-v", "-q"]].concat();
    let plain = run(&folder, &verbose, &input);
    assert_eq!(
        (plain.code, plain.stderr.as_str()),
        (Some(0), ""),
        "{plain:?}"
    );
    assert!(!fs::exists(&folder.0).unwrap() || tables(&folder).is_empty());
    let build = ["table", "build", "tiles", "4x4", "--pattern", "6-6-3"];
    assert_eq!(run(&folder, &build, "").code, Some(0));
    let chosen = run(&folder, &verbose, &input);
    assert_eq!(chosen.code, Some(0), "{chosen:?}");
    let remarks = chosen.stderr.matches("the tables 6-6-3 are read: 3 boards");
    assert_eq!(remarks.count(), 1, "{chosen:?}");
    assert_eq!(chosen.stdout.matches("pattern databases 6-6-3").count(), 3);
    let moves = |ran: &Ran| -> Vec<String> {
        let lines = ran.stdout.lines().filter(|line| line.contains("proven"));
        lines.map(str::to_owned).collect()
    };
    assert_eq!(moves(&chosen), moves(&plain));
    for (line, (_, length, _)) in moves(&chosen).iter().zip(&boards) {
        assert!(line.starts_with(&format!("{length} moves, proven fewest")));
    }
    // A bound that is named, and a single board, use no tables.
    let named = [&verbose[..], &["--heuristic", "walking-conflict"]].concat();
    let single = input.lines().next().unwrap();
    for (args, input) in [(&named, input.as_str()), (&verbose, single)] {
        let ran = run(&folder, args, input);
        assert!(!ran.stdout.contains("pattern databases"), "{ran:?}");
    }
    // A folder that is not trusted costs the tables, not the answers.
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        fs::set_permissions(&folder.0, fs::Permissions::from_mode(0o777)).unwrap();
        let ran = run(&folder, &[&solve[..], &["--json"]].concat(), &input);
        assert_eq!(ran.code, Some(0), "{ran:?}");
        assert_eq!(
            ran.stderr.matches("no tables are used").count(),
            1,
            "{ran:?}"
        );
        assert!(!ran.stdout.contains("pattern databases"), "{ran:?}");
    }
}

#[test]
fn boards_are_never_made_from_a_forged_table() {
    let folder = Folder::new("forged-boards");
    let make = ["make", "tiles", "3x3", "--moves", "31"];
    assert_eq!(
        run(&folder, &["table", "build", "tiles", "3x3"], "").code,
        Some(0)
    );
    let table = &tables(&folder)[0];
    let sound = run(&folder, &make, "");
    assert!(sound.stdout.contains("\n31 moves, "), "{sound:?}");
    forge(table, |_, distance| match distance {
        0 | 255 => distance,
        other => other + 3,
    });
    let ran = run(&folder, &make, "");
    assert_eq!(ran.stdout, sound.stdout);
    assert!(ran.stderr.contains("it is not used"), "{ran:?}");
    let built = run(&folder, &["table", "build", "tiles", "3x3"], "");
    assert!(built.stderr.contains("it is built again"), "{built:?}");
    assert!(!run(&folder, &make, "").stderr.contains("not used"));
}

#[test]
fn a_board_that_one_forged_entry_of_a_large_table_makes_is_not_shown() {
    let folder = Folder::new("forged-entry");
    assert_eq!(
        run(&folder, &["table", "build", "tiles", "2x5"], "").code,
        Some(0)
    );
    let table = &tables(&folder)[0];
    let info = inspect_table(table).unwrap();
    let cache = TableCache::new(&folder.0);
    let distances = cache.open(&info.key, info.states).unwrap().unwrap();
    let chosen = (0..info.states).find(|&rank| distances.distance(rank) == Some(20));
    let chosen = chosen.unwrap() as usize;
    forge(
        table,
        |rank, distance| if rank == chosen { 70 } else { distance },
    );
    let ran = run(
        &folder,
        &["make", "tiles", "2x5", "--moves", "70", "-q"],
        "",
    );
    assert_eq!((ran.code, &*ran.stdout), (Some(2), ""), "{ran:?}");
    assert!(ran.stderr.contains("has 20 moves"), "{ran:?}");
    let ran = run(&folder, &["table", "verify", "tiles", "2x5"], "");
    assert_eq!(ran.code, Some(1), "{ran:?}");
}

#[test]
fn what_a_killed_build_left_is_removed_by_the_next_and_by_list() {
    let folder = Folder::new("abandoned");
    let abandoned = folder.0.join(".tiles_3x3.table.a1b2c3d4e5f6.unfinished");
    for args in [
        &["table", "list"][..],
        &["table", "build", "tiles", "3x3"],
        &["table", "build", "tiles", "3x3"],
    ] {
        fs::write(&abandoned, "half a table").unwrap();
        let ran = run(&folder, args, "");
        assert_eq!(ran.code, Some(0), "{ran:?}");
        assert!(!abandoned.exists());
        assert!(
            ran.stderr.contains("1 unfinished table (12 B) removed"),
            "{ran:?}"
        );
        // While somebody writes it, it stays.
        let file = fs::File::create(&abandoned).unwrap();
        file.lock().unwrap();
        let ran = run(&folder, args, "");
        assert!(
            abandoned.exists() && !ran.stderr.contains("removed"),
            "{ran:?}"
        );
    }
    fs::remove_file(&abandoned).unwrap();
}

#[cfg(unix)]
#[test]
fn what_others_can_write_to_is_refused_by_every_command_that_reads_tables() {
    use std::os::unix::fs::PermissionsExt;

    let folder = Folder::new("writable");
    let commands: [(&[&str], &str); 4] = [
        (&["solve", "tiles", "--heuristic", "4-4"], HARDEST),
        (&["make", "tiles", "3x3", "--moves", "31"], ""),
        (&["table", "build", "tiles", "3x3"], ""),
        (&["table", "verify", "tiles", "3x3"], ""),
    ];
    for (args, input) in [commands[2], commands[0]] {
        assert_eq!(run(&folder, args, input).code, Some(0));
    }
    let files = tables(&folder);
    let set = |mode: u32| {
        fs::set_permissions(&folder.0, fs::Permissions::from_mode(mode)).unwrap();
    };
    let set_files = |mode: u32| {
        for file in &files {
            fs::set_permissions(file, fs::Permissions::from_mode(mode)).unwrap();
        }
    };
    for (of_folder, of_files) in [
        (0o775, 0o644),
        (0o1777, 0o644),
        (0o755, 0o664),
        (0o755, 0o646),
    ] {
        set(of_folder);
        set_files(of_files);
        for (args, input) in commands {
            let ran = run(&folder, args, input);
            assert_eq!((ran.code, &*ran.stdout), (Some(2), ""), "{args:?} {ran:?}");
            assert!(
                ran.stderr.contains("not trusted: others may write to "),
                "{ran:?}"
            );
            assert!(ran.stderr.contains("chmod go-w") && ran.stderr.contains("--trust-tables"));
            let trusting = [args, &["--trust-tables"]].concat();
            let ran = run(&folder, &trusting, input);
            assert_eq!(ran.code, Some(0), "{trusting:?} {ran:?}");
        }
        let list = run(&folder, &["table", "list"], "");
        assert!(list.stdout.contains("not trusted: "), "{list:?}");
    }
}
