//! The exit codes that the commands may end with.

use crate::interrupts::INTERRUPTED;
use crate::program::fewest;

/// The exit codes that each command may end with.
const CODES: [(&str, &[i32]); 20] = [
    ("puzzles", &[0]),
    ("solve", &[0, 1, 2, 3, 130]),
    ("draw", &[0, 1, 2, 3, 130]),
    ("judge", &[0, 2, 3, 130]),
    ("compare", &[0, 1, 2, 3, 130]),
    ("check", &[0, 1, 2, 3, 130]),
    ("test", &[0, 1, 2, 3, 130]),
    ("new", &[0, 2]),
    ("hint", &[0, 1, 2, 3, 130]),
    // In a terminal it also ends with other codes; `play.rs` has the cases.
    ("play", &[2]),
    ("explain", &[0, 1, 2, 3, 130]),
    ("census", &[0, 2, 3, 130]),
    ("runs", &[0, 1, 2]),
    ("make", &[0, 1, 2, 3, 130]),
    // A server runs until it is interrupted.
    ("serve", &[2, 130]),
    ("export", &[0, 2, 3]),
    ("graph", &[0, 2, 3, 130]),
    ("table", &[0, 1, 2, 3, 130]),
    ("completions", &[0, 2]),
    ("man", &[0, 2]),
];

/// The commands that the help lists, but for `help` itself.
fn commands() -> Vec<String> {
    let help = fewest(&["--help"], "").stdout;
    let (_, list) = help.split_once("Commands:\n").unwrap();
    let lines = list.lines().take_while(|line| !line.is_empty());
    // A description may go on in the next line, further to the right.
    let names = lines.filter_map(|line| line.strip_prefix("  ").filter(|l| !l.starts_with(' ')));
    names
        .map(|line| line.split(' ').next().unwrap().to_owned())
        .filter(|name| name != "help")
        .collect()
}

/// The commands that lack a case for one of their exit codes, as messages; `cases` are commands with
/// the codes that they end with.
pub(crate) fn without_case(cases: &[(&str, i32)]) -> Vec<String> {
    let mut lacking = Vec::new();
    for name in commands() {
        let known = CODES.iter().find(|(command, _)| *command == name);
        let Some((_, codes)) = known else {
            lacking.push(format!("the codes of {name} are not listed"));
            continue;
        };
        for &code in *codes {
            let has_case = match code {
                130 => INTERRUPTED.contains(&&*name),
                _ => cases.contains(&(&*name, code)),
            };
            if !has_case {
                lacking.push(format!("no case of {name} ends with {code}"));
            }
        }
    }
    lacking
}
