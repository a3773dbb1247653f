//! Search algorithms for any puzzle, each in a file of its own. Every algorithm returns a shortest
//! solution, or a proof that there is none, or the limit that stopped it together with a lower
//! bound on the length of a solution. Only [`weighted_astar`] and [`beam`] may return longer
//! solutions. These two algorithms return an [`Approximation`], which states what is proven about
//! the length of the solution.
//!
//! | algorithm | requires | solution | memory | proves unsolvable by |
//! | --- | --- | --- | --- | --- |
//! | [`bfs`] | [`Puzzle`] | lexicographically first | all states reached | exhausting the states |
//! | [`bidirectional`] | [`Reverse`], [`Goals`] | lexicographically first | states of two smaller waves | exhausting either wave |
//! | [`iddfs`] | [`Puzzle`] | lexicographically first | see [`Duplicates`] | see [`Duplicates`] |
//! | [`idastar`] | [`Heuristic`] | lexicographically first | see [`Duplicates`] | see [`Duplicates`] |
//! | [`astar`] | [`Heuristic`] | any, or the first: [`Order`] | all states reached | exhausting the states |
//! | [`weighted_astar`] | [`Heuristic`] | within a factor of the shortest | all states reached | exhausting the states |
//! | [`beam`] | [`Heuristic`] | any length | the states of the beam | exhausting the states, if none was discarded |
//! | [`shortest_paths`] | [`Puzzle`] | all, in lexicographic order | all states reached | exhausting the states |
//! | [`shortest_paths_from_both_ends`] | [`Reverse`], [`Goals`] | all, in lexicographic order | states of two smaller waves | exhausting either wave |
//! | [`near_shortest`] | [`Heuristic`] | all up to a length, or the best of them | states near the shortest solutions | |
//! | [`near_shortest_from_both_ends`] | [`Reverse`], [`Goals`] | all up to a length, or the best of them | states of two waves | |
//! | [`solve_up_to_symmetry`] | [`Symmetric`] | lexicographically first | two states per class | exhausting the classes |
//!
//! If moves have costs ([`MoveCosts`]), the following searches minimise an [`Objective`] and answer
//! with a [`CostOutcome`]. Each search returns a best solution, the same in every run.
//!
//! | algorithm | requires | memory | proves unsolvable by |
//! | --- | --- | --- | --- |
//! | [`least_cost_astar`] | [`Heuristic`] | all states reached | exhausting the states |
//! | [`least_cost_bidirectional`] | [`Reverse`], [`Goals`] | states of two smaller waves | exhausting either wave |
//! | [`least_cost_idastar`] | [`Heuristic`], a [`CostPruning`] | see [`Duplicates`] | see [`Duplicates`] |
//! | [`least_cost_paths`] | [`Heuristic`] | all states reached | exhausting the states |
//! | [`near_least_cost`] | [`Heuristic`] | the states near the best solutions | |
//! | [`cost_census`] | [`MoveCosts`] | all states reached | |
//!
//! [`iddfs`] and [`idastar`] also take a [`Pruning`] policy: [`InversePruning`] requires
//! [`Invertible`], [`CommutingPruning`] requires [`Commuting`], [`MovePruner`] requires [`Operators`] and [`Automaton`] requires [`Contexts`].
//!
//! [`Search`] has the most used algorithms as methods, and their options as values with defaults.
//! If the states of a puzzle own memory, [`Interned`] makes it a [`Puzzle`] for all these searches.
//!
//! # Terms
//!
//! A search *expands* a node when it enumerates its moves, and *generates* the nodes to which they
//! lead, duplicates included. A state that is expanded in several iterations or passes counts each
//! time. If the start is a goal, nothing is expanded.
//!
//! *Lexicographically first* compares solutions move by move, in the order of
//! [`Puzzle::Move`].
//!
//! The memory limit covers everything that a search holds, and is checked before memory is taken.
//! Only the moves returned are not counted.
//!
//! [`Commuting`]: fewest_rules::Commuting
//! [`Contexts`]: fewest_rules::Contexts
//! [`CostOutcome`]: fewest_rules::CostOutcome
//! [`MoveCosts`]: fewest_rules::MoveCosts
//! [`Objective`]: fewest_rules::Objective
//! [`Goals`]: fewest_rules::Goals
//! [`Heuristic`]: fewest_rules::Heuristic
//! [`Invertible`]: fewest_rules::Invertible
//! [`Operators`]: fewest_rules::Operators
//! [`Puzzle`]: fewest_rules::Puzzle
//! [`Puzzle::Move`]: fewest_rules::Puzzle::Move
//! [`Reverse`]: fewest_rules::Reverse
//! [`Symmetric`]: fewest_rules::Symmetric

// What the searches stand on.
mod conclusion;
mod paused;
mod processor;
pub mod random;
mod states;
pub mod threads;

// One solution.
mod approximate;
mod best_first;
mod both_ends;
mod breadth_first;
mod depth_first;
mod pruning;

// Many solutions.
mod solutions;

// Linear algebra, where it takes the place of a search.
pub mod modular;

// The searches as methods, and for states of any type.
mod interned;
mod search;

pub use approximate::{
    Approximate, ApproximateReport, Approximation, Weight, beam, weighted_astar,
};
pub use best_first::{CostCensus, LeastCostAStar, Order, astar, cost_census, least_cost_astar};
pub use both_ends::{
    ClassState, TwoWaves, UpToSymmetry, bidirectional, least_cost_bidirectional,
    solve_up_to_symmetry,
};
pub use breadth_first::{LayerSearch, OneWave, ReachedStates, bfs, reached_states};
pub use depth_first::{Duplicates, IdaStar, idastar, iddfs, least_cost_idastar};
pub use interned::{Edges, Interned, NumberedStates, OwnedPuzzle, OwnedReverse};
pub use paused::{CostSearchTurn, SearchTurn, Turn};
pub use processor::{in_huge_pages, prefer_huge_pages, prefetch, zeroed};
pub use pruning::{
    Automaton, CommutingPruning, CostPruner, CostPruning, InversePruning, MovePruner, NoPruning,
    Pruning, PruningLimits, PruningRows, RelabelledAutomaton, Try,
};
pub use search::Search;
pub use solutions::{
    NearOptions, NearSolutions, SolutionGraph, SolutionRange, Solutions, StartSymmetries,
    least_cost_paths, near_least_cost, near_shortest, near_shortest_from_both_ends, shortest_paths,
    shortest_paths_from_both_ends, shortest_paths_within,
};
pub use states::StateSet;
