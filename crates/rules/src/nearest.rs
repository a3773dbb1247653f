//! Finds the known name that a misspelt word may mean, for messages such as "did you mean …?".

/// The longest word that is compared with names.
const LONGEST: usize = 32;

/// The name in `names` that is closest to `word`, if any name is close enough: at most a third of
/// the letters may differ, and in a short word at most one letter.
pub fn nearest<'a>(word: &str, names: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let letters: Vec<char> = word.chars().take(LONGEST + 1).collect();
    if letters.len() > LONGEST {
        return None;
    }
    let most = (letters.len() / 3).max(1);
    names
        .into_iter()
        .filter(|name| name.len() <= 4 * LONGEST)
        .map(|name| (distance(&letters, name), name))
        .filter(|&(distance, name)| distance <= most && distance < name.chars().count())
        .min_by_key(|&(distance, _)| distance)
        .map(|(_, name)| name)
}

/// A question whether one of `names`, spelt almost like `word`, was meant.
pub fn did_you_mean<'a>(word: &str, names: impl IntoIterator<Item = &'a str>) -> Option<String> {
    nearest(word, names).map(|name| format!("did you mean '{name}'?"))
}

/// The edit distance from `one` to `other`: the least number of letters to insert, remove, replace
/// or swap with their neighbour. Upper and lower case count as equal.
fn distance(one: &[char], other: &str) -> usize {
    let same = |a: char, b: char| a.to_lowercase().eq(b.to_lowercase());
    let other: Vec<char> = other.chars().collect();
    let mut before: Vec<usize> = Vec::new();
    let mut last: Vec<usize> = (0..=other.len()).collect();
    for (i, &a) in one.iter().enumerate() {
        let mut row = vec![i + 1];
        for (j, &b) in other.iter().enumerate() {
            let replaced = last[j] + usize::from(!same(a, b));
            let mut best = replaced.min(last[j + 1] + 1).min(row[j] + 1);
            if i > 0 && j > 0 && same(a, other[j - 1]) && same(one[i - 1], b) {
                best = best.min(before[j - 1] + 1);
            }
            row.push(best);
        }
        before = std::mem::replace(&mut last, row);
    }
    last[other.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slip_is_mended_and_another_word_is_not() {
        let names = ["symbols", "board", "move", "goal", "start", "expect", "w"];
        assert_eq!(nearest("symbls", names), Some("symbols"));
        assert_eq!(nearest("borad", names), Some("board"));
        assert_eq!(nearest("Goals", names), Some("goal"));
        assert_eq!(nearest("W", names), Some("w"));
        assert_eq!(nearest("x", names), None);
        assert_eq!(nearest("puzzle", names), None);
        assert_eq!(nearest(&"a".repeat(1 << 20), names), None);
        assert_eq!(nearest("", names), None);
    }
}
