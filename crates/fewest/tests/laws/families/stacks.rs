//! Things that lie on each other: disks on pegs, water in tubes.

use super::{FLOOR, Names};
use crate::draft::{Condition, Draft, filled};
use crate::numbers::Random;

const LETTERS: [&str; 4] = ["A", "B", "C", "D"];

/// Towers of disks, each row by itself, perhaps with a door that all of them share.
pub(crate) fn towers(random: &mut Random, names: &Names) -> Draft {
    let tag = names.tag;
    let (rows, columns) = *random.pick(&[(1, 4), (1, 5), (2, 2), (2, 3), (3, 2)]);
    let pegs = if rows * columns < 5 && random.one_in(2) {
        4
    } else {
        3
    };
    let grid = filled(rows, columns, "A");
    let mut draft = Draft::new("towers", &LETTERS[..pegs], grid);
    let rule = "left [?from | not ?from,?to* | end] -> [?to | not ?from,?to* | end]";
    if random.one_in(2) {
        draft.rule(&format!("carry{tag}(cell, ?from, ?to)"), rule);
    } else {
        draft.statements.push(format!("var door{tag} = open, shut"));
        let last = (0..rows).map(|row| (row, columns - 1)).collect();
        draft.regions.push((format!("large{tag}"), last));
        draft.rules(
            &format!("carry{tag}(cell, ?from, ?to)"),
            &[&format!("left [?from on large{tag} | not ?from,?to* | end] door{tag} open -> [?to | not ?from,?to* | end] door{tag} shut"), rule],
        );
        if random.one_in(2) {
            draft.rule(
                &format!("open{tag}"),
                &format!("door{tag} shut -> door{tag} open"),
            );
        }
    }
    let last = LETTERS[pegs - 1];
    draft.goals.push(match random.below(3) {
        0 => vec![
            Condition::At((0, columns - 1), last.to_owned()),
            Condition::At((rows - 1, 0), last.to_owned()),
        ],
        _ => vec![Condition::Text(format!("all {last}"))],
    });
    draft
}

/// Tubes of coloured water, each a row whose last filled cell is its surface.
pub(crate) fn tubes(random: &mut Random, names: &Names) -> Draft {
    let tag = names.tag;
    let (tubes, depth) = *random.pick(&[(2, 3), (3, 2), (3, 2), (4, 2)]);
    let kinds = random.within(2, 3);
    let mut units: Vec<&str> = (0..(tubes - 1) * depth)
        .map(|unit| LETTERS[unit / depth % kinds])
        .collect();
    random.shuffle(&mut units);
    let mut grid = filled(tubes, depth, FLOOR);
    for (unit, letter) in units.iter().enumerate() {
        grid[unit / depth][unit % depth] = (*letter).to_owned();
    }
    let symbols: Vec<&str> = std::iter::once(FLOOR)
        .chain(LETTERS[..kinds].iter().copied())
        .collect();
    let mut draft = Draft::new("tubes", &symbols, grid);
    let wet = LETTERS[..kinds].join(",");
    let feet = format!("feet{tag}");
    draft
        .regions
        .push((feet.clone(), (0..tubes).map(|row| (row, 0)).collect()));
    let from = format!("right [?* | ?x: {wet} | _* | end]");
    let left = "[?* | _ | _* | end]";
    let mut rules = vec![format!(
        "{from} right [_ | _* | end] -> {left} [?x | _* | end]"
    )];
    let below = if random.one_in(3) { "?y" } else { "?x" };
    rules.push(format!(
        "{from} right [?* | {below}: {wet} | _ | _* | end] -> {left} [?* | {below} | ?x | _* | end]"
    ));
    let rules: Vec<&str> = rules.iter().map(String::as_str).collect();
    draft.rules(
        &format!("pour{tag}(from: cell {feet}, to: cell {feet})"),
        &rules,
    );
    let tube = |row| Condition::Same((0..depth).map(|column| (row, column)).collect());
    draft.goals.push((0..tubes).map(tube).collect());
    draft
}
