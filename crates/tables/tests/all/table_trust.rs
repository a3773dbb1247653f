//! Tests which table files are trusted, by owner, mode, links and parent folders.

#![cfg(unix)]
#![allow(clippy::unwrap_used)] // A test may panic.

use std::fs::{self, Permissions};
use std::os::unix::fs::{MetadataExt, PermissionsExt, chown, symlink};
use std::path::{Path, PathBuf};

use fewest_tables::{
    DistanceTable, Distrust, Encoding, EntryState, TableCache, TableFileError, TableKey,
    TableProblem,
};

/// The user number of somebody else.
const STRANGER: u32 = 54_321;

/// A folder that is removed when the value is dropped. It lies in the system's folder for temporary
/// files, which is sticky, because others may be able to write to the folders above the project.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("fewest-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap();
        set_mode(&path, 0o755);
        Self(path.canonicalize().unwrap())
    }

    /// A cache of tables in a folder two levels below this one.
    fn cache(&self) -> TableCache {
        let cache = TableCache::new(self.0.join("above/tables"));
        cache.save(&key(), &table()).unwrap();
        cache
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn key() -> TableKey {
    TableKey {
        puzzle: "trusted".to_owned(),
        parameters: "1".to_owned(),
    }
}

fn table() -> DistanceTable {
    DistanceTable::new(vec![1, 0, 3], Encoding::Byte, 3).unwrap()
}

fn set_mode(path: &Path, mode: u32) {
    fs::set_permissions(path, Permissions::from_mode(mode)).unwrap();
}

/// The reason why opening the table fails; `None` if the table is trusted.
fn distrusted(cache: &TableCache) -> Option<(PathBuf, Distrust)> {
    let trusting = cache.clone().trusting_everybody(true);
    assert!(trusting.open(&key(), 3).unwrap().is_some());
    match cache.open(&key(), 3) {
        Ok(table) => {
            assert!(table.is_some());
            // The list omits symbolic links.
            let list = cache.list().unwrap();
            let sound = |state: &EntryState| matches!(state, EntryState::Sound(_));
            assert!(list.iter().all(|entry| sound(&entry.state)));
            None
        }
        Err(error) => {
            assert!(error.is_untrusted() && error.to_string().contains("not trusted: "));
            let build = || -> Result<DistanceTable, TableFileError> { panic!("it is built") };
            let built = cache.open_or_build(&key(), 3, |_| None, |_| (), build);
            assert!(built.unwrap_err().is_untrusted());
            for entry in cache.list().unwrap() {
                let state = entry.state;
                assert!(matches!(&state, EntryState::Refused(error) if error.is_untrusted()));
            }
            match error.problem {
                TableProblem::Untrusted(untrusted) => Some((untrusted.path, untrusted.reason)),
                other => panic!("{other:?}"),
            }
        }
    }
}

#[test]
fn every_mode_of_the_file_its_folder_and_the_one_above() {
    let folder = Folder::new("modes");
    let cache = folder.cache();
    let (file, above) = (cache.path(&key()), folder.0.join("above"));
    assert_eq!(distrusted(&cache), None);
    for mode in 0..0o1000 {
        // Root can read a file without read permission, so this case is not tested as root.
        let mode = mode | 0o400;
        set_mode(&file, mode);
        let writable = mode & 0o022 != 0;
        let expected = writable.then(|| (file.clone(), Distrust::Writable(mode)));
        assert_eq!(distrusted(&cache), expected, "file {mode:o}");
    }
    set_mode(&file, 0o600);
    for (which, folder) in [("tables", cache.folder()), ("above", &above)] {
        for mode in 0..0o2000 {
            let mode = mode | 0o700;
            set_mode(folder, mode);
            let sticky = mode & 0o1000 != 0 && which == "above";
            let writable = mode & 0o022 != 0 && !sticky;
            let expected = writable.then(|| (folder.to_owned(), Distrust::Writable(mode)));
            assert_eq!(distrusted(&cache), expected, "{which} {mode:o}");
            assert_eq!(cache.save(&key(), &table()).is_ok(), !writable);
            assert_eq!(cache.check_folder().is_ok(), !writable);
        }
        set_mode(folder, 0o755);
    }
}

#[test]
fn what_is_created_is_trusted_whatever_the_mode_of_the_process() {
    let folder = Folder::new("created");
    let cache = folder.cache();
    for path in [
        cache.path(&key()),
        cache.folder().into(),
        folder.0.join("above"),
    ] {
        let mode = fs::metadata(&path).unwrap().mode();
        assert_eq!(mode & 0o022, 0, "{}", path.display());
    }
}

#[test]
fn what_belongs_to_a_stranger_is_refused() {
    let folder = Folder::new("owners");
    let cache = folder.cache();
    let (file, above) = (cache.path(&key()), folder.0.join("above"));
    for path in [&*file, cache.folder(), &above] {
        if chown(path, Some(STRANGER), None).is_err() {
            eprintln!("only root can give files away: not tested");
            return;
        }
        let expected = Some((path.to_owned(), Distrust::Owner(STRANGER)));
        assert_eq!(distrusted(&cache), expected);
        chown(path, Some(0), None).unwrap();
        assert_eq!(distrusted(&cache), None);
    }
    // The group does not matter as long as it has no write permission.
    chown(&file, None, Some(STRANGER)).unwrap();
    assert_eq!(distrusted(&cache), None);
}

#[test]
fn links_are_as_good_as_what_they_lead_through() {
    let folder = Folder::new("links");
    let cache = folder.cache();
    let file = cache.path(&key());
    let (shared, own) = (folder.0.join("open"), folder.0.join("own"));
    fs::create_dir(&own).unwrap();
    fs::create_dir(&shared).unwrap();
    set_mode(&shared, 0o777);

    // Here the folder is a link, which may pass through folders of other users.
    symlink("above/tables", folder.0.join("inside")).unwrap();
    assert_eq!(distrusted(&TableCache::new(folder.0.join("inside"))), None);
    symlink("../above/tables", shared.join("link")).unwrap();
    let through = TableCache::new(shared.join("link"));
    let expected = Some((shared.clone(), Distrust::Writable(0o777)));
    assert_eq!(distrusted(&through), expected);
    symlink(shared.join("link"), own.join("link")).unwrap();
    assert_eq!(distrusted(&TableCache::new(own.join("link"))), expected);
    // Nobody else can change this path either, but it is refused all the same.
    let past = TableCache::new(folder.0.join("own/../above/./tables"));
    assert_eq!(distrusted(&past), None);

    // Here the file is a link.
    let elsewhere = TableCache::new(&own);
    symlink(&file, elsewhere.path(&key())).unwrap();
    assert_eq!(distrusted(&elsewhere), None);
    set_mode(&file, 0o646);
    let expected = Some((file.clone(), Distrust::Writable(0o646)));
    assert_eq!(distrusted(&elsewhere), expected);
    set_mode(&file, 0o644);
    fs::copy(&file, shared.join("copy")).unwrap();
    fs::remove_file(elsewhere.path(&key())).unwrap();
    symlink("../open/copy", elsewhere.path(&key())).unwrap();
    let expected = Some((shared, Distrust::Writable(0o777)));
    assert_eq!(distrusted(&elsewhere), expected);

    // A dangling or circular link is not a table, and does not cause an endless loop.
    fs::remove_file(elsewhere.path(&key())).unwrap();
    symlink(elsewhere.path(&key()), elsewhere.path(&key())).unwrap();
    assert!(elsewhere.open(&key(), 3).is_err());
}

#[test]
fn folders_that_are_not_there_yet_are_created_where_nobody_else_can() {
    let folder = Folder::new("absent");
    let sticky = folder.0.join("sticky");
    fs::create_dir(&sticky).unwrap();
    set_mode(&sticky, 0o1777);
    let cache = TableCache::new(sticky.join("a/b"));
    assert!(cache.check_folder().is_ok());
    assert!(cache.open(&key(), 3).unwrap().is_none());
    cache.save(&key(), &table()).unwrap();
    assert_eq!(distrusted(&cache), None);
    // Another user could have created a file directly in this folder before.
    let direct = TableCache::new(&sticky);
    assert!(direct.check_folder().unwrap_err().is_untrusted());
    assert!(direct.save(&key(), &table()).unwrap_err().is_untrusted());
    set_mode(&sticky, 0o777);
    let below = TableCache::new(sticky.join("c"));
    assert!(below.check_folder().unwrap_err().is_untrusted());
    assert!(!sticky.join("c").exists());
}
