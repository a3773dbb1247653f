//! Random mixtures of rules that each break some simple argument about puzzles: what is true of most
//! moves, or of most labels, or only of labels that are not added to.

use fewest_lang::read;

use super::examine_within;
use crate::plain;

/// Rules that carry, exchange, merge, split, count, wear out, jump over, go one way, open walls.
const MOVES: [&str; 24] = [
    "walk(dir)~  [m | _] -> [_ | m]",
    "kick(dir)~  [m | a | _] -> [m | _ | a]",
    "push(dir)~  [m | a | _] -> [_ | m | a]",
    "shove(dir)~  [m | ?x: a,b | _] -> [_ | m | ?x]",
    "pull(dir)~  [_ | m | a] -> [m | a | _]",
    "wear(dir)~  [m | ?h: 0,1] -> [?h+1 | m]",
    "wind(dir)~  [m | ?h: 0,1,2] -> [?h-1 | m]",
    "count(cell)~  [?h: 0,1,2,m] -> [?h+1]",
    "swap(dir)~  [a | b] -> [b | a]",
    "leap(dir)~  [a | b | _] -> [_ | b | a]",
    "vault(dir)~  [m | x | _] -> [_ | x | m]",
    "throw(dir)~  [m | a | x | _] -> [_ | m | x | a]",
    "merge(dir)~  [a | a | _] -> [_ | _ | b]",
    "split(dir)~  [b | _] -> [a | a]",
    "drift~  right [a | _] -> [_ | a]",
    "slide(dir)~  [?x: a,b,m | _] -> [_ | ?x]",
    "cycle(dir)~  [?x | ?y | ?z] -> [?y | ?z | ?x]",
    "melt(dir)~  [m | a | x] -> [_ | m | _]",
    "change(dir)~  [m | a] -> [m | b]~  [m | b] -> [m | a]",
    "tick(dir)~  [m | _] n < 2 -> [_ | m] n +1",
    "wheel(dir)~  [a | _] n 2 -> [_ | a] n 0~  [b | _] n 0 -> [_ | b] n 2",
    "spread(dir)~  [?x: a,b | _ | ?x] -> [?x | ?x | ?x]",
    "beside(dir)~  [?x: a,b,0 | ?x | _] -> [_ | ?x | ?x]",
    "pass~  n >= 0 -> n +1",
];

const GOALS: [&str; 14] = [
    "at r1c1 m",
    "none a",
    "exactly 2 a",
    "same r1c1 r1c2",
    "on place a",
    "at r1c2 a and at r3c3 b",
    "at r1c2 a\ngoal at r3c1 b and n 2",
    "n 2 and at r3c3 m",
    "some place b and none m",
    "on place a,b and at r2c2 _",
    "at r1c1 2 and at r3c3 a",
    "same r1c1 r2c2 and same r1c2 r3c3",
    "same r1c1 r1c2 r1c3 and same r2c1 r2c2",
    "same r1c1 r2c1 r3c1\ngoal same r1c1 r2c1 r2c2",
];

pub(super) struct Random(pub(super) u64);

impl Random {
    pub(super) fn below(&mut self, n: usize) -> usize {
        // The constants are from D. E. Knuth's MMIX.
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % n
    }

    fn of<T: Copy>(&mut self, all: &[T]) -> T {
        all[self.below(all.len())]
    }
}

/// A puzzle of 3×3 or 3×4 cells with some of the rules, a goal or two, and costs or none.
fn mixture(random: &mut Random) -> String {
    let measure = random.of(&["", "", "fewest cost\n", "fewest cost then moves\n"]);
    let columns = 3 + random.below(2);
    let mut moves = String::new();
    let mut rules: Vec<&str> = MOVES.to_vec();
    for _ in 0..2 + random.below(4) {
        let rule = rules.swap_remove(random.below(rules.len()));
        let cost = match measure {
            "" => "",
            _ if moves.is_empty() => " cost 2",
            _ => random.of(&["", " cost 0", " cost 2", " cost 60000"]),
        };
        moves +=
            &format!("move {}\n", rule.replacen('~', &format!("{cost}\n"), 1)).replace('~', "\n");
    }
    let mut cells = vec!["_"; 3 * columns];
    for _ in 0..3 + random.below(5) {
        let at = random.below(cells.len());
        cells[at] = random.of(&["a", "a", "b", "0", "1", "2", "x", "x"]);
    }
    let at = random.below(cells.len());
    cells[at] = "m";
    let rows: Vec<String> = cells.chunks(columns).map(|row| row.join(" ")).collect();
    let text = format!(
        "puzzle mixture\nsymbols _ 0 1 2 m a b x\nvar n = 0..2\nregion place = r1c1 r3c2\n{measure}{moves}\
         start\n  {}\n",
        rows.join("\n  "),
    );
    let goals = 1 + random.below(3) / 2;
    let goals: Vec<String> = (0..goals)
        .map(|_| match random.below(3) {
            0 => random.of(&GOALS).to_owned(),
            _ => ahead(&text, columns, random),
        })
        .collect();
    text.replacen(
        "start\n",
        &format!("goal {}\nstart\n", goals.join("\ngoal ")),
        1,
    )
}

/// A goal that some moves of the puzzle in `text`, which has no goal yet, lead to: the contents of a few
/// cells after a random walk.
fn ahead(text: &str, columns: usize, random: &mut Random) -> String {
    let text = text.replacen("start\n", "goal n 2\nstart\n", 1);
    let board = read(&text).unwrap().0.start().unwrap();
    let (ground, mut state) = (&board.ground, board.start.clone());
    for _ in 0..random.below(20) {
        let rules = plain::applied(ground, &state);
        if rules.is_empty() {
            break;
        }
        let rule = rules[random.below(rules.len())];
        state = plain::after_all(ground, rule, &state).unwrap();
    }
    let cells: Vec<String> = (0..2 + random.below(3))
        .map(|_| {
            let cell = random.below(3 * columns);
            let name = format!("r{}c{}", cell / columns + 1, cell % columns + 1);
            let positions = ground.positions.iter();
            let at = positions
                .enumerate()
                .find(|(_, position)| position.name == name);
            let (at, position) = at.unwrap();
            let label = &ground.domains[position.domain].labels[usize::from(state[at])];
            format!("at {name} {label}")
        })
        .collect();
    cells.join(" and ")
}

#[test]
fn bounds_of_mixtures_of_rules_are_admissible() {
    let rounds = std::env::var("ROUNDS").map_or(200, |rounds| rounds.parse().unwrap());
    let mut random = Random(5);
    let (mut examined, mut solved, mut added) = (0, 0, 0);
    let mut with_bounds = [0; 6];
    let mut kinds = [0; 2];
    for _ in 0..rounds {
        let Some(found) = examine_within(&mixture(&mut random), 3_000) else {
            continue;
        };
        examined += 1;
        solved += usize::from(found.moves.is_some_and(|moves| moves > 0));
        added += found.added_patterns;
        for (name, ..) in &found.bounds {
            let all = fewest_ground::analysis::HeuristicName::ALL;
            with_bounds[all.iter().position(|other| other == name).unwrap()] += 1;
        }
        kinds[0] += usize::from(found.dead_ends > 0);
        kinds[1] += usize::from(found.regions);
    }
    let seen = format!("{examined} {solved} {added} {with_bounds:?} {kinds:?}");
    assert!(examined * 10 > rounds * 8 && solved * 8 > rounds, "{seen}");
    assert!(added * 20 > rounds, "{seen}");
    assert!(
        with_bounds.iter().all(|&times| times * 100 > rounds),
        "{seen}"
    );
    assert!(kinds.iter().all(|&times| times * 300 > rounds), "{seen}");
}
