//! Labels that carry something: a counter, a rare mover among frequent ones.

use super::boxes::scatter;
use super::{FLOOR, Names, WALL};
use crate::draft::{Condition, Draft, filled};
use crate::numbers::Random;

/// A walker changes the numbers over which it goes.
pub(crate) fn counter(random: &mut Random, names: &Names) -> Draft {
    let (agent, token, tag) = (names.agent, names.token, names.tag);
    let (rows, columns) = (random.within(1, 2), random.within(3, 6));
    let modulus = random.within(2, 4);
    let digits = &["0", "1", "2", "3"][..modulus];
    let mut grid = filled(rows, columns, "0");
    for cell in grid.iter_mut().flatten() {
        if random.one_in(5) {
            *cell = random.pick(digits).to_string();
        }
    }
    let at = (random.below(rows), random.below(columns));
    grid[at.0][at.1] = agent.to_owned();
    if random.one_in(2) {
        // Something that moves beside it and has nothing to do with it.
        grid.push(vec![WALL.to_owned(); columns]);
        let mut lane = vec![WALL.to_owned(); columns];
        lane[0] = token.to_owned();
        lane[1] = "0".to_owned();
        grid.push(lane);
    }
    let mut draft = Draft::new("counter", digits, grid);
    draft.symbol(agent);
    let plus = *random.pick(&["+1", "-1", "+2", ""]);
    let digit = match random.below(3) {
        0 => digits.join(","),
        1 => digits[..modulus - 1].join(","),
        _ => digits[1..].join(","),
    };
    draft.rule(
        &format!("step{tag}(dir)"),
        &format!("[{agent} | ?x: {digit}] -> [?x{plus} | {agent}]"),
    );
    draft.symbol(token);
    draft.symbol(WALL);
    if draft.rows() > rows {
        draft.rule(
            &format!("fidget{tag}(dir)"),
            &format!("[{token} | 0] -> [0 | {token}]"),
        );
    }
    let end = (random.below(rows), random.below(columns));
    let mut goal = vec![Condition::At(end, agent.to_owned())];
    if random.one_in(2) {
        draft.statements.push(format!("var key{tag} = no, yes"));
        let place = (random.below(rows), random.below(columns));
        draft.regions.push((format!("shrine{tag}"), vec![place]));
        draft.rule(
            &format!("take{tag}"),
            &format!("[{agent} on shrine{tag}] key{tag} no -> key{tag} yes"),
        );
        goal.push(Condition::Text(format!("key{tag} yes")));
    }
    if random.one_in(2) {
        let place = (random.below(rows), random.below(columns));
        if place != end {
            goal.push(Condition::At(place, random.pick(digits).to_string()));
        }
    }
    draft.goals.push(goal);
    draft
}

/// One label that every rule needs, and others that it moves seldom.
pub(crate) fn movers(random: &mut Random, names: &Names) -> Draft {
    // On large boards the frequent mover moves by few of the rules.
    let (rows, columns, most) = *random.pick(&[
        (2, 3, 4),
        (3, 3, 2),
        (3, 3, 3),
        (3, 4, 2),
        (2, 5, 2),
        (2, 4, 2),
    ]);
    let (agent, tag) = (names.agent, names.tag);
    let letters = &["A", "B", "C", "D"][..random.within(2, most)];
    let mut grid = filled(rows, columns, FLOOR);
    scatter(random, &mut grid, agent, 1);
    for letter in letters {
        scatter(random, &mut grid, letter, 1);
    }
    let mut draft = Draft::new("movers", &[FLOOR, agent], grid);
    let (f, a) = (FLOOR, agent);
    draft.rule(
        &format!("walk{tag}(dir)"),
        &format!("[{a} | {f}] -> [{f} | {a}]"),
    );
    let shapes: [fn(&str, &str, &str) -> String; 6] = [
        |a, l, f| format!("[{a} | {l} | {f}] -> [{a} | {f} | {l}]"),
        |a, l, f| format!("[{a} | {l} | {f}] -> [{f} | {a} | {l}]"),
        |a, l, _| format!("[{a} | {l}] -> [{l} | {a}]"),
        |a, l, f| format!("[{a} | {f} | {l}] -> [{a} | {l} | {f}]"),
        |a, l, f| format!("[{f} | {a} | {l}] -> [{a} | {l} | {f}]"),
        |_, l, f| format!("[{l} | {f}] -> [{f} | {l}]"),
    ];
    // A label that is kicked stays behind the frequent mover, which then moves by few rules.
    let one = *random.pick(&[0, 0, 0, 3, 1, 2, 4, 5]);
    let mixed = random.one_in(3);
    // Two ways to move a letter from afar, so that the frequent mover takes part in few rules.
    let attracts = !mixed && random.one_in(2);
    for letter in letters {
        draft.symbol(letter);
        let shape = match mixed && random.one_in(2) {
            true => random.below(shapes.len()),
            false => one,
        };
        draft.rule(
            &format!("kick{letter}{tag}(dir)"),
            &shapes[shape](a, letter, f),
        );
        if attracts {
            let other = if shape == 0 { 3 } else { 0 };
            draft.rule(
                &format!("draw{letter}{tag}(dir)"),
                &shapes[other](a, letter, f),
            );
        }
    }
    let mut goal = Vec::new();
    for letter in letters {
        if random.one_in(4) && !goal.is_empty() {
            continue;
        }
        let cell = (random.below(rows), random.below(columns));
        goal.push(Condition::At(cell, (*letter).to_owned()));
    }
    draft.goals.push(goal);
    draft
}

/// Agents that become another symbol with each step, going round all symbols or not.
pub(crate) fn ageing(random: &mut Random, names: &Names) -> Draft {
    let tag = names.tag;
    let (rows, columns) = (random.within(2, 3), random.within(3, 5));
    let mut grid = filled(rows, columns, FLOOR);
    scatter(random, &mut grid, WALL, rows * columns / 5);
    let ages = ["1", "2", "3", "4"];
    let agents = random.within(1, 2);
    for _ in 0..agents {
        let age = random.below(2);
        scatter(random, &mut grid, ages[age], 1);
    }
    let mut draft = Draft::new("ageing", &[WALL, FLOOR, "1", "2", "3", "4"], grid);
    let cell = if agents > 1 { "cell, " } else { "" };
    let step = match random.below(4) {
        0 => "[?k: 1,2,3 | _] -> [_ | ?k+1]",
        1 => "[?k: 2,3,4 | _] -> [_ | ?k-1]",
        2 => "[?k: 1,2 | _] -> [_ | ?k+2]",
        _ => "[?k: 1,2,3,4 | _] -> [_ | ?k]",
    };
    draft.rule(&format!("step{tag}({cell}dir)"), step);
    let change = match random.below(4) {
        0 => "[4] -> [1]",
        1 => "[?k: 1,2,3] -> [?k+1]",
        2 => "[4 | ?k: 1,2] -> [?k | 4]",
        _ => "[?k: 3,4] -> [?k-2]",
    };
    let parameters = if change.contains('|') {
        "(cell, dir)"
    } else {
        "(cell)"
    };
    draft.rule(&format!("change{tag}{parameters}"), change);
    if random.one_in(3) {
        draft.rule(
            &format!("hop{tag}({cell}dir)"),
            "[?k: 1,3 | ? | _] -> [_ | ? | ?k]",
        );
    }
    let end = (random.below(rows), random.below(columns));
    let age = *random.pick(&["1", "3", "4", "1,2", "2,4"]);
    let mut goal = vec![Condition::At(end, age.to_owned())];
    if random.one_in(4) {
        goal.push(Condition::Text("none 1".to_owned()));
    }
    draft.goals.push(goal);
    draft
}
