//! The groups and programs of rules that have been built, so that none is built twice.

use std::collections::HashMap;

use fewest_ground::{Program, ProgramStage, RuleGroup};

/// The groups and programs that have been built, with their contents as keys.
#[derive(Default)]
pub(super) struct KnownPrograms {
    /// The index of each group. The key consists of the origin of the group's rules, if they are not
    /// only forbidden, and the group itself.
    pub(super) groups: HashMap<(Option<usize>, RuleGroup), usize>,
    pub(super) programs: HashMap<Program, usize>,
    /// The stages of the `after` rules of a move. The key is the origin of the first of these rules
    /// and the arguments on which the rules depend.
    pub(super) after: HashMap<(usize, Vec<usize>), Vec<ProgramStage>>,
    /// The stages that follow every move.
    pub(super) common: Vec<ProgramStage>,
}

impl KnownPrograms {
    /// Forgets the groups that depend on which labels are possible, because each pass changes these
    /// labels.
    pub(super) fn begin_pass(&mut self) {
        self.after.clear();
        self.common.clear();
    }
}
