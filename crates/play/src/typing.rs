//! The moves that typed letters can mean.

use fewest::LegalMove;

/// The letters that the user has typed so far, which may become the name of a move.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Typing {
    pub(crate) text: String,
}

/// What the typed letters mean.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Meaning {
    /// The letters are the name of this move, and no longer name begins with them.
    Move(String),
    /// The letters are the beginning of a name.
    Beginning,
    /// No name begins with the letters. The last letter was dropped.
    Nothing,
}

impl Typing {
    /// Adds a letter.
    pub(crate) fn push(&mut self, letter: char, legal: &[LegalMove]) -> Meaning {
        self.text.push(letter);
        match self.candidates(legal).as_slice() {
            [] => {
                self.text.pop();
                Meaning::Nothing
            }
            [only] if only.chars().count() == self.text.chars().count() => {
                Meaning::Move((*only).to_owned())
            }
            _ => Meaning::Beginning,
        }
    }

    /// The moves whose names begin with the letters. If no name begins with exactly these letters,
    /// the case of letters is ignored.
    pub(crate) fn candidates<'a>(&self, legal: &'a [LegalMove]) -> Vec<&'a str> {
        let names = || legal.iter().map(|m| m.name.as_str());
        let exact: Vec<&str> = names()
            .filter(|name| name.starts_with(&self.text))
            .collect();
        if !exact.is_empty() {
            return exact;
        }
        let small = self.text.to_lowercase();
        let begins = |name: &&str| name.to_lowercase().starts_with(&small);
        names().filter(begins).collect()
    }

    /// The move that the letters identify: the move whose whole name they are, if there is one, or
    /// else the only move whose name begins with them. `None` if the letters identify no move.
    pub(crate) fn chosen<'a>(&self, legal: &'a [LegalMove]) -> Option<&'a str> {
        if self.text.is_empty() {
            return None;
        }
        let candidates = self.candidates(legal);
        let whole = |name: &&&str| name.chars().count() == self.text.chars().count();
        match (candidates.iter().find(whole), candidates.as_slice()) {
            (Some(name), _) | (None, [name]) => Some(name),
            _ => None,
        }
    }

    /// Adds the letters that all candidates have in common.
    pub(crate) fn complete(&mut self, legal: &[LegalMove]) {
        let candidates = self.candidates(legal);
        let Some((first, rest)) = candidates.split_first() else {
            return;
        };
        let common = |name: &&str| {
            let pairs = first.chars().zip(name.chars());
            pairs.take_while(|(a, b)| a == b).count()
        };
        let most = rest.iter().map(common).min();
        self.text = first.chars().take(most.unwrap_or(usize::MAX)).collect();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn legal(names: &[&str]) -> Vec<LegalMove> {
        let legal = |name: &&str| LegalMove {
            name: (*name).to_owned(),
            moved: Vec::new(),
        };
        names.iter().map(legal).collect()
    }

    #[test]
    fn a_whole_name_is_a_move_unless_a_longer_one_begins_so() {
        let legal = legal(&["R", "R2", "U", "left"]);
        let mut typed = Typing::default();
        assert_eq!(typed.push('u', &legal), Meaning::Move("U".to_owned()));
        typed.text.clear();
        assert_eq!(typed.push('R', &legal), Meaning::Beginning);
        assert_eq!(typed.chosen(&legal), Some("R"));
        assert_eq!(typed.push('2', &legal), Meaning::Move("R2".to_owned()));
        typed.text.clear();
        assert_eq!(typed.push('x', &legal), Meaning::Nothing);
        assert!(typed.text.is_empty() && typed.chosen(&legal).is_none());
        assert_eq!(typed.push('l', &legal), Meaning::Beginning);
        assert_eq!(typed.chosen(&legal), Some("left"));
        typed.complete(&legal);
        assert_eq!(typed.text, "left");
    }

    #[test]
    fn case_matters_where_it_makes_a_difference() {
        let legal = legal(&["u", "U", "Up"]);
        let mut typed = Typing::default();
        assert_eq!(typed.push('u', &legal), Meaning::Move("u".to_owned()));
        typed.text.clear();
        assert_eq!(typed.push('U', &legal), Meaning::Beginning);
        assert_eq!(typed.candidates(&legal), ["U", "Up"]);
    }

    #[test]
    fn completion_stops_where_names_differ() {
        let legal = legal(&["r1c1", "r1c2"]);
        let mut typed = Typing::default();
        typed.push('r', &legal);
        typed.complete(&legal);
        assert_eq!(typed.text, "r1c");
    }
}
