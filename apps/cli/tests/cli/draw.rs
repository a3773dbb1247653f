//! Pictures of boards and solutions.

use std::fs;

use crate::drawn::Folder;
use crate::program::{fewest, project};

const FLIP: &str = "bwwb\nbbwb\nbwwb\nbwww\n";

fn example(name: &str) -> String {
    project(name).to_str().unwrap().to_owned()
}

/// Width and height of a PNG file.
fn png_size(path: &str) -> (u32, u32) {
    let file = fs::File::open(path).unwrap();
    let reader = png::Decoder::new(std::io::BufReader::new(file));
    let reader = reader.read_info().unwrap();
    (reader.info().width, reader.info().height)
}

#[test]
fn a_board_is_drawn_to_svg_and_png() {
    let folder = Folder::new("draw-board");
    let (svg, png) = (folder.path("flip.svg"), folder.path("flip.png"));
    let ran = fewest(&["draw", "flip", "-o", &svg], FLIP);
    assert_eq!(ran.code, Some(0), "{ran:?}");
    assert_eq!(ran.stdout, format!("1 position in {svg}\n"));
    let text = fs::read_to_string(&svg).unwrap();
    assert!(text.starts_with("<svg"), "{text}");
    assert!(text.contains("<title>Flip Game</title>"), "{text}");
    let dark = folder.path("dark.svg");
    fewest(&["draw", "flip", "--dark", "-o", &dark], FLIP);
    assert_ne!(fs::read_to_string(&dark).unwrap(), text);

    let ran = fewest(&["draw", "flip", "-q", "--scale", "1", "-o", &png], FLIP);
    assert_eq!((ran.code, ran.stdout.as_str()), (Some(0), ""));
    let small = png_size(&png);
    assert!(text.contains(&format!("width=\"{}\" height=\"{}\"", small.0, small.1)));
    fewest(&["draw", "flip", "--scale", "3", "-o", &png], FLIP);
    assert_eq!(png_size(&png), (3 * small.0, 3 * small.1));
    // Nothing unfinished is left behind.
    assert_eq!(fs::read_dir(folder.path("")).unwrap().count(), 3);
}

#[test]
fn a_solution_is_a_strip_or_an_animation() {
    let folder = Folder::new("draw-solution");
    let (svg, gif) = (folder.path("strip.svg"), folder.path("film.gif"));
    let solution = ["draw", "flip", "--solution", "-o"];
    let ran = fewest(&[&solution[..], &[&svg]].concat(), FLIP);
    assert!(ran.headline().starts_with("4 moves, proven fewest"));
    assert!(ran.stdout.ends_with(&format!("5 positions in {svg}\n")));
    let strip = fs::read_to_string(&svg).unwrap();
    for caption in ["start", "r1c1", "r1c2", "r2c2", "r4c3"] {
        assert!(strip.contains(caption), "{caption}");
    }
    assert!(!strip.contains("<animate"));
    let ran = fewest(&[&solution[..], &[&svg, "--animate"]].concat(), FLIP);
    assert_eq!(ran.code, Some(0), "{ran:?}");
    assert!(fs::read_to_string(&svg).unwrap().contains("<animate"));

    fewest(&[&solution[..], &[&gif]].concat(), FLIP);
    let mut reader = gif::DecodeOptions::new()
        .read_info(fs::File::open(&gif).unwrap())
        .unwrap();
    let mut frames = 0;
    while reader.read_next_frame().unwrap().is_some() {
        frames += 1;
    }
    assert_eq!(frames, 5);
}

#[test]
fn every_puzzle_has_scenes() {
    for entry in fs::read_dir(project("examples/puzzles")).unwrap() {
        let path = entry.unwrap().path();
        let path = path.to_str().unwrap();
        let ran = fewest(&["draw", path, "--json"], "");
        let drawn = &ran.json()[0];
        assert_eq!(drawn["schema"], "fewest/draw/1", "{path}");
        assert_eq!(drawn["scenes"].as_array().unwrap().len(), 1, "{path}");
    }
    let sokoban = example("examples/puzzles/sokoban.fewest");
    let drawn = &fewest(&["draw", &sokoban, "--json"], "").json()[0];
    let marks = serde_json::json!([{"cell": [1, 2]}, {"cell": [3, 1]}]);
    assert_eq!(drawn["scenes"][0]["marks"], marks);
    let klotski = example("examples/puzzles/klotski.fewest");
    let drawn = &fewest(&["draw", &klotski, "--json"], "").json()[0];
    assert_eq!(drawn["scenes"][0]["pieces"].as_array().unwrap().len(), 10);
    let maze = example("examples/wall-pusher.txt");
    let drawn = &fewest(&["draw", "wall-pusher", &maze, "--solution", "--json"], "").json()[0];
    let scenes = drawn["scenes"].as_array().unwrap();
    assert_eq!(scenes.len(), 17);
    assert_eq!(scenes[16]["player"]["beyond"], "left");
    assert_eq!(scenes[15]["player"].get("beyond"), None);
}

#[test]
fn colours_only_where_they_are_wanted() {
    let plain = fewest(&["draw", "flip"], FLIP);
    assert_eq!(plain.stdout, FLIP);
    let coloured = fewest(&["draw", "flip", "--color", "always"], FLIP);
    assert!(coloured.stdout.contains("\u{1b}["), "{coloured:?}");
    assert!(!coloured.stdout.contains("\\u"), "{coloured:?}");
}

/// Two boards.
const TWO: &str = "ww\nww\n\nbb\nbb\n";

#[test]
fn several_boards_are_on_one_sheet() {
    let folder = Folder::new("draw-sheet");
    let path = folder.path("sheet.svg");
    let ran = fewest(&["draw", "flip", "-o", &path], TWO);
    assert_eq!(
        (ran.code, &*ran.stdout),
        (Some(0), &*format!("2 boards in {path}\n"))
    );
    let picture = fs::read_to_string(&path).unwrap();
    assert!(
        picture.contains("<title>2 boards</title>"),
        "{picture:.300}"
    );
}

#[test]
fn what_cannot_be_drawn_is_told() {
    let folder = Folder::new("draw-not");
    let (png, svg) = (folder.path("a.png"), folder.path("a.svg"));
    let cases: [(&[&str], &str, &str); 7] = [
        (&["-o", &folder.path("a.txt")], FLIP, "what to write"),
        (&["-o", &png, "--solution"], TWO, "one board"),
        (&["-o", &svg, "--scale", "2"], FLIP, "scale"),
        (&["-o", &png, "--scale", "99"], FLIP, "between 0.1 and 16"),
        (
            &["-o", &png, "--solution", "--animate"],
            FLIP,
            "cannot move",
        ),
        (&["-o", &folder.path("no/a.svg")], FLIP, "cannot write"),
        (&["--animate"], FLIP, "--solution"),
    ];
    for (args, input, message) in cases {
        let ran = fewest(&[&["draw", "flip"], args].concat(), input);
        assert_eq!(ran.code, Some(2), "{args:?}: {ran:?}");
        assert!(ran.stderr.contains(message), "{args:?}: {ran:?}");
    }
    let large = format!("{}\n", "w".repeat(300)).repeat(300);
    let ran = fewest(&["draw", "flip"], &large);
    assert_eq!(ran.code, Some(2), "{ran:?}");
    assert!(ran.stderr.contains("at most 65536 cells"), "{ran:?}");
    assert_eq!(fs::read_dir(folder.path("")).unwrap().count(), 0);
}
