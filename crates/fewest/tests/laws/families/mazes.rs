//! Agents in mazes: doors, one-way cells, teleports, ice, layers.

use super::boxes::scatter;
use super::{FLOOR, Names, WALL};
use crate::draft::{Cell, Condition, Draft, cell_name, filled};
use crate::numbers::Random;

fn maze(random: &mut Random, family: &'static str, names: &Names) -> Draft {
    let (rows, columns) = (random.within(2, 4), random.within(3, 6));
    let mut grid = filled(rows, columns, FLOOR);
    scatter(random, &mut grid, WALL, rows * columns / 5);
    let mut draft = Draft::new(family, &[WALL, FLOOR, names.agent], grid);
    if random.one_in(3) {
        walls(random, &mut draft);
    }
    draft
}

/// Walls between some cells.
pub(crate) fn walls(random: &mut Random, draft: &mut Draft) {
    for _ in 0..random.within(1, 4) {
        let (row, column) = (random.below(draft.rows()), random.below(draft.columns()));
        let other = match random.one_in(2) {
            true => (row + 1, column),
            false => (row, column + 1),
        };
        if other.0 < draft.rows() && other.1 < draft.columns() {
            draft.walls.push(((row, column), other));
        }
    }
}

/// A free cell.
fn somewhere(random: &mut Random, draft: &Draft) -> Cell {
    let free = draft.cells_with(FLOOR);
    match free.is_empty() {
        true => (0, 0),
        false => *random.pick(&free),
    }
}

/// Switches open doors and shut them, and tokens may be in the way.
pub(crate) fn switches(random: &mut Random, names: &Names) -> Draft {
    let (a, t, tag, f) = (names.agent, names.token, names.tag, FLOOR);
    let mut draft = maze(random, "switches", names);
    let (open, shut) = (names.other, names.thing);
    draft.symbol(open);
    draft.symbol(shut);
    let doors = random.within(1, 4);
    scatter(random, &mut draft.grid, shut, doors);
    let plates = scatter(random, &mut draft.grid.clone(), "!", 2);
    draft.regions.push((format!("plate{tag}"), plates));
    scatter(random, &mut draft.grid, a, 1);
    if random.one_in(2) {
        draft.symbol(t);
        let tokens = random.within(1, 2);
        scatter(random, &mut draft.grid, t, tokens);
        draft.rule(
            &format!("push{tag}(dir)"),
            &format!("[{a} | {t} | {f},{open}] -> [{f} | {a} | {t}]"),
        );
    }
    let enters = match random.one_in(2) {
        // The open door is still there when one has gone through.
        true => format!("[{a} | {open} | {f}] -> [{f} | {open} | {a}]"),
        false => format!("[{a} | {open}] -> [{f} | {a}]"),
    };
    draft.rules(
        &format!("walk{tag}(dir)"),
        &[&format!("[{a} | {f}] -> [{f} | {a}]"), &enters],
    );
    match random.below(3) {
        0 => {
            draft.statements.push(format!("var door{tag} = shut, open"));
            draft.rule(
                &format!("press{tag}"),
                &format!("[{a} on plate{tag}] -> [{a}] door{tag} +1"),
            );
            draft.rule(
                &format!("through{tag}(dir)"),
                &format!("[{a} | {shut} | {f}] door{tag} open -> [{f} | {shut} | {a}]"),
            );
        }
        1 => draft.rules(
            &format!("press{tag}"),
            &[
                &format!("[{a} on plate{tag}] [{shut}] -> [{a}] [{open}]"),
                &format!("[{a} on plate{tag}] [{open}] -> [{a}] [{shut}]"),
            ],
        ),
        _ => {
            draft.rule(
                &format!("press{tag}"),
                &format!("[{a} on plate{tag}] -> [{a}]"),
            );
            let press = draft.moves.last_mut().unwrap();
            press.lines = vec![
                format!("[{a} on plate{tag}] [{shut}] -> [{a}] [{open}]"),
                format!("after all [{shut}] -> [{open}]"),
            ];
        }
    }
    let end = somewhere(random, &draft);
    let mut goal = vec![Condition::At(end, a.to_owned())];
    if draft.symbols.iter().any(|s| s == t) && random.one_in(2) {
        goal = vec![Condition::At(end, t.to_owned())];
    }
    draft.goals.push(goal);
    draft
}

/// One-way cells and teleports, perhaps with two agents.
pub(crate) fn portals(random: &mut Random, names: &Names) -> Draft {
    let (a, t, tag, f) = (names.agent, names.token, names.tag, FLOOR);
    let mut draft = maze(random, "portals", names);
    let pads = scatter(random, &mut draft.grid.clone(), "!", 3);
    draft.regions.push((format!("pad{tag}"), pads));
    if random.one_in(2) {
        let oneway = names.thing;
        draft.symbol(oneway);
        scatter(random, &mut draft.grid, oneway, 2);
        let direction = *random.pick(&["right", "up", "down left"]);
        draft.rule(
            &format!("slip{tag}(dir: {direction})"),
            &format!("[{a} | {oneway} | {f}] -> [{f} | {oneway} | {a}]"),
        );
    }
    let agents = random.within(1, 2);
    scatter(random, &mut draft.grid, a, agents);
    match agents {
        1 => draft.rule(
            &format!("walk{tag}(dir)"),
            &format!("[{a} | {f}] -> [{f} | {a}]"),
        ),
        _ if random.one_in(2) => draft.rule(
            &format!("walk{tag}(cell, dir)"),
            &format!("[{a} | {f}] -> [{f} | {a}]"),
        ),
        // Both walk at the same time.
        _ => draft.rule(
            &format!("walk{tag}(dir)"),
            &format!("all [{a} | {f}] -> [{f} | {a}]"),
        ),
    }
    let who = match random.below(3) {
        0 => t,
        _ => a,
    };
    if who == t || random.one_in(2) {
        draft.symbol(t);
        let tokens = random.within(1, 2);
        scatter(random, &mut draft.grid, t, tokens);
        draft.rule(
            &format!("push{tag}(dir)"),
            &format!("[{a} | {t} | {f}] -> [{f} | {a} | {t}]"),
        );
    }
    draft.rule(
        &format!("jump{tag}"),
        &format!("[{who} on pad{tag}] [{f} on pad{tag}] -> [{f}] [{who}]"),
    );
    let end = somewhere(random, &draft);
    let end = Condition::At(
        end,
        if random.one_in(2) {
            who.to_owned()
        } else {
            a.to_owned()
        },
    );
    draft.goals.push(vec![end]);
    draft
}

/// Robots that slide until something stops them.
pub(crate) fn ice(random: &mut Random, names: &Names) -> Draft {
    let tag = names.tag;
    let (rows, columns) = (random.within(3, 5), random.within(3, 6));
    let mut grid = filled(rows, columns, FLOOR);
    scatter(random, &mut grid, WALL, rows * columns / 6);
    let robots = &[names.agent, names.token, names.other][..random.within(1, 3)];
    let count = if robots.len() == 1 { 2 } else { 1 };
    for robot in robots {
        scatter(random, &mut grid, robot, count);
    }
    let mut draft = Draft::new("ice", &[WALL, FLOOR], grid);
    robots.iter().for_each(|robot| draft.symbol(robot));
    if random.one_in(3) {
        walls(random, &mut draft);
    }
    let stop = format!("stop{tag}");
    let all = robots.join(" ");
    draft.statements.push(format!("set {stop} = '#' {all} end"));
    let f = FLOOR;
    let parameters = match count {
        1 => format!("(?r: {all}, dir)"),
        _ => format!("(?r: {all}, cell, dir)"),
    };
    draft.rule(
        &format!("slide{tag}{parameters}"),
        &format!("[?r | {f}* | {f} | {stop}] -> [{f} | {f}* | ?r | {stop}]"),
    );
    let mut goal = vec![Condition::At(
        somewhere(random, &draft),
        robots[0].to_owned(),
    )];
    if random.one_in(3) {
        let robot = random.pick(robots);
        goal.push(Condition::At(
            somewhere(random, &draft),
            (*robot).to_owned(),
        ));
    }
    draft.goals.push(goal);
    draft
}

/// Ice that breaks, as a layer under the agent.
pub(crate) fn layers(random: &mut Random, names: &Names) -> Draft {
    let (a, tag, f) = (names.agent, names.tag, FLOOR);
    let (rows, columns) = (random.within(2, 3), random.within(2, 4));
    let mut grid = filled(rows, columns, FLOOR);
    if random.one_in(2) {
        scatter(random, &mut grid, WALL, 1);
    }
    scatter(random, &mut grid, a, 1);
    for cell in grid.iter_mut().flatten() {
        if cell == FLOOR && random.one_in(3) {
            *cell = format!("_/thin{tag}");
        }
    }
    let mut draft = Draft::new("layers", &[WALL, FLOOR, a], grid);
    draft
        .statements
        .push(format!("layer floor{tag} = firm{tag} thin{tag} hole{tag}"));
    let broken = *random.pick(&["hole", "hole", "thin"]);
    draft.rules(
        &format!("walk{tag}(dir)"),
        &[
            &format!("[{a} on thin{tag} | {f} on not hole{tag}] -> [{f} on {broken}{tag} | {a}]"),
            &format!("[{a} | {f} on not hole{tag}] -> [{f} | {a}]"),
        ],
    );
    if random.one_in(2) {
        draft.rule(
            &format!("mend{tag}(dir)"),
            &format!("[{a} | {f} on hole{tag}] -> [{a} | {f} on thin{tag}]"),
        );
    }
    if random.one_in(2) {
        draft.rule(
            &format!("thaw{tag}"),
            &format!("[{a} on firm{tag}] -> [{a} on thin{tag}]"),
        );
    }
    let end = (random.below(rows), random.below(columns));
    let mut goal = vec![Condition::At(end, a.to_owned())];
    if random.one_in(2) {
        goal.push(Condition::Text(format!("none thin{tag}")));
    }
    if random.one_in(4) {
        goal.push(Condition::Text(format!("exactly 1 hole{tag}")));
    }
    draft.goals.push(goal);
    draft
}

/// Several agents of their own kind, each with costs.
pub(crate) fn fares(random: &mut Random, names: &Names) -> Draft {
    let (a, t, tag, f) = (names.agent, names.token, names.tag, FLOOR);
    let mut draft = maze(random, "fares", names);
    scatter(random, &mut draft.grid, a, 1);
    draft.symbol(t);
    scatter(random, &mut draft.grid, t, 1);
    let cost = |random: &mut Random| {
        *random.pick(&["", " cost 2", " cost 7", " free", " cost 0", " cost 65535"])
    };
    let (one, other) = (cost(random), cost(random));
    draft.rule(
        &format!("walk{tag}(dir){one}"),
        &format!("[{a} | {f}] -> [{f} | {a}]"),
    );
    draft.rule(
        &format!("roll{tag}(dir){other}"),
        &format!("[{t} | {f}] -> [{f} | {t}]"),
    );
    if random.one_in(2) {
        draft.statements.push(format!("var fare{tag} = 1, 3, 5"));
        draft.rule(
            &format!("ride{tag}(dir) cost fare{tag}"),
            &format!("[{a} | {f} | {f}] -> [{f} | {f} | {a}] fare{tag} +1"),
        );
    }
    if random.one_in(2) {
        let third = cost(random);
        draft.rules(
            &format!("leap{tag}(dir){third}"),
            &[
                &format!("[{a} | {t} | {f}] -> [{f} | {t} | {a}] cost 3"),
                &format!("[{a} | '#' | {f}] -> [{f} | '#' | {a}]"),
            ],
        );
    }
    match random.below(4) {
        0 => draft.statements.push("fewest tolls then moves".to_owned()),
        1 => draft.statements.push("fewest moves then tolls".to_owned()),
        2 => draft.statements.push("fewest tolls".to_owned()),
        _ => {}
    }
    let mut goal = vec![Condition::At(somewhere(random, &draft), a.to_owned())];
    if random.one_in(2) {
        goal.push(Condition::At(somewhere(random, &draft), t.to_owned()));
    }
    draft.goals.push(goal);
    if random.one_in(4) {
        let cell = cell_name(somewhere(random, &draft));
        draft
            .goals
            .push(vec![Condition::Text(format!("at {cell} {t}"))]);
    }
    draft
}
