//! Scenes as text.

use crate::samples;

use fewest_scene::text::{TextColours, render};
use fewest_scene::{Scene, Theme};

fn plain(scene: &Scene) -> String {
    render(scene, TextColours::Plain, Theme::Light)
}

#[test]
fn boards_are_plain_text() {
    assert_eq!(
        plain(&samples::fifteen()),
        " 5  1  3  4\n 2  6  8 12\n 9 10  _  7\n13 14 11 15\n"
    );
    assert_eq!(plain(&samples::flip()), "bwwb\nwbww\nbbbw\nwbwb\n");
    assert_eq!(
        plain(&samples::net()),
        "  WG\n  WG\nOOGYRRWB\nOOGYRRWB\n  YB\n  YB\n"
    );
}

#[test]
fn marks_show_below_and_beside_symbols() {
    assert_eq!(
        plain(&samples::sokoban()),
        " #  #  #  #\n #  .  _  #  #  #\n #  .  $  @  _  #\n #  _  _ $'  _  #\n #  _  _  #  #  #\n #  #  #  #\n"
    );
}

#[test]
fn walls_are_drawn_and_the_player_leaves() {
    let text = plain(&samples::maze());
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 9);
    assert_eq!(lines[0], "+-+-+-+-+-+-+");
    assert!(lines[3].ends_with(" @"), "{text}");
    assert!(lines[8].starts_with("+-+-+-+-+ +-+"), "{text}");
}

#[test]
fn rows_have_names() {
    let text = plain(&samples::cube());
    assert!(text.starts_with("corners    URF UFL ULB"), "{text}");
    assert_eq!(text.lines().count(), 3);
}

#[test]
fn labels_stand_beside_their_rows_and_columns() {
    let text = plain(&samples::shapes());
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[0].trim_end(), "    A");
    assert!(lines[2].starts_with("H  s6"), "{text}");
    assert!(lines[6].starts_with("turn: white"), "{text}");
}

/// Leaves the escape sequences out.
fn stripped(text: &str) -> String {
    let mut plain = String::new();
    let mut characters = text.chars();
    while let Some(c) = characters.next() {
        if c == '\u{1b}' {
            for c in characters.by_ref() {
                if c == 'm' {
                    break;
                }
            }
        } else {
            plain.push(c);
        }
    }
    plain
}

#[test]
fn colours_change_no_character() {
    let scenes = [
        samples::fifteen(),
        samples::sokoban(),
        samples::maze(),
        samples::rush_hour(),
        samples::pieces(),
        samples::cube(),
        samples::shapes(),
    ];
    for scene in scenes {
        for colours in [TextColours::Ansi256, TextColours::TrueColour] {
            let coloured = render(&scene, colours, Theme::Dark);
            assert!(coloured.contains("\u{1b}["));
            let trimmed: String = stripped(&coloured)
                .lines()
                .map(|line| format!("{}\n", line.trim_end_matches(' ')))
                .collect();
            assert_eq!(trimmed, plain(&scene));
        }
    }
}
