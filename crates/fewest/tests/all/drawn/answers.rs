//! All solutions up to a length, and the best ones, beside an enumeration that only makes moves.

use std::ops::ControlFlow;

use fewest::{AnyPuzzle, Board, PuzzleOptions, SolutionCounts, SolutionOptions, SolutionRange};
use fewest_rules::Limits;

use crate::drawn::ROOT;

type Solutions = Vec<Vec<String>>;

/// More steps than an enumeration takes.
const MOST_STEPS: usize = 4000;

fn wanted(range: SolutionRange, distinct: bool) -> SolutionOptions {
    SolutionOptions { range, distinct }
}

fn found(board: &Board, wanted: &SolutionOptions) -> (SolutionCounts, Solutions) {
    let mut all = Vec::new();
    let counts = board.each_wanted_solution(wanted, &Limits::default(), |moves| {
        all.push(moves);
        ControlFlow::Continue(())
    });
    (counts.unwrap(), all)
}

fn drawing(board: &Board) -> String {
    board.positions(&[]).unwrap().remove(0)
}

/// All solutions of at most `longest` moves that visit no position twice, by length, then in
/// lexicographic order; `None` if the enumeration takes too long.
fn enumerated(board: &Board, longest: usize) -> Option<Solutions> {
    let mut found = Vec::new();
    let mut steps = 0;
    let mut layer = vec![(board.clone(), vec![drawing(board)], Vec::new())];
    for _ in 0..=longest {
        let mut next = Vec::new();
        for (board, visited, moves) in layer {
            if board.replay("").unwrap().reaches_goal {
                found.push(moves);
                continue;
            }
            for m in board.legal_moves() {
                steps += 1;
                if steps > MOST_STEPS {
                    return None;
                }
                let after = board.after(&m).unwrap();
                let now = drawing(&after);
                if !visited.contains(&now) {
                    next.push((
                        after,
                        [&visited[..], &[now]].concat(),
                        [&moves[..], &[m]].concat(),
                    ));
                }
            }
        }
        layer = next;
    }
    Some(found)
}

/// Whether some move can be brought forward, past independent moves, to a place before a greater
/// one.
fn is_out_of_order(board: &Board, moves: &[String]) -> bool {
    (1..moves.len()).any(|last| {
        let m = &moves[last];
        for place in (0..last).rev() {
            let other = &moves[place];
            let before = board.after(&moves[..place].join(" ")).unwrap();
            let ends = [[m, other], [other, m]].map(|[one, other]| {
                let end = before.after(&format!("{one} {other}"));
                end.ok().map(|end| drawing(&end))
            });
            if m == other || ends[0].is_none() || ends[0] != ends[1] {
                return false;
            }
            let legal = before.legal_moves();
            let rank = |m: &String| legal.iter().position(|legal| legal == m).unwrap();
            if rank(m) < rank(other) {
                return true;
            }
        }
        false
    })
}

/// Checks the solutions of a board with at most `more` moves more than the fewest; returns how many
/// there are, and how many are in order.
fn check(name: &str, board: &Board, more: u32) -> Option<(usize, usize)> {
    let shortest = board.solve().unwrap().moves().unwrap().len();
    let all = enumerated(board, shortest + more as usize)?;
    let in_order = all.iter().filter(|moves| !is_out_of_order(board, moves));
    let in_order: Solutions = in_order.cloned().collect();
    let (counts, listed) = found(board, &wanted(SolutionRange::Within(more), false));
    assert_eq!(listed, all, "{name}");
    assert_eq!(counts.total(), all.len().into(), "{name}");
    assert_eq!(counts.stopped, None, "{name}");
    // Longer ones may take a long search.
    for k in [1, all.len().min(4), all.len()] {
        let (counts, best) = found(board, &wanted(SolutionRange::Best(k as u64), false));
        assert_eq!(best, all[..k], "{name}");
        assert!(counts.total() >= k.into(), "{name}");
    }
    let (counts, distinct) = found(board, &wanted(SolutionRange::Within(more), true));
    assert_eq!(counts.total(), distinct.len().into(), "{name}");
    // Symmetries leave out some of them as well; what stays is in order.
    assert!(
        distinct.iter().all(|moves| in_order.contains(moves)),
        "{name}"
    );
    assert!(
        distinct.len() <= in_order.len() && !distinct.is_empty(),
        "{name}"
    );
    let (_, first) = found(board, &wanted(SolutionRange::Best(1), true));
    assert_eq!(first, all[..1], "{name}");
    Some((all.len(), in_order.len()))
}

#[test]
fn near_solutions_are_those_of_an_enumeration() {
    let mut boards: Vec<(String, Board)> = ["tiles", "rotation", "wall-pusher"]
        .map(|name| {
            let puzzle = AnyPuzzle::named(name).unwrap();
            let board = puzzle.board(puzzle.info().example).unwrap();
            (name.to_owned(), board)
        })
        .to_vec();
    let tiles = AnyPuzzle::named("tiles").unwrap();
    boards.push(("tiles 2x3".to_owned(), tiles.board("1 _ 3\n4 2 5").unwrap()));
    for name in [
        "eight",
        "rush-hour",
        "sokoban",
        "lights-out",
        "hanoi",
        "klotski",
        "ice",
        "atoms",
        "four-knights",
        "pancake",
        "cube-2",
        "lights-three-colours",
    ] {
        let puzzle = AnyPuzzle::open(format!("{ROOT}/examples/puzzles/{name}.fewest")).unwrap();
        boards.push((name.to_owned(), puzzle.start().unwrap()));
    }
    let (mut checked, mut longer, mut out_of_order) = (0, 0, 0);
    for (name, start) in boards {
        let moves = start.solve().unwrap().moves().unwrap().to_vec();
        for left in 1..=moves.len().min(5) {
            let made = moves.len() - left;
            let board = start.after(&moves[..made].join(" ")).unwrap();
            for more in 0..=3 {
                let Some((all, in_order)) = check(&name, &board, more) else {
                    break;
                };
                checked += 1;
                longer += usize::from(more > 0 && all > 1);
                out_of_order += all - in_order;
            }
        }
    }
    let figures = (checked, longer, out_of_order);
    assert!(
        checked > 60 && longer > 20 && out_of_order > 50,
        "{figures:?}"
    );
}

/// The board reflected at its diagonal has the same solutions, so they come in pairs.
#[test]
fn symmetric_solutions_are_left_out() {
    let text = "5 2 3\n4 _ 6\n7 8 1";
    let eight = AnyPuzzle::open(format!("{ROOT}/examples/puzzles/eight.fewest")).unwrap();
    let boards = [
        AnyPuzzle::named("tiles").unwrap().board(text).unwrap(),
        eight.board(text).unwrap(),
    ];
    let mut figures = Vec::new();
    for board in boards {
        for more in [0, 2] {
            let (all, _) = found(&board, &wanted(SolutionRange::Within(more), false));
            let (distinct, listed) = found(&board, &wanted(SolutionRange::Within(more), true));
            assert_eq!(distinct.total() * 2_u8, all.total());
            assert_eq!(distinct.total(), listed.len().into());
            figures.push(all.total());
        }
    }
    assert_eq!(figures[..2], figures[2..]);
}

/// All multisets of presses that solve a board, by size, then in lexicographic order.
fn press_sets(board: &Board, cells: usize, columns: usize, colours: usize) -> Vec<Vec<usize>> {
    let names: Vec<String> = (0..cells)
        .map(|cell| format!("r{}c{}", cell / columns + 1, cell % columns + 1))
        .collect();
    let mut sets = Vec::new();
    for mut number in 0..colours.pow(cells as u32) {
        let mut set = Vec::new();
        for cell in 0..cells {
            set.extend(vec![cell; number % colours]);
            number /= colours;
        }
        let text: Vec<&str> = set.iter().map(|&cell| names[cell].as_str()).collect();
        if board.replay(&text.join(" ")).unwrap().reaches_goal {
            sets.push(set);
        }
    }
    sets.sort_by_key(|set| (set.len(), set.clone()));
    sets
}

#[test]
fn sets_of_presses_are_those_of_an_enumeration() {
    let cases = [
        ("ww\nwb", 2, None),
        ("wbw\nbbb", 2, None),
        ("wbw\nbbb\nwbw", 2, None),
        ("wbw\nbbb\nwbw", 2, Some("white")),
        ("bww\nwbw\nwwb", 2, None),
        ("0 1\n2 0", 3, None),
        ("0 1 2\n0 0 1", 3, Some("0")),
        ("0 1 2\n3 1 1", 4, None),
        ("1 3\n3 1", 4, None),
    ];
    let mut left_out = 0;
    for (text, colours, goal) in cases {
        let options = PuzzleOptions {
            colours: (colours > 2).then_some(colours as u8),
            goal: goal.map(str::to_owned),
            ..PuzzleOptions::default()
        };
        let board = AnyPuzzle::named("flip")
            .unwrap()
            .with(options)
            .board(text)
            .unwrap();
        let (rows, columns) = (
            text.lines().count(),
            text.lines().next().unwrap().replace(' ', "").len(),
        );
        let cells = rows * columns;
        let all = press_sets(&board, cells, columns, colours);
        let Some(shortest) = all.first().map(Vec::len) else {
            continue;
        };
        let name = |set: &Vec<usize>| -> Vec<String> {
            let name = |cell: &usize| format!("r{}c{}", cell / columns + 1, cell % columns + 1);
            set.iter().map(name).collect()
        };
        for more in 0..4 {
            let near: Solutions = all
                .iter()
                .filter(|set| set.len() <= shortest + more)
                .map(name)
                .collect();
            let range = SolutionRange::Within(more as u32);
            assert_eq!(found(&board, &wanted(range, false)).1, near, "{text}");
            // The drawing of an image is that of the board, or of one with its colours advanced.
            let flat: Vec<u8> = text.bytes().filter(u8::is_ascii_alphanumeric).collect();
            let colour = |symbol: u8| match symbol {
                b'w' => 0,
                b'b' => 1,
                digit => usize::from(digit - b'0'),
            };
            let maps = (0..8)
                .filter(|kind| kind & 4 == 0 || rows == columns)
                .map(|kind| {
                    let place = move |cell: usize| {
                        let (mut row, mut column) = (cell / columns, cell % columns);
                        if kind & 1 > 0 {
                            row = rows - 1 - row;
                        }
                        if kind & 2 > 0 {
                            column = columns - 1 - column;
                        }
                        if kind & 4 > 0 {
                            (row, column) = (column, row);
                        }
                        row * columns + column
                    };
                    (0..cells).map(place).collect::<Vec<usize>>()
                });
            let fits = |map: &Vec<usize>| {
                let shifts = (0..cells)
                    .map(|cell| (colours + colour(flat[cell]) - colour(flat[map[cell]])) % colours);
                let shifts: std::collections::HashSet<usize> = shifts.collect();
                shifts.len() == 1 && (goal.is_none() || shifts.contains(&0))
            };
            let maps: Vec<Vec<usize>> = maps.filter(fits).collect();
            let is_first = |set: &&Vec<usize>| {
                maps.iter().all(|map| {
                    let mut image: Vec<usize> = set.iter().map(|&cell| map[cell]).collect();
                    image.sort_unstable();
                    **set <= image
                })
            };
            let distinct: Solutions = all
                .iter()
                .filter(|set| set.len() <= shortest + more)
                .filter(is_first)
                .map(name)
                .collect();
            assert_eq!(found(&board, &wanted(range, true)).1, distinct, "{text}");
            left_out += near.len() - distinct.len();
        }
        for k in [1, 3, all.len(), all.len() + 5] {
            let (counts, best) = found(&board, &wanted(SolutionRange::Best(k as u64), false));
            let first: Solutions = all.iter().take(k).map(name).collect();
            assert_eq!(best, first, "{text}");
            let complete = counts.total() == all.len().into();
            assert!(complete || !counts.is_all, "{text}");
            // With four colours there are no equations that tell.
            assert!(counts.is_all || !complete || colours == 4, "{text}");
        }
    }
    assert!(left_out > 5, "{left_out}");
}
