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
//! | [`TwoAgentWaves`] | [`AgentMoves`] | lexicographically first | sets of places of two smaller waves | exhausting either wave |
//! | [`parallel_bidirectional`] | [`Reverse`], [`Goals`], [`Sync`] | lexicographically first | states of two smaller waves | exhausting either wave |
//! | [`move_sets`] | [`Commuting`] | lexicographically first | one set of moves | trying all sets |
//! | [`iddfs`] | [`Puzzle`] | lexicographically first | see [`Duplicates`] | see [`Duplicates`] |
//! | [`idastar`] | [`Heuristic`] | lexicographically first | see [`Duplicates`] | see [`Duplicates`] |
//! | [`bfidastar`] | [`Heuristic`] | lexicographically first | the states near the shortest solutions | exhausting the states |
//! | [`astar`] | [`Heuristic`] | any, or the first: [`Order`] | all states reached | exhausting the states |
//! | [`weighted_astar`] | [`Heuristic`] | within a factor of the shortest | all states reached | exhausting the states |
//! | [`beam`] | [`Heuristic`] | any length | the states of the beam | exhausting the states, if none was discarded |
//! | [`shortest_paths`] | [`Puzzle`] | all, in lexicographic order | all states reached | exhausting the states |
//! | [`shortest_paths_from_both_ends`] | [`Reverse`], [`Goals`] | all, in lexicographic order | states of two smaller waves | exhausting either wave |
//! | [`near_shortest`] | [`Heuristic`] | all up to a length, or the best of them | states near the shortest solutions | |
//! | [`near_shortest_from_both_ends`] | [`Reverse`], [`Goals`] | all up to a length, or the best of them | states of two waves | |
//! | [`partial_order_bfs`] | a [`Puzzle`] with fewer moves | lexicographically first | all states reached | exhausting the states |
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
//! For ranked states, [`census`] enumerates all of them layer by layer in two bits per state.
//! [`distances`] keeps a [`DistanceTable`], and a [`TableCache`] keeps such tables as files.
//!
//! Tables also provide lower bounds. [`PatternDatabase`] looks up the table of an [`Abstraction`],
//! which [`pattern_table`] builds. [`AdditivePatterns`] adds the tables of disjoint patterns, and
//! [`Max`](fewest_rules::Max) takes the greater of two bounds.
//!
//! [`iddfs`] and [`idastar`] also take a [`Pruning`] policy: [`InversePruning`] requires
//! [`Invertible`], [`MovePruner`] requires [`Operators`] and [`Automaton`] requires [`Contexts`].
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
//! [`Abstraction`]: fewest_rules::Abstraction
//! [`AgentMoves`]: fewest_rules::AgentMoves
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

mod agent_waves;
mod approximation;
mod arena;
mod astar;
mod automaton;
mod beam;
mod best_first;
mod bfidastar;
mod bfs;
mod bidirectional;
mod both_ends_paths;
mod closed_set;
mod conclusion;
mod cost_census;
mod cost_keys;
mod cost_pruner;
mod cost_search;
mod cost_solution_graph;
mod cost_wave;
mod depth_first;
mod disk;
mod distance_table;
mod duplicates;
mod enumeration;
mod idastar;
mod iddfs;
mod interned;
mod layers;
mod least_cost_astar;
mod least_cost_bidirectional;
mod least_cost_idastar;
mod least_cost_paths;
mod memory;
pub mod modular;
mod move_pruner;
mod move_sets;
mod moves_left;
mod moves_left_from_both_ends;
mod near_cost_graph;
mod near_cost_walks;
mod near_least_cost;
mod near_shortest;
mod numbered_lists;
mod open_list;
mod order_of_moves;
mod parallel_bidirectional;
mod parallel_idastar;
mod parallel_layers;
mod partial_order;
mod patterns;
mod paused;
mod processor;
mod pruning;
mod quotient;
pub mod random;
mod reached_states;
mod search;
mod sequences;
mod shortest_paths;
mod solution_graph;
mod solution_layers;
mod state_set;
mod subtrees;
mod table_cache;
mod table_file;
mod table_reader;
mod table_trust;
mod table_writer;
mod tally;
mod threads;
mod unfinished;
mod weighted_astar;

pub use agent_waves::TwoAgentWaves;
pub use approximation::{Approximate, ApproximateReport, Approximation, Weight};
pub use astar::{Order, astar};
pub use automaton::{Automaton, RelabelledAutomaton};
pub use beam::beam;
pub use bfidastar::bfidastar;
pub use bfs::bfs;
pub use bidirectional::{TwoWaves, bidirectional};
pub use both_ends_paths::shortest_paths_from_both_ends;
pub use cost_census::{CostCensus, cost_census};
pub use cost_pruner::{CostPruner, CostPruning};
pub use cost_solution_graph::{LeastCostPaths, LeastCostSolutions};
pub use disk::{
    AsNumber, AsWords, ByRank, DiskEnumeration, DiskError, DiskOptions, DiskProblem, DiskProgress,
    DiskStates, FileFaults, FileOperation, Packing, RunInfo, RunKey, TableNotWritten, disk_bfs,
};
pub use distance_table::{DistanceTable, Encoding};
pub use duplicates::Duplicates;
pub use enumeration::{
    Census, Direction, Enumerated, EnumerationOptions, EnumerationReport, Forward, Outgoing,
    Parcel, PeerError, Peers, RankSet, Receive, Retrograde, SharedCensus, Undirected, census,
    distances, reachable, shared_census,
};
pub use idastar::idastar;
pub use iddfs::iddfs;
pub use interned::{Edges, Interned, NumberedStates, OwnedPuzzle, OwnedReverse};
pub use least_cost_astar::{LeastCostAStar, least_cost_astar};
pub use least_cost_bidirectional::least_cost_bidirectional;
pub use least_cost_idastar::least_cost_idastar;
pub use least_cost_paths::least_cost_paths;
pub use move_pruner::MovePruner;
pub use move_sets::{all_move_sets, move_sets, near_move_sets};
pub use near_least_cost::{NearLeastCost, near_least_cost};
pub use near_shortest::{
    NearShortest, NearShortestOptions, SolutionRange, near_shortest, near_shortest_from_both_ends,
};
pub use order_of_moves::{StartSymmetries, in_order};
pub use parallel_bidirectional::parallel_bidirectional;
pub use parallel_idastar::parallel_idastar;
pub use partial_order::partial_order_bfs;
pub use patterns::{
    AdditiveCache, AdditivePatterns, Combine, Explored, PatternCache, PatternDatabase,
    PatternDatabases, PatternTable, WrongPatternTable, fill_bound_table, fill_pattern_table,
    pattern_table,
};
pub use paused::{CostSearchTurn, SearchTurn, Turn};
pub use processor::{in_huge_pages, prefetch};
pub use pruning::{InversePruning, NoPruning, Pruning, PruningRows, Try};
pub use quotient::{TwoWavesUpToSymmetry, solve_up_to_symmetry};
pub use reached_states::{ReachedStates, reached_states};
pub use search::Search;
pub use sequences::PruningLimits;
pub use shortest_paths::{shortest_paths, shortest_paths_within};
pub use solution_graph::{SolutionGraph, Solutions};
pub use state_set::StateSet;
pub use table_cache::{CacheEntry, Cached, EntryState, TableCache};
pub use table_file::{
    TableFileError, TableInfo, TableKey, TableProblem, inspect_table, open_table,
};
pub use table_reader::TableReader;
pub use table_trust::{Distrust, Untrusted};
pub use table_writer::{TableWriter, write_table};
pub use weighted_astar::weighted_astar;
