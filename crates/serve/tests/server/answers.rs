//! What each route answers.

use std::net::SocketAddr;
use std::sync::OnceLock;

use fewest_serve::{PuzzleText, ServeOptions};
use serde_json::{Value, json};

use crate::client::{get, post, serve};

const CRATES: &str = include_str!("../../../../examples/crates.fewest");

/// The server that all tests of this file ask.
fn server() -> SocketAddr {
    static SERVER: OnceLock<SocketAddr> = OnceLock::new();
    *SERVER.get_or_init(|| {
        serve(ServeOptions {
            puzzles: vec![PuzzleText {
                name: "crates.fewest".to_owned(),
                text: CRATES.to_owned(),
            }],
            waiting: 64,
            ..ServeOptions::default()
        })
    })
}

fn flip() -> Value {
    json!({"puzzle": {"name": "flip"}, "board": "b w w b\nb b w b\nb w w b\nb w w w"})
}

fn crates() -> Value {
    json!({"puzzle": {"name": "crates.fewest", "text": CRATES}})
}

fn with(mut request: Value, more: Value) -> Value {
    for (name, value) in more.as_object().into_iter().flatten() {
        request[name] = value.clone();
    }
    request
}

#[test]
fn the_catalogue_has_the_built_in_puzzles_and_the_files() {
    let all = get(server(), "/api/puzzles").json();
    let names: Vec<&Value> = all["built_in"].as_array().into_iter().flatten().collect();
    assert_eq!(names.len(), fewest::AnyPuzzle::built_in().count());
    let library = fewest::library::all().len();
    assert_eq!(all["files"].as_array().map(Vec::len), Some(1 + library));
    assert_eq!(all["named"], 1);
    assert_eq!(all["files"][0]["title"], "crates");
    assert_eq!(all["files"][0]["text"], CRATES);
    for name in ["flip", "tiles", "crates.fewest"] {
        let picture = get(server(), &format!("/api/thumbnail/dark/{name}"));
        assert_eq!(picture.header("content-type"), "image/svg+xml", "{name}");
        assert!(picture.bytes().starts_with(b"<svg"), "{name}");
    }
    assert_eq!(get(server(), "/api/thumbnail/dark/nothing").status, 404);
    assert_eq!(
        get(server(), "/api/thumbnail/dark/..%2FCargo.toml").status,
        404
    );
}

#[test]
fn a_position_has_a_picture_and_its_moves() {
    let start = post(server(), "position", &flip()).json();
    assert_eq!(start["solved"], false);
    assert_eq!(start["moves"].as_array().map(Vec::len), Some(16));
    assert_eq!(start["moves"][5]["name"], "r2c2");
    assert_eq!(
        start["moves"][0]["moved"],
        json!([[[0, 0], [0, 0]], [[0, 1], [0, 1]], [[1, 0], [1, 0]]])
    );
    assert!(
        start["svg"]
            .as_str()
            .is_some_and(|svg| svg.contains("data-cell=\"3,3\""))
    );
    let moves = json!({"moves": ["r1c1", "r1c2", "r2c2", "r4c3"]});
    let end = post(server(), "position", &with(flip(), moves)).json();
    assert_eq!((&end["solved"], &end["made"]), (&json!(true), &json!(4)));
    let moved = post(
        server(),
        "position",
        &with(crates(), json!({"moves": ["right"]})),
    )
    .json();
    assert_eq!(moved["moved"], json!([[[1, 1], [1, 2]]]));
    let illegal = post(
        server(),
        "position",
        &with(crates(), json!({"moves": ["up"]})),
    );
    assert_eq!(illegal.status, 422);
    let message = illegal.json()["error"]["message"].to_string();
    assert!(
        message.contains("move 1, up, is not legal there"),
        "{message}"
    );
}

#[test]
fn a_file_is_read_with_its_faults_in_their_places() {
    let right = post(server(), "read", &crates()).json();
    assert_eq!(
        (&right["ok"], &right["name"]),
        (&json!(true), &json!("crates"))
    );
    assert!(right["start"]["svg"].is_string());
    let text = CRATES.replace("move go(dir)", "move go(dirr)");
    let wrong = post(
        server(),
        "read",
        &json!({"puzzle": {"name": "a.fewest", "text": text}}),
    );
    let wrong = wrong.json();
    assert_eq!(wrong["ok"], false);
    let fault = &wrong["faults"][0];
    assert_eq!(
        (&fault["line"], &fault["severity"]),
        (&json!(4), &json!("error"))
    );
    let from = text.find("dirr").expect("the fault");
    assert_eq!(
        (&fault["from"], &fault["to"]),
        (&json!(from), &json!(from + 4))
    );
    let board = post(
        server(),
        "position",
        &with(flip(), json!({"board": "w b\nb x"})),
    );
    let error = &board.json()["error"];
    assert_eq!(
        (&error["text"], &error["faults"][0]["column"]),
        (&json!("<board>"), &json!(3))
    );
}

#[test]
fn boards_are_solved_counted_and_explained() {
    let solved = post(server(), "solve", &flip()).answer();
    assert_eq!(solved["moves"], json!(["r1c1", "r1c2", "r2c2", "r4c3"]));
    let after = json!({"moves": ["r1c1", "r1c2"]});
    let solved = post(server(), "solve", &with(flip(), after)).answer();
    assert_eq!(solved["length"], 2);
    let counted = post(server(), "count", &flip()).answer();
    assert_eq!(
        (
            &counted["solutions"],
            counted["all"].as_array().map(Vec::len)
        ),
        (&json!("2"), Some(2))
    );
    let impossible = json!({"board": "b w w w\nw w w w\nw w w w\nw w w w"});
    let explained = post(server(), "explain", &with(flip(), impossible)).answer();
    assert_eq!(explained["outcome"], "unsolvable");
    assert!(
        explained["explanation"]
            .as_str()
            .is_some_and(|text| text.contains("never changes"))
    );
    let hint = post(server(), "hint", &flip()).answer();
    assert_eq!(hint["moves"], json!(["r1c1", "r1c2", "r2c2", "r4c3"]));
    assert_eq!(
        hint["hints"],
        json!([
            "4 moves left",
            "4 moves left; the next changes r1c1, r1c2, r2c1",
            "4 moves left; the next is r1c1"
        ])
    );
    let cells = [(1, 1), (1, 2), (2, 1)];
    let change =
        |(row, column)| json!({"part": "cell", "symbol": null, "row": row, "column": column});
    assert_eq!(hint["changes"], json!(cells.map(change)));
    let crates = post(server(), "solve", &crates()).answer();
    assert_eq!(crates["moves"], json!(["right", "right", "right"]));
}

#[test]
fn the_boards_of_a_file_and_of_a_collection_are_listed() {
    let text = format!("{CRATES}expect unsolvable from\n  Rxc\nexpect 1 from\n  Rcx\n");
    let file = json!({"puzzle": {"name": "a.fewest", "text": text}});
    let own = post(server(), "boards", &file).json();
    let texts: Vec<&Value> = own.as_array().into_iter().flatten().collect();
    assert_eq!(texts.len(), 2, "{own}");
    assert_eq!(texts[1]["text"], "R c x");
    let sokoban = json!({"puzzle": {"name": "sokoban"}, "board": "; One\n\n#####\n#@$.#\n#####\n\n; Two\n\n#####\n#.$@#\n#####\n"});
    let levels = post(server(), "boards", &sokoban).json();
    assert_eq!(levels[0]["title"], "One");
    let second = post(
        server(),
        "solve",
        &with(sokoban, json!({"board": levels[1]["text"]})),
    );
    assert_eq!({ second }.answer()["length"], 1);
}

#[test]
fn expectations_are_compared_with_answers() {
    let right = post(server(), "test", &crates()).answer();
    assert_eq!(
        (&right["faults"], &right["expected"]),
        (&json!([]), &json!(1))
    );
    let text = format!("{CRATES}expect unsolvable from\n  Rcx\n").replace("expect 3", "expect 5");
    let file = json!({"puzzle": {"name": "a.fewest", "text": text}});
    let wrong = post(server(), "test", &file).answer();
    let messages: Vec<&Value> = (wrong["faults"].as_array().into_iter().flatten())
        .map(|fault| &fault["message"])
        .collect();
    assert_eq!(
        messages,
        [
            "expected 5, but it takes 3",
            "expected no solution, but it takes 1"
        ]
    );
}

#[test]
fn the_chapter_on_the_language_is_served() {
    let chapter = get(server(), "/language");
    assert_eq!(chapter.header("content-type"), "text/plain; charset=utf-8");
    assert!(chapter.bytes().starts_with(b"# The puzzle language"));
}

#[test]
fn algorithms_are_compared_row_by_row() {
    let mut response = post(server(), "compare", &flip());
    let row = response.wait_for("row");
    assert_eq!(row["algorithm"], "linear");
    let all = response.wait_for("answer");
    assert_eq!((&all["agree"], &all["length"]), (&json!(true), &json!(4)));
    assert_eq!(all["rows"].as_array().map(Vec::len), Some(7));
}

#[test]
fn spaces_are_counted_and_boards_are_made() {
    let census = post(
        server(),
        "census",
        &with(flip(), json!({"size": "3x3", "count": 2})),
    );
    let census = census.answer();
    assert_eq!(
        (&census["positions"], &census["gods_number"]),
        (&json!("512"), &json!(6))
    );
    assert_eq!(census["hardest"].as_array().map(Vec::len), Some(2));
    let wanted = json!({"size": "4x4", "lengths": [4, 5], "count": 3, "seed": 7});
    let made = post(server(), "make", &with(flip(), wanted)).answer();
    for board in made["boards"].as_array().expect("boards") {
        let solved = post(
            server(),
            "solve",
            &with(flip(), json!({"board": board["text"]})),
        )
        .answer();
        assert_eq!(solved["length"], board["length"]);
        assert!([4, 5].contains(&solved["length"].as_u64().unwrap_or(0)));
    }
    let reached = post(server(), "census", &crates()).answer();
    assert_eq!(reached["scope"], "reachable");
    let mut unfit = post(
        server(),
        "census",
        &with(flip(), json!({"size": "no size"})),
    );
    assert_eq!(unfit.wait_for("error")["error"]["status"], 422);
}

#[test]
fn pictures_have_the_wanted_format() {
    let moves = json!({"moves": ["r1c1", "r1c2"], "all": true});
    for (format, start) in [
        ("svg", &b"<svg"[..]),
        ("animation", b"<svg"),
        ("png", b"\x89PNG"),
        ("gif", b"GIF89a"),
        ("json", b"{\"scenes\":[{"),
    ] {
        let request = with(with(flip(), moves.clone()), json!({"format": format}));
        let response = post(server(), "picture", &request);
        assert_eq!(response.status, 200, "{format}");
        assert!(response.bytes().starts_with(start), "{format}");
    }
    assert_eq!(
        post(server(), "picture", &with(flip(), json!({"format": "exe"}))).status,
        422
    );
    let frames = post(
        server(),
        "frames",
        &with(with(flip(), moves), json!({"from": 1})),
    )
    .json();
    assert_eq!(
        (&frames["total"], frames["frames"].as_array().map(Vec::len)),
        (&json!(3), Some(2))
    );
}

#[test]
fn unknown_routes_and_puzzles_are_refused() {
    assert_eq!(post(server(), "nothing", &flip()).status, 404);
    let unknown = post(
        server(),
        "position",
        &json!({"puzzle": {"name": "/etc/passwd"}}),
    );
    assert_eq!(unknown.status, 422);
    let message = unknown.json()["error"]["message"].to_string();
    assert!(message.contains("there is no puzzle"), "{message}");
}
