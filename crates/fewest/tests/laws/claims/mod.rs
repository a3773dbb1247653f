//! Everything that the analysis and the searches claim about a puzzle, beside its exact distances.

mod answers;
mod bounds;
mod distinct;
mod free_moves;
mod properties;
mod prunings;
mod solutions;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use fewest_ground::analysis::Analysis;
use fewest_ground::reduction::Starts;
use fewest_ground::{Compiled, compile};
use fewest_lang::{Instance, read};
use fewest_rules::{Fault, Objective, Words};

use crate::finding::Findings;
use crate::space::{NoSpace, Space};

/// A puzzle with all its states.
pub(crate) struct Case {
    pub(crate) instance: Instance,
    pub(crate) space: Space,
    text: String,
}

/// Why a text is no case.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum NoCase {
    Faults(Vec<Fault>),
    Space(NoSpace),
}

impl Case {
    /// Reads a puzzle and enumerates at most `most` states.
    pub(crate) fn new(text: &str, most: usize) -> Result<Self, NoCase> {
        let (file, _) = read(text).map_err(NoCase::Faults)?;
        let instance = file.start().ok_or(NoCase::Faults(Vec::new()))?;
        let space = Space::new(&instance.ground, &instance.start, most).map_err(NoCase::Space)?;
        Ok(Self {
            instance,
            space,
            text: text.to_owned(),
        })
    }

    /// What is minimised; `None` if only moves are counted.
    pub(crate) fn objective(&self) -> Option<Objective> {
        let measure = self.instance.ground.measure.as_ref();
        measure.map(|measure| measure.objective)
    }

    /// The drawing of a state.
    pub(crate) fn draw(&self, state: usize) -> String {
        self.instance.layout.draw(&self.space.states[state])
    }
}

/// A case with its compiled puzzle.
pub(crate) struct Compared<'a, const N: usize> {
    pub(crate) case: &'a Case,
    pub(crate) analysis: &'a Arc<Analysis<N>>,
    /// The states of the space, in its order.
    pub(crate) states: Vec<Words<N>>,
}

/// Tests all claims about a case, or the one that is of interest.
pub(crate) fn all(case: &Case, only: Option<&str>) -> Findings {
    let mut findings = Findings {
        only: only.map(str::to_owned),
        ..Findings::default()
    };
    let run = catch_unwind(AssertUnwindSafe(|| {
        let Instance { ground, start, .. } = &case.instance;
        match compile(ground, Starts::One(start)) {
            Ok(Compiled::One(analysis)) => compiled(case, &analysis, &mut findings),
            Ok(Compiled::Four(analysis)) => compiled(case, &analysis, &mut findings),
            _ => {}
        }
        answers::all(case, &mut findings);
        solutions::all(case, &mut findings);
    }));
    if let Err(panic) = run {
        let words = panic.downcast_ref::<String>().cloned();
        let words = words.or_else(|| panic.downcast_ref::<&str>().map(|&s| s.to_owned()));
        findings.wrong("no panic", || case.draw(0), words, "");
    }
    findings
}

fn compiled<const N: usize>(case: &Case, analysis: &Arc<Analysis<N>>, findings: &mut Findings) {
    let puzzle = analysis.puzzle();
    let states = case.space.states.iter().map(|labels| puzzle.state(labels));
    let Some(states) = states.collect::<Option<Vec<_>>>() else {
        findings.wrong(
            "reachable states fit",
            || case.draw(0),
            "no state",
            "a state",
        );
        return;
    };
    let compared = Compared {
        case,
        analysis,
        states,
    };
    bounds::all(&compared, findings);
    prunings::all(&compared, findings);
    properties::all(&compared, findings);
}
