//! Runs on disk in as much memory and on as large a disk as the system allows. Both tests need the
//! rights to set such limits, and say so where they have none.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::drawn::Folder;
use crate::program::{command, fewest};

/// A control group for memory, of the first or second version of the interface.
struct MemoryGroup(PathBuf);

impl MemoryGroup {
    /// `None` if groups cannot be made here.
    fn new(bytes: u64) -> Option<Self> {
        let name = format!("fewest-{}", std::process::id());
        let places = [
            ("/sys/fs/cgroup/memory", "memory.limit_in_bytes"),
            ("/sys/fs/cgroup", "memory.max"),
        ];
        places.iter().find_map(|(root, limit)| {
            let group = Path::new(root).join(&name);
            fs::create_dir(&group).ok()?;
            let group = Self(group);
            // A folder that is no group has no such file.
            let limit = group.0.join(limit);
            let is_group = limit.exists() && fs::write(limit, bytes.to_string()).is_ok();
            is_group.then_some(group)
        })
    }

    /// The most memory that the processes of the group used, including cached pages of files.
    fn peak(&self) -> u64 {
        let peaks = ["memory.max_usage_in_bytes", "memory.peak"];
        let read = |name| fs::read_to_string(self.0.join(name)).ok();
        let peak = peaks.into_iter().find_map(read).unwrap_or_default();
        peak.trim().parse().unwrap_or(0)
    }
}

impl Drop for MemoryGroup {
    fn drop(&mut self) {
        let _ = fs::remove_dir(&self.0);
    }
}

/// The group kills a process that takes more than its limit and cannot give cached pages back.
#[test]
#[ignore = "takes a minute; cargo xtask soak runs it"]
fn the_memory_of_a_run_includes_the_cached_pages_of_its_files() {
    let Some(group) = MemoryGroup::new(80 << 20) else {
        eprintln!("skipped: no control group for memory can be made here");
        return;
    };
    let folder = Folder::new("disk-memory");
    let disk = folder.path("run");
    let census = ["census", "tiles", "3x4", "--threads", "1"];
    let run = command(&[&census[..], &["--disk", &disk, "--memory", "64MB"]].concat());
    let procs = group.0.join("cgroup.procs");
    let limited = Command::new("sh")
        .args(["-c", "echo $$ > \"$0\" && exec \"$@\""])
        .arg(procs)
        .arg(run.get_program())
        .args(run.get_args())
        .stdin(Stdio::null())
        .output()
        .unwrap();
    assert!(limited.status.success(), "{limited:?}");
    println!("at most {} bytes of 83886080", group.peak());
    let expected = fewest(&census, "");
    assert_eq!(String::from_utf8(limited.stdout).unwrap(), expected.stdout);
}

/// A file system in memory.
struct SmallDisk(String);

impl SmallDisk {
    /// `None` if none can be mounted here.
    fn new(at: String, kilobytes: u32) -> Option<Self> {
        fs::create_dir_all(&at).unwrap();
        let disk = Self(at);
        disk.mount(&format!("size={kilobytes}k")).then_some(disk)
    }

    fn mount(&self, options: &str) -> bool {
        Command::new("mount")
            .args(["-t", "tmpfs", "-o", options, "tmpfs", &self.0])
            .stderr(Stdio::null())
            .status()
            .is_ok_and(|status| status.success())
    }
}

impl Drop for SmallDisk {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg(&self.0).status();
    }
}

#[test]
fn a_run_goes_on_when_a_full_disk_has_room_again() {
    let folder = Folder::new("disk-full");
    let Some(disk) = SmallDisk::new(folder.path("small"), 300) else {
        eprintln!("skipped: no file system can be mounted here");
        return;
    };
    let run = format!("{}/run", disk.0);
    let census = ["census", "tiles", "2x5", "--threads", "1"];
    let on_disk = [&census[..], &["--disk", &run]].concat();
    for _ in 0..2 {
        let full = fewest(&on_disk, "");
        assert_eq!(full.code, Some(2), "{full:?}");
        assert_eq!(full.stdout, "");
        assert!(full.stderr.contains("No space left on device"), "{full:?}");
        assert!(full.stderr.contains(&run), "{full:?}");
    }
    assert!(disk.mount("remount,size=64m"));
    let known = fewest(&["runs", &run, "--json"], "").json().remove(0);
    assert_eq!(known["runs"][0]["complete"], false, "{known}");
    let ended = fewest(&on_disk, "");
    assert_eq!(ended.code, Some(0), "{ended:?}");
    assert_eq!(ended.stdout, fewest(&census, "").stdout);
}
