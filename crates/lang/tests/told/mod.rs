//! Texts in a file, and below each, behind `---`, what is told of it. With
//! `FEWEST_BLESS` set the file is rewritten; read the difference then.

use fewest_rules::Fault;

/// What is told: place, marked text, message, label, context and help.
fn told(text: &str, fault: &Fault) -> String {
    let place = |at: usize| {
        let before = &text[..at];
        let line = before.matches('\n').count() + 1;
        let column = before.chars().rev().take_while(|&c| c != '\n').count() + 1;
        format!("{line}:{column}")
    };
    let marked = &text[fault.span.clone()];
    let mut told = format!(
        "{} '{marked}': {}: {}\n",
        place(fault.span.start),
        fault.message,
        fault.label
    );
    for (span, label) in &fault.context {
        told += &format!(
            "    {} '{}': {label}\n",
            place(span.start),
            &text[span.clone()]
        );
    }
    if let Some(help) = &fault.help {
        told += &format!("    help: {help}\n");
    }
    told
}

/// Asserts that of the texts in the file `path` is told what it says, where `read` answers
/// with the kind of what is told and the faults.
pub(crate) fn check(path: &str, read: impl Fn(&str) -> (&'static str, Vec<Fault>)) {
    let whole = std::fs::read_to_string(path).unwrap();
    let mut blessed = String::new();
    for case in whole.split("=== ").skip(1) {
        let (title, rest) = case.split_once('\n').unwrap();
        let (text, _) = rest.split_once("---\n").unwrap();
        let (kind, faults) = read(text);
        let told: Vec<String> = faults.iter().map(|fault| told(text, fault)).collect();
        blessed += &format!("=== {title}\n{text}---\n{kind}\n{}\n", told.concat());
    }
    if std::env::var_os("FEWEST_BLESS").is_some() {
        std::fs::write(path, &blessed).unwrap();
    }
    for (want, found) in whole.split("=== ").zip(blessed.split("=== ")) {
        assert_eq!(want, found, "{path}");
    }
}
