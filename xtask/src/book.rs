//! The book in `docs/`: checks the links of all documents, and renders the book with mdBook.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::fs;
use std::path::{Component, Path, PathBuf};
use std::process::Command;

use crate::{run, tools};

/// The folder of the book.
const BOOK: &str = "docs";
/// The list of the book's chapters.
const SUMMARY: &str = "docs/SUMMARY.md";
/// The documents outside the book.
const OTHERS: &[&str] = &[
    "README.md",
    "ARCHITECTURE.md",
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "DESIGN.md",
    "python/README.md",
];

/// Renders the book to `target/book`.
pub(crate) fn build() -> Result<(), String> {
    check()?;
    let mdbook = tools::program("mdbook", "0.5.2")?;
    run(Command::new(mdbook).args(["build", BOOK]))
}

/// Checks that each relative link of a document leads to a file and a heading that exist, that the
/// links of the book lead to files of the book, and that the list of chapters contains every file
/// of the book.
pub(crate) fn check() -> Result<(), String> {
    let mut paths: Vec<PathBuf> = OTHERS.iter().map(PathBuf::from).collect();
    let listed = fs::read_dir(BOOK).map_err(|error| format!("{BOOK}: {error}"))?;
    for entry in listed.filter_map(Result::ok) {
        let path = Path::new(BOOK).join(entry.file_name());
        if path.extension().is_some_and(|end| end == "md") {
            paths.push(path);
        }
    }
    let mut documents = BTreeMap::new();
    for path in paths {
        let text =
            fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        documents.insert(path, Document::read(&text));
    }
    let mut faults = Vec::new();
    for (path, document) in &documents {
        for (line, link) in &document.links {
            if let Err(problem) = follow(path, link, &documents) {
                faults.push(format!("{}:{line}: {link}: {problem}", path.display()));
            }
        }
    }
    let summary = documents.get(Path::new(SUMMARY));
    let chapters: HashSet<PathBuf> = summary
        .iter()
        .flat_map(|summary| &summary.links)
        .filter_map(|(_, link)| resolve(Path::new(SUMMARY), link))
        .collect();
    for path in documents.keys() {
        if path.starts_with(BOOK) && path != Path::new(SUMMARY) && !chapters.contains(path) {
            faults.push(format!("{SUMMARY}: {} is missing", path.display()));
        }
    }
    if faults.is_empty() {
        Ok(())
    } else {
        Err(format!(
            "links of the documents:\n  {}",
            faults.join("\n  ")
        ))
    }
}

/// Checks that what a link in a document names exists.
fn follow(
    from: &Path,
    link: &str,
    documents: &BTreeMap<PathBuf, Document>,
) -> Result<(), &'static str> {
    if link.contains("://") || link.starts_with("mailto:") {
        return Ok(());
    }
    let (file, anchor) = link.split_once('#').unwrap_or((link, ""));
    let target = if file.is_empty() {
        from.to_path_buf()
    } else {
        resolve(from, file).ok_or("leads out of the project")?
    };
    if !target.exists() {
        return Err("no such file");
    }
    if from.starts_with(BOOK) && !target.starts_with(BOOK) {
        return Err("leads out of the book");
    }
    let headings = documents.get(&target).map(|document| &document.headings);
    if !anchor.is_empty() && !headings.is_some_and(|headings| headings.contains(anchor)) {
        return Err("no such heading");
    }
    Ok(())
}

/// The path of a linked file from the root of the project. `None` if the file lies outside the
/// project.
fn resolve(from: &Path, file: &str) -> Option<PathBuf> {
    let mut path = from.parent()?.to_path_buf();
    for part in Path::new(file).components() {
        match part {
            Component::Normal(name) => path.push(name),
            Component::ParentDir if path.pop() => {}
            Component::CurDir => {}
            _ => return None,
        }
    }
    Some(path)
}

/// The links of a document with their lines, and the anchors of its headings.
#[derive(Debug, Default)]
struct Document {
    links: Vec<(usize, String)>,
    headings: HashSet<String>,
}

impl Document {
    fn read(text: &str) -> Self {
        let mut document = Self::default();
        let mut in_code = false;
        let mut used: HashMap<String, usize> = HashMap::new();
        for (number, line) in (1..).zip(text.lines()) {
            if line.trim_start().starts_with("```") {
                in_code = !in_code;
                continue;
            }
            if in_code {
                continue;
            }
            if let Some(heading) = line.strip_prefix('#') {
                let anchor = anchor(heading.trim_start_matches('#').trim());
                let count = used.entry(anchor.clone()).or_default();
                document.headings.insert(match count {
                    0 => anchor,
                    _ => format!("{anchor}-{count}"),
                });
                *count += 1;
            }
            // Every second part lies between backquotes. It is code, so it contains no links.
            let prose: String = line.split('`').step_by(2).collect::<Vec<_>>().join(" ");
            for (start, end) in [("](", ')'), ("src=\"", '"'), ("href=\"", '"')] {
                let links = prose.split(start).skip(1);
                let links = links.filter_map(|rest| rest.split_once(end));
                document
                    .links
                    .extend(links.map(|(link, _)| (number, link.to_owned())));
            }
        }
        document
    }
}

/// The anchor of a heading: its letters and digits in lower case, with hyphens for blanks.
fn anchor(heading: &str) -> String {
    let kept = heading.chars().filter_map(|letter| match letter {
        ' ' => Some('-'),
        '-' | '_' => Some(letter),
        _ => letter.is_alphanumeric().then_some(letter),
    });
    kept.flat_map(char::to_lowercase).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_and_headings_are_read_outside_of_code() {
        let text =
            "# A `b` & c\n[x](y.md#z), ![p](q.svg) `[n](o)`\n```\n# d\n[e](f)\n```\n# A b & c\n";
        let document = Document::read(text);
        let links = [(2, "y.md#z".to_owned()), (2, "q.svg".to_owned())];
        assert_eq!(document.links, links);
        let headings = ["a-b--c", "a-b--c-1"].map(str::to_owned);
        assert_eq!(document.headings, HashSet::from(headings));
    }

    #[test]
    fn links_are_followed_from_their_document() {
        let target = |link| resolve(Path::new("docs/a.md"), link);
        assert_eq!(target("b/c.svg"), Some("docs/b/c.svg".into()));
        assert_eq!(target("../README.md"), Some("README.md".into()));
        assert_eq!(target("../../README.md"), None);
        assert_eq!(target("/etc"), None);
    }

    #[test]
    fn a_missing_heading_is_found() {
        let page = PathBuf::from("Cargo.toml");
        let documents = BTreeMap::from([(page.clone(), Document::read("# There"))]);
        let follow = |link| follow(&page, link, &documents);
        assert_eq!(follow("#there"), Ok(()));
        assert_eq!(follow("#here"), Err("no such heading"));
        assert_eq!(follow("nowhere.md"), Err("no such file"));
    }
}
