//! Several scenes: strips, GIFs and animated SVGs.

use std::collections::HashSet;
use std::time::Duration;

use fewest_scene::animation::{self, AnimationOptions};
use fewest_scene::gif::{self, GifOptions};
use fewest_scene::limits::MAX_SCENES;
use fewest_scene::{
    Colour, PALETTE, PictureError, Scene, SceneData, Style, Theme, png, strip, svg,
};

use crate::samples;

fn scene(rows: &[&str]) -> Scene {
    Scene::new(SceneData::characters(rows)).expect("a scene")
}

/// A frame of a GIF on the whole picture.
struct Frame {
    pixels: Vec<[u8; 3]>,
    delay: u16,
    /// Width and height of what changed.
    changed: (u16, u16),
}

fn frames(file: &[u8]) -> (usize, Vec<Frame>) {
    let mut options = ::gif::DecodeOptions::new();
    options.set_color_output(::gif::ColorOutput::RGBA);
    let mut decoder = options.read_info(file).expect("a GIF");
    let (width, height) = (usize::from(decoder.width()), usize::from(decoder.height()));
    let mut pixels = vec![[0; 3]; width * height];
    let mut frames = Vec::new();
    while let Some(frame) = decoder.read_next_frame().expect("a frame") {
        let (left, top) = (usize::from(frame.left), usize::from(frame.top));
        let frame_width = usize::from(frame.width);
        for (i, pixel) in frame.buffer.chunks(4).enumerate() {
            let (x, y) = (left + i % frame_width, top + i / frame_width);
            pixels[y * width + x].copy_from_slice(&pixel[..3]);
        }
        frames.push(Frame {
            pixels: pixels.clone(),
            delay: frame.delay,
            changed: (frame.width, frame.height),
        });
    }
    (width, frames)
}

/// Each in cells of 40 units: the first cell begins at (12, 12).
fn style() -> Style {
    Style {
        theme: Theme::Light,
        cell: Some(40.0),
    }
}

#[test]
fn a_gif_has_a_frame_for_each_change() {
    let scenes = [
        scene(&["1_"]),
        scene(&["_1"]),
        scene(&["_1"]),
        scene(&["1_"]),
    ];
    let options = GifOptions {
        delay: Duration::from_millis(300),
        last_delay: Duration::from_millis(1_000),
        ..GifOptions::default()
    };
    let file = gif::render(&scenes, &[], style(), options).expect("a GIF");
    let (width, frames) = frames(&file);
    assert_eq!(width, 104);
    let delays: Vec<u16> = frames.iter().map(|frame| frame.delay).collect();
    assert_eq!(delays, [30, 60, 100]);
    assert!(frames[1].changed.0 < 104 && frames[1].changed.1 < 64);
    let at = |frame: &Frame, x: usize, y: usize| {
        let [r, g, b] = frame.pixels[y * width + x];
        Colour { r, g, b, a: 255 }
    };
    let floor = Theme::Light.colours().floor;
    assert_eq!(at(&frames[0], 12 + 8, 12 + 8), PALETTE[0]);
    assert_eq!(at(&frames[0], 52 + 20, 12 + 20), floor);
    assert_eq!(at(&frames[1], 12 + 20, 12 + 20), floor);
    assert_eq!(at(&frames[1], 52 + 8, 12 + 8), PALETTE[0]);
    assert!(frames[2].pixels == frames[0].pixels);
}

#[test]
fn a_gif_of_many_colours_keeps_the_painted_ones() {
    let (scenes, captions) = samples::fifteen_film(30);
    let file = gif::render(&scenes, &captions, Style::default(), GifOptions::default());
    let (_, frames) = frames(&file.expect("a GIF"));
    assert_eq!(frames.len(), 31);
    for frame in &frames {
        let colours: HashSet<[u8; 3]> = frame.pixels.iter().copied().collect();
        let theme = Theme::Light.colours();
        for colour in [PALETTE[0], theme.page, theme.board, theme.floor, theme.text] {
            assert!(
                colours.contains(&[colour.r, colour.g, colour.b]),
                "{colour}"
            );
        }
        assert!(colours.len() <= 256);
    }
}

#[test]
fn a_strip_numbers_its_boards() {
    let (scenes, captions) = samples::fifteen_film(11);
    let picture = strip(&scenes, &captions, Style::default()).expect("a strip");
    let text = svg::render(&picture);
    // Each number is on a pill and, but for 0, on tiles as well if there is such a tile.
    assert_eq!(text.matches(">0</text>").count(), 1);
    assert_eq!(text.matches(">11</text>").count(), 12 + 1);
    assert_eq!(text.matches(">15</text>").count(), 12);
    assert_eq!(text.matches(">start</text>").count(), 1);
    assert!(text.contains("11 moves</title>"));
    let (width, height) = picture.size();
    assert!(
        width / height > 0.9 && width / height < 2.8,
        "{width}x{height}"
    );
    assert!(png::render(&picture, 1.0).is_ok());
}

/// The values of an attribute of all elements with it.
fn values<'a>(text: &'a str, attribute: &str) -> Vec<&'a str> {
    let start = format!(" {attribute}=\"");
    let parts = text.split(&start).skip(1);
    parts.filter_map(|part| part.split('"').next()).collect()
}

#[test]
fn an_animation_moves_the_things_that_moved() {
    let first = scene(&["12", "_3"]);
    let second = scene(&["_2", "13"]);
    let moved = second.moved_since(&first);
    let scenes = [first, second.with_moved(moved).expect("movements")];
    let options = AnimationOptions {
        delay: Duration::from_secs(1),
        last_delay: Duration::from_secs(3),
    };
    let text = animation::render(&scenes, &[], style(), options).expect("an animation");
    // One thing slides a cell downwards from the first quarter of 4 s on; nothing appears or
    // vanishes.
    assert_eq!(text.matches("<animateTransform").count(), 1, "{text}");
    assert_eq!(text.matches("<animate ").count(), 0);
    assert_eq!(values(&text, "values"), ["0 0;0 0;0 40;0 40"]);
    assert_eq!(values(&text, "keyTimes"), ["0;0.25;0.335;1"]);
    assert_eq!(values(&text, "dur"), ["4s"]);
}

#[test]
fn an_animation_has_valid_times_and_few_elements() {
    let (scenes, captions) = samples::fifteen_film(50);
    let options = AnimationOptions::default();
    let text = animation::render(&scenes, &captions, style(), options).expect("an animation");
    for (values, times) in values(&text, "values")
        .iter()
        .zip(values(&text, "keyTimes"))
    {
        let times: Vec<f64> = times
            .split(';')
            .map(|t| t.parse().expect("a time"))
            .collect();
        assert_eq!(values.split(';').count(), times.len());
        assert_eq!(times[0], 0.0);
        assert!(times.is_sorted() && times.iter().all(|&t| t <= 1.0));
    }
    // Fifteen tiles, each drawn once.
    for number in 1..=15 {
        assert_eq!(text.matches(&format!(">{number}</text>")).count(), 1);
    }
}

#[test]
fn things_that_change_in_place_take_turns() {
    let scenes = ["bw", "wb", "bw", "wb"].map(|row| scene(&[row]));
    let options = AnimationOptions::default();
    let text = animation::render(&scenes, &[], style(), options).expect("an animation");
    // Two cells with two looks each, however often they change; each kind may take any of its places.
    assert!(text.matches(">b</text>").count() <= 2);
    assert!(text.matches(">w</text>").count() <= 2);
    // Without animation the first scene is seen.
    let hidden = text.matches("<g visibility=\"hidden\">").count();
    assert_eq!(text.matches("</text>").count() - hidden, 2);
}

#[test]
fn too_many_scenes_and_wrong_captions_are_refused() {
    let one = scene(&["1_"]);
    let many = vec![one.clone(); MAX_SCENES + 1];
    let style = Style::default();
    assert!(matches!(
        strip(&many, &[], style),
        Err(PictureError::TooLarge { what: "scenes", .. })
    ));
    assert!(gif::render(&many, &[], style, GifOptions::default()).is_err());
    assert_eq!(strip(&[], &[], style), Err(PictureError::Empty));
    assert_eq!(
        strip(std::slice::from_ref(&one), &vec![String::new(); 2], style),
        Err(PictureError::Captions {
            captions: 2,
            scenes: 1
        })
    );
    let large = Scene::new(SceneData::grid(vec![vec!["a"; 200]; 200])).expect("a scene");
    let large = vec![large; 40];
    assert!(matches!(
        strip(&large, &[], style),
        Err(PictureError::TooLarge {
            what: "cells in all scenes",
            ..
        })
    ));
    let options = GifOptions {
        scale: 16.0,
        ..GifOptions::default()
    };
    assert!(matches!(
        gif::render(&large[..20], &[], style, options),
        Err(PictureError::TooLarge { .. })
    ));
    for delay in [Duration::ZERO, Duration::from_secs(601), Duration::MAX] {
        let options = GifOptions {
            delay,
            ..GifOptions::default()
        };
        assert!(gif::render(std::slice::from_ref(&one), &[], style, options).is_err());
    }
}
