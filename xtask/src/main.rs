//! The project's maintenance tasks: the tests, the speed tables, the Python package, the pictures.

mod alone;
mod arrows;
mod book;
mod browser;
mod cycles;
mod debian;
mod deny;
mod gate;
mod imports;
mod load;
mod package;
mod pictures;
mod python;
mod queue;
mod surface;
mod targets;
mod tools;
mod workspace_tests;

use std::env;
use std::process::{Command, ExitCode};

const USAGE: &str = "\
usage: cargo xtask CHORE

chores:
  test [ARGS]   the gate: format, clippy, every crate alone, docs, all tests, other targets, the
                Python package, the page in Chromium, the pictures; ARGS go to the tests in Rust
  arrows        the part of the gate that checks who imports whom: crates and files
  surface       how many public items the crate fewest has
  book [--check]
                render the book in docs/ to target/book with mdBook; or only check the links of
                all documents, as the gate does
  targets       whether the programs compile for other processors and systems
  python [ARGS] the Python package: wheel, tests, types; ARGS go to pytest
  package [--no-verify] [--test]
                build the packages of a release in target/dist: crates, wheel, Debian package,
                archive; --no-verify does not compile each crate from its package, --test
                installs each package in an empty environment and runs it
  pictures [--check]
                draw the pictures of the documents; or check that they are current
  browser       the page of fewest serve in Chromium: types, tests; installs what that needs
  load          the load test of the server: 200 clients for 30 s
  monkey        random clicks and keys on the page; SECONDS and SEED of the environment
  soak [disk | readers | laws]
                runs that are killed, stopped and cut off, and the figures of docs/scale.md; all
                readers on many damaged files: ROUNDS and SEED of the environment; bounds,
                prunings and methods beside exact distances of generated puzzles: SECONDS and SEED
  bench [NAME]  the speed tables; NAME picks those whose name contains it
";

fn main() -> ExitCode {
    let args: Vec<String> = env::args().skip(1).collect();
    let done = match args.split_first() {
        Some((chore, rest)) if chore == "test" => gate::run_all(rest),
        Some((chore, rest)) if chore == "bench" => bench(rest),
        Some((chore, _)) if chore == "arrows" => arrows::check(),
        Some((chore, [])) if chore == "surface" => surface::check(),
        Some((chore, [])) if chore == "book" => book::build(),
        Some((chore, [check])) if chore == "book" && check == "--check" => book::check(),
        Some((chore, [])) if chore == "browser" => browser::check(),
        Some((chore, [])) if chore == "soak" => soak_disk()
            .and_then(|()| soak_readers())
            .and_then(|()| soak_laws()),
        Some((chore, [what])) if chore == "soak" && what == "disk" => soak_disk(),
        Some((chore, [what])) if chore == "soak" && what == "readers" => soak_readers(),
        Some((chore, [what])) if chore == "soak" && what == "laws" => soak_laws(),
        Some((chore, [])) if chore == "targets" => {
            targets::install().and_then(|()| targets::check())
        }
        Some((chore, [])) if chore == "load" => load::check(),
        Some((chore, [])) if chore == "monkey" => browser::monkey(),
        Some((chore, rest)) if chore == "python" => python::check(rest),
        Some((chore, rest)) if chore == "package" => package(rest),
        Some((chore, [])) if chore == "pictures" => pictures::write(),
        Some((chore, [check])) if chore == "pictures" && check == "--check" => pictures::check(),
        Some((help, _)) if help == "help" || help == "--help" => {
            print!("{USAGE}");
            return ExitCode::SUCCESS;
        }
        _ => {
            eprint!("{USAGE}");
            return ExitCode::from(2);
        }
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("xtask: {message}");
            ExitCode::FAILURE
        }
    }
}

fn package(args: &[String]) -> Result<(), String> {
    let mut options = package::Options::default();
    for option in args {
        match option.as_str() {
            "--no-verify" => options.no_verify = true,
            "--test" => options.test = true,
            _ => return Err(format!("package has no option {option}\n\n{USAGE}")),
        }
    }
    package::build(options)
}

fn soak_disk() -> Result<(), String> {
    let tests = |package, target, filter: &[&str]| {
        let test = ["test", "--package", package, "--test", target, "--"];
        cargo(&[&test, filter, &["--ignored", "--nocapture"]].concat())
    };
    tests("fewest-puzzles", "tiles_disk", &[])?;
    tests("fewest-disk", "all", &["states::"])?;
    tests("fewest-cli", "cli", &["disk", "networks::"])
}

/// Runs the tests that damage files with many more rounds than usual.
fn soak_readers() -> Result<(), String> {
    let rounds = env::var("ROUNDS").unwrap_or_else(|_| "100000".to_owned());
    let seed = env::var("SEED").unwrap_or_else(|_| std::process::id().to_string());
    eprintln!("xtask: ROUNDS={rounds} SEED={seed}");
    let tests: [(&str, &str, &[&str]); 3] = [
        ("fewest-lang", "all", &["damaged"]),
        ("fewest-formats", "all", &["damaged", "too_strange"]),
        ("fewest-serve", "server", &["no_body"]),
    ];
    for (package, target, filters) in tests {
        let mut test = Command::new(cargo_path());
        test.args(["test", "--package", package, "--test", target, "--"]);
        test.args(filters);
        run(test.env("ROUNDS", &rounds).env("SEED", &seed))?;
    }
    Ok(())
}

/// Compares the claims about generated puzzles with exact distances for a while.
fn soak_laws() -> Result<(), String> {
    let seconds = env::var("SECONDS").unwrap_or_else(|_| "3600".to_owned());
    let seed = env::var("SEED").unwrap_or_else(|_| std::process::id().to_string());
    eprintln!("xtask: SECONDS={seconds} SEED={seed}");
    let mut test = Command::new(cargo_path());
    test.args([
        "test",
        "--package",
        "fewest",
        "--test",
        "laws",
        "--",
        "--nocapture",
    ]);
    run(test.env("SECONDS", &seconds).env("SEED", &seed))
}

fn bench(args: &[String]) -> Result<(), String> {
    cargo(&["build", "--release", "--quiet", "--package", "fewest-cli"])?;
    let mut bench = vec!["bench", "--quiet", "--package", "fewest-bench", "--"];
    bench.extend(args.iter().map(String::as_str));
    cargo(&bench)
}

fn cargo(args: &[&str]) -> Result<(), String> {
    run(Command::new(cargo_path()).args(args))
}

fn cargo_path() -> String {
    env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned())
}

fn run(command: &mut Command) -> Result<(), String> {
    eprintln!("xtask: {command:?}");
    let status = command
        .status()
        .map_err(|error| format!("cannot run {command:?}: {error}"))?;
    if status.success() {
        Ok(())
    } else {
        Err(format!("{command:?} failed: {status}"))
    }
}
