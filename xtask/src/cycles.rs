//! Checks that no source files of a crate import each other in a cycle.
//!
//! Parent and child are exempt: a module may use its descendants, and the descendants may use the
//! module. A name that a module only re-exports counts as an import of the file that defines it.

use std::collections::{BTreeMap, VecDeque};
use std::fs;
use std::path::{Path, PathBuf};

use super::imports::{ScannedFile, scan};

/// A path of modules from the crate's root.
type Module = Vec<String>;

/// The modules of a crate.
#[derive(Default)]
struct Tree {
    /// The file of each module, and the module that is the whole file.
    files: BTreeMap<Module, (PathBuf, Module)>,
    /// The names that `use` brings into a module, with the paths that they stand for.
    imports: BTreeMap<(Module, String), Vec<String>>,
    /// Each path that a module mentions, with the module.
    paths: Vec<(Module, Vec<String>)>,
}

/// For each file, the files that it imports. Each import comes with a path that causes it.
type ImportGraph = BTreeMap<PathBuf, BTreeMap<PathBuf, String>>;

/// Checks the crate whose root module is the file `root`.
///
/// # Errors
/// Returns the shortest cycle of each group of files that import each other, or a file that cannot
/// be read.
pub(crate) fn check(root: &Path) -> Result<(), String> {
    let folder = root.parent().unwrap_or(Path::new(""));
    let mut read = |path: &Path| fs::read_to_string(path).ok();
    let graph = Tree::read(root, folder, &mut read)?.graph();
    let cycles = cycles(&graph);
    if cycles.is_empty() {
        return Ok(());
    }
    let name = |file: &PathBuf| {
        file.strip_prefix(folder)
            .unwrap_or(file)
            .display()
            .to_string()
    };
    let text = cycles.iter().map(|cycle| {
        let arrows = cycle
            .iter()
            .zip(cycle.iter().cycle().skip(1))
            .map(|(from, to)| {
                let (path, from, to) = (&graph[from][to], name(from), name(to));
                format!("  {from} imports {to} ({path})\n")
            });
        format!(
            "files of {} import each other:\n{}",
            folder.display(),
            arrows.collect::<String>()
        )
    });
    Err(text.collect())
}

impl Tree {
    /// Reads the modules below the file `root`; `read` gives a file's text.
    fn read(
        root: &Path,
        folder: &Path,
        read: &mut impl FnMut(&Path) -> Option<String>,
    ) -> Result<Self, String> {
        let mut tree = Self::default();
        let mut left = vec![(Module::new(), vec![root.to_path_buf()])];
        while let Some((module, places)) = left.pop() {
            let found = places.iter().find_map(|place| Some((place, read(place)?)));
            let Some((file, text)) = found else {
                return Err(format!("there is no file {}", places[0].display()));
            };
            let source = scan(&text).map_err(|error| format!("{}: {error}", file.display()))?;
            for child in &source.modules {
                let child = [&module[..], child].concat();
                let path = folder.join(child.iter().collect::<PathBuf>());
                left.push((child, vec![path.with_extension("rs"), path.join("mod.rs")]));
            }
            tree.add(&module, file, source);
        }
        Ok(tree)
    }

    fn add(&mut self, module: &Module, file: &Path, source: ScannedFile) {
        let at = |inline: &Vec<String>| [&module[..], inline].concat();
        let whole = (file.to_path_buf(), module.clone());
        self.files.insert(module.clone(), whole.clone());
        for inline in &source.inline {
            self.files.insert(at(inline), whole.clone());
        }
        for (inline, name, path) in source.imports {
            self.paths.push((at(&inline), path.clone()));
            self.imports.insert((at(&inline), name), path);
        }
        for (inline, path) in source.paths {
            self.paths.push((at(&inline), path));
        }
    }

    /// The module that defines what `path` names in `module`; `None` if another crate defines it.
    ///
    /// Re-exports are followed at most `depth` times.
    fn resolve(&self, module: &Module, path: &[String], depth: usize) -> Option<Module> {
        let mut at = module.clone();
        for (i, segment) in path.iter().enumerate() {
            let child = [&at[..], std::slice::from_ref(segment)].concat();
            let import = self.imports.get(&(at.clone(), segment.clone()));
            match (segment.as_str(), import) {
                ("crate", _) => at = Module::new(),
                ("self", _) => {}
                ("super", _) => {
                    at.pop();
                }
                _ if self.files.contains_key(&child) => at = child,
                (_, Some(import)) if import[..] != path[i..] && depth > 0 => {
                    let whole = [import, &path[i + 1..]].concat();
                    return self.resolve(&at, &whole, depth - 1);
                }
                // The path names an item of the module. If not even the first segment of the path
                // was found, the path belongs to another crate.
                _ => return (i > 0).then_some(at),
            }
        }
        Some(at)
    }

    fn graph(&self) -> ImportGraph {
        /// At most this many re-exports of re-exports are followed. No crate needs more than that,
        /// and circular re-exports end there.
        const DEPTH: usize = 16;
        let files = self.files.values();
        let mut graph: ImportGraph = files.map(|(f, _)| (f.clone(), BTreeMap::new())).collect();
        for (module, path) in &self.paths {
            let Some(target) = self.resolve(module, path, DEPTH) else {
                continue;
            };
            let ((from, importing), (to, imported)) = (&self.files[module], &self.files[&target]);
            if !importing.starts_with(imported)
                && !imported.starts_with(importing)
                && let Some(imports) = graph.get_mut(from)
            {
                imports.entry(to.clone()).or_insert_with(|| path.join("::"));
            }
        }
        graph
    }
}

/// The shortest cycle through the first file of each group of files that import each other.
fn cycles(graph: &ImportGraph) -> Vec<Vec<PathBuf>> {
    let mut cycles: Vec<Vec<PathBuf>> = Vec::new();
    for file in graph.keys() {
        if cycles.iter().any(|cycle| cycle.contains(file)) {
            continue;
        }
        // A breadth-first search from the file finds the shortest path back to it.
        let mut came_from = BTreeMap::new();
        let mut queue = VecDeque::from([file]);
        while let Some(from) = queue.pop_front() {
            for to in graph[from].keys() {
                if !came_from.contains_key(to) {
                    came_from.insert(to, from);
                    queue.push_back(to);
                }
            }
        }
        let Some(&last) = came_from.get(file) else {
            continue;
        };
        let mut cycle = vec![last.clone()];
        let mut at = last;
        while at != file {
            at = came_from[at];
            cycle.push(at.clone());
        }
        cycle.reverse();
        cycles.push(cycle);
    }
    cycles
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The cycles of a crate that consists of these files.
    fn of(files: &[(&str, &str)]) -> Result<Vec<String>, String> {
        let mut read = |path: &Path| {
            let (_, text) = files.iter().find(|(name, _)| Path::new(name) == path)?;
            Some((*text).to_owned())
        };
        let tree = Tree::read(Path::new("lib.rs"), Path::new(""), &mut read)?;
        let name = |file: &PathBuf| file.display().to_string();
        let line = |cycle: &Vec<PathBuf>| cycle.iter().map(name).collect::<Vec<_>>().join(" ");
        Ok(cycles(&tree.graph()).iter().map(line).collect())
    }

    #[test]
    fn a_cycle_of_siblings_is_found() {
        let a = ("a.rs", "use crate::{b::B, c}; pub struct A;");
        let b = (
            "b.rs",
            "pub struct B; fn f() -> super::a::A { super::a::A }",
        );
        let c = ("c.rs", "");
        let lib = ("lib.rs", "mod a; mod b; mod c;");
        assert_eq!(of(&[lib, a, b, c]).unwrap(), ["a.rs b.rs"]);
        // Tests may import each other.
        let b = (
            "b.rs",
            "pub struct B; #[cfg(test)] mod tests { use crate::a::A; }",
        );
        assert!(of(&[lib, a, b, c]).unwrap().is_empty());
        assert!(of(&[lib, a, b]).is_err());
    }

    #[test]
    fn parent_and_child_may_import_each_other() {
        let lib = ("lib.rs", "mod a; pub use a::A;");
        let a = (
            "a/mod.rs",
            "mod b; use b::c::C; pub struct A; use crate::Z;",
        );
        let b = ("a/b.rs", "pub mod c; use super::A;");
        let c = (
            "a/b/c.rs",
            "use crate::a::A; pub struct C; fn f(_: crate::A) {}",
        );
        assert!(of(&[lib, a, b, c]).unwrap().is_empty());
    }

    #[test]
    fn re_exports_and_inline_modules_do_not_hide_a_cycle() {
        let lib = (
            "lib.rs",
            "mod a; mod b; mod d { pub use crate::b::{C as D, c::E}; }",
        );
        let b = ("b/mod.rs", "pub mod c; pub use self::c::C;");
        let c = (
            "b/c.rs",
            "pub struct C; pub struct E; mod inner { use crate::a; fn f() { a::g() } }",
        );
        let a = ("a.rs", "use crate::b::C;");
        assert_eq!(of(&[lib, a, b, c]).unwrap(), ["a.rs b/c.rs"]);
        let a = ("a.rs", "pub fn g() { crate::d::D::new() }");
        assert_eq!(of(&[lib, a, b, c]).unwrap(), ["a.rs b/c.rs"]);
        let a = ("a.rs", "use super::d; fn f(_: d::E) {}");
        assert_eq!(of(&[lib, a, b, c]).unwrap(), ["a.rs b/c.rs"]);
        let a = ("a.rs", "use other::b::C; pub use crate::a::X;");
        assert!(of(&[lib, a, b, c]).unwrap().is_empty());
    }

    #[test]
    fn a_long_cycle_is_listed_once() {
        let lib = ("lib.rs", "mod a; mod b; mod c; mod d;");
        let a = ("a.rs", "use crate::b::B;");
        let b = ("b.rs", "use super::{c::C, d};");
        let c = ("c.rs", "pub use crate::a;");
        assert_eq!(
            of(&[lib, a, b, c, ("d.rs", "")]).unwrap(),
            ["a.rs b.rs c.rs"]
        );
    }
}
