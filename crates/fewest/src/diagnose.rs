//! Shows faults as messages like those of a compiler: the place, the line, a mark under the place,
//! what was expected, and how to fix it.

use std::ops::Range;

use annotate_snippets::{AnnotationKind, Group, Level, Origin, Renderer, Snippet};
use fewest_rules::{Fault, Faults};

use crate::printable;

/// A text that was read, or the part of it that is still in memory.
#[derive(Debug, Clone, Copy)]
pub struct Source<'a> {
    /// The file's name, or `<stdin>`.
    pub name: &'a str,
    /// The text, which need not be UTF-8. Faults refer to byte ranges of this text.
    pub bytes: &'a [u8],
    /// The number of the first line of `bytes`, counted from 1.
    pub line: u64,
    /// The number of characters that precede `bytes` on that line.
    pub column: u64,
}

impl<'a> Source<'a> {
    /// Makes a source that is a whole file.
    pub fn whole(name: &'a str, bytes: &'a [u8]) -> Self {
        Self {
            name,
            bytes,
            line: 1,
            column: 0,
        }
    }
}

/// A message quotes at most this many bytes of a line. For a longer line, the message gives only
/// the place.
const LONGEST_QUOTE: usize = 4096;

/// Renders every fault as a message of several lines, with an empty line between messages. If
/// `styled`, the messages are coloured for a terminal. Apart from line ends, the escape sequences
/// of these colours are the only control characters in the messages, whatever the source and the
/// faults contain.
///
/// ```
/// use fewest::diagnose::{Source, render};
/// use fewest::rules::{Fault, Faults};
///
/// let fault = Fault::new(10..11, "unknown cell symbol 'x'", "expected w or b");
/// let text = render(&Source::whole("board.txt", b"w b\nb b\nw x\n"), &Faults::from(fault), false);
/// assert_eq!(text, "\
/// error: unknown cell symbol 'x'
///  --> board.txt:3:3
///   |
/// 3 | w x
///   |   ^ expected w or b
/// ");
/// ```
pub fn render(source: &Source<'_>, faults: &Faults, styled: bool) -> String {
    messages(source, faults.as_slice(), &Level::ERROR, styled)
}

/// Does the same as [`render`] for warnings, that is, for text that is valid but probably not
/// intended.
pub fn render_warnings(source: &Source<'_>, warnings: &[Fault], styled: bool) -> String {
    messages(source, warnings, &Level::WARNING, styled)
}

fn messages(source: &Source<'_>, faults: &[Fault], level: &Level<'_>, styled: bool) -> String {
    let renderer = if styled {
        Renderer::styled()
    } else {
        Renderer::plain()
    };
    let messages: Vec<String> = faults
        .iter()
        .map(|fault| message(source, fault, level, &renderer))
        .collect();
    messages.join("\n")
}

fn message(source: &Source<'_>, fault: &Fault, level: &Level<'_>, renderer: &Renderer) -> String {
    let quote = Quote::of(source, fault);
    let name = printable::line(source.name);
    let title = level.clone().primary_title(printable::line(&fault.message));
    let mut groups = Vec::with_capacity(2);
    match &quote {
        Some(quote) => {
            let mut snippet = Snippet::source(&quote.text)
                .path(&*name)
                .line_start(quote.line)
                .annotation(
                    AnnotationKind::Primary
                        .span(quote.place(source, &fault.span))
                        .label(printable::line(&fault.label)),
                );
            for (span, label) in &fault.context {
                snippet = snippet.annotation(
                    AnnotationKind::Context
                        .span(quote.place(source, span))
                        .label(printable::line(label)),
                );
            }
            groups.push(title.element(snippet));
        }
        None => {
            let (line, column) = position(source, fault.span.start);
            groups.push(
                title
                    .element(
                        Origin::path(&*name)
                            .line(line as usize)
                            .char_column(column as usize),
                    )
                    .element(Level::NOTE.message(printable::line(&fault.label))),
            );
        }
    }
    if let Some(help) = &fault.help {
        groups.push(Group::with_title(
            Level::HELP.secondary_title(printable::line(help)),
        ));
    }
    let groups: Vec<Group<'_>> = groups;
    let mut text = renderer.render(&groups).to_string();
    text.push('\n');
    text
}

/// The line and the column of the byte at `at`, both counted from 1.
pub fn position(source: &Source<'_>, at: usize) -> (u64, u64) {
    let before = &source.bytes[..at.min(source.bytes.len())];
    let newlines = before.iter().filter(|&&byte| byte == b'\n').count() as u64;
    let line_start = before
        .iter()
        .rposition(|&byte| byte == b'\n')
        .map_or(0, |newline| newline + 1);
    let in_line = String::from_utf8_lossy(&before[line_start..])
        .chars()
        .count() as u64;
    let lost = if newlines == 0 { source.column } else { 0 };
    (source.line + newlines, lost + in_line + 1)
}

/// The lines to which a fault refers, converted to valid UTF-8.
struct Quote {
    text: String,
    /// The position in the source at which the quoted lines begin.
    start: usize,
    /// The number of the first quoted line.
    line: usize,
}

impl Quote {
    fn of(source: &Source<'_>, fault: &Fault) -> Option<Self> {
        let spans = || std::iter::once(&fault.span).chain(fault.context.iter().map(|(s, _)| s));
        let length = source.bytes.len();
        let first = spans().map(|span| span.start.min(length)).min()?;
        let last = spans().map(|span| span.end.min(length)).max()?;
        // A line can be as long as a huge text, so the search for its beginning goes back only as
        // far as a quote can reach.
        let nearest = first.saturating_sub(LONGEST_QUOTE + 1);
        let start = source.bytes[nearest..first]
            .iter()
            .rposition(|&byte| byte == b'\n')
            .map_or(nearest, |newline| nearest + newline + 1);
        let farthest = length.min(last + LONGEST_QUOTE + 1);
        let end = source.bytes[last..farthest]
            .iter()
            .position(|&byte| byte == b'\n')
            .map_or(farthest, |newline| last + newline);
        let lost = start == 0 && source.column > 0;
        if lost || end - start > LONGEST_QUOTE {
            return None;
        }
        let bytes = &source.bytes[start..end];
        Some(Self {
            text: shown(bytes.strip_suffix(b"\r").unwrap_or(bytes)),
            start,
            line: position(source, start).0 as usize,
        })
    }

    /// Converts `span` from a range of the source to a range of the quoted text.
    fn place(&self, source: &Source<'_>, span: &Range<usize>) -> Range<usize> {
        let map = |at: usize| {
            let at = at.clamp(self.start, source.bytes.len());
            // A carriage return before a line end is not part of the quote.
            let returned = source.bytes[at..].starts_with(b"\n")
                && source.bytes[self.start..at].ends_with(b"\r");
            let at = at - usize::from(returned);
            shown(&source.bytes[self.start..at])
                .len()
                .min(self.text.len())
        };
        let (start, end) = (map(span.start), map(span.end));
        start..end.max(start)
    }
}

/// Returns the lines as messages quote them: bytes that are not UTF-8 become replacement
/// characters, and unprintable characters are escaped. Tabs are expanded later.
fn shown(bytes: &[u8]) -> String {
    let text = String::from_utf8_lossy(bytes).replace("\r\n", "\n");
    let lines: Vec<_> = text.split('\n').map(printable::line_with_tabs).collect();
    lines.join("\n")
}
