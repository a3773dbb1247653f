//! Replays solutions and verifies tables with the rules of the puzzle alone. It shares no code with
//! the searches.

#[doc(inline)]
pub use fewest_check::{
    Replay, Verification, Verified, WrongDistance, find_wrong, replay, verify, verify_patterns,
};
