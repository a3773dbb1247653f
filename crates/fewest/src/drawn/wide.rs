//! Boards whose states take very many bits.
//!
//! Every algorithm is compiled for each width of a state anew, and each width takes as long to
//! compile as all of the built-in puzzles together. So the wide ones have few algorithms, and
//! nothing is looked for in them but lower bounds that are at hand.

use std::sync::Arc;

use fewest_ground::Ground;
use fewest_ground::compiled::{Packed, Refused, Starts, Wide, compile_wide};
use fewest_lang::Instance;
use fewest_rules::{Faults, Limits, Outcome, Proof, StopReason, Words};
use fewest_search::{Duplicates, NoPruning, Order, astar, bfs, idastar};

use super::board::{after, answer, explained, looked_at, state};
use super::bound::{Bound, Lower};
use super::game::{Game, Written};
use super::no_goal::no_goal_anywhere;
use super::replay::replay;
use super::solving::{Solved, linear, stop_reason};
use super::stages::Stages;
use crate::algorithm::{Algorithm, ApproximateSearch};
use crate::api::{
    Answer, AnyBoard, ApproximateAnswer, Difficulty, Explanation, Method, Replayed,
    ShortestSolutions, SolveError,
};
use crate::builtin::play;

/// States that are expanded in breadth before a lower bound is looked for.
const FIRST: u64 = 1 << 13;

/// A board of a game of `N` words.
struct WideBoard<const N: usize> {
    game: Game<N>,
    /// The rules of which the game was made.
    ground: Arc<Ground>,
    start: Words<N>,
    /// The lower bound that was asked for.
    lower: Option<Lower>,
}

/// The board, its game made for it alone.
///
/// # Errors
/// A limit of the compiler.
pub(super) fn board(board: &Instance, lower: Option<Lower>) -> Result<Box<dyn AnyBoard>, Refused> {
    let start = &board.start;
    Ok(match compile_wide(&board.ground, Starts::One(start))? {
        Wide::Sixteen(packed) => Box::new(WideBoard::new(*packed, board, lower)),
        Wide::Widest(packed) => Box::new(WideBoard::new(*packed, board, lower)),
    })
}

impl<const N: usize> WideBoard<N> {
    fn new(packed: Packed<N>, board: &Instance, lower: Option<Lower>) -> Self {
        let game = Game::new(packed, Arc::clone(&board.layout));
        Self {
            start: state(&game, &board.start),
            ground: Arc::clone(&board.ground),
            game,
            lower,
        }
    }

    /// The lower bound of that name, or the best that is at hand.
    fn bound(&self, lower: Option<Lower>) -> Bound<'_, N> {
        let found = &self.game.found;
        let named = match lower {
            None => return self.game.cheap_bound(),
            Some(Lower::Travel) => found.travel().map(Bound::Travel),
            Some(Lower::Balance) => found.balance().map(Bound::Balance),
            Some(Lower::Patterns) => None,
        };
        named.unwrap_or(Bound::Nothing)
    }

    fn by(
        &self,
        algorithm: Algorithm,
        lower: Option<Lower>,
        limits: &Limits,
    ) -> Result<Solved, SolveError> {
        let packed = self.game.packed();
        if algorithm == Algorithm::Linear {
            let refused = || SolveError::of(algorithm, "its moves are no linear equations");
            return linear(&self.game, self.start, limits).ok_or_else(refused);
        }
        if algorithm == Algorithm::Bfs {
            let report = bfs(packed, self.start, limits);
            return Ok((report, Method::Search(algorithm)));
        }
        let bound = self.bound(lower);
        let report = match (algorithm, bound) {
            (Algorithm::AStar | Algorithm::IdaStar, Bound::Nothing) => {
                let reason = match lower {
                    Some(Lower::Patterns) => "its states are too wide for patterns".to_owned(),
                    Some(lower) => lower.refusal(),
                    None => "no lower bound was found in it".to_owned(),
                };
                return Err(SolveError::of(algorithm, reason));
            }
            (Algorithm::AStar, _) => {
                astar(packed, self.start, &bound, Order::Lexicographic, limits)
            }
            (Algorithm::IdaStar, _) => {
                let all = Duplicates::default();
                idastar(packed, self.start, &bound, &NoPruning, all, limits)
            }
            _ => return Err(SolveError::of(algorithm, "its states are too wide for it")),
        };
        Ok((report, Method::Informed(algorithm, bound.words())))
    }

    /// In breadth while that is quick, then with what is known of the distance.
    fn best(&self, limits: &Limits) -> Solved {
        if let Some((report, method)) = linear(&self.game, self.start, limits)
            && stop_reason(&report) != Some(StopReason::Capacity)
        {
            return (report, method);
        }
        let packed = self.game.packed();
        let mut stages = Stages::new(limits);
        if let Some(why) = no_goal_anywhere(&self.game) {
            let outcome = Outcome::Unsolvable(Proof::Invariant(why));
            return (stages.report(outcome), Method::Goals);
        }
        let first = bfs(packed, self.start, &stages.limits(Some(FIRST), None));
        if let Ok(report) = stages.end(first, true) {
            return (report, Method::Search(Algorithm::Bfs));
        }
        let own = stages.limits(None, None);
        let (report, method) = match self.game.cheap_bound() {
            Bound::Nothing => (
                bfs(packed, self.start, &own),
                Method::Search(Algorithm::Bfs),
            ),
            bound => (
                astar(packed, self.start, &bound, Order::Lexicographic, &own),
                Method::Informed(Algorithm::AStar, bound.words()),
            ),
        };
        match stages.end(report, false) {
            Ok(report) => (report, method),
            Err(reason) => (stages.stopped(reason), method),
        }
    }

    fn solved(
        &self,
        algorithm: Option<Algorithm>,
        lower: Option<Lower>,
        limits: &Limits,
    ) -> Result<Solved, SolveError> {
        match algorithm.or(lower.map(|_| Algorithm::AStar)) {
            Some(algorithm) => self.by(algorithm, lower, limits),
            None => Ok(self.best(limits)),
        }
    }
}

impl<const N: usize> AnyBoard for WideBoard<N> {
    fn algorithms(&self) -> Vec<Algorithm> {
        let additions = self.game.found.additions();
        let linear = additions.is_some_and(|additions| additions.prime().is_some());
        let bounded = !matches!(self.game.cheap_bound(), Bound::Nothing);
        let all = [
            (Algorithm::Linear, linear),
            (Algorithm::AStar, bounded),
            (Algorithm::IdaStar, bounded),
            (Algorithm::Bfs, true),
        ];
        let fitting = all.into_iter().filter(|&(_, fits)| fits);
        fitting.map(|(algorithm, _)| algorithm).collect()
    }

    fn solve(&self, algorithm: Option<Algorithm>, limits: &Limits) -> Result<Answer, SolveError> {
        Ok(answer(
            &self.game,
            self.solved(algorithm, self.lower, limits)?,
        ))
    }

    fn heuristics(&self) -> Vec<&'static str> {
        let has = |&lower: &Lower| !matches!(self.bound(Some(lower)), Bound::Nothing);
        let names = Lower::ALL.into_iter().filter(has).map(Lower::name);
        let all: Vec<&str> = names.collect();
        if all.len() > 1 && self.lower.is_none() {
            all
        } else {
            Vec::new()
        }
    }

    fn solve_with(
        &self,
        algorithm: Algorithm,
        heuristic: &str,
        limits: &Limits,
    ) -> Result<Answer, SolveError> {
        let lower = Lower::named(heuristic)
            .ok_or_else(|| SolveError::Board(format!("there is no heuristic '{heuristic}'")))?;
        let solved = self.solved(Some(algorithm), Some(lower), limits)?;
        Ok(answer(&self.game, solved))
    }

    fn approximate(
        &self,
        how: ApproximateSearch,
        limits: &Limits,
    ) -> Result<ApproximateAnswer, SolveError> {
        let bound = self.bound(self.lower);
        if let (Some(lower), Bound::Nothing) = (self.lower, bound) {
            return Err(SolveError::approximate(how, lower.refusal()));
        }
        let puzzle = Written::<N>(&self.game);
        let words = bound.words();
        Ok(play::approximate(
            &puzzle, self.start, &bound, &words, how, limits,
        ))
    }

    fn properties(&self) -> Vec<String> {
        let bits = self.game.packed().bits();
        vec![format!(
            "a state takes {bits} bits, too many for what else might be found"
        )]
    }

    fn shortest(
        &self,
        limits: &Limits,
        visit: &mut dyn FnMut(ShortestSolutions<'_>),
    ) -> Result<(), StopReason> {
        let report = self.best(limits).0;
        let left = after(&report, limits);
        match report.outcome {
            Outcome::Solved { moves } => {
                let (puzzle, bound) = (Written::<N>(&self.game), self.game.cheap_bound());
                let length = moves.len() as u32;
                play::shortest(&puzzle, self.start, &bound, length, &left, visit)
            }
            Outcome::Stopped { reason, .. } => Err(reason),
            Outcome::Unsolvable(_) => {
                visit(play::none());
                Ok(())
            }
        }
    }

    fn positions(&self, moves: &[String]) -> Option<Vec<String>> {
        play::positions(&Written::<N>(&self.game), self.start, moves)
    }

    fn letter_moves(&self) -> bool {
        self.game.letters
    }

    fn replay(&self, text: &str) -> Result<Replayed, Faults> {
        replay(&self.game, &self.ground, self.start, text)
    }

    fn explain(&self, limits: &Limits) -> Result<Explanation, SolveError> {
        let solved = self.best(limits);
        let left = after(&solved.0, limits);
        let text = explained(&self.game, self.start, &solved, &left);
        let answer = answer(&self.game, solved);
        Ok(Explanation { answer, text })
    }

    fn difficulty(&self, limits: &Limits) -> Result<Option<Difficulty>, StopReason> {
        let puzzle = Written::<N>(&self.game);
        let bound = self.game.cheap_bound();
        let difficulty = play::difficulty(self, &puzzle, self.start, &bound, limits, |state| {
            let report = astar(
                self.game.packed(),
                state,
                &bound,
                Order::Lexicographic,
                limits,
            );
            match report.outcome {
                Outcome::Solved { .. } => Ok(true),
                Outcome::Unsolvable(_) => Ok(false),
                Outcome::Stopped { reason, .. } => Err(reason),
            }
        })?;
        Ok(difficulty.map(|difficulty| looked_at(&bound, difficulty)))
    }
}
