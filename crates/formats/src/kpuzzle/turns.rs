//! The effects of algorithms.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use fewest_rules::{Fault, MOST_FAULTS, did_you_mean, quoted};

use super::algorithm::{self, AlgorithmPart};
use super::orbits::Orbit;
use super::turn::KTransformation;

/// The greatest allowed amount of work for algorithms: the sum, over all compositions of turns, of
/// the number of slots.
const MOST_WORK: usize = 1 << 26;
/// The deepest nesting of derived moves.
const DEEPEST: usize = 64;

/// The effects of moves, computed on demand.
pub(super) struct Turns<'a> {
    orbits: &'a [Orbit],
    pub(super) made: HashMap<String, KTransformation>,
    /// Derived moves whose effects are not computed yet.
    pub(super) derived: HashMap<String, Vec<AlgorithmPart>>,
    /// The derived moves whose effects are being computed.
    open: Vec<String>,
    /// If given, the moves that are not named here are taken for moves that do nothing.
    only: Option<&'a HashSet<String>>,
    work: usize,
}

impl<'a> Turns<'a> {
    /// Makes the table of effects; `made` holds the effects that are already known.
    pub(super) fn new(orbits: &'a [Orbit], made: HashMap<String, KTransformation>) -> Self {
        Self {
            orbits,
            made,
            derived: HashMap::new(),
            open: Vec::new(),
            only: None,
            work: 0,
        }
    }

    /// Splits a word into the name of a move and its number of repetitions.
    fn called<'w>(&self, word: &'w str) -> Option<(&'w str, u32)> {
        let known = |name: &str| self.made.contains_key(name) || self.derived.contains_key(name);
        if known(word) {
            return Some((word, 1));
        }
        algorithm::quantum(word).filter(|(name, _)| known(name))
    }

    /// Whether a word names a pin of Rubik's Clock that is left up, which turns nothing.
    fn is_pin(&self, word: &str) -> bool {
        self.called(&format!("{word}{}", algorithm::PLUS)).is_some()
    }

    /// Reports the words of an algorithm that are not moves.
    pub(super) fn check(&self, parts: &[AlgorithmPart], faults: &mut Vec<Fault>) {
        let mut words = Vec::new();
        algorithm::words(parts, &mut words);
        let unknown = |word: &str| self.called(word).is_none() && !self.is_pin(word);
        let unknown = words.into_iter().filter(|(word, _)| unknown(word));
        for (word, at) in unknown.take(MOST_FAULTS) {
            let mut names: Vec<&str> = self.made.keys().map(String::as_str).collect();
            names.extend(self.derived.keys().map(String::as_str));
            names.sort_unstable();
            let name = algorithm::quantum(word).map_or(word, |(name, _)| name);
            let help = did_you_mean(name, names.iter().copied());
            names.truncate(40);
            let expected = format!("the moves are {}", names.join(" "));
            let message = format!("unknown move '{}'", quoted(word));
            let mut fault = Fault::new(at.clone(), message, expected);
            fault.help = help;
            faults.push(fault);
        }
    }

    /// The turn of a word, which may end with a number of repetitions.
    pub(super) fn named(
        &mut self,
        word: &str,
        at: &Range<usize>,
    ) -> Result<KTransformation, Fault> {
        let Some((name, times)) = self.called(word) else {
            if self.is_pin(word) {
                return Ok(KTransformation::nothing(self.orbits));
            }
            let message = format!("unknown move '{}'", quoted(word));
            return Err(Fault::new(at.clone(), message, "expected a move"));
        };
        if !self.made.contains_key(name) {
            let turn = self.derived(name, at)?;
            self.made.insert(name.to_owned(), turn);
        }
        let turn = self.made[name].clone();
        if times == 1 {
            return Ok(turn);
        }
        self.spend(32, at)?;
        Ok(turn.times(times, self.orbits))
    }

    fn derived(&mut self, name: &str, at: &Range<usize>) -> Result<KTransformation, Fault> {
        let message = if self.open.iter().any(|open| open == name) {
            "a derived move that needs itself"
        } else if self.open.len() == DEEPEST {
            "derived moves that need too many others"
        } else {
            let parts = self.derived[name].clone();
            self.open.push(name.to_owned());
            let turn = self.all(&parts, at);
            self.open.pop();
            return turn;
        };
        Err(Fault::new(
            at.clone(),
            message,
            "expected moves that are known",
        ))
    }

    /// Subtracts the work of `moves` written moves from the recorded work, because the limit is
    /// meant only for the work of repetitions and derived moves, not for a text of many lines.
    pub(super) fn allow(&mut self, moves: usize) {
        self.work = self.work.saturating_sub(4 * moves * self.one());
    }

    /// The work of one composition of turns.
    fn one(&self) -> usize {
        let slots: usize = self.orbits.iter().map(|orbit| orbit.pieces).sum();
        slots + 8
    }

    fn spend(&mut self, turns: usize, at: &Range<usize>) -> Result<(), Fault> {
        self.work += turns * self.one();
        if self.work > MOST_WORK {
            let message = "the algorithms are too long";
            return Err(Fault::new(at.clone(), message, "expected a shorter one"));
        }
        Ok(())
    }

    /// What the rotations of the whole puzzle in `parts` do together, without the other moves.
    pub(super) fn rotation(
        &mut self,
        parts: &[AlgorithmPart],
        rotations: &'a HashSet<String>,
        at: &Range<usize>,
    ) -> Result<KTransformation, Fault> {
        self.only = Some(rotations);
        let turn = self.all(parts, at);
        self.only = None;
        turn
    }

    /// The effect of the parts in sequence; `at` is their place.
    pub(super) fn all(
        &mut self,
        parts: &[AlgorithmPart],
        at: &Range<usize>,
    ) -> Result<KTransformation, Fault> {
        let mut turn = KTransformation::nothing(self.orbits);
        for part in parts {
            let next = self.part(part, at)?;
            turn = turn.then(&next, self.orbits);
        }
        Ok(turn)
    }

    fn part(&mut self, part: &AlgorithmPart, at: &Range<usize>) -> Result<KTransformation, Fault> {
        let orbits = self.orbits;
        self.spend(4, at)?;
        Ok(match part {
            AlgorithmPart::Move {
                word, backwards, ..
            } => {
                let name = self.called(word).map_or("", |called| called.0);
                if self.only.is_some_and(|only| !only.contains(name)) {
                    return Ok(KTransformation::nothing(orbits));
                }
                let turn = self.named(word, at)?;
                if *backwards {
                    turn.inverse(orbits)
                } else {
                    turn
                }
            }
            AlgorithmPart::Group(parts, times, backwards) => {
                self.spend(32, at)?;
                let turn = self.all(parts, at)?.times(*times, orbits);
                if *backwards {
                    turn.inverse(orbits)
                } else {
                    turn
                }
            }
            AlgorithmPart::Commutator(one, other) => {
                let (a, b) = (self.all(one, at)?, self.all(other, at)?);
                let both = a.then(&b, orbits).then(&a.inverse(orbits), orbits);
                both.then(&b.inverse(orbits), orbits)
            }
            AlgorithmPart::Conjugate(one, other) => {
                let (a, b) = (self.all(one, at)?, self.all(other, at)?);
                a.then(&b, orbits).then(&a.inverse(orbits), orbits)
            }
        })
    }
}
