//! Compiles declared moves to ground moves, one for each combination of arguments.

use std::borrow::Cow;
use std::collections::HashMap;

use fewest_rules::{Fault, quoted};

use fewest_ground::{MOST_LABELS, Program, Write};

use super::super::checked::{CheckedMove, MoveBody, MoveParameter, PieceSource, rules_of};
use super::super::lexer::Span;
use super::super::limits::MOST_MOVES;
use super::after;
use super::arguments::Arguments;
use super::builder::{Builder, GroundingStopped, Pass};
use super::choices::each_choice;
use super::{effects, patterns, permutation};

/// A declared move whose names have been looked up on the board.
struct BoardMove<'c> {
    declared: &'c CheckedMove,
    /// For each rule of the move, the index of its place in the file. If the move has no rules, the
    /// list has only the index of the place of the move.
    origins: Vec<usize>,
    /// For each `after` rule of the move, the index of its place in the file.
    after: Vec<usize>,
    /// The writes of the move's permutation; empty if the move is not a permutation.
    permutation: Vec<Write>,
    /// For each effect of the move, the positions that it changes whatever the arguments.
    fixed: Vec<Vec<usize>>,
    /// The possible arguments for each parameter.
    ranges: Vec<Vec<usize>>,
}

/// The names of the moves made so far, with the places of their declarations.
type MoveNames = HashMap<String, Span>;

pub(super) fn ground(builder: &mut Builder) -> Result<(), GroundingStopped> {
    let checked = builder.checked;
    let with_parameters = checked.moves.iter().filter(|m| !m.parameters.is_empty());
    let several = with_parameters.count() > 1;
    let mut names = MoveNames::new();
    let mut permutations = HashMap::new();
    let after = builder.origins(rules_of(&checked.after));
    if builder.possible.is_none() {
        after::common(builder, &after)?;
        // The declarations are grounded one after the other, so that the first fault stops the
        // work.
        for declared in &checked.moves {
            let on_board = resolve(builder, declared, &mut permutations)?;
            each_call(
                builder,
                on_board.as_slice(),
                |builder, called, arguments| {
                    let rules_before = builder.ground.rules.len();
                    let number = builder.ground.moves.len();
                    make(builder, called, arguments, number)?;
                    if builder.ground.rules.len() > rules_before {
                        let name = name(builder, called.declared, arguments, several);
                        add_move(builder, name, &called.declared.name.span, &mut names)?;
                    }
                    Ok(())
                },
            )?;
        }
        return Ok(());
    }
    let mut all = Vec::new();
    for declared in &checked.moves {
        all.extend(resolve(builder, declared, &mut permutations)?);
    }
    // A move is listed if one of its rules fits the board, even if the rule can never apply.
    let mut numbers = Vec::new();
    builder.pass = Pass::Existence;
    each_call(builder, &all, |builder, called, arguments| {
        let number = builder.ground.moves.len();
        let lies = lies(builder, called, arguments)?;
        if lies {
            let name = name(builder, called.declared, arguments, several);
            add_move(builder, name, &called.declared.name.span, &mut names)?;
        }
        numbers.push(lies.then_some(number));
        Ok(())
    })?;
    let run = |builder: &mut Builder, pass| {
        builder.pass = pass;
        after::common(builder, &after)?;
        let mut numbers = numbers.iter();
        each_call(builder, &all, |builder, called, arguments| {
            match numbers.next() {
                Some(&Some(number)) => make(builder, called, arguments, number),
                _ => Ok(()),
            }
        })
    };
    loop {
        builder.grown = false;
        run(builder, Pass::Spread)?;
        if !builder.grown {
            return run(builder, Pass::Possible);
        }
    }
}

/// Looks up the names of a declared move on the board. `None` if the move has no rules or no
/// possible arguments.
fn resolve<'c>(
    builder: &mut Builder<'c>,
    declared: &'c CheckedMove,
    permutations: &mut permutation::Permutations,
) -> Result<Option<BoardMove<'c>>, GroundingStopped> {
    let origins: Vec<usize> = match &declared.body {
        MoveBody::Rules(rules) => builder.origins(rules),
        _ => vec![builder.origin(&declared.name.span, declared.cost)],
    };
    if origins.is_empty() {
        return Ok(None);
    }
    let shape = &builder.terrain.shape;
    if declared.again.is_some() && shape.rows.max(shape.columns) >= MOST_LABELS {
        let message = format!("'again' on a board of {}x{}", shape.rows, shape.columns);
        let label = "expected fewer than 64 rows and columns";
        builder.fault(&declared.name.span, message, label);
        return Err(GroundingStopped);
    }
    let after = builder.origins(rules_of(&declared.after));
    let permutation = match &declared.body {
        MoveBody::Steps(steps) => {
            permutation::ground(builder, &declared.name, steps, origins[0], permutations)?
        }
        _ => Vec::new(),
    };
    let fixed = match &declared.body {
        MoveBody::Effects(effects) => effects::resolve(builder, effects),
        _ => Vec::new(),
    };
    let ranges = ranges(builder, declared);
    let callable = !ranges.iter().any(Vec::is_empty);
    Ok(callable.then_some(BoardMove {
        declared,
        origins,
        after,
        permutation,
        fixed,
        ranges,
    }))
}

/// Calls `visit` for each move with each combination of its arguments.
fn each_call(
    builder: &mut Builder,
    moves: &[BoardMove],
    mut visit: impl FnMut(&mut Builder, &BoardMove, &Arguments) -> Result<(), GroundingStopped>,
) -> Result<(), GroundingStopped> {
    for called in moves {
        let mut arguments = Arguments {
            parameters: &called.declared.parameters,
            values: vec![0; called.ranges.len()],
            after: false,
        };
        let sizes: Vec<usize> = called.ranges.iter().map(Vec::len).collect();
        each_choice(&sizes, |choice| {
            let ranges = called.ranges.iter().zip(choice);
            for (value, (range, &at)) in arguments.values.iter_mut().zip(ranges) {
                *value = range[at];
            }
            builder.tried(called.origins[0], 1 + choice.len())?;
            match arguments.collide() {
                true => Ok(()),
                false => visit(builder, called, &arguments),
            }
        })?;
    }
    Ok(())
}

/// Makes the ground rules of a move with these arguments; `number` is the index of the ground move.
fn make(
    builder: &mut Builder,
    called: &BoardMove,
    arguments: &Arguments,
    number: usize,
) -> Result<(), GroundingStopped> {
    let origin = called.origins[0];
    let own = (&called.declared.after[..], &called.after[..]);
    let stages = after::following(builder, own, arguments)?;
    let mut program = Program {
        unless: Vec::new(),
        stages,
    };
    builder.program = after::program(builder, program.clone());
    match &called.declared.body {
        MoveBody::Rules(rules) => {
            let mut rules = rules.iter().zip(&called.origins);
            rules.try_for_each(|(rule, &origin)| match rule.everywhere {
                true => {
                    after::everywhere(builder, rule, arguments, number, origin, &program.stages)
                }
                false => {
                    program.unless = after::forbidden(builder, rule, arguments)?;
                    builder.program = after::program(builder, program.clone());
                    let again = called.declared.again;
                    patterns::ground(builder, rule, arguments, number, origin, again)
                }
            })
        }
        MoveBody::Effects(effects) => {
            let effects = (&effects[..], &called.fixed[..]);
            effects::ground(builder, effects, arguments, number, origin)
        }
        MoveBody::Steps(_) => {
            let writes = called.permutation.clone();
            builder.rule(number, origin, 0, Vec::new(), writes)
        }
    }
}

/// Whether a rule of the move with these arguments has a placement on the board, so that the move
/// is listed.
fn lies(
    builder: &mut Builder,
    called: &BoardMove,
    arguments: &Arguments,
) -> Result<bool, GroundingStopped> {
    let MoveBody::Rules(rules) = &called.declared.body else {
        return Ok(true);
    };
    let mut lies = false;
    // Examines all rules, because each of them records in the origins that it fits the board.
    for (rule, &origin) in rules.iter().zip(&called.origins) {
        if patterns::ground(builder, rule, arguments, 0, origin, None).is_err() {
            if !builder.faults.is_empty() {
                return Err(GroundingStopped);
            }
            lies = true;
        }
    }
    Ok(lies)
}

/// Adds a move. Its name must be new and a single word.
fn add_move(
    builder: &mut Builder,
    name: String,
    declared: &Span,
    names: &mut MoveNames,
) -> Result<(), GroundingStopped> {
    let fault = |message, label| Fault::new(declared.clone(), message, label);
    let shown = quoted(&name);
    let fault = if let Some(first) = names.insert(name.clone(), declared.clone()) {
        let message = format!("two moves are called '{shown}'");
        fault(message, "the second is declared here").with_context(first, "the first one")
    } else if name.contains([',', ' ', '\t']) {
        let message = format!("a move called '{shown}'");
        fault(message, "a move's name is one word without commas")
    } else if builder.ground.moves.len() == MOST_MOVES {
        let message = format!("more than {MOST_MOVES} moves");
        fault(message, "the puzzle is too large here")
    } else {
        builder.ground.moves.push(name);
        return Ok(());
    };
    builder.faults.push(fault);
    Err(GroundingStopped)
}

/// The possible arguments for each parameter.
fn ranges(builder: &mut Builder, declared: &CheckedMove) -> Vec<Vec<usize>> {
    let is_cell = |parameter: &MoveParameter| matches!(parameter, MoveParameter::Cell(_));
    let has_cell = declared.parameters.iter().any(is_cell);
    let shape = &builder.terrain.shape;
    let range = |parameter: &MoveParameter| match parameter {
        MoveParameter::Cell(None) => (0..shape.cells()).collect(),
        MoveParameter::Cell(Some(region)) => builder.region(region),
        MoveParameter::Heading(headings) => (0..headings.len()).collect(),
        MoveParameter::Piece { .. } if has_cell => vec![0],
        MoveParameter::Piece { among, .. } => {
            let pieces = builder.checked.pieces.iter().enumerate();
            let chosen = pieces.filter(|(_, piece)| piece.is_among(*among));
            chosen.map(|(number, _)| number).collect()
        }
        MoveParameter::Steps => {
            let longest = match shape.torus {
                true => shape.rows * shape.columns,
                false => shape.rows.max(shape.columns),
            };
            (1..longest + ends(declared)).collect()
        }
        MoveParameter::Symbol { among, .. } => among.iter().map(|&label| label.into()).collect(),
        MoveParameter::Number { first, last, .. } => (0..=(last - first) as usize).collect(),
    };
    declared.parameters.iter().map(range).collect()
}

/// The greatest number of cells that a pattern of the move's rules may have beyond the edge.
fn ends(declared: &CheckedMove) -> usize {
    let patterns = declared.rules().iter().flat_map(|rule| &rule.patterns);
    let ends = patterns.map(|pattern| pattern.left.iter().filter(|cell| cell.symbols.end).count());
    ends.max().unwrap_or(0)
}

/// The name of a ground move: its arguments. If several declarations have parameters, the name of
/// the declaration comes first.
fn name(builder: &Builder, declared: &CheckedMove, arguments: &Arguments, several: bool) -> String {
    let symbols = &builder.checked.alphabet.symbols;
    let has_cell = arguments.cell().is_some();
    let mut parts: Vec<Cow<str>> = Vec::new();
    if several || arguments.parameters.is_empty() {
        parts.push((&declared.name.text).into());
    }
    for (parameter, &value) in arguments.parameters.iter().zip(&arguments.values) {
        parts.push(match parameter {
            MoveParameter::Cell(_) => (&builder.terrain.shape.names[value]).into(),
            MoveParameter::Heading(headings) => headings[value].name.into(),
            MoveParameter::Steps => value.to_string().into(),
            MoveParameter::Piece { .. } if has_cell => continue,
            MoveParameter::Piece { .. } => {
                let label = match &builder.checked.pieces[value] {
                    PieceSource::Board(label) => *label,
                    PieceSource::File(cells) => cells[0].label,
                };
                (&symbols[usize::from(label)]).into()
            }
            MoveParameter::Symbol { .. } => (&symbols[value]).into(),
            MoveParameter::Number { first, .. } => (first + value as i64).to_string().into(),
        });
    }
    parts.join("-")
}
