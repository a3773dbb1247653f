//! Checks that each crate compiles alone, so that no crate depends on features of a library that
//! only another crate enables.
//!
//! # Problem
//! Cargo compiles a library with the features that all members together enable. So a member that
//! forgets to enable a feature compiles in the workspace, but not in another project that uses it.
//! Compiling every member alone takes minutes, because most libraries are compiled again for each
//! member.
//!
//! # Solution
//! Only members with a direct dependency that has fewer features alone than in the workspace are
//! compiled again. The other members see the same dependencies as in the workspace. The
//! dependencies of a dependency do not matter: a library enables the features that it needs itself,
//! and this check applies to every member that is a dependency. For the same reason, members are
//! compiled together if their direct dependencies have the same features as for each of them alone.

use std::collections::BTreeMap;
use std::process::Command;

use crate::{arrows, cargo, cargo_path};

/// For each member and each of its direct dependencies, the features of the dependency.
type Features = BTreeMap<(String, String), String>;

/// Compiles each member whose direct dependencies have other features when it is compiled alone.
/// All members must compile in the workspace.
pub(crate) fn check() -> Result<(), String> {
    let together = features(&["--workspace", "--edges", "normal,build,dev"])?;
    let mut groups: Vec<Group> = Vec::new();
    // A group of a later member compiles the members on which it depends in any case, so they often
    // fit into it.
    for member in arrows::members().rev() {
        let alone = features_of(&[member])?;
        if agree(&alone, &together) {
            continue;
        }
        let mut joined = false;
        for group in &mut groups {
            joined = group.join(member, &alone)?;
            if joined {
                break;
            }
        }
        if !joined {
            groups.push(Group {
                members: vec![member],
                alone,
            });
        }
    }
    for group in groups {
        let mut check = vec!["check", "--quiet"];
        check.extend(packages(&group.members));
        cargo(&check)?;
    }
    Ok(())
}

/// Members whose direct dependencies have the same features in the group as for each member alone.
struct Group {
    members: Vec<&'static str>,
    /// The features for each member alone.
    alone: Features,
}

impl Group {
    /// Adds `member`, whose dependencies have the features `alone` when it is compiled alone, and
    /// returns true. Changes nothing and returns false if the group would get other features.
    fn join(&mut self, member: &'static str, alone: &Features) -> Result<bool, String> {
        let mut members = self.members.clone();
        members.push(member);
        let group = features_of(&members)?;
        let fits = agree(&self.alone, &group) && agree(alone, &group);
        if fits {
            self.members = members;
            self.alone.extend(alone.clone());
        }
        Ok(fits)
    }
}

/// Whether the dependencies of `some` have the same features in `all`.
fn agree(some: &Features, all: &Features) -> bool {
    some.iter().all(|(edge, with)| all.get(edge) == Some(with))
}

/// The features with which `members` are compiled if nothing else is.
fn features_of(members: &[&str]) -> Result<Features, String> {
    let mut selection = packages(members);
    selection.extend(["--edges", "normal,build"]);
    features(&selection)
}

/// The options that select packages.
fn packages<'a>(members: &[&'a str]) -> Vec<&'a str> {
    let selected = members.iter().flat_map(|member| ["--package", member]);
    selected.collect()
}

fn features(selection: &[&str]) -> Result<Features, String> {
    let output = Command::new(cargo_path())
        .args(["tree", "--quiet", "--depth", "1", "--no-dedupe"])
        .args(["--prefix", "depth", "--format", "{p}\t{f}"])
        .args(selection)
        .output()
        .map_err(|error| format!("cannot run cargo: {error}"))?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into_owned());
    }
    parsed(&String::from_utf8_lossy(&output.stdout))
}

/// Reads lines such as `0fewest-search v0.1.0 (/home/me)⇥` (a member) and `1rayon
/// v1.12.0⇥std,alloc` (its dependency).
fn parsed(tree: &str) -> Result<Features, String> {
    let mut features = Features::new();
    let mut member = String::new();
    for line in tree.lines().filter(|line| !line.is_empty()) {
        let parts = line.split_once('\t').and_then(|(package, with)| {
            let (name, _) = package.split_once(' ')?;
            Some((name.split_at_checked(1)?, with))
        });
        match parts {
            Some((("0", name), _)) => member = name.to_owned(),
            Some((("1", name), with)) => {
                features.insert((member.clone(), name.to_owned()), with.to_owned());
            }
            _ => return Err(format!("cannot read the line '{line}' of cargo tree")),
        }
    }
    match member.is_empty() {
        true => Err("cargo tree shows no member".to_owned()),
        false => Ok(features),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_dependency_belongs_to_the_member_above_it() {
        let tree = "0one v0.1.0 (/a b)\t\n1serde v1.0.0\tderive,std\n\n0two v0.1.0 (/c)\t\n1serde v1.0.0\tstd\n";
        let features = parsed(tree).unwrap_or_default();
        let edge = |member: &str| (member.to_owned(), "serde".to_owned());
        assert_eq!(
            features.get(&edge("one")).map(String::as_str),
            Some("derive,std")
        );
        assert_eq!(features.get(&edge("two")).map(String::as_str), Some("std"));
        assert!(parsed("serde\n").is_err() && parsed("").is_err());
    }
}
