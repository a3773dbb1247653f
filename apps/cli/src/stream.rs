//! All output of the program passes through this module, which escapes all control characters
//! except line ends and the colours of the program's own messages. So a terminal shows everything
//! else as text.

use std::io::{self, Write};

use fewest::printable::{is_plain, is_unprintable};

/// The kind of output, which determines how unprintable characters are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Content {
    /// Text for people. Unprintable characters are escaped as in `\u{1b}`.
    Text,
    /// Text that may contain escape sequences for colours. Everything in it that comes from the
    /// input has already been escaped.
    Coloured,
    /// JSON. Unprintable characters can occur only in strings and are escaped as in `\u001b`.
    Json,
    /// Data for other programs, which are written unchanged.
    Data,
}

/// A stream that escapes unprintable characters.
#[derive(Debug)]
pub(crate) struct Stream<W> {
    out: W,
    pub(crate) content: Content,
    /// The first bytes of a character whose remaining bytes have not been written yet.
    begun: Vec<u8>,
}

impl<W: Write> Stream<W> {
    pub(crate) fn new(out: W, content: Content) -> Self {
        Self {
            out,
            content,
            begun: Vec::new(),
        }
    }

    fn text(&mut self, text: &str) -> io::Result<()> {
        let mut rest = text;
        while let Some(at) = rest.find(|c| c != '\n' && is_unprintable(c)) {
            let (plain, special) = rest.split_at(at);
            self.out.write_all(plain.as_bytes())?;
            let colours = match self.content {
                Content::Coloured => length_of_colours(special),
                _ => 0,
            };
            let first = special.chars().next().map_or(0, char::len_utf8);
            let length = colours.max(first);
            let (special, after) = special.split_at(length);
            match self.content {
                Content::Json => {
                    for unit in special.encode_utf16() {
                        write!(self.out, "\\u{unit:04x}")?;
                    }
                }
                Content::Coloured if colours > 0 => self.out.write_all(special.as_bytes())?,
                _ => write!(self.out, "{}", special.escape_default())?,
            }
            rest = after;
        }
        self.out.write_all(rest.as_bytes())
    }
}

/// The length of the escape sequence for colours with which `text` begins; 0 if there is none.
fn length_of_colours(text: &str) -> usize {
    let Some(parameters) = text.strip_prefix("\x1b[") else {
        return 0;
    };
    match parameters.find(|c: char| !c.is_ascii_digit() && c != ';') {
        Some(end) if parameters[end..].starts_with('m') => "\x1b[".len() + end + "m".len(),
        _ => 0,
    }
}

impl<W: Write> Write for Stream<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.content == Content::Data || (self.begun.is_empty() && is_plain(bytes)) {
            self.out.write_all(bytes)?;
            return Ok(bytes.len());
        }
        let mut all = std::mem::take(&mut self.begun);
        all.extend_from_slice(bytes);
        let mut chunks = all.utf8_chunks().peekable();
        while let Some(chunk) = chunks.next() {
            self.text(chunk.valid())?;
            let invalid = chunk.invalid();
            let unfinished = std::str::from_utf8(invalid)
                .is_err_and(|error| error.error_len().is_none() && chunks.peek().is_none());
            if unfinished {
                self.begun = invalid.to_vec();
            } else if !invalid.is_empty() {
                self.text("\u{fffd}")?;
            }
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        if !std::mem::take(&mut self.begun).is_empty() {
            self.text("\u{fffd}")?;
        }
        self.out.flush()
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::{Content, Stream};

    fn written(content: Content, pieces: &[&[u8]]) -> String {
        let mut stream = Stream::new(Vec::new(), content);
        for piece in pieces {
            stream.write_all(piece).unwrap();
        }
        stream.flush().unwrap();
        String::from_utf8(stream.out).unwrap()
    }

    #[test]
    fn each_content_has_its_escapes() {
        let text = "a\n\x1b[1;31mb\x1b[2Jc\u{9b}d\u{202e}\u{e0041}é█\t".as_bytes();
        for (content, wanted) in [
            (
                Content::Text,
                "a\n\\u{1b}[1;31mb\\u{1b}[2Jc\\u{9b}d\\u{202e}\\u{e0041}é█\\t",
            ),
            (
                Content::Coloured,
                "a\n\x1b[1;31mb\\u{1b}[2Jc\\u{9b}d\\u{202e}\\u{e0041}é█\\t",
            ),
            (
                Content::Json,
                "a\n\\u001b[1;31mb\\u001b[2Jc\\u009bd\\u202e\\udb40\\udc41é█\\u0009",
            ),
        ] {
            assert_eq!(written(content, &[text]), wanted);
            // Writes each text in two parts, divided at every byte, even within a character.
            for cut in 0..text.len() {
                if content != Content::Coloured {
                    let (one, other) = text.split_at(cut);
                    assert_eq!(written(content, &[one, other]), wanted, "{cut}");
                }
            }
        }
        assert_eq!(
            written(Content::Data, &["\x1b\u{9b}\t".as_bytes()]),
            "\x1b\u{9b}\t"
        );
    }

    #[test]
    fn bytes_that_are_no_text_are_replaced() {
        let wanted = "a\u{fffd}b\u{fffd}";
        assert_eq!(written(Content::Text, &[b"a\xffb\xe2\x82"]), wanted);
        assert_eq!(
            written(Content::Text, &[b"a\xff", b"b\xe2", b"\x82"]),
            wanted
        );
    }
}
