//! The licences that every package of compiled code carries.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

use super::release::{self, Release};

/// The project's own licences, and the licences of the fonts that are embedded in pictures.
pub(super) const OWN: [&str; 4] = [
    "LICENSE-MIT",
    "LICENSE-APACHE",
    "crates/scene/assets/Inter-SemiBold.LICENSE",
    "crates/scene/assets/DejaVuSans-symbols.LICENSE",
];

/// The name of the file with the licences of other crates.
pub(super) const OTHERS: &str = "THIRD-PARTY.txt";

/// The licences of all crates that are compiled into a package. The text of each licence is written
/// only once.
pub(super) fn of_dependencies(release: &Release, package: &str) -> Result<String, String> {
    let metadata = release::metadata(&["--locked", "--filter-platform", &release.host])?;
    let mut texts: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    let mut heads = BTreeSet::new();
    for crate_ in dependencies(&metadata, package)? {
        let field = |name: &str| crate_[name].as_str().unwrap_or_default();
        let name = format!("{} {}", field("name"), field("version"));
        heads.insert(format!("{name}: {}", field("license")));
        let folder = Path::new(field("manifest_path")).parent();
        for path in licence_files(folder.ok_or("a crate has no folder")?)? {
            let text = fs::read_to_string(&path).map_err(release::at(&path))?;
            let users = texts.entry(text.trim().to_owned()).or_default();
            users.insert(name.clone());
        }
    }
    let mut all =
        "The program contains compiled code of these crates, under the licences named:\n\n"
            .to_owned();
    for head in heads {
        all += &format!("  {head}\n");
    }
    for (text, users) in texts {
        let users: Vec<String> = users.into_iter().collect();
        all += &format!("\n{}\n{}:\n\n{text}\n", "-".repeat(80), users.join(", "));
    }
    Ok(all)
}

/// The crates of other projects that a package needs at run time, directly or not. Crates of macros
/// are left out, since the program contains nothing of these crates.
fn dependencies<'a>(metadata: &'a Value, package: &str) -> Result<Vec<&'a Value>, String> {
    let by_id: HashMap<&str, &Value> = release::packages(metadata)
        .filter_map(|package| Some((package["id"].as_str()?, package)))
        .collect();
    let nodes: HashMap<&str, &Value> = metadata["resolve"]["nodes"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(|node| Some((node["id"].as_str()?, node)))
        .collect();
    let start = by_id
        .iter()
        .find(|(_, found)| found["name"] == package)
        .map(|(id, _)| *id)
        .ok_or_else(|| format!("there is no crate {package}"))?;
    let (mut open, mut seen) = (vec![start], BTreeSet::from([start]));
    while let Some(id) = open.pop() {
        let links = nodes.get(id).map(|node| node["deps"].as_array());
        for link in links.flatten().into_iter().flatten() {
            let kinds = link["dep_kinds"].as_array().into_iter().flatten();
            let is_normal = kinds.into_iter().any(|kind| kind["kind"].is_null());
            let is_macro = |id| by_id.get(id).is_some_and(|&package| is_macro(package));
            if let Some(next) = link["pkg"].as_str()
                && is_normal
                && !is_macro(next)
                && seen.insert(next)
            {
                open.push(next);
            }
        }
    }
    let found = seen.into_iter().filter_map(|id| by_id.get(id).copied());
    Ok(found.filter(|found| !found["source"].is_null()).collect())
}

fn is_macro(package: &Value) -> bool {
    let targets = package["targets"].as_array().into_iter().flatten();
    let mut kinds = targets.flat_map(|target| target["kind"].as_array().into_iter().flatten());
    kinds.any(|kind| kind == "proc-macro")
}

fn licence_files(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let mut found = release::files(folder)?;
    found.retain(|path| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let name = name.to_uppercase();
        [
            "LICENSE",
            "LICENCE",
            "COPYING",
            "COPYRIGHT",
            "NOTICE",
            "UNLICENSE",
        ]
        .iter()
        .any(|start| name.starts_with(start))
    });
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn only_crates_that_are_compiled_into_a_program_count() {
        let package = |name: &str, source: Value, kind: &str| json!({ "id": name, "name": name, "source": source, "targets": [{ "kind": [kind] }] });
        let link =
            |name: &str, kind: Value| json!({ "pkg": name, "dep_kinds": [{ "kind": kind }] });
        let metadata = json!({
            "packages": [
                package("ours", Value::Null, "bin"),
                package("part", Value::Null, "lib"),
                package("used", json!("registry"), "lib"),
                package("macros", json!("registry"), "proc-macro"),
                package("tested", json!("registry"), "lib"),
            ],
            "resolve": { "nodes": [
                { "id": "ours", "deps": [link("part", Value::Null), link("tested", json!("dev"))] },
                { "id": "part", "deps": [link("used", Value::Null), link("macros", Value::Null)] },
            ] },
        });
        let found = dependencies(&metadata, "ours").unwrap_or_default();
        let names: Vec<&Value> = found.iter().map(|package| &package["name"]).collect();
        assert_eq!(names, ["used"]);
        assert!(dependencies(&metadata, "other").is_err());
    }
}
