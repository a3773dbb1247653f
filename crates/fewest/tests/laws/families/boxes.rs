//! An agent that pushes, pulls and throws tokens among walls.

use super::{FLOOR, Names, WALL};
use crate::draft::{Cell, Condition, Draft, filled, quoted};
use crate::numbers::Random;

/// A room with dead-end pockets in which goals lie, a token before the goal, and moves over walls
/// that may reach the pocket.
pub(crate) fn pocket(random: &mut Random, names: &Names) -> Draft {
    let (rows, columns) = (random.within(2, 3), random.within(3, 5));
    let depth = *random.pick(&[1, 2, 2, 2, 3]);
    let mut grid = filled(rows + depth + 2, columns + 3, WALL);
    for row in grid.iter_mut().skip(depth + 1).take(rows) {
        for cell in &mut row[1..=columns] {
            *cell = FLOOR.to_owned();
        }
    }
    // The pocket goes up from the room, and another one perhaps beside it with walls between.
    let mut goals = Vec::new();
    let mut mouths = Vec::new();
    let mut pocket = |grid: &mut Vec<Vec<String>>, column: usize| {
        for row in grid.iter_mut().skip(1).take(depth) {
            row[column] = FLOOR.to_owned();
        }
        goals.push((1, column));
        mouths.push((depth + 1, column));
        mouths.push((2, column));
    };
    let column = random.within(1, columns);
    pocket(&mut grid, column);
    if columns > 3 && random.one_in(2) {
        pocket(&mut grid, (column + 2) % columns + 1);
    }
    // A chamber beside the pocket from which a token can be pushed over the wall.
    if random.one_in(2) && column > 2 {
        for cell in &mut grid[1][column - 2..column - 1] {
            *cell = FLOOR.to_owned();
        }
        for row in grid.iter_mut().skip(1).take(depth) {
            row[column - 2] = FLOOR.to_owned();
            if column > 3 {
                row[column - 3] = FLOOR.to_owned();
            }
        }
    }
    if random.one_in(3) {
        scatter(random, &mut grid, WALL, 2);
    }
    let mut draft = Draft::new("pocket", &[WALL, FLOOR, names.token, names.agent], grid);
    for mouth in mouths {
        if !random.one_in(3) && draft.grid[mouth.0][mouth.1] == FLOOR {
            draft.grid[mouth.0][mouth.1] = names.token.to_owned();
            if random.one_in(2) {
                goals.push(mouth);
            }
        }
    }
    let tokens = draft.cells_with(names.token).len();
    let wanted = random.within(1, 3).max(tokens);
    scatter(random, &mut draft.grid, names.token, wanted - tokens);
    scatter(random, &mut draft.grid, names.agent, 1);
    goals.dedup();
    as_many_as_tokens(random, &draft, names, &mut goals);
    moves_of_boxes(random, &mut draft, names);
    goal_of_tokens(random, &mut draft, names, goals);
    draft
}

/// A corridor with niches, in which tokens stand in each other's way.
pub(crate) fn corridor(random: &mut Random, names: &Names) -> Draft {
    let length = random.within(5, 9);
    let mut rows = filled(3, length, WALL);
    rows[1] = vec![FLOOR.to_owned(); length];
    for _ in 0..random.within(1, 3) {
        let niche = random.below(length);
        rows[2 * random.below(2)][niche] = FLOOR.to_owned();
    }
    if random.one_in(2) {
        rows = (0..length)
            .map(|c| rows.iter().map(|row| row[c].clone()).collect())
            .collect();
    }
    let mut draft = Draft::new("corridor", &[WALL, FLOOR, names.token, names.agent], rows);
    let tokens = random.within(2, 3);
    scatter(random, &mut draft.grid, names.token, tokens);
    scatter(random, &mut draft.grid, names.agent, 1);
    let mut goals = Vec::new();
    as_many_as_tokens(random, &draft, names, &mut goals);
    moves_of_boxes(random, &mut draft, names);
    goal_of_tokens(random, &mut draft, names, goals);
    draft
}

/// A pocket that a token shuts, beside a room from which others may be pushed into it over the wall
/// or through the mouth.
pub(crate) fn corral(random: &mut Random, names: &Names) -> Draft {
    // Below the pocket there is room for an agent that pushes a token into it.
    let (width, height, depth) = (random.within(1, 3), 4, 2);
    let mut rows = Vec::new();
    for row in 0..height {
        let wall = if row < depth { WALL } else { FLOOR };
        let mut cells = vec![FLOOR.to_owned(); width];
        cells.extend([wall.to_owned(), FLOOR.to_owned()]);
        if random.one_in(3) {
            cells.push(wall.to_owned());
            cells.push(FLOOR.to_owned());
        }
        rows.push(cells);
    }
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    rows.iter_mut()
        .for_each(|row| row.resize(columns, WALL.to_owned()));
    let pocket = width + 1;
    let shut = (depth - 1, pocket);
    rows[shut.0][shut.1] = names.token.to_owned();
    let mut goals = vec![(0, pocket), shut];
    if random.one_in(3) {
        goals[1] = (height - 1, random.below(columns));
    }
    if random.one_in(2) {
        // Turned so that the pocket lies to the side.
        let turn = |(row, column): Cell| (column, row);
        let turned = (0..columns).map(|c| rows.iter().map(|row| row[c].clone()).collect());
        rows = turned.collect();
        goals = goals.into_iter().map(turn).collect();
    }
    let mut draft = Draft::new("corral", &[WALL, FLOOR, names.token, names.agent], rows);
    scatter(random, &mut draft.grid, names.token, 1);
    if random.one_in(6) {
        scatter(random, &mut draft.grid, WALL, 1);
    }
    scatter(random, &mut draft.grid, names.agent, 1);
    as_many_as_tokens(random, &draft, names, &mut goals);
    let (a, t, f, tag) = (names.agent, names.token, FLOOR, names.tag);
    draft.statements.push("fewest pushes".to_owned());
    draft.rule(
        &format!("walk{tag}(dir) free"),
        &format!("[{a} | {f}] -> [{f} | {a}]"),
    );
    draft.rule(
        &format!("push{tag}(dir)"),
        &format!("[{a} | {t} | {f}] -> [{f} | {a} | {t}]"),
    );
    match random.below(4) {
        0 => {}
        1 => extra_move(random, &mut draft, names, true),
        _ => draft.rule(
            &format!("over{tag}(dir)"),
            &format!("[{a} | {t} | '#' | {f}] -> [{f} | {a} | '#' | {t}]"),
        ),
    }
    let region = format!("goals{tag}");
    let goal = Condition::Text(format!("on {region} {t}"));
    draft.regions.push((region, goals));
    draft.goals.push(vec![goal]);
    draft
}

/// An open board with a few walls.
pub(crate) fn warehouse(random: &mut Random, names: &Names) -> Draft {
    let (rows, columns) = (random.within(2, 5), random.within(4, 7));
    let mut grid = filled(rows, columns, FLOOR);
    scatter(random, &mut grid, WALL, rows * columns / 4);
    let mut draft = Draft::new("warehouse", &[WALL, FLOOR, names.token, names.agent], grid);
    let tokens = random.within(1, 3);
    scatter(random, &mut draft.grid, names.token, tokens);
    scatter(random, &mut draft.grid, names.agent, 1);
    let mut goals = Vec::new();
    as_many_as_tokens(random, &draft, names, &mut goals);
    moves_of_boxes(random, &mut draft, names);
    goal_of_tokens(random, &mut draft, names, goals);
    draft
}

/// Leaves out goals or adds some, mostly so that each token has one.
fn as_many_as_tokens(random: &mut Random, draft: &Draft, names: &Names, goals: &mut Vec<Cell>) {
    let tokens = draft.cells_with(names.token).len();
    let wanted = match random.below(6) {
        0 => random.within(1, tokens.max(1)),
        _ => tokens,
    };
    goals.truncate(wanted);
    for _ in 0..60 {
        let cell = (random.below(draft.rows()), random.below(draft.columns()));
        if goals.len() < wanted && draft.grid[cell.0][cell.1] != WALL && !goals.contains(&cell) {
            goals.push(cell);
        }
    }
}

/// Puts `symbol` on up to `count` free cells.
pub(crate) fn scatter(
    random: &mut Random,
    grid: &mut [Vec<String>],
    symbol: &str,
    count: usize,
) -> Vec<Cell> {
    let mut free = Vec::new();
    for (row, cells) in grid.iter().enumerate() {
        for (column, cell) in cells.iter().enumerate() {
            if cell == FLOOR {
                free.push((row, column));
            }
        }
    }
    random.shuffle(&mut free);
    free.truncate(count);
    for &(row, column) in &free {
        grid[row][column] = symbol.to_owned();
    }
    free
}

fn moves_of_boxes(random: &mut Random, draft: &mut Draft, names: &Names) {
    let (a, t, tag) = (names.agent, names.token, names.tag);
    let f = FLOOR;
    // Mostly only pushes cost something, as the search over regions wants it.
    let (walk, push) = match random.below(8) {
        0 => ("", ""),
        1 => ("", " cost 2"),
        _ => (" free", ""),
    };
    if walk == " free" {
        let measures = ["fewest pushes", "fewest pushes then moves"];
        let measure = measures[usize::from(random.one_in(3))];
        draft.statements.push(measure.to_owned());
    } else if push == " cost 2" && random.one_in(2) {
        draft.statements.push("fewest moves then pushes".to_owned());
    }
    draft.rule(
        &format!("walk{tag}(dir){walk}"),
        &format!("[{a} | {f}] -> [{f} | {a}]"),
    );
    draft.rule(
        &format!("push{tag}(dir){push}"),
        &format!("[{a} | {t} | {f}] -> [{f} | {a} | {t}]"),
    );
    let pushes_only = !random.one_in(4);
    for _ in 0..random.below(3) {
        extra_move(random, draft, names, pushes_only);
    }
}

/// Adds a move that boxes usually do not have. If only pushes are wanted, the agent steps where the
/// token was, but the token may get far, over walls and other tokens.
fn extra_move(random: &mut Random, draft: &mut Draft, names: &Names, pushes_only: bool) {
    let (a, t, o, f) = (names.agent, names.token, names.other, FLOOR);
    let w = "'#'";
    let pushes = [
        format!("[{a} | {t} | {w} | {f}] -> [{f} | {a} | {w} | {t}]"),
        format!("[{a} | {t} | {w} | {w} | {f}] -> [{f} | {a} | {w} | {w} | {t}]"),
        format!("[{a} | {t} | {t} | {f}] -> [{f} | {a} | {t} | {t}]"),
        format!("[{a} | {t} | {f} | {f}] -> [{f} | {a} | {f} | {t}]"),
        format!("[{a} | {t} | {f}] -> [{f} | {a} | {t}]"),
    ];
    let others = [
        format!("[{a} | {t} | {t} | {f}] -> [{f} | {t} | {a} | {t}]"),
        format!("[{a} | {w} | {f}] -> [{f} | {w} | {a}]"),
        format!("[{a} | {t} | {f}] -> [{f} | {t} | {a}]"),
        format!("[{f} | {a} | {t}] -> [{a} | {t} | {f}]"),
        format!("[{a} | {t} | {f}] -> [{a} | {f} | {t}]"),
        format!("[{a} | {t} | {f} | {f}] -> [{a} | {f} | {f} | {t}]"),
        format!("[{a} | {t} | {f}] -> [{f} | {a} | {o}]"),
        format!("[{a} | {o} | {f}] -> [{f} | {a} | {t}]"),
        format!("[{a} | {t}] -> [{t} | {a}]"),
        format!("[{a} | {t} | {t}] -> [{f} | {a} | {t}]"),
        format!("[{a} | {t} | {w}] -> [{f} | {a} | {w}]"),
        format!("[{a} | {f} | {t} | {f}] -> [{a} | {t} | {f} | {f}]"),
        format!("[{t} | {w} | {f}] -> [{f} | {w} | {t}]"),
        format!("[{t} | {f}] -> [{f} | {t}]"),
        format!("[{a} | {t} | {w} | {f}] -> [{f} | {a} | {t} | {w}]"),
    ];
    let rule = match pushes_only {
        true => random.pick(&pushes).clone(),
        false => random.pick(&others).clone(),
    };
    if rule.contains(o) {
        draft.symbol(o);
    }
    let number = draft.moves.len();
    let direction = *random.pick(&["", "", "", ": right", ": up left", ": diagonal", ": knight"]);
    let cost = match draft.has_costs() {
        true if pushes_only => *random.pick(&["", "", "", " cost 3"]),
        true => *random.pick(&["", "", " free", " cost 3", " cost 60000"]),
        false => "",
    };
    draft.rule(
        &format!("x{number}{}(dir{direction}){cost}", names.tag),
        &rule,
    );
}

fn goal_of_tokens(random: &mut Random, draft: &mut Draft, names: &Names, goals: Vec<Cell>) {
    let region = format!("goals{}", names.tag);
    let token = names.token;
    let tokens = draft.cells_with(token).len();
    let condition = match random.below(6) {
        _ if goals.is_empty() => format!("none {token}"),
        0 if tokens >= goals.len() => format!("some {region} {token}"),
        1 => format!("exactly {} on {region} {token}", goals.len().min(tokens)),
        _ => format!("on {region} {token}"),
    };
    let mut goal = vec![Condition::Text(condition)];
    if random.one_in(8) {
        let cell = (random.below(draft.rows()), random.below(draft.columns()));
        goal.push(Condition::At(cell, names.agent.to_owned()));
    }
    if !goals.is_empty() {
        draft.regions.push((region, goals));
    }
    draft.goals.push(goal);
}

/// Adds a move with a rule of random symbols.
pub(crate) fn random_rule(random: &mut Random, draft: &mut Draft) {
    let symbols = draft.symbols.clone();
    let length = random.within(2, 4);
    let mut before: Vec<String> = Vec::new();
    for at in 0..length {
        // The first cell is something that moves.
        let symbol = match at {
            0 => symbols[symbols.len() - 1 - random.below(symbols.len().min(2))].clone(),
            _ => random.pick(&symbols).clone(),
        };
        before.push(symbol);
    }
    let mut after = before.clone();
    if random.one_in(3) {
        let at = random.below(length);
        after[at] = random.pick(&symbols).clone();
    } else {
        random.shuffle(&mut after);
    }
    let side = |cells: &[String]| {
        let cells: Vec<String> = cells.iter().map(|s| quoted(s)).collect();
        format!("[{}]", cells.join(" | "))
    };
    let number = draft.moves.len();
    let rule = format!("{} -> {}", side(&before), side(&after));
    draft.rule(&format!("any{number}(dir)"), &rule);
}
