//! Rules that follow the rule of a move.
//!
//! A move makes its rule's changes and then runs the rule's program, if it has one: first a group of
//! rules once, and then the first of several groups that changes anything, again and again until none
//! does. All of this is one move.

use super::Rule;

/// What follows the rules of a puzzle's moves.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Consequences {
    /// The groups that programs apply.
    pub groups: Vec<RuleGroup>,
    /// The programs.
    pub programs: Vec<Program>,
    /// By rule of the puzzle the index of its program. Empty if no rule has one.
    pub of_rules: Vec<Option<usize>>,
}

/// Rules that are applied together, or of which one is applied.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct RuleGroup {
    /// The rules in their order. They belong to no move: `of` has no meaning.
    pub rules: Vec<Rule>,
    /// If set, all rules that apply are applied at once: they read the state before all of them. A
    /// rule is left out if it would change a position that one before it changes, unless no other
    /// position has the same domain and both give it the same label. Otherwise only the first rule
    /// that applies and changes anything is applied.
    pub everywhere: bool,
}

/// What follows a rule.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub struct Program {
    /// The group that is applied first, once.
    pub once: Option<usize>,
    /// The groups that are applied until none changes anything. After each change the first group is
    /// next.
    pub repeat: Vec<usize>,
}

impl Consequences {
    /// Whether nothing follows any rule.
    pub fn is_empty(&self) -> bool {
        self.programs.is_empty()
    }

    /// The rules of all groups.
    pub fn rules(&self) -> impl Iterator<Item = &Rule> {
        self.groups.iter().flat_map(|group| &group.rules)
    }

    /// The program that follows a rule of the puzzle.
    pub fn program(&self, rule: usize) -> Option<usize> {
        self.of_rules.get(rule).copied().flatten()
    }
}
