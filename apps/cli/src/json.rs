//! Answers as JSON for programs. The names of fields are stable. Each object names its schema, such
//! as `fewest/solve/1`; the number at the end changes when a field changes its meaning.

use std::path::Path;

use fewest::api::AnswerCosts;
use fewest::api::UnprovenAnswer;
use fewest::scene::Scene;
use fewest::{
    Answer, CensusOutcome, CensusReport, Comparison, Difficulty, Expected, InternalError,
    LevelInfo, Replayed, Scope,
};
use fewest::{Hint, HintChange, HintPart, StateGraph};
use fewest_rules::{Objective, Outcome, Statistics, StopReason};
use num_bigint::BigUint;
use serde_json::{Map, Value, json};

/// The fields that every outcome has, after those that `object` has already.
fn outcome_fields(object: &mut Map<String, Value>, answer: &Answer, moves: bool) {
    match &answer.outcome {
        Outcome::Solved { moves: names } => {
            object.insert("outcome".into(), "solved".into());
            object.insert("length".into(), names.len().into());
            if let Some(cost) = answer.costs.as_ref().and_then(|costs| costs.cost) {
                object.insert("cost".into(), cost.into());
            }
            if moves {
                object.insert("moves".into(), names.clone().into());
            }
        }
        Outcome::Unsolvable(proof) => {
            object.insert("outcome".into(), "unsolvable".into());
            if moves {
                object.insert("proof".into(), proof.to_string().into());
            }
        }
        Outcome::Stopped {
            lower_bound,
            reason,
        } => {
            object.insert("outcome".into(), "stopped".into());
            object.insert(bound_name(answer).into(), (*lower_bound).into());
            object.insert("reason".into(), reason.word().into());
        }
    }
    measure_fields(object, answer.costs.as_ref());
}

/// Adds what the search minimised, if moves have costs.
fn measure_fields(object: &mut Map<String, Value>, costs: Option<&AnswerCosts>) {
    if let Some(AnswerCosts { measure, .. }) = costs {
        let objective = match measure.objective {
            Objective::Cost => "cost",
            Objective::CostThenMoves => "cost then moves",
            Objective::MovesThenCost => "moves then cost",
        };
        object.insert("objective".into(), objective.into());
        object.insert("unit".into(), measure.unit.clone().into());
    }
}

/// The name of the field for a lower bound. The name says whether the bound applies to the moves or
/// to the cost, whichever is minimised first.
fn bound_name(answer: &Answer) -> &'static str {
    match &answer.costs {
        Some(costs) if costs.measure.objective != Objective::MovesThenCost => "cost_lower_bound",
        _ => "lower_bound",
    }
}

fn cost(object: &mut Map<String, Value>, statistics: Statistics) {
    object.insert("expanded".into(), statistics.expanded.into());
    object.insert("generated".into(), statistics.generated.into());
    object.insert("seconds".into(), statistics.elapsed.as_secs_f64().into());
    object.insert("peak_bytes".into(), statistics.peak_bytes.into());
}

fn schema(command: &str, puzzle: &str) -> Map<String, Value> {
    let mut object = Map::new();
    object.insert("schema".into(), format!("fewest/{command}/1").into());
    object.insert("puzzle".into(), puzzle.into());
    object
}

/// Adds what a collection of levels says about the board.
pub(crate) fn add_level(object: &mut Map<String, Value>, level: Option<&LevelInfo>) {
    let Some(level) = level else {
        return;
    };
    object.insert("number".into(), level.number.into());
    for (key, value) in [("title", &level.title), ("author", &level.author)] {
        if let Some(value) = value {
            object.insert(key.into(), value.clone().into());
        }
    }
}

/// An object with what a collection of levels says about the board.
pub(crate) fn with_level(mut line: Value, level: Option<&LevelInfo>) -> Value {
    if let Value::Object(object) = &mut line {
        add_level(object, level);
    }
    line
}

/// The object `fewest/internal-error/1`, which takes the place of an answer.
pub(crate) fn internal_error(error: &InternalError) -> Value {
    json!({
        "schema": "fewest/internal-error/1",
        "outcome": "internal error",
        "problem": error.problem(),
        "file": error.file().map(|file| file.display().to_string()),
        "report": error.report(),
    })
}

/// The object `fewest/solve/1` for a board that cannot be played, if there are several boards.
pub(crate) fn refused(puzzle: &str, why: &str) -> Value {
    let mut object = schema("solve", puzzle);
    object.insert("outcome".into(), "refused".into());
    object.insert("problem".into(), why.into());
    object.into()
}

/// The object `fewest/solve/1`, whose field `solutions` is a decimal string and whose field `all`
/// is a list of solutions.
pub(crate) fn solve(
    puzzle: &str,
    answer: &Answer,
    solutions: Option<String>,
) -> Map<String, Value> {
    let mut object = schema("solve", puzzle);
    outcome_fields(&mut object, answer, true);
    object.insert("method".into(), answer.method.to_string().into());
    cost(&mut object, answer.statistics);
    if let Some(solutions) = solutions {
        object.insert("solutions".into(), solutions.into());
    }
    object
}

/// The object `fewest/solve/1` for a solution that is not proven to have the fewest moves.
pub(crate) fn unproven(puzzle: &str, answer: &UnprovenAnswer) -> Value {
    let found = &answer.outcome;
    let mut object = schema("solve", puzzle);
    object.insert("outcome".into(), "approximate".into());
    object.insert("length".into(), found.moves().len().into());
    object.insert("moves".into(), found.moves().into());
    object.insert("lower_bound".into(), found.lower_bound().into());
    let times = found
        .within()
        .map(|weight| f64::from(weight.hundredths()) / 100.0);
    object.insert("at_most_times".into(), json!(times));
    object.insert("method".into(), answer.method.to_string().into());
    cost(&mut object, answer.statistics);
    object.into()
}

/// The object `fewest/draw/1`: the scenes of a picture. For a solution it also has the fields of
/// the outcome.
pub(crate) fn drawn(
    puzzle: &str,
    answer: Option<&Answer>,
    file: Option<&Path>,
    scenes: &[Scene],
) -> Value {
    let mut object = schema("draw", puzzle);
    if let Some(answer) = answer {
        outcome_fields(&mut object, answer, true);
    }
    if let Some(file) = file {
        object.insert("file".into(), file.display().to_string().into());
    }
    object.insert("scenes".into(), json!(scenes));
    object.into()
}

/// The object `fewest/compare/1`.
pub(crate) fn compare(puzzle: &str, comparison: &Comparison) -> Value {
    let mut object = schema("compare", puzzle);
    let rows: Vec<Value> = comparison
        .rows
        .iter()
        .map(|row| {
            let mut object = Map::new();
            object.insert("algorithm".into(), row.algorithm.name().into());
            if let Some(heuristic) = row.heuristic {
                object.insert("heuristic".into(), heuristic.into());
            }
            outcome_fields(&mut object, &row.answer, false);
            cost(&mut object, row.answer.statistics);
            object.into()
        })
        .collect();
    object.insert("rows".into(), rows.into());
    object.insert("agree".into(), true.into());
    object.into()
}

/// The result of the command `check` for one solution.
pub(crate) struct Checked<'a> {
    pub(crate) replayed: &'a Replayed,
    pub(crate) answer: &'a Answer,
}

/// The object `fewest/check/1`, whose field `fewest` is null if the fewest moves are not known or
/// there is no solution.
pub(crate) fn check(puzzle: &str, checked: &Checked<'_>) -> Value {
    let mut object = schema("check", puzzle);
    let replayed = checked.replayed;
    object.insert("legal".into(), replayed.illegal.is_none().into());
    if let Some((number, _, name)) = &replayed.illegal {
        object.insert("illegal".into(), json!({"number": number, "move": name}));
    }
    object.insert("reaches_goal".into(), replayed.reaches_goal.into());
    object.insert("length".into(), replayed.length.into());
    let outcome = &checked.answer.outcome;
    match &checked.answer.costs {
        None => {
            object.insert("fewest".into(), json!(outcome.moves().map(<[String]>::len)));
        }
        Some(costs) => {
            let best = json!(outcome.moves().map(|moves| json!({
                "length": moves.len(),
                "cost": costs.cost,
            })));
            object.insert("cost".into(), json!(replayed.cost));
            object.insert("best".into(), best);
        }
    }
    if let Outcome::Stopped {
        lower_bound,
        reason,
    } = outcome
    {
        object.insert(bound_name(checked.answer).into(), (*lower_bound).into());
        object.insert("reason".into(), reason.word().into());
    }
    object.into()
}

/// The object `fewest/test/1`, whose field `expected` is a number of moves or `"unsolvable"`, and
/// whose field `right` is null if a limit was reached before the result was known.
pub(crate) fn tested(
    puzzle: &str,
    file: &str,
    line: u64,
    expected: Expected,
    right: Option<bool>,
    answer: &Answer,
) -> Value {
    let mut object = schema("test", puzzle);
    object.insert("file".into(), file.into());
    object.insert("line".into(), line.into());
    let expected = match expected {
        Expected::Moves(first) => first.into(),
        Expected::Both(first, second) => json!([first, second]),
        Expected::Unsolvable => "unsolvable".into(),
    };
    object.insert("expected".into(), expected);
    object.insert("right".into(), right.into());
    outcome_fields(&mut object, answer, false);
    object.insert("method".into(), answer.method.to_string().into());
    cost(&mut object, answer.statistics);
    object.into()
}

/// The object `fewest/hint/1`. The number `grade` determines how much of the next move it reveals.
pub(crate) fn hint(puzzle: &str, hint: &Hint, grade: u8) -> Value {
    let answer = hint.answer();
    let mut object = schema("hint", puzzle);
    object.insert("grade".into(), grade.into());
    outcome_fields(&mut object, answer, false);
    if let Outcome::Unsolvable(proof) = &answer.outcome {
        object.insert("proof".into(), proof.to_string().into());
    }
    if hint.moves_left().is_some() && grade >= 2 {
        let changes = hint
            .changes()
            .map(|changes| -> Vec<Value> { changes.iter().map(hint_change).collect() });
        object.insert("changes".into(), changes.into());
    }
    if hint.moves_left().is_some() && grade >= 3 {
        object.insert("move".into(), hint.next_move().into());
    }
    object.insert("method".into(), answer.method.to_string().into());
    cost(&mut object, answer.statistics);
    object.into()
}

fn hint_change(change: &HintChange) -> Value {
    let (part, symbol) = match &change.part {
        HintPart::Piece(symbol) => ("piece", Some(symbol.as_str())),
        HintPart::Player => ("player", None),
        HintPart::Cell => ("cell", None),
    };
    json!({"part": part, "symbol": symbol, "row": change.cell.row + 1, "column": change.cell.column + 1})
}

/// The object `fewest/explain/1`.
pub(crate) fn explain(puzzle: &str, answer: &Answer, text: &str) -> Value {
    let mut object = schema("explain", puzzle);
    outcome_fields(&mut object, answer, true);
    object.insert("explanation".into(), text.into());
    object.into()
}

/// A count as JSON: a number if it fits into 64 bits, otherwise a decimal string.
fn big(n: &BigUint) -> Value {
    match u64::try_from(n) {
        Ok(n) => n.into(),
        Err(_) => n.to_string().into(),
    }
}

/// The object `fewest/census/1`. If a limit stopped the census, it has the field `reason` and the
/// histogram counted so far.
pub(crate) fn census(puzzle: &str, size: &str, scope: Scope, report: &CensusReport) -> Value {
    let mut object = schema("census", puzzle);
    object.insert("size".into(), size.into());
    let scope = match scope {
        Scope::All => "all",
        Scope::Reachable => "reachable",
        Scope::Levels => "levels",
    };
    object.insert("scope".into(), scope.into());
    let histogram = |counts: &[BigUint]| -> Value { counts.iter().map(big).collect() };
    match &report.outcome {
        CensusOutcome::Complete(census) => {
            object.insert("outcome".into(), "complete".into());
            object.insert("positions".into(), big(&census.positions));
            object.insert("solvable".into(), big(&census.solvable()));
            object.insert("gods_number".into(), json!(census.gods_number()));
            object.insert("histogram".into(), histogram(&census.histogram));
            object.insert("hardest".into(), census.hardest.clone().into());
        }
        CensusOutcome::Stopped {
            histogram: counts,
            solved,
            positions,
            reason,
        } => {
            object.insert("outcome".into(), "stopped".into());
            if let Some(positions) = positions {
                object.insert("positions".into(), big(positions));
            }
            object.insert("reason".into(), reason.word().into());
            if let Some(solved) = solved {
                object.insert("solved".into(), (*solved).into());
            }
            object.insert("histogram".into(), histogram(counts));
        }
    }
    measure_fields(&mut object, report.costs.as_ref());
    object.insert("method".into(), report.method.to_string().into());
    let statistics = report.statistics;
    object.insert("expanded".into(), statistics.expanded.into());
    object.insert("seconds".into(), statistics.elapsed.as_secs_f64().into());
    object.insert("peak_bytes".into(), statistics.peak_bytes.into());
    object.into()
}

/// The object `fewest/make/1`. The object lacks the figures of the board if a limit was reached
/// before they were known.
pub(crate) fn made(
    puzzle: &str,
    board: &str,
    uniform: bool,
    difficulty: Option<&Difficulty>,
) -> Value {
    let mut object = schema("make", puzzle);
    object.insert("board".into(), board.into());
    object.insert("uniform".into(), uniform.into());
    if let Some(difficulty) = difficulty {
        object.insert("length".into(), difficulty.length.into());
        if let Some(cost) = difficulty.costs.as_ref().and_then(|costs| costs.cost) {
            object.insert("cost".into(), cost.into());
        }
        measure_fields(&mut object, difficulty.costs.as_ref());
        object.insert("solutions".into(), difficulty.solutions.to_string().into());
        object.insert("branching".into(), difficulty.branching.into());
        object.insert("wrong_looking".into(), difficulty.wrong_looking.into());
        object.insert("dead_ends".into(), difficulty.dead_ends.into());
    }
    object.into()
}

/// The graph of a board's states, in the form that networkx calls node-link data.
pub(crate) fn graph(puzzle: &str, graph: &StateGraph) -> Value {
    let nodes = graph.states.iter().enumerate().map(|(number, state)| {
        json!({
            "id": number,
            "distance": state.distance,
            "to_goal": state.to_goal,
            "goal": state.is_goal,
            "position": state.drawing,
        })
    });
    let edges = graph.edges.iter().map(|edge| {
        let name = &graph.names[edge.name as usize];
        let mut object = json!({ "source": edge.from, "target": edge.to, "move": name });
        if let Some(cost) = edge.cost {
            object["cost"] = cost.into();
        }
        object
    });
    json!({
        "schema": "fewest/graph/1",
        "puzzle": puzzle,
        "outcome": "complete",
        "directed": true,
        "multigraph": true,
        "graph": {},
        "nodes": nodes.collect::<Vec<_>>(),
        "edges": edges.collect::<Vec<_>>(),
    })
}

/// The object `fewest/graph/1` for a graph that a limit stopped.
pub(crate) fn stopped_graph(
    puzzle: &str,
    reason: StopReason,
    reached: u64,
    lower_bound: u32,
) -> Value {
    json!({
        "schema": "fewest/graph/1",
        "puzzle": puzzle,
        "outcome": "stopped",
        "reason": reason.word(),
        "reached": reached,
        "lower_bound": lower_bound,
    })
}
