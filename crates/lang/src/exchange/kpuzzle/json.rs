//! JSON (RFC 8259) with the place of every value.

use std::ops::Range;

use rules::Fault;

/// The deepest nesting that is read.
const DEEPEST: usize = 32;

/// A value and where it stands.
#[derive(Debug, Clone)]
pub(super) struct Json {
    pub(super) value: Value,
    pub(super) at: Range<usize>,
}

#[derive(Debug, Clone)]
pub(super) enum Value {
    /// `null`, `true` or `false`.
    Word,
    Number(f64),
    Text(String),
    List(Vec<Json>),
    /// In the order of the text.
    Object(Vec<(String, Json)>),
}

impl Json {
    pub(super) fn fault(&self, message: impl Into<String>, expected: impl Into<String>) -> Fault {
        // A whole object is too much to show.
        let end = match self.value {
            Value::List(_) | Value::Object(_) => self.at.start + 1,
            _ => self.at.end,
        };
        Fault::new(self.at.start..end, message, expected)
    }

    pub(super) fn object(&self, what: &str) -> Result<&[(String, Json)], Fault> {
        match &self.value {
            Value::Object(members) => Ok(members),
            _ => Err(self.fault(format!("{what} is no object"), "expected { … }")),
        }
    }

    pub(super) fn list(&self, what: &str) -> Result<&[Json], Fault> {
        match &self.value {
            Value::List(items) => Ok(items),
            _ => Err(self.fault(format!("{what} is no list"), "expected [ … ]")),
        }
    }

    pub(super) fn text(&self, what: &str) -> Result<&str, Fault> {
        match &self.value {
            Value::Text(text) => Ok(text),
            _ => Err(self.fault(format!("{what} is no text"), "expected \"…\"")),
        }
    }

    /// A whole number below `end`.
    pub(super) fn number(&self, what: &str, end: usize) -> Result<usize, Fault> {
        match self.value {
            Value::Number(n) if n >= 0.0 && n < end as f64 && n.fract() == 0.0 => Ok(n as usize),
            _ => {
                let expected = format!("expected a whole number below {end}");
                Err(self.fault(format!("no {what}"), expected))
            }
        }
    }

    /// The first member of an object that has one of these names.
    pub(super) fn member(&self, names: &[&str]) -> Option<&Json> {
        match &self.value {
            Value::Object(members) => names.iter().find_map(|name| {
                let member = members.iter().find(|(key, _)| key == name);
                member.map(|(_, value)| value)
            }),
            _ => None,
        }
    }

    pub(super) fn needed(&self, names: &[&str]) -> Result<&Json, Fault> {
        let missing = || self.fault(format!("no \"{}\"", names[0]), "expected in this object");
        self.member(names).ok_or_else(missing)
    }
}

/// The value that is the whole of `text`.
pub(super) fn parse(text: &str) -> Result<Json, Fault> {
    let mut parser = Parser { text, at: 0 };
    let json = parser.value(0)?;
    match parser.peek() {
        None => Ok(json),
        Some(_) => Err(parser.fault("more behind the value", "expected the end")),
    }
}

struct Parser<'t> {
    text: &'t str,
    at: usize,
}

impl Parser<'_> {
    /// The next character that is no blank.
    fn peek(&mut self) -> Option<char> {
        let rest = &self.text[self.at..];
        let blank = |c| matches!(c, ' ' | '\t' | '\r' | '\n');
        self.at += rest.len() - rest.trim_start_matches(blank).len();
        self.text[self.at..].chars().next()
    }

    fn fault(&self, message: &str, expected: &str) -> Fault {
        let length = self.text[self.at..]
            .chars()
            .next()
            .map_or(0, char::len_utf8);
        Fault::new(self.at..self.at + length, message, expected)
    }

    fn expect(&mut self, wanted: char, expected: &str) -> Result<(), Fault> {
        match self.peek() {
            Some(c) if c == wanted => {
                self.at += c.len_utf8();
                Ok(())
            }
            Some(_) => Err(self.fault("not JSON", expected)),
            None => Err(self.fault("the text ends here", expected)),
        }
    }

    fn value(&mut self, depth: usize) -> Result<Json, Fault> {
        if depth > DEEPEST {
            return Err(self.fault("nested too deeply", "at most 32 levels"));
        }
        let first = self.peek();
        let start = self.at;
        let value = match first {
            Some('{') => self.members(depth)?,
            Some('[') => self.items(depth)?,
            Some('"') => Value::Text(self.string()?),
            Some('-' | '0'..='9') => self.number()?,
            _ => self.word()?,
        };
        Ok(Json {
            value,
            at: start..self.at,
        })
    }

    fn members(&mut self, depth: usize) -> Result<Value, Fault> {
        let mut members = Vec::new();
        self.at += 1;
        if self.peek() != Some('}') {
            loop {
                if self.peek() != Some('"') {
                    return Err(self.fault("not JSON", "expected a name in double quotes"));
                }
                let name = self.string()?;
                self.expect(':', "expected :")?;
                members.push((name, self.value(depth + 1)?));
                if self.peek() != Some(',') {
                    break;
                }
                self.at += 1;
            }
        }
        self.expect('}', "expected , or }")?;
        Ok(Value::Object(members))
    }

    fn items(&mut self, depth: usize) -> Result<Value, Fault> {
        let mut items = Vec::new();
        self.at += 1;
        if self.peek() != Some(']') {
            loop {
                items.push(self.value(depth + 1)?);
                if self.peek() != Some(',') {
                    break;
                }
                self.at += 1;
            }
        }
        self.expect(']', "expected , or ]")?;
        Ok(Value::List(items))
    }

    fn string(&mut self) -> Result<String, Fault> {
        let mut out = String::new();
        self.at += 1;
        loop {
            let Some(c) = self.text[self.at..].chars().next() else {
                return Err(self.fault("the text ends here", "expected \""));
            };
            match c {
                '"' => {
                    self.at += 1;
                    return Ok(out);
                }
                '\\' => {
                    self.at += 1;
                    let wrong = self.fault("unknown escape", "expected one of JSON's");
                    let escaped = self.text[self.at..].chars().next();
                    out.push(match escaped {
                        Some(c @ ('"' | '\\' | '/')) => c,
                        Some('b') => '\u{8}',
                        Some('f') => '\u{c}',
                        Some('n') => '\n',
                        Some('r') => '\r',
                        Some('t') => '\t',
                        Some('u') => {
                            let digits = self.text.get(self.at + 1..self.at + 5);
                            let code = digits.and_then(|d| u32::from_str_radix(d, 16).ok());
                            let code = code.ok_or_else(|| wrong.clone())?;
                            self.at += 4;
                            // A half of a pair alone is no character.
                            char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER)
                        }
                        _ => return Err(wrong),
                    });
                    self.at += 1;
                }
                c if c < ' ' => return Err(self.fault("a control character", "expected \"")),
                c => {
                    out.push(c);
                    self.at += c.len_utf8();
                }
            }
        }
    }

    fn number(&mut self) -> Result<Value, Fault> {
        let rest = &self.text[self.at..];
        let end = rest.find(|c: char| !(c.is_ascii_digit() || "+-.eE".contains(c)));
        let end = end.unwrap_or(rest.len());
        let number = rest[..end]
            .parse()
            .map_err(|_| Fault::new(self.at..self.at + end, "not JSON", "expected a number"))?;
        self.at += end;
        Ok(Value::Number(number))
    }

    fn word(&mut self) -> Result<Value, Fault> {
        for word in ["null", "true", "false"] {
            if self.text[self.at..].starts_with(word) {
                self.at += word.len();
                return Ok(Value::Word);
            }
        }
        Err(self.fault("not JSON", "expected a value"))
    }
}
