//! What a puzzle has shown: claims that are wrong, and how often each claim was made.

use std::collections::BTreeMap;
use std::fmt;

/// A claim that is wrong.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Finding {
    pub(crate) claim: String,
    /// The state in which the claim was made, drawn or as labels.
    pub(crate) state: String,
    pub(crate) told: String,
    pub(crate) exact: String,
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            claim,
            state,
            told,
            exact,
        } = self;
        write!(f, "{claim}: told {told}, exact {exact}\n{state}")
    }
}

/// How often a claim was made.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Count {
    /// In how many puzzles.
    pub(crate) puzzles: usize,
    /// In how many states it was asked for.
    pub(crate) states: usize,
    /// In how many states it said something: a bound above 0, a pruned move.
    pub(crate) spoke: usize,
}

/// How often each claim was made, by its name.
#[derive(Debug, Default)]
pub(crate) struct Tally(pub(crate) BTreeMap<String, Count>);

impl Tally {
    pub(crate) fn add(&mut self, claim: &str, states: usize, spoke: usize) {
        let count = self.0.entry(claim.to_owned()).or_default();
        count.puzzles += 1;
        count.states += states;
        count.spoke += spoke;
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "{:44} {:>8} {:>10} {:>10}",
            "claim", "puzzles", "states", "spoke"
        )?;
        for (
            claim,
            Count {
                puzzles,
                states,
                spoke,
            },
        ) in &self.0
        {
            writeln!(f, "{claim:44} {puzzles:8} {states:10} {spoke:10}")?;
        }
        Ok(())
    }
}

/// What the claims about one puzzle have shown.
#[derive(Debug, Default)]
pub(crate) struct Findings {
    /// If given, only this claim is of interest.
    pub(crate) only: Option<String>,
    pub(crate) wrong: Vec<Finding>,
    pub(crate) tally: Tally,
}

impl Findings {
    /// Whether claims whose names begin with `prefix` are of interest.
    pub(crate) fn wants(&self, prefix: &str) -> bool {
        self.only
            .as_ref()
            .is_none_or(|only| only.starts_with(prefix))
    }

    /// Notes a wrong claim, unless the same claim is known to be wrong in another state.
    pub(crate) fn wrong(
        &mut self,
        claim: &str,
        state: impl FnOnce() -> String,
        told: impl fmt::Debug,
        exact: impl fmt::Debug,
    ) {
        if !self.wrong.iter().any(|known| known.claim == claim) {
            self.wrong.push(Finding {
                claim: claim.to_owned(),
                state: state(),
                told: format!("{told:?}"),
                exact: format!("{exact:?}"),
            });
        }
    }

    /// Notes an answer that the library has refuted itself. Other errors claim nothing.
    pub(crate) fn refuted(
        &mut self,
        claim: &str,
        state: impl FnOnce() -> String,
        error: &fewest::Error,
    ) {
        if let Some(internal) = error.internal() {
            self.wrong(claim, state, internal, "an answer");
        }
    }
}
