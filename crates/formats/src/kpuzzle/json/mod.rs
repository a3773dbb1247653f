//! JSON (RFC 8259) with the place of every value, and checked access to the values.

use std::ops::{Range, RangeInclusive};

use fewest_rules::{Fault, nearest, quoted};

mod parse;

pub(super) use parse::parse;

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
    /// A faulty value, whose fault has been reported.
    Wrong,
}

/// The name of a member of an object.
#[derive(Debug, Clone)]
pub(super) struct JsonKey {
    pub(super) name: String,
    pub(super) at: Range<usize>,
}

impl JsonKey {
    pub(super) fn fault(&self, message: impl Into<String>, expected: impl Into<String>) -> Fault {
        Fault::new(self.at.clone(), message, expected)
    }
}

impl Json {
    pub(super) fn fault(&self, message: impl Into<String>, expected: impl Into<String>) -> Fault {
        // Only the opening bracket of a list or an object is marked, because the whole value is too
        // long.
        let end = match self.value {
            JsonValue::List(_) | JsonValue::Object(_) => self.at.start + 1,
            _ => self.at.end,
        };
        Fault::new(self.at.start..end, message, expected)
    }

    /// Reports that the value has the wrong type, unless a fault of the value has been reported
    /// already.
    fn is_none<T>(&self, message: String, expected: &str, faults: &mut Vec<Fault>) -> Option<T> {
        if !matches!(self.value, JsonValue::Wrong) {
            faults.push(self.fault(message, expected));
        }
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
    pub(super) fn number(
        &self,
        what: &str,
        range: RangeInclusive<i32>,
        faults: &mut Vec<Fault>,
    ) -> Option<i32> {
        match self.value {
            JsonValue::Number(n) if n.fract() == 0.0 && range.contains(&(n as i32)) => {
                Some(n as i32)
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
        let told = self.slips(names).next().is_some() || matches!(self.value, JsonValue::Wrong);
        if found.is_none() && !told {
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
