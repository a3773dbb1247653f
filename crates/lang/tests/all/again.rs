//! Costs of moves that the same piece makes again, and values that are named after symbols, compared
//! with what they stand for.

use std::collections::{HashMap, HashSet, VecDeque};

use fewest_ground::compiled::CompiledPuzzle;
use fewest_ground::reduction::Starts;
use fewest_ground::{Ground, Label, compile, with_compiled};
use fewest_rules::{MoveCosts, Puzzle as _};

use crate::warehouse::Random;

type State = Vec<Label>;

/// The moves of a state with their names, the next states and their costs.
type Steps = Vec<(String, State, u16)>;

/// All states that can be reached, with their moves.
fn graph(text: &str) -> (State, HashMap<State, Steps>, Ground) {
    fn explore<const N: usize>(puzzle: &CompiledPuzzle<N>, start: &State) -> HashMap<State, Steps> {
        let mut known = HashMap::new();
        let mut waiting = VecDeque::from([start.clone()]);
        while let Some(state) = waiting.pop_front() {
            if known.contains_key(&state) {
                continue;
            }
            let packed = puzzle.state(&state).unwrap();
            let steps = puzzle.moves(packed).map(|m| {
                let next = puzzle.labels(puzzle.apply(packed, m));
                (puzzle.move_name(m).to_owned(), next, puzzle.cost(packed, m))
            });
            let steps: Steps = steps.collect();
            waiting.extend(steps.iter().map(|step| step.1.clone()));
            known.insert(state, steps);
        }
        known
    }
    let (file, _) = fewest_lang::read(text).unwrap_or_else(|faults| panic!("{text}\n{faults:?}"));
    let board = file.start().unwrap();
    let compiled = compile(&board.ground, Starts::One(&board.start)).unwrap();
    let known = with_compiled!(compiled, analysis => explore(analysis.puzzle(), &board.start));
    (board.start.clone(), known, (*board.ground).clone())
}

/// The fewest turns to each board, where a turn is all that one piece does in one go.
fn turns(start: &State, graph: &HashMap<State, Steps>) -> HashMap<State, u64> {
    let mut fewest = HashMap::from([(start.clone(), 0)]);
    let mut waiting = VecDeque::from([start.clone()]);
    while let Some(state) = waiting.pop_front() {
        let turn = fewest[&state] + 1;
        let mut gone = HashSet::new();
        let mut going: Vec<(State, (isize, isize))> = Vec::new();
        let begins = graph[&state].iter().map(|step| placed(&step.0).0);
        for begins in begins.collect::<HashSet<_>>() {
            going.push((state.clone(), begins));
        }
        while let Some((at, cell)) = going.pop() {
            for (name, next, _) in &graph[&at] {
                let (from, to) = placed(name);
                if from == cell && gone.insert((next.clone(), to)) {
                    going.push((next.clone(), to));
                    if !fewest.contains_key(next) {
                        fewest.insert(next.clone(), turn);
                        waiting.push_back(next.clone());
                    }
                }
            }
        }
    }
    fewest
}

/// The cell where the piece of a move such as `r1c2-left` begins, and the one where it ends.
fn placed(name: &str) -> ((isize, isize), (isize, isize)) {
    let (cell, direction) = name.split_once('-').unwrap();
    let (row, column) = cell[1..].split_once('c').unwrap();
    let (row, column): (isize, isize) = (row.parse().unwrap(), column.parse().unwrap());
    let (down, right) = match direction {
        "up" => (-1, 0),
        "down" => (1, 0),
        "left" => (0, -1),
        _ => (0, 1),
    };
    ((row, column), (row + down, column + right))
}

/// The least costs of each board by relaxation until nothing changes, whatever piece has moved.
fn costs(start: &State, graph: &HashMap<State, Steps>, cells: usize) -> HashMap<State, u64> {
    let mut least = HashMap::from([(start.clone(), 0)]);
    let mut changes = true;
    while changes {
        changes = false;
        for (state, steps) in graph {
            let Some(&cost) = least.get(state) else {
                continue;
            };
            for (_, next, more) in steps {
                let cost = cost + u64::from(*more);
                if least.get(next).is_none_or(|&known| known > cost) {
                    least.insert(next.clone(), cost);
                    changes = true;
                }
            }
        }
    }
    let mut boards: HashMap<State, u64> = HashMap::new();
    for (state, cost) in least {
        let board = boards.entry(state[..cells].to_vec()).or_insert(cost);
        *board = cost.min(*board);
    }
    boards
}

/// A board of 3x4 cells on which pieces of one to four cells lie at random.
fn board(random: &mut Random) -> String {
    let mut cells = [["_"; 4]; 3];
    let shapes: [&[(usize, usize, &str)]; 4] = [
        &[(0, 0, "o")],
        &[(0, 0, "<"), (0, 1, ">")],
        &[(0, 0, "^"), (1, 0, "v")],
        &[(0, 0, "1"), (0, 1, "2"), (1, 0, "3")],
    ];
    for _ in 0..7 {
        let shape = shapes[random.below(shapes.len())];
        let (row, column) = (random.below(3), random.below(4));
        let at = |part: &(usize, usize, &'static str)| (row + part.0, column + part.1);
        let free = shape
            .iter()
            .map(at)
            .all(|(r, c)| r < 3 && c < 4 && cells[r][c] == "_");
        if free {
            shape
                .iter()
                .for_each(|part| cells[at(part).0][at(part).1] = part.2);
        }
    }
    cells.map(|row| format!("  {}\n", row.join(" "))).concat()
}

#[test]
fn all_that_a_piece_does_in_one_go_is_one_turn() {
    let pieces = "piece\n  o\npiece\n  < >\npiece\n  ^\n  v\npiece\n  1 2\n  3 .\n";
    let mut random = Random(1);
    let (mut boards, mut longer) = (0, 0);
    for _ in 0..60 {
        let start = board(&mut random);
        let text = |again: &str| {
            let head = "puzzle p\nsymbols 1 2 3 ^ v < > o _\nboard 3x4\n";
            let rules =
                format!("move slide(piece, cell, dir){again}\n  [piece | _] -> [_ | piece]\n");
            format!("{head}{pieces}{rules}goal none o\nstart\n{start}")
        };
        let (start, steps, _) = graph(&text(""));
        let (first, again, _) = graph(&text(" again free"));
        let (turns, costs) = (turns(&start, &steps), costs(&first, &again, 12));
        assert_eq!(turns, costs, "{}", text(""));
        boards += turns.len();
        longer += turns.values().filter(|&&turns| turns > 2).count();
    }
    assert!(boards > 10_000 && longer > 1_000, "{boards} {longer}");
}

#[test]
fn a_symbol_of_a_move_is_a_value_of_a_variable() {
    let text = |moves: &str| {
        let head = "puzzle p\nsymbols a b c _\nboard 1x5\nhidden last = none, c, b, a\n";
        format!("{head}{moves}goal none a\nstart a _ b _ c\n")
    };
    let short = "move go(?p: a b c, dir: left right)\n  [?p | _] last not ?p,none -> [_ | ?p] last ?p\n  [?p | _] last none -> [_ | ?p] last ?p\nmove rest(?p: a b) last ?p\n";
    let long = ["a", "b", "c"].map(|p| {
        format!("move go-{p}(dir: left right)\n  [{p} | _] last not {p},none -> [_ | {p}] last {p}\n  [{p} | _] last none -> [_ | {p}] last {p}\n")
    });
    let long = format!("{}move rest-a last a\nmove rest-b last b\n", long.concat());
    let ((_, short, _), (_, long, _)) = (graph(&text(short)), graph(&text(&long)));
    assert_eq!(short.len(), long.len());
    for (state, steps) in short {
        let states = |steps: &Steps| steps.iter().map(|step| step.1.clone()).collect::<Vec<_>>();
        assert_eq!(states(&steps), states(&long[&state]));
    }
}
