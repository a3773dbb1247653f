//! Looks, layers and the outside of the walls in the scenes of puzzle files.

use fewest::scene::text::{self, TextColours};
use fewest::scene::{Cell, Look, Scene, Shape, Side, Theme};
use fewest::{AnyPuzzle, Board};

fn look(scene: &Scene, symbol: &str) -> Look {
    let mut looks = scene.data().looks.iter();
    looks.find(|look| look.symbol == symbol).unwrap().look
}

/// The cells that show nothing.
fn nothing(scene: &Scene) -> Vec<(u32, u32)> {
    let cells = scene.cells().filter(|(_, symbol)| symbol.is_empty());
    cells.map(|(cell, _)| (cell.row, cell.column)).collect()
}

fn board(puzzle: &str, text: &str) -> Board {
    AnyPuzzle::named(puzzle).unwrap().board(text).unwrap()
}

#[test]
fn looks_and_layers_reach_the_scene() {
    let text = include_str!("../../../../../examples/looks.fewest");
    let start = AnyPuzzle::parse("looks.fewest", text)
        .unwrap()
        .start()
        .unwrap();
    let scene = start.scene().unwrap();
    assert_eq!(look(&scene, "$").to_string(), "crate #a52a2a");
    assert_eq!(look(&scene, "e").to_string(), "gem #2a9d8f");
    assert_eq!(look(&scene, "b").text, Some('♞'));
    assert_eq!(look(&scene, "@"), Look::shape(Shape::Person));
    let floors = &scene.data().floors;
    assert_eq!((floors.len(), floors[0].cell), (2, Cell::new(1, 6)));
    assert_eq!(floors[0].symbol, "ice");
    assert_eq!(
        scene.data().looks.len(),
        17,
        "a look for each symbol, and for ice"
    );
}

#[test]
fn floors_change_with_moves() {
    let ice = AnyPuzzle::named("thin-ice").unwrap().start().unwrap();
    let moves = ice.solve().unwrap().moves().unwrap().to_vec();
    let scenes = ice.scenes(&moves).unwrap();
    let has = |scene: &Scene, symbol: &str| {
        let mut floors = scene.data().floors.iter();
        floors.any(|floor| floor.symbol == symbol)
    };
    let last = scenes.last().unwrap();
    assert!(has(&scenes[0], "thin") && !has(&scenes[0], "water"));
    assert!(!has(last, "thin") && has(last, "water"), "the ice breaks");
}

#[test]
fn nothing_lies_outside_the_walls() {
    let level = "__####_\n__#__#_\n###__#_\n#@$_.#_\n######_";
    let sokoban = board("sokoban", level);
    let scene = sokoban.scene().unwrap();
    let outside = [
        (0, 0),
        (0, 1),
        (0, 6),
        (1, 0),
        (1, 1),
        (1, 6),
        (2, 6),
        (3, 6),
        (4, 6),
    ];
    assert_eq!(nothing(&scene), outside);
    // The rest of the game shows the same.
    let moves = sokoban.solve().unwrap().moves().unwrap().to_vec();
    for scene in sokoban.scenes(&moves).unwrap() {
        assert_eq!(nothing(&scene), outside);
    }
}

#[test]
fn what_can_be_reached_is_not_outside() {
    // A gap in the wall, and a board without any walls around it.
    for level in [
        "__####\n__#__#\n#___.#\n_@$__#\n######",
        "_____\n_@$._\n__#__",
    ] {
        assert!(
            nothing(&board("sokoban", level).scene().unwrap()).is_empty(),
            "{level}"
        );
    }
}

#[test]
fn a_thing_that_jumps_over_walls_keeps_the_outside() {
    let text = "puzzle jump\nsymbols '#' _ @\nboard 1x4\n\
                move jump(dir)\n  [@ | # | _] -> [_ | # | @]\n  [@ | _] -> [_ | @]\n\
                goal at r1c4 @\nstart @ _ # _\nexpect 2\n";
    let jump = AnyPuzzle::parse("jump.fewest", text)
        .unwrap()
        .start()
        .unwrap();
    assert!(nothing(&jump.scene().unwrap()).is_empty());
}

fn scenes(puzzle: &str, moves: &[&str]) -> Vec<Scene> {
    let moves: Vec<String> = moves.iter().map(|&name| name.to_owned()).collect();
    let board = AnyPuzzle::named(puzzle).unwrap().start().unwrap();
    board.scenes(&moves).unwrap()
}

fn text_of(puzzle: &str, moves: &[&str]) -> String {
    let scenes = scenes(puzzle, moves);
    let drawn = text::render(scenes.last().unwrap(), TextColours::Plain, Theme::Light);
    let lines = drawn.lines().map(|line| line.trim_end().to_owned());
    lines.collect::<Vec<_>>().join("\n")
}

#[test]
fn disks_lie_on_pegs_and_pancakes_on_each_other() {
    let text = "puzzle hanoi\nsymbols A B C\nboard 1x3\nlook = pegs\nmove carry(?from, ?to)\n  \
                left [?from | not ?from,?to* | end] -> [?to | not ?from,?to* | end]\n\
                goal all C\nstart A A A\n";
    let hanoi = AnyPuzzle::parse("hanoi.fewest", text).unwrap().start();
    let moves = ["A-C".to_owned(), "A-B".to_owned()];
    let scenes = hanoi.unwrap().scenes(&moves).unwrap();
    let drawn = text::render(&scenes[2], TextColours::Plain, Theme::Light);
    assert_eq!(
        drawn,
        "  |    |    |\n  |    |    |\n  |    |    |\n33333 222   1\n\
         ===============\n  A    B    C\n",
    );
    let moved = &scenes[2].data().moved;
    assert_eq!(moved.len(), 1, "one disk has moved: {moved:?}");
    assert_eq!(
        (moved[0].from, moved[0].to),
        (Cell::new(2, 1), Cell::new(3, 6))
    );
}

#[test]
fn things_cross_the_river() {
    assert_eq!(
        text_of("wolf-goat-cabbage", &["goat-A-B"]),
        "      _    wolf       _ cabbage\n      ~       ~       ~       ~\n   boat       _    goat       _",
    );
    // Three missionaries and one cannibal are still on the first bank; the boat is a thing, too.
    assert_eq!(
        text_of("missionaries", &["cannibals"]),
        "MMMC___\n~~~~~~~\n____CCB"
    );
}

#[test]
fn vessels_are_filled_and_rings_taken_off() {
    let jugs = text_of("jugs", &["eight-to-three"]);
    assert!(jugs.ends_with("eight 5/8 five 0/5 three 3/3"), "{jugs}");
    assert_eq!(jugs.matches('~').count(), 3 * 8);
    let moved = scenes("jugs", &["eight-to-three"])
        .pop()
        .unwrap()
        .into_data()
        .moved;
    // The surface of the water, which is three cells wide.
    let from: Vec<Cell> = moved.iter().map(|movement| movement.from).collect();
    assert_eq!(from, [Cell::new(0, 0), Cell::new(0, 1), Cell::new(0, 2)]);
    assert_eq!(moved[0].to, Cell::new(5, 8));
    let rings = text_of("chinese-rings", &["r1c1"]);
    let rows: Vec<&str> = rings.lines().collect();
    assert_eq!(rows[1].matches('o').count(), 8);
    assert_eq!(rows[3].matches('o').count(), 1);
}

#[test]
fn a_goal_at_the_edge_is_an_exit() {
    let exits = |puzzle: &str| -> Vec<(Cell, Option<Side>)> {
        let scene = AnyPuzzle::named(puzzle)
            .unwrap()
            .start()
            .unwrap()
            .scene()
            .unwrap();
        let marks = scene.data().marks.iter();
        marks.map(|mark| (mark.cell, mark.exit)).collect()
    };
    let below = Some(Side::Bottom);
    assert_eq!(
        exits("klotski"),
        [(Cell::new(4, 1), below), (Cell::new(4, 2), below)]
    );
    assert_eq!(exits("rush-hour"), [(Cell::new(2, 5), Some(Side::Right))]);
}
