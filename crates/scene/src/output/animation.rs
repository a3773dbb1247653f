//! Writes scenes as an animated SVG, in which things slide from place to place.
//!
//! The animation consists of SMIL elements. SMIL elements run in all browsers, also inside an
//! `<img>` element, and need neither styles nor scripts.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::time::Duration;

use crate::drawing::board::{Kind, Mover};
use crate::drawing::film::Film;
use crate::drawing::picture::{Canvas, Item, Rect};
use crate::error::PictureError;
use crate::looks::style::Style;
use crate::model::cell::Cell;
use crate::model::data::Movement;
use crate::model::scene::Scene;
use crate::output::svg;

/// The durations in an animation.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct AnimationOptions {
    /// How long each scene is shown, at least 20 ms and at most 600 s. During the first third of
    /// this time, things slide to their places in the scene.
    pub delay: Duration,
    /// How long the last scene is shown.
    pub last_delay: Duration,
}

impl Default for AnimationOptions {
    fn default() -> Self {
        Self {
            delay: Duration::from_millis(700),
            last_delay: Duration::from_millis(2_500),
        }
    }
}

/// The fraction of a scene's time that things take to slide to their places in it.
const SLIDE: f64 = 0.34;

/// Renders scenes as an animated SVG document that repeats for ever. Things slide where the scenes
/// have movements; all else changes at once. The list `captions` is empty or contains one caption
/// for each scene.
///
/// The document contains one element for each thing, however many scenes there are. Takes O(cells
/// of all scenes).
///
/// # Errors
///
/// Returns the same errors as [`crate::strip`].
pub fn render(
    scenes: &[Scene],
    captions: &[String],
    style: Style,
    options: AnimationOptions,
) -> Result<String, PictureError> {
    let film = Film::new(scenes, captions, style, 560.0, 48.0)?;
    let clock = FrameClock::new(scenes.len(), options)?;
    let mut to = svg::open(&film.picture(0));
    layer(&mut to, &film, &clock, |index, canvas| {
        film.board.ground(&film.scenes[index], canvas);
    });
    for track in tracks(&film) {
        let mut canvas = Canvas::default();
        film.board.mover(&track.mover, &mut canvas);
        track.write(&mut to, &canvas.items, &clock);
    }
    layer(&mut to, &film, &clock, |index, canvas| {
        film.board.top(&film.scenes[index], canvas);
        film.caption(index, canvas);
    });
    to.push_str("</svg>\n");
    Ok(to)
}

/// The times at which the scenes begin, as fractions of the total time.
struct FrameClock {
    starts: Vec<f64>,
    /// The total time in seconds.
    total: f64,
}

impl FrameClock {
    fn new(count: usize, options: AnimationOptions) -> Result<Self, PictureError> {
        let seconds = |time: Duration| {
            crate::looks::style::in_range("the delay in seconds", time.as_secs_f32(), 0.02, 600.0)
                .map(f64::from)
        };
        let (delay, last) = (seconds(options.delay)?, seconds(options.last_delay)?);
        let total = delay * (count - 1) as f64 + last;
        let starts = (0..count).map(|i| i as f64 * delay / total).collect();
        Ok(Self { starts, total })
    }

    fn start(&self, index: usize) -> f64 {
        self.starts.get(index).copied().unwrap_or(1.0)
    }

    /// The time at which the things that slide when a scene begins have arrived.
    fn arrival(&self, index: usize) -> f64 {
        let step = self.start(1).min(1.0) - self.start(0);
        (self.start(index) + step * SLIDE).min(1.0)
    }

    /// Opens a group that is shown only in the scenes that `shown` marks. A viewer that does not
    /// animate shows the first scene, so it shows the group if the first scene has it.
    fn open_group(&self, to: &mut String, shown: &[bool]) {
        to.push_str(match shown.first() {
            Some(false) => "<g visibility=\"hidden\">\n",
            _ => "<g>\n",
        });
        let value = |shown: bool| if shown { "visible" } else { "hidden" }.to_owned();
        let keys = shown.iter().enumerate();
        let keys = keys.map(|(index, &shown)| (self.start(index), value(shown)));
        let mut keys: Vec<(f64, String)> = keys.collect();
        keys.dedup_by(|next, key| next.1 == key.1);
        if keys.len() > 1 {
            let element = "<animate attributeName=\"visibility\" calcMode=\"discrete\"";
            self.animate(to, element, &keys);
        }
    }

    /// Writes an element that sets values at times.
    fn animate(&self, to: &mut String, element: &str, keys: &[(f64, String)]) {
        let values: Vec<&str> = keys.iter().map(|(_, value)| value.as_str()).collect();
        let times: Vec<String> = keys.iter().map(|&(time, _)| part(time)).collect();
        let _ = writeln!(
            to,
            "{element} values=\"{}\" keyTimes=\"{}\" dur=\"{}s\" repeatCount=\"indefinite\"/>",
            values.join(";"),
            times.join(";"),
            svg::number(self.total as f32)
        );
    }
}

/// Formats a fraction of the total time as SVG needs it.
fn part(time: f64) -> String {
    let text = format!("{time:.5}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    text.to_owned()
}

/// Calls `draw` for each scene and writes the resulting items, which appear and disappear but do
/// not move. Scenes with equal drawings share one group.
fn layer(to: &mut String, film: &Film<'_>, clock: &FrameClock, draw: impl Fn(usize, &mut Canvas)) {
    let count = film.scenes.len();
    let mut variants: Vec<(Vec<Item>, Vec<bool>)> = Vec::new();
    let mut known: HashMap<String, usize> = HashMap::new();
    for index in 0..count {
        let mut canvas = Canvas::default();
        draw(index, &mut canvas);
        let mut text = String::new();
        svg::items(&mut text, &canvas.items);
        let variant = *known.entry(text).or_insert_with(|| {
            variants.push((canvas.items, vec![false; count]));
            variants.len() - 1
        });
        variants[variant].1[index] = true;
    }
    // If the drawings of all scenes begin with the same items, these are written only once.
    let common = variants.split_first().map_or(0, |((first, _), others)| {
        let shared = |items: &[Item]| first.iter().zip(items).take_while(|(a, b)| a == b).count();
        let most = others.iter().map(|(items, _)| shared(items)).min();
        most.unwrap_or(first.len())
    });
    if let Some((first, _)) = variants.first() {
        svg::items(to, &first[..common]);
    }
    for (items, shown) in &variants {
        if items.len() > common {
            clock.open_group(to, shown);
            svg::items(to, &items[common..]);
            to.push_str("</g>\n");
        }
    }
}

/// One thing of the animation, which is drawn once and moved, with its places in all scenes.
struct Track {
    mover: Mover,
    /// The cell of the thing in the last scene that contained it.
    cell: Cell,
    /// The place of the thing in each scene, and whether the thing slides there when the scene
    /// begins, rather than jumps. `None` for a scene that lacks the thing.
    places: Vec<Option<(Rect, bool)>>,
}

impl Track {
    fn put(&mut self, index: usize, mover: &Mover, slides: bool) {
        self.cell = mover.cell;
        self.places[index] = Some((mover.rect, slides));
    }

    fn write(&self, to: &mut String, items: &[Item], clock: &FrameClock) {
        let shown: Vec<bool> = self.places.iter().map(Option::is_some).collect();
        clock.open_group(to, &shown);
        let mut here = self.mover.rect;
        let key = |time: f64, rect: Rect| {
            let (x, y) = (rect.x - self.mover.rect.x, rect.y - self.mover.rect.y);
            (time, format!("{} {}", svg::number(x), svg::number(y)))
        };
        let mut keys = vec![key(0.0, here)];
        for (index, place) in self.places.iter().enumerate() {
            let Some((place, slides)) = *place else {
                continue;
            };
            if place != here {
                keys.push(key(clock.start(index), here));
                let arrival = if slides {
                    clock.arrival(index)
                } else {
                    clock.start(index)
                };
                keys.push(key(arrival, place));
                here = place;
            }
        }
        if keys.len() > 1 {
            keys.push(key(1.0, here));
            let element = "<animateTransform attributeName=\"transform\" type=\"translate\"";
            clock.animate(to, element, &keys);
        }
        svg::items(to, items);
        to.push_str("</g>\n");
    }
}

/// Follows all things through the scenes and makes their tracks. When a thing disappears, its track
/// becomes free, and another thing of the same kind that appears later may continue it.
fn tracks(film: &Film<'_>) -> Vec<Track> {
    let count = film.scenes.len();
    let mut tracks: Vec<Track> = Vec::new();
    for (index, scene) in film.scenes.iter().enumerate() {
        // `here` has the indices of the tracks whose things are in the previous scene, and `idle`
        // those of the others, which can be reused.
        let mut here: HashMap<(Kind, Cell), usize> = HashMap::new();
        let mut idle: HashMap<Kind, Vec<usize>> = HashMap::new();
        for (i, track) in tracks.iter().enumerate() {
            let kind = track.mover.kind.clone();
            match index.checked_sub(1).and_then(|last| track.places[last]) {
                Some(_) => {
                    here.insert((kind, track.cell), i);
                }
                None => idle.entry(kind).or_default().push(i),
            }
        }
        let came: HashMap<Cell, Vec<Cell>> = sources(&scene.data().moved);
        let mut rest = Vec::new();
        // Things that moved or stayed continue their own tracks. After that, each thing that
        // appears gets a track of its kind that is left over, or a new one.
        for mover in film.board.movers(scene) {
            let sources = came.get(&mover.cell).into_iter().flatten();
            let found = sources
                .chain([&mover.cell])
                .find_map(|&from| here.remove(&(mover.kind.clone(), from)));
            match found {
                Some(i) => tracks[i].put(index, &mover, true),
                None => rest.push(mover),
            }
        }
        for ((kind, _), i) in here {
            idle.entry(kind).or_default().push(i);
        }
        for free in idle.values_mut() {
            free.sort_unstable_by(|a, b| b.cmp(a));
        }
        for mover in rest {
            let free = idle.get_mut(&mover.kind).and_then(Vec::pop);
            let i = free.unwrap_or_else(|| {
                tracks.push(Track {
                    mover: mover.clone(),
                    cell: mover.cell,
                    places: vec![None; count],
                });
                tracks.len() - 1
            });
            tracks[i].put(index, &mover, false);
        }
    }
    tracks
}

/// For each cell to which something moved, the cells from which it came.
fn sources(moved: &[Movement]) -> HashMap<Cell, Vec<Cell>> {
    let mut sources: HashMap<Cell, Vec<Cell>> = HashMap::new();
    for movement in moved {
        sources.entry(movement.to).or_default().push(movement.from);
    }
    sources
}
