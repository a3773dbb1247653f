//! A lower bound for a walker that has to enter many cells.
//!
//! Suppose that every move takes a *walker*, a label that occurs once, from one cell to another.
//! Suppose also that another label disappears only from the cell that the walker enters, that no
//! move adds this other label, and that no goal has it. Then the walker has to enter all *open*
//! cells, the cells that have the other label, and a solution has one move into each of them. This
//! move *closes* the cell.
//!
//! The bound adds moves into cells that are not open. Cut a solution before each of these moves.
//! Each part then is a path through open cells, and the first path begins at the walker. The bound
//! counts how many paths are needed and how far apart they are ([`VisitHeuristic::detours`]).
//! Bridges give a second bound, because the walker comes back over all of them but those on its way
//! to its last cell ([`VisitHeuristic::returns`]).

mod cells;
mod graph;

use fewest_rules::{Heuristic, Puzzle, Words};

use super::fields_with::{FieldsWith, bits_of, has_bit, set_bit};
use crate::compiled::{CompiledMove, CompiledPuzzle};
use crate::ground::Label;
use cells::WalkerCells;

/// Distances are computed between at most this many components. Each further component is taken to
/// lie two steps from the nearest other one.
const MOST_COMPONENTS: usize = 16;
/// The greatest allowed number of words of a state. The masks of wider states would take too much
/// memory.
const MOST_WORDS: usize = 8;

/// The number of moves of a walker that has to enter many cells, as a heuristic: admissible and
/// consistent.
#[derive(Debug, Clone)]
pub struct VisitHeuristic<const N: usize> {
    open: FieldsWith<N>,
    walker: FieldsWith<N>,
    places: Vec<WalkerPlace<N>>,
    /// For each bit of a state that is the lowest bit of the field of a place, the index of this
    /// place.
    place_at: Vec<u16>,
    /// For each bit of a state that represents a cell, the index of the place where the walker
    /// closes the cell, that is, takes away the label that makes it open.
    closed_at: Vec<u16>,
    /// Whether each place has one of two colours, such that every move takes the walker to a place
    /// of the other colour.
    coloured: bool,
    walker_name: String,
    open_name: String,
}

/// A position where the walker may be, and the cell that it closes there. A cell is represented by
/// the lowest bit of its field in a state.
#[derive(Debug, Clone)]
struct WalkerPlace<const N: usize> {
    /// The cell that the walker closes when it comes here, that is, the cell from which it takes
    /// away the label that makes it open. `None` if it closes no cell here.
    cell: Option<usize>,
    /// The cells of the places to which the walker may go from here, or from which it may come
    /// here.
    neighbours: [u64; N],
    /// One of two colours of the place; `false` for all places if they have no colours.
    colour: bool,
    /// For each place, the number of steps from here, at most 255.
    steps: Vec<u8>,
    bridges: Vec<Bridge<N>>,
}

/// A bridge, as seen from one place: a connection of two places without which the walker cannot get
/// from there to the cells beyond the bridge.
#[derive(Debug, Clone)]
struct Bridge<const N: usize> {
    /// A mask of the cells beyond the bridge, as seen from the place.
    beyond: [u64; N],
    /// The cell at the far end of the bridge, as a mask, which is empty if there is no cell.
    end: [u64; N],
    /// The number of bridges on the way from the place to the cells beyond this bridge, including
    /// this one.
    depth: u32,
}

/// What is known of one component: a set of open cells that are connected with one another.
#[derive(Default)]
struct OpenComponent {
    /// The least number of ends of paths: an open cell with one open neighbour is the end of a
    /// path, and an open cell without any is both ends of its path.
    ends: u32,
    /// The number of ends of paths as in `ends`, except that the place of the walker counts as an
    /// open neighbour.
    ends_with_walker: u32,
    /// Whether the walker is beside one of the cells.
    is_beside: bool,
    /// For each of the two colours of places, the number of cells of the component that have it.
    colours: [u32; 2],
}

impl<const N: usize> VisitHeuristic<N> {
    /// The heuristic for `puzzle`; `None` if there is no walker with cells that it has to enter.
    pub(super) fn new(puzzle: &CompiledPuzzle<N>) -> Option<Self> {
        if N > MOST_WORDS {
            return None;
        }
        let start = puzzle.state(puzzle.reduced().start.as_ref()?)?;
        let all = WalkerCells::all(puzzle.task()).into_iter();
        let all = all.map(|cells| Self::of(puzzle, cells));
        all.max_by_key(|heuristic| heuristic.moves(start))
    }

    fn of(puzzle: &CompiledPuzzle<N>, found: WalkerCells) -> Self {
        let mask = |places: &[usize]| {
            let mut mask = [0; N];
            for cell in places.iter().filter_map(|&place| found.cells[place]) {
                set_bit(&mut mask, cell);
            }
            mask
        };
        let (mut place_at, mut closed_at) = (vec![0; N * 64], vec![0; N * 64]);
        let mut places = Vec::new();
        for (number, &bit) in found.walker_bits.iter().enumerate() {
            place_at[bit] = number as u16;
            if let Some(cell) = found.cells[number] {
                closed_at[cell] = number as u16;
            }
            let seen = found.bridges.iter().map(|bridge| {
                let (depth, end, beyond) = bridge.from(number);
                Bridge {
                    beyond: mask(beyond),
                    end: mask(&[end]),
                    depth,
                }
            });
            places.push(WalkerPlace {
                cell: found.cells[number],
                neighbours: mask(&found.graph.neighbours[number]),
                colour: found.colours.as_ref().is_some_and(|all| all[number]),
                steps: found.graph.steps_from(number),
                bridges: seen.collect(),
            });
        }
        let reduced = puzzle.reduced();
        let fields = |(domain, label): (usize, Label)| {
            let all = reduced.changing();
            let of_domain = all.filter(|&p| reduced.ground.positions[p].domain == domain);
            FieldsWith::new(puzzle, label, of_domain)
        };
        let name = |(domain, label): (usize, Label)| {
            reduced.ground.domains[domain].labels[usize::from(label)].clone()
        };
        Self {
            open: fields(found.open),
            walker: fields(found.walker),
            places,
            place_at,
            closed_at,
            coloured: found.colours.is_some(),
            walker_name: name(found.walker),
            open_name: name(found.open),
        }
    }

    /// The names of the walker and of the label that it takes away.
    pub fn names(&self) -> (&str, &str) {
        (&self.walker_name, &self.open_name)
    }

    /// The lower bound for `state`.
    #[inline(never)]
    fn moves(&self, state: Words<N>) -> u32 {
        // No heuristic is made for states of so many words, so this function need not be compiled
        // for them.
        if N > MOST_WORDS {
            return 0;
        }
        let open = self.open.of(state);
        let Some(walker) = bits_of(self.walker.of(state)).next() else {
            return 0;
        };
        let place = &self.places[usize::from(self.place_at[walker])];
        let count = Words(open).count_ones();
        match count {
            0 => 0,
            _ => count + self.detours(open, place).max(self.returns(open, place)),
        }
    }

    /// A lower bound on the number of moves into cells that are not open, from the number of paths
    /// through open cells.
    ///
    /// A path stays in one component of the open cells, so a component with `n` paths needs `n - 1`
    /// such moves between them. The walker also goes from its place to one component and from each
    /// component to another one until it has been in all of them. So it needs at least the moves of
    /// a least spanning tree of the components.
    fn detours(&self, open: [u64; N], walker: &WalkerPlace<N>) -> u32 {
        let mut left = open;
        let (mut between, mut first_way) = (0, u32::MAX);
        let mut cells = [[0; N]; MOST_COMPONENTS];
        let mut count = 0;
        while let Some(cell) = bits_of(left).next() {
            let before = left;
            let found = self.component(cell, &mut left, open, walker.neighbours);
            let needed = self.paths_in(&found);
            between += needed - 1;
            let all = Words(before).without(Words(left)).0;
            // If the first path goes on in the component, the component may need one more path than
            // without the first path.
            let way = match found.is_beside {
                true => self
                    .paths_with_walker(&found, walker.colour)
                    .saturating_sub(needed),
                false => self.closed_between(bits_of(all).map(|cell| walker.steps[self.at(cell)])),
            };
            first_way = first_way.min(way);
            match cells.get_mut(count) {
                Some(cells) => *cells = all,
                None => between += 1,
            }
            count += 1;
        }
        between + first_way + self.spanning_tree(&mut cells[..count.min(MOST_COMPONENTS)])
    }

    /// The weight of a least spanning tree of `components`, by Prim's algorithm. An edge weighs as
    /// many moves into cells that are not open as a way between its two components needs. Changes
    /// the order of `components`.
    fn spanning_tree(&self, components: &mut [[u64; N]]) -> u32 {
        let mut sum = 0;
        let mut ways = [u32::MAX; MOST_COMPONENTS];
        for known in 1..components.len() {
            let added = components[known - 1];
            let mut next = known;
            for other in known..components.len() {
                for cell in bits_of(added) {
                    let steps = &self.places[self.at(cell)].steps;
                    let cells = bits_of(components[other]);
                    let way = self.closed_between(cells.map(|cell| steps[self.at(cell)]));
                    ways[other] = ways[other].min(way);
                }
                if ways[other] < ways[next] {
                    next = other;
                }
            }
            sum += ways[next];
            components.swap(known, next);
            ways.swap(known, next);
        }
        sum
    }

    /// The number of cells on the shortest of several ways, without its two ends. `steps` has the
    /// number of steps of each way.
    fn closed_between(&self, steps: impl Iterator<Item = u8>) -> u32 {
        u32::from(steps.min().unwrap_or(1)).saturating_sub(1)
    }

    /// The index of the place where the walker closes a cell.
    #[inline(always)]
    fn at(&self, cell: usize) -> usize {
        usize::from(self.closed_at[cell])
    }

    /// A lower bound on the number of paths in a component: half of the number of ends; or the
    /// difference between the numbers of cells of the two colours, because colours alternate on a
    /// path.
    fn paths_in(&self, component: &OpenComponent) -> u32 {
        let [one, other] = component.colours;
        let more = if self.coloured {
            one.abs_diff(other)
        } else {
            1
        };
        component.ends.div_ceil(2).max(more).max(1)
    }

    /// A lower bound on the number of paths in a component if the first path begins at the walker
    /// and goes on in the component. The first path is counted, too.
    fn paths_with_walker(&self, component: &OpenComponent, colour: bool) -> u32 {
        // The walker is an end of the first path.
        let paths = (component.ends_with_walker + 1).div_ceil(2);
        if !self.coloured {
            return paths;
        }
        let [own, other] = match colour {
            false => component.colours,
            true => [component.colours[1], component.colours[0]],
        };
        // The first path has at least as many places of the walker's colour as of the other.
        let own = own + 1;
        paths.max(if other >= own {
            1 + other - own
        } else {
            own - other
        })
    }

    /// Removes from `left` all open cells that are connected with `first`. `beside` are the cells
    /// beside the walker.
    #[inline(always)]
    fn component(
        &self,
        first: usize,
        left: &mut [u64; N],
        open: [u64; N],
        beside: [u64; N],
    ) -> OpenComponent {
        let mut component = OpenComponent::default();
        let mut found = [0; N];
        set_bit(&mut found, first);
        while let Some(cell) = bits_of(found).next() {
            let place = &self.places[self.at(cell)];
            let (word, bit) = (cell / 64, 1 << (cell % 64));
            found[word] &= !bit;
            left[word] &= !bit;
            let mut neighbours = 0;
            for w in 0..N {
                let here = place.neighbours[w] & open[w];
                found[w] |= here & left[w];
                neighbours += u32::from(here != 0) + u32::from(here & here.wrapping_sub(1) != 0);
            }
            let is_beside = has_bit(&beside, cell);
            component.is_beside |= is_beside;
            component.ends += 2 - neighbours.min(2);
            component.ends_with_walker += 2 - (neighbours + u32::from(is_beside)).min(2);
            component.colours[usize::from(place.colour)] += 1;
        }
        component
    }

    /// A lower bound on the number of moves into cells that are not open, from the bridges to open
    /// cells.
    ///
    /// The walker crosses each such bridge. It enters the near end when it comes back, and this
    /// cell is not open, because the walker has been there. It comes back over all of these bridges
    /// but those between its first and its last cell. If the cell at the far end of a bridge is not
    /// open, the first crossing enters a cell that is not open, too.
    fn returns(&self, open: [u64; N], walker: &WalkerPlace<N>) -> u32 {
        if walker.cell.is_some_and(|cell| has_bit(&open, cell)) {
            return 0;
        }
        let (mut moves, mut deepest) = (0, 0);
        for bridge in &walker.bridges {
            if and(bridge.beyond, open) != [0; N] {
                moves += 1 + u32::from(and(bridge.end, open) == [0; N]);
                deepest = deepest.max(bridge.depth);
            }
        }
        moves - deepest
    }
}

#[inline(always)]
fn and<const N: usize>(one: [u64; N], other: [u64; N]) -> [u64; N] {
    (Words(one) & Words(other)).0
}

impl<const N: usize, P> Heuristic<P> for VisitHeuristic<N>
where
    P: Puzzle<State = Words<N>, Move = CompiledMove>,
{
    /// The bound.
    type Cache = i32;

    #[inline]
    fn start(&self, _: &P, state: Words<N>) -> i32 {
        self.moves(state) as i32
    }

    #[inline]
    fn bound(&self, cache: i32) -> u32 {
        cache as u32
    }
}
