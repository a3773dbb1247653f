//! Tokens that appear, vanish, merge and change, by moves and by what follows moves.

use super::boxes::scatter;
use super::{FLOOR, Names, WALL};
use crate::draft::{Condition, Draft, filled};
use crate::numbers::Random;

/// Everything falls after a move, and some of it vanishes or merges.
pub(crate) fn gravity(random: &mut Random, names: &Names) -> Draft {
    let (t, o, tag, f) = (names.token, names.other, names.tag, FLOOR);
    let (rows, columns) = (random.within(2, 4), random.within(3, 5));
    let mut grid = filled(rows, columns, FLOOR);
    let walls = random.below(3);
    scatter(random, &mut grid, WALL, walls);
    let (ts, os) = (random.within(1, 3), random.within(0, 2));
    scatter(random, &mut grid, t, ts);
    scatter(random, &mut grid, o, os);
    let mut draft = Draft::new("gravity", &[WALL, FLOOR, t, o], grid);
    let unless = match random.below(5) {
        0 => format!(" not down [{t} | {o}]"),
        1 => format!(" not [{t} | {f} | {t}]"),
        2 if random.one_in(2) => format!(" not [{o} | {t}] not up [{t} | {t}]"),
        _ => String::new(),
    };
    draft.rule(
        &format!("push{tag}(cell, dir: left right)"),
        &format!("[{t} | {f}]{unless} -> [{f} | {t}]"),
    );
    if random.one_in(2) {
        draft.rule(
            &format!("lift{tag}(cell)"),
            &format!("up [{o} | {f}] -> [{f} | {o}]"),
        );
    }
    draft.after.push(match random.below(3) {
        0 => format!("all down [{t} | {f}] -> [{f} | {t}]"),
        1 => format!("down [{t} | {f}] -> [{f} | {t}]"),
        _ => format!("all down [?x: {t},{o} | {f}] -> [{f} | ?x]"),
    });
    let stage = ["", "", "then ", "then once ", "then once all "][random.below(5)];
    match random.below(5) {
        0 => draft
            .after
            .push(format!("{stage}[{t} | {t}] -> [{f} | {f}]")),
        1 => draft
            .after
            .push(format!("{stage}down [{t} | {o}] -> [{f} | {o}]")),
        2 => draft
            .after
            .push(format!("{stage}[{t} | {t}] -> [{o} | {f}]")),
        3 => draft.after.push(format!(
            "{stage}[{t} | {o}] not down [{o} | {f}] -> [{o} | {t}]"
        )),
        _ => {}
    }
    let cell = (rows - 1, random.below(columns));
    draft.goals.push(match random.below(3) {
        0 => vec![Condition::Text(format!("none {t}"))],
        1 => vec![Condition::At(cell, t.to_owned())],
        _ => vec![Condition::Text(format!("exactly 1 {t}"))],
    });
    draft
}

/// After a step things go on by themselves: as far as possible, one cell, or all at once; a lamp
/// changes.
pub(crate) fn drifting(random: &mut Random, names: &Names) -> Draft {
    let (a, t, o, tag, f) = (names.agent, names.token, names.other, names.tag, FLOOR);
    let (rows, columns) = (random.within(2, 3), random.within(3, 5));
    let mut grid = filled(rows, columns, FLOOR);
    let (walls, tokens) = (random.below(4), random.within(1, 2));
    scatter(random, &mut grid, WALL, walls);
    scatter(random, &mut grid, t, tokens);
    if random.one_in(2) {
        scatter(random, &mut grid, o, 1);
    }
    scatter(random, &mut grid, a, 1);
    let mut draft = Draft::new("drifting", &[WALL, FLOOR, a, t, o], grid);
    let step = format!("[{a} | {f}] -> [{f} | {a}]");
    let push = format!("[{a} | {t} | {f}] -> [{f} | {a} | {t}]");
    let own = match random.below(5) {
        0 => format!("after {step}"),
        1 => format!("after [{t} | {f}] -> [{f} | {t}]"),
        2 => format!("after all [?x: {t},{o} | {f}] -> [{f} | ?x]"),
        3 => format!("after then once [{a} | {t}] -> [{t} | {a}]"),
        _ => String::new(),
    };
    let mut rules = vec![step.as_str(), push.as_str()];
    rules.retain(|_| !random.one_in(6));
    rules.extend((!own.is_empty()).then_some(own.as_str()));
    if rules.iter().all(|rule| rule.starts_with("after")) {
        rules.insert(0, &step);
    }
    draft.rules(&format!("go{tag}(dir)"), &rules);
    for _ in 0..random.within(1, 2) {
        draft.after.push(match random.below(7) {
            0 => format!("then once all [{t}] -> [{o}]"),
            1 => format!("then once all right [?x: {t},{o} | ?y: {t},{o}] -> [?y | ?x]"),
            2 => format!("then once right [{t} | {f}] -> [{f} | {t}]"),
            3 => format!("then once all right [{a} | {f}] not down [{a} | {t}] -> [{f} | {a}]"),
            4 => format!("then [{t} | {o}] -> [{o} | {o}]"),
            5 => {
                let var = format!("var lamp{tag} = 0..2");
                if !draft.statements.contains(&var) {
                    draft.statements.push(var);
                }
                format!("then once lamp{tag} < 2 -> lamp{tag} +1")
            }
            _ => format!("then once all left [{o} | {f}] -> [{f} | {t}]"),
        });
    }
    let cell = (random.below(rows), random.below(columns));
    let mut goal = vec![Condition::At(cell, [a, t, o][random.below(3)].to_owned())];
    match random.below(4) {
        0 => goal.push(Condition::Text(format!("none {t}"))),
        1 if draft.statements.len() == 1 => goal.push(Condition::Text(format!("lamp{tag} 2"))),
        _ => {}
    }
    draft.goals.push(goal);
    draft
}

/// Pegs that jump over each other and vanish.
pub(crate) fn pegs(random: &mut Random, names: &Names) -> Draft {
    let (t, tag, f) = (names.token, names.tag, FLOOR);
    let (rows, columns) = (random.within(1, 3), random.within(4, 7));
    let mut grid = filled(rows, columns, FLOOR);
    if random.one_in(3) {
        scatter(random, &mut grid, ".", 2);
    }
    let pegs = random.within(3, 7);
    scatter(random, &mut grid, t, pegs);
    let mut draft = Draft::new("pegs", &[FLOOR, t], grid);
    let unless = match random.below(6) {
        0 => format!(" not [{t} | {t} | {t}]"),
        1 => format!(" not up [{t} | {f} | {t}]"),
        _ => String::new(),
    };
    draft.rule(
        &format!("jump{tag}(cell, dir)"),
        &format!("[{t} | {t} | {f}]{unless} -> [{f} | {f} | {t}]"),
    );
    if random.one_in(2) {
        draft.rule(
            &format!("hop{tag}(cell, dir: right)"),
            &format!("[{t} | {f}] -> [{f} | {t}]"),
        );
    }
    if random.one_in(3) {
        draft.rule(
            &format!("split{tag}(cell, dir)"),
            &format!("[{f} | {f} | {t}] -> [{t} | {t} | {f}]"),
        );
    }
    if random.one_in(4) {
        draft.rule(
            &format!("long{tag}(cell, dir)"),
            &format!("[{t} | {t} | {t} | {f}] -> [{f} | {f} | {f} | {t}]"),
        );
    }
    let count = random.within(1, 3);
    let mut goal = vec![Condition::Text(format!("exactly {count} {t}"))];
    if random.one_in(3) {
        let cell = (random.below(rows), random.below(columns));
        goal.push(Condition::At(cell, t.to_owned()));
    }
    draft.goals.push(goal);
    draft
}

/// Tokens that merge to greater ones, and change when they are touched.
pub(crate) fn merging(random: &mut Random, names: &Names) -> Draft {
    let (a, tag, f) = (names.agent, names.tag, FLOOR);
    let (rows, columns) = (random.within(2, 3), random.within(3, 4));
    let mut grid = filled(rows, columns, FLOOR);
    let count = random.within(2, 4);
    for _ in 0..count {
        let digit = ["1", "2", "3"][random.below(2)];
        scatter(random, &mut grid, digit, 1);
    }
    scatter(random, &mut grid, a, 1);
    let mut draft = Draft::new("merging", &["1", "2", "3", FLOOR, a], grid);
    let digits = "1,2,3";
    draft.rules(
        &format!("go{tag}(dir)"),
        &[
            &format!("[{a} | {f}] -> [{f} | {a}]"),
            &format!("[{a} | ?x: {digits} | {f}] -> [{f} | {a} | ?x]"),
        ],
    );
    let push = match random.below(4) {
        0 => format!("[{a} | ?x: 1,2 | ?x] -> [{f} | {a} | ?x+1]"),
        1 => format!("[{a} | ?x: {digits} | {f}] -> [{a} | ?x-1 | {f}]"),
        2 => format!("[{a} | ?x: 1,2 | {f}] -> [{f} | {a} | ?x+1]"),
        _ => format!("[?x: 1,2 | ?x] -> [?x+1 | {f}]"),
    };
    draft.rule(&format!("merge{tag}(dir)"), &push);
    if random.one_in(3) {
        // The wheel has five symbols, so the digits may become floor or the agent.
        draft.rule(
            &format!("spin{tag}(dir)"),
            &format!("[{a} | ?x: {digits}] -> [{a} | ?x+1]"),
        );
    }
    let cell = (random.below(rows), random.below(columns));
    draft.goals.push(match random.below(4) {
        0 => vec![Condition::At(cell, "3".to_owned())],
        1 => vec![
            Condition::Text("exactly 1 3".to_owned()),
            Condition::Text("none 1".to_owned()),
        ],
        2 => vec![Condition::Text("none 1,2".to_owned())],
        _ => vec![Condition::At(cell, "1,2".to_owned())],
    });
    draft
}

/// Things that an agent sets down and takes up: their number changes.
pub(crate) fn sowing(random: &mut Random, names: &Names) -> Draft {
    let (a, o, tag, f) = (names.agent, names.thing, names.tag, FLOOR);
    let (rows, columns) = (random.within(1, 3), random.within(3, 4));
    let mut grid = filled(rows, columns, FLOOR);
    let things = random.within(1, 4);
    scatter(random, &mut grid, o, things);
    scatter(random, &mut grid, a, 1);
    let mut draft = Draft::new("sowing", &[FLOOR, o, a], grid);
    draft.rule(
        &format!("walk{tag}(dir)"),
        &format!("[{a} | {f}] -> [{f} | {a}]"),
    );
    let take = match random.below(3) {
        0 => format!("[{a} | {o}] -> [{f} | {a}]"),
        1 => format!("[{a} | {o} | {o}] -> [{f} | {f} | {a}]"),
        _ => format!("[{o} | {a} | {o}] -> [{f} | {a} | {f}]"),
    };
    draft.rule(&format!("take{tag}(dir)"), &take);
    if random.one_in(2) {
        let sow = match random.below(3) {
            0 => format!("[{a} | {f} | {f}] -> [{o} | {f} | {a}]"),
            1 => format!("[{a} | {f}] -> [{a} | {o}]"),
            _ => format!("[{a} | {f} | {f}] -> [{a} | {o} | {o}]"),
        };
        draft.rule(&format!("sow{tag}(dir: right down)"), &sow);
    }
    if random.one_in(2) {
        draft.statements.push(format!("var bag{tag} = 0..3"));
        draft.rule(
            &format!("pack{tag}(dir)"),
            &format!("[{a} | {o}] bag{tag} < 3 -> [{a} | {f}] bag{tag} +1"),
        );
        draft.rule(
            &format!("drop{tag}(dir)"),
            &format!("[{a} | {f}] bag{tag} > 0 -> [{a} | {o}] bag{tag} -1"),
        );
    }
    let cell = (random.below(rows), random.below(columns));
    draft.goals.push(match random.below(4) {
        0 => vec![Condition::Text(format!("none {o}"))],
        1 => vec![Condition::Text(format!("exactly 2 {o}"))],
        2 => vec![
            Condition::At(cell, a.to_owned()),
            Condition::Text(format!("none {o}")),
        ],
        _ => vec![
            Condition::At(cell, o.to_owned()),
            Condition::Text(format!("exactly 1 {o}")),
        ],
    });
    draft
}
