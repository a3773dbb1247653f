//! Answers of searches, explanations, hints, and checks of given moves.

use fewest_rules::{Outcome, Proof};
use serde::{Serialize, Serializer};

use super::{Measured, Work};
use crate::api::{Answer, ApproximateAnswer, Difficulty, InternalError, UnprovenAnswer};
use crate::board::{Check, Hint, HintChange, HintGrade, HintPart};

/// The fields of an answer. Those of another outcome are left out.
#[derive(Serialize)]
pub(super) struct AnswerFields<'a> {
    outcome: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    length: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    cost: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) moves: Option<&'a [String]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    proof: Option<String>,
    /// The number of states that were searched, if this is the proof.
    #[serde(skip_serializing_if = "Option::is_none")]
    reached: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    lower_bound: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    cost_lower_bound: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'static str>,
    #[serde(flatten)]
    measured: Option<Measured<'a>>,
    method: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<&'a str>,
    #[serde(flatten)]
    work: Work,
}

impl<'a> From<&'a Answer> for AnswerFields<'a> {
    fn from(answer: &'a Answer) -> Self {
        let costs = answer.costs.as_ref();
        let mut fields = Self {
            outcome: "solved",
            length: None,
            cost: None,
            moves: None,
            proof: None,
            reached: None,
            lower_bound: None,
            cost_lower_bound: None,
            reason: None,
            measured: costs.map(Measured::from),
            method: answer.method.to_string(),
            note: answer.note.as_deref(),
            work: answer.statistics.into(),
        };
        match &answer.outcome {
            Outcome::Solved { moves } => {
                fields.length = Some(moves.len());
                fields.cost = costs.and_then(|costs| costs.cost);
                fields.moves = Some(moves);
            }
            Outcome::Unsolvable(proof) => {
                fields.outcome = "unsolvable";
                fields.proof = Some(proof.to_string());
                if let Proof::Exhausted { reached } = proof {
                    fields.reached = Some(*reached);
                }
            }
            Outcome::Stopped {
                lower_bound,
                reason,
            } => {
                fields.outcome = "stopped";
                // The bound applies to what is minimised first.
                match costs.is_some_and(|costs| costs.measure.is_cost_first()) {
                    true => fields.cost_lower_bound = Some(*lower_bound),
                    false => fields.lower_bound = Some(*lower_bound),
                }
                fields.reason = Some(reason.word());
            }
        }
        fields
    }
}

impl Serialize for Answer {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        AnswerFields::from(self).serialize(to)
    }
}

impl Serialize for UnprovenAnswer {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Fields<'a> {
            outcome: &'static str,
            length: usize,
            moves: &'a [String],
            lower_bound: u32,
            at_most_times: Option<f64>,
            method: String,
            #[serde(flatten)]
            work: Work,
        }
        let found = &self.outcome;
        let times = found.within();
        Fields {
            outcome: "approximate",
            length: found.moves().len(),
            moves: found.moves(),
            lower_bound: found.lower_bound(),
            at_most_times: times.map(|weight| f64::from(weight.hundredths()) / 100.0),
            method: self.method.to_string(),
            work: self.statistics.into(),
        }
        .serialize(to)
    }
}

impl Serialize for ApproximateAnswer {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match self.clone().proven() {
            Ok(answer) => answer.serialize(to),
            Err(unproven) => unproven.serialize(to),
        }
    }
}

impl Serialize for Hint {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let all = self.up_to(HintGrade::Move);
        all.fields(self.answer().into()).serialize(to)
    }
}

/// A hint up to a grade. What the grade does not reveal is left out.
#[derive(Debug, Clone, Copy)]
pub struct RevealedHint<'a> {
    hint: &'a Hint,
    grade: HintGrade,
}

impl Hint {
    /// The part of the hint that `grade` reveals, to be written as JSON.
    pub fn up_to(&self, grade: HintGrade) -> RevealedHint<'_> {
        RevealedHint { hint: self, grade }
    }
}

/// The fields of a hint.
#[derive(Serialize)]
struct HintFields<'a> {
    grade: u8,
    #[serde(flatten)]
    answer: AnswerFields<'a>,
    /// The sentence of each grade.
    hints: Vec<String>,
    /// Null if no move is left, or the board is too large to be drawn.
    #[serde(skip_serializing_if = "Option::is_none")]
    changes: Option<Option<&'a [HintChange]>>,
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    next: Option<Option<&'a str>>,
}

impl<'a> RevealedHint<'a> {
    fn fields(&self, answer: AnswerFields<'a>) -> HintFields<'a> {
        let (hint, grade) = (self.hint, self.grade);
        let is_solved = hint.moves_left().is_some();
        let grades = [HintGrade::Length, HintGrade::Changes, HintGrade::Move];
        let told = grades.iter().filter(|&&told| told <= grade);
        HintFields {
            grade: grade as u8 + 1,
            answer,
            hints: told.filter_map(|&told| hint.sentence(told)).collect(),
            changes: (is_solved && grade >= HintGrade::Changes).then(|| hint.changes()),
            next: (is_solved && grade >= HintGrade::Move).then(|| hint.next_move()),
        }
    }
}

impl Serialize for RevealedHint<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let answer = AnswerFields {
            moves: None,
            ..self.hint.answer().into()
        };
        self.fields(answer).serialize(to)
    }
}

impl Serialize for HintChange {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Fields<'a> {
            part: &'static str,
            symbol: Option<&'a str>,
            row: u32,
            column: u32,
        }
        let (part, symbol) = match &self.part {
            HintPart::Piece(symbol) => ("piece", Some(symbol.as_str())),
            HintPart::Player => ("player", None),
            HintPart::Cell => ("cell", None),
        };
        Fields {
            part,
            symbol,
            row: self.cell.row + 1,
            column: self.cell.column + 1,
        }
        .serialize(to)
    }
}

impl Serialize for Check {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Illegal<'a> {
            number: usize,
            #[serde(rename = "move")]
            name: &'a str,
        }
        #[derive(Serialize)]
        struct Best {
            length: usize,
            cost: Option<u32>,
        }
        #[derive(Serialize)]
        struct Fields<'a> {
            verdict: &'static str,
            legal: bool,
            #[serde(skip_serializing_if = "Option::is_none")]
            illegal: Option<Illegal<'a>>,
            reaches_goal: bool,
            earlier_goal: Option<usize>,
            length: usize,
            #[serde(skip_serializing_if = "Option::is_none")]
            fewest: Option<Option<usize>>,
            #[serde(skip_serializing_if = "Option::is_none")]
            cost: Option<Option<u32>>,
            #[serde(skip_serializing_if = "Option::is_none")]
            best: Option<Option<Best>>,
            #[serde(skip_serializing_if = "Option::is_none")]
            lower_bound: Option<u32>,
            #[serde(skip_serializing_if = "Option::is_none")]
            cost_lower_bound: Option<u32>,
            #[serde(skip_serializing_if = "Option::is_none")]
            reason: Option<&'static str>,
            answer: &'a Answer,
        }
        let (replayed, answer) = (&self.replayed, &self.answer);
        let fields = AnswerFields::from(answer);
        let best = |cost| fields.length.map(|length| Best { length, cost });
        Fields {
            verdict: self.verdict().word(),
            legal: replayed.illegal.is_none(),
            illegal: replayed.illegal.as_ref().map(|(number, _, name)| Illegal {
                number: *number,
                name,
            }),
            reaches_goal: replayed.reaches_goal,
            earlier_goal: replayed.earlier_goal,
            length: replayed.length,
            fewest: answer.costs.is_none().then_some(fields.length),
            cost: answer.costs.is_some().then_some(replayed.cost),
            best: answer.costs.as_ref().map(|costs| best(costs.cost)),
            lower_bound: fields.lower_bound,
            cost_lower_bound: fields.cost_lower_bound,
            reason: fields.reason,
            answer,
        }
        .serialize(to)
    }
}

impl Serialize for Difficulty {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Fields<'a> {
            length: u32,
            #[serde(skip_serializing_if = "Option::is_none")]
            cost: Option<u32>,
            #[serde(flatten)]
            measured: Option<Measured<'a>>,
            /// A decimal string: it can be huge.
            solutions: String,
            branching: f64,
            wrong_looking: Option<u32>,
            dead_ends: u32,
        }
        let costs = self.costs.as_ref();
        Fields {
            length: self.length,
            cost: costs.and_then(|costs| costs.cost),
            measured: costs.map(Measured::from),
            solutions: self.solutions.to_string(),
            branching: self.branching,
            wrong_looking: self.wrong_looking,
            dead_ends: self.dead_ends,
        }
        .serialize(to)
    }
}

impl Serialize for InternalError {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Fields<'a> {
            outcome: &'static str,
            problem: &'a str,
            file: Option<String>,
            report: &'a str,
        }
        Fields {
            outcome: "internal error",
            problem: self.problem(),
            file: self.file().map(|file| file.display().to_string()),
            report: self.report(),
        }
        .serialize(to)
    }
}
