//! A walker that has to visit cells.

use super::boxes::scatter;
use super::{FLOOR, Names, WALL};
use crate::draft::{Condition, Draft, filled, grid};
use crate::numbers::Random;

/// A corridor on which many islands of dots lie, joined at single cells.
pub(crate) fn snake(random: &mut Random, names: &Names) -> Draft {
    let (dot, agent) = (names.thing, names.agent);
    let islands = random.within(3, 24);
    let mut row = vec![FLOOR.to_owned()];
    let mut rows = vec![Vec::new()];
    let mut bridge = false;
    for island in 0..islands {
        row.extend(vec![dot.to_owned(); random.within(1, 1 + 3 / islands)]);
        row.push(FLOOR.to_owned());
        if random.one_in(6) {
            row.push(FLOOR.to_owned());
        }
        if !bridge && (island + 1 == islands / 2 || random.one_in(8)) {
            // The way goes on over a second row.
            bridge = true;
            let long = random.within(2, 8);
            rows[0] = vec![WALL.to_owned(); row.len() - 1];
            rows[0].push(FLOOR.to_owned());
            rows[0].extend(vec![dot.to_owned(); long]);
            rows[0].push(FLOOR.to_owned());
            row.extend(vec![WALL.to_owned(); long]);
            row.push(FLOOR.to_owned());
        }
    }
    let length = row.len();
    rows[0].resize(length, WALL.to_owned());
    row[0] = agent.to_owned();
    rows.insert(0, row);
    let mut draft = Draft::new("snake", &[WALL, FLOOR, dot, agent], rows);
    eat(random, &mut draft, names);
    draft
}

/// Dots on a small board with walls.
pub(crate) fn dots(random: &mut Random, names: &Names) -> Draft {
    let (rows, columns) = (random.within(2, 5), random.within(3, 6));
    let mut grid = match random.below(4) {
        0 => grid(&["_o_o_", "o#_#o", "_o_o_"]),
        _ => filled(rows, columns, FLOOR),
    };
    if names.thing != "o" {
        for cell in grid.iter_mut().flatten().filter(|cell| *cell == "o") {
            *cell = names.thing.to_owned();
        }
    }
    scatter(random, &mut grid, WALL, rows * columns / 4);
    let dots = random.within(2, 8);
    scatter(random, &mut grid, names.thing, dots);
    scatter(random, &mut grid, names.agent, 1);
    let mut draft = Draft::new("dots", &[WALL, FLOOR, names.thing, names.agent], grid);
    eat(random, &mut draft, names);
    draft
}

fn eat(random: &mut Random, draft: &mut Draft, names: &Names) {
    let (a, o, f, tag) = (names.agent, names.thing, FLOOR, names.tag);
    let left = match random.below(4) {
        0 => {
            draft.symbol(names.other);
            names.other
        }
        _ => f,
    };
    let cost = *random.pick(&["", "", "", " cost 2"]);
    draft.rules(
        &format!("go{tag}(dir){cost}"),
        &[
            &format!("[{a} | {o}] -> [{left} | {a}]"),
            &format!("[{a} | {f}] -> [{left} | {a}]"),
        ],
    );
    if random.one_in(4) {
        draft.rule(
            &format!("hop{tag}(dir)"),
            &format!("[{a} | '#' | {f},{o}] -> [{f} | '#' | {a}]"),
        );
    }
    if random.one_in(6) {
        draft.rule(
            &format!("spit{tag}(dir: right)"),
            &format!("[{a} | {f} | {f}] -> [{f} | {a} | {o}]"),
        );
    }
    let mut goal = vec![Condition::Text(format!("none {o}"))];
    if random.one_in(4) {
        let cell = (random.below(draft.rows()), random.below(draft.columns()));
        goal.push(Condition::At(cell, a.to_owned()));
    }
    draft.goals.push(goal);
}
