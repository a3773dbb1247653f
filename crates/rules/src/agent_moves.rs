//! Puzzles in which an agent walks over a board that it changes only now and then.

use crate::Words;

/// A puzzle whose states are a *setting*, which is everything but the agent, and the place of the
/// agent.
///
/// A *step* carries the agent to another place and leaves the setting as it is; any other move is a
/// *push*. Places are numbered below `W` × 64, and bit `i` of a set of places stands for place `i`.
/// With such sets, a search follows the steps from many places of a setting at once.
///
/// Laws:
///
/// - steps can be taken back: if the agent can step from one place to another, it can step straight
///   back in the same setting;
/// - `pulls` is the converse of `pushes`, except for pushes that are left out because no goal can be
///   reached after them;
/// - `moves` lists exactly the steps and the pushes of a state, in increasing order, and no move twice.
pub trait AgentMoves<const W: usize> {
    /// The type of moves.
    type Move: Copy + Ord;

    /// The places to which the agent can step from at least one of `places`.
    fn steps(&self, setting: Words<W>, places: Words<W>) -> Words<W>;

    /// Calls `each` with the setting and the place after each push from one of `places`. Pushes after
    /// which no goal can be reached may be left out.
    fn pushes(&self, setting: Words<W>, places: Words<W>, each: &mut impl FnMut(Words<W>, usize));

    /// Calls `each` with the setting and the place before each push that leads to `setting` and to one
    /// of `places`.
    fn pulls(&self, setting: Words<W>, places: Words<W>, each: &mut impl FnMut(Words<W>, usize));

    /// Replaces the contents of `moves` by the moves of a state in increasing order, each with the
    /// setting and the place after it.
    fn moves(
        &self,
        setting: Words<W>,
        place: usize,
        moves: &mut Vec<(Self::Move, Words<W>, usize)>,
    );

    /// The setting that stands for the class of a state up to symmetry, and all places of the agent in this
    /// setting that belong to the class. Without symmetries, the class is the state itself.
    ///
    /// States of a class are equally far from the goals, and their moves lead to the same classes.
    #[inline]
    fn canonical(&self, setting: Words<W>, place: usize) -> (Words<W>, Words<W>) {
        (setting, Words::default().with_bit(place, true))
    }

    /// All goal states.
    fn goals(&self) -> impl Iterator<Item = (Words<W>, usize)>;
}
