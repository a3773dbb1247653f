//! Collections of Sokoban levels.

use fewest_formats::Level;
use fewest_formats::sokoban::{is_ambiguous, is_lurd, read, read_lurd};

fn drawings(text: &str) -> Vec<String> {
    let levels = read(text).unwrap().into_iter();
    levels.map(|level| level.drawing).collect()
}

fn titles(text: &str) -> Vec<Option<String>> {
    let levels = read(text).unwrap().into_iter();
    levels.map(|level| level.title).collect()
}

#[test]
fn rows_of_different_lengths_and_all_characters() {
    let text = "  ####\n###  ####\n#@-_ .$*#\n#+";
    let level = read(text.strip_suffix("\n#+").unwrap()).unwrap();
    assert_eq!(level[0].drawing, "__####___\n###__####\n#@___.$*#");
    assert_eq!(&text[level[0].span.clone()], &text[2..text.len() - 3]);
    // The text uses letters for the contents of floor cells and goal cells.
    assert_eq!(
        drawings("#######\n#pbBo #\n#######"),
        ["#######\n#@$*._#\n#######"]
    );
    assert_eq!(drawings("####\r\n#P$#\r\n####\r\n"), ["####\n#+$#\n####"]);
}

#[test]
fn run_lengths_in_rows_lines_and_groups() {
    let wanted = "#####\n#@$.#\n#####";
    for text in [
        "5#\n#@$.#\n5#",
        "5#|#@$.#|5#",
        "5#|#@$.#|5#|",
        "5#|\n#@$.#|\n5#|",
        "2(2#)#|#@$.#|1(5#)",
        "5#|#(@)$1.1#|5(1(#))",
    ] {
        assert_eq!(drawings(text), [wanted], "{text}");
    }
    assert_eq!(drawings("2(#-)#|#@#"), ["#_#_#\n#@#__"]);
    assert_eq!(drawings("3#|#@#||3#"), ["###\n#@#\n___\n###"]);
}

#[test]
fn empty_rows_inside_and_levels_with_blanks_between_symbols() {
    assert_eq!(drawings("####\n-\n#@$#\n_\n####")[0].lines().count(), 5);
    // This is how the program prints boards.
    let printed = "# # # # #\n# @ $ x #".replace('x', ".");
    assert_eq!(drawings(&printed), ["#####\n#@$.#"]);
    let indented = "  # # #\n  # @ #\n  # # #";
    assert_eq!(drawings(indented), ["###\n#@#\n###"]);
    // If there is one blank more, the blanks are floor.
    assert_eq!(drawings("# # #\n#@  #"), ["#_#_#\n#@__#"]);
}

#[test]
fn titles_stand_before_or_after_their_levels() {
    let level = "###\n#@#\n###";
    let all = format!("; 1\n\n{level}\n\n; 2\n'Two'\n\n{level}\n\n3\n{level}\n");
    let named = |names: &[&str]| -> Vec<Option<String>> {
        names.iter().map(|name| Some((*name).to_owned())).collect()
    };
    assert_eq!(titles(&all), named(&["1", "Two", "3"]));
    let after = format!("1\n{level}\nTitle: One\nAuthor: Ada\n\n2\n{level}\ntitle : Two\n");
    assert_eq!(titles(&after), named(&["One", "Two"]));
    let before = format!("Title: One\n{level}\n\nTitle: Two\nAuthor: Bob\n{level}\n");
    assert_eq!(titles(&before), named(&["One", "Two"]));
    let authors = |text: &str| -> Vec<Option<String>> {
        let levels = read(text).unwrap().into_iter();
        levels.map(|level| level.author).collect()
    };
    assert_eq!(authors(&after), [Some("Ada".to_owned()), None]);
    assert_eq!(authors(&before), [None, Some("Bob".to_owned())]);
    let whole = format!("Author: Eve\n\nA\n{level}\n\nB\n{level}\nAuthor: Bob\n");
    assert_eq!(authors(&whole), named(&["Eve", "Bob"]));
    // A paragraph, a property, a solution and an empty text are not titles.
    let none = format!(
        "of two\nlines\n\n{level}\n\nDate: x\n\n{level}\n\nlurdLURDlurd\n\n{level}\n\n{level}"
    );
    assert_eq!(titles(&none), [None, None, None, None]);
}

#[test]
fn comments_and_decorations_are_no_levels() {
    let text = "\
Set: Mine
Comment:
####
#@.#
####
Comment-End:
##########

; # a comment
###
#@#
###
Comment: one line
Title: Cell
Comment:
never ends
";
    let levels = read(text).unwrap();
    let [Level { title, span, .. }] = &levels[..] else {
        panic!("{levels:?}")
    };
    assert_eq!(title.as_deref(), Some("Cell"));
    assert_eq!(&text[span.clone()], "###\n#@#\n###");
    for nothing in ["", "\n\n", "no level\n", "1 2 3\n4 5 6\n", "####\n####\n"] {
        assert_eq!(read(nothing).unwrap(), [], "{nothing}");
    }
}

#[test]
fn a_text_is_ambiguous_if_its_blanks_may_be_floor() {
    for plain in [
        "####\n#@_#\n####",
        "# # #\n# @ #",
        "  ###\n  #@#\n\n ###\n",
        "###  \n#@#\t\n",
    ] {
        assert!(!is_ambiguous(plain), "{plain}");
    }
    for ambiguous in [
        "####\n#@ #",
        " ####\n#@$.#",
        "# #\n#@#\n # #",
        "a title\n###",
    ] {
        assert!(is_ambiguous(ambiguous), "{ambiguous}");
    }
}

#[test]
fn lurd_with_run_lengths() {
    let letters = |text: &str| -> String {
        let steps = read_lurd(text).unwrap().into_iter();
        steps.map(|(way, _)| way.letter(false)).collect()
    };
    assert_eq!(letters("lUrD\n 2l"), "lurdll");
    assert_eq!(letters("2(l2(Ud)r)"), "lududrlududr");
    let places = read_lurd("u 2(Lr)").unwrap();
    let places: Vec<_> = places.into_iter().map(|(_, place)| place).collect();
    assert_eq!(places, [0..1, 4..5, 5..6, 4..5, 5..6]);
    assert!(is_lurd("3(ul) D") && !is_lurd("up") && !is_lurd("12") && !is_lurd(""));
}
