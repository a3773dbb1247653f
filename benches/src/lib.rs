//! Measurements for the speed tables of `cargo xtask bench`.
//!
//! Times on a busy machine vary, so only the ratios within one run are meaningful. The competitors
//! are measured in turn, A B A B …, and the median is shown.

use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use comfy_table::presets::NOTHING;
use comfy_table::{CellAlignment, Table};

/// The median of the durations. For an even number of durations, the median is the greater of the
/// two in the middle.
pub fn median(mut times: Vec<Duration>) -> Duration {
    times.sort_unstable();
    times.get(times.len() / 2).copied().unwrap_or_default()
}

/// Runs a program once on a file and returns its wall time.
///
/// # Errors
/// Returns an error if the program cannot be run, or fails.
pub fn time_process(program: &Path, args: &[&str], stdin: &Path) -> io::Result<Duration> {
    let input = File::open(stdin)?;
    let started = Instant::now();
    let status = Command::new(program)
        .args(args)
        .stdin(input)
        .stdout(Stdio::null())
        .stderr(Stdio::inherit())
        .status()?;
    let elapsed = started.elapsed();
    if status.success() {
        Ok(elapsed)
    } else {
        Err(io::Error::other(format!(
            "{} {args:?}: {status}",
            program.display()
        )))
    }
}

/// The most memory that this process has held, in bytes; 0 if the system does not report it.
pub fn peak_memory() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    status
        .lines()
        .find_map(|line| line.strip_prefix("VmHWM:"))
        .and_then(|rest| rest.trim().strip_suffix(" kB"))
        .and_then(|kib| kib.trim().parse::<u64>().ok())
        .map_or(0, |kib| kib * 1024)
}

/// The processor time that this process has used, to a hundredth of a second; 0 if the system does
/// not report it.
pub fn cpu_time() -> Duration {
    stat_times(11)
}

/// The processor time of all processes that this process has started and that have ended, as for
/// [`cpu_time`].
pub fn children_cpu_time() -> Duration {
    stat_times(13)
}

/// The sum of two fields of `/proc/self/stat`: of the fields after the program's name, `skipped`
/// are skipped.
fn stat_times(skipped: usize) -> Duration {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    // The name of the program, in brackets, may contain blanks. User and system time are the 12th
    // and 13th field after the name, followed by the times of the children, in ticks of 10 ms on
    // all usual Linux systems.
    let ticks: u64 = stat
        .rsplit(')')
        .next()
        .unwrap_or_default()
        .split_whitespace()
        .skip(skipped)
        .take(2)
        .filter_map(|field| field.parse::<u64>().ok())
        .sum();
    Duration::from_millis(ticks * 10)
}

/// The folder that contains the programs built with this one.
///
/// # Errors
/// Returns an error if the path of this program cannot be determined, or is not in a folder of the
/// release profile.
pub fn target_dir() -> io::Result<PathBuf> {
    let exe = std::env::current_exe()?;
    exe.ancestors()
        .find(|dir| dir.ends_with("release"))
        .map(Path::to_path_buf)
        .ok_or_else(|| io::Error::other("not built in the release profile"))
}

/// The arguments of this program without the argument that Cargo adds.
pub fn arguments() -> Vec<String> {
    std::env::args()
        .skip(1)
        .filter(|arg| arg != "--bench")
        .collect()
}

/// An empty table with a title. All columns but the first are aligned to the right.
pub fn table(title: &str, header: &[&str]) -> (String, Table) {
    let mut table = Table::new();
    table.load_style(NOTHING);
    table.set_header(header);
    for column in table.column_iter_mut().skip(1) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    (title.to_owned(), table)
}

/// Prints a table under its title.
pub fn show((title, table): &(String, Table)) {
    println!("\n{title}\n\n{}", table.trim_fmt());
}

/// The number of milliseconds with two decimal places.
pub fn millis(time: Duration) -> String {
    format!("{:.2} ms", time.as_secs_f64() * 1e3)
}
