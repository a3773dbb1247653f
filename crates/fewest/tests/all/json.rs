//! The JSON of requests and answers.

use fewest::{AnyPuzzle, Limits, Request};
use serde_json::{Value, json};

/// The answer of a board to a request, without what differs from run to run.
fn asked(puzzle: &str, board: &str, request: Value) -> Value {
    let board = AnyPuzzle::named(puzzle).unwrap().board(board).unwrap();
    let request: Request = serde_json::from_value(request).unwrap();
    let mut reply = json!(board.answer(&request, &Limits::default()).unwrap());
    forget_work(&mut reply);
    reply
}

fn forget_work(value: &mut Value) {
    match value {
        Value::Object(fields) => {
            for name in ["expanded", "generated", "seconds", "peak_bytes"] {
                fields.remove(name);
            }
            fields.values_mut().for_each(forget_work);
        }
        Value::Array(all) => all.iter_mut().for_each(forget_work),
        _ => {}
    }
}

const TILES: &str = "1 2 3\n4 5 6\n_ 7 8";

#[test]
fn each_request_has_an_answer_in_json() {
    let moves = json!(["R", "R"]);
    let solve = json!({"request": "solve", "algorithm": "bfs"});
    let by_breadth = asked("tiles", TILES, solve);
    assert_eq!(by_breadth["method"], "breadth-first search");
    assert_eq!(by_breadth["moves"], moves);

    let impossible = asked(
        "tiles",
        "2 1 3\n4 5 6\n7 8 _",
        json!({"request": "explain"}),
    );
    assert_eq!(impossible["outcome"], "unsolvable");
    assert_eq!(impossible["proof"], impossible["explanation"]);

    let hint = asked("tiles", TILES, json!({"request": "hint"}));
    assert_eq!(hint["hints"][0], "2 moves left");
    assert_eq!((&hint["grade"], &hint["move"]), (&json!(3), &json!("R")));
    assert_eq!(
        hint["changes"],
        json!([{"part": "piece", "symbol": "7", "row": 3, "column": 2}])
    );
    assert_eq!(hint["moves"], moves);

    let check = asked("tiles", TILES, json!({"request": "check", "moves": "RLRR"}));
    assert_eq!(check["verdict"], "too long");
    assert_eq!((&check["length"], &check["fewest"]), (&json!(4), &json!(2)));
    assert_eq!(check["answer"]["moves"], moves);

    let difficulty = asked("tiles", TILES, json!({"request": "difficulty"}));
    assert_eq!(difficulty["solutions"], "1");

    let compared = asked("flip", "b w\nw b", json!({"request": "compare"}));
    assert_eq!(compared["length"], 2);
    for row in compared["rows"].as_array().unwrap() {
        assert_eq!(row["moves"], json!(["r1c1", "r2c2"]), "{row}");
    }

    let graph = asked(
        "tiles",
        "1 2\n3 _",
        json!({"request": "graph", "states": 20}),
    );
    assert_eq!(graph["nodes"].as_array().map(Vec::len), Some(12));
    assert_eq!(graph["edges"][0]["move"], "U");
}

#[test]
fn solutions_are_counted_and_listed() {
    let flip = "b w w b\nb b w b\nb w w b\nb w w w";
    let counted = asked("flip", flip, json!({"request": "count", "list": 1}));
    assert_eq!(
        counted,
        json!({
            "solutions": "2", "by_length": [{"length": 4, "solutions": "2"}],
            "complete_up_to": 4, "no_others": false,
            "all": [["r1c1", "r1c2", "r2c2", "r4c3"]],
        })
    );
    let none = asked("tiles", "2 1 3\n4 5 6\n7 8 _", json!({"request": "count"}));
    assert_eq!(
        (&none["solutions"], &none["by_length"]),
        (&json!("0"), &json!([]))
    );
    let best = asked(
        "tiles",
        TILES,
        json!({"request": "solutions", "k": 2, "list": 9}),
    );
    let lengths = [
        json!({"length": 2, "solutions": "1"}),
        json!({"length": 12, "solutions": "2"}),
    ];
    assert_eq!(best["by_length"], json!(lengths));
    assert_eq!(best["all"].as_array().map(Vec::len), Some(2));
}

#[test]
fn an_approximate_answer_says_what_is_proven() {
    let hard = "8 6 7\n2 5 4\n3 _ 1";
    let how = json!({"request": "approximate", "how": {"weight": 2.5}});
    let found = asked("tiles", hard, how);
    let proven = ["approximate", "solved"].map(Value::from);
    assert!(proven.contains(&found["outcome"]), "{found}");
    assert!(found["length"].as_u64() >= Some(31));
    let beam = asked(
        "tiles",
        hard,
        json!({"request": "approximate", "how": {"beam": 50}}),
    );
    assert!(beam["outcome"] != "approximate" || beam["at_most_times"].is_null());
}

#[test]
fn costs_have_their_unit() {
    let board = AnyPuzzle::named("torch").unwrap().start().unwrap();
    let answer = json!(board.solve().unwrap());
    assert_eq!(
        (&answer["cost"], &answer["objective"]),
        (&json!(17), &json!("cost"))
    );
    assert!(answer["unit"].is_string());
}

#[test]
fn wrong_requests_say_what_is_wrong() {
    for (request, why) in [
        (json!({"request": "hope"}), "unknown variant `hope`"),
        (json!({"request": "solve", "algorithm": "magic"}), "magic"),
        (
            json!({"request": "solve", "speed": 9}),
            "unknown field `speed`",
        ),
        (json!({"request": "check"}), "missing field `moves`"),
        (
            json!({"request": "approximate", "how": {"weight": 0.5}}),
            "weight must be from 1",
        ),
        (
            json!({"request": "approximate", "how": {"beam": 0}}),
            "beam must be at least 1",
        ),
    ] {
        let error = serde_json::from_value::<Request>(request).unwrap_err();
        assert!(error.to_string().contains(why), "{error}");
    }
}
