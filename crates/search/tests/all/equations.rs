//! Linear equations modulo any number, compared with a trial of all vectors.

use fewest_rules::{Limits, Meter};
use fewest_search::modular::{ModularSystem, Modulus, Step};

use crate::machines::Random;

type Row = (Vec<u8>, u8);

/// The left side of an equation, for the values `x` of the unknowns.
fn sum(modulus: u8, coefficients: &[u8], x: &[u8]) -> u8 {
    let products = coefficients.iter().zip(x);
    let sum: u32 = products.map(|(&a, &b)| u32::from(a) * u32::from(b)).sum();
    (sum % u32::from(modulus)) as u8
}

/// All solutions, in lexicographic order.
fn by_trial(modulus: u8, rows: &[Row], unknowns: usize) -> Vec<Vec<u8>> {
    let count = usize::from(modulus).pow(unknowns as u32);
    let vector = |mut number: usize| {
        let mut x = vec![0; unknowns];
        for entry in x.iter_mut().rev() {
            *entry = (number % usize::from(modulus)) as u8;
            number /= usize::from(modulus);
        }
        x
    };
    let all = (0..count).map(vector);
    all.filter(|x| {
        rows.iter()
            .all(|(row, wanted)| sum(modulus, row, x) == *wanted)
    })
    .collect()
}

/// Every combination of `one` and the differences that takes each less often than its order.
fn combinations(modulus: u8, one: &[u8], differences: &[(Vec<u8>, u8)]) -> Vec<Vec<u8>> {
    let mut all = vec![one.to_vec()];
    for (difference, order) in differences {
        let times = |x: &Vec<u8>, t: u8| {
            let entries = x.iter().zip(difference);
            let entry = |(&a, &b): (&u8, &u8)| {
                ((u32::from(a) + u32::from(t) * u32::from(b)) % u32::from(modulus)) as u8
            };
            entries.map(entry).collect::<Vec<u8>>()
        };
        let more = all
            .iter()
            .flat_map(|x| (0..*order).map(move |t| times(x, t)));
        all = more.collect();
    }
    all.sort();
    all
}

fn agrees(modulus: u8, rows: &[Row], unknowns: usize) -> bool {
    let limits = Limits::default();
    let mut meter = Meter::new(&limits);
    let case = format!("{rows:?} modulo {modulus}");
    let coefficients = rows.iter().map(|(row, _)| row.clone());
    let of = Modulus::new(modulus).unwrap();
    let system = ModularSystem::new(of, coefficients, unknowns, &mut meter).unwrap();
    let wanted: Vec<u8> = rows.iter().map(|&(_, wanted)| wanted).collect();
    let solutions = by_trial(modulus, rows, unknowns);
    match system.solve(&wanted) {
        Ok(found) => {
            let all = combinations(modulus, &found.one, &found.differences);
            assert_eq!(all, solutions, "{case}");
            let weight = |x: &&Vec<u8>| x.iter().map(|&t| u32::from(t)).sum::<u32>();
            let least = solutions.iter().map(|x| weight(&x)).min().unwrap();
            let last = solutions.iter().rfind(|x| weight(x) == least);
            assert_eq!(
                found.least(&Step::by_one(unknowns), &mut meter).as_ref(),
                Ok(last.unwrap()),
                "{case}"
            );
            true
        }
        Err(contradiction) => {
            assert!(solutions.is_empty(), "{case}");
            let total = |entry: &dyn Fn(&Row) -> u8| {
                let terms = contradiction.iter();
                let terms =
                    terms.map(|&(at, times)| u32::from(times) * u32::from(entry(&rows[at])));
                terms.sum::<u32>() % u32::from(modulus)
            };
            for unknown in 0..unknowns {
                assert_eq!(total(&|(row, _)| row[unknown]), 0, "{case}");
            }
            assert_ne!(total(&|(_, wanted)| *wanted), 0, "{case}");
            false
        }
    }
}

#[test]
fn equations_have_the_solutions_that_trial_finds() {
    let mut random = Random(5);
    let mut solved = [0; 2];
    for _ in 0..4_000 {
        let modulus = 2 + random.below(12) as u8;
        let unknowns = match modulus {
            2..=4 => random.below(7),
            5..=7 => random.below(5),
            _ => random.below(4),
        };
        // Entries with common divisors are the hard ones.
        let divisors: Vec<u8> = (1..modulus)
            .filter(|d| modulus.is_multiple_of(*d))
            .collect();
        let mut entry = || {
            let divisor = divisors[random.below(divisors.len())];
            (random.below(usize::from(modulus)) as u8 * divisor) % modulus
        };
        let rows = usize::from(entry()) % 5;
        let mut row = || ((0..unknowns).map(|_| entry()).collect(), entry());
        let rows: Vec<Row> = (0..rows).map(|_| row()).collect();
        solved[usize::from(agrees(modulus, &rows, unknowns))] += 1;
    }
    assert!(solved.iter().all(|&times| times > 300), "{solved:?}");
}

/// The lexicographically greatest of the shortest lists of steps that solve the equations, found by
/// trying all lists: how often each step is made. `None` if there is none of up to `most` steps.
fn fewest_by_trial(
    modulus: u8,
    rows: &[Row],
    unknowns: usize,
    steps: &[Step],
    most: u8,
) -> Option<Vec<u8>> {
    fn spread(total: u8, over: usize) -> Vec<Vec<u8>> {
        match over {
            0 if total == 0 => vec![vec![]],
            0 => vec![],
            _ => (0..=total)
                .rev()
                .flat_map(|first| {
                    let rest = spread(total - first, over - 1).into_iter();
                    rest.map(move |rest| [vec![first], rest].concat())
                })
                .collect(),
        }
    }
    let solves = |times: &Vec<u8>| {
        let mut x = vec![0; unknowns];
        for (&times, step) in times.iter().zip(steps) {
            let added = u32::from(times) * u32::from(step.amount) + u32::from(x[step.unknown]);
            x[step.unknown] = (added % u32::from(modulus)) as u8;
        }
        let mut rows = rows.iter();
        rows.all(|(row, wanted)| sum(modulus, row, &x) == *wanted)
    };
    (0..=most).find_map(|total| spread(total, steps.len()).into_iter().find(&solves))
}

#[test]
fn the_fewest_steps_are_those_that_trial_finds() {
    let mut random = Random(7);
    let limits = Limits::default();
    let mut solved = 0;
    for _ in 0..1_500 {
        let modulus = 2 + random.below(6) as u8;
        let unknowns = 1 + random.below(3);
        let mut number = |below: u8| random.below(below.into()) as u8;
        let rows: Vec<Row> = (0..2)
            .map(|_| {
                (
                    (0..unknowns).map(|_| number(modulus)).collect(),
                    number(modulus),
                )
            })
            .collect();
        // Steps of 1, so that every value is reached, and others in any order.
        let mut steps = Step::by_one(unknowns);
        for _ in 0..2 {
            let unknown = usize::from(number(unknowns as u8));
            let amount = number(modulus);
            let at = usize::from(number(steps.len() as u8 + 1));
            steps.insert(at, Step { unknown, amount });
        }
        let case = format!("{rows:?} modulo {modulus}, {steps:?}");
        let mut meter = Meter::new(&limits);
        let coefficients = rows.iter().map(|(row, _)| row.clone());
        let of = Modulus::new(modulus).unwrap();
        let system = ModularSystem::new(of, coefficients, unknowns, &mut meter).unwrap();
        let wanted: Vec<u8> = rows.iter().map(|&(_, wanted)| wanted).collect();
        let Ok(solutions) = system.solve(&wanted) else {
            continue;
        };
        let least = solutions.least(&steps, &mut meter).unwrap();
        let most = 3 * modulus;
        assert_eq!(
            Some(least),
            fewest_by_trial(modulus, &rows, unknowns, &steps, most),
            "{case}"
        );
        solved += 1;
    }
    assert!(solved > 500, "{solved}");
}

/// Two equations in eight unknowns modulo 4 have thousands of solutions, but few values of their
/// sums.
#[test]
fn few_equations_in_many_unknowns_have_the_same_least_solution() {
    let mut random = Random(6);
    for _ in 0..20 {
        let mut row = || {
            let mut entry = || random.below(4) as u8;
            ((0..8).map(|_| entry()).collect(), entry())
        };
        let rows: Vec<Row> = vec![row(), row()];
        agrees(4, &rows, 8);
    }
}

#[test]
fn a_large_modulus_does_not_overflow() {
    for modulus in [251, 255] {
        for entry in [1, 2, 85, 250] {
            assert!(agrees(modulus, &[(vec![entry, 1], 250)], 2));
            agrees(modulus, &[(vec![entry, 85], 1)], 2);
        }
    }
}
