//! Who is answered, and under which headers.

use fewest_serve::{ServeError, ServeOptions, Server};
use serde_json::json;

use crate::client::{Request, get, post, send, serve};

const TYPE: (&str, &str) = ("content-type", "application/json");
const ASKED: &str = r#"{"puzzle": {"name": "flip"}}"#;

#[test]
fn every_answer_is_protected_by_headers() {
    let address = serve(ServeOptions::default());
    for path in [
        "/",
        "/js/main.js",
        "/style/base.css",
        "/api/puzzles",
        "/nothing",
    ] {
        let response = get(address, path);
        let policy = response.header("content-security-policy");
        for part in [
            "default-src 'none'",
            "script-src 'self'",
            "style-src 'self'",
            "frame-ancestors 'none'",
            "base-uri 'none'",
        ] {
            assert!(policy.contains(part), "{path}: {policy}");
        }
        assert!(!policy.contains("unsafe"), "{path}: {policy}");
        assert_eq!(
            response.header("x-content-type-options"),
            "nosniff",
            "{path}"
        );
        assert_eq!(response.header("referrer-policy"), "no-referrer", "{path}");
        let policy = response.header("cross-origin-resource-policy");
        assert_eq!(policy, "same-origin", "{path}");
    }
    assert_eq!(get(address, "/nothing").status, 404);
    assert_eq!(get(address, "/js/../../Cargo.toml").status, 404);
    assert_eq!(get(address, "/api/solve").status, 405);
    let page = get(address, "/");
    assert_eq!(page.header("content-type"), "text/html; charset=utf-8");
    let page = String::from_utf8(page.bytes()).expect("text");
    assert!(page.contains("<title>fewest"), "{page}");
}

#[test]
fn other_hosts_and_other_sites_are_refused() {
    let address = serve(ServeOptions::default());
    let own = address.to_string();
    let status = |headers: &[(&str, &str)]| {
        let request = Request {
            method: "POST",
            path: "/api/position",
            headers,
            body: ASKED,
        };
        send(address, &request).status
    };
    let origin = format!("http://{own}");
    assert_eq!(status(&[("host", &own), TYPE]), 200);
    assert_eq!(status(&[("host", &own), ("origin", &origin), TYPE]), 200);
    // A name that was made to mean this machine: DNS rebinding.
    let rebound = format!("evil.example:{}", address.port());
    let site = format!("http://{rebound}");
    assert_eq!(status(&[("host", &rebound), ("origin", &site), TYPE]), 421);
    assert_eq!(status(&[TYPE]), 421, "a request needs a host");
    // A page of another site that asks this server.
    assert_eq!(
        status(&[("host", &own), ("origin", "http://evil.example"), TYPE]),
        403
    );
    assert_eq!(status(&[("host", &own), ("origin", "null"), TYPE]), 403);
    let other_port = "http://127.0.0.1:1";
    assert_eq!(status(&[("host", &own), ("origin", other_port), TYPE]), 403);
    assert_eq!(
        status(&[("host", &own), ("sec-fetch-site", "cross-site"), TYPE]),
        403
    );
    // What a form of another site can send without being asked.
    assert_eq!(
        status(&[("host", &own), ("content-type", "text/plain")]),
        415
    );
    assert_eq!(status(&[("host", &own)]), 415);
}

#[test]
fn a_given_name_is_a_host() {
    let address = serve(ServeOptions {
        hosts: vec!["puzzles.example".to_owned()],
        ..ServeOptions::default()
    });
    let status = |host: &str| {
        let headers = [("host", host)];
        let request = Request {
            method: "GET",
            path: "/api/puzzles",
            headers: &headers,
            body: "",
        };
        send(address, &request).status
    };
    assert_eq!(status("puzzles.example"), 200);
    assert_eq!(status("other.example"), 421);
}

#[test]
fn a_token_is_asked_of_everybody() {
    let address = serve(ServeOptions {
        token: Some("sesame-123".to_owned()),
        ..ServeOptions::default()
    });
    let own = address.to_string();
    let ask = |path: &str, more: &[(&str, &str)]| {
        let headers = [&[("host", own.as_str())], more].concat();
        let request = Request {
            method: "GET",
            path,
            headers: &headers,
            body: "",
        };
        send(address, &request)
    };
    for path in [
        "/",
        "/js/main.js",
        "/api/puzzles",
        "/?token=wrong",
        "/?token=",
    ] {
        assert_eq!(ask(path, &[]).status, 401, "{path}");
    }
    assert_eq!(
        post(address, "position", &json!({"puzzle": {"name": "flip"}})).status,
        401
    );
    for shown in ["Bearer wrong", "Bearer ", "sesame-123"] {
        assert_eq!(ask("/api/puzzles", &[("authorization", shown)]).status, 401);
    }
    let shown = ("authorization", "Bearer sesame-123");
    assert_eq!(ask("/api/puzzles", &[shown]).status, 200);
    // The printed address leads to the page and leaves a cookie.
    let led = ask("/?token=sesame-123", &[]);
    assert_eq!((led.status, led.header("location")), (303, "/"));
    let cookie = led.header("set-cookie").to_owned();
    assert!(
        cookie.contains("HttpOnly") && cookie.contains("SameSite=Strict"),
        "{cookie}"
    );
    let cookie = cookie.split(';').next().unwrap_or_default();
    assert_eq!(ask("/", &[("cookie", cookie)]).status, 200);
    assert_eq!(ask("/api/puzzles", &[("cookie", cookie)]).status, 200);
    assert_eq!(
        ask("/api/puzzles", &[("cookie", "fewest-token=wrong")]).status,
        401
    );
}

#[test]
fn others_reach_the_server_only_with_a_token() {
    let everywhere = ServeOptions {
        listen: ([0, 0, 0, 0], 0).into(),
        ..ServeOptions::default()
    };
    assert!(matches!(
        Server::bind(everywhere.clone()),
        Err(ServeError::NoToken(_))
    ));
    let strange = ServeOptions {
        token: Some("a; b".to_owned()),
        ..everywhere.clone()
    };
    assert!(matches!(Server::bind(strange), Err(ServeError::Token)));
    let server = Server::bind(ServeOptions {
        token: Some("sesame".to_owned()),
        ..everywhere
    });
    let url = server.expect("a free port").url();
    assert!(
        url.starts_with("http://127.0.0.1:") && url.ends_with("/?token=sesame"),
        "{url}"
    );
}

#[test]
fn bodies_are_bounded() {
    let address = serve(ServeOptions::default());
    let large = json!({"puzzle": {"name": "flip"}, "board": "w".repeat(300 << 10)});
    assert_eq!(post(address, "position", &large).status, 413);
    assert_eq!(post(address, "solve", &large).status, 413);
    for broken in [
        "",
        "{",
        "[]",
        "null",
        "{\"puzzle\": 7}",
        "{\"puzzle\":{\"name\":\"flip\"},\"x\":1}",
    ] {
        let own = address.to_string();
        let headers = [("host", own.as_str()), TYPE];
        let request = Request {
            method: "POST",
            path: "/api/position",
            headers: &headers,
            body: broken,
        };
        let response = send(address, &request);
        assert_eq!(response.status, 400, "{broken}");
        let message = response.json()["error"]["message"].to_string();
        assert!(message.contains("not a request"), "{broken}: {message}");
    }
}
