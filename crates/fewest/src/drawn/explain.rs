//! Explains why a solution has the fewest moves, or why there is none.

use std::collections::HashSet;

use fewest_ground::{CostMeasure, Ground};
use fewest_lang::{BoardLayout, Instance};
use fewest_rules::{Limits, Objective, Outcome, Proof};
use fewest_search::cost_census;

use super::solver::DrawnSolver;
use crate::api::{Explanation, Method};
use crate::general::play;

/// To count the states at each distance, an explanation enumerates at most this many states.
const MOST_COUNTED: u64 = 1 << 20;

impl<const N: usize> DrawnSolver<'_, N> {
    /// Solves the board by the method that is probably the fastest, and explains the answer.
    pub(super) fn explained(&self, board: &Instance, limits: &Limits) -> Explanation {
        let answer = self.best_answer(limits);
        let text = match &answer.outcome {
            Outcome::Solved { .. } if matches!(answer.method, Method::Linear { .. }) => {
                "Every move adds to the same cells wherever it is made, so only how often each is made\n\
                 matters. Which numbers lead to a goal is a system of linear equations; all its\n\
                 solutions were compared, and none has fewer moves."
                    .to_owned()
            }
            Outcome::Solved { moves } => match (self.measure(), answer.criteria()) {
                (Some(measure), Some((first, _))) => self.no_cheaper(measure, first as u32, limits),
                _ => self.no_shorter(moves.len(), limits),
            },
            Outcome::Unsolvable(Proof::Invariant(statement)) => {
                sentences(statement) + &named_cells(statement, &board.layout, &board.ground)
            }
            Outcome::Unsolvable(Proof::Exhausted { .. }) => {
                "Every board that moves can lead to was looked at, and none is a goal.".to_owned()
            }
            Outcome::Stopped { .. } => String::new(),
        };
        Explanation { answer, text }
    }

    /// Explains why no solution has less than `first` of what `measure` minimises first.
    fn no_cheaper(&self, measure: &CostMeasure, first: u32, limits: &Limits) -> String {
        let is_cost_first = measure.is_cost_first();
        let what = match is_cost_first {
            true => measure.unit.as_str(),
            false => "moves",
        };
        let heuristic = self.analysis.cost_heuristic(None, limits);
        let bound = heuristic.map(|h| h.bound_of(self.analysis.puzzle(), self.start));
        if is_cost_first && bound == Ok(first) {
            return format!("The distances that symbols have to go need {what} {first} already.");
        }
        self.counted_costs(measure, first, limits)
            .unwrap_or_else(|| {
                format!(
                    "All ways with less than {what} {first} were searched, and none ends in a goal."
                )
            })
    }

    /// Lists the number of positions at each cost below the cost of the solution, if there are few
    /// positions.
    fn counted_costs(&self, measure: &CostMeasure, least: u32, limits: &Limits) -> Option<String> {
        if measure.objective == Objective::MovesThenCost {
            let text = play::no_goal_nearer(
                self.analysis.puzzle(),
                self.start,
                least as usize,
                &limits.at_most_states(MOST_COUNTED),
            );
            return (!text.is_empty()).then_some(text);
        }
        let census = cost_census(
            self.analysis.puzzle(),
            [self.start],
            &limits.at_most_states(MOST_COUNTED),
        );
        // A limit may have stopped the census, but only after all costs below `least` were counted.
        let complete = census.farthest.is_ok()
            || census
                .histogram
                .last()
                .is_some_and(|&(cost, _)| cost + 1 >= least);
        let unit = &measure.unit;
        complete.then(|| {
            let layers = census.histogram.iter().copied();
            let layers: Vec<(u32, u64)> = layers.filter(|&(cost, _)| cost < least).collect();
            let (which, at) = (format!("of less {unit}"), format!("at {unit}"));
            play::no_goal_among(&which, &at, &layers, &format!("At {unit} {least}"))
        })
    }

    /// Explains why no solution has fewer moves: by the lower bound if it is exact, otherwise by
    /// the number of boards at each distance if these boards are few, otherwise by the search.
    fn no_shorter(&self, moves: usize, limits: &Limits) -> String {
        let puzzle = self.analysis.puzzle();
        let heuristic = self.analysis.cheap_heuristic();
        let least = heuristic.bound_of(puzzle, self.start);
        if least as usize == moves {
            return heuristic.reason(least);
        }
        let counted = play::no_goal_nearer(
            puzzle,
            self.start,
            moves,
            &limits.at_most_states(MOST_COUNTED),
        );
        if !counted.is_empty() && least == 0 {
            return counted;
        }
        if !counted.is_empty() {
            let reason = heuristic.reason(least);
            return format!("{counted}\n\nWithout a search this much is known:\n{reason}");
        }
        format!("All ways of fewer than {moves} moves were searched, and none ends in a goal.")
    }
}

/// A drawing of the board in which the cells that an invariant names are marked, on lines of its own.
/// Empty if the invariant names no cells, or if the board is too large.
fn named_cells(statement: &str, layout: &BoardLayout, ground: &Ground) -> String {
    let words = statement.split_whitespace();
    let words: HashSet<&str> = words
        .map(|word| word.trim_matches(['(', ')', ',', ';']))
        .collect();
    let is_named = |cell: usize| words.contains(ground.positions[cell].name.as_str());
    let (rows, columns) = (layout.rows(), layout.columns());
    if layout.is_listed()
        || rows.max(columns) > play::LARGEST_DRAWING
        || !(0..layout.cells()).any(is_named)
    {
        return String::new();
    }
    let mark = |row, column| match layout.cell(row, column) {
        None => " ",
        Some(cell) if is_named(cell) => "x",
        Some(_) => ".",
    };
    let line = |row| {
        let marks: Vec<&str> = (0..columns).map(|column| mark(row, column)).collect();
        format!("\n  {}", marks.join(" ").trim_end())
    };
    (0..rows).map(line).collect()
}

/// Writes each statement as a sentence that begins on a new line.
fn sentences(statements: &str) -> String {
    let sentence = |statement: &str| {
        let mut letters = statement.chars();
        let first = letters.next().map(|letter| letter.to_uppercase());
        first
            .into_iter()
            .flatten()
            .chain(letters)
            .collect::<String>()
            + "."
    };
    let all: Vec<String> = statements.split("; ").map(sentence).collect();
    let lines: Vec<String> = all.iter().map(|sentence| wrapped(sentence)).collect();
    lines.join("\n")
}

/// A line of a paragraph has at most this many columns.
const WIDTH: usize = 88;

/// Breaks a paragraph into lines of at most [`WIDTH`] columns. A line is longer only if it consists
/// of one longer word.
fn wrapped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut column = 0;
    for word in text.split(' ') {
        let letters = word.chars().count();
        if column > 0 && column + 1 + letters > WIDTH {
            out.push('\n');
            column = 0;
        } else if column > 0 {
            out.push(' ');
            column += 1;
        }
        out += word;
        column += letters;
    }
    out
}
