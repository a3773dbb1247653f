//! A simple interpreter of PSVN, written after the behaviour of the format's own compiler.

use std::collections::{HashMap, HashSet};

/// A production system. Labels are represented by their index in their domain.
#[derive(Debug)]
pub(crate) struct System {
    /// By position.
    pub(crate) domains: Vec<Vec<String>>,
    rules: Vec<(Vec<String>, Vec<String>, String)>,
    goals: Vec<Vec<String>>,
}

impl System {
    pub(crate) fn read(text: &str) -> Self {
        let mut words = Vec::new();
        for line in text.lines() {
            for word in line.split_whitespace() {
                if word.starts_with(['#', ';']) {
                    break;
                }
                words.push(word.to_ascii_uppercase());
            }
        }
        let mut words = words.into_iter().peekable();
        let mut named: HashMap<String, Vec<String>> = HashMap::new();
        while words.next_if_eq("DOMAIN").is_some() {
            let name = words.next().unwrap();
            let count: usize = words.next().unwrap().parse().unwrap();
            assert!(count >= 2, "a domain has two values");
            let labels: Vec<String> = words.by_ref().take(count).collect();
            let different: HashSet<&String> = labels.iter().collect();
            assert_eq!(different.len(), count, "duplicate values");
            assert!(name.parse::<usize>().is_err());
            named.insert(name, labels);
        }
        let count: usize = words.next().unwrap().parse().unwrap();
        let domain = |name: String| match name.strip_suffix('N').unwrap_or(&name).parse::<usize>() {
            Ok(n) if name.ends_with('N') => (1..=n).map(|i| i.to_string()).collect(),
            Ok(n) => (0..n).map(|i| i.to_string()).collect(),
            Err(_) => named[&name].clone(),
        };
        let domains = words.by_ref().take(count).map(domain).collect();
        let (mut rules, mut goals) = (Vec::new(), Vec::new());
        while words.peek().is_some() {
            if words.next_if_eq("GOAL").is_some() {
                goals.push(words.by_ref().take(count).collect());
                continue;
            }
            let tests: Vec<String> = words.by_ref().take(count).collect();
            assert_eq!(words.next().unwrap(), "=>");
            let actions: Vec<String> = words.by_ref().take(count).collect();
            let label = match words.next_if_eq("LABEL") {
                Some(_) => words.next().unwrap(),
                None => format!("RULE_{}", rules.len() + 1),
            };
            if words.next_if_eq("COST").is_some() {
                assert!(words.next().unwrap().parse::<u16>().is_ok());
            }
            rules.push((tests, actions, label));
        }
        assert!(!goals.is_empty(), "at least one GOAL");
        Self {
            domains,
            rules,
            goals,
        }
    }

    fn value(&self, position: usize, word: &str) -> Option<usize> {
        self.domains[position].iter().position(|v| v == word)
    }

    /// The labels of the names, if the tests hold.
    fn bound<'a>(
        &'a self,
        tests: &'a [String],
        state: &[usize],
    ) -> Option<HashMap<(&'a [String], &'a str), usize>> {
        let mut names = HashMap::new();
        for (position, word) in tests.iter().enumerate() {
            if word == "-" || word.starts_with('+') {
                continue;
            }
            let wanted = match self.value(position, word) {
                Some(value) => value,
                None => *names
                    .entry((self.domains[position].as_slice(), word.as_str()))
                    .or_insert(state[position]),
            };
            if wanted != state[position] {
                return None;
            }
        }
        Some(names)
    }

    /// The labels of the applicable rules and the states to which they lead.
    pub(crate) fn successors(&self, state: &[usize]) -> Vec<(&str, Vec<usize>)> {
        let mut out = Vec::new();
        for (tests, actions, label) in &self.rules {
            let Some(names) = self.bound(tests, state) else {
                continue;
            };
            let mut next = state.to_vec();
            for (position, word) in actions.iter().enumerate() {
                if word != "-" {
                    let key = (self.domains[position].as_slice(), word.as_str());
                    next[position] = self
                        .value(position, word)
                        .unwrap_or_else(|| *names.get(&key).expect("a name that is bound"));
                }
            }
            out.push((label.as_str(), next));
        }
        out
    }

    pub(crate) fn is_goal(&self, state: &[usize]) -> bool {
        self.goals
            .iter()
            .any(|goal| self.bound(goal, state).is_some())
    }
}
