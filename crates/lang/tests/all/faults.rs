//! The errors and warnings of the puzzle files in `faults/*.txt`.

#![allow(clippy::unwrap_used)]

use crate::fault_listing;

fn check(name: &str) {
    let path = format!("{}/tests/faults/{name}.txt", env!("CARGO_MANIFEST_DIR"));
    fault_listing::check(&path, |text| match fewest_lang::read(text) {
        Ok((_, warnings)) => ("warnings", warnings),
        Err(faults) => {
            assert!(!faults.is_empty());
            ("errors", faults)
        }
    });
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

/// Files such as people write as their first puzzle.
#[test]
fn faults_of_newcomers() {
    check("newcomer");
}

#[test]
fn warnings() {
    check("warnings");
}

/// Mistakes with costs.
#[test]
fn faults_of_costs() {
    check("costs");
}

/// Mistakes with numbers, consequences and layers.
#[test]
fn faults_of_constructs() {
    check("constructs");
}

/// Mistakes in `look` statements.
#[test]
fn faults_of_looks() {
    check("looks");
}

/// Mistakes with starts that are a scramble of a goal.
#[test]
fn faults_of_scrambles() {
    check("scrambles");
}
