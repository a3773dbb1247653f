//! Lower bounds: never above the exact distance, the same by steps as from scratch, and never a dead
//! end where a goal can be reached.

use fewest_ground::analysis::{CompiledPatterns, HeuristicName};
use fewest_ground::compiled::CompiledPuzzle;
use fewest_rules::{DEAD_END, Heuristic, Limits, Meter, Puzzle};

use super::Compared;
use crate::finding::Findings;

/// Pattern databases have at most one part in this many of the states: then there are several
/// patterns.
const PARTS: [usize; 4] = [1, 3, 8, 30];

pub(super) fn all<const N: usize>(compared: &Compared<'_, N>, findings: &mut Findings) {
    let analysis = compared.analysis;
    let limits = Limits::default();
    let follows = match compared.case.instance.ground.consequences.is_empty() {
        true => "",
        false => ", consequences",
    };
    for name in [None].into_iter().chain(HeuristicName::ALL.map(Some)) {
        let word = name.map_or("default", HeuristicName::name);
        if !findings.wants(&format!("bound {word}"))
            && !findings.wants(&format!("cost bound {word}"))
        {
            continue;
        }
        let Ok(heuristic) = analysis.heuristic(name, &limits) else {
            continue;
        };
        let moves = &compared.case.space.moves;
        bound(
            compared,
            &format!("bound {word}{follows}"),
            &heuristic,
            moves,
            findings,
        );
        if compared.case.instance.ground.measure.is_some()
            && let Ok(heuristic) = analysis.cost_heuristic(name, &limits)
        {
            let costs = &compared.case.space.costs;
            bound(
                compared,
                &format!("cost bound {word}{follows}"),
                &heuristic,
                costs,
                findings,
            );
        }
    }
    let wanted = findings.wants("patterns");
    let sizes = PARTS.map(|parts| compared.case.space.size() as u64 / parts as u64);
    for most in sizes.into_iter().filter(|_| wanted) {
        let puzzle = analysis.puzzle();
        if let Ok(Some(patterns)) = CompiledPatterns::new(puzzle, most, &mut Meter::new(&limits)) {
            let kind = match patterns.of_positions() {
                true if analysis.has_parts() => "parts",
                true => "positions",
                false if patterns.sizes().len() > 1 => "added labels",
                false => "labels",
            };
            let moves = &compared.case.space.moves;
            bound(
                compared,
                &format!("patterns of {kind}{follows}"),
                &patterns,
                moves,
                findings,
            );
        }
    }
}

/// Tests a bound in every state, and after every move.
pub(super) fn bound<const N: usize, H: Heuristic<CompiledPuzzle<N>>>(
    compared: &Compared<'_, N>,
    claim: &str,
    heuristic: &H,
    exact: &[Option<u32>],
    findings: &mut Findings,
) {
    let puzzle = compared.analysis.puzzle();
    let space = &compared.case.space;
    let caches: Vec<H::Cache> = compared
        .states
        .iter()
        .map(|&s| heuristic.start(puzzle, s))
        .collect();
    let bounds: Vec<u32> = caches.iter().map(|&cache| heuristic.bound(cache)).collect();
    let spoke = bounds.iter().filter(|&&bound| bound > 0).count();
    if spoke == 0 {
        return;
    }
    findings.tally.add(claim, space.size(), spoke);
    if bounds.contains(&DEAD_END) {
        let dead = bounds.iter().filter(|&&bound| bound == DEAD_END).count();
        findings
            .tally
            .add(&format!("{claim}, dead ends"), space.size(), dead);
    }
    for (state, (&bound, exact)) in bounds.iter().zip(exact).enumerate() {
        if exact.is_some_and(|exact| bound > exact) {
            findings.wrong(claim, || compared.case.draw(state), bound, exact);
        }
    }
    for (from, edges) in space
        .edges
        .iter()
        .enumerate()
        .filter(|&(from, _)| bounds[from] != DEAD_END)
    {
        let before = compared.states[from];
        let moves = puzzle.moves(before).collect::<Vec<_>>();
        for (edge, m) in edges.iter().zip(moves) {
            let after = compared.states[edge.to];
            let stepped = heuristic.step(puzzle, caches[from], before, m, after);
            let stepped = heuristic.bound(stepped);
            if stepped != bounds[edge.to] {
                let claim = format!("{claim}, stepped");
                findings.wrong(
                    &claim,
                    || compared.case.draw(from),
                    stepped,
                    bounds[edge.to],
                );
            }
        }
    }
}
