//! Chooses what is drawn for each symbol of some scenes.

use std::collections::{BTreeSet, HashMap};

use crate::Colour;
use crate::looks::theme::{PALETTE, Theme, ThemeColours};
use crate::model::data::Layout;
use crate::model::look::{Look, Shape};
use crate::model::scene::Scene;

/// What is drawn for a symbol.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Appearance {
    pub(crate) shape: Shape,
    pub(crate) colour: Colour,
    /// The letters on the shape, which may be an empty text.
    pub(crate) text: String,
    /// Whether a second line is drawn inside the shape. When more symbols need a colour than the
    /// palette has colours, the colours are used again for the other symbols, and this line tells
    /// two symbols of the same colour apart.
    pub(crate) lined: bool,
}

impl Appearance {
    /// Whether the symbol is drawn without a shape.
    pub(crate) fn is_gap(&self) -> bool {
        matches!(self.shape, Shape::Gap | Shape::Nothing)
    }
}

/// What is drawn for each symbol of scenes that are shown together.
#[derive(Debug)]
pub(crate) struct Appearances {
    by_symbol: HashMap<String, Appearance>,
    nothing: Appearance,
}

/// The shape of a symbol: that of its look or, if the look specifies none, the usual one.
fn shape_of(symbol: &str, look: Look) -> Shape {
    match (look.shape, symbol) {
        (Some(shape), _) => shape,
        _ if look.text.is_some() => Shape::Tile,
        (None, "" | " " | "_" | "." | "·") => Shape::Gap,
        (None, "#") => Shape::Wall,
        (None, "@") => Shape::Person,
        (None, "$") => Shape::Crate,
        _ => Shape::Tile,
    }
}

/// Whether a symbol is drawn without a shape.
pub(crate) fn is_gap(scene: &Scene, symbol: &str) -> bool {
    let looks = &scene.data().looks;
    let look = looks
        .iter()
        .find(|look| look.symbol == symbol)
        .map(|look| look.look)
        .unwrap_or_default();
    matches!(shape_of(symbol, look), Shape::Gap | Shape::Nothing)
}

impl Appearances {
    /// Chooses the shape, the colour and the letters of each symbol. Two symbols never differ in
    /// colour alone: symbols with the same shape show their letters. Only the commonest wall and
    /// the commonest block, which cover large areas, show none.
    pub(crate) fn of(scenes: &[&Scene], theme: Theme) -> Self {
        let colours = theme.colours();
        let symbols = ordered_symbols(scenes);
        let numbered = are_numbered(scenes, &symbols);
        let one_colour = are_many_labels(scenes, &symbols);
        let mut of_shape: HashMap<Shape, usize> = HashMap::new();
        for &(symbol, look) in &symbols {
            *of_shape.entry(shape_of(symbol, look)).or_default() += 1;
        }
        let commonest = [Shape::Wall, Shape::Block].map(|shape| commonest(shape, scenes, &symbols));
        let mut by_symbol = HashMap::new();
        let mut next_colour = 0;
        for (symbol, look) in symbols {
            let shape = shape_of(symbol, look);
            let is_shared = shape == Shape::Tile || of_shape[&shape] > 1;
            let text = match look.text {
                _ if shape == Shape::Nothing => String::new(),
                Some(text) => text.to_string(),
                None if is_shared && !commonest.contains(&Some(symbol)) => symbol.to_owned(),
                None => String::new(),
            };
            let mut lined = false;
            let colour = match look.colour {
                Some(colour) => colour.over(colours.floor),
                None => shape_colour(shape, &colours).unwrap_or_else(|| {
                    let number = one_colour || numbered && symbol.parse::<u32>().is_ok();
                    let index = if number { 0 } else { next_colour };
                    next_colour += usize::from(!number);
                    lined = index / PALETTE.len() % 2 == 1;
                    PALETTE[index % PALETTE.len()]
                }),
            };
            by_symbol.insert(
                symbol.to_owned(),
                Appearance {
                    shape,
                    colour,
                    text,
                    lined,
                },
            );
        }
        let nothing = Appearance {
            shape: Shape::Gap,
            colour: colours.floor,
            text: String::new(),
            lined: false,
        };
        Self { by_symbol, nothing }
    }

    pub(crate) fn get(&self, symbol: &str) -> &Appearance {
        self.by_symbol.get(symbol).unwrap_or(&self.nothing)
    }
}

/// Of the symbols with a shape, the one that lies on the most cells. Of several, it is the first.
fn commonest<'a>(shape: Shape, scenes: &[&Scene], symbols: &[(&'a str, Look)]) -> Option<&'a str> {
    let of_shape = symbols.iter().filter(|s| shape_of(s.0, s.1) == shape);
    let mut counts: HashMap<&str, usize> = of_shape.clone().map(|s| (s.0, 0)).collect();
    for (_, symbol) in scenes.iter().flat_map(|scene| scene.cells()) {
        if let Some(count) = counts.get_mut(symbol) {
            *count += 1;
        }
    }
    let last_first = of_shape.map(|s| s.0).rev();
    last_first.max_by_key(|symbol| counts[symbol])
}

/// The fixed colour of a shape; `None` if the shape takes the next colour of the palette.
fn shape_colour(shape: Shape, colours: &ThemeColours) -> Option<Colour> {
    Some(match shape {
        Shape::Wall => colours.wall,
        Shape::Gap | Shape::Nothing => colours.floor,
        Shape::Hole => colours.edge,
        Shape::Person => colours.player,
        Shape::Crate => Colour::hex(0xc0843d),
        Shape::Target => colours.target,
        Shape::Cross => colours.faint,
        _ => return None,
    })
}

/// All symbols, with their looks. The symbols that have looks come first, in the order of the
/// looks. The others follow in ascending order; those that are numbers are ordered by value.
fn ordered_symbols<'a>(scenes: &[&'a Scene]) -> Vec<(&'a str, Look)> {
    let mut symbols = Vec::new();
    let mut seen = BTreeSet::new();
    for look in scenes.iter().flat_map(|scene| &scene.data().looks) {
        if seen.insert(look.symbol.as_str()) {
            symbols.push((look.symbol.as_str(), look.look));
        }
    }
    let mut others = BTreeSet::new();
    for scene in scenes {
        let data = scene.data();
        let on_cells = scene.cells().map(|(_, symbol)| symbol);
        let of_pieces = data.pieces.iter().map(|piece| piece.symbol.as_str());
        let of_floors = data.floors.iter().map(|floor| floor.symbol.as_str());
        let of_marks = data.marks.iter().filter_map(|mark| mark.symbol.as_deref());
        let player = data.player.map(|_| "@");
        let all = on_cells
            .chain(of_pieces)
            .chain(of_floors)
            .chain(of_marks)
            .chain(player);
        others.extend(all.filter(|symbol| !seen.contains(symbol)));
    }
    let mut others: Vec<&str> = others.into_iter().collect();
    others.sort_by_key(|symbol| (symbol.parse::<u64>().unwrap_or(u64::MAX), *symbol));
    symbols.extend(others.into_iter().map(|symbol| (symbol, Look::default())));
    symbols
}

/// Whether all scenes consist of free rows ([`Layout::Rows`]) and have more different labels than
/// the palette has colours. If so, all labels get one colour, which is easier to read.
fn are_many_labels(scenes: &[&Scene], symbols: &[(&str, Look)]) -> bool {
    let free = |scene: &&Scene| scene.data().layout == Layout::Rows;
    symbols.len() > PALETTE.len() && scenes.iter().all(free)
}

/// Whether the tiles are numbers and each scene has every number at most once, as in the 15-puzzle.
/// The order of such tiles matters, and one colour is enough for all of them.
fn are_numbered(scenes: &[&Scene], symbols: &[(&str, Look)]) -> bool {
    let is_number = |symbol: &str| symbol.parse::<u32>().is_ok();
    let numbers = symbols.iter().filter(|(symbol, _)| is_number(symbol));
    numbers.count() > 4
        && scenes.iter().all(|scene| {
            let mut seen = BTreeSet::new();
            scene.data().layout == Layout::Grid
                && scene
                    .cells()
                    .all(|(_, symbol)| !is_number(symbol) || seen.insert(symbol))
        })
}
