//! Bodies that look random: none makes an answer panic, and each refusal says why.

use std::time::Duration;

use fewest::rules::Limits;
use fewest_serve::api::{Job, Request, Route, answer};

const BODIES: [&str; 4] = [
    r#"{"puzzle":{"name":"flip"},"options":{"goal":"white","colours":3},"board":"0 1\n2 0","moves":["r1c1"],"lengths":[1,2],"size":"2x2"}"#,
    r#"{"puzzle":{"name":"a.fewest","text":"puzzle a\nsymbols . *\nmove press(cell)\n  cell +1\n  beside +1\ngoal all .\nstart\n  * .\n  . *\n"},"moves":["r1c1"],"time":0.5}"#,
    r#"{"puzzle":{"name":"tiles"},"board":"1 2 3\n4 _ 6\n7 5 8","moves":["D"],"from":0,"count":2,"format":"png","all":true,"dark":true,"seed":7}"#,
    r#"{"puzzle":{"name":"a.psvn","text":"DOMAIN d 2 0 1\n2\nd d\n0 X => X 0 LABEL l COST 1\nGOAL 0 1"},"board":"1 0"}"#,
];
/// What replaces a part of a body.
const PARTS: [&str; 12] = [
    "",
    "\"",
    "null",
    "-1",
    "1e999",
    "[]",
    "{}",
    "\\n",
    "\\u0000",
    "ä♞",
    "999999999",
    "_ _ _",
];

/// The number in an environment variable, or the usual one. `cargo xtask soak` sets them.
fn number(name: &str, usual: u64) -> u64 {
    let text = std::env::var(name).ok();
    text.map_or(usual, |text| text.parse().expect("a number"))
}

#[test]
fn no_body_makes_an_answer_panic() {
    let mut state = number("SEED", 7);
    let rounds = number("ROUNDS", 3_000);
    let mut random = |below: usize| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        (state >> 33) as usize % below
    };
    let mut answered = 0;
    for _ in 0..rounds {
        let mut body = BODIES[random(BODIES.len())].to_owned();
        for _ in 0..random(3) {
            let from = random(body.len());
            let to = (from + random(6)).min(body.len());
            if body.is_char_boundary(from) && body.is_char_boundary(to) {
                body.replace_range(from..to, PARTS[random(PARTS.len())]);
            }
        }
        let request = match Request::read(body.as_bytes()) {
            Ok(request) => request,
            Err(refusal) => {
                assert!(!refusal.message.is_empty(), "{body}");
                continue;
            }
        };
        let limits = Limits {
            time: Some(Duration::from_millis(50)),
            memory: Some(16 << 20),
            states: Some(2_000),
            ..Limits::default()
        };
        let route = Route::ALL[random(Route::ALL.len())];
        match answer(route, &request, &Job::new(limits.from_now(), |_, _| ())) {
            Ok(_) => answered += 1,
            Err(refusal) => assert!(!refusal.message.is_empty(), "{body}"),
        }
    }
    assert!(answered > rounds / 10, "{answered}");
}
