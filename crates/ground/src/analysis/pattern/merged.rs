//! The abstraction that merges labels of a domain.

use crate::ground::{Ground, Label, LabelSet, Test, Value};
use crate::reduction::ReducedTask;

/// The abstract label of each label of `domain`. All labels that are not in `keep` are replaced by
/// the first label that is not in `keep`.
pub(super) fn images(reduced: &ReducedTask, domain: usize, keep: LabelSet) -> Vec<Label> {
    let labels = reduced.ground.domains[domain].labels.len() as Label;
    let other = (0..labels).find(|&label| !keep.has(label)).unwrap_or(0);
    (0..labels)
        .map(|label| if keep.has(label) { label } else { other })
        .collect()
}

/// The abstraction: the rules and goals of `reduced`, with each label `l` of `domain` replaced by
/// `image[l]`. No rule may add to the labels of `domain`: the image of `l + 1` does not follow from
/// the image of `l`.
pub(super) fn smaller(reduced: &ReducedTask, domain: usize, image: &[Label]) -> Ground {
    let mut ground = reduced.ground.clone();
    let here: Vec<bool> = ground
        .positions
        .iter()
        .map(|p| p.domain == domain)
        .collect();
    let replace = |tests: &mut Vec<Test>| {
        for test in tests {
            if let Test::In { position, labels } = test
                && here[*position]
            {
                let images = labels.labels().map(|label| image[usize::from(label)]);
                *labels = images.fold(LabelSet::default(), |set, l| LabelSet(set.0 | 1 << l));
            }
        }
    };
    ground.goals.iter_mut().for_each(replace);
    each_a_move(&mut ground);
    for rule in &mut ground.rules {
        replace(&mut rule.tests);
        for write in &mut rule.writes {
            if let Value::Label(label) = &mut write.value
                && here[write.position]
            {
                *label = image[usize::from(*label)];
            }
        }
    }
    ground
}

/// Makes each rule of an abstraction a move of its own. Otherwise an earlier rule of the same move
/// could hide a rule that applies in the original puzzle.
pub(super) fn each_a_move(ground: &mut Ground) {
    for (number, rule) in ground.rules.iter_mut().enumerate() {
        rule.of = number;
    }
    let numbers = 0..ground.rules.len();
    ground.moves = numbers.map(|rule| rule.to_string()).collect();
}
