//! Writes a puzzle as PSVN.

use std::collections::HashSet;

use super::{RESERVED, numbers, read};
use crate::exclusive::exclusive;
use crate::{ExportError, only_cost};
use fewest_ground::limits::LONGEST_NAME;
use fewest_ground::reduction::{ReducedTask, Starts, modulus, shifted};
use fewest_ground::{Ground, Label, LabelSet, Rule, Test, Value};

/// The greatest allowed number of rules and goals in a file.
pub const MOST_LINES: usize = 250_000;
/// The greatest allowed number of words, counted over all rules and goals.
pub const MOST_WORDS: usize = 1 << 24;

/// Writes `ground` with the starts `starts` as a PSVN file.
///
/// Sets of labels and additions are expanded label by label. The written rules of a move are
/// mutually exclusive. Labels and moves keep their names unless PSVN cannot read them. The format
/// cannot express a start, so a comment contains it.
///
/// Takes time and memory in proportion to the length of the result.
///
/// # Errors
/// Returns an [`ExportError`] if the file would have more than [`MOST_LINES`] lines or more than
/// [`MOST_WORDS`] words, if [`read`](fn@super::read) would refuse it, if no goal can be reached
/// from the start, or if the puzzle breaks ties between costs.
pub fn write(ground: &Ground, starts: Starts) -> Result<String, ExportError> {
    only_cost(ground)?;
    let special = ReducedTask::new(ground, starts)?;
    let words = PsvnNames::new(&special.ground);
    let mut out = PsvnWriter {
        special: &special,
        words: &words,
        text: String::new(),
        lines: 0,
    };
    out.head(ground, starts);
    let rules = exclusive(&special)?;
    // Everything is counted first, so that a puzzle that is too large is refused before it is
    // written.
    for rule in &rules {
        out.counted(out.choices(rule, &added(rule)).lines())?;
    }
    for rule in &rules {
        out.rule(rule);
    }
    out.text.push('\n');
    let unmet = match &special.ground.goals[..] {
        // The format needs a goal, even if no goal is reachable. In that case, a part of an
        // unreachable goal is written.
        [] => ground.goals.first().map(|goal| vec![lowest(goal)]),
        _ => None,
    };
    let before = out.lines;
    for goal in unmet.as_ref().unwrap_or(&special.ground.goals) {
        let goal = Rule {
            of: 0,
            tests: goal.clone(),
            writes: Vec::new(),
            cost: 0,
        };
        let choices = out.choices(&goal, &[]);
        out.counted(choices.lines())?;
        out.expand(&goal, &choices, |out, before, _| {
            out.text.push_str("GOAL");
            out.words_of(before);
            out.text.push('\n');
        });
    }
    if out.lines == before {
        let why = "no goal can be reached from the start, and PSVN needs one";
        return Err(ExportError::Unsayable(why));
    }
    match read(&ground.name, &out.text) {
        Ok(_) => Ok(out.text),
        Err(faults) => Err(ExportError::Unread(faults)),
    }
}

/// The tests with each set of labels reduced to its first label. They describe a part of the goal
/// that takes few lines.
fn lowest(tests: &[Test]) -> Vec<Test> {
    let test = |test: &Test| match *test {
        Test::In { position, labels } => Test::In {
            position,
            labels: LabelSet(labels.0 & labels.0.wrapping_neg()),
        },
        same => same,
    };
    tests.iter().map(test).collect()
}

/// The names of domains, labels and moves in the file.
struct PsvnNames {
    /// The name of each domain.
    domains: Vec<String>,
    /// The names of the labels of each domain.
    labels: Vec<Vec<String>>,
    /// The name of each move.
    moves: Vec<String>,
    /// The prefix that distinguishes names from labels: no label begins with it.
    name: String,
}

impl PsvnNames {
    fn new(ground: &Ground) -> Self {
        let mut names = Unique::default();
        let mut domains = Vec::new();
        let mut labels = Vec::new();
        for (number, domain) in ground.domains.iter().enumerate() {
            // In PSVN, only a domain of at least two labels is defined by a list. A domain of one
            // label is written as a numeric domain whose only label is 0.
            if domain.labels.len() == 1 {
                domains.push("1".to_owned());
                labels.push(vec!["0".to_owned()]);
                continue;
            }
            domains.push(format!("domain{number}"));
            let mut unique = Unique::default();
            let named = domain.labels.iter().enumerate();
            let named = named.map(|(i, label)| unique.name(label, &format!("label{i}")));
            labels.push(named.collect::<Vec<_>>());
        }
        let moves = ground.moves.iter().enumerate();
        let moves = moves.map(|(i, m)| names.name(m, &format!("move{i}")));
        let moves = moves.collect();
        let mut name = "?".to_owned();
        while labels
            .iter()
            .flatten()
            .any(|label| label.starts_with(&name))
        {
            name.push('?');
        }
        Self {
            domains,
            labels,
            moves,
            name,
        }
    }
}

/// A set of names that differ even when case is ignored.
#[derive(Default)]
struct Unique(HashSet<String>);

impl Unique {
    /// Returns `wanted` if PSVN can read it and it is not in use; otherwise a name derived from
    /// `other`.
    fn name(&mut self, wanted: &str, other: &str) -> String {
        let readable = (1..=LONGEST_NAME).contains(&wanted.len())
            && wanted.bytes().all(|b| b.is_ascii_graphic())
            && !wanted.contains(['"', '\\'])
            && !wanted.starts_with(['#', ';', '+'])
            && !RESERVED.contains(&wanted.to_ascii_uppercase().as_str());
        let mut name = if readable { wanted } else { other }.to_owned();
        while !self.0.insert(name.to_ascii_uppercase()) {
            name = format!("{other}_{}", self.0.len());
        }
        name
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum RuleWord {
    Any,
    Label(Label),
    Name(usize),
}

struct PsvnWriter<'a> {
    special: &'a ReducedTask,
    words: &'a PsvnNames,
    text: String,
    /// The number of lines for rules and goals that have been counted so far, before they are
    /// written.
    lines: usize,
}

impl PsvnWriter<'_> {
    fn head(&mut self, ground: &Ground, starts: Starts) {
        let text = &mut self.text;
        text.push_str(&format!("# {}\n", ground.name.escape_debug()));
        text.push_str("# positions:");
        for position in &ground.positions {
            text.push_str(&format!(" {}", position.name.escape_debug()));
        }
        if let Starts::One(start) = starts {
            text.push_str("\n# Rules that cannot be made from this start are left out:\n#");
            for (position, &label) in start.iter().enumerate() {
                let domain = ground.positions[position].domain;
                let label = &self.words.labels[domain][usize::from(label)];
                text.push_str(&format!(" {label}"));
            }
        }
        text.push_str("\n\n");
        for (name, labels) in self.words.domains.iter().zip(&self.words.labels) {
            if numbers(name).is_none() {
                let all = labels.join(" ");
                text.push_str(&format!("DOMAIN {name} {}\n  {all}\n", labels.len()));
            }
        }
        text.push_str(&format!("\n{}\n", ground.positions.len()));
        let domains = ground.positions.iter();
        let domains = domains.map(|p| self.words.domains[p.domain].as_str());
        text.push_str(&domains.collect::<Vec<_>>().join(" "));
        text.push_str("\n\n");
    }

    /// Counts `lines` more lines, each of which has as many words as two states.
    fn counted(&mut self, lines: usize) -> Result<(), ExportError> {
        self.lines = self.lines.saturating_add(lines);
        if self.lines.saturating_mul(2 * self.special.sets.len()) > MOST_WORDS {
            return Err(ExportError::TooLarge("words", MOST_WORDS));
        }
        if self.lines > MOST_LINES {
            return Err(ExportError::TooLarge("rules and goals", MOST_LINES));
        }
        Ok(())
    }

    fn rule(&mut self, rule: &Rule) {
        let choices = self.choices(rule, &added(rule));
        self.expand(rule, &choices, |out, before, after| {
            out.words_of(before);
            out.text.push_str(" =>");
            out.words_of(after);
            let name = &out.words.moves[rule.of];
            out.text
                .push_str(&format!(" LABEL {name} COST {}\n", rule.cost));
        });
    }

    /// The labels to enumerate for the lines of `rule`. The labels of the positions `known` are
    /// enumerated even if no test restricts them.
    fn choices(&self, rule: &Rule, known: &[usize]) -> Choices {
        let special = self.special;
        let classes = alike(&rule.tests);
        let mut free: Vec<(usize, LabelSet)> = Vec::new();
        let tested = rule.tests.iter().filter_map(|test| match *test {
            Test::In { position, labels } => Some((position, labels)),
            Test::Same { .. } => None,
        });
        for (position, labels) in tested.chain(known.iter().map(|&p| (p, special.sets[p]))) {
            let class = classes.iter().find(|class| class.contains(&position));
            let first = class.map_or(position, |class| class[0]);
            match free.iter_mut().find(|(p, _)| *p == first) {
                Some((_, set)) => *set = set.both(labels),
                None => free.push((first, labels)),
            }
        }
        let free = free.into_iter();
        let free = free.map(|(position, set)| (position, set.labels().collect()));
        let free = free.collect();
        Choices { classes, free }
    }

    /// Enumerates the lines that `rule` stands for.
    fn expand(
        &mut self,
        rule: &Rule,
        choices: &Choices,
        mut line: impl FnMut(&mut Self, &[RuleWord], &[RuleWord]),
    ) {
        let Choices { classes, free } = choices;
        let mut before = vec![RuleWord::Any; self.special.sets.len()];
        for (name, class) in classes.iter().enumerate() {
            for &position in class {
                before[position] = RuleWord::Name(name);
            }
        }
        if choices.lines() == 0 {
            return;
        }
        let mut at = vec![0; free.len()];
        loop {
            let mut now = before.clone();
            for ((position, labels), &at) in free.iter().zip(&at) {
                let label = RuleWord::Label(labels[at]);
                let class = classes.iter().find(|class| class[0] == *position);
                for &position in class.map_or(std::slice::from_ref(position), Vec::as_slice) {
                    now[position] = label;
                }
            }
            let after = self.after(rule, &mut now, classes.len());
            line(self, &now, &after);
            // Counts up like an odometer: advances the last position that has another label, and
            // resets all positions after it.
            let Some(next) = (0..at.len()).rev().find(|&i| at[i] + 1 < free[i].1.len()) else {
                return;
            };
            at[next] += 1;
            at[next + 1..].fill(0);
        }
    }

    /// The words after the `=>`. Gives names to positions that are copied.
    fn after(&self, rule: &Rule, before: &mut [RuleWord], named: usize) -> Vec<RuleWord> {
        let mut names = named;
        let mut after = vec![RuleWord::Any; before.len()];
        for write in &rule.writes {
            after[write.position] = match write.value {
                Value::Label(label) => RuleWord::Label(label),
                Value::Of { position, plus } => {
                    if before[position] == RuleWord::Any {
                        before[position] = RuleWord::Name(names);
                        names += 1;
                    }
                    match before[position] {
                        RuleWord::Label(label) => {
                            let count = modulus(&self.special.ground, position);
                            let label = shifted(LabelSet::of(label), plus, count).single();
                            label.map_or(RuleWord::Any, RuleWord::Label)
                        }
                        word => word,
                    }
                }
            };
        }
        after
    }

    fn words_of(&mut self, words: &[RuleWord]) {
        for (position, word) in words.iter().enumerate() {
            if !self.text.ends_with('\n') {
                self.text.push(' ');
            }
            match word {
                RuleWord::Any => self.text.push('-'),
                RuleWord::Name(name) => self.text.push_str(&format!("{}{name}", self.words.name)),
                RuleWord::Label(label) => {
                    let domain = self.special.ground.positions[position].domain;
                    let label = &self.words.labels[domain][usize::from(*label)];
                    self.text.push_str(label);
                }
            }
        }
    }
}

/// The labels to enumerate for the lines of one rule.
struct Choices {
    /// The classes of positions that the tests of the rule require to have equal labels.
    classes: Vec<Vec<usize>>,
    /// The positions for which each label gets lines of its own, with these labels. A rule that adds
    /// one to position 3, whose labels are `0 1 2`, has `(3, [0, 1, 2])`: PSVN cannot add, so three
    /// lines write 1 for 0, 2 for 1 and 0 for 2. Of each class there is at most one position.
    free: Vec<(usize, Vec<Label>)>,
}

impl Choices {
    fn lines(&self) -> usize {
        let labels = self.free.iter().map(|(_, labels)| labels.len());
        // If one position has no label to enumerate, no line is written for the rule.
        if labels.clone().any(|count| count == 0) {
            return 0;
        }
        labels.fold(1, usize::saturating_mul)
    }
}

/// The positions whose labels are read for an addition and so must be known.
fn added(rule: &Rule) -> Vec<usize> {
    let added = rule.writes.iter().filter_map(|write| match write.value {
        Value::Of { position, plus } if plus > 0 => Some(position),
        _ => None,
    });
    added.collect()
}

/// Classes of positions that must have equal labels.
fn alike(tests: &[Test]) -> Vec<Vec<usize>> {
    let mut classes: Vec<Vec<usize>> = Vec::new();
    for test in tests {
        if let Test::Same { one, other } = *test {
            let (met, mut rest): (Vec<_>, Vec<_>) = classes
                .into_iter()
                .partition(|class: &Vec<usize>| class.contains(&one) || class.contains(&other));
            let mut class: Vec<usize> = met.into_iter().flatten().chain([one, other]).collect();
            class.sort_unstable();
            class.dedup();
            rest.push(class);
            classes = rest;
        }
    }
    classes
}
