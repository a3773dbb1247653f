//! Compares the faults of texts with a listing: a file that holds each text and, after `---`, its
//! faults. If `FEWEST_BLESS` is set, the file is rewritten; read the difference then.

use fewest_rules::Fault;

/// The lines of a fault: place, marked text, message, label, context and help.
fn lines(text: &str, fault: &Fault) -> String {
    let place = |at: usize| {
        let before = &text[..at];
        let line = before.matches('\n').count() + 1;
        let column = before.chars().rev().take_while(|&c| c != '\n').count() + 1;
        format!("{line}:{column}")
    };
    let marked = &text[fault.span.clone()];
    let mut lines = format!(
        "{} '{marked}': {}: {}\n",
        place(fault.span.start),
        fault.message,
        fault.label
    );
    for (span, label) in &fault.context {
        lines += &format!(
            "    {} '{}': {label}\n",
            place(span.start),
            &text[span.clone()]
        );
    }
    if let Some(help) = &fault.help {
        lines += &format!("    help: {help}\n");
    }
    lines
}

/// Asserts that the texts in the file `path` have the faults listed there. `read` returns the faults of a
/// text and what they are called: errors or warnings.
pub(crate) fn check(path: &str, read: impl Fn(&str) -> (&'static str, Vec<Fault>)) {
    let whole = std::fs::read_to_string(path).unwrap();
    let mut blessed = String::new();
    for case in whole.split("=== ").skip(1) {
        let (title, rest) = case.split_once('\n').unwrap();
        let (text, _) = rest.split_once("---\n").unwrap();
        let (kind, faults) = read(text);
        let found: Vec<String> = faults.iter().map(|fault| lines(text, fault)).collect();
        blessed += &format!("=== {title}\n{text}---\n{kind}\n{}\n", found.concat());
    }
    if std::env::var_os("FEWEST_BLESS").is_some() {
        std::fs::write(path, &blessed).unwrap();
    }
    for (want, found) in whole.split("=== ").zip(blessed.split("=== ")) {
        assert_eq!(want, found, "{path}");
    }
}
