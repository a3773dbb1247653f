//! Scenes survive the way to JSON and back, and hostile JSON is refused.

use fewest_scene::limits::{MAX_CELLS, MAX_JSON_BYTES};
use fewest_scene::{
    Cell, Colour, Label, Layout, Look, Mark, Movement, Piece, Player, Scene, SceneData, SceneError,
    Shape, Side, SymbolLook, Wall,
};
use fewest_scene::{Style, Theme, animation, draw, gif, png, strip, svg, text};
use proptest::prelude::*;

fn symbol() -> impl Strategy<Value = String> {
    prop_oneof![
        Just(String::new()),
        Just("_".to_owned()),
        Just("#".to_owned()),
        "[A-Za-z0-9@$<>&'\"]{1,3}",
        Just("漢♞".to_owned()),
    ]
}

fn look() -> impl Strategy<Value = Look> {
    let shape = proptest::option::of(proptest::sample::select(Shape::ALL));
    let colour = proptest::option::of(any::<[u8; 4]>());
    let text = proptest::option::of(proptest::sample::select(vec!['x', '&', '♞']));
    (shape, colour, text).prop_map(|(shape, colour, text)| Look {
        shape,
        colour: colour.map(|[r, g, b, a]| Colour { r, g, b, a }),
        text,
    })
}

fn side() -> impl Strategy<Value = Side> {
    proptest::sample::select(Side::ALL.to_vec())
}

/// Any scene: what of it lies on no cell is left out.
fn scene() -> impl Strategy<Value = Scene> {
    let cells = proptest::collection::vec(
        proptest::collection::vec(proptest::option::weighted(0.9, symbol()), 1..6),
        1..6,
    );
    let places = proptest::collection::vec((0_u32..6, 0_u32..6), 12);
    let looks = proptest::collection::btree_map(symbol(), look(), 0..5);
    let walls = proptest::collection::vec((0_u32..6, 0_u32..6, side()), 0..20);
    let piece = proptest::collection::vec(0..3_usize, 6);
    let beyond = proptest::option::of(side());
    (cells, places, looks, walls, piece, beyond, any::<bool>()).prop_filter_map(
        "a scene has a cell",
        |(cells, places, looks, walls, piece, beyond, free)| {
            let mut data = SceneData {
                cells,
                title: Some("any <scene> & more".to_owned()),
                ..SceneData::default()
            };
            data.looks = looks
                .into_iter()
                .map(|(symbol, look)| SymbolLook { symbol, look })
                .collect();
            let plain = Scene::new(data.clone()).ok()?;
            let mut on_board = places
                .into_iter()
                .map(|(row, column)| Cell { row, column })
                .filter(|&cell| plain.symbol(cell).is_some());
            for _ in 0..2 {
                if let (Some(from), Some(to)) = (on_board.next(), on_board.next()) {
                    data.moved.push(Movement { from, to });
                    let symbol = (from < to).then(|| "A".to_owned());
                    data.marks.push(Mark {
                        cell: to,
                        symbol,
                        exit: None,
                    });
                }
            }
            if free {
                data.layout = Layout::Rows;
                data.names = (0..data.cells.len()).map(|i| format!("row {i}")).collect();
                return Scene::new(data).ok();
            }
            let mut pieces = vec![Vec::new(); 3];
            let rest: std::collections::BTreeSet<Cell> = on_board.collect();
            for (cell, &owner) in rest.into_iter().zip(&piece) {
                pieces[owner].push(cell);
            }
            for (symbol, cells) in ["P", "Q", "R"].into_iter().zip(pieces) {
                if !cells.is_empty() {
                    let symbol = symbol.to_owned();
                    data.pieces.push(Piece { symbol, cells });
                }
            }
            for (row, column, side) in walls {
                let cell = Cell { row, column };
                if plain.symbol(cell).is_some() {
                    data.walls.push(Wall { cell, side });
                }
            }
            let (cell, _) = plain.cells().next()?;
            data.player = Some(Player { cell, beyond: None });
            if let Some(side) = beyond
                && cell
                    .across(side)
                    .is_none_or(|next| plain.symbol(next).is_none())
            {
                data.player = Some(Player { cell, beyond });
            }
            data.labels.push(Label {
                side: beyond.unwrap_or(Side::Top),
                index: Some(0),
                text: "label".to_owned(),
            });
            Scene::new(data).ok()
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn a_scene_survives_json(scene in scene()) {
        let read = Scene::from_json(&scene.to_json());
        prop_assert_eq!(read, Ok(scene));
    }

    #[test]
    fn changed_json_is_read_or_refused(scene in scene(), at in 0..1_000_usize, c in any::<char>()) {
        let mut characters: Vec<char> = scene.to_json().chars().collect();
        let at = at % characters.len();
        characters[at] = c;
        let text: String = characters.into_iter().collect();
        if let Ok(scene) = Scene::from_json(&text) {
            prop_assert!(draw(&scene, Style::default()).is_ok());
        }
    }

    #[test]
    fn arbitrary_text_is_no_scene(text in ".{0,200}") {
        prop_assert!(Scene::from_json(&text).is_err());
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn every_scene_can_be_drawn(first in scene(), second in scene(), theme in any::<bool>()) {
        let theme = if theme { Theme::Dark } else { Theme::Light };
        let style = Style { theme, cell: Some(12.0) };
        let picture = draw(&first, style).unwrap();
        prop_assert!(svg::render_with_cells(&picture).ends_with("</svg>\n"));
        prop_assert!(png::render(&picture, 1.0).unwrap().len() > 50);
        for colours in [text::TextColours::Plain, text::TextColours::Ansi256] {
            prop_assert!(text::render(&first, colours, theme).ends_with('\n'));
        }
        let moved = second.moved_since(&first);
        let both = [first, second.with_moved(moved).unwrap()];
        prop_assert!(strip(&both, &[], style).is_ok());
        prop_assert!(gif::render(&both, &[], style, Default::default()).is_ok());
        prop_assert!(animation::render(&both, &[], style, Default::default()).is_ok());
    }
}

fn error(text: &str) -> String {
    Scene::from_json(text).expect_err("a fault").to_string()
}

/// A scene with some more fields.
fn with(fields: &str) -> String {
    format!(r#"{{"schema":"fewest/scene/1","cells":[["a","b"],["c",null]]{fields}}}"#)
}

#[test]
fn the_smallest_scene() {
    let scene = Scene::from_json(&with("")).unwrap();
    assert_eq!((scene.row_count(), scene.column_count()), (2, 2));
    assert_eq!(scene.symbol(Cell::new(0, 1)), Some("b"));
    assert_eq!(scene.symbol(Cell::new(1, 1)), None);
}

#[test]
fn scenes_within_other_json_are_checked() {
    let scenes: Vec<Scene> = serde_json::from_str(&format!("[{}]", with(""))).unwrap();
    let text = serde_json::to_string(&scenes).unwrap();
    assert_eq!(text, format!("[{}]", scenes[0].to_json()));
    let outside = with(r#","marks":[{"cell":[1,1]}]"#);
    let error = serde_json::from_str::<Vec<Scene>>(&format!("[{outside}]")).unwrap_err();
    assert!(
        error
            .to_string()
            .contains("the mark lies on row 1, column 1")
    );
}

#[test]
fn faults_are_named() {
    let outside = with(r#","marks":[{"cell":[1,1]}]"#);
    assert_eq!(
        error(&outside),
        "the mark lies on row 1, column 1, which is no cell of the scene"
    );
    let huge = with(r#","walls":[{"cell":[4294967295,4294967295],"side":"right"}]"#);
    assert!(error(&huge).starts_with("the wall lies on row 4294967295"));
    let overlap = with(r#","pieces":[{"symbol":"p","cells":[[0,0],[0,0]]}]"#);
    assert_eq!(error(&overlap), "two pieces cover row 0, column 0");
    let unknown = with(r#","colour":1"#);
    assert!(error(&unknown).contains("unknown field `colour`"));
    let looks = with(r#","looks":[{"symbol":"a"},{"symbol":"a"}]"#);
    assert_eq!(error(&looks), "the symbol `a` has two looks");
    let colour = with(r#","looks":[{"symbol":"a","look":{"colour":"bluue"}}]"#);
    assert!(error(&colour).contains("`bluue` is no CSS colour"));
    let inside = with(r#","player":{"cell":[0,0],"beyond":"right"}"#);
    assert!(error(&inside).contains("that side leads to another cell"));
    let label = with(r#","labels":[{"side":"left","text":"x"}]"#);
    assert!(error(&label).contains("belongs to no row or column"));
    let rows = with(r#","layout":"rows","walls":[{"cell":[0,0],"side":"top"}]"#);
    assert_eq!(error(&rows), "only a grid has walls");
    let later = r#"{"schema":"fewest/scene/2","cells":[["a"]]}"#;
    assert!(error(later).contains("`fewest/scene/2`, expected `fewest/scene/1`"));
    let none = r#"{"schema":"fewest/scene/1","cells":[[null],[]]}"#;
    assert_eq!(error(none), "a scene has at least one cell");
}

#[test]
fn texts_that_a_terminal_would_obey_are_refused() {
    for c in ['\u{1b}', '\n', '\u{202e}', '\u{200b}'] {
        let data = SceneData::grid([[c.to_string()]]);
        assert!(matches!(
            Scene::new(data),
            Err(SceneError::Unprintable { found, .. }) if found == c
        ));
    }
}

#[test]
fn sizes_are_bounded() {
    let long = format!("{}\"", " ".repeat(MAX_JSON_BYTES));
    assert!(error(&long).contains("bytes of JSON"));
    // Few cells, but a large rectangle around them.
    let mut data = SceneData::grid(vec![vec!["a"; 1]; 1_000]);
    data.cells[0] = vec![Some("a".to_owned()); 1_000];
    assert_eq!(
        Scene::new(data),
        Err(SceneError::TooMany {
            what: "cells",
            most: MAX_CELLS,
            found: 1_000_000
        })
    );
    let deep = "[".repeat(100_000);
    assert!(error(&deep).starts_with("not a scene"));
    let deep = with(&format!(r#","moved":{}"#, "[".repeat(100_000)));
    assert!(error(&deep).starts_with("not a scene"));
    let symbol = "a".repeat(17);
    assert!(Scene::new(SceneData::grid([[symbol]])).is_err());
}
