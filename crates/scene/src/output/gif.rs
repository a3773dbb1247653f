//! Writes scenes as an animated GIF.

use std::collections::HashMap;
use std::time::Duration;

use crate::Colour;
use crate::drawing::film::Film;
use crate::drawing::picture::{Item, Picture};
use crate::error::PictureError;
use crate::limits::{MAX_GIF_PIXELS, MAX_GIF_SIDE};
use crate::looks::style::{Style, in_range};
use crate::model::scene::Scene;
use crate::output::paint::{Painter, Pixels};
use gif::{Encoder, Frame, Repeat};

/// The settings of a GIF.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct GifOptions {
    /// The number of pixels for each unit of a picture, from 0.1 to 16.
    pub scale: f32,
    /// How long each scene is shown, in steps of 10 ms, at most 600 s. Most viewers show every
    /// scene for at least 20 ms.
    pub delay: Duration,
    /// How long the last scene is shown.
    pub last_delay: Duration,
    /// Whether the animation repeats.
    pub repeat: bool,
}

impl Default for GifOptions {
    fn default() -> Self {
        Self {
            scale: 1.0,
            delay: Duration::from_millis(600),
            last_delay: Duration::from_millis(2_500),
            repeat: true,
        }
    }
}

/// The size of the palette.
const COLOURS: usize = 256;
/// The blended colours at the edges of items are collected from at most this many scenes.
const SAMPLES: usize = 8;

/// Renders scenes as a GIF. If a scene looks like the one before it, it gets no frame, and the
/// previous frame is shown longer. Each frame contains only the rectangle that changed. The list
/// `captions` is empty or contains one caption for each scene.
///
/// Takes O(scenes × pixels) time, and O(pixels) memory in addition to the file itself.
///
/// # Errors
///
/// [`PictureError::TooLarge`] if there are more than [`crate::limits::MAX_SCENES`] scenes,
/// [`crate::limits::MAX_PIXELS`] pixels in a frame or [`MAX_GIF_PIXELS`] pixels in all frames
/// together; [`PictureError::Setting`] if a setting is out of range; [`PictureError::Captions`] if
/// the number of captions is wrong; [`PictureError::Empty`] if there are no scenes.
pub fn render(
    scenes: &[Scene],
    captions: &[String],
    style: Style,
    options: GifOptions,
) -> Result<Vec<u8>, PictureError> {
    let film = Film::new(scenes, captions, style, 560.0, 48.0)?;
    let first = film.picture(0);
    let (width, height) = first.pixels(options.scale)?;
    let side = u64::from(width.max(height));
    PictureError::check("pixels on a side", side, u64::from(MAX_GIF_SIDE))?;
    let all = u64::from(width) * u64::from(height) * scenes.len() as u64;
    PictureError::check("pixels in all frames", all, MAX_GIF_PIXELS)?;
    let (delay, last) = (hundredths(options.delay)?, hundredths(options.last_delay)?);

    let mut painter = Painter::new(options.scale);
    let mut palette = Palette::of(&film, &mut painter)?;
    let mut file = Vec::new();
    let failed = |error: gif::EncodingError| PictureError::Encoding(error.to_string());
    let (wide, high) = (width as u16, height as u16);
    let mut encoder = Encoder::new(&mut file, wide, high, &palette.bytes()).map_err(failed)?;
    if options.repeat && scenes.len() > 1 {
        encoder.set_repeat(Repeat::Infinite).map_err(failed)?;
    }
    // The last scene and its frame, which is not written yet because its duration is not known:
    // each following scene that looks the same prolongs it.
    let mut waiting: Option<(Pixels, Frame<'static>)> = None;
    for index in 0..scenes.len() {
        let pixels = painter.paint(&film.picture(index))?;
        let time = if index + 1 == scenes.len() {
            last
        } else {
            delay
        };
        let area = match &mut waiting {
            None => (0, 0, width, height),
            Some((shown, frame)) => match difference(shown, &pixels) {
                Some(area) => area,
                None => {
                    frame.delay = frame.delay.saturating_add(time);
                    continue;
                }
            },
        };
        let mut frame = palette.frame(&pixels, area);
        frame.delay = time;
        if let Some((_, before)) = waiting.replace((pixels, frame)) {
            encoder.write_frame(&before).map_err(failed)?;
        }
    }
    if let Some((_, frame)) = waiting {
        encoder.write_frame(&frame).map_err(failed)?;
    }
    drop(encoder);
    Ok(file)
}

fn hundredths(delay: Duration) -> Result<u16, PictureError> {
    in_range("the delay in seconds", delay.as_secs_f32(), 0.01, 600.0)?;
    Ok((delay.as_millis() / 10) as u16)
}

/// The smallest rectangle (x, y, width, height) that contains all differences between two pictures
/// of the same size. `None` if the pictures are equal.
fn difference(a: &Pixels, b: &Pixels) -> Option<(u32, u32, u32, u32)> {
    let width = a.width;
    let rows = || {
        let (a, b) = (a.colours.chunks(width), b.colours.chunks(width));
        a.zip(b).enumerate()
    };
    let mut differing = rows().filter(|(_, (a, b))| a != b).map(|(y, _)| y);
    let top = differing.next()?;
    let bottom = differing.next_back().unwrap_or(top);
    let (mut left, mut right) = (width, 0);
    for (_, (a, b)) in rows().skip(top).take(bottom - top + 1) {
        let differ = |x: &usize| a[*x] != b[*x];
        if let Some(x) = (0..left).find(differ) {
            left = x;
        }
        if let Some(x) = (right..width).rev().find(differ) {
            right = x;
        }
    }
    let (width, height) = (right + 1 - left, bottom + 1 - top);
    Some((left as u32, top as u32, width as u32, height as u32))
}

/// A palette of up to 256 colours that can find its colour nearest to a given one.
struct Palette {
    colours: Vec<Colour>,
    nearest: HashMap<Colour, u8>,
}

impl Palette {
    /// Collects the palette. The colours of all painted items come first. The blended colours at
    /// their edges follow, the most frequent first; a blended colour is left out if the palette
    /// already has a similar one.
    fn of(film: &Film<'_>, painter: &mut Painter) -> Result<Self, PictureError> {
        let mut colours: Vec<Colour> = Vec::new();
        let mut mixed: HashMap<Colour, usize> = HashMap::new();
        let step = film.scenes.len().div_ceil(SAMPLES);
        for index in 0..film.scenes.len() {
            let picture = film.picture(index);
            for colour in painted(&picture) {
                if colours.len() < COLOURS && !colours.contains(&colour) {
                    colours.push(colour);
                }
            }
            if index % step == 0 {
                for run in painter.paint(&picture)?.colours.chunk_by(|a, b| a == b) {
                    *mixed.entry(run[0]).or_default() += run.len();
                }
            }
        }
        let mut mixed: Vec<(Colour, usize)> = mixed.into_iter().collect();
        mixed.sort_unstable_by_key(|&(colour, n)| (std::cmp::Reverse(n), colour));
        for least in [300, 60] {
            for &(colour, _) in &mixed {
                if colours.len() < COLOURS
                    && colours
                        .iter()
                        .all(|&taken| distance(taken, colour) >= least)
                {
                    colours.push(colour);
                }
            }
        }
        Ok(Self {
            colours,
            nearest: HashMap::new(),
        })
    }

    fn bytes(&self) -> Vec<u8> {
        let bytes = |colour: &Colour| [colour.r, colour.g, colour.b];
        self.colours.iter().flat_map(bytes).collect()
    }

    fn index(&mut self, colour: Colour) -> u8 {
        let colours = &self.colours;
        *self.nearest.entry(colour).or_insert_with(|| {
            let all = 0..colours.len();
            let nearest = all.min_by_key(|&i| distance(colours[i], colour));
            nearest.and_then(|i| u8::try_from(i).ok()).unwrap_or(0)
        })
    }

    fn frame(
        &mut self,
        pixels: &Pixels,
        (left, top, width, height): (u32, u32, u32, u32),
    ) -> Frame<'static> {
        let (x, y, w, h) = (left as usize, top as usize, width as usize, height as usize);
        let mut indices = Vec::with_capacity(w * h);
        let mut last = (Colour::WHITE, self.index(Colour::WHITE));
        for row in pixels.colours.chunks(pixels.width).skip(y).take(h) {
            for &colour in &row[x..x + w] {
                if colour != last.0 {
                    last = (colour, self.index(colour));
                }
                indices.push(last.1);
            }
        }
        Frame {
            left: left as u16,
            top: top as u16,
            width: width as u16,
            height: height as u16,
            buffer: indices.into(),
            ..Frame::default()
        }
    }
}

/// All colours of a picture's items.
fn painted(picture: &Picture) -> impl Iterator<Item = Colour> {
    let items = picture.items.iter().map(|item| match item {
        Item::Shape(_, paint) => paint.colour(),
        Item::Text(text) => text.colour,
    });
    std::iter::once(picture.page).chain(items)
}

/// The squared distance of two colours. Each channel is weighted by the sensitivity of the eye to
/// it.
fn distance(a: Colour, b: Colour) -> u32 {
    let square = |a: u8, b: u8| u32::from(a.abs_diff(b)).pow(2);
    2 * square(a.r, b.r) + 4 * square(a.g, b.g) + square(a.b, b.b)
}
