//! Judges, byte for byte.

use std::io::{BufRead, BufReader, Write};
use std::process::Stdio;
use std::time::Duration;

use crate::program::{command, fewest, golden};

/// Judge, folder of its golden cases, another name.
const JUDGES: [(&str, &str, &str); 4] = [
    ("poj-1753", "flip", "timus-1060"),
    ("codevs-1004", "four", "luogu-p2346"),
    ("uva-10384", "wall", "uva10384"),
    ("poj-2286", "rotation", "hdu-1667"),
];

#[test]
fn golden_cases_are_answered_byte_for_byte() {
    for (judge, folder, alias) in JUDGES {
        for (name, input, output) in golden(folder) {
            for judge in [judge, alias] {
                let ran = fewest(&["judge", judge], &input);
                assert_eq!(ran.stdout, output, "{judge} {name}");
                assert_eq!(
                    (ran.code, ran.stderr.as_str()),
                    (Some(0), ""),
                    "{judge} {name}"
                );
            }
        }
    }
}

#[test]
fn all_golden_cases_in_one_stream() {
    for (judge, folder, _) in JUDGES {
        let mut all = Vec::new();
        let mut expected = String::new();
        for (_, input, output) in golden(folder) {
            let text = String::from_utf8(input).unwrap();
            // An end mark in the middle would end the stream.
            all.extend_from_slice(without_end_mark(folder, &text).as_bytes());
            all.push(b'\n');
            expected += &output;
        }
        let ran = fewest(&["judge", judge], &all);
        assert_eq!(ran.code, Some(0), "{judge}: {}", ran.stderr);
        if ran.stdout != expected {
            assert_eq!(ran.stdout, expected, "{judge}");
        }
    }
}

/// The cases of an input up to the mark that ends it.
fn without_end_mark<'a>(folder: &str, text: &'a str) -> &'a str {
    match folder {
        "rotation" => text.split("\n0").next().unwrap(),
        "wall" => text.trim_end().trim_end_matches("0 0"),
        _ => text,
    }
    .trim_end()
}

#[test]
fn a_byte_order_mark_is_no_symbol() {
    for (judge, folder, _) in JUDGES {
        let (_, input, output) = golden(folder).remove(0);
        let marked = [b"\xef\xbb\xbf".as_slice(), &input].concat();
        let ran = fewest(&["judge", judge], marked);
        assert_eq!((ran.stdout, ran.code), (output, Some(0)), "{judge}");
    }
}

#[test]
fn no_input_is_no_case() {
    for (judge, ..) in JUDGES {
        for input in ["", "\n", "  \r\n\n", "\u{feff}"] {
            let ran = fewest(&["judge", judge], input);
            assert_eq!((ran.stdout.as_str(), ran.code), ("", Some(0)), "{judge}");
            assert!(ran.stderr.contains("no cases"), "{judge}: {}", ran.stderr);
        }
    }
}

#[test]
fn an_answer_is_out_before_the_next_case_is_read() {
    for (judge, folder, _) in JUDGES {
        let (_, input, output) = golden(folder).remove(0);
        let mut child = command(&["judge", judge])
            .stderr(Stdio::inherit())
            .spawn()
            .unwrap();
        let mut stdin = child.stdin.take().unwrap();
        let mut stdout = BufReader::new(child.stdout.take().unwrap());
        let text = String::from_utf8(input).unwrap();
        let case = without_end_mark(folder, &text);
        for _ in 0..3 {
            stdin.write_all(case.as_bytes()).unwrap();
            stdin.write_all(b"\n").unwrap();
            stdin.flush().unwrap();
            let mut answer = String::new();
            while answer.len() < output.len() {
                stdout.read_line(&mut answer).unwrap();
            }
            assert_eq!(answer, output, "{judge}");
            std::thread::sleep(Duration::from_millis(5));
        }
        drop(stdin);
        assert_eq!(child.wait().unwrap().code(), Some(0));
    }
}

#[test]
fn an_unknown_judge_is_named_and_the_known_ones_listed() {
    let ran = fewest(&["judge", "poj-1"], "");
    assert_eq!(ran.code, Some(2));
    assert!(ran.stderr.contains("no judge 'poj-1'"), "{}", ran.stderr);
    for (judge, ..) in JUDGES {
        assert!(ran.stderr.contains(judge), "{}", ran.stderr);
    }
}

#[test]
fn a_long_stream_is_answered_case_by_case() {
    let case = "bwwb\nbbwb\nbwwb\nbwww\n";
    let ran = fewest(&["judge", "poj-1753"], case.repeat(200_000));
    assert_eq!(ran.code, Some(0));
    assert_eq!(ran.stdout.len(), 400_000);
    assert!(ran.stdout.lines().all(|answer| answer == "4"));
}
