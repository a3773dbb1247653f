//! A film: several scenes that are drawn at the same place, one after another, with the same
//! layout, and with the same shapes and colours of symbols.

use crate::drawing::board::BoardPainter;
use crate::drawing::font;
use crate::drawing::geometry::{CAPTION, Geometry, LEADING};
use crate::drawing::picture::{Anchor, Canvas, Picture};
use crate::error::PictureError;
use crate::limits::{MAX_SCENE_CELLS, MAX_SCENES};
use crate::looks::style::Style;
use crate::model::appearance::Appearances;
use crate::model::data::Layout;
use crate::model::scene::Scene;

/// Scenes, with a caption for each scene or no captions.
#[derive(Debug)]
pub(crate) struct Film<'a> {
    pub(crate) scenes: &'a [Scene],
    pub(crate) captions: &'a [String],
    pub(crate) board: BoardPainter,
}

impl<'a> Film<'a> {
    /// Checks the numbers of scenes, cells and captions, and computes the layout. If `style` does
    /// not specify the side of a cell, the side becomes at most `usual` units, and so small that
    /// the board fits into `room` units.
    pub(crate) fn new(
        scenes: &'a [Scene],
        captions: &'a [String],
        style: Style,
        room: f32,
        usual: f32,
    ) -> Result<Self, PictureError> {
        let count = scenes.len();
        if count == 0 {
            return Err(PictureError::Empty);
        }
        PictureError::check("scenes", count as u64, MAX_SCENES as u64)?;
        let cells: usize = scenes.iter().map(|scene| scene.cells().count()).sum();
        PictureError::check(
            "cells in all scenes",
            cells as u64,
            MAX_SCENE_CELLS.max(cells / count) as u64,
        )?;
        if !captions.is_empty() && captions.len() != count {
            return Err(PictureError::Captions {
                captions: captions.len(),
                scenes: count,
            });
        }
        let longest = |scene: &Scene| match scene.data().layout {
            Layout::Grid => scene.row_count().max(scene.column_count()),
            Layout::Rows => 12,
        };
        let longest = scenes.iter().map(longest).max().unwrap_or(1);
        let cell = style.cell(longest, room, usual)?;
        let all: Vec<&Scene> = scenes.iter().collect();
        Ok(Self {
            scenes,
            captions,
            board: BoardPainter {
                geometry: Geometry::of(&all, cell),
                appearances: Appearances::of(&all, style.theme),
                theme: style.theme.colours(),
            },
        })
    }

    /// The width and height of a picture. Both include room for a caption if there are captions.
    pub(crate) fn size(&self) -> (f32, f32) {
        let (width, height) = self.board.geometry.size;
        if self.captions.is_empty() {
            (width, height)
        } else {
            (width.max(96.0), (height + CAPTION * LEADING).ceil())
        }
    }

    /// Draws the caption of a scene below its board.
    pub(crate) fn caption(&self, index: usize, canvas: &mut Canvas) {
        if let Some(caption) = self.captions.get(index) {
            let (width, height) = self.size();
            let (text, size) = font::fit(caption, CAPTION, width - 12.0);
            let at = (width / 2.0, height - CAPTION * 0.9);
            canvas.text(&text, at, size, Anchor::Middle, self.board.theme.text);
        }
    }

    pub(crate) fn picture(&self, index: usize) -> Picture {
        let scene = &self.scenes[index];
        let mut canvas = Canvas::default();
        let things = self.board.draw(scene, &mut canvas);
        let cells = scene.cells();
        let cells = cells.map(|(cell, _)| (cell, self.board.geometry.rect(cell)));
        self.caption(index, &mut canvas);
        let (width, height) = self.size();
        Picture {
            width,
            height,
            page: self.board.theme.page,
            title: describe(scene),
            items: canvas.items,
            cells: cells.collect(),
            things,
        }
    }
}

/// The title of a scene, or a description of its size if it has no title.
pub(crate) fn describe(scene: &Scene) -> String {
    match (&scene.data().title, scene.data().layout) {
        (Some(title), _) => title.clone(),
        (None, Layout::Grid) => format!(
            "A board of {} rows and {} columns",
            scene.row_count(),
            scene.column_count()
        ),
        (None, Layout::Rows) => format!("{} rows of labels", scene.row_count()),
    }
}

/// Draws a scene.
///
/// ```
/// use fewest_scene::{Scene, SceneData, Style, draw, svg};
///
/// let mut data = SceneData::characters(&["AAB", "__B", "___"]);
/// data.piece_of("A");
/// data.piece_of("B");
/// let scene = Scene::new(data)?;
/// let picture = draw(&scene, Style::default())?;
/// assert!(svg::render(&picture).starts_with("<svg"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// [`PictureError::Setting`] if the side of a cell is out of range.
pub fn draw(scene: &Scene, style: Style) -> Result<Picture, PictureError> {
    let film = Film::new(std::slice::from_ref(scene), &[], style, 1_280.0, 56.0)?;
    Ok(film.picture(0))
}
