//! A summary of the analysis as text.

use fewest_rules::grouped;

use super::Analysis;
use super::heuristics::SelectedHeuristic;
use super::pairs::RulePairs;
use super::potential::Measure;
use super::properties::Properties;

impl Properties {
    /// The lines of the summary, one for each property.
    pub fn lines(&self) -> Vec<String> {
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
        let pairs = RulePairs::new(task);
        lines.extend(pairs.and_then(|pairs| pairs.line()));
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
        for potential in [self.travel(), self.balance()].into_iter().flatten() {
            let along = potential.lowered().unwrap_or(0);
            lines.push(match potential.measure() {
                Measure::Distances { labels } => format!(
                    "lower bound: the distances of {} to go, {along} at most in a move",
                    many(*labels as u64, "label", "labels")
                ),
                Measure::Occurrences { label } => {
                    format!("lower bound: how many {label} there are, and how many a goal has")
                }
            });
        }
        if let Some(neighbours) = self.neighbours() {
            let (pairs, separated) = neighbours.pairs();
            lines.push(format!(
                "lower bound: {} that no goal has, {separated} at most separated by a move",
                many(pairs as u64, "pair of neighbours", "pairs of neighbours")
            ));
        }
        if let Some(together) = self.together() {
            let (groups, removed) = together.groups();
            lines.push(format!(
                "lower bound: what lies apart in {} that goals want alike, {removed} at most removed by a move",
                many(groups as u64, "group of cells", "groups of cells")
            ));
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
        if let Some(patterns) = self.patterns.get().and_then(Option::as_ref) {
            let words = SelectedHeuristic::Patterns(patterns).words();
            lines.push(format!(
                "lower bound: {words}; all moves of the smaller puzzles were verified to keep it"
            ));
        }
        lines
    }
}
