//! What is told of faulty puzzle files: `faults/*.txt` holds files and below each,
//! behind `---`, what is told of it. With `FEWEST_BLESS` set the files are
//! rewritten; read the difference then.

#![allow(clippy::unwrap_used)]

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

fn answer(name: &str, text: &str) -> String {
    let (kind, faults) = match fewest_lang::read_named(name, text) {
        Ok((_, warnings)) => ("warnings", warnings),
        Err(faults) => {
            assert!(!faults.is_empty());
            ("errors", faults)
        }
    };
    let told: Vec<String> = faults.iter().map(|fault| told(text, fault)).collect();
    format!("{kind}\n{}", told.concat())
}

fn check(name: &str) {
    check_as(name, "");
}

/// The files of `name`, in the format that `ending` says.
fn check_as(name: &str, ending: &str) {
    let path = format!("{}/tests/faults/{name}.txt", env!("CARGO_MANIFEST_DIR"));
    let whole = std::fs::read_to_string(&path).unwrap();
    let mut blessed = String::new();
    for case in whole.split("=== ").skip(1) {
        let (title, rest) = case.split_once('\n').unwrap();
        let (text, _) = rest.split_once("---\n").unwrap();
        blessed += &format!("=== {title}\n{text}---\n{}", answer(ending, text));
        blessed += "\n";
    }
    if std::env::var_os("FEWEST_BLESS").is_some() {
        std::fs::write(&path, &blessed).unwrap();
    }
    for (want, found) in whole.split("=== ").zip(blessed.split("=== ")) {
        assert_eq!(want, found, "{name}");
    }
}

#[test]
fn faults_of_syntax() {
    check("syntax");
}

#[test]
fn faults_of_names_and_rules() {
    check("names");
}

#[test]
fn faults_of_boards() {
    check("boards");
}

/// What a person writes whose first puzzle it is.
#[test]
fn faults_of_newcomers() {
    check("newcomer");
}

#[test]
fn faults_of_psvn() {
    check_as("psvn", "p.psvn");
}

#[test]
fn faults_of_kpuzzle_json() {
    check_as("kpuzzle", "p.json");
}

#[test]
fn warnings() {
    check("warnings");
}
