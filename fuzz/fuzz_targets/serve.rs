#![no_main]

//! The JSON API of the server: no body of a request makes it panic, and what it refuses has a message.

use std::time::Duration;

use fewest_rules::Limits;
use fewest_serve::api::{Job, Request, Route, answer};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let Some((&first, body)) = data.split_first() else {
        return;
    };
    let route = Route::ALL[usize::from(first) % Route::ALL.len()];
    let Ok(request) = Request::read(body) else {
        return;
    };
    let limits = Limits {
        time: Some(Duration::from_millis(50)),
        memory: Some(16 << 20),
        states: Some(2_000),
        ..Limits::default()
    };
    if let Err(refusal) = answer(route, &request, &Job::new(limits.from_now(), |_, _| ())) {
        assert!(!refusal.message.is_empty());
    }
});
