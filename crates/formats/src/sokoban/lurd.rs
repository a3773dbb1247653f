//! Solutions in LURD notation: one letter for each step of the player, in upper case if the step
//! pushes a box.

use std::ops::Range;

use fewest_rules::{Fault, Faults};

/// The greatest number of steps of a solution.
pub const MOST_STEPS: usize = 100_000;
/// The greatest depth to which groups with run lengths may be nested.
const MOST_DEPTH: usize = 8;

/// A step of the player.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PlayerStep {
    /// `l`
    Left,
    /// `u`
    Up,
    /// `r`
    Right,
    /// `d`
    Down,
}

impl PlayerStep {
    /// All steps.
    pub const ALL: [Self; 4] = [Self::Left, Self::Up, Self::Right, Self::Down];

    /// The letter of a step, in upper case if the step pushes a box.
    pub fn letter(self, pushes: bool) -> char {
        let letter = match self {
            Self::Left => 'l',
            Self::Up => 'u',
            Self::Right => 'r',
            Self::Down => 'd',
        };
        match pushes {
            true => letter.to_ascii_uppercase(),
            false => letter,
        }
    }

    /// The step with a letter in upper or lower case.
    fn of(letter: char) -> Option<Self> {
        let lower = letter.to_ascii_lowercase();
        Self::ALL.into_iter().find(|way| way.letter(false) == lower)
    }

    /// The changes of the row and of the column that the step makes.
    pub fn offset(self) -> (isize, isize) {
        match self {
            Self::Left => (0, -1),
            Self::Up => (-1, 0),
            Self::Right => (0, 1),
            Self::Down => (1, 0),
        }
    }
}

/// Whether a text consists only of letters of steps, run lengths, brackets and blanks, and has at
/// least one letter.
pub fn is_lurd(text: &str) -> bool {
    let is_part = |c: char| {
        PlayerStep::of(c).is_some() || c.is_ascii_digit() || "()".contains(c) || c.is_whitespace()
    };
    text.chars().all(is_part) && text.chars().any(|c| PlayerStep::of(c).is_some())
}

/// Reads a solution. Returns its steps, each with the place of its letter. A number repeats the
/// letter or the group after it, as in `3l2(uR)`. Upper and lower case mean the same, because some
/// collections write all solutions in lower case.
///
/// ```
/// use fewest_formats::sokoban::{PlayerStep::{Left, Up}, read_lurd};
///
/// let steps = read_lurd("2(lU) u")?;
/// let steps: Vec<_> = steps.into_iter().map(|(way, _)| way).collect();
/// assert_eq!(steps, [Left, Up, Left, Up, Up]);
/// # Ok::<(), fewest_rules::Faults>(())
/// ```
///
/// # Errors
/// Returns faults for other characters, for numbers and brackets without letters, and for more than
/// [`MOST_STEPS`] steps.
pub fn read_lurd(text: &str) -> Result<Vec<(PlayerStep, Range<usize>)>, Faults> {
    let mut groups = vec![(1, Vec::new())];
    let mut length: Option<usize> = None;
    let mut total = 0;
    for (at, letter) in text.char_indices() {
        let place = at..at + letter.len_utf8();
        let unexpected = |label: &str| {
            let message = format!("unexpected '{}'", letter.escape_debug());
            Faults::from(Fault::new(place.clone(), message, label))
        };
        let (times, steps) = match letter {
            '0'..='9' => {
                let digit = letter as usize - '0' as usize;
                length = Some((length.unwrap_or(0) * 10 + digit).min(MOST_STEPS + 1));
                continue;
            }
            '(' if groups.len() <= MOST_DEPTH => {
                groups.push((length.take().unwrap_or(1), Vec::new()));
                continue;
            }
            '(' => return Err(unexpected("too many brackets within each other")),
            _ if letter.is_whitespace() && length.is_none() => continue,
            ')' if length.is_none() && groups.len() > 1 => {
                let (times, steps) = groups.pop().unwrap_or_default();
                total -= steps.len();
                (times, steps)
            }
            _ => {
                let way = PlayerStep::of(letter);
                let way = way.ok_or_else(|| unexpected("expected l, u, r or d"))?;
                (length.take().unwrap_or(1), vec![(way, place.clone())])
            }
        };
        total += times * steps.len();
        if total > MOST_STEPS {
            let message = format!("more than {MOST_STEPS} steps");
            return Err(Fault::new(place, message, "the solution is too long here").into());
        }
        if let Some((_, last)) = groups.last_mut() {
            (0..times).for_each(|_| last.extend_from_slice(&steps));
        }
    }
    let end = text.trim_end().len();
    match (groups.pop(), groups.is_empty() && length.is_none()) {
        (Some((_, steps)), true) => Ok(steps),
        _ => Err(Fault::new(end..end, "the solution ends here", "expected a letter or )").into()),
    }
}
