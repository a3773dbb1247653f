//! Scenes that several tests and the gallery draw.

use fewest_scene::{
    Cell, Label, Look, Mark, Movement, Player, Scene, SceneData, Shape, Side, Wall,
};

fn cell(row: usize, column: usize) -> Cell {
    Cell::new(row, column)
}

fn scene(data: SceneData) -> Scene {
    Scene::new(data).expect("a scene")
}

/// A scrambled 15-puzzle of which one tile has just moved.
pub(crate) fn fifteen() -> Scene {
    let mut data = SceneData::grid([
        ["5", "1", "3", "4"],
        ["2", "6", "8", "12"],
        ["9", "10", "", "7"],
        ["13", "14", "11", "15"],
    ]);
    data.moved.push(Movement {
        from: cell(2, 2),
        to: cell(3, 2),
    });
    scene(data)
}

/// Positions of the 15-puzzle after moves of the blank along a fixed path.
pub(crate) fn fifteen_film(moves: usize) -> (Vec<Scene>, Vec<String>) {
    let mut board: Vec<Vec<String>> = (0..4)
        .map(|r| (1..=4).map(|c| (4 * r + c).to_string()).collect())
        .collect();
    board[3][3].clear();
    let (mut row, mut column) = (3_usize, 3_usize);
    let mut scenes: Vec<Scene> = vec![scene(SceneData::grid(board.clone()))];
    let mut captions = vec!["start".to_owned()];
    for step in 0..moves {
        let path = ["up", "left", "up", "right", "left", "left", "down", "right"];
        let mut name = path[(step * 5 + step / 3) % path.len()];
        let (r, c) = loop {
            let (r, c) = match name {
                "up" => (row.wrapping_sub(1), column),
                "down" => (row + 1, column),
                "left" => (row, column.wrapping_sub(1)),
                _ => (row, column + 1),
            };
            if r < 4 && c < 4 {
                break (r, c);
            }
            name = match name {
                "up" => "left",
                "left" => "down",
                "down" => "right",
                _ => "up",
            };
        };
        board[row][column] = std::mem::take(&mut board[r][c]);
        (row, column) = (r, c);
        let next = scene(SceneData::grid(board.clone()));
        let moved = next.moved_since(scenes.last().expect("a first scene"));
        scenes.push(next.with_moved(moved).expect("movements on the board"));
        captions.push(name.to_owned());
    }
    (scenes, captions)
}

/// A level of Sokoban with a crate on one of its goals.
pub(crate) fn sokoban() -> Scene {
    let mut data =
        SceneData::characters(&["####__", "#__###", "#_$@_#", "#__$_#", "#__###", "####__"]);
    for (row, column) in [(1, 1), (2, 1), (3, 3)] {
        data.marks.push(Mark {
            cell: cell(row, column),
            symbol: None,
            exit: None,
        });
    }
    for (row, column) in [(0, 4), (0, 5), (5, 4), (5, 5)] {
        data.cells[row][column] = None;
    }
    scene(data)
}

/// A board of Rush Hour with thirteen cars, one of which has moved.
pub(crate) fn rush_hour() -> Scene {
    let rows = ["GBB.L.", "GHI.LM", "GHIAAM", "CCCK.M", "..JKDD", "EEJFF."];
    let mut data = SceneData::characters(&rows);
    for letter in 'A'..='M' {
        data.piece_of(&letter.to_string());
    }
    data.marks.push(Mark {
        cell: cell(2, 5),
        symbol: None,
        exit: None,
    });
    data.moved.push(Movement {
        from: cell(5, 4),
        to: cell(5, 3),
    });
    data.labels.push(Label {
        side: Side::Right,
        index: Some(2),
        text: "exit".to_owned(),
    });
    scene(data)
}

/// Pieces of all kinds of outlines: with bends, a hole, and touching at corners.
pub(crate) fn pieces() -> Scene {
    let rows = [
        "AAABBC", "A_ADBC", "AAADDC", "EEFFGG", "EHHFIG", "EEHJJG", "K_LLJ_",
    ];
    let mut data = SceneData::characters(&rows);
    for letter in 'A'..='L' {
        data.piece_of(&letter.to_string());
    }
    scene(data)
}

/// A maze with walls between cells, and gaps in the outer wall.
pub(crate) fn maze() -> Scene {
    let (rows, columns) = (4, 6);
    let mut data = SceneData::grid(vec![vec![""; columns]; rows]);
    for row in 0..rows {
        for column in 0..columns {
            let mut wall = |side| {
                data.walls.push(Wall {
                    cell: cell(row, column),
                    side,
                });
            };
            if row == 0 {
                wall(Side::Top);
            }
            if row + 1 == rows && column != 4 {
                wall(Side::Bottom);
            }
            if column == 0 {
                wall(Side::Left);
            }
            if column + 1 == columns && row != 1 {
                wall(Side::Right);
            }
            if (row * 5 + column * 3) % 7 < 3 {
                wall(Side::Right);
            }
            if (row * 3 + column * 5) % 8 < 3 {
                wall(Side::Bottom);
            }
        }
    }
    data.player = Some(Player {
        cell: cell(1, 5),
        beyond: Some(Side::Right),
    });
    data.moved.push(Movement {
        from: cell(1, 4),
        to: cell(1, 5),
    });
    scene(data)
}

/// A Flip board: discs of two colours, of which a press has turned some.
pub(crate) fn flip() -> Scene {
    let mut data = SceneData::characters(&["bwwb", "wbww", "bbbw", "wbwb"]);
    data.look("b", "disc #2b323d".parse::<Look>().expect("a look"));
    data.look("w", "disc white".parse::<Look>().expect("a look"));
    for (row, column) in [(1, 1), (2, 0), (2, 1), (2, 2), (3, 1)] {
        let cell = cell(row, column);
        data.moved.push(Movement {
            from: cell,
            to: cell,
        });
    }
    scene(data)
}

/// A cube as two vectors of labels.
pub(crate) fn cube() -> Scene {
    let corners = ["URF", "UFL", "ULB", "UBR", "DFR", "DLF", "DBL", "DRB"];
    let turns = ["0", "1", "2", "0", "0", "1", "0", "2"];
    let edges = [
        "UR", "UF", "UL", "UB", "DR", "DF", "DL", "DB", "FR", "FL", "BL", "BR",
    ];
    let mut data = SceneData::rows([
        ("corners", corners.to_vec()),
        ("turned by", turns.to_vec()),
        ("edges", edges.to_vec()),
    ]);
    data.title = Some("A cube".to_owned());
    scene(data)
}

/// The stickers of a small cube, laid flat: a board with holes.
pub(crate) fn net() -> Scene {
    let rows = [
        "..WG....", "..WG....", "OOGYRRWB", "OOGYRRWB", "..YB....", "..YB....",
    ];
    let mut data = SceneData::characters(&rows);
    for symbol in data.cells.iter_mut().flatten() {
        if symbol.as_deref() == Some(".") {
            *symbol = None;
        }
    }
    for (symbol, colour) in [
        ("W", "white"),
        ("O", "darkorange"),
        ("G", "seagreen"),
        ("R", "firebrick"),
        ("B", "royalblue"),
        ("Y", "gold"),
    ] {
        data.look(symbol, colour.parse::<Look>().expect("a look"));
    }
    scene(data)
}

/// Every shape, with its name's number, and a character that no font has.
pub(crate) fn shapes() -> Scene {
    let names: Vec<String> = (0..Shape::ALL.len()).map(|i| format!("s{i}")).collect();
    let mut rows: Vec<Vec<String>> = names.chunks(6).map(<[String]>::to_vec).collect();
    rows.push(["♞", "♠", "Ж", "漢", "→", "gy"].map(str::to_owned).to_vec());
    let mut data = SceneData::grid(rows);
    for (name, shape) in names.iter().zip(Shape::ALL) {
        data.look(name.clone(), Look::shape(*shape));
    }
    data.labels.push(Label {
        side: Side::Top,
        index: Some(0),
        text: "A".to_owned(),
    });
    data.labels.push(Label {
        side: Side::Left,
        index: Some(1),
        text: "H".to_owned(),
    });
    data.labels.push(Label {
        side: Side::Bottom,
        index: None,
        text: "turn: white, energy: three, and a caption that is so long that it needs lines"
            .to_owned(),
    });
    scene(data)
}
