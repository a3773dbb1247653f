//! A simple interpreter of PDDL: STRIPS with constants, parameters, static facts, conditional effects
//! and costs. States are sets of facts.

use std::collections::{BTreeSet, HashMap};

/// A list or a word.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Tree {
    Word(String),
    List(Vec<Tree>),
}

impl Tree {
    fn read(text: &str) -> Self {
        let mut stack = vec![Vec::new()];
        for line in text.lines() {
            let line = line.split(';').next().unwrap();
            let line = line.replace('(', " ( ").replace(')', " ) ");
            for word in line.split_whitespace() {
                match word {
                    "(" => stack.push(Vec::new()),
                    ")" => {
                        let list = stack.pop().unwrap();
                        stack.last_mut().expect("balanced").push(Self::List(list));
                    }
                    _ => stack
                        .last_mut()
                        .unwrap()
                        .push(Self::Word(word.to_lowercase())),
                }
            }
        }
        assert_eq!(stack.len(), 1, "balanced");
        stack[0][0].clone()
    }

    fn list(&self) -> &[Tree] {
        match self {
            Self::List(list) => list,
            Self::Word(word) => panic!("{word} is no list"),
        }
    }

    fn word(&self) -> &str {
        match self {
            Self::Word(word) => word,
            Self::List(_) => panic!("no word"),
        }
    }

    fn head(&self) -> &str {
        self.list()[0].word()
    }
}

pub(crate) type Fact = Vec<String>;
pub(crate) type Facts = BTreeSet<Fact>;

fn fact(tree: &Tree) -> Fact {
    tree.list().iter().map(|t| t.word().to_owned()).collect()
}

/// Parses names and their types from a list such as `(a b - this c - that)`.
fn typed(list: &[Tree]) -> Vec<(String, String)> {
    let words: Vec<&str> = list.iter().map(Tree::word).collect();
    let mut out = Vec::new();
    let mut names = Vec::new();
    let mut words = words.into_iter();
    while let Some(word) = words.next() {
        match word {
            "-" => {
                let kind = words.next().unwrap();
                out.extend(
                    names
                        .drain(..)
                        .map(|name: &str| (name.to_owned(), kind.to_owned())),
                );
            }
            name => names.push(name),
        }
    }
    out
}

/// The facts that are added and deleted if a condition holds.
#[derive(Debug, Default)]
struct Effect {
    when: Vec<Fact>,
    add: Vec<Fact>,
    delete: Vec<Fact>,
}

/// The facts of `(and …)`, or a single fact.
fn facts(tree: &Tree) -> Vec<&Tree> {
    match tree.head() {
        "and" => all(tree).iter().collect(),
        _ => vec![tree],
    }
}

/// The members of `(and …)`.
fn all(tree: &Tree) -> &[Tree] {
    assert_eq!(tree.head(), "and");
    &tree.list()[1..]
}

#[derive(Debug)]
struct Action {
    name: String,
    /// The parameters and their types.
    parameters: Vec<(String, String)>,
    before: Vec<Fact>,
    effects: Vec<Effect>,
    cost: u32,
}

#[derive(Debug)]
pub(crate) struct Task {
    actions: Vec<Action>,
    constants: Vec<(String, String)>,
    pub(crate) start: Facts,
    goal: Vec<Fact>,
}

impl Task {
    pub(crate) fn read(domain: &str, problem: &str) -> Self {
        let mut actions = Vec::new();
        let domain = Tree::read(domain);
        let mut names = BTreeSet::new();
        let mut constants = Vec::new();
        for part in &domain.list()[2..] {
            if part.head() == ":constants" {
                constants = typed(&part.list()[1..]);
            }
            if part.head() != ":action" {
                continue;
            }
            let part = part.list();
            let field = |name: &str| {
                let at = part.iter().position(|t| *t == Tree::Word(name.to_owned()));
                &part[at.unwrap() + 1]
            };
            let mut action = Action {
                name: part[1].word().to_owned(),
                parameters: typed(field(":parameters").list()),
                before: all(field(":precondition")).iter().map(fact).collect(),
                effects: Vec::new(),
                cost: 0,
            };
            assert!(
                names.insert(action.name.clone()),
                "two actions {}",
                action.name
            );
            for effect in all(field(":effect")) {
                let (when, then) = match effect.head() {
                    "increase" => {
                        action.cost = effect.list()[2].word().parse().unwrap();
                        continue;
                    }
                    "when" => (facts(&effect.list()[1]), facts(&effect.list()[2])),
                    _ => (Vec::new(), vec![effect]),
                };
                let mut read = Effect {
                    when: when.into_iter().map(fact).collect(),
                    ..Effect::default()
                };
                for one in then {
                    match one.head() {
                        "not" => read.delete.push(fact(&one.list()[1])),
                        _ => read.add.push(fact(one)),
                    }
                }
                action.effects.push(read);
            }
            actions.push(action);
        }
        let problem = Tree::read(problem);
        let section = |name: &str| {
            let found = problem.list()[2..].iter().find(|t| t.head() == name);
            &found.unwrap().list()[1..]
        };
        let facts = section(":init").iter().filter(|t| t.head() != "=");
        Self {
            actions,
            constants,
            start: facts.map(fact).collect(),
            goal: all(&section(":goal")[0]).iter().map(fact).collect(),
        }
    }

    /// The applicable actions: name, cost, and the facts after the action.
    pub(crate) fn successors(&self, facts: &Facts) -> Vec<(&str, u32, Facts)> {
        let mut out = Vec::new();
        for action in &self.actions {
            let mut bindings: Vec<HashMap<&str, &str>> = vec![HashMap::new()];
            for wanted in &action.before {
                let mut next = Vec::new();
                // The facts that agree with the condition up to its first parameter.
                let known = wanted.iter().take_while(|word| !word.starts_with('?'));
                let prefix: Fact = known.cloned().collect();
                let of = facts.range(prefix.clone()..);
                let of: Vec<&Fact> = of.take_while(|fact| fact.starts_with(&prefix)).collect();
                for binding in &bindings {
                    for fact in &of {
                        let mut binding = binding.clone();
                        let fits = fact.len() == wanted.len()
                            && wanted.iter().zip(*fact).all(|(word, value)| {
                                if word.starts_with('?') {
                                    *binding.entry(word).or_insert(value) == value
                                } else {
                                    word == value
                                }
                            });
                        if fits {
                            next.push(binding);
                        }
                    }
                }
                bindings = next;
            }
            for binding in bindings {
                let bound = |fact: &Fact| -> Fact {
                    let word = |word: &String| match binding.get(word.as_str()) {
                        Some(value) => (*value).to_owned(),
                        None => word.clone(),
                    };
                    fact.iter().map(word).collect()
                };
                let made: Vec<&Effect> = action
                    .effects
                    .iter()
                    .filter(|effect| effect.when.iter().all(|fact| facts.contains(&bound(fact))))
                    .collect();
                // A fact that is both added and deleted is added.
                let mut next = facts.clone();
                for fact in made.iter().flat_map(|effect| &effect.delete) {
                    next.remove(&bound(fact));
                }
                next.extend(made.iter().flat_map(|effect| &effect.add).map(bound));
                assert!(next.iter().flatten().all(|word| !word.starts_with('?')));
                out.push((action.name.as_str(), action.cost, next));
            }
        }
        out
    }

    /// The ground facts that occur in the actions and the goal.
    pub(crate) fn mentioned(&self) -> BTreeSet<&Fact> {
        let effects = self.actions.iter().flat_map(|action| &action.effects);
        let made = effects.flat_map(|effect| effect.add.iter().chain(&effect.delete));
        let tested = self.actions.iter().flat_map(|action| &action.before);
        let all = made.chain(tested).chain(&self.goal);
        all.filter(|fact| fact.iter().all(|word| !word.starts_with('?')))
            .collect()
    }

    /// The number of combinations of labels for the parameters of all actions, by their types and
    /// static conditions.
    pub(crate) fn combinations(&self) -> usize {
        let allowed = |action: &Action, name: &String, kind: &String| {
            let of = |fact: &&Fact| fact[0].starts_with("among-") && fact[1] == *name;
            let sets: Vec<&Fact> = action.before.iter().filter(of).collect();
            let labels = self.constants.iter().filter(|(_, of)| of == kind);
            let among = |label: &String, set: &Fact| {
                self.start.contains(&vec![set[0].clone(), label.clone()])
            };
            labels
                .filter(|(label, _)| sets.iter().all(|set| among(label, set)))
                .count()
        };
        let of = |action: &Action| {
            // A parameter that a sum determines does not multiply the combinations.
            let sum = |name: &String| {
                let sums = action
                    .before
                    .iter()
                    .filter(|fact| fact[0].starts_with("plus-"));
                sums.clone().any(|fact| fact[2] == *name)
            };
            let free = action.parameters.iter().filter(|(name, _)| !sum(name));
            let counts = free.map(|(name, kind)| allowed(action, name, kind));
            counts.fold(1, usize::saturating_mul)
        };
        self.actions.iter().map(of).fold(0, usize::saturating_add)
    }

    pub(crate) fn is_goal(&self, facts: &Facts) -> bool {
        self.goal.iter().all(|fact| facts.contains(fact))
    }
}
