//! What lies under symbols, and cells that show nothing.

use fewest_scene::text::{TextColours, cells, render};
use fewest_scene::{
    Cell, Floor, Look, Scene, SceneData, SceneError, Shape, Style, Theme, draw, svg,
};

fn ice() -> SceneData {
    let mut data = SceneData::characters(&["@__", "_x_"]);
    for (row, column) in [(0, 0), (0, 2), (1, 1)] {
        data.floors.push(Floor {
            cell: Cell::new(row, column),
            symbol: "ice".to_owned(),
        });
    }
    data
}

fn scene(data: SceneData) -> Scene {
    Scene::new(data).expect("the scene is valid")
}

fn plain(scene: &Scene) -> String {
    render(scene, TextColours::Plain, Theme::Light)
}

#[test]
fn floors_show_under_symbols() {
    let scene = scene(ice());
    assert_eq!(plain(&scene), "@/ice     _   ice\n    _ x/ice     _\n");
    let picture = svg::render(&draw(&scene, Style::default()).expect("it can be drawn"));
    // The letters are written on the bare floor and beside what lies on others.
    assert_eq!(picture.matches(">ice<").count(), 3, "{picture}");
    assert_eq!(Scene::from_json(&scene.to_json()), Ok(scene));
}

#[test]
fn floors_lie_on_cells_and_have_symbols() {
    let mut data = ice();
    data.floors[0].cell = Cell::new(2, 0);
    assert!(matches!(
        Scene::new(data),
        Err(SceneError::OffBoard { what: "floor", .. })
    ));
    let mut data = ice();
    data.floors[0].symbol.clear();
    assert!(matches!(
        Scene::new(data),
        Err(SceneError::NoSymbol { what: "floor" })
    ));
}

#[test]
fn a_floor_may_have_a_shape() {
    let mut data = ice();
    data.look("ice", Look::shape(Shape::Target));
    let picture = svg::render(&draw(&scene(data), Style::default()).expect("it can be drawn"));
    assert!(!picture.contains(">ice<"), "{picture}");
}

#[test]
fn nothing_is_drawn_for_nothing() {
    let mut data = SceneData::characters(&["~~~", "~@~"]);
    let with = svg::render(&draw(&scene(data.clone()), Style::default()).expect("drawn"));
    data.look("~", Look::shape(Shape::Nothing));
    let scene = scene(data);
    let without = svg::render(&draw(&scene, Style::default()).expect("drawn"));
    assert!(without.len() < with.len() / 2, "{without}");
    assert_eq!(plain(&scene), "\n @\n");
    let shown: Vec<Cell> = cells(&scene, Theme::Light).into_keys().collect();
    assert_eq!(shown, [Cell::new(1, 1)]);
}
