//! Parses what new levels are made of.

use fewest_rules::{Fault, quoted};

use super::super::lexer::SourceLine;
use super::super::limits::MOST_CELLS;
use super::super::numbers::range;
use super::super::syntax::{Lexeme, PlaceLineSyntax, PlaceSyntax};
use super::cursor::Cursor;
use super::size;

/// Reads the rest of the line `place among S on REGION`, and the lines below it. The region holds for
/// every line that names none.
pub(super) fn place(
    input: &mut Cursor,
    below: &[SourceLine],
    faults: &mut Vec<Fault>,
) -> Result<PlaceSyntax, Fault> {
    input.mark("among")?;
    let floor = input.word("what the cells hold on which things are laid")?;
    let start = input.start();
    let mirrored = input.took("mirrored").then(|| start..input.end());
    let everywhere = region(input)?;
    input.finish()?;
    let mut lines = Vec::new();
    for line in below {
        match line_of(&mut Cursor::new(line)) {
            Ok(line) => lines.push(PlaceLineSyntax {
                region: line.region.or_else(|| everywhere.clone()),
                ..line
            }),
            Err(fault) => faults.push(fault),
        }
    }
    if below.is_empty() {
        let fault = Fault::new(
            input.start()..input.end(),
            "nothing is placed",
            "expected lines below",
        );
        return Err(fault.with_help("write below what is laid, e.g. '$ = 2..4'"));
    }
    Ok(PlaceSyntax {
        floor,
        mirrored,
        lines,
    })
}

/// Reads `S … = 2..4 of 1x2 2x1 on not REGION`.
fn line_of(input: &mut Cursor) -> Result<PlaceLineSyntax, Fault> {
    let words = input.words("what is laid")?;
    input.mark("=")?;
    let (least, most) = count(&input.word("a number, e.g. 3 or 2..4")?)?;
    let mut shapes = Vec::new();
    if input.took("of") {
        while input.at_word() && size(input.ahead()).is_some() {
            let word = input.word("a size")?;
            let shape = size(&word.text).filter(|&(rows, columns)| {
                (1..=MOST_CELLS).contains(&rows.saturating_mul(columns))
            });
            shapes.push(shape.ok_or_else(|| {
                Fault::new(
                    word.span,
                    "no piece has this size",
                    "expected rows x columns",
                )
            })?);
        }
        if shapes.is_empty() {
            return Err(input.expected("a size such as 1x2"));
        }
    }
    let region = region(input)?;
    input.finish()?;
    Ok(PlaceLineSyntax {
        words,
        least,
        most,
        shapes,
        region,
    })
}

/// Reads `on REGION` or `on not REGION`, if it is next.
fn region(input: &mut Cursor) -> Result<Option<(bool, Lexeme)>, Fault> {
    let given = input.took("on");
    given
        .then(|| Ok((input.took("not"), input.word("a region")?)))
        .transpose()
}

/// Parses a number, or the least and the greatest number of things.
fn count(word: &Lexeme) -> Result<(usize, usize), Fault> {
    let one = word.text.parse().ok().map(|number| (number, number));
    let several = range(&word.text).and_then(|(least, most)| {
        Some((usize::try_from(least).ok()?, usize::try_from(most).ok()?))
    });
    let wanted = one.or(several);
    wanted
        .filter(|&(least, most)| least <= most && most <= MOST_CELLS)
        .ok_or_else(|| {
            let message = format!("'{}' is no number of things", quoted(&word.text));
            Fault::new(word.span.clone(), message, "expected e.g. 3 or 2..4")
        })
}
