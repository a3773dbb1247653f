//! Reads texts from files and stdin.

use std::fs::File;
use std::io::{self, IsTerminal, Read};
use std::path::Path;

use fewest::diagnose::Source;
use fewest::library;
use fewest_rules::{Fault, Faults};

use crate::exit::Failure;
use crate::quantity::show_bytes;
use crate::session::Session;

/// The greatest allowed number of bytes of boards or moves. No board that can be solved needs more
/// bytes.
const LONGEST_INPUT: u64 = 1 << 30;
/// The greatest allowed number of bytes of a puzzle file. The compiler accepts no larger file.
const LONGEST_PUZZLE: u64 = 1 << 26;
const BYTE_ORDER_MARK: char = '\u{feff}';
/// How a text in UTF-16 begins, with the less or the more significant byte of a unit first.
const UTF_16: [[u8; 2]; 2] = [[0xff, 0xfe], [0xfe, 0xff]];

/// A text and its name.
pub(crate) struct Text {
    pub(crate) name: String,
    pub(crate) text: String,
}

impl Text {
    pub(crate) fn source(&self) -> Source<'_> {
        Source::whole(&self.name, self.text.as_bytes())
    }
}

/// Reads the boards or moves in `path` (`-` means stdin), without a byte order mark.
pub(crate) fn read_text(path: &str, session: &Session) -> Result<Text, Failure> {
    read_up_to(LONGEST_INPUT, path, session)
}

/// Reads the puzzle file `path`, without a byte order mark.
pub(crate) fn read_puzzle(path: &str, session: &Session) -> Result<Text, Failure> {
    read_up_to(LONGEST_PUZZLE, path, session)
}

fn read_up_to(most: u64, path: &str, session: &Session) -> Result<Text, Failure> {
    let name = if path == "-" { "<stdin>" } else { path };
    let bytes = if path == "-" {
        if io::stdin().is_terminal() {
            session.note("reading from the terminal; Ctrl-D ends the input");
        }
        read_all(&mut io::stdin().lock(), most, session)
    } else {
        // A named pipe is opened only when another process writes to it.
        match session.clock.reading(|| File::open(path)) {
            Ok(mut file) => read_all(&mut file, most, session),
            Err(error) => Err(Unread::Error(error)),
        }
    };
    let bytes = bytes.map_err(|unread| match unread {
        Unread::Error(error) => Failure::Read {
            name: name.to_owned(),
            error,
        },
        Unread::Limit(failure) => failure,
        Unread::TooLarge => Failure::usage(format!("{name} is larger than {}", show_bytes(most))),
    })?;
    let (text, is_latin_1) = decoded(bytes).map_err(|bytes| {
        let valid = bytes.utf8_chunks().next();
        let at = valid.map_or(0, |chunk| chunk.valid().len());
        let fault = Fault::new(
            at..at + 1,
            format!("byte 0x{:02x} is not UTF-8 text", bytes[at]),
            "expected plain text",
        );
        Failure::Diagnosed(session.render(&Source::whole(name, &bytes), &Faults::from(fault)))
    })?;
    if is_latin_1 {
        session.warn(&format!("{name} is not UTF-8 text; it is read as Latin-1"));
    }
    let text = match text.strip_prefix(BYTE_ORDER_MARK) {
        Some(rest) => rest.to_owned(),
        None => text,
    };
    Ok(Text {
        name: name.to_owned(),
        text,
    })
}

/// The text of a file in UTF-8; in UTF-16, in which some Windows programs write text, if it begins
/// with a byte order mark; otherwise in Latin-1, as many collections of levels are. The second
/// value tells whether it is Latin-1.
///
/// # Errors
/// Returns the bytes if they are no such text.
fn decoded(bytes: Vec<u8>) -> Result<(String, bool), Vec<u8>> {
    let units: fn([u8; 2]) -> u16 = match bytes.get(..2) {
        Some(mark) if mark == UTF_16[0] => u16::from_le_bytes,
        Some(mark) if mark == UTF_16[1] => u16::from_be_bytes,
        _ => {
            return match String::from_utf8(bytes) {
                Ok(text) => Ok((text, false)),
                Err(error) if error.as_bytes().iter().all(|&byte| is_printed(byte)) => {
                    let bytes = error.into_bytes();
                    Ok((bytes.into_iter().map(char::from).collect(), true))
                }
                Err(error) => Err(error.into_bytes()),
            };
        }
    };
    let pairs = bytes.chunks_exact(2).map(|pair| units([pair[0], pair[1]]));
    let text: Result<String, _> = char::decode_utf16(pairs).collect();
    text.map(|text| (text, false)).map_err(|_| bytes)
}

/// Whether a text in an encoding of one byte for each character may have this byte: it is no
/// control character other than blanks and ends of lines.
fn is_printed(byte: u8) -> bool {
    !byte.is_ascii_control() || byte.is_ascii_whitespace()
}

/// The number of bytes that are read between two checks of the limits.
const PIECE: u64 = 1 << 20;
/// One less than the greatest number of bytes of a UTF-8 character.
const PART_OF_A_CHARACTER: usize = 3;

/// Why an input was not read to its end.
enum Unread {
    Error(io::Error),
    Limit(Failure),
    TooLarge,
}

/// Reads an input of at most `most` bytes. Stops early if the bytes read so far are no text.
fn read_all(input: &mut impl Read, most: u64, session: &Session) -> Result<Vec<u8>, Unread> {
    let mut bytes = Vec::new();
    loop {
        let seen = bytes.len();
        // A vector that is full doubles its memory when it grows.
        let more = bytes.capacity() as u64 + PIECE;
        session.poll(more).map_err(Unread::Limit)?;
        let mut piece = input.by_ref().take(PIECE);
        let read = session.clock.reading(|| piece.read_to_end(&mut bytes));
        let read = read.map_err(Unread::Error)?;
        if bytes.len() as u64 > most {
            return Err(Unread::TooLarge);
        }
        let is_utf_16 = bytes
            .get(..2)
            .is_some_and(|mark| UTF_16.iter().any(|m| m == mark));
        // The previous piece may have ended within a character.
        let from = seen.saturating_sub(PART_OF_A_CHARACTER);
        let from = (from..seen).find(|&at| is_first(bytes[at])).unwrap_or(seen);
        let is_text = match str::from_utf8(&bytes[from..]) {
            Ok(_) => true,
            Err(error) => {
                let rest = &bytes[seen..];
                error.error_len().is_none() || is_utf_16 || rest.iter().all(|&b| is_printed(b))
            }
        };
        if read == 0 || !is_text {
            session.poll(0).map_err(Unread::Limit)?;
            return Ok(bytes);
        }
    }
}

/// Whether a byte of a UTF-8 text is the first byte of a character.
fn is_first(byte: u8) -> bool {
    byte & 0b1100_0000 != 0b1000_0000
}

/// Reads the text of the puzzle file `path`, or of the library puzzle with that name.
pub(crate) fn read_puzzle_named(path: &str, session: &Session) -> Result<Text, Failure> {
    match library::find(path) {
        Some(entry) => Ok(Text {
            name: path.to_owned(),
            text: entry.text.to_owned(),
        }),
        None => read_puzzle(path, session),
    }
}

/// How the names of puzzle files end.
pub(crate) const SUFFIX: &str = ".fewest";

/// Whether a name that no puzzle has is the path of a file.
pub(crate) fn is_path(name: &str) -> bool {
    let path = Path::new(name);
    name.ends_with(SUFFIX) || path.components().count() > 1 || path.is_file()
}
