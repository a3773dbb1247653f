//! Searches that take long: progress, the queue, cancellation.

use std::num::NonZeroUsize;
use std::time::Duration;

use fewest_serve::ServeOptions;
use serde_json::{Value, json};

use crate::client::{post, serve};

/// A server on which one search runs and one waits, both for far longer than a test.
fn busy() -> ServeOptions {
    ServeOptions {
        searches: NonZeroUsize::MIN,
        waiting: 1,
        time: Duration::from_secs(3600),
        ..ServeOptions::default()
    }
}

/// Korf's first instance of the 24-puzzle: 95 moves, far beyond any test.
fn hopeless() -> Value {
    let board = "14 5 9 2 18\n8 23 19 12 17\n15 _ 10 20 4\n6 11 21 1 7\n24 3 16 22 13";
    json!({"puzzle": {"name": "tiles"}, "options": {"goal": "blank-first"}, "board": board})
}

fn easy() -> Value {
    json!({"puzzle": {"name": "flip"}})
}

#[test]
fn a_search_reports_its_progress_and_ends_at_its_time() {
    let address = serve(ServeOptions {
        time: Duration::from_secs(1),
        ..busy()
    });
    let mut response = post(address, "solve", &hopeless());
    let progress = response.wait_for("progress");
    for field in ["states", "rate", "depth", "bytes", "seconds"] {
        assert!(progress[field].is_number(), "{progress}");
    }
    let answer = response.wait_for("answer");
    assert_eq!(
        (&answer["outcome"], &answer["reason"]),
        (&json!("stopped"), &json!("time"))
    );
    // The time of a request may be less than the server's, but not more.
    let mut longer = hopeless();
    longer["time"] = json!(1e300);
    let answer = post(address, "solve", &longer).answer();
    assert_eq!(answer["reason"], "time");
}

#[test]
fn a_search_ends_when_its_client_goes_away() {
    let address = serve(busy());
    let mut running = post(address, "solve", &hopeless());
    running.wait_for("progress");
    drop(running);
    // There is one place, and the hopeless search would hold it for an hour.
    let answer = post(address, "solve", &easy()).answer();
    assert_eq!(answer["outcome"], "solved");
}

#[test]
fn a_waiting_request_leaves_the_queue_when_its_client_goes_away() {
    let address = serve(busy());
    let mut running = post(address, "solve", &hopeless());
    running.wait_for("progress");
    let mut waiting = post(address, "solve", &easy());
    waiting.wait_for("queued");
    let refused = post(address, "solve", &easy());
    assert_eq!(refused.status, 429);
    assert_eq!(refused.header("retry-after"), "1");
    let message = refused.json()["error"]["message"].to_string();
    assert!(message.contains("busy"), "{message}");
    // Quick requests do not wait for searches.
    assert_eq!(post(address, "position", &easy()).status, 200);
    drop(waiting);
    // The next that waits is answered once the place is free.
    let mut next = loop {
        let next = post(address, "solve", &easy());
        if next.status == 200 {
            break next;
        }
    };
    next.wait_for("queued");
    drop(running);
    assert_eq!(next.wait_for("answer")["outcome"], "solved");
}

#[test]
fn memory_is_limited() {
    let address = serve(ServeOptions {
        memory: 1 << 20,
        ..busy()
    });
    // Breadth-first search is among the algorithms, and none may hold more.
    let mut request = hopeless();
    request["time"] = json!(5.0);
    let compared = post(address, "compare", &request).answer();
    let rows = compared["rows"].as_array().expect("rows");
    assert!(
        rows.iter().any(|row| row["reason"] == "memory"),
        "{compared}"
    );
    for row in rows {
        assert!(row["peak_bytes"].as_u64() <= Some(1 << 20), "{row}");
    }
}
