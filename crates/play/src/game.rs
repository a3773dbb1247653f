//! A game: its positions, including those whose moves were taken back.

use fewest::rules::Outcome;
use fewest::{Answer, LegalMove, ScenesError, ShownPosition};
use fewest::{Board, Hint};

/// A game from its start. The list of its steps is never empty, and one of its positions is the
/// current one.
pub(crate) struct Game {
    steps: Vec<GameStep>,
    at: usize,
}

struct GameStep {
    board: Board,
    /// The move that led to this position; empty for the start.
    made: String,
    position: ShownPosition,
    hint: Option<Hint>,
}

/// What is known about a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Known {
    /// Nothing is known yet.
    Nothing,
    /// The position has a solution.
    Solvable,
    /// The position is proven to have no solution.
    Dead,
    /// A limit stopped the search for a solution.
    Stopped,
}

impl Game {
    /// Starts a game.
    ///
    /// # Errors
    /// The board is too large to be drawn, or cannot be played.
    pub(crate) fn new(board: Board) -> Result<Self, ScenesError> {
        let position = board.position(&[])?;
        let start = GameStep {
            board,
            made: String::new(),
            position,
            hint: None,
        };
        Ok(Self {
            steps: vec![start],
            at: 0,
        })
    }

    pub(crate) fn board(&self) -> &Board {
        &self.steps[self.at].board
    }

    pub(crate) fn position(&self) -> &ShownPosition {
        &self.steps[self.at].position
    }

    pub(crate) fn legal(&self) -> &[LegalMove] {
        &self.position().moves
    }

    /// The number of moves that were made.
    pub(crate) fn made(&self) -> usize {
        self.at
    }

    /// The moves that were made.
    pub(crate) fn moves(&self) -> impl Iterator<Item = &str> {
        self.steps[1..=self.at].iter().map(|step| &*step.made)
    }

    pub(crate) fn can_redo(&self) -> bool {
        self.at + 1 < self.steps.len()
    }

    /// Makes a legal move. If the move is the one that was taken back last, the moves after it can
    /// still be redone.
    ///
    /// # Errors
    /// The move cannot be made; the message says why.
    pub(crate) fn make(&mut self, name: &str) -> Result<(), String> {
        let next = self.at + 1;
        if self.steps.get(next).is_none_or(|step| step.made != name) {
            let now = &self.steps[self.at];
            let position = now.board.position(&[name.to_owned()]);
            let position = position.map_err(|error| error.to_string())?;
            let board = now.board.after(name).map_err(|error| error.to_string())?;
            let hint = now.answer_after(name).map(|answer| board.hint_from(answer));
            self.steps.truncate(next);
            self.steps.push(GameStep {
                board,
                made: name.to_owned(),
                position,
                hint,
            });
        }
        self.at = next;
        Ok(())
    }

    /// Takes the last move back. Returns whether there was a move to take back.
    pub(crate) fn undo(&mut self) -> bool {
        let undone = self.at > 0;
        self.at -= usize::from(undone);
        undone
    }

    /// Makes the move again that was taken back last. Returns whether there was such a move.
    pub(crate) fn redo(&mut self) -> bool {
        let redone = self.can_redo();
        self.at += usize::from(redone);
        redone
    }

    /// Takes all moves back. Returns whether there were any moves.
    pub(crate) fn restart(&mut self) -> bool {
        std::mem::take(&mut self.at) > 0
    }

    /// The hint for the current position, if its search has ended.
    pub(crate) fn hint(&self) -> Option<&Hint> {
        self.steps[self.at].hint.as_ref()
    }

    /// Stores the hint for the current position.
    pub(crate) fn set_hint(&mut self, hint: Hint) {
        self.steps[self.at].hint = Some(hint);
    }

    /// Forgets the hint for the current position if a limit stopped its search, so that another
    /// search may begin.
    pub(crate) fn forget_stopped(&mut self) {
        if self.known() == Known::Stopped {
            self.steps[self.at].hint = None;
        }
    }

    /// What is known about the current position.
    pub(crate) fn known(&self) -> Known {
        self.steps[self.at].known()
    }

    /// The fewest moves from the start, if they are known.
    pub(crate) fn fewest(&self) -> Option<usize> {
        self.steps[0].hint.as_ref()?.moves_left()
    }

    /// How many moves to take back until the position has a solution, if that is known.
    pub(crate) fn back_to_solvable(&self) -> Option<usize> {
        let before = self.steps[..=self.at].iter().rev();
        before
            .map(GameStep::known)
            .position(|known| known == Known::Solvable)
            .filter(|&moves| moves > 0)
    }
}

impl GameStep {
    fn known(&self) -> Known {
        if self.position.is_goal {
            return Known::Solvable;
        }
        match self.hint.as_ref().map(|hint| &hint.answer().outcome) {
            None => Known::Nothing,
            Some(Outcome::Solved { .. }) => Known::Solvable,
            Some(Outcome::Unsolvable(_)) => Known::Dead,
            Some(Outcome::Stopped { .. }) => Known::Stopped,
        }
    }

    /// The answer for the position after a move, if it follows from the answer for this position.
    /// The rest of a shortest solution is a shortest solution, and no move leads from a position
    /// without a solution to one with a solution.
    fn answer_after(&self, name: &str) -> Option<Answer> {
        let answer = self.hint.as_ref()?.answer();
        let outcome = match &answer.outcome {
            Outcome::Solved { moves } => {
                let (first, rest) = moves.split_first()?;
                let moves = (first == name).then(|| rest.to_vec())?;
                Outcome::Solved { moves }
            }
            Outcome::Unsolvable(proof) => Outcome::Unsolvable(proof.clone()),
            Outcome::Stopped { .. } => return None,
        };
        Some(Answer::new(
            outcome,
            answer.statistics,
            answer.method.clone(),
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::{Game, Known};
    use fewest::AnyPuzzle;

    fn tiles() -> Game {
        let board = AnyPuzzle::named("tiles").and_then(|tiles| tiles.board("1 2 3\n4 _ 6\n7 5 8"));
        Game::new(board.expect("a board of tiles")).expect("the board can be drawn")
    }

    #[test]
    fn moves_are_taken_back_and_made_again() {
        let mut game = tiles();
        assert!(!game.undo() && !game.redo() && !game.restart());
        game.make("D").expect("D is legal");
        game.make("L").expect("L is legal");
        assert!(game.make("D").is_err(), "the blank is in the last row");
        assert_eq!(game.moves().collect::<Vec<_>>(), ["D", "L"]);
        assert!(game.undo() && game.undo() && game.can_redo());
        game.make("D").expect("D is legal");
        assert!(game.can_redo(), "the same move keeps what comes after it");
        assert!(game.undo());
        game.make("U").expect("U is legal");
        assert!(!game.can_redo());
        assert!(game.restart() && game.made() == 0);
    }

    #[test]
    fn what_is_known_follows_the_solution() {
        let mut game = tiles();
        assert_eq!(game.known(), Known::Nothing);
        let hint = game.board().hint().expect("a search without limits");
        game.set_hint(hint);
        assert_eq!((game.known(), game.fewest()), (Known::Solvable, Some(2)));
        game.make("D").expect("D is legal");
        assert_eq!(game.hint().and_then(|hint| hint.next_move()), Some("R"));
        game.undo();
        game.make("U").expect("U is legal");
        assert_eq!(
            (game.known(), game.back_to_solvable()),
            (Known::Nothing, Some(1))
        );
    }

    #[test]
    fn a_dead_end_stays_one() {
        let sokoban = AnyPuzzle::named("sokoban").expect("it is in the library");
        let board = sokoban.board("######\n#_.__#\n#_$@_#\n#____#\n######");
        let mut game = Game::new(board.expect("a board")).expect("it can be drawn");
        game.set_hint(game.board().hint().expect("a search"));
        game.make("left")
            .expect("the crate can be pushed against the wall");
        assert_eq!(game.known(), Known::Nothing);
        game.set_hint(game.board().hint().expect("a search"));
        assert_eq!(
            (game.known(), game.back_to_solvable()),
            (Known::Dead, Some(1))
        );
        game.make("right").expect("the way back is free");
        assert_eq!(
            (game.known(), game.back_to_solvable()),
            (Known::Dead, Some(2))
        );
        game.restart();
        assert_eq!(game.known(), Known::Solvable);
    }
}
