//! Graphs are read as they are written, and searches find the shortest ways through them.

use std::collections::HashMap;

use fewest_puzzles::graph::{Graph, Place, read};
use fewest_puzzles::random::Random;
use fewest_rules::{Limits, Notation, Outcome, Puzzle, laws};
use fewest_search::{bfs, bidirectional};

fn only(text: &str) -> (Graph, Place) {
    let boards = read(text).unwrap();
    assert_eq!(boards.len(), 1);
    (boards[0].0.graph.clone(), boards[0].0.start)
}

fn names(graph: &Graph, outcome: Outcome<<Graph as Puzzle>::Move>) -> Option<Vec<String>> {
    match outcome {
        Outcome::Solved { moves } => Some(moves.iter().map(|&m| graph.name(m)).collect()),
        Outcome::Unsolvable(_) => None,
        stopped @ Outcome::Stopped { .. } => panic!("{stopped:?}"),
    }
}

#[test]
fn moves_go_one_way_or_both_ways_and_may_have_names() {
    let (graph, home) = only(
        "// the way to school\n\nhome to school\nhome - park\r\npark > school jump\nschool > pool\n",
    );
    let moves = |place| -> Vec<String> { graph.moves(place).map(|m| graph.name(m)).collect() };
    assert_eq!(moves(home), ["park"]);
    assert_eq!(moves(graph.parse("park").unwrap()), ["home", "jump"]);
    assert_eq!(moves(graph.parse("pool").unwrap()), [""; 0]);
    assert_eq!(graph.parse_move("JUMP"), graph.parse_move("jump"));
    assert_eq!(graph.parse_move("fly"), None);
    let way = names(&graph, bfs(&graph, home, &Limits::default()).outcome);
    assert_eq!(way, Some(vec!["park".to_owned(), "jump".to_owned()]));
}

#[test]
fn each_first_line_begins_another_graph() {
    let text = "a to b\na > b\n\nx to y z\nx > y\nx > z\n";
    let boards = read(text).unwrap();
    let spans = boards.iter().map(|(_, span)| &text[span.clone()]);
    assert_eq!(
        spans.collect::<Vec<_>>(),
        ["a to b\na > b", "x to y z\nx > y\nx > z"]
    );
    assert!(read("// nothing\n\n").unwrap().is_empty());
}

#[test]
fn faults_say_where_they_are() {
    for (text, marked, message) in [
        ("a > b\n", "a > b", "the graph has no start"),
        ("a to b\na b\n", "a b", "this line is no move"),
        ("a to b\na > b c d\n", "a > b c d", "this line is no move"),
        (
            "home to schol\nhome > school\n",
            "schol",
            "no move mentions 'schol'",
        ),
        (
            "a to b\na > b x\na > c x\n",
            "x",
            "two moves from 'a' are called 'x'",
        ),
    ] {
        let faults = read(text).unwrap_err();
        let [fault] = faults.as_slice() else {
            panic!("{faults}");
        };
        assert_eq!(
            (&text[fault.span.clone()], &*fault.message),
            (marked, message)
        );
    }
    let many = "nonsense\n".repeat(1_000);
    assert!(read(&many).unwrap_err().as_slice().len() <= fewest_rules::MOST_FAULTS);
}

/// A random graph as text, and for each place the places to which its moves lead.
fn random_graph(random: &mut Random) -> (String, Vec<Vec<usize>>) {
    let count = 2 + random.below(20) as usize;
    let mut next = vec![Vec::new(); count];
    let mut text = "p0 to p1\np1 > p1 stay\n".to_owned();
    next[1].push(1);
    for _ in 0..random.below(3 * count as u64) {
        let [one, other] = [0; 2].map(|_| random.below(count as u64) as usize);
        let both = random.below(3) == 0;
        text += &format!("p{one} {} p{other}\n", if both { "-" } else { ">" });
        next[one].push(other);
        if both {
            next[other].push(one);
        }
    }
    (text, next)
}

/// The length of a shortest way from place 0 to place 1, by relaxing all moves again and again.
fn shortest(next: &[Vec<usize>]) -> Option<usize> {
    let mut far = HashMap::from([(0, 0)]);
    for _ in 0..next.len() {
        for (here, there) in
            (0..next.len()).flat_map(|here| next[here].iter().map(move |&t| (here, t)))
        {
            if let Some(&length) = far.get(&here) {
                let known = far.entry(there).or_insert(length + 1);
                *known = (*known).min(length + 1);
            }
        }
    }
    far.get(&1).copied()
}

#[test]
fn random_graphs_keep_the_laws_and_have_shortest_ways() {
    let mut random = Random::new(35);
    let mut solved = 0;
    for _ in 0..300 {
        let (text, next) = random_graph(&mut random);
        let (graph, start) = only(&text);
        let laws = laws::check(&graph, [start], 1_000).unwrap();
        laws.reverse().unwrap();
        laws.goals().unwrap();
        laws.ranked().unwrap();
        laws.notation().unwrap();
        for &place in laws.states() {
            let (again, here) = only(&graph.board(place));
            assert_eq!(again.draw(here), graph.draw(place));
            let moves = |graph: &Graph, from: Place| -> Vec<(String, String)> {
                let moves = graph.successors(from);
                moves
                    .map(|(m, to)| (graph.name(m), graph.draw(to)))
                    .collect()
            };
            assert_eq!(moves(&again, here), moves(&graph, place));
        }
        let limits = Limits::default();
        let wanted = shortest(&next);
        solved += usize::from(wanted.is_some());
        for report in [
            bfs(&graph, start, &limits),
            bidirectional(&graph, start, &limits),
        ] {
            let way = names(&graph, report.outcome);
            assert_eq!(way.map(|way| way.len()), wanted, "{text}");
        }
    }
    assert!(solved > 50 && solved < 290, "{solved}");
}
