//! Several scenes side by side, numbered.

use crate::drawing::film::{Film, describe};
use crate::drawing::font;
use crate::drawing::picture::{Anchor, Canvas, Picture, Rect};
use crate::error::PictureError;
use crate::looks::style::Style;
use crate::model::scene::Scene;

/// The font size of numbers and captions.
const SIZE: f32 = 13.0;
/// The height of the line of text above a board.
const LINE: f32 = 24.0;
/// The greatest width of a strip, unless a single board is wider.
const WIDTH: f32 = 1_400.0;
/// The preferred ratio of width to height.
const RATIO: f32 = 1.6;
/// The gap between boards, in addition to their margins, and around the strip.
const GAP: f32 = 6.0;
/// The least width that a board takes, so that its caption has room.
const LEAST: f32 = 116.0;

/// Draws scenes in reading order, numbered from 0. The list `captions` is empty or contains one
/// caption for each scene, such as `start` and the names of the moves. Frames mark what moved.
/// Takes O(cells of all scenes).
///
/// # Errors
///
/// [`PictureError::TooLarge`] if there are more than [`crate::limits::MAX_SCENES`] scenes or
/// [`crate::limits::MAX_SCENE_CELLS`] cells in all scenes together; [`PictureError::Captions`] if
/// the number of captions is wrong; [`PictureError::Setting`] if a setting is out of range;
/// [`PictureError::Empty`] if there are no scenes.
pub fn strip(scenes: &[Scene], captions: &[String], style: Style) -> Result<Picture, PictureError> {
    let mut picture = numbered(scenes, captions, 0, style)?;
    let moves = scenes.len() - 1;
    picture.title = format!("{}: {moves} moves", picture.title);
    Ok(picture)
}

/// Draws several boards in reading order, numbered from 1. The list `captions` is empty or contains
/// one caption for each board. Takes O(cells of all boards).
///
/// # Errors
///
/// Returns the same errors as [`strip`].
pub fn sheet(boards: &[Scene], captions: &[String], style: Style) -> Result<Picture, PictureError> {
    let mut picture = numbered(boards, captions, 1, style)?;
    picture.title = format!("{} boards", boards.len());
    Ok(picture)
}

/// Draws scenes side by side, numbered from `first` on.
fn numbered(
    scenes: &[Scene],
    captions: &[String],
    first: usize,
    style: Style,
) -> Result<Picture, PictureError> {
    let room = match scenes.len() {
        0..=9 => 240.0,
        10..=30 => 180.0,
        _ => 140.0,
    };
    let film = Film::new(scenes, captions, style, room, 40.0)?;
    let margin = (film.board.geometry.cell * 0.3).max(6.0);
    // The boards have margins of their own, which separate them. The caption of a board stands in
    // its upper margin.
    let board = film.board.geometry.size;
    let width = board.0.max(LEAST) + GAP;
    let height = board.1 - margin + LINE + GAP;
    let columns = columns(scenes.len(), width, height);
    let rows = scenes.len().div_ceil(columns);
    let mut canvas = Canvas::default();
    for (index, scene) in scenes.iter().enumerate() {
        let left = GAP + (index % columns) as f32 * width;
        let top = GAP + (index / columns) as f32 * height;
        let label = (first + index).to_string();
        caption(&film, index, &label, (left, top, width - GAP), &mut canvas);
        let mut board_canvas = Canvas::default();
        film.board.draw(scene, &mut board_canvas);
        let shift = (left + (width - GAP - board.0) / 2.0, top + LINE - margin);
        for item in &mut board_canvas.items {
            item.shift(shift);
        }
        canvas.items.append(&mut board_canvas.items);
    }
    Ok(Picture {
        width: (width * columns as f32 + GAP).ceil(),
        height: (height * rows as f32 + GAP).ceil(),
        page: film.board.theme.page,
        title: describe(&scenes[0]),
        items: canvas.items,
        cells: Vec::new(),
        things: Vec::new(),
    })
}

/// The number of boards in a row that brings the ratio of the strip closest to the preferred one.
fn columns(count: usize, width: f32, height: f32) -> usize {
    let most = ((WIDTH / width) as usize).clamp(1, count);
    let off = |columns: usize| {
        let rows = count.div_ceil(columns) as f32;
        (columns as f32 * width / (rows * height) / RATIO)
            .ln()
            .abs()
    };
    (1..=most)
        .min_by(|&a, &b| off(a).total_cmp(&off(b)))
        .unwrap_or(1)
}

/// Draws the number of a scene in a rounded label, and its caption beside it.
fn caption(
    film: &Film<'_>,
    index: usize,
    number: &str,
    (left, top, width): (f32, f32, f32),
    canvas: &mut Canvas,
) {
    let pill_width = font::width(number, SIZE - 2.0).max(SIZE - 3.0) + 10.0;
    let inset = ((width - film.board.geometry.board.0) / 2.0).clamp(6.0, 24.0) - 2.0;
    let pill = Rect::new(left + inset, top + 3.0, pill_width, 18.0);
    let theme = &film.board.theme;
    canvas.rect(pill, 9.0, theme.text);
    let base = top + 12.0 + font::CAPITAL * (SIZE - 2.0) / 2.0;
    let at = (pill.centre().0, base);
    canvas.text(number, at, SIZE - 2.0, Anchor::Middle, theme.page);
    if let Some(caption) = film.captions.get(index) {
        let x = pill.x + pill.width + 6.0;
        let (text, size) = font::fit(caption, SIZE, left + width - 6.0 - x);
        let base = top + 12.0 + font::CAPITAL * size / 2.0;
        canvas.text(&text, (x, base), size, Anchor::Start, theme.text);
    }
}
