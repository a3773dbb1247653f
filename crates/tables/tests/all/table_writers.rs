//! Tests writers of tables that are killed, and several writers at once.

#![allow(clippy::unwrap_used)] // A test may panic.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use fewest_tables::{DistanceTable, Encoding, EntryState, TableCache, TableKey};

/// An empty folder for one test.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"))
        .join("writers")
        .join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

fn cache(name: &str) -> TableCache {
    // This test must not depend on the folders above the project.
    TableCache::new(folder(name)).trusting_everybody(true)
}

fn key() -> TableKey {
    TableKey {
        puzzle: "written".to_owned(),
        parameters: String::new(),
    }
}

const STATES: u64 = 1 << 22;

fn table() -> DistanceTable {
    DistanceTable::new(vec![9; STATES as usize], Encoding::Byte, STATES).unwrap()
}

const WRITE_FOREVER: &str = "FEWEST_TEST_WRITE_TABLES_TO";

#[test]
#[ignore = "other tests run it in a process of its own"]
fn write_forever() {
    let Some(folder) = std::env::var_os(WRITE_FOREVER) else {
        return;
    };
    let cache = TableCache::new(folder).trusting_everybody(true);
    let table = table();
    loop {
        cache.save(&key(), &table).unwrap();
    }
}

fn writer(cache: &TableCache) -> Child {
    Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "table_writers::write_forever", "--ignored"])
        .env(WRITE_FOREVER, cache.folder())
        .stdout(Stdio::null())
        .spawn()
        .unwrap()
}

/// The names of unfinished files, including abandoned ones.
fn unfinished(cache: &TableCache) -> Vec<String> {
    let entries = cache.list().unwrap().into_iter();
    entries
        .filter(|entry| matches!(entry.state, EntryState::Unfinished))
        .map(|entry| entry.name)
        .collect()
}

fn wait_until(what: &str, mut condition: impl FnMut() -> bool) {
    let started = Instant::now();
    while !condition() {
        assert!(started.elapsed() < Duration::from_secs(60), "{what}");
        std::thread::sleep(Duration::from_millis(1));
    }
}

#[test]
fn a_writer_that_is_killed_leaves_nothing_that_is_trusted_or_stays() {
    let cache = cache("killed");
    let mut left = 0;
    for round in 0..12 {
        let mut child = writer(&cache);
        wait_until("the writer begins", || {
            assert!(child.try_wait().unwrap().is_none(), "the writer ended");
            fs::read_dir(cache.folder()).unwrap().next().is_some()
        });
        std::thread::sleep(Duration::from_micros(700 * round));
        child.kill().unwrap();
        child.wait().unwrap();
        if let Some(table) = cache.open(&key(), STATES).unwrap() {
            assert!(table.bytes().iter().all(|&byte| byte == 9));
        }
        let abandoned = unfinished(&cache).len();
        left += abandoned;
        let (files, bytes) = cache.remove_abandoned().unwrap();
        assert_eq!(files, abandoned);
        assert!(bytes <= files as u64 * (STATES + 1000));
        for entry in cache.list().unwrap() {
            match entry.state {
                EntryState::Sound(info) => assert_eq!(info.key, key()),
                other => panic!("{}: {other:?}", entry.name),
            }
            assert!(cache.remove(&entry.name).unwrap());
        }
    }
    assert!(left > 0, "no writer was killed in the middle");
}

#[test]
fn the_next_table_that_is_saved_removes_what_dead_writers_left() {
    let cache = cache("next");
    let abandoned = cache
        .folder()
        .join(".written_.table.a1b2c3d4e5f6.unfinished");
    fs::write(&abandoned, "half a table").unwrap();
    // Other programs may use similar file names.
    let foreign = cache.folder().join("symphony.unfinished");
    fs::write(&foreign, "precious").unwrap();
    assert_eq!(unfinished(&cache).len(), 1);
    cache.save(&key(), &table()).unwrap();
    assert!(!abandoned.exists() && foreign.exists());
    assert!(unfinished(&cache).is_empty());
}

#[test]
fn a_living_writer_keeps_its_file() {
    let cache = cache("alive");
    let held = cache
        .folder()
        .join(".written_.table.a1b2c3d4e5f6.unfinished");
    let file = File::create(&held).unwrap();
    file.lock().unwrap();
    assert_eq!(cache.remove_abandoned().unwrap(), (0, 0));
    assert!(held.exists());
    // Only the lock decides whether a file is abandoned, not its name.
    drop(file);
    assert_eq!(cache.remove_abandoned().unwrap().0, 1);
    assert!(!held.exists());
}

#[test]
fn several_writers_and_whoever_tidies_up_never_disturb_each_other() {
    let cache = cache("several");
    let mut writers = [writer(&cache), writer(&cache)];
    wait_until("the first table", || cache.path(&key()).exists());
    let end = Instant::now() + Duration::from_secs(2);
    let mut opened = 0;
    while Instant::now() < end {
        cache.remove_abandoned().unwrap();
        let table = cache.open(&key(), STATES).unwrap().unwrap();
        assert!(table.bytes().iter().all(|&byte| byte == 9));
        opened += 1;
        for writer in &mut writers {
            assert!(writer.try_wait().unwrap().is_none(), "a writer failed");
        }
    }
    for mut writer in writers {
        writer.kill().unwrap();
        writer.wait().unwrap();
    }
    assert!(opened > 0);
    cache.remove_abandoned().unwrap();
    assert!(unfinished(&cache).is_empty());
}

#[test]
fn whatever_becomes_of_a_file_a_table_in_use_stays_what_it_was() {
    let cache = cache("in_use");
    cache.save(&key(), &table()).unwrap();
    let path = cache.path(&key());
    let opened = cache.open(&key(), STATES).unwrap().unwrap();
    let looked = std::thread::scope(|scope| {
        let looking = scope.spawn(|| {
            let end = Instant::now() + Duration::from_millis(300);
            let mut looked = 0_u64;
            while Instant::now() < end {
                for rank in (0..STATES).step_by(1021) {
                    assert_eq!(opened.distance(rank), Some(9));
                    looked += 1;
                }
            }
            looked
        });
        for length in [STATES - 1, 5000, 1, 0, STATES * 2] {
            let file = File::options().write(true).open(&path).unwrap();
            file.set_len(length).unwrap();
            std::thread::sleep(Duration::from_millis(20));
        }
        fs::write(&path, vec![1; STATES as usize]).unwrap();
        fs::remove_file(&path).unwrap();
        looking.join().unwrap()
    });
    assert!(looked > 0);
    assert_eq!(opened.bytes(), table().bytes());
}

#[test]
fn a_file_that_is_cut_at_any_time_is_read_whole_or_refused() {
    let cache = cache("cut");
    let (table, path) = (table(), cache.path(&key()));
    for round in 0..60 {
        cache.save(&key(), &table).unwrap();
        std::thread::scope(|scope| {
            let cutting = scope.spawn(|| {
                std::thread::sleep(Duration::from_micros(40 * round));
                File::options().write(true).open(&path)?.set_len(100_000)
            });
            match cache.open(&key(), STATES) {
                Ok(opened) => assert_eq!(opened.unwrap().bytes(), table.bytes()),
                Err(error) => assert!(error.to_string().contains("damaged"), "{error}"),
            }
            cutting.join().unwrap().unwrap();
        });
    }
}
