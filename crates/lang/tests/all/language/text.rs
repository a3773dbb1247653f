//! Writes a puzzle as text.

use super::model::*;

/// A symbol in a rule or list: in quotes if it has another meaning there.
fn word(symbol: &str) -> String {
    let is_mark = symbol.contains(|c| "[]|,():=#".contains(c)) || symbol.contains("->");
    let means = ["end", "not", "piece"].contains(&symbol) || symbol.starts_with('?');
    let repeats = symbol.len() > 1 && symbol.ends_with('*');
    let is_sum = symbol.parse::<i64>().is_ok() && symbol.starts_with(['+', '-']);
    match is_mark || means || repeats || is_sum {
        true => format!("'{symbol}'"),
        false => symbol.to_owned(),
    }
}

/// Writes a pattern as a row of the last one.
fn row(words: &mut [String], pattern: &str) {
    let last = words.last_mut().unwrap();
    last.pop();
    *last += " ; ";
    *last += &pattern[1..];
}

fn plus(sum: i64) -> String {
    match sum {
        0 => String::new(),
        sum => format!("{sum:+}"),
    }
}

impl Puzzle {
    fn item(&self, item: &Item) -> String {
        match item {
            Item::Symbol(symbol) => word(&self.symbols[*symbol]),
            Item::Set(set) => format!("set{set}"),
            Item::End => "end".to_owned(),
            Item::Parameter(name) | Item::Named(name) => format!("?{name}"),
        }
    }

    fn set(&self, set: &Set, comma: &str) -> String {
        let items: Vec<String> = set.items.iter().map(|item| self.item(item)).collect();
        let not = if set.not { "not " } else { "" };
        format!("{not}{}", items.join(comma))
    }

    fn cell(&self, cell: usize) -> &str {
        &self.board.names[cell]
    }

    fn cells(&self, cells: &[usize]) -> String {
        let names: Vec<&str> = cells.iter().map(|&cell| self.cell(cell)).collect();
        names.join(" ")
    }

    pub(crate) fn region_name(region: Region) -> String {
        match region {
            Region::Rim => "rim".to_owned(),
            Region::Listed(region) => format!("reg{region}"),
            Region::Mark(mark) => format!("mark{mark}"),
        }
    }

    fn drawn(&self, drawn: Drawn) -> String {
        match drawn {
            Drawn::Symbol(symbol) => self.symbols[symbol].clone(),
            Drawn::Glyph(glyph) => self.glyphs[glyph].text.clone(),
            Drawn::Any => "?".to_owned(),
            Drawn::Set(set) => format!("set{set}"),
            Drawn::Dot => ".".to_owned(),
        }
    }

    fn drawing(&self, drawing: &Drawing) -> String {
        let mut text = String::new();
        for row in &drawing.rows {
            let words: Vec<String> = row.iter().map(|&drawn| self.drawn(drawn)).collect();
            text += &format!("  {}\n", words.join(" "));
        }
        for &(variable, said) in &drawing.said {
            text += &format!("  v{variable} {}\n", self.value(variable, said));
        }
        text
    }

    fn test(&self, test: &Test) -> String {
        let value = |&v: &usize| self.value(test.variable, v);
        let values: Vec<String> = test.values.iter().map(value).collect();
        let not = if test.not { "not " } else { "" };
        format!("v{} {not}{}", test.variable, values.join(","))
    }

    fn board(&self) -> String {
        let Board {
            rows,
            columns,
            cells,
            names,
            how,
            torus,
            ..
        } = &self.board;
        if *how == How::Start {
            return String::new();
        }
        if *how == How::Size {
            let torus = if *torus { "torus " } else { "" };
            return format!("board {torus}{rows}x{columns}\n");
        }
        let mut text = "board\n".to_owned();
        for row in 0..*rows {
            for column in 0..*columns {
                let cell = cells.iter().position(|&place| place == (row, column));
                let name = cell.map_or(".", |cell| match how {
                    How::Names => &names[cell],
                    _ => "o",
                });
                text += &format!("  {name}");
            }
            text.push('\n');
        }
        text
    }

    /// The drawing of the walls, whose cells are `wide` characters wide.
    fn walls(&self, wide: usize) -> String {
        let Some(walls) = &self.board.walls else {
            return String::new();
        };
        let mut text = "walls\n".to_owned();
        for (row, above) in walls.above.iter().enumerate() {
            text += "   +";
            for &wall in above {
                text += &format!("{}+", if wall { "-" } else { " " }.repeat(wide));
            }
            text += "\n   ";
            for &wall in walls.left.get(row).into_iter().flatten() {
                text += &format!("{}{}", if wall { "|" } else { " " }, " ".repeat(wide));
            }
            text.push('\n');
        }
        text
    }

    fn parameter(&self, parameter: &Parameter) -> String {
        match parameter {
            Parameter::Cell(None) => "cell".to_owned(),
            Parameter::Cell(Some(region)) => format!("cell: {}", Self::region_name(*region)),
            Parameter::Named(name, None) => format!("{name}: cell"),
            Parameter::Named(name, Some(region)) => {
                format!("{name}: cell {}", Self::region_name(*region))
            }
            Parameter::Direction(words) if words.is_empty() => "dir".to_owned(),
            Parameter::Direction(words) => format!("dir: {}", words.join(" ")),
            Parameter::Piece { along, among } => {
                let symbols = among.iter().map(|&symbol| word(&self.symbols[symbol]));
                let words: Vec<String> = along
                    .then(|| "along".to_owned())
                    .into_iter()
                    .chain(symbols)
                    .collect();
                match words.is_empty() {
                    true => "piece".to_owned(),
                    false => format!("piece: {}", words.join(" ")),
                }
            }
            Parameter::Steps => "steps".to_owned(),
            Parameter::Number(name, first, last) => format!("{name}: {first}..{last}"),
            Parameter::Symbol(name, None) => format!("?{name}"),
            Parameter::Symbol(name, Some(set)) => format!("?{name}: {}", self.set(set, " ")),
        }
    }

    fn becomes(&self, place: Place, becomes: Becomes) -> String {
        match (place, becomes) {
            (_, Becomes::Plus(sum)) => format!("{sum:+}"),
            (_, Becomes::Told(name)) => format!("?{name}"),
            (Place::Variable(variable), Becomes::Is(is)) => {
                // With a sign, a number would be added.
                let value = self.value(variable, is);
                match self.firsts[variable].is_some() && value.starts_with('-') {
                    true => format!("0 {value}"),
                    false => value,
                }
            }
            (_, Becomes::Is(symbol)) => word(&self.symbols[symbol]),
        }
    }

    fn change(&self, place: Place, becomes: Becomes) -> String {
        let at = match place {
            Place::Cell => "cell".to_owned(),
            Place::Beside => "beside".to_owned(),
            Place::Around => "around".to_owned(),
            Place::Row => "row".to_owned(),
            Place::Column => "column".to_owned(),
            Place::On(region) => format!("on {}", Self::region_name(region)),
            Place::At(cell) => format!("at {}", self.cell(cell)),
            Place::Variable(variable) => format!("v{variable}"),
        };
        format!("{at} {}", self.becomes(place, becomes))
    }

    fn before(&self, before: &Before) -> String {
        match before {
            Before::In(set) => self.set(set, ","),
            Before::Many(set) => format!("{}*", self.set(set, ",")),
            Before::Any => "?".to_owned(),
            Before::AnyMany => "?*".to_owned(),
            Before::Called(name, None) => format!("?{name}"),
            Before::Called(name, Some(set)) => format!("?{name}: {}", self.set(set, ",")),
            Before::Piece => "piece".to_owned(),
            Before::On(top, on) => format!("{} on {}", self.before(top), self.on(on)),
        }
    }

    fn absent(&self, set: &Set) -> String {
        format!("not [{}]", self.set(set, ","))
    }

    fn forbidden(&self, (direction, pattern): &(Option<&str>, Vec<Before>)) -> String {
        let direction = direction.map_or_else(String::new, |direction| format!("{direction} "));
        let places: Vec<String> = pattern.iter().map(|place| self.before(place)).collect();
        format!("not {direction}[{}]", places.join(" | "))
    }

    /// The lines of rules that follow a move; those that begin no stage begin with `word`.
    fn following(&self, rules: &[Follows], word: &str) -> Vec<String> {
        let line = |follows: &Follows| {
            let rule = self.rule(&follows.rule);
            match follows.then {
                None => format!("{word}{rule}"),
                Some(false) => format!("then {rule}"),
                Some(true) => format!("then once {rule}"),
            }
        };
        rules.iter().map(line).collect()
    }

    fn rule(&self, rule: &Rule) -> String {
        let all = rule.everywhere.then(|| "all".to_owned());
        let direction = rule.direction.iter().map(|&d| d.to_owned());
        let mut words: Vec<String> = all.into_iter().chain(direction).collect();
        let pattern = |before: &[Before]| {
            let places: Vec<String> = before.iter().map(|place| self.before(place)).collect();
            format!("[{}]", places.join(" | "))
        };
        words.extend(rule.before.iter().map(|before| pattern(before)));
        for (i, further) in rule.further.iter().enumerate() {
            if further.below {
                row(&mut words, &pattern(&further.before));
                continue;
            }
            // What is excluded may stand anywhere between the patterns.
            if i == 0 {
                words.extend(rule.absent.iter().map(|set| self.absent(set)));
            }
            words.extend(further.direction.iter().map(|&d| d.to_owned()));
            words.push(pattern(&further.before));
        }
        words.extend(rule.forbidden.iter().map(|pattern| self.forbidden(pattern)));
        if rule.further.first().is_none_or(|further| further.below) {
            words.extend(rule.absent.iter().map(|set| self.absent(set)));
        }
        words.extend(rule.tests.iter().map(|test| self.test(test)));
        words.extend(rule.compares.iter().map(|compare| self.comparison(compare)));
        words.push("->".to_owned());
        let result = |before: &[Before], after: &[After]| {
            let top = |i: usize, after: &After| match after {
                After::On(..) => unreachable!("at most one layer changes"),
                After::Same => self.before(&before[i]),
                After::Any => "?".to_owned(),
                After::Symbol(symbol) => word(&self.symbols[*symbol]),
                After::Called(name, sum) => format!("?{name}{}", plus(*sum)),
                After::Piece => "piece".to_owned(),
            };
            let place = |(i, after): (usize, &After)| match after {
                After::On(after, layer, label) => {
                    let after = match **after {
                        After::Same => self.before(before[i].top()),
                        ref after => top(i, after),
                    };
                    format!("{after} on {}", Self::label(*layer, *label))
                }
                after => top(i, after),
            };
            let places: Vec<String> = after.iter().enumerate().map(place).collect();
            format!("[{}]", places.join(" | "))
        };
        if let (Some(before), Some(after)) = (&rule.before, &rule.after) {
            words.push(result(before, after));
        }
        for further in &rule.further {
            let after = further.after.as_ref();
            match after.map(|after| result(&further.before, after)) {
                Some(after) if further.below => row(&mut words, &after),
                after => words.extend(after),
            }
        }
        for &(variable, becomes) in &rule.writes {
            words.push(self.change(Place::Variable(variable), becomes));
        }
        for (own, sum) in &rule.sums {
            let sum = self.sum(sum);
            // The own value may be left out before a sign.
            let short = sum.strip_prefix(&format!("v{own} ")).unwrap_or(&sum);
            words.push(format!("v{own} {short}"));
        }
        words.extend(self.cost_words(rule.cost));
        words.join(" ")
    }

    fn step(&self, step: &Step) -> String {
        match step {
            Step::Cycle(cells) => format!("cycle {}", self.cells(cells)),
            Step::Swap(cells) => format!("swap {}", self.cells(cells)),
            Step::Reverse(cells) => format!("reverse {}", self.cells(cells)),
            Step::Do(above) => format!("do {}", self.moves[*above].name),
            Step::Undo(above) => format!("undo {}", self.moves[*above].name),
        }
    }

    fn condition(&self, condition: &Condition) -> String {
        let set = |set| self.set(set, ",");
        let on = |region: &Option<Region>| {
            let name = region.map(|region| format!("on {} ", Self::region_name(region)));
            name.unwrap_or_default()
        };
        match condition {
            Condition::All(s) => format!("all {}", set(s)),
            Condition::On(region, s) => format!("on {} {}", Self::region_name(*region), set(s)),
            Condition::Some(region, s) => format!("some {} {}", Self::region_name(*region), set(s)),
            Condition::None(region, s) => format!("none {}{}", on(region), set(s)),
            Condition::Exactly(number, region, s) => {
                format!("exactly {number} {}{}", on(region), set(s))
            }
            Condition::Rim(s) => format!("rim {}", set(s)),
            Condition::At(cell, s) => format!("at {} {}", self.cell(*cell), set(s)),
            Condition::Line(length, s) => format!("line {length} {}", set(s)),
            Condition::Same(cells) => format!("same {}", self.cells(cells)),
            Condition::Board(_) => "board".to_owned(),
            Condition::Somewhere(_) => "somewhere".to_owned(),
            Condition::Variable(test) => self.test(test),
            Condition::Layer(which, on) => self.layer_condition(*which, on),
            Condition::Compare(compare) => self.comparison(compare),
        }
    }

    /// A cell of the start with what lies under it.
    fn drawn_at(&self, cell: usize) -> String {
        let mut text = self.drawn(self.start[cell]);
        for (layer, labels) in self.under.iter().enumerate() {
            // What is first in its layer need not be drawn.
            if labels[cell] > 0 || cell % 3 == 1 {
                text += &format!("/{}", Self::label(layer, labels[cell]));
            }
        }
        text
    }

    /// The cells of the start, row by row with `.` for holes or listed in one line, and its variables.
    pub(crate) fn start(&self, listed: bool) -> String {
        let Board {
            rows,
            columns,
            cells,
            ..
        } = &self.board;
        let mut text = String::new();
        if listed && *rows > 1 && self.board.how != How::Start {
            let words: Vec<String> = (0..cells.len()).map(|cell| self.drawn_at(cell)).collect();
            text += &format!("  {}\n", words.join(" "));
        } else {
            for row in 0..*rows {
                for column in 0..*columns {
                    let cell = cells.iter().position(|&place| place == (row, column));
                    let drawn = cell.map_or(".".to_owned(), |cell| self.drawn_at(cell));
                    text += &format!(" {drawn}");
                }
                text.push('\n');
            }
        }
        for (variable, said) in self.said.iter().enumerate() {
            if let Some(said) = said {
                text += &format!("  v{variable} {}\n", self.value(variable, *said));
            }
        }
        text
    }

    /// The whole file without the start.
    pub(crate) fn text(&self) -> String {
        let symbols: Vec<String> = self.symbols.iter().map(|symbol| word(symbol)).collect();
        let mut text = format!("puzzle p\nsymbols {}\n", symbols.join(" "));
        for (i, set) in self.sets.iter().enumerate() {
            text += &format!("set set{i} = {}\n", self.set(set, " "));
        }
        text += &self.board();
        text += &self.walls(1 + self.symbols.len() % 3);
        for (i, &values) in self.variables.iter().enumerate() {
            if let Some(first) = self.firsts[i] {
                text += &format!("var v{i} = {first}..{}\n", first + values as i64 - 1);
                continue;
            }
            let values: Vec<String> = (0..values).map(|value| self.value(i, value)).collect();
            text += &format!("var v{i} = {}\n", values.join(", "));
        }
        for (i, &labels) in self.layers.iter().enumerate() {
            let labels: Vec<String> = (0..labels).map(|label| Self::label(i, label)).collect();
            text += &format!("layer layer{i} = {}\n", labels.join(" "));
        }
        for (i, region) in self.regions.iter().enumerate() {
            let word = |word: &RegionWord| match *word {
                RegionWord::Cells(from, to) if from == to => self.cell(from).to_owned(),
                RegionWord::Cells(from, to) => format!("{}..{}", self.cell(from), self.cell(to)),
                RegionWord::Region(other) => Self::region_name(other),
            };
            let words: Vec<String> = region.iter().map(word).collect();
            text += &format!("region reg{i} = {}\n", words.join(" "));
        }
        for glyph in &self.glyphs {
            let symbol = word(&self.symbols[glyph.symbol]);
            text += &format!("draw {} = {symbol} on mark{}\n", glyph.text, glyph.mark);
        }
        for piece in &self.pieces {
            text += &self.piece(piece);
        }
        for declared in &self.moves {
            text += &self.move_of(declared);
        }
        for (i, line) in self.following(&self.after, "").iter().enumerate() {
            match i % 2 {
                0 => text += &format!("after {line}\n"),
                _ => text += &format!("after\n  {line}\n"),
            }
        }
        for goal in &self.goals {
            let conditions: Vec<String> = goal.iter().map(|c| self.condition(c)).collect();
            text += &format!("goal {}\n", conditions.join(" and "));
            for condition in goal {
                if let Condition::Board(drawing) | Condition::Somewhere(drawing) = condition {
                    text += &self.drawing(drawing);
                }
            }
        }
        text
    }

    fn piece(&self, piece: &Piece) -> String {
        let cells = match piece {
            Piece::Letter(symbol) => return format!("pieces {}\n", word(&self.symbols[*symbol])),
            Piece::Drawn(cells) => cells,
        };
        let side = |of: fn(&(isize, isize, usize)) -> isize| {
            let sides = cells.iter().map(of);
            (sides.clone().min().unwrap_or(0), sides.max().unwrap_or(0))
        };
        let ((top, bottom), (left, right)) = (side(|cell| cell.0), side(|cell| cell.1));
        let mut text = "piece\n".to_owned();
        for row in top..=bottom {
            for column in left..=right {
                let cell = cells.iter().find(|cell| (cell.0, cell.1) == (row, column));
                let symbol = cell.map_or(".", |cell| &self.symbols[cell.2]);
                text += &format!(" {symbol}");
            }
            text.push('\n');
        }
        text
    }

    fn move_of(&self, declared: &Move) -> String {
        let mut text = format!("move {}", declared.name);
        if !declared.parameters.is_empty() {
            let parameters = declared.parameters.iter().map(|p| self.parameter(p));
            text += &format!("({})", parameters.collect::<Vec<_>>().join(", "));
        }
        if let Some(cost) = self.cost_words(declared.cost) {
            text += &format!(" {cost}");
        }
        let mut lines: Vec<String> = match &declared.body {
            Body::Changes(changes) => changes.iter().map(|&(p, b)| self.change(p, b)).collect(),
            Body::Rules(rules) => rules.iter().map(|rule| self.rule(rule)).collect(),
            Body::Steps(steps) => {
                let steps: Vec<String> = steps.iter().map(|step| self.step(step)).collect();
                return format!("{text} = {}\n", steps.join(", "));
            }
        };
        let after = self.following(&declared.after, "after ");
        for (i, line) in after.into_iter().enumerate() {
            lines.insert(if i == 0 { 0 } else { lines.len() }, line);
        }
        match &lines[..] {
            [line] => format!("{text} {line}\n"),
            lines => format!("{text}\n  {}\n", lines.join("\n  ")),
        }
    }
}
