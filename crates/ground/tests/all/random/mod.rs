//! Ground rules drawn at random: few labels in several domains, sets, equal
//! labels, copies that add, rules that overlap.

use fewest_ground::{
    Consequences, Domain, Ground, Label, LabelSet, Position, Program, ProgramStage, Rule,
    RuleGroup, Test, Value, Write,
};

/// Numbers that look random (Marsaglia's xorshift).
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    /// A number below `n`.
    pub(crate) fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % n
    }

    fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }
}

/// A puzzle of up to `positions` positions and `rules` rules, and a start.
pub(crate) fn ground(seed: u64, positions: usize, rules: usize) -> (Ground, Vec<Label>) {
    let random = &mut Random::new(seed);
    let most = [3, 5, 9, 20, 64][random.below(5)];
    let domains: Vec<Domain> = (0..1 + random.below(3))
        .map(|_| {
            let labels = 1 + random.below(most);
            Domain {
                labels: (0..labels).map(|label| label.to_string()).collect(),
            }
        })
        .collect();
    let positions: Vec<Position> = (0..1 + random.below(positions))
        .map(|i| Position {
            name: i.to_string(),
            domain: random.below(domains.len()),
        })
        .collect();
    let mut ground = Ground {
        name: "random".to_owned(),
        domains,
        positions,
        moves: (0..1 + random.below(rules))
            .map(|i| format!("m{i}"))
            .collect(),
        rules: Vec::new(),
        goals: Vec::new(),
        start: None,
        measure: None,
        consequences: Consequences::default(),
    };
    let adding = random.one_in(2);
    let constants = random.one_in(2);
    let tests = random.below(4);
    for _ in 0..1 + random.below(rules) {
        let of = random.below(ground.moves.len());
        let tests = conjunction(random, &ground, tests);
        let mut writes: Vec<Write> = Vec::new();
        for _ in 0..random.below(5) {
            let position = random.below(ground.positions.len());
            if writes.iter().all(|write| write.position != position) {
                let value = value(random, &ground, position, adding, constants);
                writes.push(Write { position, value });
            }
        }
        ground.rules.push(Rule {
            of,
            tests,
            writes,
            cost: 1,
        });
    }
    ground.rules.sort_by_key(|rule| rule.of);
    for _ in 0..random.below(4) {
        let goal = conjunction(random, &ground, 3);
        ground.goals.push(goal);
    }
    let start = state(random, &ground);
    if random.one_in(3) {
        follow(random, &mut ground);
    }
    (ground, start)
}

/// Adds consequences to the rules of the moves.
fn follow(random: &mut Random, ground: &mut Ground) {
    let mut consequences = Consequences::default();
    for _ in 0..1 + random.below(3) {
        let rules = (0..1 + random.below(4)).map(|_| {
            let tests = conjunction(random, ground, 3);
            let mut writes: Vec<Write> = Vec::new();
            for _ in 0..1 + random.below(3) {
                let position = random.below(ground.positions.len());
                if writes.iter().all(|write| write.position != position) {
                    let adding = random.one_in(6);
                    let value = value(random, ground, position, adding, false);
                    writes.push(Write { position, value });
                }
            }
            let of = 0;
            Rule {
                of,
                tests,
                writes,
                cost: 1,
            }
        });
        let rules = rules.collect();
        let everywhere = random.one_in(2);
        consequences.groups.push(RuleGroup {
            rules,
            everywhere,
            unless: Vec::new(),
        });
    }
    let groups = consequences.groups.len();
    for number in 0..groups {
        if random.one_in(4) {
            consequences.groups[number].unless = vec![random.below(groups)];
        }
    }
    for _ in 0..1 + random.below(3) {
        let unless = random.one_in(4).then(|| random.below(groups));
        let stages = (0..random.below(3)).map(|_| ProgramStage {
            groups: (0..random.below(3)).map(|_| random.below(groups)).collect(),
            repeats: random.one_in(2),
        });
        let stages = stages.collect();
        consequences.programs.push(Program {
            unless: unless.into_iter().collect(),
            stages,
        });
    }
    let programs = consequences.programs.len();
    let mut program = |_: &Rule| (!random.one_in(3)).then(|| random.below(programs));
    consequences.of_rules = ground.rules.iter().map(&mut program).collect();
    ground.consequences = consequences;
}

/// Any state.
pub(crate) fn state(random: &mut Random, ground: &Ground) -> Vec<Label> {
    let mut label = |p: &Position| random.below(ground.domains[p.domain].labels.len()) as Label;
    ground.positions.iter().map(&mut label).collect()
}

fn alike(random: &mut Random, ground: &Ground, position: usize) -> usize {
    let domain = ground.positions[position].domain;
    let same = |&p: &usize| ground.positions[p].domain == domain;
    let alike: Vec<usize> = (0..ground.positions.len()).filter(same).collect();
    alike[random.below(alike.len())]
}

fn conjunction(random: &mut Random, ground: &Ground, most: usize) -> Vec<Test> {
    let mut tests: Vec<Test> = Vec::new();
    for _ in 0..random.below(most + 1) {
        let position = random.below(ground.positions.len());
        if random.one_in(5) {
            let other = alike(random, ground, position);
            if other != position {
                tests.push(Test::Same {
                    one: position,
                    other,
                });
            }
            continue;
        }
        let labels = ground.domains[ground.positions[position].domain]
            .labels
            .len();
        let all = u64::MAX >> (64 - labels);
        let set = if random.one_in(2) {
            1 << random.below(labels)
        } else {
            (0..labels).fold(0, |set, label| {
                set | (random.below(3).min(1) as u64) << label
            })
        };
        let new = !tests
            .iter()
            .any(|t| matches!(t, Test::In { position: p, .. } if *p == position));
        if new && set != 0 && set != all {
            tests.push(Test::In {
                position,
                labels: LabelSet(set),
            });
        }
    }
    tests
}

fn value(
    random: &mut Random,
    ground: &Ground,
    position: usize,
    adding: bool,
    constants: bool,
) -> Value {
    let labels = ground.domains[ground.positions[position].domain]
        .labels
        .len();
    if constants || random.one_in(3) {
        return Value::Label(random.below(labels) as Label);
    }
    Value::Of {
        position: alike(random, ground, position),
        plus: if adding {
            random.below(labels) as Label
        } else {
            0
        },
    }
}
