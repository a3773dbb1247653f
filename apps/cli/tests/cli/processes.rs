//! What tests of several processes need to know and do about them.

use std::fs;
use std::process::{Child, Command};
use std::time::{Duration, Instant};

/// The children of a process, once there are `count`.
pub(crate) fn children(parent: &Child, count: usize) -> Vec<u32> {
    let id = parent.id();
    let end = Instant::now() + Duration::from_secs(60);
    loop {
        let mut found: Vec<u32> = Vec::new();
        for task in fs::read_dir(format!("/proc/{id}/task")).unwrap().flatten() {
            let text = fs::read_to_string(task.path().join("children")).unwrap_or_default();
            found.extend(text.split_whitespace().map(|id| id.parse::<u32>().unwrap()));
        }
        found.sort_unstable();
        if found.len() == count {
            return found;
        }
        assert!(Instant::now() < end, "{found:?}");
        std::thread::sleep(Duration::from_millis(10));
    }
}

pub(crate) fn signal(name: &str, process: u32) {
    assert!(is_sent(name, process), "{process} has ended");
}

/// Sends a signal to a process. Returns `false` if it has ended.
pub(crate) fn is_sent(name: &str, process: u32) -> bool {
    let id = process.to_string();
    let sent = Command::new("kill").args([name, &id]).output().unwrap();
    sent.status.success()
}

/// Whether a process has ended or waits only for its parent.
fn is_gone(process: u32) -> bool {
    let status = fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    status.is_empty() || status.contains(") Z ")
}

pub(crate) fn wait_until_gone(processes: &[u32]) {
    let end = Instant::now() + Duration::from_secs(60);
    while !processes.iter().all(|&process| is_gone(process)) {
        assert!(Instant::now() < end, "{processes:?} still run");
        std::thread::sleep(Duration::from_millis(10));
    }
}
