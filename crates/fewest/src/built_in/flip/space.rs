//! The space of all Flip boards of one size. If the number of colours is prime, the boards are
//! counted by the cosets of the null space; otherwise they are enumerated.

use fewest_puzzles::flip::{CensusError, ColourBoard, ColourGoal, Flip, Press, census, linear};
use fewest_rules::{Limits, Notation, Outcome, Symmetric};
use fewest_search::random::Random;
use fewest_tables::{DistanceTable, Retrograde};
use num_bigint::BigUint;

use super::{is_prime, packed};
use crate::api::{Answer, Method};
use crate::general::play::{self, Draw};
use crate::general::ranked_space::RankedSpace;
use crate::space::{
    CensusOutcome, CensusReport, GeneratedBoards, GenerationOptions, Space, SpaceCensus, SpaceError,
};

/// The space of all boards of a size.
pub(super) fn space(
    rows: usize,
    columns: usize,
    colours: u8,
    goal: ColourGoal,
) -> Result<Box<dyn Space>, SpaceError> {
    let unfit = |why: &str| SpaceError::Unfit(format!("{rows}x{columns}: {why}"));
    let colour = match goal {
        ColourGoal::Colour(colour) => colour,
        ColourGoal::Any => 0,
    };
    let solved = ColourBoard::new(rows, columns, colours, vec![colour; rows * columns]);
    let solved = solved.map_err(|why| unfit(&why))?;
    if is_prime(colours) {
        return Ok(Box::new(Cosets { solved, goal }));
    }
    let (puzzle, _) = Flip::<1>::new(&solved, goal)
        .ok_or_else(|| unfit("too many boards to count without equations"))?;
    let wanted = match goal {
        ColourGoal::Any => "any".to_owned(),
        ColourGoal::Colour(colour) => format!("to {colour}"),
    };
    let (size, parameters) = (
        format!("{rows}x{columns}"),
        format!(" {colours} colours {wanted}"),
    );
    Ok(Box::new(RankedSpace::new(
        puzzle,
        Retrograde,
        "flip",
        &size,
        &parameters,
    )))
}

/// All Flip boards of one size, with a prime number of colours.
struct Cosets {
    /// A board that satisfies the goal.
    solved: ColourBoard,
    goal: ColourGoal,
}

impl Cosets {
    /// Returns a text that is equal for two boards if a symmetry maps one to the other.
    fn class(&self, board: &ColourBoard) -> String {
        match packed(board, self.goal) {
            Some((puzzle, state)) => puzzle.draw(puzzle.canonical(state)),
            None => board.draw(),
        }
    }

    fn drawn(&self, board: &ColourBoard, wanted: &GenerationOptions) -> Draw<String> {
        let drawing = board.draw();
        let class = if wanted.distinct {
            self.class(board)
        } else {
            drawing.clone()
        };
        Draw::Board(class, drawing)
    }

    /// Makes boards by random presses and solves each of them.
    fn press(
        &self,
        wanted: &GenerationOptions,
        limits: &Limits,
    ) -> Result<GeneratedBoards, SpaceError> {
        let cells = self.solved.cells().len() as u64;
        let mut random = Random::new(wanted.seed);
        let (least, aim) = (*wanted.moves.start(), wanted.aim());
        let made = play::draw_distinct(wanted, None, || {
            let mut board = self.solved.clone();
            // The board is made backwards from the goal: `colours - 1` presses of a cell undo one
            // press.
            for _ in 0..u64::from(least) + random.below(u64::from(aim - least) + 1) {
                let press = Press(random.below(cells) as u32);
                for _ in 1..board.colours() {
                    board.press(press);
                }
            }
            let presses = match board.is_goal(self.goal) {
                true => Some(0),
                false => match linear::solve(&board, self.goal, limits).report.outcome {
                    Outcome::Solved { moves } => Some(moves.len() as u32),
                    Outcome::Stopped { reason, .. } => return Err(reason.into()),
                    Outcome::Unsolvable(_) => None,
                },
            };
            Ok(
                match presses.is_some_and(|presses| wanted.moves.contains(&presses)) {
                    true => self.drawn(&board, wanted),
                    false => Draw::Other,
                },
            )
        })?;
        Ok(GeneratedBoards {
            uniform: false,
            ..made
        })
    }
}

impl Space for Cosets {
    fn size(&self) -> String {
        format!("{}x{}", self.solved.rows(), self.solved.columns())
    }

    fn census(&self, hardest: usize, limits: &Limits) -> Result<CensusReport, SpaceError> {
        let census = match census(&self.solved, self.goal, limits) {
            Ok(census) => census,
            Err(CensusError::Stopped {
                reason, statistics, ..
            }) => {
                return Ok(Answer::new(
                    CensusOutcome::nothing_before(reason),
                    statistics,
                    Method::Cosets,
                ));
            }
            Err(CensusError::Unfit(why)) => return Err(SpaceError::Unfit(why)),
        };
        let boards = match hardest {
            0 => Ok(Vec::new()),
            n => census.hardest(n, limits),
        };
        Ok(Answer::new(
            match boards {
                Ok(boards) => CensusOutcome::Complete(SpaceCensus {
                    positions: census.positions,
                    histogram: census.histogram,
                    hardest: boards.iter().map(ColourBoard::draw).collect(),
                }),
                Err(reason) => CensusOutcome::Stopped {
                    histogram: census.histogram,
                    solved: None,
                    positions: None,
                    reason,
                },
            },
            census.statistics,
            Method::Cosets,
        ))
    }

    fn make(
        &self,
        wanted: &GenerationOptions,
        _: Option<&DistanceTable>,
        limits: &Limits,
    ) -> Result<GeneratedBoards, SpaceError> {
        let limits = &limits.from_now();
        let census = match census(&self.solved, self.goal, limits) {
            Ok(census) => census,
            Err(CensusError::Stopped { reason, .. }) => return Err(reason.into()),
            Err(CensusError::Unfit(_)) => return self.press(wanted, limits),
        };
        let last = (*wanted.moves.end() as usize + 1).min(census.histogram.len());
        let first = (*wanted.moves.start() as usize).min(last);
        let there = &census.histogram[first..last];
        let all: BigUint = there.iter().sum();
        let mut random = Random::new(wanted.seed);
        play::draw_distinct(wanted, Some(&all), || {
            let mut place = random.below_big(&all);
            let mut presses = first;
            for boards in there {
                if place < *boards {
                    break;
                }
                place -= boards;
                presses += 1;
            }
            Ok(match census.sample(presses, &mut random, limits)? {
                Some(board) => self.drawn(&board, wanted),
                None => Draw::Other,
            })
        })
    }
}
