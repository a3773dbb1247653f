//! Counts what the crate `fewest` shows to its users.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Command;

use super::run;

/// The greatest number of public items: types, traits, functions and constants.
const MOST: usize = 400;

/// Renders the documentation of `fewest` and counts its items.
pub(crate) fn check() -> Result<(), String> {
    let mut doc = Command::new(super::cargo_path());
    run(doc.args(["doc", "--no-deps", "--quiet", "--package", "fewest"]))?;
    count()
}

/// Prints how many items each module of the documentation has, which lists all on one page.
pub(crate) fn count() -> Result<(), String> {
    let page = Path::new("target/doc/fewest/all.html");
    let text = fs::read_to_string(page).map_err(|error| format!("{}: {error}", page.display()))?;
    let items = items(&text);
    let mut modules: BTreeMap<&str, usize> = BTreeMap::new();
    for item in &items {
        let module = item
            .split_once('/')
            .map_or("the root", |(module, _)| module);
        *modules.entry(module).or_default() += 1;
    }
    for (module, count) in modules {
        println!("{count:4}  {module}");
    }
    println!("{:4}  public items; {MOST} are allowed", items.len());
    match items.len() {
        0 => Err(format!("no items are listed in {}", page.display())),
        1..=MOST => Ok(()),
        _ => Err("too many public items".to_owned()),
    }
}

/// The address of each item that the page lists, such as `rules/trait.Puzzle.html`.
fn items(page: &str) -> Vec<&str> {
    let links = page.split("<li><a href=\"").skip(1);
    links.filter_map(|rest| rest.split('"').next()).collect()
}

#[cfg(test)]
mod tests {
    use super::items;

    #[test]
    fn links_of_a_list_are_items() {
        let page = "<a href=\"index.html\">fewest</a><ul><li><a href=\"enum.Error.html\">Error</a></li>\
                    <li><a href=\"rules/trait.Puzzle.html\">rules::Puzzle</a></li></ul>";
        assert_eq!(items(page), ["enum.Error.html", "rules/trait.Puzzle.html"]);
    }
}
