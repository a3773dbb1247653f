//! Boards without an agent: switches that add, permutations, sliding tiles, jugs, pieces.

use super::boxes::scatter;
use super::{FLOOR, Names};
use crate::draft::{Cell, Condition, Draft, cell_name, filled};
use crate::numbers::Random;

const LETTERS: [&str; 6] = ["A", "B", "C", "D", "E", "F"];

fn random_grid(
    random: &mut Random,
    rows: usize,
    columns: usize,
    symbols: &[&str],
) -> Vec<Vec<String>> {
    let mut grid = filled(rows, columns, symbols[0]);
    for cell in grid.iter_mut().flatten() {
        *cell = (*random.pick(symbols)).to_owned();
    }
    grid
}

/// Presses that add numbers to cells, modulo the number of symbols.
pub(crate) fn presses(random: &mut Random, names: &Names) -> Draft {
    let tag = names.tag;
    let colours = *random.pick(&[2, 3, 4, 6]);
    let symbols = &["0", "1", "2", "3", "4", "5"][..colours];
    let cells = match colours {
        2 => (random.within(2, 3), random.within(3, 4)),
        3 => (2, random.within(2, 4)),
        4 => (2, random.within(2, 3)),
        _ => (random.within(1, 2), 2),
    };
    let grid = random_grid(random, cells.0, cells.1, symbols);
    let mut draft = Draft::new("presses", symbols, grid);
    draft.torus = random.one_in(5);
    let place = *random.pick(&["beside", "around", "row", "column"]);
    draft.rules(
        &format!("press{tag}(cell)"),
        &["cell +1", &format!("{place} +1")],
    );
    if random.one_in(3) {
        let lines = match random.below(3) {
            0 => ["row +1".to_owned(), "column -1".to_owned()],
            1 => ["cell +1".to_owned(), "row 0".to_owned()],
            _ => ["cell -1".to_owned(), format!("beside +{}", colours - 1)],
        };
        draft.rules(&format!("cross{tag}(cell)"), &[&lines[0], &lines[1]]);
    }
    if random.one_in(4) {
        draft.rule(
            &format!("swap{tag}(cell, dir: right)"),
            "[?x | ?y] -> [?y | ?x]",
        );
    }
    if random.one_in(3) {
        draft.moves[0].head.push_str(" cost 2");
    }
    draft.goals.push(vec![Condition::Text("all 0".to_owned())]);
    if random.one_in(4) {
        let (rows, columns) = cells;
        let same: Vec<Cell> = (0..columns).map(|c| (rows - 1, c)).collect();
        draft.goals.push(vec![
            Condition::Same(same),
            Condition::At((0, 0), "1".to_owned()),
        ]);
    }
    draft
}

/// Colours that are copied to neighbours, and changed where nobody looks.
pub(crate) fn copying(random: &mut Random, names: &Names) -> Draft {
    let tag = names.tag;
    let (rows, columns) = *random.pick(&[(1, 4), (1, 5), (2, 3), (1, 6)]);
    let colours = &LETTERS[..random.within(2, 3)];
    let grid = random_grid(random, rows, columns, colours);
    let mut draft = Draft::new("copying", colours, grid);
    let direction = *random.pick(&["right", "right down", "left right"]);
    let rule = *random.pick(&[
        "[?x | ?] -> [?x | ?x]",
        "[?x | ?y] -> [?x | ?x+1]",
        "[?x | ? | A] -> [?x | ? | ?x]",
    ]);
    draft.rule(&format!("copy{tag}(cell, dir: {direction})"), rule);
    let cell = (random.below(rows), random.below(columns));
    draft.regions.push((format!("dye{tag}"), vec![cell]));
    let change = *random.pick(&["cell +1", "cell B", "cell A"]);
    draft.rule(&format!("dye{tag}(cell: dye{tag})"), change);
    if random.one_in(2) {
        draft.rule(
            &format!("swap{tag}(cell, dir: right)"),
            "[A | B] -> [B | A]",
        );
    }
    let mut goal = Vec::new();
    for _ in 0..random.within(1, 3) {
        let cell = (random.below(rows), random.below(columns));
        goal.push(Condition::At(cell, (*random.pick(colours)).to_owned()));
    }
    draft.goals.push(goal);
    draft
}

/// Cycles and reversals of cells, among them cells that look alike.
pub(crate) fn permutations(random: &mut Random, names: &Names) -> Draft {
    let tag = names.tag;
    let (rows, columns) = *random.pick(&[(1, 5), (1, 6), (2, 3), (2, 3), (2, 4)]);
    let kinds = if rows * columns > 6 {
        3
    } else {
        random.within(3, 6)
    };
    let mut cells: Vec<&str> = (0..rows * columns).map(|c| LETTERS[c % kinds]).collect();
    let goal: Vec<Vec<String>> = cells
        .chunks(columns)
        .map(|row| row.iter().map(|&s| s.to_owned()).collect())
        .collect();
    random.shuffle(&mut cells);
    let grid: Vec<Vec<String>> = cells
        .chunks(columns)
        .map(|row| row.iter().map(|&s| s.to_owned()).collect())
        .collect();
    let mut draft = Draft::new("permutations", &LETTERS[..kinds], grid);
    for number in 0..random.within(2, 3) {
        let mut all: Vec<Cell> = (0..rows)
            .flat_map(|r| (0..columns).map(move |c| (r, c)))
            .collect();
        random.shuffle(&mut all);
        let length = random.within(2, 4);
        let names: Vec<String> = all[..length].iter().map(|&cell| cell_name(cell)).collect();
        let step = match random.below(4) {
            0 => "reverse",
            _ => "cycle",
        };
        draft.rule(
            &format!("m{number}{tag}"),
            &format!("= {step} {}", names.join(" ")),
        );
        if random.one_in(2) {
            draft.rule(
                &format!("m{number}{tag}'"),
                &format!("= undo m{number}{tag}"),
            );
        }
    }
    if random.one_in(3) {
        draft.moves[0].head.push_str(" cost 3");
    }
    draft.goals.push(vec![Condition::Board(goal)]);
    draft
}

/// Neighbours that change places, whole rows that turn round.
pub(crate) fn sorting(random: &mut Random, names: &Names) -> Draft {
    let tag = names.tag;
    let length = random.within(4, 7);
    let kinds = if length > 5 {
        random.within(2, 3)
    } else {
        random.within(3, 5)
    };
    let mut row: Vec<&str> = (0..length).map(|c| LETTERS[c * kinds / length]).collect();
    let goal = vec![row.iter().map(|&s| s.to_owned()).collect::<Vec<_>>()];
    random.shuffle(&mut row);
    let grid = vec![row.iter().map(|&s| s.to_owned()).collect()];
    let mut draft = Draft::new("sorting", &LETTERS[..kinds], grid);
    match random.below(4) {
        0 => draft.rule(
            &format!("swap{tag}(cell)"),
            "[?x | ?y: not ?x] -> [?y | ?x]",
        ),
        1 => {
            for end in 2..=length {
                draft.rule(
                    &format!("flip{end}{tag}"),
                    &format!("= reverse r1c1..r1c{end}"),
                );
            }
        }
        2 => draft.rule(
            &format!("jump{tag}(cell)"),
            "[?x | ?x | ?x* | ?y: not ?x] -> [?y | ?x | ?x* | ?x]",
        ),
        _ => draft.rule(
            &format!("over{tag}(cell)"),
            "[?x | ? | ?y] -> [?y | ? | ?x]",
        ),
    }
    if random.one_in(3) {
        draft.rule(
            &format!("carry{tag}(cell)"),
            "[?x | ?y | ?z] -> [?y | ?z | ?x]",
        );
    }
    if random.one_in(3) {
        draft.rule(
            &format!("swop{tag}(cell)"),
            "[?x | ?y: not ?x] -> [?y | ?x]",
        );
    }
    draft.goals.push(vec![Condition::Board(goal)]);
    draft
}

/// Sliding tiles on boards with walls, round corners, or of a torus.
pub(crate) fn tiles(random: &mut Random, names: &Names) -> Draft {
    let tag = names.tag;
    let (rows, columns) = *random.pick(&[(2, 3), (2, 3), (3, 3), (2, 4)]);
    // If all tiles differ, half of the arrangements cannot be reached.
    let kinds = match rows * columns {
        6 => random.within(3, 6).min(5),
        _ => 3,
    };
    let mut cells: Vec<&str> = (0..rows * columns - 1)
        .map(|c| LETTERS[c % kinds])
        .collect();
    cells.push(FLOOR);
    let goal: Vec<Vec<String>> = cells
        .chunks(columns)
        .map(|row| row.iter().map(|&s| s.to_owned()).collect())
        .collect();
    random.shuffle(&mut cells);
    let grid: Vec<Vec<String>> = cells
        .chunks(columns)
        .map(|row| row.iter().map(|&s| s.to_owned()).collect())
        .collect();
    let mut draft = Draft::new("tiles", &LETTERS[..kinds], grid);
    draft.symbol(FLOOR);
    draft.torus = random.one_in(4);
    if random.one_in(4) {
        super::mazes::walls(random, &mut draft);
    }
    draft.rule(&format!("slide{tag}(dir)"), "[_ | ?x] -> [?x | _]");
    if random.one_in(3) {
        draft.rule(&format!("hop{tag}(dir)"), "[_ | ? | ?x] -> [?x | ? | _]");
    }
    if random.one_in(4) {
        draft.rule(
            &format!("slant{tag}(dir: diagonal)"),
            "[_ | ?x] -> [?x | _]",
        );
    }
    let condition = match random.below(3) {
        0 => vec![
            Condition::At((0, 0), "A".to_owned()),
            Condition::At((rows - 1, columns - 1), FLOOR.to_owned()),
        ],
        1 => vec![
            Condition::Somewhere(vec![vec!["A".to_owned(), "B".to_owned()]]),
            Condition::At((0, 0), "C".to_owned()),
        ],
        _ => vec![Condition::Board(goal)],
    };
    draft.goals.push(condition);
    draft
}

/// Numbers that are poured from one to the other.
pub(crate) fn jugs(random: &mut Random, names: &Names) -> Draft {
    let tag = names.tag;
    let (one, two) = (random.within(5, 9), random.within(4, 12));
    let mut draft = Draft::new("jugs", &[FLOOR], filled(1, 1, FLOOR));
    let (x, y) = (format!("x{tag}"), format!("y{tag}"));
    draft.statements.push(format!("var {x} = 0..{one}"));
    draft.statements.push(format!("var {y} = 0..{two}"));
    let wheel = random.one_in(2);
    if wheel {
        draft.statements.push(format!("var w{tag} = a, b, c, d, e"));
        draft.rule(&format!("turn{tag}"), &format!("w{tag} +2"));
        draft.rule(
            &format!("back{tag}"),
            &format!("w{tag} c,d,e -> w{tag} -1 {y} -1"),
        );
    }
    draft.rule(&format!("fill{tag}"), &format!("{x} {one}"));
    draft.rule(
        &format!("add{tag}(n: 1..3)"),
        &format!("{y} <= {} -> {y} +n", two - 3),
    );
    draft.rules(
        &format!("pour{tag}"),
        &[
            &format!("{x} +{y} <= {two} -> {y} +{x} {x} 0"),
            &format!("{x} > 0 {y} < {two} -> {x} +{y} -{two} {y} {two}"),
        ],
    );
    draft.rule(&format!("spill{tag}"), &format!("{y} 0"));
    let mut goal = vec![Condition::Text(format!("{x} = {}", random.below(one + 1)))];
    if random.one_in(2) {
        goal.push(Condition::Text(format!("{y} >= {}", random.below(two))));
    }
    if wheel {
        goal.push(Condition::Text(format!(
            "w{tag} {}",
            random.pick(&["a", "c", "e"])
        )));
    }
    draft.goals.push(goal);
    draft
}

/// Pieces of several cells.
pub(crate) fn pieces(random: &mut Random, names: &Names) -> Draft {
    let tag = names.tag;
    let (rows, columns) = (random.within(2, 4), random.within(3, 4));
    let mut grid = filled(rows, columns, FLOOR);
    let letters = &LETTERS[..random.within(2, 3)];
    for letter in letters {
        let free: Vec<Cell> = (0..rows)
            .flat_map(|r| (0..columns).map(move |c| (r, c)))
            .filter(|&(r, c)| grid[r][c] == FLOOR)
            .collect();
        let Some(&(r, c)) = free.get(random.below(free.len().max(1))) else {
            continue;
        };
        grid[r][c] = (*letter).to_owned();
        let next = if random.one_in(2) {
            (r + 1, c)
        } else {
            (r, c + 1)
        };
        if !random.one_in(3) && next.0 < rows && next.1 < columns && grid[next.0][next.1] == FLOOR {
            grid[next.0][next.1] = (*letter).to_owned();
        }
    }
    let mut draft = Draft::new("pieces", &[FLOOR], grid);
    letters.iter().for_each(|letter| draft.symbol(letter));
    draft
        .statements
        .push(format!("pieces {}", letters.join(" ")));
    let again = *random.pick(&["", "", "", " again free", " cost 2 again cost 1"]);
    draft.rule(
        &format!("slide{tag}(piece, dir){again}"),
        "[piece | _] -> [_ | piece]",
    );
    if random.one_in(3) {
        draft.rule(
            &format!("far{tag}(piece: A, dir)"),
            "[piece | _ | _] -> [_ | _ | piece]",
        );
    }
    let cell = (random.below(rows), random.below(columns));
    draft.goals.push(vec![Condition::At(cell, "A".to_owned())]);
    draft
}

/// Knights and other men that go in their own ways, none of them an agent.
pub(crate) fn chessmen(random: &mut Random, names: &Names) -> Draft {
    let tag = names.tag;
    let (rows, columns) = (random.within(2, 4), random.within(3, 4));
    let mut grid = filled(rows, columns, FLOOR);
    if random.one_in(2) {
        scatter(random, &mut grid, ".", 1);
    }
    let men = &["N", "K"][..random.within(1, 2)];
    let count = random.within(1, 2);
    let mut draft = Draft::new("chessmen", &[FLOOR], grid);
    for man in men {
        draft.symbol(man);
        scatter(random, &mut draft.grid, man, count);
        let ways = *random.pick(&[
            "knight",
            "diagonal",
            "straight diagonal",
            "up right",
            "straight",
        ]);
        draft.rule(
            &format!("go{man}{tag}(cell, dir: {ways})"),
            &format!("[{man} | _] -> [_ | {man}]"),
        );
    }
    if random.one_in(3) {
        draft.rule(&format!("take{tag}(cell, dir)"), "[N | N] -> [_ | N]");
    }
    draft.torus = random.one_in(5) && draft.cells_with(".").is_empty();
    let mut goal = Vec::new();
    for man in men {
        for _ in 0..count {
            let cell = (random.below(rows), random.below(columns));
            goal.push(Condition::At(cell, (*man).to_owned()));
        }
    }
    draft.goals.push(goal);
    draft
}
