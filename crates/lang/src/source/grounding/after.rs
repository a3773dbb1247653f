//! Grounds the `after` rules, which are applied after moves, and the rules that apply everywhere on
//! the board at once. The ground rules that come from one such rule form a *group*. A *program*
//! says which groups are applied after a ground rule, within the same move.

use fewest_ground::{Program, ProgramStage, Rule, RuleGroup};

use super::super::checked::{AfterStage, MoveParameter, PatternRule};
use super::arguments::Arguments;
use super::builder::{Builder, GroundingStopped, Pass};
use super::patterns;

/// `after` rules, and for each of them the index of its place in the file.
pub(super) type AfterRules<'c> = (&'c [AfterStage], &'c [usize]);

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
    builder.known.common = stages(builder, (&checked.after, origins), &arguments)?;
    Ok(())
}

/// Grounds stages of rules that follow a move.
fn stages(
    builder: &mut Builder,
    (declared, origins): AfterRules<'_>,
    arguments: &Arguments,
) -> Result<Vec<ProgramStage>, GroundingStopped> {
    let mut stages = Vec::new();
    let mut origins = origins.iter();
    for AfterStage { once, rules } in declared {
        let mut groups = Vec::new();
        for (rule, &origin) in rules.iter().zip(&mut origins) {
            groups.extend(group(builder, rule, arguments, 0, origin)?.map(|group| group.0));
        }
        let repeats = !once;
        stages.push(ProgramStage { groups, repeats });
    }
    Ok(stages)
}

/// The stages that follow a move with these arguments: those of the move's own `after` rules, and
/// those that follow every move. The first of the latter goes on with the last of the former, unless
/// one of them ends after one rule.
pub(super) fn following(
    builder: &mut Builder,
    (declared, origins): AfterRules<'_>,
    arguments: &Arguments,
) -> Result<Vec<ProgramStage>, GroundingStopped> {
    let mut all = Vec::new();
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
        all = match builder.known.after.get(&key) {
            Some(own) => own.clone(),
            None => {
                let own = stages(builder, (declared, origins), &arguments.anywhere())?;
                builder.known.after.insert(key, own.clone());
                own
            }
        };
    }
    let mut common = builder.known.common.clone().into_iter();
    if let Some(last) = all.last_mut().filter(|last| last.repeats) {
        last.groups
            .extend(common.next().into_iter().flat_map(|first| first.groups));
    }
    all.extend(common);
    all.retain(|stage| !stage.groups.is_empty());
    Ok(all)
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
    after: &[ProgramStage],
) -> Result<(), GroundingStopped> {
    let Some((group, rules)) = group(builder, rule, arguments, of, origin)? else {
        return Ok(());
    };
    let once = ProgramStage {
        groups: vec![group],
        repeats: false,
    };
    let stages = std::iter::once(once).chain(after.iter().cloned()).collect();
    let unless = forbidden(builder, rule, arguments)?;
    builder.program = program(builder, Program { unless, stages });
    for (place, rule) in rules {
        builder.rule(of, origin, place, rule.tests, Vec::new())?;
    }
    Ok(())
}

/// The groups that forbid a rule: one for each pattern that must not occur.
pub(super) fn forbidden(
    builder: &mut Builder,
    rule: &PatternRule,
    arguments: &Arguments,
) -> Result<Vec<usize>, GroundingStopped> {
    let mut groups = Vec::new();
    if rule.forbidden.is_empty() || matches!(builder.pass, Pass::Spread | Pass::Existence) {
        return Ok(groups);
    }
    let arguments = arguments.anywhere();
    for pattern in &rule.forbidden {
        let origin = builder.origin(&pattern.span, pattern.cost);
        let placed = collected(builder, pattern, &arguments, 0, origin);
        // The place is none of a rule, so no warning speaks of it.
        builder.forget_origin();
        let placed = placed?;
        if !placed.is_empty() {
            let group = RuleGroup {
                rules: placed.into_iter().map(|(_, rule)| rule).collect(),
                everywhere: false,
                unless: Vec::new(),
            };
            groups.push(add_group(builder, None, group));
        }
    }
    Ok(groups)
}

/// The index of a program; `None` if it does nothing.
pub(super) fn program(builder: &mut Builder, program: Program) -> Option<usize> {
    if program == Program::default() {
        return None;
    }
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
        patterns::ground(builder, rule, arguments, of, origin, None)?;
        return Ok(None);
    }
    let placed = collected(builder, rule, arguments, of, origin)?;
    if placed.is_empty() {
        return Ok(None);
    }
    let unless = forbidden(builder, rule, arguments)?;
    let rules = placed.iter().map(|(_, rule)| rule.clone()).collect();
    let group = RuleGroup {
        rules,
        everywhere: rule.everywhere,
        unless,
    };
    Ok(Some((add_group(builder, Some(origin), group), placed)))
}

/// The ground rules of a rule, each with the cell on which its pattern begins.
fn collected(
    builder: &mut Builder,
    rule: &PatternRule,
    arguments: &Arguments,
    of: usize,
    origin: usize,
) -> Result<Vec<(usize, Rule)>, GroundingStopped> {
    builder.collected = Some(Vec::new());
    let done = patterns::ground(builder, rule, arguments, of, origin, None);
    let placed = builder.collected.take().unwrap_or_default();
    done.map(|()| placed)
}

/// The index of a group, which is added if it is new.
fn add_group(builder: &mut Builder, origin: Option<usize>, mut group: RuleGroup) -> usize {
    group.rules.iter_mut().for_each(|rule| rule.of = 0);
    let groups = &mut builder.ground.consequences.groups;
    let origins = &mut builder.origins.groups;
    let known = builder.known.groups.entry((origin, group));
    *known.or_insert_with_key(|(origin, group)| {
        groups.push(group.clone());
        origins.push(*origin);
        groups.len() - 1
    })
}
