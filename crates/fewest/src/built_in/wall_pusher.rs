//! The Wall Pusher, known from UVa 10384.

mod space;

use fewest_puzzles::wall_pusher::{
    self, Compass, Maze, NearestExit, Relaxation, Relaxed, WallPusher, relaxed, ways,
};
use fewest_rules::{AsWords, Limits, Notation, Outcome, Puzzle, Report, StopReason, Words};
use fewest_search::NoPruning;

use self::space::{MazeStarts, Mazes};
use crate::algorithm::Algorithm;
use crate::api::{
    Answer, FoundSolutions, Game, Method, PuzzleInfo, PuzzleOptions, ReadError, SolutionFigures,
    SolutionOptions,
};
use crate::built_in::board::GeneralSearch;
use crate::built_in::board::{AllBoards, BuiltIn, ReadBoards};
use crate::built_in::engine::Engine;
use crate::built_in::scenes::BuiltInScenes;
use crate::built_in::words::with_words;
use crate::general::game::PuzzleGame;
use crate::general::near;
use crate::general::on_disk::on_disk;
use crate::general::play;
use crate::space::{Space, SpaceError};

pub(super) struct WallBoard {
    maze: Maze,
    /// The step by which the player has left the maze, if the player is outside. If the player is
    /// outside, `maze` shows the player on the cell where this step began.
    left_by: Option<Compass>,
}

/// The message of a panic that cannot happen, because states of this width fit the largest maze.
const LARGEST_FITS: &str =
    "the largest maze that can be read has 255 rows of 255 and fits 2048 words";

/// General searches are offered for states of at most this many machine words.
const MOST_WORDS: usize = 32;

impl WallBoard {
    fn words(&self) -> usize {
        WallPusher::<1>::words_needed(self.maze.rows(), self.maze.columns())
    }

    /// The puzzle and the start with states of `N` words; `None` if states of this width are too narrow
    /// for the maze.
    fn typed<const N: usize>(&self) -> Option<(WallPusher<N>, Words<N>)> {
        let (puzzle, inside) = WallPusher::<N>::of(&self.maze)?;
        let start = self.left_by.map_or(inside, |m| puzzle.apply(inside, m));
        Some((puzzle, start))
    }

    /// The board after legal moves. `None` if states of `N` words are too narrow for the maze.
    fn after_steps<const N: usize>(&self, moves: &[String]) -> Option<Self> {
        let (puzzle, mut state) = self.typed::<N>()?;
        let mut after = Self {
            maze: self.maze.clone(),
            left_by: self.left_by,
        };
        for m in moves.iter().filter_map(|name| puzzle.parse_move(name)) {
            state = puzzle.apply(state, m);
            match puzzle.maze(state) {
                Some(maze) => after.maze = maze,
                // No move is legal outside the maze, so this step is the last one.
                None => after.left_by = Some(m),
            }
        }
        Some(after)
    }
}

impl BuiltIn for WallBoard {
    const INFO: PuzzleInfo<'static> = PuzzleInfo {
        name: "wall-pusher",
        summary: "walk out of a maze, pushing walls one cell ahead",
        sizes: "any size up to 255x255; the judge's is 4x6",
        notation: "the judge's numbers (start as column row, then for each cell the sum of its walls, \
                   W=1 N=2 E=4 S=8), or the maze drawn; blank lines between mazes where needed",
        moves: "W, N, E, S",
        options: "",
        accepts: &[],
        example: "+--+--+\n|@    |\n+--+  +",
    };
    const GAME: &'static str = "the Wall Pusher";
    const ESTIMATE: &'static str = "steps to an exit with most pushed walls forgotten";
    const COUNTED_BY_BOARD: bool = true;
    const TOO_LARGE: &'static str = "the maze is too large for a general search";

    fn read(text: &str, _: &PuzzleOptions) -> ReadBoards<Self> {
        let boards = wall_pusher::read(text)?.into_iter();
        Ok(boards
            .map(|(maze, span)| {
                (
                    WallBoard {
                        maze,
                        left_by: None,
                    },
                    span,
                )
            })
            .collect())
    }

    fn all_boards(size: Option<&str>, _: &PuzzleOptions) -> AllBoards {
        let (rows, columns) = play::size(size.unwrap_or("4x6"))?;
        if rows.max(columns) > Maze::MOST_SIDE {
            let most = Maze::MOST_SIDE;
            return Err(SpaceError::Unfit(format!(
                "a side of a maze has at most {most} cells"
            )));
        }
        Ok(Box::new(Mazes { rows, columns }))
    }

    fn all_like(text: &str) -> Result<Box<dyn Space>, ReadError> {
        match wall_pusher::read(text)?.into_iter().next() {
            Some((maze, _)) => Ok(Box::new(MazeStarts { maze })),
            None => Err(ReadError::Option("the file holds no maze".to_owned())),
        }
    }

    fn fitting(&self) -> Vec<Algorithm> {
        use Algorithm::{AStar, Bfs, IdaStar, Iddfs, Walks};
        if self.words() <= MOST_WORDS {
            vec![Walks, AStar, IdaStar, Bfs, Iddfs]
        } else {
            vec![Walks]
        }
    }

    fn misfit(&self, algorithm: Algorithm) -> String {
        match algorithm {
            Algorithm::Bidirectional => "the positions outside the maze cannot be listed",
            _ if self.words() > MOST_WORDS => Self::TOO_LARGE,
            _ => "it is not made for the Wall Pusher",
        }
        .to_owned()
    }

    fn engine(&self) -> Option<Box<dyn GeneralSearch + '_>> {
        with_words!(self.words(), [1, 4, 32], N => {
            let (puzzle, start) = WallPusher::<N>::of(&self.maze)?;
            let search: Box<dyn GeneralSearch> =
                Box::new(Engine {
                    on_disk: Some(on_disk(AsWords, false, String::new())),
                    ..Engine::deepening(puzzle, start, &Relaxed, NoPruning)
                });
            Some(search)
        })
    }

    fn new_game(&self) -> Box<dyn Game + '_> {
        with_words!(self.words(), [32, 2048], N => {
            let (puzzle, start) = self.typed::<N>()?;
            let game: Box<dyn Game> = Box::new(PuzzleGame::new(Box::new(puzzle), BuiltInScenes, start));
            Some(game)
        })
        .expect(LARGEST_FITS)
    }

    fn after_moves(&self, moves: &[String]) -> Self {
        with_words!(self.words(), [32, 2048], N => self.after_steps::<N>(moves))
            .expect(LARGEST_FITS)
    }

    fn figures(
        &self,
        solution: &[String],
        limits: &Limits,
    ) -> Result<Option<SolutionFigures>, StopReason> {
        with_words!(self.words(), [32, 2048], N => {
            let (puzzle, start) = self.typed::<N>()?;
            let is_solvable = |state| match puzzle.maze(state) {
                Some(maze) => play::is_solvable(wall_pusher::solve(&maze, limits).outcome),
                None => Ok(true),
            };
            Some(play::difficulty(&puzzle, start, &NearestExit, solution, is_solvable))
        })
        .expect(LARGEST_FITS)
    }

    fn own(&self, limits: &Limits) -> Option<Answer> {
        let report = wall_pusher::solve(&self.maze, limits);
        let report = Report {
            outcome: report.outcome.map(|d| d.to_string()),
            statistics: report.statistics,
        };
        Some(Answer::of(report, Method::Search(Algorithm::Walks)))
    }

    fn each_wanted(
        &self,
        wanted: &SolutionOptions,
        shortest: u32,
        limits: &Limits,
        visit: &mut dyn FnMut(FoundSolutions<'_>),
    ) {
        let stopped = match (*wanted, self.engine()) {
            (SolutionOptions::SHORTEST, _) => match ways(&self.maze, limits) {
                Ok(ways) => {
                    let names = |way: Vec<Compass>| way.iter().map(Compass::to_string).collect();
                    let named = ways.iter().map(names);
                    return visit(FoundSolutions::shortest(shortest, ways.count(), named));
                }
                Err(report) => match report.outcome {
                    Outcome::Stopped { reason, .. } => reason,
                    _ => StopReason::Contradiction,
                },
            },
            (_, Some(engine)) => return engine.solutions(wanted, shortest, limits, visit),
            (_, None) => StopReason::Capacity,
        };
        near::show_stopped(shortest, stopped, visit);
    }

    fn reasons(&self, answer: &Answer, limits: &Limits) -> String {
        let Some(length) = answer.outcome.moves().map(<[String]>::len) else {
            return String::new();
        };
        let least = match relaxed(&self.maze) {
            Relaxation::AtLeast(least) => least,
            Relaxation::NoWayOut(proof) => return proof,
        };
        let bound = format!(
            "A shortest way out never steps straight back. Even if every pushed wall but the last were\n\
             forgotten, it would take {least} {}.",
            if least == 1 { "step" } else { "steps" }
        );
        if least as usize == length {
            return format!("{bound} The solution takes no more.");
        }
        let engine = self.engine();
        let searched = engine.map(|engine| engine.no_goal_nearer(length, limits));
        format!("{bound}\n{}", searched.unwrap_or_default())
            .trim_end()
            .to_owned()
    }
}
