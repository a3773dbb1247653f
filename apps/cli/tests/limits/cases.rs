//! What is run: every command, every algorithm, on boards that are too hard.

use std::fs;
use std::path::Path;

/// The algorithms by name, and none, which lets the program choose.
const ALGORITHMS: [&str; 11] = [
    "",
    "linear",
    "masks",
    "walks",
    "memory",
    "bfs",
    "bidirectional",
    "move-sets",
    "iddfs",
    "astar",
    "idastar",
];
/// The ways to answer without a proof.
const SOONER: [[&str; 2]; 2] = [["--weight", "1.01"], ["--beam", "1000000"]];

/// A board of the 15-puzzle that takes 80 moves.
const FIFTEEN: &str = "0 12 9 13\n15 11 10 14\n3 7 2 5\n4 8 6 1\n";

/// The arguments, and what stdin says.
pub(crate) struct Case {
    pub(crate) args: Vec<String>,
    pub(crate) input: String,
}

/// A puzzle, options that every command on it needs, and a hard board.
struct Hard {
    puzzle: String,
    board: String,
}

/// Numbers that look random and are always the same.
struct Random(u64);

impl Random {
    fn below(&mut self, n: u64) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        (self.0 >> 33) % n
    }
}

fn built_in() -> Vec<Hard> {
    let mut random = Random(7);
    let mut flip = |n: usize| {
        let mut rows = String::new();
        for _ in 0..n {
            rows.extend((0..n).map(|_| if random.below(2) == 0 { 'b' } else { 'w' }));
            rows.push('\n');
        }
        rows
    };
    let (small, large) = (flip(6), flip(19));
    let mut random = Random(3);
    // Three tiles that change places keep a board solvable.
    let mut tiles = |n: usize| {
        let last = n * n - 1;
        let mut cells: Vec<usize> = (1..=last).chain([0]).collect();
        for _ in 0..20 * last {
            let at = random.below(last as u64 - 2) as usize;
            cells[at..at + 3].rotate_left(1 + random.below(2) as usize);
        }
        let rows = cells.chunks(n).map(|row| {
            let row: Vec<String> = row.iter().map(ToString::to_string).collect();
            row.join(" ") + "\n"
        });
        rows.collect::<String>()
    };
    let (five, eight) = (tiles(5), tiles(8));
    let read = |name: &str| {
        let path = Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("../../examples")
            .join(name);
        fs::read_to_string(path).expect("an example")
    };
    [
        ("flip", small),
        ("flip", large),
        ("four-in-a-row", read("four-in-a-row.txt")),
        ("rotation", read("rotation.txt")),
        ("wall-pusher", read("wall-pusher.txt")),
        ("tiles", FIFTEEN.to_owned()),
        ("tiles", five),
        ("tiles", eight),
    ]
    .map(|(puzzle, board)| Hard {
        puzzle: puzzle.to_owned(),
        board,
    })
    .into()
}

/// The puzzle files among the examples.
pub(crate) fn files() -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/puzzles");
    let mut files: Vec<String> = fs::read_dir(folder)
        .expect("the examples")
        .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
        .map(|name| format!("examples/puzzles/{name}"))
        .collect();
    files.sort();
    files
}

fn case(args: &[&str], input: &str) -> Case {
    Case {
        args: args.iter().map(ToString::to_string).collect(),
        input: input.to_owned(),
    }
}

fn of_board(puzzle: &str, board: &[&str], input: &str, cases: &mut Vec<Case>) {
    let mut add = |command: &str, more: &[&str]| {
        let args = [&[command, puzzle], board, more].concat();
        cases.push(case(&args, input));
    };
    for algorithm in ALGORITHMS {
        match algorithm {
            "" => add("solve", &[]),
            name => add("solve", &["--algorithm", name]),
        }
    }
    for how in SOONER {
        add("solve", &how);
    }
    add("solve", &["--count", "--json"]);
    add("solve", &["--all", "-q"]);
    add("explain", &[]);
    add("compare", &[]);
    add("draw", &["--solution"]);
}

/// Every command with every algorithm.
pub(crate) fn all() -> Vec<Case> {
    let mut cases = Vec::new();
    for hard in built_in() {
        of_board(&hard.puzzle, &["-"], &hard.board, &mut cases);
        cases.push(case(&["check", &hard.puzzle, "-", ""], &hard.board));
    }
    for heuristic in ["manhattan", "walking-distance", "6-6-3", "7-8", "5-5-5"] {
        let args = ["solve", "tiles", "-", "--heuristic", heuristic];
        cases.push(case(&args, FIFTEEN));
    }
    for file in files() {
        of_board(&file, &["start"], "", &mut cases);
        for heuristic in ["travel", "balance", "neighbours", "matching", "patterns"] {
            cases.push(case(&["solve", &file, "--heuristic", heuristic], ""));
        }
        cases.push(case(&["test", &file], ""));
        cases.push(case(&["census", &file], ""));
        cases.push(case(
            &["make", &file, "--moves", "1..500", "--count", "100000"],
            "",
        ));
        cases.push(case(&["table", "build", &file], ""));
        cases.push(case(&["export", &file, "--to", "psvn"], ""));
        cases.push(case(&["export", &file, "--to", "pddl"], ""));
    }
    for (puzzle, size) in [
        ("flip", "5x5"),
        ("flip", "12x12"),
        ("four-in-a-row", ""),
        ("rotation", ""),
        ("wall-pusher", "12x12"),
        ("tiles", "3x4"),
        ("tiles", "4x4"),
        ("tiles", "7x7"),
    ] {
        let size: &[&str] = if size.is_empty() { &[] } else { &[size] };
        cases.push(case(&[&["census", puzzle], size].concat(), ""));
        let many = ["--moves", "15..60", "--count", "100000"];
        for quiet in [&[][..], &["-q"]] {
            cases.push(case(&[&["make", puzzle], size, &many, quiet].concat(), ""));
        }
        cases.push(case(&[&["table", "build", puzzle], size].concat(), ""));
    }
    for pattern in ["9-6", "7-8", "6-6-3"] {
        cases.push(case(
            &["table", "build", "tiles", "4x4", "--pattern", pattern],
            "",
        ));
    }
    let judges = [
        ("poj-1753", "bwwb bbwb bwwb bwww\n"),
        ("codevs-1004", "BWBO WBWB BWBW WBWO\n"),
        (
            "uva-10384",
            "6 4\n3 6 3 6 3 6 5 5 5 5 5 5 5 5 5 5 5 5 12 9 12 9 12 13\n",
        ),
        (
            "poj-2286",
            "1 2 3 2 2 1 1 1 1 1 3 3 2 2 3 3 2 2 3 3 1 2 3 1\n",
        ),
    ];
    cases.extend(judges.map(|(judge, text)| case(&["judge", judge], &text.repeat(500_000))));
    let long = "r1c1 ".repeat(10_000_000);
    cases.push(case(&["check", "flip", "examples/flip.txt", "@-"], &long));
    let noise: &[&[&str]] = &[
        &["solve", "flip", "/dev/zero"],
        &["solve", "flip", "/dev/urandom"],
        &["check", "flip", "examples/flip.txt", "@/dev/zero"],
        &["test", "/dev/zero"],
        &["census", "wall-pusher", "/dev/zero"],
    ];
    cases.extend(noise.iter().map(|args| case(args, "")));
    cases
}

/// Puzzles whose states take 4,096 bits or a few less, which are 512 bytes: a name and a text each.
pub(crate) fn wide_puzzles() -> [(&'static str, String); 2] {
    let mut random = Random(11);
    let mut board = |side: usize, symbols: &str, first: &str| {
        let symbols: Vec<&str> = symbols.split(' ').collect();
        let mut rows = String::new();
        for cell in 0..side * side {
            let any = symbols[random.below(symbols.len() as u64) as usize];
            rows += if cell % side == 0 { "  " } else { "" };
            rows += if cell == 0 { first } else { any };
            rows += if (cell + 1) % side == 0 { "\n" } else { " " };
        }
        rows
    };
    let lamps = board(64, "o x", "o");
    let walk = board(45, "_ _ o", "A");
    [
        (
            "lamps",
            format!(
                "puzzle lamps\nsymbols o x\nmove press(cell)\n  [o | o] -> [x | x]\n  \
                 [x | x] -> [o | o]\ngoal at r1c1 x and at r9c9 o and at r9c8 o\nstart\n{lamps}"
            ),
        ),
        (
            "walk",
            format!(
                "puzzle walk\nsymbols _ o A\nmove go(dir)\n  [A | _] -> [o | A]\n  \
                 [A | o] -> [_ | A]\ngoal none o\nstart\n{walk}"
            ),
        ),
    ]
}

/// Every kind of search on one puzzle file.
pub(crate) fn of_file(file: &str) -> Vec<Case> {
    let options: &[&[&str]] = &[
        &["solve"],
        &["solve", "--algorithm", "bfs"],
        &["solve", "--algorithm", "bidirectional"],
        &["solve", "--algorithm", "iddfs"],
        &["solve", "--algorithm", "astar"],
        &["solve", "--algorithm", "idastar"],
        &["solve", "--weight", "2"],
        &["solve", "--beam", "100000"],
        &["solve", "--count"],
        &["solve", "--all", "-q"],
        &["compare"],
        &["explain"],
        &["census"],
        &["graph"],
        &["table", "build"],
    ];
    let with_file = |options: &&[&str]| {
        let words = if options[0] == "table" { 2 } else { 1 };
        case(
            &[&options[..words], &[file], &options[words..]].concat(),
            "",
        )
    };
    options.iter().map(with_file).collect()
}

/// Commands that read stdin.
pub(crate) const READING: [&[&str]; 8] = [
    &["solve", "flip"],
    &["compare", "rotation"],
    &["explain", "tiles", "-"],
    &["check", "flip", "examples/flip.txt", "@-"],
    &["judge", "poj-1753"],
    &["judge", "poj-2286"],
    &["census", "wall-pusher", "-"],
    &["test", "-"],
];
