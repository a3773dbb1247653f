//! Consequences: rules that are applied after the rule of a move, within the same move.
//!
//! A move makes the changes of its rule and then runs the program of the rule, if there is one. The
//! program first applies one group of rules once. Then it applies the first of several groups that
//! changes anything, and repeats this until no group changes anything.

use super::Rule;

/// The consequences of the rules of a puzzle.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Consequences {
    /// The groups of rules that programs apply. Programs refer to them by their indices.
    pub groups: Vec<RuleGroup>,
    /// The programs to which the elements of `of_rules` refer.
    pub programs: Vec<Program>,
    /// For each rule of the puzzle, the index of its program. Empty if no rule has a program.
    pub of_rules: Vec<Option<usize>>,
}

/// A group of rules. Either all rules that apply are applied together, or only one of them is
/// applied.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct RuleGroup {
    /// The rules in their order. They belong to no move, so their field `of` has no meaning.
    pub rules: Vec<Rule>,
    /// If set, all rules of the group that apply are applied at once: they all read the state
    /// before the group. A rule is left out if it would change a position that an earlier rule
    /// changes. The exception is a position that shares its domain with no other position: two
    /// rules may both give it the same label. If not set, only the first rule that applies and
    /// changes anything is applied.
    pub everywhere: bool,
    /// The indices of groups. No rule of this group applies in a state in which the tests of a rule
    /// of one of these groups hold.
    pub unless: Vec<usize>,
}

/// What belongs to a rule of a move besides its tests and writes.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub struct Program {
    /// The indices of groups. The rule of the move does not apply in a state in which the tests of a
    /// rule of one of these groups hold.
    pub unless: Vec<usize>,
    /// What happens after the rule, one stage after the other.
    pub stages: Vec<ProgramStage>,
}

/// A stage of a program.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub struct ProgramStage {
    /// The indices of the groups, of which the first one that changes anything is applied.
    pub groups: Vec<usize>,
    /// Whether that is repeated until no group changes anything.
    pub repeats: bool,
}

impl Consequences {
    /// Whether no rule has consequences.
    pub fn is_empty(&self) -> bool {
        self.programs.is_empty()
    }

    /// The rules of all groups.
    pub fn rules(&self) -> impl Iterator<Item = &Rule> {
        self.groups.iter().flat_map(|group| &group.rules)
    }

    /// The index of the program of the rule with the index `rule`; `None` if the rule has none.
    pub fn program(&self, rule: usize) -> Option<usize> {
        self.of_rules.get(rule).copied().flatten()
    }
}
