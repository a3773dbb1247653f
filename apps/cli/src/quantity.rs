//! Parses and formats durations, sizes and counts.

use std::num::NonZeroUsize;
use std::ops::RangeInclusive;
use std::time::Duration;

use bytesize::ByteSize;
use fewest_rules::grouped;
use fewest_search::Weight;

/// Parses a duration such as `30s`, `500ms` or `1h 30m`; a number without a unit means seconds.
pub(crate) fn duration(text: &str) -> Result<Duration, String> {
    if let Ok(seconds) = text.parse::<f64>() {
        return Duration::try_from_secs_f64(seconds)
            .map_err(|_| format!("{text} is not a time, expected e.g. 30s"));
    }
    humantime::parse_duration(text).map_err(|error| format!("{error}, expected e.g. 30s"))
}

/// Parses a size such as `4GiB` or `500MB`; a number without a unit means bytes. A number as small
/// as `4` lacks its unit.
pub(crate) fn bytes(text: &str) -> Result<u64, String> {
    let size = text.parse::<ByteSize>();
    let size = size.map_err(|_| format!("{text} is not a size, expected e.g. 4GiB"))?;
    let size = size.as_u64();
    match text.parse::<u64>() {
        Ok(2..1024) => Err(format!("{text} bytes are too few; did you mean {text}GiB?")),
        _ => Ok(size),
    }
}

/// Parses a range: a number such as `13`, `12..15` with both ends included, or `30..` without an
/// end.
pub(crate) fn range(text: &str) -> Result<RangeInclusive<u32>, String> {
    let (first, last) = text.split_once("..").unwrap_or((text, text));
    let last = last.strip_prefix('=').unwrap_or(last);
    let last = match last {
        "" => Ok(u32::MAX),
        last => last.parse(),
    };
    match (first.parse(), last) {
        (Ok(first), Ok(last)) if first <= last => Ok(first..=last),
        (Ok(first), Ok(last)) => Err(format!(
            "{first} is more than {last}; did you mean {last}..{first}?"
        )),
        _ => Err(format!(
            "{text} is no range of moves, expected e.g. 13, 12..15 or 30.."
        )),
    }
}

/// Parses a weight such as `1`, `1.5` or `1.05`.
pub(crate) fn weight(text: &str) -> Result<Weight, String> {
    let (whole, part) = text.split_once('.').unwrap_or((text, "0"));
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    let written = digits(whole) && digits(part) && part.len() <= 2;
    let hundredths = || format!("{whole}{part:0<2}").parse().ok();
    written
        .then(hundredths)
        .flatten()
        .and_then(Weight::per_cent)
        .ok_or_else(|| {
            format!(
                "expected {} to {} with at most two decimals, e.g. 1.5",
                Weight::ONE,
                Weight::MOST
            )
        })
}

/// Parses the width of a beam such as `1` or `1000`.
pub(crate) fn width(text: &str) -> Result<NonZeroUsize, String> {
    text.parse()
        .map_err(|_| "expected a whole number from 1 on, e.g. 1000".to_owned())
}

/// Formats a size such as `2 GiB`, `1.5 MiB` or `80 B`.
pub(crate) fn show_bytes(bytes: u64) -> String {
    ByteSize::b(bytes)
        .display()
        .iec()
        .to_string()
        .replace(".0 ", " ")
}

/// Formats a duration with a suitable number of digits, such as `71 µs`, `2.4 ms` or `13 s`.
pub(crate) fn show_duration(time: Duration) -> String {
    let seconds = time.as_secs_f64();
    let (value, unit) = match seconds {
        0.0 => return "0 s".to_owned(),
        s if s < 1e-3 => (s * 1e6, "µs"),
        s if s < 1.0 => (s * 1e3, "ms"),
        s => (s, "s"),
    };
    if value < 10.0 {
        format!("{value:.1} {unit}")
    } else {
        format!("{value:.0} {unit}")
    }
}

/// Formats a count with a noun, such as `1 move`, `4 moves` or `65,536 boards`.
pub(crate) fn count(n: u64, one: &str, many: &str) -> String {
    format!(
        "{} {}",
        grouped(&n.to_string()),
        if n == 1 { one } else { many }
    )
}

#[cfg(test)]
mod tests {
    use super::{bytes, count, duration, range, show_bytes, show_duration, weight, width};
    use std::time::Duration;

    #[test]
    fn times_are_read_as_people_write_them() {
        assert_eq!(duration("30s"), Ok(Duration::from_secs(30)));
        assert_eq!(duration("1.5"), Ok(Duration::from_millis(1500)));
        assert_eq!(duration("500ms"), Ok(Duration::from_millis(500)));
        for wrong in [
            "",
            "-1",
            "soon",
            "NaN",
            "inf",
            "1e400",
            "99999999999999999999999s",
        ] {
            assert!(duration(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn ranges_include_both_ends() {
        assert_eq!(range("13"), Ok(13..=13));
        assert_eq!(range("12..15"), Ok(12..=15));
        assert_eq!(range("12..=15"), Ok(12..=15));
        assert_eq!(range("30.."), Ok(30..=u32::MAX));
        for wrong in ["", "15..12", "-1", "..", "many"] {
            assert!(range(wrong).is_err(), "{wrong}");
        }
        let swapped = range("7..5").expect_err("the greater number first");
        assert_eq!(swapped, "7 is more than 5; did you mean 5..7?");
    }

    #[test]
    fn weights_and_widths_are_read_as_they_are_shown() {
        for right in ["1", "1.5", "1.05", "12.34", "10000"] {
            assert_eq!(weight(right).map(|w| w.to_string()).as_deref(), Ok(right));
        }
        assert_eq!(weight("2.50").map(|w| w.hundredths()), Ok(250));
        for wrong in [
            "",
            ".",
            "0.5",
            "0.99",
            "10000.01",
            "1.",
            ".5",
            "1.005",
            "1,5",
            "1e9",
            "+2",
            "-1",
            "NaN",
            "inf",
            "99999999999",
        ] {
            let error = weight(wrong).expect_err(wrong);
            assert!(error.starts_with("expected 1 to 10000 "), "{error}");
        }
        assert_eq!(width("1000").map(|n| n.get()), Ok(1000));
        for wrong in ["", "0", "-1", "1e9", "2.5", "99999999999999999999"] {
            assert!(width(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn sizes_are_read_and_shown() {
        assert_eq!(bytes("4GiB"), Ok(4 << 30));
        assert_eq!(bytes("500MB"), Ok(500_000_000));
        assert_eq!(bytes("1024"), Ok(1024));
        assert!(bytes("-1").is_err() && bytes("many").is_err());
        let lacking = bytes("4").expect_err("a number without a unit");
        assert_eq!(lacking, "4 bytes are too few; did you mean 4GiB?");
        assert_eq!(show_bytes(2 << 30), "2 GiB");
        assert_eq!(show_bytes(80), "80 B");
    }

    #[test]
    fn numbers_are_shown_for_the_eye() {
        assert_eq!(count(1, "move", "moves"), "1 move");
        assert_eq!(count(65_536, "board", "boards"), "65,536 boards");
        assert_eq!(show_duration(Duration::from_micros(71)), "71 µs");
        assert_eq!(show_duration(Duration::from_millis(2400)), "2.4 s");
    }
}
