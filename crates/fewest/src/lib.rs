//! fewest
