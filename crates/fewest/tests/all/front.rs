//! The front door: puzzles by name and from files, boards, answers, spaces and errors.
#![allow(clippy::unwrap_used)]

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::thread;

use fewest::{
    Algorithm, Answer, AnyPuzzle, Board, CensusOptions, CensusOutcome, Error, GraphEdge,
    GraphError, GraphState, Outcome, Proof, PuzzleOptions, SolveOptions, StateGraph, StateSpace,
    StopReason, Verdict,
};
use fewest_rules::{Fault, Limits};

const EXAMPLES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/puzzles");
const FLIP: &str = "b w w b\nb b w b\nb w w b\nb w w w";

fn length(answer: &Answer) -> Option<usize> {
    answer.moves().map(<[String]>::len)
}

fn flip() -> Board {
    let flip = AnyPuzzle::named("flip").expect("it is built in");
    flip.board(FLIP).expect("it is a board")
}

#[test]
fn everything_can_be_shared_among_threads() {
    fn shared<T: Send + Sync>() {}
    shared::<AnyPuzzle>();
    shared::<Board>();
    shared::<Answer>();
    shared::<StateSpace>();
    shared::<Error>();
    let board = flip();
    let lengths: Vec<_> = thread::scope(|scope| {
        let solve = || length(&board.solve().unwrap());
        let threads = [scope.spawn(solve), scope.spawn(solve)];
        threads.map(|thread| thread.join().unwrap()).to_vec()
    });
    assert_eq!(lengths, [Some(4), Some(4)]);
}

#[test]
fn an_answer_has_moves_positions_and_all_solutions() {
    let board = flip();
    let answer = board.solve().unwrap();
    let positions = board.positions(answer.moves().unwrap()).unwrap();
    assert_eq!(positions.len(), 5);
    assert_eq!(positions[0], FLIP);
    let none = Limits::default();
    assert_eq!(board.count_solutions(&none).unwrap(), 2_u8.into());
    let (count, all) = board.first_solutions(9, &none).unwrap();
    assert_eq!((count, all.len()), (2_u8.into(), 2));
    assert_eq!(Some(&all[0][..]), answer.moves());
    assert_eq!(board.first_solutions(1, &none).unwrap().1, all[..1]);
    for solution in &all {
        let check = board.check(&solution.join(" ")).unwrap();
        assert_eq!(check.verdict(), Verdict::Shortest);
    }
}

#[test]
fn the_three_outcomes_are_never_confused() {
    let tiles = AnyPuzzle::named("tiles").unwrap();
    let impossible = tiles.board("2 1 3\n4 5 6\n7 8 _").unwrap();
    let answer = impossible.solve().unwrap();
    assert!(matches!(answer.proof(), Some(Proof::Invariant(_))));
    let count = impossible.count_solutions(&Limits::default());
    assert_eq!(count.unwrap(), 0_u8.into());

    let cancel = Arc::new(AtomicBool::new(true));
    let limits = Limits {
        cancel: Some(cancel),
        ..Limits::default()
    };
    let hard = tiles.board("8 6 7\n2 5 4\n3 _ 1").unwrap();
    let options = SolveOptions {
        algorithm: Some(Algorithm::Bfs),
        ..limits.clone().into()
    };
    let answer = hard.solve_with(&options).unwrap();
    let Outcome::Stopped { reason, .. } = answer.outcome else {
        panic!("{:?}", answer.outcome);
    };
    assert_eq!(reason, StopReason::Cancelled);
    assert!(matches!(
        hard.count_solutions(&limits),
        Err(fewest::api::Unfinished::Stopped(StopReason::Cancelled))
    ));
}

#[test]
fn a_chosen_lower_bound_is_used() {
    let board = AnyPuzzle::named("tiles")
        .unwrap()
        .board("1 2 3\n4 5 6\n_ 7 8");
    let board = board.unwrap();
    for heuristic in board.heuristics() {
        let options = SolveOptions {
            heuristic: Some(heuristic.to_owned()),
            ..SolveOptions::default()
        };
        let answer = board.solve_with(&options).unwrap();
        assert_eq!(length(&answer), Some(2), "{heuristic}");
    }
    let unknown = SolveOptions {
        heuristic: Some("hope".to_owned()),
        ..SolveOptions::default()
    };
    assert!(matches!(
        board.solve_with(&unknown),
        Err(fewest::SolveError::Board(_))
    ));
}

#[test]
fn verdicts_tell_what_moves_are() {
    let board = flip();
    let verdict = |moves: &str| board.check(moves).unwrap().verdict();
    assert_eq!(verdict("r1c1 r1c2 r2c2 r4c3"), Verdict::Shortest);
    assert_eq!(verdict("r1c1 r1c2"), Verdict::NoGoal);
    let longer = "r1c1 r1c1 r1c1 r1c2 r2c2 r4c3";
    assert_eq!(verdict(longer), Verdict::TooLong { fewest: 4 });
    let four = AnyPuzzle::named("four-in-a-row").unwrap();
    let four = four.board("BWBO WBWB BWBW WBWO").unwrap();
    let illegal = four.check("r1c1-r1c2").unwrap();
    assert_eq!(illegal.verdict(), Verdict::Illegal);
    let Err(Error::Text(error)) = board.check("r1c1 r9c9") else {
        panic!("r9c9 is not on the board");
    };
    assert_eq!(error.faults()[0].span, 5..9);
    assert_eq!(error.name(), "<moves>");
}

#[test]
fn a_puzzle_file_is_a_puzzle() {
    let puzzle = AnyPuzzle::open(format!("{EXAMPLES}/sokoban.fewest")).unwrap();
    assert!(puzzle.is_from_file());
    let expectations = puzzle.expectations();
    assert!(!expectations.is_empty());
    let start = puzzle.start().unwrap();
    let answer = start.solve().unwrap();
    assert!(answer.moves().is_some());
    let explained = start.explain().unwrap();
    assert_eq!(explained.answer.outcome, answer.outcome);
    assert!(!start.compare(&Limits::default()).unwrap().rows.is_empty());
    let difficulty = start.difficulty(&Limits::default()).unwrap().unwrap();
    assert_eq!(Some(difficulty.length as usize), length(&answer));
}

#[test]
fn spaces_are_counted_and_drawn_from() {
    let flip = AnyPuzzle::named("flip").unwrap();
    let space = flip.space_of_size("3x3").unwrap();
    assert_eq!(space.size(), "3x3");
    let options = CensusOptions {
        hardest: 1,
        ..CensusOptions::default()
    };
    let census = space.census_with(&options).unwrap();
    let CensusOutcome::Complete(census) = census.outcome else {
        panic!("no limit is set");
    };
    assert_eq!(census.positions, 512_u32.into());
    assert_eq!(census.hardest.len(), 1);
    let most = census.gods_number().unwrap() as u32;
    let boards = space.make(most..=most, 2).unwrap();
    for board in boards {
        let answer = flip.board(&board).unwrap().solve().unwrap();
        assert_eq!(length(&answer), Some(most as usize));
    }
    assert!(matches!(flip.space_of_size("0x3"), Err(Error::Space(_))));
}

#[test]
fn errors_say_what_is_wrong() {
    let unknown = AnyPuzzle::named("chess").unwrap_err().to_string();
    assert!(unknown.contains("flip, four-in-a-row"), "{unknown}");
    let missing = AnyPuzzle::open("no such file.fewest");
    assert!(matches!(missing, Err(Error::Read { .. })));
    let flip = AnyPuzzle::named("flip").unwrap();
    let Err(Error::Text(error)) = flip.board("w b\nb x") else {
        panic!("x is no colour");
    };
    let fault: &Fault = &error.faults()[0];
    assert_eq!(&error.text()[fault.span.clone()], "x");
    assert!(fault.help.is_some());
    assert!(error.to_string().contains("<board>:2:3"), "{error}");
    let two = flip.board("w w\nw w\n\nb b\nb b");
    assert!(matches!(two, Err(Error::NotOneBoard(2))));
    assert!(matches!(flip.board(""), Err(Error::NotOneBoard(0))));
    assert!(matches!(flip.start(), Err(Error::NoStart(name)) if name == "flip"));
    let side = PuzzleOptions {
        first: Some("black".to_owned()),
        ..PuzzleOptions::default()
    };
    let error = flip.with(side).board(FLIP).unwrap_err();
    assert_eq!(error.to_string(), "flip has no --first");
    let Err(Error::Text(error)) = AnyPuzzle::parse("my.fewest", "puzzle my\nsymbols\n") else {
        panic!("the file is not complete");
    };
    assert_eq!(error.name(), "my.fewest");
}

/// An example of each built-in puzzle, and the starts of some files.
fn examples() -> Vec<(String, Board)> {
    let built_in = AnyPuzzle::built_in().map(|puzzle| {
        let board = puzzle.board(puzzle.info().example).unwrap();
        (puzzle.name().to_owned(), board)
    });
    let files = [
        "eight",
        "rush-hour",
        "sokoban",
        "lights-out",
        "hanoi",
        "cube-2",
    ]
    .map(|name| {
        let puzzle = AnyPuzzle::open(format!("{EXAMPLES}/{name}.fewest")).unwrap();
        (name.to_owned(), puzzle.start().unwrap())
    });
    built_in.chain(files).collect()
}

#[test]
fn a_game_can_be_continued_after_every_move() {
    for (name, start) in examples() {
        let answer = start.solve().unwrap();
        let moves = answer.moves().unwrap().to_vec();
        let drawings = start.positions(&moves);
        let mut board = start.clone();
        for (made, next) in moves.iter().enumerate() {
            let left = moves.len() - made;
            let here = start.after(&moves[..made].join(" ")).unwrap();
            for board in [&board, &here] {
                let drawing = board.positions(&[]).and_then(|mut all| all.pop());
                assert_eq!(
                    drawing,
                    drawings.as_ref().map(|all| all[made].clone()),
                    "{name}"
                );
            }
            if made % 8 == 0 || left < 3 {
                let hint = board.hint().unwrap();
                assert_eq!(hint.moves_left(), Some(left), "{name} after {made}");
                assert!(hint.changes().is_some_and(|all| !all.is_empty()), "{name}");
                let after_hint = board.after(hint.next_move().unwrap()).unwrap();
                assert_eq!(
                    length(&after_hint.solve().unwrap()),
                    Some(left - 1),
                    "{name}"
                );
            }
            let legal = board.legal_moves();
            assert!(legal.contains(next), "{name}: {legal:?}");
            for m in &legal {
                assert!(board.replay(m).unwrap().illegal.is_none(), "{name} {m}");
            }
            let illegal = moves.iter().find(|m| !legal.contains(m));
            if let Some(illegal) = illegal {
                // It may be legal after the next move.
                if let Err(error) = board.after(&format!("{next} ,{illegal}")) {
                    let wanted = next.len() + 2..next.len() + 2 + illegal.len();
                    assert_eq!(error.faults()[0].span, wanted, "{name}");
                }
                let Err(error) = board.after(illegal) else {
                    panic!("{name}: {illegal} is not legal");
                };
                assert_eq!(error.faults()[0].span, 0..illegal.len(), "{name}");
            }
            board = board.after(next).unwrap();
        }
        let hint = board.hint().unwrap();
        assert_eq!(hint.moves_left(), Some(0), "{name}");
        assert_eq!((hint.next_move(), hint.changes()), (None, None), "{name}");
        assert!(start.after("nonsense").is_err(), "{name}");
    }
}

#[test]
fn hints_keep_the_three_outcomes_apart() {
    let unsolvable = AnyPuzzle::named("tiles")
        .unwrap()
        .board("1 2 3\n4 5 6\n8 7 _");
    let hint = unsolvable.unwrap().hint().unwrap();
    assert!(matches!(hint.answer().outcome, Outcome::Unsolvable(_)));
    assert_eq!((hint.moves_left(), hint.next_move()), (None, None));
    let limits = Limits {
        states: Some(1),
        ..Limits::default()
    };
    let board = AnyPuzzle::named("tiles")
        .unwrap()
        .board("8 6 7\n2 5 4\n3 _ 1");
    let hint = board.unwrap().hint_within(&limits).unwrap();
    assert!(matches!(hint.answer().outcome, Outcome::Stopped { .. }));
    assert_eq!((hint.moves_left(), hint.changes()), (None, None));
}

/// The graph of `board`'s states, made step by step with nothing but the moves of a game.
fn plain_graph(board: &Board) -> StateGraph {
    let drawing = |board: &Board| board.positions(&[]).unwrap().remove(0);
    let mut boards = vec![board.clone()];
    let (mut states, mut edges, mut names) = (Vec::<GraphState>::new(), Vec::new(), Vec::new());
    let state = |board: &Board, distance| GraphState {
        distance,
        to_goal: None,
        is_goal: board.replay("").unwrap().reaches_goal,
        drawing: drawing(board),
    };
    states.push(state(board, 0));
    let mut at = 0;
    while at < boards.len() {
        for name in boards[at].legal_moves() {
            let after = boards[at].after(&name).unwrap();
            let shown = drawing(&after);
            let to = states.iter().position(|state| state.drawing == shown);
            let to = to.unwrap_or_else(|| {
                states.push(state(&after, states[at].distance + 1));
                boards.push(after);
                states.len() - 1
            });
            let number = names.iter().position(|known| *known == name);
            let number = number.unwrap_or_else(|| {
                names.push(name.clone());
                names.len() - 1
            });
            let cost = boards[at].replay(&name).unwrap().cost;
            edges.push(GraphEdge {
                from: at as u32,
                to: to as u32,
                name: number as u32,
                cost: cost.map(|cost| cost as u16),
            });
        }
        at += 1;
    }
    for state in states.iter_mut().filter(|state| state.is_goal) {
        state.to_goal = Some(0);
    }
    let mut changed = true;
    while changed {
        changed = false;
        for edge in &edges {
            let Some(next) = states[edge.to as usize].to_goal else {
                continue;
            };
            let before = &mut states[edge.from as usize].to_goal;
            if before.is_none_or(|known| known > next + 1) {
                *before = Some(next + 1);
                changed = true;
            }
        }
    }
    StateGraph {
        states,
        edges,
        names,
    }
}

#[test]
fn a_graph_holds_what_the_moves_of_a_game_lead_to() {
    let of_text = |name: &str, text: &str| AnyPuzzle::named(name).unwrap().board(text).unwrap();
    let own = |name: &str| AnyPuzzle::named(name).unwrap().start().unwrap();
    let no_limits = Limits::default();
    for board in [
        of_text("tiles", "1 2 3\n_ 4 5"),
        of_text("flip", "b w\nw w"),
        own("jugs"),
        own("wolf-goat-cabbage"),
        own("torch"),
        own("ice"),
    ] {
        let graph = board.graph(2000, &no_limits).unwrap();
        let plain = plain_graph(&board);
        assert_eq!(graph, plain, "{board:?}");
        let answer = board.solve().unwrap();
        if answer.costs.is_none() {
            let moves = answer.moves().map(|moves| moves.len() as u32);
            assert_eq!(graph.states[0].to_goal, moves);
        }
        let most = graph.states.len();
        assert!(board.graph(most, &no_limits).is_ok());
        let refused = board.graph(most - 1, &no_limits);
        let Err(GraphError::Stopped {
            reason, reached, ..
        }) = refused
        else {
            panic!("{refused:?}");
        };
        assert_eq!((reason, reached), (StopReason::States, most as u64 - 1));
    }
    let large = own("fifteen").graph(1000, &no_limits).unwrap_err();
    let said = large.to_string();
    assert!(said.contains("1000 states"), "{said}");
}

/// In every state that a board of Sokoban can reach, each move leads as far from the goal as the graph
/// of all states says, and to a dead end where the graph has no way to a goal.
#[test]
fn rated_moves_are_the_edges_of_the_graph() {
    let text = "
puzzle boxes
symbols x _ b p
move walk(dir)
  [p | _] -> [_ | p]
move push(dir)
  [p | b | _] -> [_ | p | b]
region store = r1c3
goal on store b
start
  _ _ _
  _ b _
  _ p _
";
    let limits = Limits::default();
    let board = AnyPuzzle::parse("boxes", text).unwrap().start().unwrap();
    let graph = board.graph(1_000, &limits).unwrap();
    let mut dead_ends = 0;
    for (number, state) in graph.states.iter().enumerate() {
        let board = AnyPuzzle::parse("boxes", text)
            .unwrap()
            .board(&state.drawing)
            .unwrap();
        let rated = board.rate_moves(&limits).unwrap();
        let edges = graph.edges.iter().filter(|edge| edge.from == number as u32);
        let wanted: Vec<(&str, Option<u32>)> = edges
            .map(|edge| {
                let name = graph.names[edge.name as usize].as_str();
                (name, graph.states[edge.to as usize].to_goal)
            })
            .collect();
        let told = rated.iter().map(|rated| match &rated.answer.outcome {
            Outcome::Solved { moves } => (rated.name.as_str(), Some(moves.len() as u32)),
            Outcome::Unsolvable(_) => (rated.name.as_str(), None),
            Outcome::Stopped { .. } => panic!("no limit was set"),
        });
        assert_eq!(told.collect::<Vec<_>>(), wanted, "{}", state.drawing);
        dead_ends += wanted.iter().filter(|(_, left)| left.is_none()).count();
    }
    assert!(dead_ends > 10, "{dead_ends}");
}
