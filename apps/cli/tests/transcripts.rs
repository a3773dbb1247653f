//! What the documents show is what the program prints.

#[test]
fn the_documents_show_what_the_program_prints() {
    // The documents name files from the root of the project.
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
    std::env::set_current_dir(root).expect("the project has a root");
    trycmd::TestCases::new()
        // The user's own tables are left alone.
        .env(
            "FEWEST_CACHE",
            concat!(env!("CARGO_TARGET_TMPDIR"), "/tables"),
        )
        .case("README.md")
        .case("docs/*.md")
        .case("apps/cli/tests/messages/*.md");
}
