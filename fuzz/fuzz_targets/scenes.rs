//! Scenes and looks from arbitrary text: what is read survives JSON and can be drawn.
#![no_main]

use fewest_scene::{Look, Scene, Style, Theme, draw, gif, png, svg, text};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let Ok(input) = std::str::from_utf8(data) else {
        return;
    };
    if let Ok(look) = input.parse::<Look>() {
        assert_eq!(look.to_string().parse(), Ok(look));
    }
    let Ok(scene) = Scene::from_json(input) else {
        return;
    };
    assert_eq!(Scene::from_json(&scene.to_json()).as_ref(), Ok(&scene));
    text::render(&scene, text::TextColours::TrueColour, Theme::Dark);
    let style = Style::default();
    let picture = draw(&scene, style).expect("the usual size fits");
    svg::render_with_cells(&picture);
    if picture.size().0 * picture.size().1 < 1e6 {
        png::render(&picture, 1.0).expect("a small picture fits");
        let scenes = [scene.clone(), scene];
        gif::render(&scenes, &[], style, Default::default()).expect("a small picture fits");
    }
});
