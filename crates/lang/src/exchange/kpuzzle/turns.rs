//! What algorithms do.

use std::collections::HashMap;
use std::ops::Range;

use rules::Fault;

use super::Orbit;
use super::algorithm::{self, Part};
use super::turn::Turn;

/// The most that algorithms take: slots of the puzzle, for each turn made after another.
const MOST_WORK: usize = 1 << 26;

/// What moves do, worked out as they are asked for.
pub(super) struct Turns<'a> {
    pub(super) orbits: &'a [Orbit],
    pub(super) made: HashMap<String, Turn>,
    /// Algorithms that are not worked out yet, and their places.
    pub(super) derived: HashMap<String, (Vec<Part>, Range<usize>)>,
    /// What was spent.
    pub(super) work: usize,
}

impl Turns<'_> {
    /// The turn of a word, with a number of times behind it.
    pub(super) fn named(
        &mut self,
        word: &str,
        at: &Range<usize>,
        depth: usize,
    ) -> Result<Turn, Fault> {
        if let Some(turn) = self.made.get(word) {
            return Ok(turn.clone());
        }
        if let Some((parts, _)) = self.derived.get(word).cloned() {
            if depth > 64 {
                let message = "a derived move that needs itself";
                return Err(Fault::new(
                    at.clone(),
                    message,
                    "expected moves that are known",
                ));
            }
            let turn = self.all(&parts, depth + 1)?;
            self.made.insert(word.to_owned(), turn.clone());
            return Ok(turn);
        }
        match algorithm::quantum(word) {
            Some((name, times)) if name != word => {
                self.spend(32, at)?;
                Ok(self.named(name, at, depth)?.times(times, self.orbits))
            }
            _ => {
                let short: String = word.chars().take(40).collect();
                let message = format!("unknown move '{short}'");
                let mut known: Vec<&str> = self.made.keys().map(String::as_str).collect();
                known.sort_unstable();
                known.truncate(40);
                let expected = format!("the moves are {}", known.join(" "));
                Err(Fault::new(at.clone(), message, expected))
            }
        }
    }

    fn spend(&mut self, turns: usize, at: &Range<usize>) -> Result<(), Fault> {
        let slots: usize = self.orbits.iter().map(|orbit| orbit.pieces).sum();
        self.work += turns * (slots + 8);
        if self.work > MOST_WORK {
            let message = "the algorithms are too long";
            return Err(Fault::new(at.clone(), message, "expected a shorter one"));
        }
        Ok(())
    }

    /// What parts made one after another do.
    pub(super) fn all(&mut self, parts: &[Part], depth: usize) -> Result<Turn, Fault> {
        let mut turn = Turn::nothing(self.orbits);
        for part in parts {
            let next = self.part(part, depth)?;
            turn = turn.then(&next, self.orbits);
        }
        Ok(turn)
    }

    fn part(&mut self, part: &Part, depth: usize) -> Result<Turn, Fault> {
        let orbits = self.orbits;
        self.spend(4, &(0..0))?;
        Ok(match part {
            Part::Move {
                word,
                backwards,
                at,
            } => {
                let turn = self.named(word, at, depth)?;
                if *backwards {
                    turn.inverse(orbits)
                } else {
                    turn
                }
            }
            Part::Group(parts, times, backwards) => {
                self.spend(32, &(0..0))?;
                let turn = self.all(parts, depth)?.times(*times, orbits);
                if *backwards {
                    turn.inverse(orbits)
                } else {
                    turn
                }
            }
            Part::Commutator(one, other) => {
                let (a, b) = (self.all(one, depth)?, self.all(other, depth)?);
                let both = a.then(&b, orbits).then(&a.inverse(orbits), orbits);
                both.then(&b.inverse(orbits), orbits)
            }
            Part::Conjugate(one, other) => {
                let (a, b) = (self.all(one, depth)?, self.all(other, depth)?);
                a.then(&b, orbits).then(&a.inverse(orbits), orbits)
            }
        })
    }
}
