//! Single pictures: golden SVGs, and PNGs whose pixels are looked at.

use std::path::Path;
use std::{env, fs};

use fewest_scene::limits::{MAX_BARS, MAX_PIXELS};
use fewest_scene::{
    Bar, Cell, Colour, Histogram, Label, Look, Mark, PALETTE, Picture, PictureError, Player, Scale,
    Scene, SceneData, Side, Style, Theme, Wall, draw, png, svg,
};

use crate::samples;

/// Compares with a file of `golden/`; with `BLESS` in the environment writes it.
fn golden(name: &str, found: &str) {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/scenes/golden");
    let path = directory.join(name);
    if env::var_os("BLESS").is_some() {
        fs::write(&path, found).expect("the golden file can be written");
    }
    let expected = fs::read_to_string(&path).unwrap_or_default();
    assert_eq!(found, expected, "{name} differs; look at it, and set BLESS");
}

fn scene(data: SceneData) -> Scene {
    Scene::new(data).expect("a scene")
}

fn light(scene: &Scene) -> Picture {
    draw(scene, Style::default()).expect("a picture")
}

/// A decoded PNG.
pub(crate) struct Pixels {
    pub(crate) width: usize,
    pub(crate) height: usize,
    rgb: Vec<u8>,
}

impl Pixels {
    fn of(file: &[u8]) -> Self {
        let decoder = ::png::Decoder::new(std::io::Cursor::new(file));
        let mut reader = decoder.read_info().expect("a PNG");
        let mut rgb = vec![0; reader.output_buffer_size().expect("a size")];
        let info = reader.next_frame(&mut rgb).expect("a frame");
        assert_eq!(info.color_type, ::png::ColorType::Rgb);
        Self {
            width: info.width as usize,
            height: info.height as usize,
            rgb,
        }
    }

    fn at(&self, x: f32, y: f32) -> Colour {
        let place = 3 * (y as usize * self.width + x as usize);
        let [r, g, b] = [self.rgb[place], self.rgb[place + 1], self.rgb[place + 2]];
        Colour { r, g, b, a: 255 }
    }

    fn count(&self, colour: Colour) -> usize {
        let wanted = [colour.r, colour.g, colour.b];
        self.rgb.chunks(3).filter(|pixel| *pixel == wanted).count()
    }
}

/// Cells of 40 units; the first one begins at (12, 12), as the margin is 0.3 of a cell.
const CELL: f32 = 40.0;

fn pixels(data: SceneData, theme: Theme, scale: f32) -> Pixels {
    let style = Style {
        theme,
        cell: Some(CELL),
    };
    let picture = draw(&scene(data), style).expect("a picture");
    Pixels::of(&png::render(&picture, scale).expect("a PNG"))
}

/// A place within a cell, by parts of it.
fn place(row: f32, column: f32, x: f32, y: f32) -> (f32, f32) {
    (12.0 + (column + x) * CELL, 12.0 + (row + y) * CELL)
}

#[test]
fn golden_pictures() {
    let small = |rows: &[&str]| SceneData::characters(rows);
    golden(
        "tiles.svg",
        &svg::render(&light(&scene(small(&["1_", "23"])))),
    );

    let mut data = small(&["AAB", "A_B"]);
    data.piece_of("A");
    data.piece_of("B");
    golden("pieces.svg", &svg::render(&light(&scene(data))));

    let mut data = SceneData::grid([["", ""]]);
    for (column, side) in [(0, Side::Left), (0, Side::Right), (1, Side::Top)] {
        let cell = Cell::new(0, column);
        data.walls.push(Wall { cell, side });
    }
    let cell = Cell::new(0, 1);
    data.player = Some(Player { cell, beyond: None });
    data.title = Some("A maze <of> two cells".to_owned());
    golden("maze.svg", &svg::render_with_cells(&light(&scene(data))));

    let mut data = small(&["#$."]);
    let cell = Cell::new(0, 1);
    data.marks.push(Mark {
        cell,
        symbol: None,
        exit: None,
    });
    let dark = Style::of(Theme::Dark);
    let picture = draw(&scene(data), dark).expect("a picture");
    golden("crate.svg", &svg::render(&picture));
}

#[test]
fn tiles_have_their_colours() {
    let mut data = SceneData::characters(&["ab_"]);
    data.look("a", "tile #123456".parse::<Look>().expect("a look"));
    data.look("b", Look::default());
    for scale in [1.0, 2.0] {
        let pixels = pixels(data.clone(), Theme::Light, scale);
        assert_eq!(pixels.width as f32, (3.0 * CELL + 24.0) * scale);
        assert_eq!(pixels.height as f32, (CELL + 24.0) * scale);
        let at = |column, x, y| {
            let (x, y) = place(0.0, column, x, y);
            pixels.at(x * scale, y * scale)
        };
        // Near the corner of the face, where no letter is; the second symbol has the first colour.
        assert_eq!(at(0.0, 0.2, 0.2), Colour::hex(0x123456));
        assert_eq!(at(1.0, 0.2, 0.2), PALETTE[0]);
        assert_eq!(at(2.0, 0.5, 0.5), Theme::Light.colours().floor);
        assert_eq!(pixels.at(1.0, 1.0), Colour::WHITE);
        // The letters are there.
        assert!(pixels.count(Colour::WHITE) as f32 > 60.0 * scale);
    }
}

#[test]
fn a_piece_is_one_block_and_its_neighbour_is_apart() {
    let mut data = SceneData::characters(&["AAB"]);
    data.piece_of("A");
    data.piece_of("B");
    let pixels = pixels(data, Theme::Light, 1.0);
    let at = |column, x, y| {
        let (x, y) = place(0.0, column, x, y);
        pixels.at(x, y)
    };
    assert_eq!(at(1.0, 0.0, 0.2), PALETTE[0]);
    assert_eq!(at(2.0, 0.0, 0.5), Theme::Light.colours().board);
    assert_eq!(at(2.0, 0.5, 0.12), PALETTE[1]);
}

#[test]
fn walls_between_cells_and_gaps() {
    let mut data = SceneData::grid([["", ""], ["", ""]]);
    let cell = Cell::new(0, 0);
    data.walls.push(Wall {
        cell,
        side: Side::Right,
    });
    let colours = Theme::Dark.colours();
    let pixels = pixels(data, Theme::Dark, 1.0);
    let at = |row, column, x, y| {
        let (x, y) = place(row, column, x, y);
        pixels.at(x, y)
    };
    assert_eq!(at(0.0, 1.0, 0.0, 0.5), colours.edge);
    assert_ne!(at(1.0, 1.0, 0.0, 0.5), colours.edge);
    assert_eq!(pixels.at(1.0, 1.0), colours.page);
}

#[test]
fn marks_show_also_where_something_lies() {
    let target = Theme::Light.colours().target;
    for symbol in ["", "$", "x"] {
        let mut data = SceneData::grid([[symbol]]);
        let bare = pixels(data.clone(), Theme::Light, 1.0);
        assert_eq!(bare.count(target), 0);
        let cell = Cell::new(0, 0);
        data.marks.push(Mark {
            cell,
            symbol: None,
            exit: None,
        });
        let marked = pixels(data, Theme::Light, 1.0);
        assert!(marked.count(target) > 20, "a mark below {symbol:?}");
    }
}

#[test]
fn an_exit_lies_beside_the_board() {
    let target = Theme::Light.colours().target;
    let mut data = SceneData::characters(&["AA"]);
    data.piece_of("A");
    let cell = Cell::new(0, 1);
    let exit = Some(Side::Right);
    data.marks.push(Mark {
        cell,
        symbol: None,
        exit,
    });
    let pixels = pixels(data, Theme::Light, 1.0);
    assert!(pixels.count(target) > 100);
    let (x, y) = place(0.0, 1.0, 1.05, 0.5);
    assert_eq!(pixels.at(x, y), target);
}

#[test]
fn captions_have_one_size_on_all_boards() {
    let size = |row: &str| {
        let mut data = SceneData::characters(&[row]);
        let text = "a caption of some length".to_owned();
        let side = Side::Bottom;
        data.labels.push(Label {
            side,
            index: None,
            text,
        });
        let text = svg::render(&light(&scene(data)));
        let caption = text
            .split("<text")
            .find(|part| part.contains("of some length"));
        let (_, size) = caption.unwrap().split_once("font-size=\"").unwrap();
        size.split('"').next().unwrap().to_owned()
    };
    assert_eq!(size("_"), size(&"_".repeat(60)));
}

#[test]
fn the_player_is_seen_also_outside() {
    let mut data = SceneData::grid([[""]]);
    let cell = Cell::new(0, 0);
    let player = Theme::Light.colours().player;
    data.player = Some(Player { cell, beyond: None });
    let inside = pixels(data.clone(), Theme::Light, 1.0);
    data.player = Some(Player {
        cell,
        beyond: Some(Side::Right),
    });
    let outside = pixels(data, Theme::Light, 1.0);
    assert!(inside.count(player) > 100);
    assert_eq!(outside.count(player), inside.count(player));
    assert_eq!(outside.width, inside.width + 40);
    assert_eq!(
        outside.at(12.0 + 20.0, 12.0 + 30.0),
        Theme::Light.colours().floor
    );
    assert_eq!(outside.at(12.0 + 60.0, 12.0 + 30.0), player);
}

#[test]
fn characters_without_a_glyph_are_drawn() {
    let tile = |symbol: &str| {
        let data = SceneData::grid([[symbol]]);
        pixels(data, Theme::Light, 1.0).count(PALETTE[0])
    };
    let blank = tile("\u{a0}");
    assert!(blank > 800);
    for symbol in ["漢", "🧩", "\u{10fffd}"] {
        assert!(tile(symbol) + 20 < blank, "{symbol} is not seen");
    }
}

#[test]
fn svg_is_well_formed_and_has_no_styles() {
    for scene in [samples::shapes(), samples::rush_hour(), samples::cube()] {
        let text = svg::render(&light(&scene));
        assert_eq!(text.matches("<g").count(), text.matches("</g>").count());
        assert_eq!(text.matches('<').count(), text.matches('>').count());
        assert!(!text.contains("style=") && !text.contains("<script"));
        assert!(!text.contains("NaN") && !text.contains("inf"));
    }
    let data = SceneData::grid([["<&>"]]);
    assert!(svg::render(&light(&scene(data))).contains(">&lt;&amp;&gt;<"));
}

#[test]
fn too_large_pictures_are_refused() {
    let board = scene(SceneData::grid(vec![vec!["a"; 256]; 256]));
    let style = Style {
        theme: Theme::Light,
        cell: Some(40.0),
    };
    let picture = draw(&board, style).expect("SVG has no such limit");
    match png::render(&picture, 1.0) {
        Err(PictureError::TooLarge { what, most, found }) => {
            assert_eq!((what, most), ("pixels", MAX_PIXELS));
            assert!(found > MAX_PIXELS);
        }
        other => panic!("{:?}", other.map(|file| file.len())),
    }
    // Without a size for its cells it fits.
    let (width, _) = light(&board).size();
    assert!(width < 1_400.0);
    for scale in [0.0, -1.0, f32::NAN, f32::INFINITY, 17.0] {
        assert!(png::render(&light(&board), scale).is_err());
    }
    let style = Style {
        theme: Theme::Light,
        cell: Some(f32::NAN),
    };
    assert!(draw(&board, style).is_err());
}

fn chart(values: &[f64], scale: Scale) -> Pixels {
    let bars = values.iter().map(|&value| Bar::new("n", value, "v"));
    let histogram = Histogram {
        title: "Title".to_owned(),
        bars: bars.collect(),
        scale,
        ..Histogram::default()
    };
    let picture = histogram.draw(Theme::Light).expect("a chart");
    Pixels::of(&png::render(&picture, 1.0).expect("a PNG"))
}

/// The lengths of the bars from the top, in pixels.
fn lengths(pixels: &Pixels) -> Vec<usize> {
    let row = |y: usize| {
        let line = &pixels.rgb[3 * y * pixels.width..3 * (y + 1) * pixels.width];
        let blue = [PALETTE[0].r, PALETTE[0].g, PALETTE[0].b];
        line.chunks(3).filter(|pixel| *pixel == blue).count()
    };
    let rows: Vec<usize> = (0..pixels.height).map(row).collect();
    let bars = rows.split(|&length| length == 0);
    bars.filter_map(|bar| bar.iter().copied().max()).collect()
}

#[test]
fn bars_are_as_long_as_their_values() {
    let bars = lengths(&chart(&[100.0, 50.0, 25.0, 0.0, f64::NAN], Scale::Linear));
    assert_eq!(bars.len(), 3, "{bars:?}");
    assert!(bars[0].abs_diff(2 * bars[1]) <= 4, "{bars:?}");
    assert!(bars[0].abs_diff(4 * bars[2]) <= 8, "{bars:?}");
    let bars = lengths(&chart(&[1e12, 1e6, 1.0], Scale::Logarithmic));
    assert_eq!(bars.len(), 3, "{bars:?}");
    assert!(bars[0] < 3 * bars[1] && bars[0] > bars[1], "{bars:?}");
}

#[test]
fn charts_are_bounded() {
    let histogram = Histogram {
        bars: vec![Bar::default(); MAX_BARS + 1],
        ..Histogram::default()
    };
    assert!(histogram.draw(Theme::Light).is_err());
    assert!(Histogram::default().draw(Theme::Light).is_err());
    let mut bar = Bar::new("l".repeat(10_000), f64::INFINITY, "t".repeat(10_000));
    bar.special = true;
    let histogram = Histogram {
        title: "t ".repeat(10_000),
        bars: vec![bar],
        notes: vec!["n".repeat(10_000)],
        ..Histogram::default()
    };
    let (width, height) = histogram.draw(Theme::Dark).expect("a chart").size();
    assert!(width < 800.0 && height < 800.0);
}
