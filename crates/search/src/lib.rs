//! Search algorithms for any puzzle, each in a file of its own. Every one
//! returns a shortest solution, or a proof that there is none, or says which
//! limit stopped it and how long a solution must be at least. Only
//! [`weighted_astar`] and [`beam`] may return longer ones, in a type of their own:
//! an [`Approximation`], which says what is proven of its length.
//!
//! | algorithm | asks for | solution | memory | proves unsolvable by |
//! | --- | --- | --- | --- | --- |
//! | [`bfs`] | [`Puzzle`] | lexicographically first | all states reached | exhausting the states |
//! | [`bidirectional`] | [`Reverse`], [`Goals`] | lexicographically first | states of two smaller waves | exhausting either wave |
//! | [`parallel_bidirectional`] | [`Reverse`], [`Goals`], [`Sync`] | lexicographically first | states of two smaller waves | exhausting either wave |
//! | [`move_sets`] | [`Commuting`] | lexicographically first | one set of moves | trying all sets |
//! | [`iddfs`] | [`Puzzle`] | lexicographically first | [`Duplicates`] says | [`Duplicates`] says |
//! | [`idastar`] | [`Heuristic`] | lexicographically first | [`Duplicates`] says | [`Duplicates`] says |
//! | [`astar`] | [`Heuristic`] | any, or the first: [`Order`] | all states reached | exhausting the states |
//! | [`weighted_astar`] | [`Heuristic`] | within a factor of the shortest | all states reached | exhausting the states |
//! | [`beam`] | [`Heuristic`] | any length | the states of the beam | exhausting the states, if none was cut off |
//! | [`shortest_paths`] | [`Puzzle`] | all, in lexicographic order | all states reached | exhausting the states |
//! | [`shortest_paths_from_both_ends`] | [`Reverse`], [`Goals`] | all, in lexicographic order | states of two smaller waves | exhausting either wave |
//! | [`solve_up_to_symmetry`] | [`Symmetric`] | lexicographically first | two states a class | exhausting the classes |
//!
//! Where the states are ranked, [`census`] goes over all of them layer by layer in
//! two bits a state, [`distances`] keeps a [`DistanceTable`], from which solutions
//! are read off; tables are kept as files in a [`TableCache`].
//!
//! Lower bounds come from tables too: [`PatternDatabase`] looks into that of an [`Abstraction`], made
//! by [`pattern_table`], [`AdditivePatterns`] adds those of disjoint patterns;
//! [`Max`](fewest_rules::Max) takes the greater of two bounds.
//!
//! [`iddfs`] and [`idastar`] also take a [`Pruning`] policy, of which
//! [`InversePruning`] asks for [`Invertible`], [`Sieve`] for [`Operators`] and [`Automaton`]
//! for [`Contexts`].
//!
//! # Words
//!
//! A node is *expanded* when its moves are asked for, and the nodes to which
//! they lead are *generated*, duplicates included. A state that is expanded in
//! several iterations or passes counts each time. A start that is a goal
//! expands nothing.
//!
//! *Lexicographically first* compares solutions move by move, in the order of
//! [`Puzzle::Move`].
//!
//! Memory counts what a search holds, and is refused before it is taken; only
//! the moves that are returned are not counted.
//!
//! [`Abstraction`]: fewest_rules::Abstraction
//! [`Commuting`]: fewest_rules::Commuting
//! [`Contexts`]: fewest_rules::Contexts
//! [`Goals`]: fewest_rules::Goals
//! [`Heuristic`]: fewest_rules::Heuristic
//! [`Invertible`]: fewest_rules::Invertible
//! [`Operators`]: fewest_rules::Operators
//! [`Puzzle`]: fewest_rules::Puzzle
//! [`Puzzle::Move`]: fewest_rules::Puzzle::Move
//! [`Reverse`]: fewest_rules::Reverse
//! [`Symmetric`]: fewest_rules::Symmetric

mod approximation;
mod arena;
mod astar;
mod automaton;
mod beam;
mod best_first;
mod bfs;
mod bidirectional;
mod both_ends_paths;
mod conclusion;
mod depth_first;
mod distance_table;
mod duplicates;
mod enumeration;
mod idastar;
mod iddfs;
mod layers;
mod memory;
mod move_sets;
mod open_list;
mod parallel_bidirectional;
mod parallel_idastar;
mod parallel_layers;
mod patterns;
mod processor;
mod pruning;
mod quotient;
mod shortest_paths;
mod state_set;
mod subtrees;
mod table_cache;
mod table_file;
mod table_solutions;
mod table_trust;
mod unfinished;
mod weighted_astar;

pub use approximation::{Approximate, ApproximateReport, Approximation, Weight};
pub use astar::{Order, astar};
pub use automaton::{Automaton, Reach, Sieve};
pub use beam::beam;
pub use bfs::bfs;
pub use bidirectional::bidirectional;
pub use both_ends_paths::shortest_paths_from_both_ends;
pub use distance_table::{DistanceTable, Encoding};
pub use duplicates::Duplicates;
pub use enumeration::{
    Census, Direction, Enumerated, EnumerationOptions, EnumerationReport, Forward, RankSet,
    Retrograde, Undirected, census, distances, reachable,
};
pub use idastar::idastar;
pub use iddfs::iddfs;
pub use move_sets::{all_move_sets, move_sets};
pub use parallel_bidirectional::parallel_bidirectional;
pub use parallel_idastar::parallel_idastar;
pub use patterns::{
    AdditiveCache, AdditivePatterns, Combine, Explored, PatternCache, PatternDatabase,
    PatternDatabases, PatternTable, WrongPatternTable, fill_pattern_table, pattern_table,
};
pub use pruning::{InversePruning, NoPruning, Pruning, Rows, Try};
pub use quotient::solve_up_to_symmetry;
pub use shortest_paths::{ShortestPaths, Solutions, shortest_paths, shortest_paths_within};
pub use state_set::StateSet;
pub use table_cache::{CacheEntry, Cached, EntryState, TableCache};
pub use table_file::{
    TableFileError, TableInfo, TableKey, TableProblem, inspect_table, open_table, write_table,
};
pub use table_solutions::WrongTable;
pub use table_trust::{Distrust, Untrusted};
pub use weighted_astar::weighted_astar;
