//! Families of nasty puzzles. Random rules alone hardly ever reach a shortcut; each family has the
//! shape that some of them look for.

mod boards;
mod boxes;
mod carried;
mod falling;
mod mazes;
mod stacks;
mod walkers;

use crate::draft::{Cell, Condition, Draft, quoted};
use crate::numbers::Random;

/// The symbols of a family. Two families on one board have the same floor and walls, and perhaps
/// the same agent and tokens.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Names {
    pub(crate) agent: &'static str,
    pub(crate) token: &'static str,
    /// What a token may become.
    pub(crate) other: &'static str,
    /// What is met once: a dot, a door, a hole.
    pub(crate) thing: &'static str,
    /// What makes the names of moves, regions and variables unique.
    pub(crate) tag: &'static str,
}

pub(crate) const FLOOR: &str = "_";
pub(crate) const WALL: &str = "#";

const FIRST: Names = Names {
    agent: "@",
    token: "$",
    other: "%",
    thing: "o",
    tag: "a",
};
const SECOND: Names = Names {
    agent: "Q",
    token: "b",
    other: "p",
    thing: "u",
    tag: "z",
};

/// Two puzzles of at most this many states are put on one board.
pub(crate) const FEW: usize = 60;

/// A family: makes a puzzle.
type Family = fn(&mut Random, &Names) -> Draft;

/// Families that reach more shortcuts than others stand here several times.
const FAMILIES: &[Family] = &[
    boxes::corral,
    boxes::corral,
    boxes::corral,
    boxes::corridor,
    boxes::corridor,
    boxes::pocket,
    boxes::pocket,
    boxes::warehouse,
    boxes::warehouse,
    carried::movers,
    carried::movers,
    carried::ageing,
    walkers::snake,
    walkers::dots,
    carried::counter,
    carried::counter,
    carried::movers,
    mazes::switches,
    mazes::portals,
    mazes::ice,
    mazes::layers,
    mazes::fares,
    falling::gravity,
    falling::drifting,
    falling::drifting,
    falling::pegs,
    falling::merging,
    falling::sowing,
    boards::presses,
    boards::copying,
    boards::copying,
    boards::permutations,
    boards::sorting,
    stacks::towers,
    stacks::tubes,
    boards::tiles,
    boards::jugs,
    boards::pieces,
    boards::chessmen,
];

/// A puzzle of one family or of two, perhaps with random rules. `size` counts the states of a small
/// puzzle.
pub(crate) fn puzzle(random: &mut Random, size: &dyn Fn(&Draft) -> Option<usize>) -> Draft {
    let mut draft = random.pick(FAMILIES)(random, &FIRST);
    // Half of the pairs have the same symbols, so that the rules of one move what is on the board of
    // the other.
    let names = match random.one_in(2) {
        true => SECOND,
        false => Names {
            tag: SECOND.tag,
            ..FIRST
        },
    };
    match random.below(12) {
        0 | 1 => {
            let one = small(random, &FIRST, size);
            let other = small(random, &names, size);
            draft = merged(random, one, other);
        }
        2 => {
            // The rules of another family on the same board.
            let other = random.pick(FAMILIES)(random, &names);
            let plain = |s: &&String| !s.starts_with("fewest ") && !s.starts_with("pieces ");
            draft
                .statements
                .extend(other.statements.iter().filter(plain).cloned());
            other.symbols.iter().for_each(|symbol| draft.symbol(symbol));
            draft.regions.extend(other.regions);
            draft.moves.extend(other.moves);
        }
        _ => {}
    }
    if random.one_in(4) {
        boxes::random_rule(random, &mut draft);
    }
    if random.one_in(12) {
        follow(random, &mut draft);
    }
    if random.one_in(10) {
        let cell = (random.below(draft.rows()), random.below(draft.columns()));
        let symbol: &String = random.pick(&draft.symbols);
        let symbol = quoted(symbol);
        draft.goals.push(vec![Condition::At(cell, symbol)]);
    }
    draft
}

/// A puzzle with few states.
fn small(random: &mut Random, names: &Names, size: &dyn Fn(&Draft) -> Option<usize>) -> Draft {
    let mut draft = random.pick(FAMILIES)(random, names);
    for _ in 0..8 {
        if size(&draft).is_some_and(|states| (3..=FEW).contains(&states)) {
            break;
        }
        draft = random.pick(FAMILIES)(random, names);
    }
    draft
}

/// Adds a rule that follows every move.
fn follow(random: &mut Random, draft: &mut Draft) {
    let symbols: Vec<String> = draft.symbols.iter().map(|s| quoted(s)).collect();
    let (one, other) = (random.pick(&symbols), random.pick(&symbols));
    // Nothing is made of what it makes, so that it ends.
    if let (Some(from), Some(to)) = (symbols.first(), symbols.last())
        && from != to
        && (one, other) != (from, to)
    {
        let all = if random.one_in(2) { "all " } else { "" };
        draft.after.push(format!(
            "{all}[{one} | {other} | {from}] -> [{one} | {other} | {to}]"
        ));
    }
}

/// Two puzzles side by side on one board.
fn merged(random: &mut Random, one: Draft, other: Draft) -> Draft {
    let gap = random.below(2);
    let across = one.columns() + gap;
    let rows = one.rows().max(other.rows());
    let (left, right) = (one.columns(), other.columns());
    let mut all = one;
    all.families.extend(other.families);
    all.torus = false;
    all.grid.resize(rows, vec![".".to_owned(); left]);
    for (row, cells) in all.grid.iter_mut().enumerate() {
        cells.resize(across, ".".to_owned());
        match other.grid.get(row) {
            Some(own) => cells.extend(own.iter().cloned()),
            None => cells.extend(vec![".".to_owned(); right]),
        }
    }
    other.symbols.iter().for_each(|symbol| all.symbol(symbol));
    let moved = |(row, column): Cell| (row, column + across);
    for (name, cells) in other.regions {
        all.regions
            .push((name, cells.into_iter().map(moved).collect()));
    }
    all.walls
        .extend(other.walls.into_iter().map(|(a, b)| (moved(a), moved(b))));
    for statement in other.statements {
        let fewest = |s: &String| s.starts_with("fewest ");
        if !fewest(&statement) || !all.statements.iter().any(fewest) {
            all.statements.push(statement);
        }
    }
    all.moves.extend(other.moves);
    all.after.extend(other.after);
    let moved = |condition: Condition| match condition {
        Condition::At(cell, symbols) => Some(Condition::At(moved(cell), symbols)),
        Condition::Same(cells) => Some(Condition::Same(cells.into_iter().map(moved).collect())),
        Condition::Board(_) => None,
        condition => Some(condition),
    };
    let second: Vec<Condition> = other
        .goals
        .into_iter()
        .flatten()
        .filter_map(moved)
        .collect();
    for goal in &mut all.goals {
        goal.retain(|condition| !matches!(condition, Condition::Board(_)));
        goal.extend(second.iter().cloned());
    }
    all.goals.retain(|goal| !goal.is_empty());
    all
}
