//! Parses lines into a syntax tree.
//!
//! Every statement and every rule is parsed separately, so that a fault in one does not hide the
//! faults in others. The grammar has no nesting, so the parser does not recurse, and it reads each
//! token a bounded number of times.

use fewest_rules::{Fault, did_you_mean, nearest, quoted};

use super::expected::ExpectedOutcome;
use super::lexer::{self, SourceLine};
use super::limits::{MOST_CELLS, MOST_FAULTS, MOST_NAMES};
use super::numbers::range;
use super::syntax::{
    BoardSyntax, DrawSyntax, DrawingLines, ExpectSyntax, Lexeme, PLACES, PieceSyntax, SetSyntax,
    SourceFile, VariableSyntax,
};

mod costs;
mod cursor;
mod goals;
mod looks;
mod moves;
mod numbers;
mod place;
mod rules;

use cursor::Cursor;
use numbers::DeclaredVariables;

/// The words that begin a statement.
const STATEMENTS: [&str; 20] = [
    "puzzle", "symbols", "set", "board", "walls", "var", "hidden", "layer", "region", "draw",
    "look", "pieces", "piece", "move", "after", "fewest", "goal", "place", "start", "expect",
];
/// The statements that declare names which other statements use.
const DECLARING: [&str; 6] = ["symbols", "set", "var", "hidden", "layer", "draw"];

/// Parses the statements of a file and adds faults to `faults`. Returns `None` if there are too
/// many faults, or if a faulty statement may declare names, because names could then not be looked
/// up.
pub(crate) fn parse(text: &str, faults: &mut Vec<Fault>) -> Option<SourceFile> {
    let lines = lexer::lines(text);
    if lines.is_empty() {
        let fault = Fault::new(0..0, "nothing is in the file", "expected a puzzle");
        faults.push(fault.with_help("'fewest new NAME' writes a file to begin with"));
        return None;
    }
    let variables = &variables(&lines);
    let mut file = SourceFile::default();
    let mut names_lost = false;
    let mut rest = &lines[..];
    while let Some((first, below)) = rest.split_first() {
        if faults.len() >= MOST_FAULTS {
            return None;
        }
        let belongs = |line: &&SourceLine| line.indented || is_stray(first, line);
        let block = below.iter().take_while(belongs).count();
        if first.indented {
            let message = "an indented line that belongs to no statement";
            let label = "expected a statement in the first column";
            let word = keyword(first);
            names_lost |= DECLARING.contains(&word);
            faults.push(Fault::new(first.span(), message, label).with_help(
                if STATEMENTS.contains(&word) {
                    format!("remove the blanks before '{word}'")
                } else {
                    statements_help()
                },
            ));
        } else {
            if let Some(stray) = below[..block].iter().find(|line| !line.indented) {
                let message = "a line that is not indented";
                let label = format!(
                    "expected blanks before it, if it belongs to '{}'",
                    quoted(keyword(first))
                );
                faults.push(Fault::new(stray.span(), message, label));
            }
            let faults_before = faults.len();
            match statement(first, &below[..block], variables, &mut file, faults) {
                Ok(word) => {
                    // A faulty block may hide a declaration that was indented by mistake.
                    let declares = |line: &SourceLine| DECLARING.contains(&keyword(line));
                    names_lost |=
                        faults.len() > faults_before && below[..block].iter().any(declares);
                    file.statements.push((word, first.span()));
                }
                Err(fault) => {
                    faults.push(fault);
                    let keyword = keyword(first);
                    let meant = nearest(keyword, STATEMENTS).unwrap_or(keyword);
                    names_lost |= DECLARING.contains(&meant);
                }
            }
        }
        rest = &below[block..];
    }
    (!names_lost).then_some(file)
}

fn statements_help() -> String {
    format!("statements begin with {}", STATEMENTS.join(", "))
}

/// The first word of a line.
fn keyword<'a>(line: &SourceLine<'a>) -> &'a str {
    lexer::words(line.text).next().map_or("", |(_, word)| word)
}

/// Whether a line in the first column seems to belong to the statement that begins with the line
/// `first`. Rules and effects seem to belong to a move; anything except a statement seems to belong
/// to a drawing.
fn is_stray(first: &SourceLine, line: &SourceLine) -> bool {
    let mut words = lexer::words(first.text).map(|(_, word)| word);
    let (first, last) = (words.next(), words.last());
    let word = keyword(line);
    match (first, last) {
        _ if STATEMENTS.contains(&word) => false,
        (Some("move" | "after"), _) => {
            PLACES.contains(&word) || line.text.starts_with('[') || line.text.contains("->")
        }
        (Some("start" | "board" | "piece" | "walls"), None)
        | (Some("goal"), Some("board" | "somewhere"))
        | (Some("expect"), Some("from")) => nearest(word, STATEMENTS).is_none(),
        _ => false,
    }
}

/// The variables that the file declares, at most as many as a file may declare. Misspelt keywords
/// are recognised. Indented lines declare nothing: a line such as `jar 3` of a drawing is no
/// misspelt `var`.
fn variables<'t>(lines: &[SourceLine<'t>]) -> DeclaredVariables<'t> {
    let declared = lines.iter().filter(|line| !line.indented);
    let declared = declared.filter_map(|line| {
        let mut words = lexer::words(line.text).map(|(_, word)| word);
        let keyword = words.next()?;
        let meant = match keyword.len() {
            0..=4 => nearest(keyword, ["var"]).is_some(),
            _ => nearest(keyword, ["hidden"]).is_some(),
        };
        let name = words.next().filter(|_| meant)?;
        let values = line.text.split_once('=').map_or("", |(_, values)| values);
        Some((
            name.split('=').next()?,
            range(lexer::trimmed(values)).is_some(),
        ))
    });
    DeclaredVariables::new(declared.take(MOST_NAMES))
}

/// Reads a statement into `file`. Returns its first word, or `look =` for an arrangement.
fn statement(
    first: &SourceLine,
    below: &[SourceLine],
    variables: &DeclaredVariables,
    file: &mut SourceFile,
    faults: &mut Vec<Fault>,
) -> Result<String, Fault> {
    let input = &mut Cursor::new(first);
    let keyword = input.word("a statement")?;
    let span = first.span();
    let drawn = |input: &Cursor| drawing(first, input.start(), below);
    let mut end = |input: &Cursor| one_line(input, below, &keyword.text, faults);
    match keyword.text.as_str() {
        "board"
            if wraps(input)
                || input.ahead().contains(['x', '×']) && size(input.ahead()).is_some() =>
        {
            let torus = wraps(input) && input.took("torus");
            let name = input.word("a size")?;
            input.finish().map_err(|fault| match input.ahead() {
                "torus" => fault.with_help(format!("write 'board torus {}'", quoted(&name.text))),
                _ => fault,
            })?;
            let (rows, columns) = size(&name.text).unwrap_or((0, 0));
            if rows == 0 || columns == 0 || rows.saturating_mul(columns) > MOST_CELLS {
                let label = format!("expected 1 to {MOST_CELLS} cells");
                return Err(Fault::new(name.span, "no board has this size", label));
            }
            end(input)?;
            file.board = Some(BoardSyntax::Size {
                rows,
                columns,
                torus,
            });
        }
        "board" => {
            let from = input.start();
            let drawn = drawn(input)?;
            if let [line] = &drawn.lines[..]
                && line.span.start == from
                && let Some((rows, columns)) = meant_size(&line.text)
            {
                let message = "not how a size is written";
                let fault = Fault::new(line.span.clone(), message, "expected rows x columns");
                let help = format!("write 'board {rows}x{columns}'");
                return Err(fault.with_help(help));
            }
            file.board = Some(BoardSyntax::Shape(drawn));
        }
        "walls" => {
            input
                .finish()
                .map_err(|fault| fault.with_help("draw the walls in the lines below"))?;
            file.walls = Some(walls(first, below)?);
        }
        "piece" => file.pieces.push(PieceSyntax::File(drawn(input)?)),
        "start" => {
            let drawing = drawn(input)?;
            match scramble(&drawing) {
                Some(moves) => file.scramble = Some((moves, span)),
                None => file.start = Some(drawing),
            }
        }
        "move" => {
            let declared = moves::move_of(input, below, variables, faults)?;
            file.moves.push(declared);
        }
        "after" => {
            let stages = moves::after(input, below, variables, faults, &keyword)?;
            file.after.push(stages);
        }
        "goal" => file
            .goals
            .push(goals::goal(first, input, below, variables)?),
        "expect" => file.expects.push(expect(first, input, below)?),
        "place" => file.place = Some(place::place(input, below, faults)?),
        "fewest" => {
            let measure = costs::measure(input)?;
            end(input)?;
            file.measure = Some(measure);
        }
        "puzzle" => {
            let name = input.word("the puzzle's name")?;
            end(input)?;
            file.name = Some(name);
        }
        "symbols" => {
            let symbols = input.words("a symbol")?;
            end(input)?;
            if file.symbols.is_empty() {
                file.symbols = symbols;
            }
        }
        "pieces" => {
            let symbols = input.words("a symbol")?;
            end(input)?;
            file.pieces.push(PieceSyntax::Board(symbols));
        }
        "set" => {
            let name = named(input, "the set's name")?;
            let start = input.start();
            let not = input.took("not");
            let words = input.words("a symbol")?;
            let span = start..input.end();
            end(input)?;
            file.sets.push((name, SetSyntax { not, words, span }));
        }
        "var" | "hidden" => {
            let name = named(input, "the variable's name")?;
            let labels = input.list(",", |input| input.word("a value"))?;
            end(input)?;
            file.variables.push(VariableSyntax {
                name,
                labels,
                is_hidden: keyword.text == "hidden",
            });
        }
        "layer" => {
            let name = named(input, "the layer's name")?;
            let labels = input.words("a symbol")?;
            end(input)?;
            file.layers.push((name, labels));
        }
        "region" => {
            let name = named(input, "the region's name")?;
            let cells = input.words("a cell")?;
            end(input)?;
            file.regions.push((name, cells));
        }
        "draw" => {
            let glyph = named(input, "what is drawn")?;
            let symbol = input.word("a symbol")?;
            input.mark("on")?;
            let region = input.word("a region's name")?;
            end(input)?;
            file.draws.push(DrawSyntax {
                glyph,
                symbol,
                region,
            });
        }
        "look" if input.took("=") => {
            let arrangement = looks::arrangement(input)?;
            end(input)?;
            file.arrangement = Some(arrangement);
            return Ok("look =".to_owned());
        }
        "look" => {
            let symbols = input.words("a symbol")?;
            input.mark("=")?;
            let look = looks::look(first, input)?;
            end(input)?;
            file.looks.push((symbols, look));
        }
        other => {
            let message = format!("unknown statement '{}'", quoted(other));
            let fault = Fault::new(keyword.span, message, "expected a statement");
            let help = did_you_mean(other, STATEMENTS).unwrap_or_else(statements_help);
            return Err(fault.with_help(help));
        }
    }
    Ok(keyword.text)
}

/// Reads a name and the `=` after it.
fn named(input: &mut Cursor, what: &str) -> Result<Lexeme, Fault> {
    let name = input.word(what)?;
    input.mark("=")?;
    Ok(name)
}

/// Reports what stands behind or below a statement that takes one line.
fn one_line(
    input: &Cursor,
    below: &[SourceLine],
    keyword: &str,
    faults: &mut Vec<Fault>,
) -> Result<(), Fault> {
    input
        .finish()
        .map_err(|fault| match (keyword, input.ahead()) {
            ("var" | "hidden", _) => {
                fault.with_help("separate the values with commas: var NAME = 0, 1, 2")
            }
            ("board" | "puzzle" | "draw", _) => fault,
            (_, ",") => fault.with_help("separate the words of this list with blanks, not commas"),
            _ => fault,
        })?;
    if let Some(line) = below.first() {
        faults.push(Fault::new(
            line.span(),
            format!("'{keyword}' takes one line"),
            "this line belongs to no statement",
        ));
    }
    Ok(())
}

/// Whether the next words are `torus` and a size.
fn wraps(input: &Cursor) -> bool {
    let second = input.rest().get(1).filter(|_| input.ahead() == "torus");
    second.is_some_and(|token| size(token.text).is_some())
}

/// Parses a size such as `4x4` into rows and columns.
fn size(text: &str) -> Option<(usize, usize)> {
    let (rows, columns) = text.split_once(['x', '×'])?;
    let number = |digits: &str| {
        let digits_only = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
        digits_only.then(|| digits.parse().unwrap_or(usize::MAX))
    };
    Some((number(rows)?, number(columns)?))
}

/// The size that is probably meant by `4 x 4`, `4X4`, `4,4` or `= 4x4`, or by `4`, a row of four
/// cells.
fn meant_size(text: &str) -> Option<(usize, usize)> {
    let text = text.trim_start_matches(['=', ':']).to_lowercase();
    let parts: Vec<&str> = text
        .split(|c: char| c.is_whitespace() || "x×*,by".contains(c))
        .filter(|part| !part.is_empty())
        .collect();
    let between = text.replace(|c: char| c.is_ascii_digit(), "");
    match parts[..] {
        [columns] if between.is_empty() => size(&format!("1x{columns}")),
        [rows, columns] if !between.trim().is_empty() => size(&format!("{rows}x{columns}")),
        _ => None,
    }
}

/// Reads a drawing on the rest of a line, from the byte `from` of the file, and on the lines below
/// it.
fn drawing(first: &SourceLine, from: usize, below: &[SourceLine]) -> Result<DrawingLines, Fault> {
    let rest = &first.text[from - first.at..];
    let rest = (!rest.is_empty()).then_some((from, rest));
    let below = below.iter().map(|line| (line.at, line.text));
    let line = |(at, text): (usize, &str)| Lexeme::new(text, at);
    let lines: Vec<Lexeme> = rest.into_iter().chain(below).map(line).collect();
    let of = first.span();
    if lines.is_empty() {
        let fault = Fault::new(of, "nothing is drawn", "expected a drawing below");
        return Err(fault.with_help("a drawing's lines are indented"));
    }
    Ok(DrawingLines { lines, of })
}

/// The moves of a start that is written `= goal` and moves; `None` if it is a drawing.
fn scramble(drawing: &DrawingLines) -> Option<Vec<Lexeme>> {
    let mut first = drawing.lines[0].words();
    let begins = first.next()?.text == "=" && first.next()?.text == "goal";
    let below = drawing.lines[1..].iter().flat_map(Lexeme::words);
    begins.then(|| first.chain(below).collect())
}

/// Reads a drawing of walls, in which leading blanks are kept.
fn walls(first: &SourceLine, below: &[SourceLine]) -> Result<DrawingLines, Fault> {
    let mut drawn = drawing(first, first.span().end, below)?;
    for (line, source) in drawn.lines.iter_mut().zip(below) {
        let start = source.span().end - source.with_blanks.len();
        *line = Lexeme::new(source.with_blanks, start);
    }
    Ok(drawn)
}

fn expect(
    first: &SourceLine,
    input: &mut Cursor,
    below: &[SourceLine],
) -> Result<ExpectSyntax, Fault> {
    let what = "a number of moves or 'unsolvable'";
    let outcome = input.word(what)?;
    let number = |word: &Lexeme| {
        word.text.parse().map_err(|_| {
            let message = format!("unexpected '{}'", quoted(&word.text));
            Fault::new(word.span.clone(), message, format!("expected {what}"))
        })
    };
    let expected = match outcome.text.as_str() {
        "unsolvable" => ExpectedOutcome::Unsolvable,
        _ => match (number(&outcome)?, input.took("then")) {
            (fewest, false) => ExpectedOutcome::Moves(fewest),
            (first, true) => ExpectedOutcome::Both(first, number(&input.word("a number")?)?),
        },
    };
    let from = match (input.took("from"), below.first()) {
        (true, _) => Some(drawing(first, input.start(), below)?),
        (false, _) if !input.at_end() => {
            let help = "write the board after 'from' or below it";
            let fault = input.expected("'from' or the end of the line");
            return Err(fault.with_help(help));
        }
        (false, Some(line)) => {
            let fault = Fault::new(line.span(), "a board without 'from'", "not expected here");
            return Err(fault.with_help("write 'from' after the number of moves"));
        }
        (false, None) => None,
    };
    Ok(ExpectSyntax {
        outcome: expected,
        from,
        span: first.span(),
    })
}
