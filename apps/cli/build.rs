//! Asks the linker for a smaller release program, if it can make one.

use std::env;
use std::error::Error;
use std::path::PathBuf;
use std::process::Command;

/// With the first option, the linker merges functions that have the same code: it keeps only one
/// copy. The second one packs the list of places where the program holds addresses of its own, half
/// a megabyte, into some kilobytes. The GNU C library reads that form from version 2.36 on.
const OPTIONS: [&str; 2] = ["-Wl,--icf=all", "-Wl,-z,pack-relative-relocs"];

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=build.rs");
    let is = |name, value| env::var(name).is_ok_and(|known| known == value);
    let (target, host) = (env::var("TARGET")?, env::var("HOST")?);
    // With line tables, profilers and backtraces name the functions. So that they find each
    // function, none is merged with another then.
    let is_release = is("PROFILE", "release") && is("DEBUG", "false");
    if is_release && target == host && target.ends_with("-linux-gnu") {
        for option in OPTIONS {
            if runs_with(option)? {
                println!("cargo::rustc-link-arg-bins={option}");
            }
        }
    }
    Ok(())
}

/// Whether a program that is linked with `option` runs on this machine. Some linkers do not know
/// the option, and an old C library refuses to start the program.
fn runs_with(option: &str) -> Result<bool, Box<dyn Error>> {
    let folder = PathBuf::from(env::var("OUT_DIR")?);
    let (source, program) = (folder.join("nothing.rs"), folder.join("nothing"));
    std::fs::write(&source, "fn main() {}")?;
    let mut rustc = Command::new(env::var("RUSTC")?);
    if let Ok(linker) = env::var("RUSTC_LINKER") {
        rustc.arg(format!("-Clinker={linker}"));
    }
    let flags = env::var("CARGO_ENCODED_RUSTFLAGS").unwrap_or_default();
    rustc.args(flags.split('\x1f').filter(|flag| !flag.is_empty()));
    rustc.arg(format!("-Clink-arg={option}"));
    let linked = rustc.arg("-o").arg(&program).arg(&source).output()?;
    Ok(linked.status.success()
        && Command::new(&program)
            .status()
            .is_ok_and(|ran| ran.success()))
}
