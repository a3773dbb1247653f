//! Measures judges as whole processes: they start, read, solve, print and end.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use fewest_bench::{arguments, median, millis, show, table, target_dir, time_process};
use fewest_puzzles::random::Random;
use fewest_puzzles::rotation::{MaskTable, Rotation};
use fewest_rules::Limits;

const RUNS: usize = 7;

fn main() -> io::Result<()> {
    let wanted = arguments();
    let wanted =
        |name: &str| wanted.is_empty() || wanted.iter().any(|word| name.contains(word.as_str()));
    if !wanted("judges") {
        return Ok(());
    }
    let target = target_dir()?;
    let fewest = target.join("fewest");
    let data = target.join("bench-data");
    fs::create_dir_all(&data)?;
    let file = |name: &str, text: String| -> io::Result<PathBuf> {
        let path = data.join(name);
        fs::write(&path, text)?;
        Ok(path)
    };

    let mut out = table(
        "judges, whole process, median wall time",
        &["judge and input", "time", "promised"],
    );
    let mut row = |name: &str, judge: &str, input: &Path, promised: &str| -> io::Result<()> {
        let times: io::Result<Vec<Duration>> = (0..RUNS)
            .map(|_| time_process(&fewest, &["judge", judge], input))
            .collect();
        out.1.add_row([name, &millis(median(times?)), promised]);
        Ok(())
    };

    let samples: [(&str, &str, &str); 4] = [
        ("poj-1753", "flip", "01_poj1753_sample"),
        ("codevs-1004", "four", "01_sample"),
        ("uva-10384", "wall", "01_uva10384_sample"),
        ("poj-2286", "rotation", "01_poj2286_sample"),
    ];
    let golden = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/golden");
    for (judge, folder, name) in samples {
        let input = golden.join(folder).join(name).with_extension("in");
        row(&format!("{judge}, sample"), judge, &input, "≤ 5 ms")?;
    }
    let boards = file("flip", flip_boards(1_000_000))?;
    row("poj-1753, 1,000,000 boards", "poj-1753", &boards, "≤ wc -w")?;
    let random = file("rotation", rotation_boards(10_000))?;
    row("poj-2286, 10,000 boards", "poj-2286", &random, "≤ 40 ms")?;
    let hardest = file("rotation-hardest", hardest_rotations()?)?;
    row("poj-2286, 30 hardest", "poj-2286", &hardest, "≤ 25 ms")?;
    let million = file("rotation-million", rotation_boards(1_000_000))?;
    row("poj-2286, 1,000,000 boards", "poj-2286", &million, "≤ 1 s")?;
    let mazes = file("mazes", mazes(1_700))?;
    row("uva-10384, 1,700 mazes", "uva-10384", &mazes, "≤ 15 ms")?;
    let fours = file("four", four_boards(400_000))?;
    row(
        "codevs-1004, 400,000 boards",
        "codevs-1004",
        &fours,
        "≤ 500 ms",
    )?;
    show(&out);

    let mut ours = Vec::new();
    let mut theirs = Vec::new();
    for _ in 0..RUNS {
        ours.push(time_process(&fewest, &["judge", "poj-1753"], &boards)?);
        theirs.push(time_process(Path::new("wc"), &["-w"], &boards)?);
    }
    let (ours, theirs) = (median(ours), median(theirs));
    let mut out = table(
        "poj-1753 beside wc -w, 1,000,000 boards, in turn",
        &["program", "time", "ratio"],
    );
    let ratio = ours.as_secs_f64() / theirs.as_secs_f64();
    out.1.add_row([
        "fewest judge poj-1753",
        &millis(ours),
        &format!("{ratio:.2}"),
    ]);
    out.1.add_row(["wc -w", &millis(theirs), "1.00"]);
    show(&out);
    Ok(())
}

fn flip_boards(n: usize) -> String {
    let mut random = Random::new(1753);
    let mut text = String::with_capacity(n * 20);
    for _ in 0..n {
        let board = random.bits();
        for cell in 0..16 {
            text.push(if board >> cell & 1 == 1 { 'b' } else { 'w' });
            if cell % 4 == 3 {
                text.push('\n');
            }
        }
    }
    text
}

fn four_boards(n: usize) -> String {
    let mut random = Random::new(1004);
    let mut cells = *b"BBBBBBBWWWWWWWOO";
    let mut text = String::with_capacity(n * 20);
    for _ in 0..n {
        shuffle(&mut random, &mut cells);
        for row in cells.chunks(4) {
            text.extend(row.iter().map(|&cell| char::from(cell)));
            text.push('\n');
        }
    }
    text
}

fn shuffle<T>(random: &mut Random, items: &mut [T]) {
    for last in (1..items.len()).rev() {
        items.swap(last, random.below(last as u64 + 1) as usize);
    }
}

fn rotation_line(cells: &[u8], text: &mut String) {
    for (i, cell) in cells.iter().enumerate() {
        text.push(if i == 0 { '\n' } else { ' ' });
        text.push(char::from(b'0' + cell));
    }
}

fn rotation_boards(n: usize) -> String {
    let mut random = Random::new(2286);
    let mut cells: Vec<u8> = (0..24).map(|i| i / 8 + 1).collect();
    let mut text = String::with_capacity(n * 48 + 3);
    for _ in 0..n {
        shuffle(&mut random, &mut cells);
        rotation_line(&cells, &mut text);
    }
    text.push_str("\n0\n");
    text.split_off(1)
}

/// Thirty of the 192 boards at distance 13.
fn hardest_rotations() -> io::Result<String> {
    let hardest = MaskTable::new().hardest(&Rotation::default(), 30, &Limits::default());
    let (_, boards) = hardest.map_err(|reason| io::Error::other(reason.to_string()))?;
    let mut text = String::new();
    for board in boards {
        rotation_line(&board.numbers(), &mut text);
    }
    text.push_str("\n0\n");
    Ok(text.split_off(1))
}

/// Random 4×6 mazes of different densities of walls, with none to four exits. Some mazes have no
/// solution, and some have a long one.
fn mazes(n: usize) -> String {
    let mut random = Random::new(10384);
    let mut text = String::new();
    for _ in 0..n {
        let density = 30 + random.below(41);
        let mut cells = [[0u8; 6]; 4];
        for (row, column) in (0..4).flat_map(|r| (0..6).map(move |c| (r, c))) {
            if column > 0 && random.below(100) < density {
                cells[row][column] |= 1;
                cells[row][column - 1] |= 4;
            }
            if row > 0 && random.below(100) < density {
                cells[row][column] |= 2;
                cells[row - 1][column] |= 8;
            }
        }
        let mut border: Vec<(usize, usize, u8)> = (0..4)
            .flat_map(|r| [(r, 0, 1), (r, 5, 4)])
            .chain((0..6).flat_map(|c| [(0, c, 2), (3, c, 8)]))
            .collect();
        shuffle(&mut random, &mut border);
        let exits = random.below(5) as usize;
        for (row, column, wall) in border.split_off(exits) {
            cells[row][column] |= wall;
        }
        text += &format!("{} {}\n", random.below(6) + 1, random.below(4) + 1);
        for row in cells {
            let row: Vec<String> = row.iter().map(u8::to_string).collect();
            text += &(row.join(" ") + "\n");
        }
    }
    text + "0 0\n"
}
