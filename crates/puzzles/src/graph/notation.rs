//! Reads graphs.
//!
//! The line `START to GOAL …` begins a graph. Each line after it is a move: `HERE > THERE`, or
//! `HERE - THERE` for both ways. A fourth word is the name of the move; otherwise it is called after
//! the place to which it leads. Empty lines and lines that begin with `//` are ignored.

use std::collections::{BTreeMap, HashMap};
use std::ops::Range;
use std::sync::Arc;

use fewest_rules::{Fault, Faults, Goals, MOST_FAULTS, Notation, did_you_mean, words};

use super::{Graph, Parts, Place, Step};

/// A graph, and the place where the player starts.
#[derive(Debug, Clone)]
pub struct GraphStart {
    /// The graph.
    pub graph: Graph,
    /// The place where the player starts.
    pub start: Place,
}

impl Notation for Graph {
    /// The name of the place.
    fn draw(&self, place: Place) -> String {
        self.0.places[place.0 as usize].to_string()
    }

    fn board(&self, place: Place) -> String {
        let name = |place: Place| &self.0.places[place.0 as usize];
        let goals: Vec<&str> = self.goals().map(|goal| &**name(goal)).collect();
        let mut text = format!("{} to {}", name(place), goals.join(" "));
        for (here, moves) in self.0.places.iter().zip(&self.0.from) {
            for &(step, there) in moves {
                text += &format!("\n{here} > {} {}", name(there), self.name(step));
            }
        }
        text
    }

    fn parse(&self, text: &str) -> Result<Place, Faults> {
        let name = text.trim();
        let start = text.len() - text.trim_start().len();
        self.0
            .by_name
            .get(name)
            .copied()
            .ok_or_else(|| unknown_place(name, start..start + name.len(), &self.0.places).into())
    }

    fn name(&self, step: Step) -> String {
        self.0.steps[step.0 as usize].to_string()
    }

    /// If no name is exactly `name`, this is the first one that differs only by the case of its
    /// letters.
    fn parse_move(&self, name: &str) -> Option<Step> {
        match self.0.steps.binary_search_by_key(&name, |step| step) {
            Ok(at) => Some(Step(at as u32)),
            Err(_) => self.0.by_lower_case.get(&name.to_lowercase()).copied(),
        }
    }
}

/// Reads all graphs of a text, each with its span.
///
/// # Errors
/// Returns the faults of the text, at most [`MOST_FAULTS`].
pub fn read(text: &str) -> Result<Vec<(GraphStart, Range<usize>)>, Faults> {
    let mut graphs = Vec::new();
    let mut faults = Vec::new();
    let mut open: Option<OpenGraph<'_>> = None;
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let first = at;
        at += line.len();
        if faults.len() >= MOST_FAULTS {
            break;
        }
        let spans: Vec<Range<usize>> = words(line)
            .map(|word| first + word.start..first + word.end)
            .collect();
        let Some(whole) = spans.first().zip(spans.last()).map(|(a, b)| a.start..b.end) else {
            continue;
        };
        let word = |at: usize| spans.get(at).map(|span| &text[span.clone()]);
        if text[whole.clone()].starts_with("//") {
            continue;
        }
        match (word(1), &mut open) {
            (Some("to"), _) if spans.len() > 2 => {
                let next = OpenGraph::new(text, &spans, whole.start);
                graphs.extend(open.replace(next).and_then(|graph| graph.close(&mut faults)));
            }
            (Some(sign @ (">" | "-")), Some(graph)) if (3..=4).contains(&spans.len()) => {
                let both = sign == "-";
                graph.add(&spans[0], &spans[2], spans.get(3), &mut faults);
                if both {
                    graph.add(&spans[2], &spans[0], spans.get(3), &mut faults);
                }
                graph.end = whole.end;
            }
            (_, None) => faults.push(
                Fault::new(
                    whole,
                    "the graph has no start",
                    "expected 'START to GOAL' before the first move",
                )
                .with_help("for example: home to school"),
            ),
            (_, Some(_)) => faults.push(
                Fault::new(whole, "this line is no move", "expected 'HERE > THERE'").with_help(
                    "'HERE > THERE' is a move, 'HERE - THERE' one for both ways; a word behind it is its name",
                ),
            ),
        }
    }
    graphs.extend(open.and_then(|graph| graph.close(&mut faults)));
    faults.truncate(MOST_FAULTS);
    Faults::unless_empty(faults, graphs)
}

/// A graph while it is being read.
struct OpenGraph<'a> {
    text: &'a str,
    begin: usize,
    end: usize,
    places: Vec<Box<str>>,
    by_name: HashMap<Box<str>, Place>,
    start: Place,
    /// The goals, and where the text names them.
    goals: Vec<(Place, Range<usize>)>,
    /// For each place and each name of a move from it, the place to which the move leads, and where
    /// the text says so.
    moves: BTreeMap<(Place, &'a str), (Place, Range<usize>)>,
}

impl<'a> OpenGraph<'a> {
    /// The graph that begins with the words `START to GOAL …`, which lie at `spans`.
    fn new(text: &'a str, spans: &[Range<usize>], begin: usize) -> Self {
        let mut graph = Self {
            text,
            begin,
            end: spans.last().map_or(begin, |span| span.end),
            places: Vec::new(),
            by_name: HashMap::new(),
            start: Place(0),
            goals: Vec::new(),
            moves: BTreeMap::new(),
        };
        graph.start = graph.place(&spans[0]);
        for span in &spans[2..] {
            let goal = graph.place(span);
            graph.goals.push((goal, span.clone()));
        }
        graph
    }

    fn place(&mut self, span: &Range<usize>) -> Place {
        let name = &self.text[span.clone()];
        if let Some(&place) = self.by_name.get(name) {
            return place;
        }
        let place = Place(self.places.len() as u32);
        self.places.push(name.into());
        self.by_name.insert(name.into(), place);
        place
    }

    /// Adds the move from the place that is named at `here` to the one named at `there`.
    fn add(
        &mut self,
        here: &Range<usize>,
        there: &Range<usize>,
        name: Option<&Range<usize>>,
        faults: &mut Vec<Fault>,
    ) {
        let (from, to) = (self.place(here), self.place(there));
        let span = name.unwrap_or(there).clone();
        let name = &self.text[span.clone()];
        let (known, first) = self
            .moves
            .entry((from, name))
            .or_insert_with(|| (to, span.clone()));
        if *known != to {
            let here = &self.text[here.clone()];
            let message = format!("two moves from '{here}' are called '{name}'");
            faults.push(
                Fault::new(span, message, "this one leads elsewhere")
                    .with_context(first.clone(), "the first one")
                    .with_help("give one of them another name"),
            );
        }
    }

    /// The finished graph with its span. If there are no other faults, reports goals that no move
    /// mentions, which are probably misspelt.
    fn close(self, faults: &mut Vec<Fault>) -> Option<(GraphStart, Range<usize>)> {
        let mut from = vec![Vec::new(); self.places.len()];
        let mut into = vec![Vec::new(); self.places.len()];
        let mut steps: Vec<&str> = self.moves.keys().map(|&(_, name)| name).collect();
        steps.sort_unstable();
        steps.dedup();
        for (&(here, name), &(there, _)) in &self.moves {
            let step = Step(steps.binary_search(&name).ok()? as u32);
            from[here.0 as usize].push((step, there));
            into[there.0 as usize].push((step, here));
        }
        let mut is_goal = vec![false; self.places.len()];
        for (goal, span) in self.goals {
            let at = goal.0 as usize;
            is_goal[at] = true;
            if faults.is_empty() && goal != self.start && from[at].is_empty() && into[at].is_empty()
            {
                let others = self.places.iter().filter(|name| **name != self.places[at]);
                let others: Vec<Box<str>> = others.cloned().collect();
                faults.push(unknown_place(&self.places[at], span, &others));
            }
        }
        let mut by_lower_case = HashMap::new();
        for (step, name) in (0..).map(Step).zip(&steps) {
            by_lower_case.entry(name.to_lowercase()).or_insert(step);
        }
        let graph = Graph(Arc::new(Parts {
            places: self.places,
            by_name: self.by_name,
            by_lower_case,
            steps: steps.into_iter().map(Into::into).collect(),
            is_goal,
            from,
            into,
        }));
        let start = self.start;
        Some((GraphStart { graph, start }, self.begin..self.end))
    }
}

fn unknown_place(name: &str, span: Range<usize>, places: &[Box<str>]) -> Fault {
    let message = format!("no move mentions '{}'", name.escape_debug());
    let fault = Fault::new(span, message, "expected a place of the graph");
    match did_you_mean(name, places.iter().map(|place| &**place)) {
        Some(question) => fault.with_help(question),
        None => fault,
    }
}
