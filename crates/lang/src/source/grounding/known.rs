//! The groups and programs of rules that have been built.

use std::collections::HashMap;

use fewest_ground::{Program, RuleGroup};

/// The groups and programs that have been built, by their content.
#[derive(Default)]
pub(super) struct KnownPrograms {
    /// A group with the origin of its rules.
    pub(super) groups: HashMap<(usize, RuleGroup), usize>,
    pub(super) programs: HashMap<Program, usize>,
    /// By the origin of its first rule and by the arguments that matter: the groups of `after` rules.
    pub(super) after: HashMap<(usize, Vec<usize>), Vec<usize>>,
    /// The groups that follow every move.
    pub(super) common: Vec<usize>,
}

impl KnownPrograms {
    /// Forgets what depends on the labels that are possible.
    pub(super) fn begin_pass(&mut self) {
        self.after.clear();
        self.common.clear();
    }
}
