//! Characters that cannot be shown are escaped, once and for all.

use fewest::printable::{is_unprintable, line, lines};

#[test]
fn what_std_prints_as_it_stands_is_printable_and_escapes_are_stable() {
    for c in ('\0'..=char::MAX).filter(|&c| is_unprintable(c)) {
        let text = format!("a{c}b");
        let escaped = line(&text).into_owned();
        assert!(escaped.starts_with("a\\") && escaped.is_ascii(), "{c:?}");
        assert_eq!(line(&escaped), escaped, "{c:?}");
        assert_eq!(lines(&text) == text, c == '\n', "{c:?}");
    }
    // The standard library knows which characters are for control and format.
    for c in ('\0'..='\u{2fff}').filter(|&c| c.is_control()) {
        assert!(is_unprintable(c), "{c:?}");
    }
    for c in "aÄé字😀█\u{301}\u{fe0f}\u{a0}".chars() {
        assert!(!is_unprintable(c), "{c:?}");
    }
}
