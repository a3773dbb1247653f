//! Lists the numbers of positions at each distance from a start.

use fewest_rules::grouped;

/// A longer list is abridged.
const MOST_LINES: usize = 24;
/// The numbers of lines that an abridged list shows at its beginning and at its end.
const SHOWN: usize = 8;

/// A line for each distance, such as `  after 3: 1,204 positions`, where `at` is the word `after`.
/// A long list has only the first and the last distances, and the one with the most positions.
///
/// Each pair has a distance and its number of positions.
pub(crate) fn layer_list(at: &str, layers: &[(u32, u64)]) -> String {
    let line = |&(distance, count): &(u32, u64)| {
        let positions = if count == 1 { "position" } else { "positions" };
        format!(
            "  {at} {distance}: {} {positions}\n",
            grouped(&count.to_string())
        )
    };
    if layers.len() <= MOST_LINES {
        return layers.iter().map(line).collect();
    }
    let last = layers.len() - SHOWN;
    let between = SHOWN..last;
    let most = between.max_by_key(|&layer| (layers[layer].1, last - layer));
    let shown = (0..SHOWN).chain(most).chain(last..layers.len());
    let mut text = String::new();
    let mut next = 0;
    for layer in shown {
        if layer > next {
            text += "  …\n";
        }
        text += &line(&layers[layer]);
        next = layer + 1;
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_list_shows_its_ends_and_its_peak() {
        let short: Vec<(u32, u64)> = (0..24).map(|n| (n, 1000 * u64::from(n) + 1)).collect();
        let text = layer_list("after", &short);
        assert_eq!(text.lines().count(), 24);
        assert!(text.starts_with("  after 0: 1 position\n  after 1: 1,001 positions\n"));
        let peak = |n: u32| if n == 20 { 9000 } else { u64::from(n) + 1 };
        let long: Vec<(u32, u64)> = (0..40).map(|n| (n, peak(n))).collect();
        let text = layer_list("at cost", &long);
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines.len(), 19);
        assert_eq!(
            lines[7..12].join("\n").replace("at cost ", ""),
            "  7: 8 positions\n  …\n  20: 9,000 positions\n  …\n  32: 33 positions"
        );
    }
}
