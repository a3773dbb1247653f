//! Costs of moves and rules, and what is minimised.

use fewest_ground::{CostMeasure, MOST_LABELS};
use fewest_rules::{Fault, quoted};

use super::super::alphabet::Variable;
use super::super::checked::{CheckedMove, CheckedPuzzle, RuleCost};
use super::super::syntax::{CostSyntax, SourceFile, VariableSyntax};
use super::super::unknown::suggest;
use super::Checker;

/// The variables that say which piece has moved: the row and the column of its first cell.
const MOVED: [&str; 2] = ["moved-row", "moved-column"];

impl Checker<'_> {
    /// The declared cost, or `default` if none is declared.
    pub(super) fn cost(&mut self, declared: Option<&CostSyntax>, default: RuleCost) -> RuleCost {
        match declared {
            None => default,
            Some(CostSyntax::Number(cost)) => RuleCost::Number(*cost),
            Some(CostSyntax::Variable(name)) => {
                let Some(variable) = self.alphabet.variable(&name.text) else {
                    let message = format!("'{}' is not a cost", quoted(&name.text));
                    let label = "expected a number from 0 to 65535, or a variable";
                    let fault = Fault::new(name.span.clone(), message, label);
                    let variables = self.alphabet.variables.iter();
                    let names = variables.map(|variable| variable.name.as_str());
                    let fault = suggest(fault, &name.text, names);
                    self.push(fault);
                    return default;
                };
                let values = &self.alphabet.variables[variable].labels;
                let no_cost = values.iter().find(|value| value.parse::<u16>().is_err());
                if let Some(value) = no_cost {
                    let message = format!("'{}' has the value '{value}'", quoted(&name.text));
                    let label = "expected a variable whose values are numbers from 0 to 65535";
                    self.fault(&name.span, message, label);
                    return default;
                }
                RuleCost::Variable(variable)
            }
        }
    }

    /// Adds the variables that say which piece has moved, if the cost of a move depends on it.
    pub(super) fn moved(&mut self, file: &SourceFile, checked: &mut CheckedPuzzle) {
        if checked
            .moves
            .iter()
            .all(|declared| declared.again.is_none())
        {
            return;
        }
        for VariableSyntax { name, .. } in &file.variables {
            if MOVED.contains(&name.text.as_str()) {
                let message = format!("'{}' together with 'again'", name.text);
                self.fault(&name.span, message, "expected another name");
            }
        }
        let moves = file.spans("move").zip(&file.moves);
        let followed = moves.filter(|(_, declared)| !declared.after.is_empty());
        let followed = followed.map(|(span, _)| span);
        for span in followed.chain(file.spans("after")) {
            let message = "'after' together with 'again'";
            let label = "what follows a move could carry the piece away";
            self.fault(span, message, label);
        }
        checked.moved = Some(self.alphabet.variables.len());
        for name in MOVED {
            self.alphabet.variables.push(Variable {
                name: name.to_owned(),
                labels: (0..MOST_LABELS).map(|number| number.to_string()).collect(),
                first: None,
                is_hidden: true,
            });
        }
    }

    /// Determines what the puzzle minimises.
    pub(super) fn measure(&mut self, file: &SourceFile, checked: &mut CheckedPuzzle) {
        let costs = |m: &CheckedMove| {
            let rules = m.rules().iter().map(|rule| rule.cost);
            let own = m.rules().is_empty().then_some(m.cost);
            let all = rules.chain(own).chain(m.again);
            all.into_iter().any(|cost| cost != RuleCost::Number(1))
        };
        let has_costs = checked.moves.iter().any(costs);
        checked.measure = match &file.measure {
            Some((objective, unit)) => {
                self.short([unit]);
                if !has_costs {
                    let message = "no move has a cost";
                    let label = format!("'{}' are the same as moves", quoted(&unit.text));
                    let fault = Fault::new(unit.span.clone(), message, label);
                    let help = "write 'free' or 'cost 2' after a move's name and parameters";
                    self.push(fault.with_help(help));
                }
                Some(CostMeasure {
                    objective: *objective,
                    unit: unit.text.clone(),
                })
            }
            None => has_costs.then(CostMeasure::of_cost),
        };
    }
}
