//! Every judge on arbitrary bytes: the same answers and a first fault at the same
//! place whether the input comes whole or in pieces. Its words may differ: the
//! rest of a line or of a character that has not come yet cannot be shown.
#![no_main]

use std::io::Read;
use std::sync::atomic::AtomicBool;

use fewest::judge::{JudgeError, run};
use fewest::judges;
use libfuzzer_sys::fuzz_target;

/// Delivers the input `size` bytes at a time.
struct Pieces<'a> {
    rest: &'a [u8],
    size: usize,
}

impl Read for Pieces<'_> {
    fn read(&mut self, out: &mut [u8]) -> std::io::Result<usize> {
        let n = self.size.min(self.rest.len()).min(out.len());
        let (head, tail) = self.rest.split_at(n);
        out[..n].copy_from_slice(head);
        self.rest = tail;
        Ok(n)
    }
}

fuzz_target!(|data: &[u8]| {
    let Some((&choice, input)) = data.split_first() else {
        return;
    };
    let names: Vec<&str> = judges::all().iter().map(|judge| judge.name).collect();
    let name = names[usize::from(choice) % names.len()];
    let answer = |size: usize| {
        let mut judge = judges::find(name).expect("a listed judge is found");
        let mut out = Vec::new();
        let result = run(
            &mut *judge,
            &mut Pieces { rest: input, size },
            &mut out,
            &AtomicBool::new(false),
        );
        let result = result.map_err(|error| match error {
            JudgeError::Malformed(malformed) => {
                let text = malformed.render("<stdin>", false);
                let place = text.lines().find_map(|line| line.trim().strip_prefix("--> "));
                place.expect("a refusal names its place").to_owned()
            }
            other => panic!("{other}"),
        });
        (out, result)
    };
    assert_eq!(answer(usize::MAX), answer(1 + usize::from(choice) / names.len()));
});
