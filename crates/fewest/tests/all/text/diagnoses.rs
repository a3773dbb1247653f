//! Errors as people see them: the place, the line and the help.

use fewest::diagnose::{Source, position, render};
use fewest_rules::{Fault, Faults};

#[test]
fn context_help_and_an_empty_span_at_a_line_end() {
    let text = b"b w w b\nb b w b\nb w w b\nb w w\n";
    let fault = Fault::new(
        29..29,
        "row 4 has 3 cells, the rows above have 4",
        "a cell is missing here",
    )
    .with_context(16..23, "4 cells")
    .with_help("add a cell");
    assert_eq!(
        render(&Source::whole("<stdin>", text), &Faults::from(fault), false),
        "\
error: row 4 has 3 cells, the rows above have 4
 --> <stdin>:4:6
  |
3 | b w w b
  | ------- 4 cells
4 | b w w
  |      ^ a cell is missing here
  |
help: add a cell
"
    );
}

#[test]
fn bytes_that_are_not_text_and_lines_that_are_lost_still_have_a_place() {
    let bytes = b"w\xff\xfeb x\n";
    let fault = Faults::from(Fault::new(
        5..6,
        "unknown cell symbol 'x'",
        "expected w or b",
    ));
    let text = render(&Source::whole("f", bytes), &fault, false);
    assert!(text.contains(" --> f:1:6\n"), "{text}");
    let lost = Source {
        name: "f",
        bytes,
        line: 7,
        column: 1000,
    };
    assert_eq!(position(&lost, 5), (7, 1006));
    let text = render(&lost, &fault, false);
    assert!(text.contains("f:7:1006"), "{text}");
    assert!(text.contains("expected w or b"), "{text}");
}

#[test]
fn a_very_long_line_is_not_quoted() {
    let line = vec![b'w'; 1 << 20];
    let fault = Faults::from(Fault::new(999_999..1_000_000, "a cell too many", "here"));
    let text = render(&Source::whole("f", &line), &fault, false);
    assert!(text.contains("f:1:1000000"), "{text}");
    assert!(text.len() < 200, "{text}");
}
