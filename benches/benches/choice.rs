//! Compares the default method of puzzle files with each of the searches among which it chooses.
//! Each row is measured in its own process, in processor time.

use std::io;
use std::process::Command;
use std::time::Duration;

use fewest::{AnyPuzzle, SolveOptions};
use fewest_bench::{arguments, cpu_time, show, table};
use fewest_rules::Limits;

/// A board of a puzzle of the library, or of a puzzle that is given as text.
struct ChoiceBoard {
    name: &'static str,
    puzzle: &'static str,
    /// The board; empty for the start of the puzzle.
    board: &'static str,
}

const BOARDS: [ChoiceBoard; 9] = [
    ChoiceBoard {
        name: "24 knights",
        puzzle: KNIGHTS,
        board: "",
    },
    ChoiceBoard {
        name: "Microban 99",
        puzzle: "sokoban",
        board: MICROBAN_99,
    },
    ChoiceBoard {
        name: "Microban 111",
        puzzle: "sokoban",
        board: MICROBAN_111,
    },
    ChoiceBoard {
        name: "Microban 117",
        puzzle: "sokoban",
        board: MICROBAN_117,
    },
    ChoiceBoard {
        name: "Microban 123",
        puzzle: "sokoban",
        board: MICROBAN_123,
    },
    ChoiceBoard {
        name: "Microban 146",
        puzzle: "sokoban",
        board: MICROBAN_146,
    },
    ChoiceBoard {
        name: "11 disks, 4 pegs",
        puzzle: REVES_PUZZLE,
        board: "",
    },
    ChoiceBoard {
        name: "13 disks, 3 pegs",
        puzzle: HANOI,
        board: "",
    },
    ChoiceBoard {
        name: "14 pancakes",
        puzzle: PANCAKES,
        board: "",
    },
];

const KNIGHTS: &str = "\
puzzle knights
symbols W B .
board 5x5
move jump(cell, dir: knight)
  [W | .] -> [. | W]
  [B | .] -> [. | B]
goal board
  W W W W W
  B W W W W
  B B . W W
  B B B B W
  B B B B B
start
  W B W W B
  B W W B W
  W W . B B
  B W B B W
  B B W W B
";

const PANCAKES: &str = "\
puzzle pancake
symbols 0 1 2 3 4 5 6 7 8 9 a b c d
board 1x14

move flip2 = reverse r1c1..r1c2
move flip3 = reverse r1c1..r1c3
move flip4 = reverse r1c1..r1c4
move flip5 = reverse r1c1..r1c5
move flip6 = reverse r1c1..r1c6
move flip7 = reverse r1c1..r1c7
move flip8 = reverse r1c1..r1c8
move flip9 = reverse r1c1..r1c9
move flip10 = reverse r1c1..r1c10
move flip11 = reverse r1c1..r1c11
move flip12 = reverse r1c1..r1c12
move flip13 = reverse r1c1..r1c13
move flip14 = reverse r1c1..r1c14

goal board
  0 1 2 3 4 5 6 7 8 9 a b c d

start
  d a 0 c 6 5 3 8 7 b 4 1 9 2
";

const REVES_PUZZLE: &str = "\
puzzle reves-puzzle
symbols A B C D
board 1x11
move carry(?from, ?to)
  left [?from | not ?from,?to* | end] -> [?to | not ?from,?to* | end]
goal all D
start A A A A A A A A A A A
";

const HANOI: &str = "\
puzzle hanoi
symbols A B C
board 1x13
move carry(?from, ?to)
  left [?from | not ?from,?to* | end] -> [?to | not ?from,?to* | end]
goal all C
start A A A A A A A A A A A A A
";

// Levels of David W. Skinner's Microban.

const MICROBAN_99: &str = "\
_______________#####__
_______________#___#__
#######__#######_#_#__
#_____#__#__#______#__
#__@__####__#_____####
#__#____....##_####__#
#____#####_##_$$_$_$_#
######___#___________#
_________#__##########
_________####_________";

const MICROBAN_111: &str = "\
######___
#____####
#____...#
#____...#
######__#
__#__#__#
__#_$$_##
__#_@$__#
__#_$$__#
__##_$#_#
___#____#
___######";

const MICROBAN_117: &str = "\
_####_####_
_#__###__##
_#______@_#
##..###___#
#______#__#
#...#$__#_#
#_##_$$_$_#
#__$____###
####__###__
___####____";

const MICROBAN_123: &str = "\
########_______
#______#_______
#_$_$$_########
#####_@##._.__#
____#$__#_.___#
____#___#._._##
____#$#_##_#_#_
____#________#_
____#__###__##_
____#__#_####__
____####_______";

const MICROBAN_146: &str = "\
_#######_
##__.__##
#_.$$$._#
#_$._.$_#
#.$_@_$.#
#_$._.$_#
#_.$$$._#
##__.__##
_#######_";

const WAYS: [&str; 4] = ["default", "bidirectional", "bfs", "idastar"];

/// The time after which a search is stopped.
const MOST: Duration = Duration::from_secs(20);

fn main() -> io::Result<()> {
    let arguments = arguments();
    if let [child, name, way] = arguments.as_slice()
        && child == "child"
    {
        return run_child(name, way);
    }
    let wanted = |word: &String| "choice".contains(word.as_str());
    if !arguments.is_empty() && !arguments.iter().any(wanted) {
        return Ok(());
    }
    let header = [
        "board",
        "default",
        "bidirectional",
        "bfs",
        "idastar",
        "default / least",
        "goal",
    ];
    let mut out = table(
        "the default method beside the searches among which it chooses, CPU time",
        &header,
    );
    for board in &BOARDS {
        let mut row = vec![board.name.to_owned()];
        let mut times = Vec::new();
        for way in WAYS {
            let output = Command::new(std::env::current_exe()?)
                .args(["child", board.name, way])
                .output()?;
            let text = String::from_utf8_lossy(&output.stdout).trim().to_owned();
            if !output.status.success() {
                let why = String::from_utf8_lossy(&output.stderr).into_owned();
                return Err(io::Error::other(why));
            }
            times.push(text.parse::<f64>().ok());
            row.push(text);
        }
        let least = times[1..].iter().flatten().copied().reduce(f64::min);
        row.push(match (times[0], least) {
            (Some(default), Some(least)) => format!("{:.2}", default / least.max(0.01)),
            _ => String::new(),
        });
        let both_ends = times[1].is_some() && times[1] == least;
        row.push(if both_ends { "1.15" } else { "1.5" }.to_owned());
        out.1.add_row(row);
    }
    show(&out);
    Ok(())
}

/// Solves a board and prints the seconds of processor time, or why there is no solution.
fn run_child(name: &str, way: &str) -> io::Result<()> {
    let known = BOARDS.iter().find(|board| board.name == name);
    let board = known.ok_or_else(|| io::Error::other("no such board"))?;
    let puzzle = match board.puzzle.contains('\n') {
        true => AnyPuzzle::parse(name, board.puzzle),
        false => AnyPuzzle::named(board.puzzle),
    };
    let puzzle = puzzle.map_err(io::Error::other)?;
    let start = match board.board {
        "" => puzzle.start(),
        board => puzzle.board(board),
    };
    let options = SolveOptions {
        algorithm: way.parse().ok(),
        limits: Limits {
            time: Some(MOST),
            memory: Some(2 << 30),
            ..Limits::default()
        },
        ..SolveOptions::default()
    };
    let start = start.map_err(io::Error::other)?;
    match start.solve_with(&options) {
        Ok(answer) if answer.moves().is_some() => {
            println!("{:.2}", cpu_time().as_secs_f64());
        }
        Ok(_) => println!("stopped"),
        // The search does not fit the puzzle.
        Err(_) => println!("-"),
    }
    Ok(())
}
