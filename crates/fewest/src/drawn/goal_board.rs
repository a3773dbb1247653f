//! The goal of a drawn puzzle as a board, if a single board is the goal.

use fewest_ground::{Ground, Label, Test};

/// The labels of the only goal; `None` if the goal leaves the label of a position open. A position
/// that the goal does not name has its label of `start` if no rule changes it.
///
/// For `goal board` with the rows `1 2` and `3 _` this is the state with these labels. For
/// `goal at r4c2 1` there is none.
pub(super) fn only_goal(ground: &Ground, start: &[Label]) -> Option<Vec<Label>> {
    let [tests] = ground.goals.as_slice() else {
        return None;
    };
    let mut labels: Vec<Option<Label>> = start.iter().copied().map(Some).collect();
    if !ground.consequences.is_empty() {
        labels.fill(None);
    }
    for write in ground.rules.iter().flat_map(|rule| &rule.writes) {
        labels[write.position] = None;
    }
    for test in tests {
        let Test::In {
            position,
            labels: allowed,
        } = *test
        else {
            return None;
        };
        labels[position] = Some(allowed.single()?);
    }
    labels.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::only_goal;
    use crate::drawn::file::read_named;
    use crate::library;

    /// The only goal of the puzzle in `text`, drawn as a board.
    fn drawn_goal(text: &str) -> Option<String> {
        let (file, _) = read_named("one.fewest", text).expect("the text has no fault");
        let start = file.start().expect("the text has a start");
        let goal = only_goal(&start.ground, &start.start)?;
        Some(start.layout.draw(&goal))
    }

    #[test]
    fn a_goal_is_a_board_if_it_leaves_nothing_open() {
        let with = |goal: &str| {
            let text = "puzzle one\nsymbols a b c\nmove press(cell)\n  cell +1\nstart\n  a b\n";
            drawn_goal(&format!("{text}{goal}\n"))
        };
        assert_eq!(with("goal board\n  c a").as_deref(), Some("c a"));
        assert_eq!(with("goal all b").as_deref(), Some("b b"));
        assert_eq!(with("goal at r1c1 a"), None);
        assert_eq!(with("goal all a\ngoal all b"), None);
    }

    #[test]
    fn the_goals_of_the_library_are_goals() {
        let mut found = Vec::new();
        for entry in library::all() {
            let (file, _) = read_named(entry.name, entry.text).expect("it has no fault");
            let Some(start) = file.start() else { continue };
            let Some(goal) = only_goal(&start.ground, &start.start) else {
                continue;
            };
            let text = start.layout.draw(&goal);
            let board = file.boards(&text).expect("a goal is a board").remove(0).0;
            assert_eq!(board.start, goal, "{}", entry.name);
            found.push(entry.name);
        }
        for name in ["eight", "cube-2", "hanoi", "lights-out"] {
            assert!(found.contains(&name), "{name}");
        }
        assert!(!found.contains(&"klotski"));
    }
}
