//! Graphs: any state space, written as a list of moves.

use fewest_puzzles::graph::{self, GraphStart};
use fewest_rules::{ByRank, Ranked, Zero};
use fewest_search::{NoPruning, bfs, bidirectional};
use fewest_tables::Retrograde;

use crate::algorithm::Algorithm;
use crate::api::{Game, PuzzleInfo, PuzzleOptions, ReadError};
use crate::built_in::board::GeneralSearch;
use crate::built_in::board::{AllBoards, BuiltIn, ReadBoards};
use crate::built_in::engine::Engine;
use crate::built_in::scenes::BuiltInScenes;
use crate::general::game::PuzzleGame;
use crate::general::on_disk::on_disk;
use crate::general::play;
use crate::general::ranked_space::{RankedSpace, fingerprint_of};
use crate::space::{Space, SpaceError};

pub(super) struct GraphBoard {
    board: GraphStart,
    /// A number for the text of the graph, which distinguishes its files from those of others.
    fingerprint: u64,
}

impl GraphBoard {
    fn typed(&self) -> Engine<'_, graph::Graph> {
        let GraphStart { graph, start } = self.board.clone();
        let again = graph.clone();
        Engine {
            both_ends: Some(Box::new(bidirectional)),
            on_disk: Some(on_disk(ByRank, false, format!("{:016x}", self.fingerprint))),
            is_solvable: Some(Box::new(move |place, limits| {
                play::is_solvable(bfs(&again, place, limits).outcome)
            })),
            ..Engine::deepening(graph, start, &Zero, NoPruning)
        }
    }
}

impl BuiltIn for GraphBoard {
    const INFO: PuzzleInfo<'static> = PuzzleInfo {
        name: "graph",
        summary: "go from place to place by the moves of a list; any state space can be written so",
        sizes: "any",
        notation: "START to GOAL ..., then a line for each move: HERE > THERE, or HERE - THERE for both ways, \
                   and a name if it is not to be called after THERE; another such first line begins another graph",
        moves: "the names of the moves",
        options: "",
        accepts: &[],
        example: "home to school\nhome - park\npark > school jump",
    };
    const GAME: &'static str = "a graph";
    const ESTIMATE: &'static str = "none";
    const COUNTED_BY_BOARD: bool = true;

    fn read(text: &str, _: &PuzzleOptions) -> ReadBoards<Self> {
        let boards = graph::read(text)?.into_iter().map(|(board, span)| {
            let fingerprint = fingerprint_of(&text[span.clone()]);
            (Self { board, fingerprint }, span)
        });
        Ok(boards.collect())
    }

    fn all_boards(_: Option<&str>, _: &PuzzleOptions) -> AllBoards {
        Err(SpaceError::Unfit(
            "graphs have no size; name the file of one to count its places".to_owned(),
        ))
    }

    fn all_like(text: &str) -> Result<Box<dyn Space>, ReadError> {
        let Some((board, span)) = graph::read(text)?.into_iter().next() else {
            return Err(ReadError::Option("the file holds no graph".to_owned()));
        };
        let graph = board.graph;
        let size = format!("{} places", graph.size());
        let parameters = format!(" {:016x}", fingerprint_of(&text[span]));
        let name = Self::INFO.name;
        Ok(Box::new(RankedSpace::new(
            graph,
            Retrograde,
            name,
            &size,
            &parameters,
        )))
    }

    fn fitting(&self) -> Vec<Algorithm> {
        vec![Algorithm::Bfs, Algorithm::Bidirectional, Algorithm::Iddfs]
    }

    fn engine(&self) -> Option<Box<dyn GeneralSearch + '_>> {
        Some(Box::new(self.typed()))
    }

    fn new_game(&self) -> Box<dyn Game + '_> {
        let GraphStart { graph, start } = &self.board;
        Box::new(PuzzleGame::new(graph, BuiltInScenes, *start))
    }

    fn after_moves(&self, moves: &[String]) -> Self {
        let GraphStart { graph, start } = &self.board;
        let start = play::state_after(graph, *start, moves);
        let graph = graph.clone();
        Self {
            board: GraphStart { graph, start },
            fingerprint: self.fingerprint,
        }
    }
}
