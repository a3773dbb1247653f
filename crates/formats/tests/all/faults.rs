//! Tests the messages for faulty files of other programs, which are in `faults/*.txt`.

#![allow(clippy::unwrap_used)]

use fewest_formats::{kpuzzle, psvn};
use fewest_rules::Fault;

use crate::fault_listing;

fn check(name: &str, read: impl Fn(&str) -> Result<(), Vec<Fault>>) {
    let path = format!("{}/tests/faults/{name}.txt", env!("CARGO_MANIFEST_DIR"));
    fault_listing::check(&path, |text| match read(text) {
        Ok(()) => ("warnings", Vec::new()),
        Err(faults) => {
            assert!(!faults.is_empty());
            ("errors", faults)
        }
    });
}

#[test]
fn faults_of_psvn() {
    check("psvn", |text| psvn::read("p", text).map(drop));
}

#[test]
fn faults_of_kpuzzle_json() {
    check("kpuzzle", |text| kpuzzle::read(text).map(drop));
}
