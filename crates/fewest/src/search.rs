//! The search algorithms, for any type that implements [`Puzzle`](crate::Puzzle).
//!
//! [`Search`] has the most used ones as methods, whose options have defaults. The functions take
//! every option. [`Interned`] makes a puzzle for them whose states are a `Vec`, a `String` or any
//! other type. Each algorithm says in its documentation which solution it returns, what memory it
//! takes and how it proves that there is no solution.
//!
//! | to find | there are |
//! | --- | --- |
//! | a shortest solution | [`bfs`], [`bidirectional`], [`astar`], [`idastar`], [`iddfs`], [`solve_up_to_symmetry`] |
//! | all shortest solutions, or all up to a length | [`shortest_paths`], [`near_shortest`] |
//! | a solution of least cost, or all | [`least_cost_astar`], [`least_cost_idastar`], [`least_cost_bidirectional`], [`least_cost_paths`], [`near_least_cost`] |
//! | a solution that need not be shortest | [`weighted_astar`], [`beam`] |
//! | the distances of all states | [`census`], [`distances`], [`cost_census`] |
//! | a lower bound from tables | [`pattern_table`], [`PatternDatabase`], [`AdditivePatterns`] |

#[doc(inline)]
pub use fewest_search::{
    Approximate, ApproximateReport, Approximation, Automaton, CostCensus, CostPruner, CostPruning,
    Duplicates, Interned, InversePruning, MovePruner, NearOptions, NearSolutions, NoPruning, Order,
    OwnedPuzzle, OwnedReverse, Pruning, PruningLimits, ReachedStates, Search, SolutionGraph,
    SolutionRange, Solutions, StateSet, Try, Weight, astar, beam, bfs, bidirectional, cost_census,
    idastar, iddfs, least_cost_astar, least_cost_bidirectional, least_cost_idastar,
    least_cost_paths, near_least_cost, near_shortest, near_shortest_from_both_ends, reached_states,
    shortest_paths, shortest_paths_from_both_ends, solve_up_to_symmetry, weighted_astar,
};
#[doc(inline)]
pub use fewest_tables::{
    AdditivePatterns, CacheEntry, Cached, Census, Combine, Direction, DistanceTable, Encoding,
    EntryState, Enumerated, EnumerationOptions, EnumerationReport, Forward, PatternDatabase,
    PatternDatabases, PatternTable, Retrograde, TableCache, TableFileError, TableInfo, TableKey,
    TableProblem, TableReader, Undirected, census, distances, inspect_table, open_table,
    pattern_table, write_table,
};
