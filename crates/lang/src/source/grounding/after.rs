//! Grounds the `after` rules, which are applied after moves, and the rules that apply everywhere on
//! the board at once. The ground rules that come from one such rule form a *group*. A *program*
//! says which groups are applied after a ground rule, within the same move.

use fewest_ground::{Program, Rule, RuleGroup};

use super::super::checked::{MoveParameter, PatternRule};
use super::arguments::Arguments;
use super::builder::{Builder, GroundingStopped, Pass};
use super::patterns;

/// `after` rules, and for each of them the index of its place in the file.
pub(super) type AfterRules<'c> = (&'c [PatternRule], &'c [usize]);

/// Grounds the rules that follow every move. Each [`Pass`] that makes the rules of moves begins
/// with this function.
pub(super) fn common(builder: &mut Builder, origins: &[usize]) -> Result<(), GroundingStopped> {
    builder.known.begin_pass();
    let checked = builder.checked;
    let arguments = Arguments {
        parameters: &[],
        values: Vec::new(),
        after: true,
    };
    let mut groups = Vec::new();
    for (rule, &origin) in checked.after.iter().zip(origins) {
        groups.extend(group(builder, rule, &arguments, 0, origin)?.map(|g| g.0));
    }
    builder.known.common = groups;
    Ok(())
}

/// The groups that follow a move with these arguments: the groups of the move's own `after` rules,
/// and the groups that follow every move.
pub(super) fn following(
    builder: &mut Builder,
    (rules, origins): AfterRules<'_>,
    arguments: &Arguments,
) -> Result<Vec<usize>, GroundingStopped> {
    let mut groups = Vec::new();
    if let Some(&first) = origins.first() {
        // The rules that follow a move depend only on its directions, symbols and numbers.
        let matters = |(parameter, value): (&MoveParameter, &usize)| match parameter {
            MoveParameter::Heading(_)
            | MoveParameter::Symbol { .. }
            | MoveParameter::Number { .. } => Some(*value),
            _ => None,
        };
        let pairs = arguments.parameters.iter().zip(&arguments.values);
        let key = (first, pairs.filter_map(matters).collect());
        groups = match builder.known.after.get(&key) {
            Some(groups) => groups.clone(),
            None => {
                let arguments = Arguments {
                    parameters: arguments.parameters,
                    values: arguments.values.clone(),
                    after: true,
                };
                let mut groups = Vec::new();
                for (rule, &origin) in rules.iter().zip(origins) {
                    let own = group(builder, rule, &arguments, 0, origin)?;
                    groups.extend(own.map(|group| group.0));
                }
                builder.known.after.insert(key, groups.clone());
                groups
            }
        };
    }
    groups.extend(&builder.known.common);
    Ok(groups)
}

/// Grounds a rule that applies everywhere as rules of the move `of`. There is one ground rule for
/// each placement, so the move is possible if the rule applies at one placement. Whichever of these
/// ground rules is applied, a program then applies the rule at all placements.
pub(super) fn everywhere(
    builder: &mut Builder,
    rule: &PatternRule,
    arguments: &Arguments,
    of: usize,
    origin: usize,
    after: &[usize],
) -> Result<(), GroundingStopped> {
    let Some((group, rules)) = group(builder, rule, arguments, of, origin)? else {
        return Ok(());
    };
    builder.program = program(builder, Some(group), after);
    for (place, rule) in rules {
        builder.rule(of, origin, place, rule.tests, Vec::new())?;
    }
    Ok(())
}

/// The index of the program that applies the group `once` and then repeats the groups `repeat`;
/// `None` if there are no groups.
pub(super) fn program(
    builder: &mut Builder,
    once: Option<usize>,
    repeat: &[usize],
) -> Option<usize> {
    if once.is_none() && repeat.is_empty() {
        return None;
    }
    let repeat = repeat.to_vec();
    let program = Program { once, repeat };
    let programs = &mut builder.ground.consequences.programs;
    let known = builder.known.programs.entry(program);
    Some(*known.or_insert_with_key(|program| {
        programs.push(program.clone());
        programs.len() - 1
    }))
}

/// The index of a group of ground rules, and its rules. Each rule comes with the cell on which its
/// pattern begins.
type PlacedGroup = (usize, Vec<(usize, Rule)>);

/// Grounds a rule as a group. `None` if the rule fits nowhere on the board, or if the pass keeps no
/// rules.
fn group(
    builder: &mut Builder,
    rule: &PatternRule,
    arguments: &Arguments,
    of: usize,
    origin: usize,
) -> Result<Option<PlacedGroup>, GroundingStopped> {
    if matches!(builder.pass, Pass::Spread | Pass::Existence) {
        patterns::ground(builder, rule, arguments, of, origin)?;
        return Ok(None);
    }
    builder.collected = Some(Vec::new());
    let done = patterns::ground(builder, rule, arguments, of, origin);
    let placed = builder.collected.take().unwrap_or_default();
    done?;
    if placed.is_empty() {
        return Ok(None);
    }
    let rules = placed.iter().map(|(_, rule)| Rule {
        of: 0,
        ..rule.clone()
    });
    let group = RuleGroup {
        rules: rules.collect(),
        everywhere: rule.everywhere,
    };
    let groups = &mut builder.ground.consequences.groups;
    let origins = &mut builder.origins.groups;
    let known = builder.known.groups.entry((origin, group));
    let number = *known.or_insert_with_key(|(origin, group)| {
        groups.push(group.clone());
        origins.push(*origin);
        groups.len() - 1
    });
    Ok(Some((number, placed)))
}
