//! Parses text as JSON. The parser reports each error, and continues with the most likely
//! intention: it accepts a missing or surplus comma, a name without quotes, or a comment.

use std::ops::Range;

use fewest_rules::{Fault, MOST_FAULTS, quoted};

use super::{Json, JsonKey, JsonValue};

/// The deepest nesting allowed.
const DEEPEST: usize = 32;

/// Parses the whole of `text` as one value. `None` if the text is so faulty that the parser gives
/// up.
pub(in super::super) fn parse(text: &str, faults: &mut Vec<Fault>) -> Option<Json> {
    let mut parser = JsonParser {
        text,
        at: 0,
        open: Vec::new(),
        faults,
        lost: false,
    };
    let json = parser.value();
    if !parser.lost && !matches!(json.value, JsonValue::Wrong) && parser.peek().is_some() {
        parser.here("more behind the value", "expected the end");
        parser.lost = true;
    }
    (!parser.lost).then_some(json)
}

struct JsonParser<'t> {
    text: &'t str,
    at: usize,
    /// The brackets that are open, and their places.
    open: Vec<(char, usize)>,
    faults: &'t mut Vec<Fault>,
    /// Whether the brackets do not match, so that the parser no longer knows which names belong
    /// where.
    lost: bool,
}

impl JsonParser<'_> {
    /// Skips blanks and comments and returns the next character without consuming it.
    fn peek(&mut self) -> Option<char> {
        loop {
            let rest = &self.text[self.at..];
            let blank = |c| matches!(c, ' ' | '\t' | '\r' | '\n');
            let rest = rest.trim_start_matches(blank);
            self.at = self.text.len() - rest.len();
            let length = if rest.starts_with("//") {
                rest.find('\n').unwrap_or(rest.len())
            } else if rest.starts_with("/*") {
                rest.find("*/").map_or(rest.len(), |end| end + 2)
            } else {
                return rest.chars().next();
            };
            let at = self.at..self.at + 2;
            self.at += length;
            self.tell(at, "a comment", "JSON has none");
        }
    }

    fn took(&mut self, wanted: char) -> bool {
        let comes = self.peek() == Some(wanted);
        if comes {
            self.at += wanted.len_utf8();
        }
        comes
    }

    fn tell(&mut self, at: Range<usize>, message: impl Into<String>, expected: impl Into<String>) {
        self.faults.push(Fault::new(at, message, expected));
        if self.faults.len() >= MOST_FAULTS {
            self.stop();
        }
    }

    /// Reports a fault at the next character.
    fn here(&mut self, message: &str, expected: &str) {
        let next = self.text[self.at..].chars().next();
        self.tell(
            self.at..self.at + next.map_or(0, char::len_utf8),
            message,
            expected,
        );
    }

    /// Skips the rest of the text.
    fn stop(&mut self) {
        self.at = self.text.len();
        self.lost = true;
    }

    fn value(&mut self) -> Json {
        let first = self.peek();
        let start = self.at;
        let value = match first {
            Some('{' | '[') if self.open.len() > DEEPEST => {
                self.here("nested too deeply", "at most 32 levels");
                self.stop();
                JsonValue::Wrong
            }
            Some('{') => JsonValue::Object(self.inside('{', Self::member)),
            Some('[') => JsonValue::List(self.inside('[', |parser| Some(parser.value()))),
            Some(quote @ ('"' | '\'')) => {
                let before = self.faults.len();
                let text = self.string(quote);
                let sound = self.faults.len() == before;
                if sound && quote == '\'' {
                    self.tell(start..self.at, "text in single quotes", "expected \"…\"");
                }
                if sound {
                    JsonValue::Text(text)
                } else {
                    JsonValue::Wrong
                }
            }
            Some(_) => self.word(),
            None => {
                self.ends("a value");
                JsonValue::Wrong
            }
        };
        let at = start..self.at.max(start);
        Json { value, at }
    }

    /// Reports the end of the text, but only once.
    fn ends(&mut self, expected: &str) {
        if self.lost {
            return;
        }
        self.here("the text ends here", &format!("expected {expected}"));
        if let (Some(fault), Some(&(bracket, at))) = (self.faults.last_mut(), self.open.last()) {
            let open = format!("'{bracket}' is open");
            fault.context.push((at..at + 1, open));
        }
        self.stop();
    }

    /// Reads the items between brackets, separated by commas.
    fn inside<T>(&mut self, bracket: char, item: impl Fn(&mut Self) -> Option<T>) -> Vec<T> {
        let mut items = Vec::new();
        let close = closing(bracket);
        self.open.push((bracket, self.at));
        self.at += 1;
        let mut comma: Option<usize> = None;
        loop {
            match self.peek() {
                Some(c) if c == close => {
                    if let Some(comma) = comma {
                        let expected = format!("expected nothing before {close}");
                        self.tell(comma..comma + 1, "a comma too many", expected);
                    }
                    self.took(close);
                    break;
                }
                Some(',') => {
                    self.here("nothing before the comma", "expected a value");
                    self.took(',');
                    continue;
                }
                Some(c @ (']' | '}')) => {
                    let expected = format!("expected {close}");
                    self.here(&format!("unexpected '{c}'"), &expected);
                    if let (Some(fault), Some(&(_, at))) =
                        (self.faults.last_mut(), self.open.last())
                    {
                        fault
                            .context
                            .push((at..at + 1, format!("'{bracket}' is open")));
                    }
                    self.lost = true;
                    // The closing bracket may belong to an outer bracket, while the closing bracket
                    // of the inner bracket is missing.
                    let around = self.open.iter().rev().nth(1);
                    if around.is_none_or(|&(open, _)| closing(open) != c) {
                        self.took(c);
                    }
                    break;
                }
                None => {
                    self.ends(&format!("{close}"));
                    break;
                }
                Some(_) => {}
            }
            items.extend(item(self));
            let behind = self.at;
            comma = None;
            match self.peek() {
                Some(',') => {
                    comma = Some(self.at);
                    self.took(',');
                }
                Some(']' | '}') | None => {}
                Some(_) => {
                    let expected = format!("expected , or {close}");
                    self.tell(behind..behind, "a comma is missing", expected);
                }
            }
        }
        self.open.pop();
        items
    }

    fn member(&mut self) -> Option<(JsonKey, Json)> {
        let first = self.peek();
        let start = self.at;
        let name = match first {
            Some(quote @ ('"' | '\'')) => self.string(quote),
            _ => self.run().to_owned(),
        };
        let at = start..self.at;
        if first != Some('"') {
            self.tell(at.clone(), "not JSON", "expected a name in double quotes");
        }
        if name.is_empty() && first != Some('"') {
            // The next character cannot begin a name, so it is skipped.
            self.at += first
                .map_or(0, char::len_utf8)
                .min(self.text.len() - self.at);
            return None;
        }
        let behind = self.at;
        if !self.took(':') {
            self.tell(behind..behind, "not JSON", "expected :");
            self.took('=');
        }
        let value = match self.peek() {
            Some(',' | '}' | ']') => Json {
                value: JsonValue::Wrong,
                at: self.at..self.at,
            },
            _ => self.value(),
        };
        if value.at.is_empty() && self.faults.last().is_none_or(|f| f.span.start < behind) {
            self.here("not JSON", "expected a value");
        }
        Some((JsonKey { name, at }, value))
    }

    fn string(&mut self, quote: char) -> String {
        let mut out = String::new();
        let start = self.at;
        self.at += 1;
        loop {
            let Some(c) = self.text[self.at..].chars().next().filter(|&c| c >= ' ') else {
                self.tell(
                    start..self.at,
                    "text without an end",
                    format!("expected {quote}"),
                );
                self.stop();
                return out;
            };
            self.at += c.len_utf8();
            match c {
                c if c == quote => return out,
                '\\' => out.push(self.escaped()),
                c => out.push(c),
            }
        }
    }

    /// The character that an escape stands for; its backslash has been read.
    fn escaped(&mut self) -> char {
        let rest = &self.text[self.at..];
        let (c, length) = match rest.chars().next() {
            Some(c @ ('"' | '\\' | '/')) => (Some(c), 1),
            Some('b') => (Some('\u{8}'), 1),
            Some('f') => (Some('\u{c}'), 1),
            Some('n') => (Some('\n'), 1),
            Some('r') => (Some('\r'), 1),
            Some('t') => (Some('\t'), 1),
            Some('u') => {
                let digits = rest.get(1..5);
                let code = digits.and_then(|digits| u32::from_str_radix(digits, 16).ok());
                // Half of a surrogate pair alone is not a character.
                let c =
                    code.map(|code| char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER));
                (c, if c.is_some() { 5 } else { 1 })
            }
            _ => (None, 0),
        };
        if c.is_none() {
            let at = self.at - 1..self.at + length;
            self.tell(at, "unknown escape", "expected one of JSON's");
        }
        self.at = (self.at + length).min(self.text.len());
        c.unwrap_or(char::REPLACEMENT_CHARACTER)
    }

    /// The characters up to the next separator.
    fn run(&mut self) -> &str {
        let rest = &self.text[self.at..];
        let parts = |c: char| c.is_whitespace() || ",:[]{}\"'=/".contains(c);
        let run = &rest[..rest.find(parts).unwrap_or(rest.len())];
        self.at += run.len();
        run
    }

    /// Reads a number, `null`, `true` or `false`.
    fn word(&mut self) -> JsonValue {
        let start = self.at;
        let word = self.run();
        match word {
            "null" => return JsonValue::Null,
            "true" | "false" => return JsonValue::Truth,
            _ => {}
        }
        let number = word.starts_with(|c: char| c == '-' || c.is_ascii_digit());
        if number && let Ok(number) = word.parse() {
            return JsonValue::Number(number);
        }
        let shown = quoted(word);
        if word.is_empty() {
            self.here("not JSON", "expected a value");
            // Leaves separators and closing brackets to the enclosing value.
            match self.text[self.at..].chars().next() {
                Some(c) if !",]}".contains(c) => self.at += c.len_utf8(),
                _ => {}
            }
        } else {
            let at = start..self.at;
            let message = format!("'{shown}' is no value of JSON");
            let expected = if number {
                "expected a number"
            } else {
                "expected \"…\", a number, [ or {"
            };
            self.tell(at, message, expected);
        }
        JsonValue::Wrong
    }
}

fn closing(bracket: char) -> char {
    match bracket {
        '[' => ']',
        _ => '}',
    }
}
