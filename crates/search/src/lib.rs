//! search
mod distance_table;
mod enumeration;

pub use distance_table::{DistanceTable, Encoding};
pub use enumeration::{
    Census, Direction, Enumerated, EnumerationReport, Forward, Options, Retrograde, Undirected,
    census, distances,
};
