//! The program `fewest`.

use std::process::ExitCode;

fn main() -> ExitCode {
    fewest_cli::main()
}
