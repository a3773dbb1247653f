//! Compares the search over the regions of an agent with a plain Dijkstra on random warehouses.

#![allow(clippy::unwrap_used)]

use crate::plain;
use crate::warehouse;

use fewest_ground::analysis::{AgentBound, Analysis};
use fewest_ground::reduction::Starts;
use fewest_ground::{Compiled, CostMeasure, compile};
use fewest_lang::Instance;
use fewest_rules::{
    CostOutcome, CostReport, DEAD_END, Heuristic, Limits, Meter, MoveCosts, Objective, Outcome,
    Zero,
};
use fewest_search::{
    LeastCostAStar, Turn, TwoWaves, UpToSymmetry, least_cost_astar, least_cost_paths,
};
use warehouse::{Random, warehouse};

/// The rules of a warehouse; `walk` and `push` are the costs.
fn rules(push: &str) -> String {
    format!(
        "puzzle warehouse
symbols '#' _ $ @ o
draw . = _ on goal
draw * = $ on goal
draw + = @ on goal
move walk(dir) free
  [@ | _] -> [_ | @]
move push(dir: left right) {push}
  [@ | $ | _] -> [_ | @ | $]
move shove(dir: up down) cost 1
  [@ | $ | _] -> [_ | @ | $]
  [@ | o | _] -> [_ | @ | o] cost 3
goal on goal $
"
    )
}

/// The number of answers of each kind.
#[derive(Debug, Default)]
struct Answers {
    solved: usize,
    unsolvable: usize,
    tokens: usize,
    walked: usize,
    from_both_ends: usize,
    symmetric: usize,
}

#[test]
fn regions_have_the_same_least_cost_as_states() {
    let mut answers = Answers::default();
    let random = &mut Random(77);
    for push in ["", "cost 2"] {
        let (file, _) = fewest_lang::read(&rules(push)).unwrap();
        for _ in 0..1_200 {
            let drawing = warehouse(random);
            if !drawing.contains(['@', '+']) || !drawing.contains(['.', '*', '+']) {
                continue;
            }
            let board = file.boards(&drawing).unwrap().remove(0).0;
            match compile(&board.ground, Starts::One(&board.start)).unwrap() {
                Compiled::One(analysis) => check(&analysis, &board, &drawing, &mut answers),
                Compiled::Four(analysis) => check(&analysis, &board, &drawing, &mut answers),
                _ => {}
            }
        }
    }
    assert!(
        answers.solved > 200
            && answers.unsolvable > 200
            && answers.tokens > 500
            && answers.walked > 200
            && answers.from_both_ends > 100
            && answers.symmetric > 10,
        "{answers:?}"
    );
}

/// Runs a search that pauses after each few states.
fn with_pauses<P: MoveCosts, H: Heuristic<P>>(
    search: LeastCostAStar<'_, P, H>,
) -> CostReport<P::Move> {
    let mut turn = search.advance(3, &Limits::default());
    loop {
        match turn {
            Turn::Paused(search, _) => turn = search.advance(3, &Limits::default()),
            Turn::Ended(report) => return report,
        }
    }
}

fn check<const N: usize>(
    analysis: &Analysis<N>,
    board: &Instance,
    drawing: &str,
    answers: &mut Answers,
) {
    let mut ground = (*board.ground).clone();
    let Some(wanted) = plain::best(&ground, &board.start, 20_000) else {
        return;
    };
    let limits = &Limits::default();
    let start = analysis.puzzle().state(&board.start).unwrap();
    let criteria = |ground: &fewest_ground::Ground,
                    moves: &[fewest_ground::compiled::CompiledMove]| {
        let numbers: Vec<usize> = moves.iter().map(|m| m.number()).collect();
        plain::criteria(ground, &board.start, &numbers).map(|(criteria, _)| criteria)
    };
    let Some((regions, bound)) = analysis.regions(limits).unwrap() else {
        return;
    };
    answers.tokens += usize::from(matches!(bound, AgentBound::Tokens(_)));
    let root = regions.region_of(start);
    let reports = [
        least_cost_astar(&regions, root, &bound, Objective::Cost, limits),
        least_cost_astar(&regions, root, &Zero, Objective::Cost, limits),
        with_pauses(LeastCostAStar::new(&regions, root, &bound, Objective::Cost)),
    ];
    for report in reports {
        match (report.outcome, wanted) {
            (CostOutcome::Solved { moves, cost }, Some(wanted)) => {
                assert_eq!(u64::from(cost), wanted.0, "{drawing}");
                let moves = regions.moves_of(start, &moves);
                assert_eq!(criteria(&ground, &moves), Some(wanted), "{drawing}");
                answers.solved += 1;
            }
            (CostOutcome::Unsolvable(_), None) => answers.unsolvable += 1,
            (outcome, wanted) => panic!("{outcome:?}, but {wanted:?}\n{drawing}"),
        }
    }
    if let Some((ends, cost)) = analysis.region_ends(&regions) {
        let ends = UpToSymmetry(&ends);
        let waves = TwoWaves::new(ends.of(root));
        match (
            waves.advance(&ends, u64::MAX, limits).report().outcome,
            wanted,
        ) {
            (Outcome::Solved { moves }, Some(wanted)) => {
                assert_eq!(moves.len() as u64 * u64::from(cost), wanted.0, "{drawing}");
                let moves = regions.moves_of(start, &moves);
                assert_eq!(criteria(&ground, &moves), Some(wanted), "{drawing}");
                answers.from_both_ends += 1;
                answers.symmetric += usize::from(analysis.symmetries().is_some());
            }
            (Outcome::Unsolvable(_), None) => {}
            (outcome, wanted) => panic!("{outcome:?}, but {wanted:?}\n{drawing}"),
        }
    }
    let (_, paths) = least_cost_paths(&regions, root, &bound, Objective::Cost, limits);
    let puzzle = analysis.puzzle();
    let (_, all) = least_cost_paths(puzzle, start, &Zero, Objective::Cost, limits);
    assert_eq!(
        paths.as_ref().map(|paths| paths.count()),
        all.map(|all| all.count()),
        "{drawing}"
    );
    let Some(paths) = paths else { return };
    ground.measure = Some(CostMeasure {
        objective: Objective::CostThenMoves,
        ..CostMeasure::of_cost()
    });
    let fewest = plain::best(&ground, &board.start, 100_000).unwrap();
    let cost = wanted.unwrap().0 as u32;
    let left = regions.costs_left(root, &paths, cost, &mut Meter::new(limits));
    let left = left.unwrap();
    let exact = |state| {
        let left = left.get(&regions.region_of(state));
        left.copied().unwrap_or(DEAD_END)
    };
    let objective = Objective::CostThenMoves;
    let report = least_cost_astar(puzzle, start, &exact, objective, limits);
    let CostOutcome::Solved { moves, .. } = report.outcome else {
        panic!("{:?}\n{drawing}", report.outcome);
    };
    assert_eq!(criteria(&ground, &moves), fewest, "{drawing}");
    answers.walked += 1;
}
