//! A summary of the analysis as text.

use fewest_rules::grouped;

use super::Analysis;
use super::heuristics::{HeuristicName, SelectedHeuristic};
use super::properties::Properties;

impl Properties {
    /// The lines of the summary, one for each property but the lower bounds.
    fn lines(&self) -> Vec<String> {
        let task = self.task();
        let reduced = task.reduced();
        let ground = &reduced.ground;
        let many = |n: u64, one: &str, more: &str| {
            let word = if n == 1 { one } else { more };
            format!("{} {word}", grouped(&n.to_string()))
        };
        let mut lines = vec![format!(
            "{} in {} of {}, {}",
            many(task.bits().into(), "bit", "bits"),
            reduced.changing().count(),
            many(ground.positions.len() as u64, "position", "positions"),
            many(ground.rules.len() as u64, "rule", "rules"),
        )];
        for (domain, counts) in ground.domains.iter().zip(task.counts().numbers(reduced)) {
            let known = domain.labels.iter().zip(counts);
            let names: Vec<&str> = known
                .filter(|(_, count)| count.is_some_and(|count| count > 0))
                .map(|(name, _)| name.as_str())
                .collect();
            if !names.is_empty() {
                lines.push(format!(
                    "no move changes how many there are of {}",
                    names.join(" ")
                ));
            }
        }
        if let Some((domain, label)) = task.selecting() {
            let name = &ground.domains[domain].labels[usize::from(label)];
            lines.push(format!("rules are looked up by where {name} is"));
        }
        if self.is_undoable() {
            lines.push("every move is taken back by a move".to_owned());
        } else if self.inverse_rules().is_some() {
            lines.push("moves can be played backwards".to_owned());
        }
        if self.places().is_some() {
            lines.push("which rules hold is known without a look at the board".to_owned());
        }
        if let Some(additions) = self.additions() {
            lines.push(match additions.modulus() {
                Some(modulus) => format!("moves add modulo {modulus}: linear equations"),
                None => "moves only add: their order does not matter".to_owned(),
            });
        }
        if let Some(symmetries) = self.symmetries() {
            let all = symmetries.all().len() as u64;
            lines.push(many(all, "symmetry", "symmetries") + " of board and labels");
        }
        if let Some(ranking) = self.ranking() {
            lines.push(format!(
                "states are numbered below {}",
                grouped(&ranking.size().to_string())
            ));
        }
        if let Some(goals) = self.goals() {
            lines.push(many(goals.len() as u64, "goal state", "goal states"));
        }
        if self.part_count() > 1 {
            lines.push(format!(
                "{} independent parts: no move tests or changes two of them",
                self.part_count()
            ));
        }
        if self.parity().is_some() {
            lines.push("the order of the symbols stays even or odd".to_owned());
        }
        lines
    }
}

impl<const N: usize> Analysis<N> {
    /// The lines of the summary, one for each property. Pattern databases have a line if they are
    /// built.
    pub fn lines(&self) -> Vec<String> {
        let mut lines = Properties::lines(self);
        let bounds = HeuristicName::ALL.into_iter();
        let bounds = bounds.filter_map(|name| self.named(name));
        lines.extend(bounds.map(|bound| {
            // Assignments are verified for states, not for rules.
            let verified = match bound {
                SelectedHeuristic::Matching(_) => "",
                _ => ", verified for each rule",
            };
            format!("lower bound: {}{verified}", bound.words())
        }));
        lines
    }
}
