//! Draws random puzzles with all constructs of the language in all positions.

use super::model::*;

/// Pseudorandom numbers (Marsaglia's xorshift).
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Self((seed + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    /// A number below `n`.
    pub(crate) fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % n
    }

    pub(crate) fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }

    pub(crate) fn of<T: Clone>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())].clone()
    }

    /// Some of these, in any order, at most `most` and at least one.
    pub(crate) fn some<T: Clone>(&mut self, from: &[T], most: usize) -> Vec<T> {
        let mut left = from.to_vec();
        let count = 1 + self.below(most.min(left.len()));
        (0..count)
            .map(|_| left.swap_remove(self.below(left.len())))
            .collect()
    }
}

/// Symbols that are no letters: they must be quoted, or have another meaning elsewhere.
const ODD: [&str; 16] = [
    "#", "|", "end", "not", "piece", "?", ".", "a*", "->", "[", ",", "_", "*", "cd", "=", "-1",
];

/// The parts of a puzzle that are drawn before its moves.
pub(crate) struct Drawing<'r> {
    pub(crate) random: &'r mut Random,
    pub(crate) puzzle: Puzzle,
}

/// The puzzle of a seed.
pub(crate) fn puzzle(seed: u64) -> Puzzle {
    let random = &mut Random::new(seed);
    for _ in 0..10 {
        random.below(2);
    }
    let mut symbols: Vec<String> = ["a", "b", "c", "d"].map(str::to_owned).to_vec();
    symbols.truncate(2 + random.below(3));
    if random.one_in(4) {
        let odd = random.of(&ODD);
        let at = random.below(symbols.len() + 1);
        symbols.insert(at, odd.to_owned());
    }
    let board = board(random, &symbols);
    let puzzle = Puzzle {
        symbols,
        sets: Vec::new(),
        variables: (0..random.below(3)).map(|_| 1 + random.below(3)).collect(),
        firsts: Vec::new(),
        layers: Vec::new(),
        under: Vec::new(),
        regions: Vec::new(),
        marks: 0,
        glyphs: Vec::new(),
        pieces: Vec::new(),
        moves: Vec::new(),
        after: Vec::new(),
        goals: Vec::new(),
        start: Vec::new(),
        said: Vec::new(),
        board,
    };
    let mut drawing = Drawing { random, puzzle };
    drawing.sets();
    for _ in 0..drawing.puzzle.variables.len() {
        let first = drawing.random.of(&[None, Some(-2), Some(0), Some(1)]);
        drawing.puzzle.firsts.push(first);
    }
    drawing.layers();
    drawing.regions();
    drawing.start();
    drawing.pieces();
    drawing.moves();
    drawing.puzzle.after = drawing.after(8, &[], &[], false);
    drawing.goals();
    let mut puzzle = drawing.puzzle;
    super::costs::give(&mut puzzle, &mut Random::new(seed + 7));
    puzzle
}

fn board(random: &mut Random, symbols: &[String]) -> Board {
    let (rows, columns) = random.of(&[
        (1, 1),
        (1, 2),
        (1, 3),
        (1, 4),
        (2, 1),
        (3, 1),
        (2, 2),
        (2, 2),
        (2, 3),
        (3, 2),
        (3, 3),
    ]);
    let how = random.of(&[How::Size, How::Shape, How::Names, How::Start]);
    let dot_is_hole = !symbols.iter().any(|symbol| symbol == ".");
    let holes = how != How::Size && (how != How::Start || dot_is_hole) && random.one_in(2);
    let mut cells = Vec::new();
    for row in 0..rows {
        for column in 0..columns {
            if !holes || !random.one_in(4) {
                cells.push((row, column));
            }
        }
    }
    if cells.is_empty() {
        cells.push((0, 0));
    }
    let named = how == How::Names && cells.len() > 1;
    let name = |(i, &(row, column)): (usize, &(isize, isize))| match named {
        true => format!("{}{i}", ["A", "x", "r2c"][i % 3]),
        false => format!("r{}c{}", row + 1, column + 1),
    };
    let torus = how == How::Size && random.one_in(3);
    let mut line = |walls: isize| (0..walls).map(|_| random.one_in(3)).collect();
    let above: Vec<_> = (0..=rows).map(|_| line(columns)).collect();
    let left: Vec<_> = (0..rows).map(|_| line(columns + 1)).collect();
    Board {
        torus,
        walls: random.one_in(3).then_some(Walls { above, left }),
        names: cells.iter().enumerate().map(name).collect(),
        rows,
        columns,
        cells,
        how,
    }
}

impl Drawing<'_> {
    pub(crate) fn symbols(&self) -> usize {
        self.puzzle.symbols.len()
    }

    pub(crate) fn cell(&mut self) -> usize {
        self.random.below(self.puzzle.board.cells.len())
    }

    pub(crate) fn cells(&mut self) -> Vec<usize> {
        let all: Vec<usize> = (0..self.puzzle.board.cells.len()).collect();
        self.random.some(&all, 4)
    }

    fn sets(&mut self) {
        for _ in 0..self.random.below(4) {
            let with_end = self.random.one_in(3);
            let set = self.set(&[], with_end);
            self.puzzle.sets.push(set);
        }
    }

    /// A set of symbols, earlier sets, the parameters `told` and perhaps the edge.
    pub(crate) fn set(&mut self, told: &[&'static str], with_end: bool) -> Set {
        let mut items: Vec<Item> = (0..self.symbols()).map(Item::Symbol).collect();
        for (i, set) in self.puzzle.sets.iter().enumerate() {
            if with_end || !self.puzzle.has_end(set) {
                items.push(Item::Set(i));
            }
        }
        items.extend(told.iter().map(|name| Item::Parameter(name)));
        let mut items = self.random.some(&items, 3);
        if with_end && self.random.one_in(2) {
            let at = self.random.below(items.len() + 1);
            items.insert(at, Item::End);
        }
        let not = self.random.one_in(3);
        Set { not, items }
    }

    pub(crate) fn goal_set(&mut self) -> Set {
        self.set(&[], false)
    }

    fn regions(&mut self) {
        if self.random.one_in(3) {
            self.puzzle.marks = 1 + self.random.below(2);
            let mut texts = vec!["+", "$", "%", "&", "!"];
            for _ in 0..1 + self.random.below(3) {
                let text = texts.remove(self.random.below(texts.len())).to_owned();
                let symbol = self.random.below(self.symbols());
                let mark = self.puzzle.glyphs.len() % self.puzzle.marks;
                self.puzzle.glyphs.push(Glyph { text, symbol, mark });
            }
            // A region is there as soon as something is drawn on it.
            self.puzzle.marks = self.puzzle.marks.min(self.puzzle.glyphs.len());
        }
        for _ in 0..self.random.below(4) {
            let mut region = Vec::new();
            for _ in 0..1 + self.random.below(2) {
                region.push(match (self.random.below(4), self.cell()) {
                    (0, _) => RegionWord::Region(self.region()),
                    (1, from) => RegionWord::Cells(from, from),
                    (_, from) => RegionWord::Cells(from, self.cell()),
                });
            }
            self.puzzle.regions.push(region);
        }
    }

    pub(crate) fn region(&mut self) -> Region {
        let mut regions = vec![Region::Rim];
        regions.extend((0..self.puzzle.regions.len()).map(Region::Listed));
        regions.extend((0..self.puzzle.marks).map(Region::Mark));
        self.random.of(&regions)
    }

    /// A symbol or a glyph.
    fn drawn(&mut self) -> Drawn {
        let glyphs = self.puzzle.glyphs.len();
        match glyphs > 0 && self.random.one_in(3) {
            true => Drawn::Glyph(self.random.below(glyphs)),
            false => Drawn::Symbol(self.random.below(self.symbols())),
        }
    }

    fn start(&mut self) {
        let cells = self.puzzle.board.cells.len();
        self.puzzle.start = (0..cells).map(|_| self.drawn()).collect();
        let variables = self.puzzle.variables.clone();
        let said = variables.iter().map(|&values| {
            let value = self.random.below(values);
            (!self.random.one_in(3)).then_some(value)
        });
        let said = said.collect();
        self.puzzle.said = said;
    }

    fn pieces(&mut self) {
        if self.puzzle.board.torus || !self.random.one_in(2) {
            return;
        }
        let mut symbols: Vec<usize> = (0..self.symbols()).collect();
        for _ in 0..1 + self.random.below(2) {
            let symbol = symbols.swap_remove(self.random.below(symbols.len()));
            if self.random.one_in(2) {
                self.letter(symbol);
                self.puzzle.pieces.push(Piece::Letter(symbol));
            } else {
                let holes = self.puzzle.symbol(".").is_none();
                let mut cells = vec![(0, 0, symbol)];
                for at in [(0, 1), (1, -1), (1, 0), (1, 1)] {
                    let joined = at.1 >= 0 || holes;
                    if joined && self.random.one_in(4) {
                        cells.push((at.0, at.1, self.random.below(self.symbols())));
                    }
                }
                self.lay(&cells);
                if holes || is_whole(&cells) {
                    self.puzzle.pieces.push(Piece::Drawn(cells));
                }
            }
        }
    }

    /// Draws a connected piece of one symbol.
    fn letter(&mut self, symbol: usize) {
        let other = (symbol + 1) % self.symbols();
        let glyphs = self.puzzle.glyphs.clone();
        for drawn in &mut self.puzzle.start {
            let is_piece = match *drawn {
                Drawn::Glyph(glyph) => glyphs[glyph].symbol == symbol,
                drawn => matches!(drawn, Drawn::Symbol(own) if own == symbol),
            };
            if is_piece {
                *drawn = Drawn::Symbol(other);
            }
        }
        let mut cells = vec![self.cell()];
        for _ in 0..self.random.below(3) {
            let from = self.random.of(&cells);
            let step = self.random.of(&[(0, 1), (1, 0), (0, -1), (-1, 0)]);
            let next = self.puzzle.board.along(from, step);
            cells.extend(next.filter(|next| !cells.contains(next)));
        }
        for cell in cells {
            self.puzzle.start[cell] = Drawn::Symbol(symbol);
        }
    }

    /// Draws a piece somewhere in the start, if there is room.
    fn lay(&mut self, piece: &[(isize, isize, usize)]) {
        let first = self.cell();
        let at = |&(down, right, _): &(isize, isize, usize)| {
            self.puzzle.board.along(first, (down, right))
        };
        let cells: Option<Vec<usize>> = piece.iter().map(at).collect();
        for (part, cell) in piece.iter().zip(cells.unwrap_or_default()) {
            self.puzzle.start[cell] = Drawn::Symbol(part.2);
        }
    }

    fn goals(&mut self) {
        for _ in 0..1 + self.random.below(3) {
            let mut goal = Vec::new();
            for _ in 0..1 + self.random.below(2) {
                let drawn =
                    |c: &Condition| matches!(c, Condition::Board(_) | Condition::Somewhere(_));
                let condition = self.condition();
                if !drawn(&condition) || !goal.iter().any(drawn) {
                    goal.push(condition);
                }
            }
            self.puzzle.goals.push(goal);
        }
    }

    fn condition(&mut self) -> Condition {
        match self.random.below(17) {
            15 | 16 if !self.puzzle.layers.is_empty() => {
                let which = self.which();
                Condition::Layer(which, self.layer_set())
            }
            14 => match self.compares(&[]).pop() {
                Some(compare) => Condition::Compare(compare),
                None => Condition::All(self.goal_set()),
            },
            11 => {
                let region = self.random.one_in(2).then(|| self.region());
                Condition::None(region, self.goal_set())
            }
            12 | 13 => {
                let region = self.random.one_in(2).then(|| self.region());
                Condition::Exactly(self.random.below(5), region, self.goal_set())
            }
            0 => Condition::All(self.goal_set()),
            1 => Condition::On(self.region(), self.goal_set()),
            2 => Condition::Some(self.region(), self.goal_set()),
            3 => Condition::Rim(self.goal_set()),
            4 => Condition::At(self.cell(), self.goal_set()),
            5 => Condition::Line(1 + self.random.below(3), self.goal_set()),
            6 => Condition::Same(self.cells()),
            7 => Condition::Board(self.picture(false)),
            8 | 9 => Condition::Somewhere(self.picture(true)),
            _ => match self.test() {
                Some(test) => Condition::Variable(test),
                None => Condition::All(self.goal_set()),
            },
        }
    }

    /// A test of a variable, if there is one.
    pub(crate) fn test(&mut self) -> Option<Test> {
        let variables = self.puzzle.variables.len();
        if variables == 0 {
            return None;
        }
        let variable = self.random.below(variables);
        let values: Vec<usize> = (0..self.puzzle.variables[variable]).collect();
        Some(Test {
            variable,
            not: self.random.one_in(3),
            values: self.random.some(&values, 2),
        })
    }

    /// The drawing of a goal: of the whole board, or of any size.
    fn picture(&mut self, anywhere: bool) -> super::model::Drawing {
        let dot_is_hole = self.puzzle.symbol(".").is_none();
        let any = self.puzzle.symbol("?").is_none();
        let sets = self.puzzle.sets.len();
        let board = self.puzzle.board.clone();
        let size = |random: &mut Random, own: isize| match anywhere {
            true => 1 + random.below(own as usize + 1).min(2) as isize,
            false => own,
        };
        let rows = size(self.random, board.rows);
        let columns = size(self.random, board.columns);
        let mut drawn = Vec::new();
        for row in 0..rows {
            let mut words = Vec::new();
            for column in 0..columns {
                let word = match (self.random.below(5), anywhere) {
                    _ if !anywhere && board.at(row, column).is_none() => Drawn::Dot,
                    (0 | 1, true) if dot_is_hole => Drawn::Dot,
                    (2, _) if any => Drawn::Any,
                    (3, _) if sets > 0 => Drawn::Set(self.random.below(sets)),
                    _ => self.drawn(),
                };
                words.push(word);
            }
            drawn.push(words);
        }
        let mut said = Vec::new();
        for (variable, values) in self.puzzle.variables.clone().into_iter().enumerate() {
            if self.random.one_in(3) {
                said.push((variable, self.random.below(values)));
            }
        }
        super::model::Drawing { rows: drawn, said }
    }
}

/// Whether a piece covers all of the rectangle around it.
fn is_whole(cells: &[(isize, isize, usize)]) -> bool {
    let side = |of: fn(&(isize, isize, usize)) -> isize| {
        let sides = cells.iter().map(of);
        sides.clone().max().unwrap_or(0) - sides.min().unwrap_or(0) + 1
    };
    side(|cell| cell.0) * side(|cell| cell.1) == cells.len() as isize
}
