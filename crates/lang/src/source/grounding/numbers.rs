//! Compiles comparisons and sums of numbers to tests and writes of labels.
//!
//! A comparison or a sum with a single variable restricts the values of that variable. If there are
//! several variables, a ground rule is made for each combination of the values of all variables but
//! one. The tests exclude a sum that is not one of the values of the variable to which it is
//! assigned.

use std::collections::BTreeMap;

use fewest_ground::{Label, Test, Value, Write};

use super::super::alphabet::Variable;
use super::super::lexer::Span;
use super::super::numbers::{NumberSource, NumberSum, NumberTest};
use super::super::syntax::Relation;
use super::arguments::Arguments;
use super::builder::{Builder, GroundingStopped};
use super::choices::each_choice;

/// A case in which the comparisons of a rule hold and its sums are values of their variables. Each
/// case gives a ground rule with tests and new values of its own.
pub(super) struct NumberWay {
    /// The tests that the variables have the values of this case.
    pub(super) tests: Vec<Test>,
    /// The new values of the variables that change.
    pub(super) writes: Vec<Write>,
}

/// A condition in which the arguments of the move have replaced the parameters: a comparison of a
/// sum, or the condition that a sum is a value of a variable.
enum NumberCondition {
    Compare(NumberSum, Relation),
    Becomes(usize, NumberSum),
}

impl NumberCondition {
    fn sum(&self) -> &NumberSum {
        match self {
            Self::Compare(sum, _) | Self::Becomes(_, sum) => sum,
        }
    }

    fn variables(&self) -> impl Iterator<Item = usize> {
        self.sum()
            .terms
            .iter()
            .filter_map(|&(source, _)| match source {
                NumberSource::Variable(variable) => Some(variable),
                NumberSource::Parameter(_) => None,
            })
    }

    /// Whether the condition holds if the sum is this number.
    fn holds(&self, variables: &[Variable], sum: i64) -> bool {
        match self {
            Self::Compare(_, relation) => relation.holds(sum),
            Self::Becomes(variable, _) => label(&variables[*variable], sum).is_some(),
        }
    }
}

/// The label that stands for this number among the values of a variable.
fn label(variable: &Variable, number: i64) -> Option<Label> {
    let at = usize::try_from(number - variable.first?).ok()?;
    (at < variable.labels.len()).then_some(at as Label)
}

/// The number for which a label of a variable stands.
fn number(variable: &Variable, label: usize) -> i64 {
    variable.first.unwrap_or(0) + label as i64
}

/// The sum in which the arguments of the move have replaced the parameters.
fn told(sum: &NumberSum, arguments: Option<&Arguments>) -> NumberSum {
    let mut told = NumberSum {
        constant: sum.constant,
        terms: Vec::new(),
    };
    for &(source, factor) in &sum.terms {
        match (source, arguments) {
            (NumberSource::Parameter(at), Some(arguments)) => {
                told.constant += factor * arguments.number(at);
            }
            (source, _) => told.terms.push((source, factor)),
        }
    }
    told
}

/// Calls `visit` with every case in which the variables have `allowed` values, all of `tests` hold,
/// and all of `sums` are values of their variables. At most one of these cases holds in a state. If
/// there are too many cases, a fault is reported at `span`.
pub(super) fn each_way(
    builder: &mut Builder,
    span: &Span,
    mut allowed: BTreeMap<usize, u64>,
    (tests, sums): (&[NumberTest], &[(usize, NumberSum)]),
    arguments: Option<&Arguments>,
    mut visit: impl FnMut(&mut Builder, NumberWay) -> Result<(), GroundingStopped>,
) -> Result<(), GroundingStopped> {
    let checked = builder.checked;
    let variables = &checked.alphabet.variables;
    let compare =
        |test: &NumberTest| NumberCondition::Compare(told(&test.sum, arguments), test.relation);
    let become_sum =
        |(own, sum): &(usize, NumberSum)| NumberCondition::Becomes(*own, told(sum, arguments));
    let conditions: Vec<NumberCondition> = tests
        .iter()
        .map(compare)
        .chain(sums.iter().map(become_sum))
        .collect();
    for variable in conditions.iter().flat_map(NumberCondition::variables) {
        allowed.entry(variable).or_insert(variables[variable].all());
    }
    let listed = listed(variables, &conditions, &allowed);
    let values = |set: u64| (0..64).filter(move |label| set >> label & 1 == 1);
    let choices: Vec<Vec<usize>> = listed
        .iter()
        .map(|v| values(allowed[v]).collect())
        .collect();
    let sizes: Vec<usize> = choices.iter().map(Vec::len).collect();
    each_choice(&sizes, |choice| {
        builder.tried_at(span, conditions.len() * (1 + listed.len()))?;
        let chosen: BTreeMap<usize, usize> = listed
            .iter()
            .zip(&choices)
            .zip(choice)
            .map(|((&variable, labels), &at)| (variable, labels[at]))
            .collect();
        let mut allowed = allowed.clone();
        let mut writes = Vec::new();
        for (&variable, &label) in &chosen {
            allowed.insert(variable, 1 << label);
        }
        for condition in &conditions {
            let (mut known, mut free) = (condition.sum().constant, None);
            for &(source, factor) in &condition.sum().terms {
                let NumberSource::Variable(variable) = source else {
                    continue;
                };
                match chosen.get(&variable) {
                    Some(&label) => known += factor * number(&variables[variable], label),
                    None => free = Some((variable, factor)),
                }
            }
            let Some((variable, factor)) = free else {
                if !condition.holds(variables, known) {
                    return Ok(());
                }
                if let &NumberCondition::Becomes(own, _) = condition {
                    writes.push(Write {
                        position: builder.variable(own),
                        value: Value::Label(label(&variables[own], known).unwrap_or(0)),
                    });
                }
                continue;
            };
            let set = allowed.entry(variable).or_default();
            let fits = values(*set).filter(|&label| {
                let sum = known + factor * number(&variables[variable], label);
                condition.holds(variables, sum)
            });
            *set = fits.fold(0, |set, label| set | 1 << label);
            if *set == 0 {
                return Ok(());
            }
            if let &NumberCondition::Becomes(own, _) = condition
                && known != 0
            {
                let count = variables[own].labels.len() as i64;
                let plus = known.rem_euclid(count) as Label;
                let position = builder.variable(own);
                let value = Value::Of { position, plus };
                writes.push(Write { position, value });
            }
        }
        let mut tests = Vec::new();
        let mut allowed = allowed.iter();
        match allowed.all(|(&v, &set)| builder.require(&mut tests, builder.variable(v), set)) {
            true => visit(builder, NumberWay { tests, writes }),
            false => Ok(()),
        }
    })
}

/// The variables whose values must be enumerated. At most one variable of each condition is left
/// out. If the condition is that a variable becomes a sum, only that variable may be left out.
fn listed(
    variables: &[Variable],
    conditions: &[NumberCondition],
    allowed: &BTreeMap<usize, u64>,
) -> Vec<usize> {
    let mut several: Vec<usize> = conditions
        .iter()
        .flat_map(NumberCondition::variables)
        .collect();
    several.sort_unstable();
    several.dedup();
    several.sort_by_key(|variable| std::cmp::Reverse(allowed[variable].count_ones()));
    let mut free: Vec<usize> = Vec::new();
    for &variable in &several {
        let may_be_free = |condition: &NumberCondition| match condition {
            NumberCondition::Becomes(own, sum) if sum.factor(variable) != 0 => {
                *own == variable && sum.factor(variable) == 1 && variables[*own].labels.len() > 1
            }
            _ => true,
        };
        let alone = |condition: &NumberCondition| {
            let named = condition.variables().any(|other| other == variable);
            !named || !condition.variables().any(|other| free.contains(&other))
        };
        if conditions
            .iter()
            .all(|condition| may_be_free(condition) && alone(condition))
        {
            free.push(variable);
        }
    }
    several.retain(|variable| !free.contains(variable));
    several.sort_unstable();
    several
}
