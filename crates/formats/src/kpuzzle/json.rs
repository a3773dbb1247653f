//! JSON (RFC 8259) with the place of every value, and checked access to the values.

use std::fmt;
use std::ops::{Range, RangeInclusive};

use fewest_rules::{Fault, nearest, quoted};
use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;

/// The deepest nesting allowed.
const DEEPEST: usize = 32;

/// A value and its place.
#[derive(Debug, Clone)]
pub(super) struct Json {
    pub(super) value: JsonValue,
    pub(super) at: Range<usize>,
}

#[derive(Debug, Clone)]
pub(super) enum JsonValue {
    Null,
    /// `true` or `false`.
    Truth,
    Number(f64),
    Text(String),
    List(Vec<Json>),
    /// The members, in the order of the text.
    Object(Vec<(JsonKey, Json)>),
}

/// The name of a member of an object.
#[derive(Debug, Clone)]
pub(super) struct JsonKey {
    pub(super) name: String,
    pub(super) at: Range<usize>,
}

/// Parses the whole of `text` as one value.
pub(super) fn parse(text: &str) -> Result<Json, Fault> {
    let raw = serde_json::from_str(text).map_err(|error| {
        let lines = text.split_inclusive('\n');
        let before: usize = lines
            .take(error.line().saturating_sub(1))
            .map(str::len)
            .sum();
        let at = match error.is_eof() {
            true => text.len(),
            false => (before + error.column()).saturating_sub(1),
        };
        // The error may lie within an escape, whose characters may be long.
        let start = (0..=at).rev().find(|&at| text.is_char_boundary(at));
        let start = start.unwrap_or_default();
        let next = text[start..].chars().next().map_or(0, char::len_utf8);
        broken(start..start + next, &error)
    })?;
    Json::new(text, raw, 0)
}

/// The fault of a text that breaks the grammar.
fn broken(at: Range<usize>, error: &serde_json::Error) -> Fault {
    let message = match error.is_eof() {
        true => "the text ends here",
        false => "not JSON",
    };
    let why = error.to_string();
    let why = why.split(" at line ").next().unwrap_or_default();
    Fault::new(at, message, why)
}

/// The members of an object as they are written.
struct RawMembers<'t>(Vec<(&'t RawValue, &'t RawValue)>);

impl<'t> Deserialize<'t> for RawMembers<'t> {
    fn deserialize<D: Deserializer<'t>>(deserializer: D) -> Result<Self, D::Error> {
        struct Members;
        impl<'t> Visitor<'t> for Members {
            type Value = RawMembers<'t>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'t>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let members = std::iter::from_fn(|| map.next_entry().transpose());
                Ok(RawMembers(members.collect::<Result<_, _>>()?))
            }
        }
        deserializer.deserialize_map(Members)
    }
}

/// Reads the value at `at` as a type.
fn read<'t, T: Deserialize<'t>>(raw: &'t RawValue, at: &Range<usize>) -> Result<T, Fault> {
    serde_json::from_str(raw.get()).map_err(|error| broken(at.clone(), &error))
}

impl JsonKey {
    pub(super) fn fault(&self, message: impl Into<String>, expected: impl Into<String>) -> Fault {
        Fault::new(self.at.clone(), message, expected)
    }
}

impl Json {
    /// The value that is written as `raw`, a part of `text`, inside `depth` brackets.
    fn new<'t>(text: &'t str, raw: &'t RawValue, depth: usize) -> Result<Self, Fault> {
        let place = |raw: &RawValue| {
            let start = raw.get().as_ptr() as usize - text.as_ptr() as usize;
            start..start + raw.get().len()
        };
        let at = place(raw);
        let inner = |raw| Self::new(text, raw, depth + 1);
        let value = match raw.get().as_bytes()[0] {
            b'{' | b'[' if depth > DEEPEST => {
                let bracket = at.start..at.start + 1;
                let message = "nested too deeply";
                return Err(Fault::new(bracket, message, "at most 32 levels"));
            }
            b'{' => {
                let RawMembers(members) = read(raw, &at)?;
                let member = |(key, value): (&'t RawValue, _)| {
                    let at = place(key);
                    let name = read(key, &at)?;
                    Ok((JsonKey { name, at }, inner(value)?))
                };
                JsonValue::Object(members.into_iter().map(member).collect::<Result<_, _>>()?)
            }
            b'[' => {
                let items: Vec<&RawValue> = read(raw, &at)?;
                JsonValue::List(items.into_iter().map(inner).collect::<Result<_, _>>()?)
            }
            b'"' => JsonValue::Text(read(raw, &at)?),
            b'n' => JsonValue::Null,
            b't' | b'f' => JsonValue::Truth,
            // A number that is too large for `f64` is too large for its place as well.
            _ => JsonValue::Number(raw.get().parse().unwrap_or(f64::INFINITY)),
        };
        Ok(Self { value, at })
    }

    pub(super) fn fault(&self, message: impl Into<String>, expected: impl Into<String>) -> Fault {
        // Only the opening bracket of a list or an object is marked, because the whole value is too
        // long.
        let end = match self.value {
            JsonValue::List(_) | JsonValue::Object(_) => self.at.start + 1,
            _ => self.at.end,
        };
        Fault::new(self.at.start..end, message, expected)
    }

    /// Reports that the value has the wrong type.
    fn is_none<T>(&self, message: String, expected: &str, faults: &mut Vec<Fault>) -> Option<T> {
        faults.push(self.fault(message, expected));
        None
    }

    pub(super) fn object(&self, what: &str, faults: &mut Vec<Fault>) -> Option<&[(JsonKey, Self)]> {
        match &self.value {
            JsonValue::Object(members) => Some(members),
            _ => self.is_none(format!("{what} is no object"), "expected { … }", faults),
        }
    }

    pub(super) fn list(&self, what: &str, faults: &mut Vec<Fault>) -> Option<&[Self]> {
        match &self.value {
            JsonValue::List(items) => Some(items),
            _ => self.is_none(format!("{what} is no list"), "expected [ … ]", faults),
        }
    }

    pub(super) fn text(&self, what: &str, faults: &mut Vec<Fault>) -> Option<&str> {
        match &self.value {
            JsonValue::Text(text) => Some(text),
            _ => self.is_none(format!("{what} is no text"), "expected \"…\"", faults),
        }
    }

    /// The value as a whole number in `range`.
    pub(super) fn number<N: TryFrom<i32>>(
        &self,
        what: &str,
        range: RangeInclusive<i32>,
        faults: &mut Vec<Fault>,
    ) -> Option<N> {
        match self.value {
            JsonValue::Number(n) if n.fract() == 0.0 && range.contains(&(n as i32)) => {
                N::try_from(n as i32).ok()
            }
            _ => {
                let (first, last) = range.into_inner();
                let expected = format!("expected a whole number from {first} to {last}");
                self.is_none(format!("this cannot be in \"{what}\""), &expected, faults)
            }
        }
    }

    /// The first member of an object that has one of these names.
    pub(super) fn member(&self, names: &[&str]) -> Option<&Self> {
        match &self.value {
            JsonValue::Object(members) => names.iter().find_map(|name| {
                let member = members.iter().find(|(key, _)| key.name == *name);
                member.map(|(_, value)| value)
            }),
            _ => None,
        }
    }

    /// Like [`Self::member`], but reports a fault if the object has no such member.
    pub(super) fn needed(&self, names: &[&str], faults: &mut Vec<Fault>) -> Option<&Self> {
        let found = self.member(names);
        if found.is_none() && self.slips(names).next().is_none() {
            let missing = format!("no \"{}\"", names[0]);
            faults.push(self.fault(missing, "expected in this object"));
        }
        found
    }

    /// The members of an object whose names are probably misspelt, each with the missing name of
    /// `names` that it resembles.
    fn slips<'a>(&'a self, names: &'a [&str]) -> impl Iterator<Item = (&'a JsonKey, &'a str)> {
        let members = match &self.value {
            JsonValue::Object(members) => &members[..],
            _ => &[],
        };
        let unknown = members
            .iter()
            .map(|(key, _)| key)
            .filter(|key| !names.contains(&key.name.as_str()));
        unknown.filter_map(|key| {
            let name = nearest(&key.name, names.iter().copied())?;
            self.member(&[name]).is_none().then_some((key, name))
        })
    }

    /// Reports members of an object that are probably misspellings of missing names of `names`.
    pub(super) fn checked(&self, names: &[&str], faults: &mut Vec<Fault>) {
        faults.extend(self.slips(names).map(|(key, name)| {
            let message = format!("unknown name '{}'", quoted(&key.name));
            let fault = key.fault(message, format!("expected \"{name}\""));
            fault.with_help(format!("did you mean '{name}'?"))
        }));
    }
}
