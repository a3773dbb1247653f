//! Parses algorithms, as cubers call sequences of moves: `R U2 F'`, `(R U)3`, the commutator `[R,
//! U]` and the conjugate `[R: U]`. A comment begins with `//`, and `.` is a pause.

use std::ops::Range;

use fewest_rules::Fault;

/// The deepest nesting allowed.
const DEEPEST: usize = 32;
/// The greatest allowed number of moves and brackets of one algorithm.
const MOST_PARTS: usize = 1 << 18;

/// What the name of a dial of Rubik's Clock, such as `UR`, ends with in the name of its turn.
pub(super) const PLUS: &str = "_PLUS_";

#[derive(Debug, Clone)]
pub(super) enum AlgorithmPart {
    /// A move, as a word without its prime: `R2'` is the word `R2`, to be inverted.
    Move {
        word: String,
        backwards: bool,
        at: Range<usize>,
    },
    Group(Vec<AlgorithmPart>, u32, bool),
    Commutator(Vec<AlgorithmPart>, Vec<AlgorithmPart>),
    Conjugate(Vec<AlgorithmPart>, Vec<AlgorithmPart>),
}

pub(super) fn parse(text: &str) -> Result<Vec<AlgorithmPart>, Fault> {
    let mut parser = AlgorithmParser {
        text,
        at: 0,
        count: 0,
    };
    let parts = parser.parts(0)?;
    match parser.peek() {
        None => Ok(parts),
        Some(_) => Err(parser.fault("expected a move")),
    }
}

/// Collects the words of the parts with their places, in the order of the text.
pub(super) fn words<'p>(parts: &'p [AlgorithmPart], out: &mut Vec<(&'p str, &'p Range<usize>)>) {
    for part in parts {
        match part {
            AlgorithmPart::Move { word, at, .. } => out.push((word, at)),
            AlgorithmPart::Group(parts, ..) => words(parts, out),
            AlgorithmPart::Commutator(one, other) | AlgorithmPart::Conjugate(one, other) => {
                words(one, out);
                words(other, out);
            }
        }
    }
}

/// Splits a word into the name of a move and its number of repetitions: `R2` is `R` twice.
pub(super) fn quantum(word: &str) -> Option<(&str, u32)> {
    let name = word.trim_end_matches(|c: char| c.is_ascii_digit());
    let times = match &word[name.len()..] {
        "" => 1,
        digits => digits.parse().ok()?,
    };
    (!name.is_empty()).then_some((name, times))
}

struct AlgorithmParser<'t> {
    text: &'t str,
    at: usize,
    /// The number of parts parsed so far.
    count: usize,
}

impl AlgorithmParser<'_> {
    fn peek(&mut self) -> Option<char> {
        loop {
            let rest = self.text[self.at..].trim_start();
            self.at = self.text.len() - rest.len();
            if !rest.starts_with("//") {
                return rest.chars().next();
            }
            self.at += rest.find('\n').unwrap_or(rest.len());
        }
    }

    fn fault(&self, expected: &str) -> Fault {
        let next = self.text[self.at..].chars().next();
        let message = match next {
            Some(c) => format!("unexpected '{}'", c.escape_debug()),
            None => "the algorithm ends here".to_owned(),
        };
        let length = next.map_or(0, char::len_utf8);
        Fault::new(self.at..self.at + length, message, expected)
    }

    fn expect(&mut self, wanted: char) -> Result<(), Fault> {
        if self.peek() == Some(wanted) {
            self.at += 1;
            return Ok(());
        }
        Err(self.fault(&format!("expected {wanted}")))
    }

    fn parts(&mut self, depth: usize) -> Result<Vec<AlgorithmPart>, Fault> {
        if depth > DEEPEST {
            return Err(self.fault("expected at most 32 levels of brackets"));
        }
        let mut parts = Vec::new();
        loop {
            self.count += 1;
            if self.count > MOST_PARTS {
                let message = format!("an algorithm of more than {MOST_PARTS} moves and brackets");
                return Err(Fault::new(
                    self.at..self.at,
                    message,
                    "expected a shorter one",
                ));
            }
            match self.peek() {
                Some('(') => {
                    self.at += 1;
                    let inner = self.parts(depth + 1)?;
                    self.expect(')')?;
                    let (times, backwards) = self.times()?;
                    parts.push(AlgorithmPart::Group(inner, times, backwards));
                }
                Some('[') => {
                    self.at += 1;
                    let one = self.parts(depth + 1)?;
                    let mark = self.peek();
                    if !matches!(mark, Some(',' | ':')) {
                        return Err(self.fault("expected , or :"));
                    }
                    self.at += 1;
                    let other = self.parts(depth + 1)?;
                    self.expect(']')?;
                    let part = match mark {
                        Some(',') => AlgorithmPart::Commutator(one, other),
                        _ => AlgorithmPart::Conjugate(one, other),
                    };
                    let (times, backwards) = self.times()?;
                    parts.push(AlgorithmPart::Group(vec![part], times, backwards));
                }
                Some(c) if c.is_ascii_alphanumeric() || c == '_' => {
                    let start = self.at;
                    let word = self.run(|c| c.is_ascii_alphanumeric() || "_-".contains(c));
                    let (word, minus) = self.clock_turn(word);
                    let backwards = self.prime() != minus;
                    let at = start..self.at;
                    parts.push(AlgorithmPart::Move {
                        word,
                        backwards,
                        at,
                    });
                }
                // A pause.
                Some('.') => self.at += 1,
                _ => return Ok(parts),
            }
        }
    }

    /// Reads the suffix of a bracket: the number of repetitions, and whether to invert.
    fn times(&mut self) -> Result<(u32, bool), Fault> {
        let digits = self.run(|c| c.is_ascii_digit());
        let times = match digits.as_str() {
            "" => 1,
            digits => digits
                .parse()
                .map_err(|_| self.fault("expected a smaller number"))?,
        };
        Ok((times, self.prime()))
    }

    /// Reads a turn of Rubik's Clock as the World Cube Association writes it: `UR3-` is the word
    /// `UR_PLUS_3`, to be inverted. Other words stay as they are.
    fn clock_turn(&mut self, word: String) -> (String, bool) {
        let minus = word.strip_suffix('-');
        let plus = self.text[self.at..].starts_with('+');
        let amount = match minus {
            Some(amount) => Some(amount),
            None => plus.then_some(word.as_str()),
        };
        let named = amount.and_then(|amount| {
            let name = amount.trim_end_matches(|c: char| c.is_ascii_digit());
            let digits = &amount[name.len()..];
            (!digits.is_empty()).then(|| format!("{name}{PLUS}{digits}"))
        });
        match named {
            None => (word, false),
            Some(named) => {
                let minus = minus.is_some();
                self.at += usize::from(!minus);
                (named, minus)
            }
        }
    }

    fn run(&mut self, of: impl Fn(char) -> bool) -> String {
        let rest = &self.text[self.at..];
        let end = rest.find(|c| !of(c)).unwrap_or(rest.len());
        self.at += end;
        rest[..end].to_owned()
    }

    fn prime(&mut self) -> bool {
        let prime = self.text[self.at..].starts_with(['\'', '’']);
        if prime {
            self.at += if self.text[self.at..].starts_with('\'') {
                1
            } else {
                '’'.len_utf8()
            };
        }
        prime
    }
}
