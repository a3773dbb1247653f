//! Finds out how much memory the process may take. The amount depends on the free memory of the
//! machine, on the process's control groups and on its resource limits.
//!
//! The numbers are read from `/proc` and `/sys`, so they are known only on Linux.

use std::fs;
use std::path::{Path, PathBuf};

/// The address space that the system reserves for the stack and the heap of a thread, even if the
/// thread does not use it.
const THREAD: u64 = 72 << 20;

/// The number of bytes that the process can take from now on; `None` if the system does not report
/// it. The parameter `threads` is the number of threads that the process is going to start.
pub(crate) fn at_start(threads: usize) -> Option<u64> {
    below(Path::new("/"), threads)
}

fn below(root: &Path, threads: usize) -> Option<u64> {
    let machine = machine(root);
    let groups = groups(root).into_iter().filter_map(|group| group.free());
    let own = resources(root, threads);
    machine.into_iter().chain(groups).chain(own).min()
}

fn read(path: &Path) -> Option<String> {
    fs::read_to_string(path).ok()
}

fn number(path: &Path) -> Option<u64> {
    read(path)?.trim().parse().ok()
}

/// Finds `key` in a text whose lines consist of a key and a number. Returns the number, converted
/// to bytes; one unit is `unit` bytes.
fn entry(text: &str, key: &str, unit: u64) -> Option<u64> {
    let line = text.lines().find_map(|line| line.strip_prefix(key))?;
    let number: u64 = line.split_whitespace().next()?.parse().ok()?;
    number.checked_mul(unit)
}

fn machine(root: &Path) -> Option<u64> {
    entry(&read(&root.join("proc/meminfo"))?, "MemAvailable:", 1024)
}

/// The memory that the limits `ulimit -v` and `ulimit -d` still allow.
fn resources(root: &Path, threads: usize) -> Vec<u64> {
    let (Some(limits), Some(status)) = (
        read(&root.join("proc/self/limits")),
        read(&root.join("proc/self/status")),
    ) else {
        return Vec::new();
    };
    // An unlimited value is not written as a number, so parsing it gives `None`.
    let left = |limit, used| {
        let used = entry(&status, used, 1024)?;
        Some(entry(&limits, limit, 1)?.saturating_sub(used))
    };
    let address_space = left("Max address space", "VmSize:").map(|left| {
        let threads = THREAD.saturating_mul(threads as u64);
        left.saturating_sub(threads).max(left / 2)
    });
    let data = left("Max data size", "VmData:");
    address_space.into_iter().chain(data).collect()
}

/// The folder of a control group and the names of its files, which depend on the version of control
/// groups.
struct ControlGroup {
    folder: PathBuf,
    most: &'static str,
    used: &'static str,
    /// The key of the statistics that give the memory for pages of files. The system can free these
    /// pages when it needs memory.
    spare: &'static str,
}

impl ControlGroup {
    fn free(&self) -> Option<u64> {
        // Without a limit, version 2 has the word `max`, and version 1 has a number larger than any
        // memory.
        let most = number(&self.folder.join(self.most))?;
        let used = number(&self.folder.join(self.used))?;
        let spare = read(&self.folder.join("memory.stat"))
            .and_then(|statistics| entry(&statistics, self.spare, 1))
            .unwrap_or(0);
        Some(most.saturating_sub(used.saturating_sub(spare)))
    }
}

/// The control groups of the process, and all groups that contain them.
fn groups(root: &Path) -> Vec<ControlGroup> {
    let (Some(own), Some(mounts)) = (
        read(&root.join("proc/self/cgroup")),
        read(&root.join("proc/self/mountinfo")),
    ) else {
        return Vec::new();
    };
    let mut groups = Vec::new();
    for mount in mounts.lines().filter_map(Mount::new) {
        let path = own.lines().find_map(|line| {
            let mut parts = line.splitn(3, ':').skip(1);
            let (controllers, path) = (parts.next()?, parts.next()?);
            let here = match mount.version {
                Version::One => controllers.split(',').any(|name| name == "memory"),
                Version::Two => controllers.is_empty(),
            };
            here.then_some(path)
        });
        // In a container only a part of the tree may be mounted, so the path of the process may not
        // begin with the root of the mount.
        let path = path
            .and_then(|path| Path::new(path).strip_prefix(mount.root).ok())
            .unwrap_or(Path::new(""));
        let top = root.join(mount.point.trim_start_matches('/'));
        for folder in path.ancestors() {
            let folder = top.join(folder);
            groups.push(match mount.version {
                Version::One => ControlGroup {
                    folder,
                    most: "memory.limit_in_bytes",
                    used: "memory.usage_in_bytes",
                    spare: "total_inactive_file ",
                },
                Version::Two => ControlGroup {
                    folder,
                    most: "memory.max",
                    used: "memory.current",
                    spare: "inactive_file ",
                },
            });
        }
    }
    groups
}

enum Version {
    One,
    Two,
}

/// A mount point where control groups for memory are visible.
struct Mount<'a> {
    version: Version,
    root: &'a str,
    point: &'a str,
}

impl<'a> Mount<'a> {
    /// Parses a line of `mountinfo`; `None` if the line describes another kind of mount.
    fn new(line: &'a str) -> Option<Self> {
        let (place, kind) = line.split_once(" - ")?;
        let mut place = place.split(' ').skip(3);
        let (root, point) = (place.next()?, place.next()?);
        let mut kind = kind.split(' ');
        let version = match kind.next()? {
            "cgroup2" => Version::Two,
            "cgroup" => {
                let mut options = kind.nth(1)?.split(',');
                options
                    .any(|option| option == "memory")
                    .then_some(Version::One)?
            }
            _ => return None,
        };
        Some(Self {
            version,
            root,
            point,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::below;
    use std::path::Path;
    use std::{env, fs, process};

    const GIB: u64 = 1 << 30;
    const V1: &str = "34 25 0:31 / /sys/fs/cgroup/memory rw,nosuid - cgroup cgroup rw,memory\n";
    const V2: &str = "30 25 0:26 /pod /sys/fs/cgroup rw,nosuid shared:4 - cgroup2 cgroup2 rw\n";

    /// The result on a simulated machine with 8 GiB of free memory and with the additional files
    /// `more`.
    fn free(name: &str, more: &[(&str, &str)]) -> Option<u64> {
        let folder = format!("fewest-free-memory-{}-{name}", process::id());
        let root = env::temp_dir().join(folder);
        let machine = [
            (
                "proc/meminfo",
                "MemTotal: 16777216 kB\nMemAvailable:    8388608 kB\n",
            ),
            (
                "proc/self/status",
                "VmSize:\t 1048576 kB\nVmData:\t 524288 kB\n",
            ),
        ];
        for (path, text) in machine.iter().chain(more) {
            let path = root.join(path);
            fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
            fs::write(path, text).expect("a file");
        }
        let free = below(&root, 2);
        fs::remove_dir_all(&root).expect("the folder that was made");
        free
    }

    #[test]
    fn without_limits_it_is_what_the_machine_has_free() {
        assert_eq!(free("machine", &[]), Some(8 * GIB));
        let limits = "Max data size   unlimited  unlimited  bytes\n\
                      Max address space    unlimited            unlimited            bytes\n";
        assert_eq!(
            free("unlimited", &[("proc/self/limits", limits)]),
            Some(8 * GIB)
        );
    }

    #[test]
    fn resource_limits_leave_what_is_not_in_use_nor_kept_for_threads() {
        let space = "Max address space    3221225472  unlimited  bytes\n";
        let free_space = free("space", &[("proc/self/limits", space)]);
        assert_eq!(free_space, Some(2 * GIB - 2 * super::THREAD));
        let data = "Max data size    1073741824  unlimited  bytes\n";
        assert_eq!(free("data", &[("proc/self/limits", data)]), Some(GIB / 2));
        let little = "Max address space    1181116006  unlimited  bytes\n";
        let free_space = free("little", &[("proc/self/limits", little)]);
        assert_eq!(free_space, Some((1_181_116_006 - GIB) / 2));
    }

    #[test]
    fn every_control_group_above_the_process_counts() {
        let first = "4294967296";
        let group = [
            ("proc/self/cgroup", "5:cpu:/x\n4:memory:/jobs/one\n0::/\n"),
            ("proc/self/mountinfo", V1),
            (
                "sys/fs/cgroup/memory/memory.limit_in_bytes",
                "9223372036854771712\n",
            ),
            ("sys/fs/cgroup/memory/memory.usage_in_bytes", "1\n"),
            ("sys/fs/cgroup/memory/jobs/memory.limit_in_bytes", first),
            (
                "sys/fs/cgroup/memory/jobs/memory.usage_in_bytes",
                "3221225472\n",
            ),
            (
                "sys/fs/cgroup/memory/jobs/memory.stat",
                "inactive_file 1\ntotal_inactive_file 1073741824\n",
            ),
            ("sys/fs/cgroup/memory/jobs/one/memory.limit_in_bytes", first),
            ("sys/fs/cgroup/memory/jobs/one/memory.usage_in_bytes", "0\n"),
        ];
        assert_eq!(free("one", &group), Some(2 * GIB));
        let group = [
            ("proc/self/cgroup", "0::/pod/inner\n"),
            ("proc/self/mountinfo", V2),
            ("sys/fs/cgroup/memory.max", "2147483648\n"),
            ("sys/fs/cgroup/memory.current", "1073741824\n"),
            ("sys/fs/cgroup/inner/memory.max", "max\n"),
            ("sys/fs/cgroup/inner/memory.current", "0\n"),
        ];
        assert_eq!(free("two", &group), Some(GIB));
    }

    #[test]
    fn a_system_that_tells_nothing_sets_no_ceiling() {
        assert_eq!(below(Path::new("/nowhere/at/all"), 1), None);
    }
}
