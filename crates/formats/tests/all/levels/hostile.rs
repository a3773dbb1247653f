//! Files that would take too much memory are refused, or are read with little memory.

use fewest_formats::sokoban::{MOST_STEPS, read, read_lurd};
use fewest_formats::{rush_hour, tile_list};

fn refused(text: &str, message: &str) {
    let faults = read(text).unwrap_err();
    let first = &faults.as_slice()[0];
    assert!(first.message.starts_with(message), "{first:?}");
}

#[test]
fn levels_that_are_too_large() {
    let large = "a level of more than 4096 cells";
    refused("9999999999999999999999#@", large);
    refused("9(9(9(9(9(9(#)))))@", "a level of more");
    refused(&format!("#@{}", "|".repeat(1 << 20)), large);
    refused(&format!("{}@\n", "#".repeat(1 << 20)), large);
    refused(&format!("#@\n{}", "#\n".repeat(1 << 20)), large);
    // All rows are made as long as the longest row.
    refused(
        &format!("{}@\n{}", "#".repeat(100), "#\n".repeat(100)),
        large,
    );
    let many = "4000#@\n\n".repeat(20_000);
    refused(&many, "levels of more than 67108864 cells");
}

#[test]
fn brackets_that_are_too_deep_are_no_row() {
    assert_eq!(read(&"(".repeat(1 << 20)).unwrap(), []);
    assert_eq!(read(&format!("#@{}", "9(".repeat(1 << 18))).unwrap(), []);
    assert_eq!(
        read(&format!("#@{}", "()".repeat(1 << 18))).unwrap().len(),
        1
    );
    assert_eq!(
        read(&format!("#@{}", "0#".repeat(1 << 18))).unwrap().len(),
        1
    );
}

#[test]
fn long_texts_without_levels() {
    for line in [
        "#\n\n",
        "Comment:\n",
        "a b\n",
        "\n",
        "# x #\n",
        "12345678\n",
    ] {
        assert_eq!(read(&line.repeat((1 << 22) / line.len())).unwrap(), []);
    }
    let numbers = "1 ".repeat(1 << 20);
    assert!(tile_list::read(&numbers).is_none());
    let list = format!("1 2 3 0 5\n{numbers}\n");
    assert!(tile_list::read(&list).is_none());
    assert!(rush_hour::read(&"o".repeat(1 << 22)).is_none());
}

#[test]
fn solutions_that_are_too_long() {
    let too_long = format!("more than {MOST_STEPS} steps");
    for text in [
        "99999999999999999999l",
        "9(9(9(9(9(9(9(9(l))))))))",
        "100000l2l",
    ] {
        let faults = read_lurd(text).unwrap_err();
        assert!(
            faults.as_slice()[0].message.starts_with(&too_long),
            "{text}"
        );
    }
    assert_eq!(read_lurd("99999l1(u)").unwrap().len(), MOST_STEPS);
    for text in ["(", ")", "3", "3 l", "l)", "((((((((((l))))))))))", "x"] {
        assert!(read_lurd(text).is_err(), "{text}");
    }
}
