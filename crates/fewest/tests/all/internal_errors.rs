//! Answers that are refuted by the rules or by each other: boards whose methods lie.

use fewest::api::{AnyBoard, ApproximateAnswer, FoundSolutions, Game, SolutionFigures, Unfinished};
use fewest::{
    Algorithm, Answer, ApproximateSearch, Board, BoardOrigin, Error, Explanation, GraphError,
    InternalError, Method, ScenesError, SolutionCounts, SolutionOptions, SolutionRange, SolveError,
    SolveOptions, StateGraph,
};
use fewest_ground::CostMeasure;
use fewest_rules::{Faults, Limits, Objective, Outcome, Placed, Proof, Statistics, StopReason};
use fewest_scene::{Movement, Scene, SceneData};

/// A walk from 0 to 3. The move `one` adds 1 and costs 1; `two` adds 2 and costs 5. The shortest
/// solutions are `one two` and `two one`; the cheapest is `one one one`.
#[derive(Clone, Default)]
struct Liar {
    /// What each algorithm says.
    says: Vec<(Algorithm, Outcome<String>)>,
    /// The cost that is told with a solution, if moves have costs.
    cost: Option<u32>,
    listed: Vec<Vec<&'static str>>,
    counts: Vec<(u32, u32)>,
}

fn named(moves: &[&str]) -> Vec<String> {
    moves.iter().map(|&name| name.to_owned()).collect()
}

fn solved(moves: &[&str]) -> Outcome<String> {
    Outcome::Solved {
        moves: named(moves),
    }
}

fn unsolvable() -> Outcome<String> {
    Outcome::Unsolvable(Proof::Invariant("a lie".to_owned()))
}

fn at_least(lower_bound: u32) -> Outcome<String> {
    Outcome::Stopped {
        lower_bound,
        reason: StopReason::Time,
    }
}

impl Liar {
    fn saying(outcome: Outcome<String>) -> Self {
        Self {
            says: vec![(Algorithm::AStar, outcome)],
            ..Self::default()
        }
    }

    fn checked(self) -> Board {
        let text = "0 of 3".into();
        let origin = BoardOrigin::new(&"puzzle walk".into(), &text, 0..text.len());
        Board::new(Box::new(self), origin)
    }

    fn answer(&self, outcome: Outcome<String>) -> Answer {
        let mut answer = Answer::new(
            outcome,
            Statistics::default(),
            Method::Search(Algorithm::AStar),
        );
        if self.cost.is_some() {
            answer.costs = Some(fewest::api::AnswerCosts {
                measure: CostMeasure::of_cost(),
                cost: self.cost,
            });
        }
        answer
    }
}

/// A walk that has come to `at`, at this cost.
struct Walk {
    at: u32,
    cost: u32,
}

impl Game for Walk {
    fn draw(&self) -> String {
        format!("{} of 3", self.at)
    }

    fn scene(&self, _: Option<&Scene>) -> Result<SceneData, ScenesError> {
        Err(ScenesError::Empty)
    }

    fn moved(&self, _: &Scene, _: &Scene) -> Vec<Movement> {
        Vec::new()
    }

    fn next_movements(&self, _: &Scene) -> Result<Vec<Vec<Movement>>, ScenesError> {
        Err(ScenesError::Empty)
    }

    fn is_goal(&self) -> bool {
        self.at == 3
    }

    fn legal_moves(&self) -> Vec<String> {
        named(&["one", "two"])
    }

    fn read_moves(&self, text: &str) -> Result<Vec<Placed<String>>, Faults> {
        let words = fewest_rules::words(text);
        Ok(words
            .map(|word| (text[word.clone()].to_owned(), word))
            .collect())
    }

    fn make(&mut self, name: &str) -> bool {
        let (step, price) = match name {
            "one" if self.at < 3 => (1, 1),
            "two" if self.at < 2 => (2, 5),
            _ => return false,
        };
        (self.at, self.cost) = (self.at + step, self.cost + price);
        true
    }

    fn cost(&self) -> u32 {
        self.cost
    }

    fn graph(&self, _: usize, _: &Limits) -> Result<StateGraph, GraphError> {
        Err(SolveError::Board("no graph".to_owned()).into())
    }
}

impl AnyBoard for Liar {
    fn algorithms(&self) -> Vec<Algorithm> {
        self.says.iter().map(|&(algorithm, _)| algorithm).collect()
    }

    fn solve(&self, options: &SolveOptions) -> Result<Answer, SolveError> {
        let mut says = self.says.iter();
        let says =
            says.find(|(name, _)| options.algorithm.is_none_or(|algorithm| algorithm == *name));
        let (_, outcome) = says.ok_or_else(|| SolveError::Board("no algorithm".to_owned()))?;
        Ok(self.answer(outcome.clone()))
    }

    fn measure(&self) -> Option<CostMeasure> {
        self.cost.map(|_| CostMeasure::of_cost())
    }

    fn approximate(
        &self,
        how: ApproximateSearch,
        _: &Limits,
    ) -> Result<ApproximateAnswer, SolveError> {
        Err(SolveError::approximate(how, "there is none"))
    }

    fn solutions(
        &self,
        _: &SolutionOptions,
        _: u32,
        _: &Limits,
        visit: &mut dyn FnMut(FoundSolutions<'_>),
    ) {
        let counts = self.counts.iter();
        visit(FoundSolutions {
            counts: SolutionCounts {
                by_length: counts
                    .map(|&(length, count)| (length, count.into()))
                    .collect(),
                complete_below: 9,
                is_all: false,
                stopped: None,
            },
            solutions: Box::new(self.listed.iter().map(|moves| Ok(named(moves)))),
        });
    }

    fn game(&self) -> Result<Box<dyn Game + '_>, String> {
        Ok(Box::new(Walk { at: 0, cost: 0 }))
    }

    fn after(&self, _: &[String]) -> Result<Box<dyn AnyBoard>, String> {
        Ok(Box::new(self.clone()))
    }

    fn explain(&self, limits: &Limits) -> Result<Explanation, SolveError> {
        Ok(Explanation {
            answer: self.solve(&limits.clone().into())?,
            text: "because".to_owned(),
        })
    }

    fn difficulty(&self, _: &[String], _: &Limits) -> Result<Option<SolutionFigures>, StopReason> {
        Ok(None)
    }
}

/// The problem of the internal error that the request must return.
#[track_caller]
fn problem<T: std::fmt::Debug>(result: Result<T, SolveError>) -> String {
    match result {
        Err(SolveError::Internal(error)) => told(&error),
        other => panic!("expected an internal error, found {other:?}"),
    }
}

/// Checks the message and the file of the error, and returns the problem.
#[track_caller]
fn told(error: &InternalError) -> String {
    let file = error.file().expect("the folder for temporary files");
    let report = std::fs::read_to_string(file).unwrap();
    assert_eq!(report, error.report());
    assert!(
        report.contains("puzzle walk") && report.contains("0 of 3"),
        "{report}"
    );
    let message = error.to_string();
    assert!(message.contains("bug in fewest") && message.contains(&*file.to_string_lossy()));
    std::fs::remove_file(file).unwrap();
    error.problem().to_owned()
}

const NONE: &Limits = &Limits {
    time: None,
    deadline: None,
    memory: None,
    ceiling: None,
    states: None,
    threads: None,
    cancel: None,
    held_elsewhere: None,
    progress: None,
    bounds: None,
};

#[test]
fn right_answers_pass() {
    let board = Liar {
        listed: vec![vec!["one", "two"], vec!["two", "one"]],
        counts: vec![(2, 2)],
        ..Liar::saying(solved(&["one", "two"]))
    };
    let board = board.checked();
    assert_eq!(board.solve().unwrap().moves().unwrap().len(), 2);
    let mut listed = 0;
    let count = board.each_solution(NONE, |_| {
        listed += 1;
        std::ops::ControlFlow::Continue(())
    });
    assert_eq!((count.unwrap(), listed), (2_u8.into(), 2));
}

#[test]
fn a_solution_that_is_none_is_never_told() {
    for (moves, says) in [
        (
            &["one", "three"][..],
            "move 2, three, of the solution is not legal",
        ),
        (&["two", "two"], "move 2, two, of the solution is not legal"),
        (&["two"], "the 1 moves of the solution end at no goal"),
        (&[], "the 0 moves of the solution end at no goal"),
    ] {
        let board = Liar::saying(solved(moves)).checked();
        assert_eq!(problem(board.solve_with(&NONE.clone().into())), says);
        assert_eq!(
            problem(board.solve_with(&SolveOptions {
                algorithm: Some(Algorithm::AStar),
                ..NONE.clone().into()
            })),
            says
        );
        assert_eq!(problem(board.explain_within(NONE)), says);
    }
}

#[test]
fn a_wrong_cost_is_never_told() {
    let board = Liar {
        cost: Some(3),
        ..Liar::saying(solved(&["one", "one", "one"]))
    };
    assert!(
        board
            .clone()
            .checked()
            .solve_with(&NONE.clone().into())
            .is_ok()
    );
    let board = Liar {
        cost: Some(2),
        ..board
    };
    let says = "the cost 2 is told for a solution of cost 3";
    assert_eq!(
        problem(board.checked().solve_with(&NONE.clone().into())),
        says
    );
}

#[test]
fn both_criteria_are_compared() {
    let mut measure = CostMeasure::of_cost();
    measure.objective = Objective::MovesThenCost;
    let costs = fewest::api::AnswerCosts {
        measure,
        cost: None,
    };
    assert_eq!(costs.criteria(6, 2), (2, 6));
}

#[test]
fn a_contradiction_of_a_search_is_no_answer() {
    let outcome = Outcome::Stopped {
        lower_bound: 0,
        reason: StopReason::Contradiction,
    };
    let says = "two results of the search contradict each other";
    assert_eq!(
        problem(
            Liar::saying(outcome)
                .checked()
                .solve_with(&NONE.clone().into())
        ),
        says
    );
}

#[test]
fn answers_that_contradict_each_other_are_not_told() {
    use Algorithm::{AStar, Bfs};
    let two = solved(&["one", "two"]);
    let three = solved(&["one", "one", "one"]);
    for (first, second) in [
        (two.clone(), three.clone()),
        (two.clone(), unsolvable()),
        (two.clone(), at_least(3)),
        (at_least(3), two.clone()),
        (unsolvable(), three),
    ] {
        let board = Liar {
            says: vec![(AStar, first), (Bfs, second)],
            ..Liar::default()
        };
        let board = board.checked();
        board
            .solve_with(&SolveOptions {
                algorithm: Some(AStar),
                ..NONE.clone().into()
            })
            .unwrap();
        problem(board.solve_with(&SolveOptions {
            algorithm: Some(Bfs),
            ..NONE.clone().into()
        }));
        problem(board.compare(NONE));
    }
}

#[test]
fn given_moves_contradict_a_longer_proven_solution() {
    let board = Liar::saying(solved(&["one", "one", "one"])).checked();
    let error = board.check("two one").unwrap_err();
    told(error.internal().unwrap());
    assert!(matches!(error, Error::Solve(SolveError::Internal(_))));
    let board = Liar::saying(unsolvable()).checked();
    told(board.check("two one").unwrap_err().internal().unwrap());
}

/// The problem that a list of all shortest solutions ends with.
fn listing(listed: &[&[&'static str]], count: u32) -> Option<String> {
    let board = Liar {
        listed: listed.iter().map(|moves| moves.to_vec()).collect(),
        counts: (count > 0).then_some((2, count)).into_iter().collect(),
        ..Liar::saying(solved(&["one", "two"]))
    };
    let go_on = |_| std::ops::ControlFlow::Continue(());
    match board.checked().each_solution(NONE, go_on) {
        Err(Unfinished::Internal(error)) => Some(told(&error)),
        other => {
            assert_eq!(other, Ok(count.into()));
            None
        }
    }
}

#[test]
fn lists_of_shortest_solutions_agree_with_the_answer_and_the_count() {
    let (a, b) = (&["one", "two"][..], &["two", "one"][..]);
    assert_eq!(listing(&[a, b], 2), None);
    assert!(listing(&[], 0).unwrap().contains("no solution was counted"));
    assert!(listing(&[a], 2).unwrap().contains("counted but not listed"));
    assert!(listing(&[a, b], 1).unwrap().contains("more solutions"));
    assert!(
        listing(&[a, &["one", "one", "one"]], 2)
            .unwrap()
            .contains("is listed among")
    );
    assert!(
        listing(&[&["two", "two"], b], 2)
            .unwrap()
            .contains("not legal")
    );
}

/// The problem that a list of the wanted solutions ends with.
fn wanting(
    range: SolutionRange,
    listed: &[&[&'static str]],
    counts: &[(u32, u32)],
) -> Option<String> {
    let board = Liar {
        listed: listed.iter().map(|moves| moves.to_vec()).collect(),
        counts: counts.to_vec(),
        ..Liar::saying(solved(&["one", "two"]))
    };
    let board = board.checked();
    let wanted = SolutionOptions {
        range,
        distinct: false,
    };
    let go_on = |_| std::ops::ControlFlow::Continue(());
    let end = board.each_wanted_solution(&wanted, NONE, go_on);
    end.err()
        .map(|error| told(Error::from(error).internal().unwrap()))
}

#[test]
fn lists_of_other_solutions_agree_with_the_answer_and_the_counts() {
    use SolutionRange::{Best, Within};
    let (a, b, long) = (
        &["one", "two"][..],
        &["two", "one"][..],
        &["one", "one", "one"][..],
    );
    assert_eq!(wanting(Within(1), &[a, b, long], &[(2, 2), (3, 1)]), None);
    assert_eq!(wanting(Best(2), &[a, b], &[(2, 2)]), None);
    assert_eq!(wanting(Best(1), &[a], &[(2, 2)]), None);
    let no_solution = "no solution was counted";
    assert!(wanting(Best(3), &[], &[]).unwrap().contains(no_solution));
    assert!(wanting(Within(1), &[], &[]).unwrap().contains(no_solution));
    let others = wanting(Within(1), &[long], &[(3, 1)]).unwrap();
    assert!(others.contains("counted for 3"), "{others}");
    let missing = wanting(Within(1), &[a, b], &[(2, 2), (3, 1)]).unwrap();
    assert!(missing.contains("counted but not listed"), "{missing}");
    let early = wanting(Within(1), &[a, long, b], &[(2, 2), (3, 1)]).unwrap();
    assert!(early.contains("more solutions of 3"), "{early}");
}
