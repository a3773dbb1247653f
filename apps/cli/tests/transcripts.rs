//! What the documents show is what the program prints.

#[test]
fn the_documents_show_what_the_program_prints() {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
    trycmd::TestCases::new()
        .case(format!("{root}/README.md"))
        .case(format!("{root}/docs/interface.md"));
}
