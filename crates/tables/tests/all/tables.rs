//! Tests tables of distances, and that no damaged or foreign table file is accepted.

#![allow(clippy::unwrap_used)] // A test may panic.

use crate::spaces;

use std::cell::RefCell;
use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};

use fewest_rules::{Goals, Limits, Ranked};
use fewest_tables::{
    DistanceTable, Encoding, EntryState, Enumerated, EnumerationOptions, Retrograde, TableCache,
    TableFileError, TableKey, TableProblem, Undirected, distances, inspect_table, open_table,
    write_table,
};
use spaces::{Eight, Graph, Ring, backward};

fn built<P: Ranked + Goals + fewest_rules::Reverse + Sync>(
    puzzle: &P,
    encoding: Encoding,
) -> DistanceTable {
    let (options, limits) = (EnumerationOptions::default(), Limits::default());
    let report = distances(
        puzzle,
        &Retrograde,
        puzzle.goals(),
        encoding,
        &options,
        &limits,
    );
    match report.outcome {
        Enumerated::Complete((_, table)) => table,
        stopped => panic!("{stopped:?}"),
    }
}

#[test]
fn a_table_holds_the_distances_to_the_goals() {
    for seed in 0..40 {
        let graph = Graph::random(120, 4, 2, seed);
        let table = built(&graph, Encoding::Nibble);
        let oracle = backward(&graph);
        for state in 0..120 {
            assert_eq!(table.distance(state), oracle.distances[state as usize]);
        }
    }
}

#[test]
fn a_table_takes_exactly_the_bytes_of_its_states() {
    assert!(DistanceTable::new(vec![0; 20], Encoding::Byte, 20).is_some());
    assert!(DistanceTable::new(vec![0; 20], Encoding::Byte, 21).is_none());
    assert!(DistanceTable::new(vec![0; 20], Encoding::Nibble, 38).is_none());
}

#[test]
fn a_quarter_of_a_byte_tells_a_lower_bound() {
    let encoding = Encoding::Quarter { base: 4 };
    assert_eq!(encoding.most(), 7);
    let stored = [0, 1, 4, 5, 6, 7, 8, 200].map(|distance| encoding.stored(distance));
    assert_eq!(stored, [0, 0, 0, 5, 6, 7, 7, 7]);
    assert!(DistanceTable::new(vec![0; 5], encoding, 20).is_some());
    assert!(DistanceTable::new(vec![0; 5], encoding, 21).is_none());
    // The last byte has room for two more entries, which do not count.
    let table = DistanceTable::new(vec![0b11_10_01_00, 0b11_11_00_01], encoding, 6).unwrap();
    let told: Vec<u32> = (0..6).map(|rank| table.distance(rank).unwrap()).collect();
    assert_eq!(told, [0, 5, 6, 7, 5, 0]);
    assert_eq!(table.histogram(), [2, 0, 0, 0, 0, 2, 1, 1]);
    let path = folder("quarter").join("quarter.table");
    write_table(&path, &key("6"), &table).unwrap();
    let read = open_table(&path, &key("6"), 6).unwrap();
    assert_eq!((read.encoding(), read.bytes()), (encoding, table.bytes()));
    assert_eq!(inspect_table(&path).unwrap().encoding, encoding);
    let cache = TableCache::new(path.parent().unwrap()).trusting_everybody(true);
    cache.save(&key("6"), &table).unwrap();
    let mut reader = cache.reader(&key("6"), 6).unwrap().unwrap();
    let mut distances = [0; 6];
    reader.read(0, &mut distances).unwrap();
    assert_eq!(distances, [0, 5, 6, 7, 5, 0]);
}

/// An empty folder for one test.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

fn key(parameters: &str) -> TableKey {
    TableKey {
        puzzle: "ring".to_owned(),
        parameters: parameters.to_owned(),
    }
}

#[test]
fn a_file_gives_back_what_was_written() {
    let folder = folder("roundtrip");
    for (n, encoding) in [
        (27, Encoding::Nibble),
        (27, Encoding::Byte),
        (500, Encoding::Byte),
    ] {
        let table = built(&Ring(n), encoding);
        let path = folder.join("table");
        write_table(&path, &key("x"), &table).unwrap();
        let opened = open_table(&path, &key("x"), n.into()).unwrap();
        assert_eq!(opened.bytes(), table.bytes());
        assert_eq!(opened.histogram(), table.histogram());
        assert_eq!(opened.encoding(), encoding);
        let info = inspect_table(&path).unwrap();
        assert_eq!((info.key, info.states), (key("x"), n.into()));
        assert_eq!(info.histogram, table.histogram());
        // The new file replaces the old one.
        write_table(&path, &key("x"), &table).unwrap();
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
    }
}

#[test]
fn every_flipped_bit_every_cut_and_every_addition_is_refused() {
    let folder = folder("flips");
    let path = folder.join("table");
    write_table(&path, &key("40"), &built(&Ring(40), Encoding::Byte)).unwrap();
    let sound = fs::read(&path).unwrap();
    let refused = |bytes: &[u8], what: &str| {
        fs::write(&path, bytes).unwrap();
        let error = open_table(&path, &key("40"), 40).expect_err(what);
        assert!(inspect_table(&path).is_err(), "{what}");
        assert_eq!(error.path, path);
        assert!(error.to_string().starts_with(&path.display().to_string()));
    };
    for bit in 0..sound.len() * 8 {
        let mut bytes = sound.clone();
        bytes[bit / 8] ^= 1 << (bit % 8);
        refused(&bytes, &format!("bit {bit} flipped"));
    }
    for length in 0..sound.len() {
        refused(&sound[..length], &format!("cut to {length}"));
    }
    for more in [0u8, 255] {
        let mut bytes = sound.clone();
        bytes.push(more);
        refused(&bytes, "one byte more");
    }
    fs::write(&path, &sound).unwrap();
    assert!(open_table(&path, &key("40"), 40).is_ok());
}

/// The problem that is reported for a file with these bytes.
fn problem(path: &Path, bytes: &[u8], key: &TableKey, states: u64) -> TableProblem {
    fs::write(path, bytes).unwrap();
    open_table(path, key, states).unwrap_err().problem
}

#[test]
fn a_foreign_file_is_refused_with_the_reason() {
    let path = folder("foreign").join("table");
    write_table(&path, &key("40"), &built(&Ring(40), Encoding::Byte)).unwrap();
    let sound = fs::read(&path).unwrap();
    let other = problem(&path, &sound, &key("41"), 40);
    assert!(
        matches!(other, TableProblem::Foreign { found, wanted } if found == key("40") && wanted == key("41"))
    );
    let more = problem(&path, &sound, &key("40"), 41);
    assert!(matches!(
        more,
        TableProblem::States {
            found: 40,
            wanted: 41
        }
    ));
    let mut new = sound.clone();
    new[8] = 1;
    let version = problem(&path, &new, &key("40"), 40);
    assert!(matches!(version, TableProblem::Version(1)));
    for bytes in [
        &b""[..],
        b"hello",
        b"PK\x03\x04 and so on, for more than a header's length",
    ] {
        let foreign = problem(&path, bytes, &key("40"), 40);
        assert!(matches!(foreign, TableProblem::NotATable));
    }
    let cut = problem(&path, &sound[..sound.len() - 1], &key("40"), 40);
    assert!(matches!(cut, TableProblem::Length { .. }));
    let mut flipped = sound.clone();
    flipped[sound.len() - 40] ^= 1;
    let flipped = problem(&path, &flipped, &key("40"), 40);
    assert!(matches!(flipped, TableProblem::Damaged));
    // A header that claims an impossible size causes no allocation.
    let length = u32::from_le_bytes(sound[12..16].try_into().unwrap()) as usize;
    let description = String::from_utf8(sound[16..16 + length].to_vec()).unwrap();
    let vast = description.replace("40,", &format!("{},", u64::MAX));
    assert_ne!(description, vast);
    let mut bytes = sound[..12].to_vec();
    bytes.extend((vast.len() as u32).to_le_bytes());
    bytes.extend(vast.as_bytes());
    fs::write(&path, &bytes).unwrap();
    let vast = inspect_table(&path).unwrap_err().problem;
    assert!(matches!(
        vast,
        TableProblem::Malformed("more states than memory holds")
    ));
    let missing = open_table(&path.with_file_name("missing"), &key("40"), 40);
    assert!(matches!(missing.unwrap_err().problem, TableProblem::Io(_)));
    let a_folder = open_table(path.parent().unwrap(), &key("40"), 40);
    assert!(matches!(
        a_folder.unwrap_err().problem,
        TableProblem::NotATable
    ));
}

#[test]
fn the_cache_builds_once_and_again_after_damage() {
    let cache = TableCache::new(folder("cache").join("made/when/needed")).trusting_everybody(true);
    assert!(cache.list().unwrap().is_empty());
    assert!(cache.open(&key("40"), 40).unwrap().is_none());
    let told = RefCell::new(Vec::new());
    let tell = |refused: &TableFileError| told.borrow_mut().push(refused.to_string());
    let get = |cache: &TableCache| {
        let build = || Ok::<_, TableFileError>(built(&Ring(40), Encoding::Byte));
        cache
            .open_or_build(&key("40"), 40, |_| None, tell, build)
            .unwrap()
    };
    let first = get(&cache);
    assert!(first.built && first.unsaved.is_none());
    assert!(!get(&cache).built);
    assert!(told.borrow().is_empty());

    let path = cache.path(&key("40"));
    let mut bytes = fs::read(&path).unwrap();
    let middle = bytes.len() - 50;
    bytes[middle] ^= 4;
    fs::write(&path, bytes).unwrap();
    let list = cache.list().unwrap();
    assert!(matches!(
        &list[0].state,
        EntryState::Refused(TableFileError { .. })
    ));
    let again = get(&cache);
    let damage = format!("{}: damaged: the checksum does not match", path.display());
    assert!(again.built && told.take() == [damage]);
    assert!(!get(&cache).built);

    // The file is complete, but its contents fail verification.
    let build = || Ok::<_, TableFileError>(built(&Ring(40), Encoding::Byte));
    let wrong = |_: &DistanceTable| Some(7);
    let opened = cache.open_checked(&key("40"), 40, wrong).unwrap_err();
    assert!(matches!(opened.problem, TableProblem::Wrong { rank: 7 }));
    let again = cache.open_or_build(&key("40"), 40, wrong, tell, build);
    assert!(again.unwrap().built && told.take().len() == 1);

    // Here a table is stored under the name of another table.
    fs::copy(&path, cache.path(&key("41"))).unwrap();
    assert!(cache.open(&key("41"), 40).is_err());
    let list = cache.list().unwrap();
    let sound = list
        .iter()
        .filter(|entry| matches!(&entry.state, EntryState::Sound(_)));
    assert_eq!((list.len(), sound.count()), (2, 1));
    let stopped = TableFileError {
        path: "stopped".into(),
        problem: TableProblem::NotATable,
    };
    let failed = cache.open_or_build(&key("42"), 42, |_| None, tell, || Err(stopped));
    assert_eq!(failed.unwrap_err().path, Path::new("stopped"));

    for entry in list {
        assert!(cache.remove(&entry.name).unwrap());
        assert!(!cache.remove(&entry.name).unwrap());
    }
    assert!(cache.list().unwrap().is_empty());
}

#[test]
fn names_never_leave_the_folder_nor_meet() {
    let cache = TableCache::new(folder("names")).trusting_everybody(true);
    let long = "3 ".repeat(500);
    let tricks = [
        "",
        ".",
        "..",
        "../x",
        "..\\x",
        "/etc",
        "c:",
        "con",
        "a b",
        "a_b",
        "A",
        "a",
        "ä",
        "%2e",
        "\0",
        "a\n",
        "~",
        &long,
        &(long.clone() + "4"),
    ];
    let mut names = HashSet::new();
    for puzzle in tricks {
        for parameters in tricks {
            let key = TableKey {
                puzzle: puzzle.to_owned(),
                parameters: parameters.to_owned(),
            };
            let path = cache.path(&key);
            assert_eq!(path.parent(), Some(cache.folder()));
            let name = path.file_name().unwrap().to_str().unwrap().to_owned();
            assert!(name.len() <= 255 && name.is_ascii());
            assert_eq!(name, name.to_ascii_lowercase());
            assert!(!name.starts_with('.') && !name.contains(['/', '\\', ':']));
            assert!(names.insert(name), "{key:?}");
        }
    }
    let outside = cache.folder().join("../outside.table");
    fs::write(&outside, "precious").unwrap();
    fs::write(cache.folder().join("notes.txt"), "precious").unwrap();
    for name in ["../outside.table", "notes.txt", "", ".", ".."] {
        assert!(!cache.remove(name).unwrap());
    }
    assert!(outside.exists() && cache.folder().join("notes.txt").exists());
}

#[test]
fn a_cached_table_solves() {
    let cache = TableCache::new(folder("solves")).trusting_everybody(true);
    let limits = Limits::default();
    let options = EnumerationOptions::default();
    let build = || {
        let goals = Eight.goals();
        let report = distances(
            &Eight,
            &Undirected,
            goals,
            Encoding::Byte,
            &options,
            &limits,
        );
        match report.outcome {
            Enumerated::Complete((_, table)) => Ok::<_, TableFileError>(table),
            Enumerated::Stopped { reason, .. } => panic!("{reason:?}"),
        }
    };
    for built in [true, false] {
        let cached = cache
            .open_or_build(&key("eight"), Eight.size(), |_| None, |_| (), build)
            .unwrap();
        assert_eq!(cached.built, built);
        let hardest = 867_254_301;
        assert_eq!(cached.table.distance(Eight.rank(hardest)), Some(31));
        // The same board with two tiles exchanged is unsolvable.
        assert_eq!(cached.table.distance(Eight.rank(687_254_301)), None);
    }
}
