//! Colours can be read and told apart, whatever the kind of colour vision.

use fewest_scene::{Colour, Look, PALETTE, Scene, SceneData, Style, Theme, draw, svg};

/// G. M. Machado, M. M. Oliveira and L. A. F. Fernandes, 2009: what somebody without one kind of cones
/// sees, on linear channels.
const PROTANOPIA: [[f64; 3]; 3] = [
    [0.152_286, 1.052_583, -0.204_868],
    [0.114_503, 0.786_281, 0.099_216],
    [-0.003_882, -0.048_116, 1.051_998],
];
const DEUTERANOPIA: [[f64; 3]; 3] = [
    [0.367_322, 0.860_646, -0.227_968],
    [0.280_085, 0.672_501, 0.047_413],
    [-0.011_820, 0.042_940, 0.968_881],
];
const TYPICAL: [[f64; 3]; 3] = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];

fn linear(colour: Colour) -> [f64; 3] {
    [colour.r, colour.g, colour.b].map(|channel| {
        let c = f64::from(channel) / 255.0;
        if c <= 0.04045 {
            c / 12.92
        } else {
            ((c + 0.055) / 1.055).powf(2.4)
        }
    })
}

fn product(matrix: [[f64; 3]; 3], v: [f64; 3]) -> [f64; 3] {
    matrix.map(|row| row.iter().zip(v).map(|(a, b)| a * b).sum::<f64>())
}

/// CIELAB with the white point D65.
fn lab(colour: Colour, vision: [[f64; 3]; 3]) -> [f64; 3] {
    let seen = product(vision, linear(colour)).map(|c| c.clamp(0.0, 1.0));
    let xyz = product(
        [
            [0.412_456, 0.357_576, 0.180_438],
            [0.212_673, 0.715_152, 0.072_175],
            [0.019_334, 0.119_192, 0.950_304],
        ],
        seen,
    );
    let f = |t: f64| {
        if t > 216.0 / 24_389.0 {
            t.cbrt()
        } else {
            (t * 24_389.0 / 27.0 + 16.0) / 116.0
        }
    };
    let [x, y, z] = [f(xyz[0] / 0.950_47), f(xyz[1]), f(xyz[2] / 1.088_83)];
    [116.0 * y - 16.0, 500.0 * (x - y), 200.0 * (y - z)]
}

fn difference(a: Colour, b: Colour, vision: [[f64; 3]; 3]) -> f64 {
    let (a, b) = (lab(a, vision), lab(b, vision));
    a.iter()
        .zip(b)
        .map(|(a, b)| (a - b).powi(2))
        .sum::<f64>()
        .sqrt()
}

/// A difference of 2.3 is just seen beside each other; these are told apart at a glance.
const CLEAR: f64 = 15.0;

#[test]
fn palette_colours_differ_for_all_kinds_of_colour_vision() {
    for (name, vision) in [
        ("typical", TYPICAL),
        ("protanopia", PROTANOPIA),
        ("deuteranopia", DEUTERANOPIA),
    ] {
        for (i, &a) in PALETTE.iter().enumerate() {
            for &b in &PALETTE[i + 1..] {
                let difference = difference(a, b, vision);
                assert!(difference >= CLEAR, "{a} and {b}, {name}: {difference:.1}");
            }
        }
    }
}

#[test]
fn red_and_green_of_equal_lightness_fail_that_test() {
    let (red, green) = (Colour::hex(0xb86030), Colour::hex(0x7e7a30));
    assert!(difference(red, green, TYPICAL) >= CLEAR);
    assert!(difference(red, green, DEUTERANOPIA) < CLEAR);
}

#[test]
fn letters_can_be_read_on_every_colour() {
    for r in (0..=255).step_by(15) {
        for g in (0..=255).step_by(15) {
            for b in (0..=255).step_by(15) {
                let colour = Colour { r, g, b, a: 255 };
                let contrast = colour.ink().contrast(colour);
                assert!(contrast >= 4.5, "letters on {colour}: {contrast}");
            }
        }
    }
}

#[test]
fn contrast_is_that_of_wcag() {
    assert!((Colour::WHITE.contrast(Colour::BLACK) - 21.0).abs() < 0.01);
    // A pair for which other programs state 4.54.
    let grey = Colour::hex(0x767676);
    assert!((Colour::WHITE.contrast(grey) - 4.54).abs() < 0.01);
}

#[test]
fn themes_have_enough_contrast() {
    for theme in [Theme::Light, Theme::Dark] {
        let colours = theme.colours();
        let check = |name: &str, a: Colour, b: Colour, least: f32| {
            let contrast = a.contrast(b);
            assert!(contrast >= least, "{theme:?}, {name}: {contrast}");
        };
        check("text on the page", colours.text, colours.page, 4.5);
        check("faint text on the page", colours.faint, colours.page, 4.5);
        check("faint text on the floor", colours.faint, colours.floor, 4.5);
        check("targets", colours.target, colours.floor, 3.0);
        check("walls", colours.wall, colours.floor, 3.0);
        check("walls between cells", colours.edge, colours.floor, 4.5);
        check("the player", colours.player, colours.floor, 3.0);
        check("frames", colours.accent, colours.floor, 4.5);
    }
}

#[test]
fn symbols_of_one_shape_show_their_letters() {
    let letters = |looks: [&str; 2]| {
        let mut data = SceneData::characters(&["ab"]);
        for (symbol, look) in ["a", "b"].into_iter().zip(looks) {
            data.look(symbol, look.parse::<Look>().unwrap());
        }
        let scene = Scene::new(data).unwrap();
        let picture = draw(&scene, Style::default()).unwrap();
        let text = svg::render(&picture);
        [text.contains(">a<"), text.contains(">b<")]
    };
    assert_eq!(letters(["disc black", "disc white"]), [true, true]);
    assert_eq!(letters(["disc black", "ring black"]), [false, false]);
    assert_eq!(letters(["disc", "tile"]), [false, true]);
    assert_eq!(letters(["gap", "gap"]), [true, true]);
    assert_eq!(letters(["tile blank", "tile"]), [false, true]);
}

#[test]
fn the_commonest_wall_shows_no_letters() {
    let letters = |row: &str, shape: &str| {
        let mut data = SceneData::characters(&[row]);
        for (symbol, colour) in [("a", "black"), ("b", "brown")] {
            let look = format!("{shape} {colour}");
            data.look(symbol, look.parse::<Look>().unwrap());
        }
        let picture = draw(&Scene::new(data).unwrap(), Style::default()).unwrap();
        let text = svg::render(&picture);
        [text.matches(">a<").count(), text.matches(">b<").count()]
    };
    assert_eq!(letters("aaab_b", "wall"), [0, 2]);
    assert_eq!(letters("abb", "wall"), [1, 0]);
    assert_eq!(letters("aab", "block"), [0, 1]);
    assert_eq!(letters("aab", "disc"), [2, 1]);
}

#[test]
fn colours_are_read_as_css_writes_them() {
    let colour = |text: &str| text.parse::<Colour>().map(|c| c.to_string());
    assert_eq!(colour("brown").unwrap(), "#a52a2a");
    assert_eq!(colour("#08f").unwrap(), "#0088ff");
    assert_eq!(colour("rgb(1, 2, 3)").unwrap(), "#010203");
    assert_eq!(colour("hsl(120 100% 25%)").unwrap(), "#008000");
    assert_eq!(colour("#11223380").unwrap(), "#11223380");
    for wrong in ["", "browm", "#12", "rgb(", "\u{1b}[0m", &"a".repeat(10_000)] {
        assert!(colour(wrong).is_err(), "{wrong:?} is no colour");
    }
}

#[test]
fn looks_are_read_from_words() {
    let look = |text: &str| text.parse::<Look>().map(|look| look.to_string());
    assert_eq!(look("person").unwrap(), "person");
    assert_eq!(look("  brown   crate ").unwrap(), "crate #a52a2a");
    assert_eq!(look("rgb(1, 2, 3) Q").unwrap(), "#010203 Q");
    assert_eq!(look("arrow").unwrap(), "arrow-right");
    assert_eq!(look("blank block").unwrap(), "block blank");
    let error = |text: &str| text.parse::<Look>().unwrap_err().to_string();
    let unknown = error("persn");
    assert!(
        unknown.starts_with("`persn` is neither a CSS colour nor a single character nor a shape")
    );
    assert!(unknown.contains("hole, person, crate"), "{unknown}");
    assert_eq!(error("crate wall"), "`wall` is a second shape");
    assert_eq!(error("red blue"), "`blue` is a second colour");
    assert_eq!(error("a b"), "`b` is a second character");
    assert_eq!(
        error(""),
        "a look is a shape, a colour, a single character, or several of these"
    );
    assert_eq!(error("\u{202e}"), "the character U+202E cannot be shown");
}
