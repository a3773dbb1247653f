//! Sokoban levels with other characters, and collections in XML.

use fewest_formats::sokoban::read;

const WANTED: &str = "#####\n#@$.#\n#.$*#\n#####";

fn drawings(text: &str) -> Vec<String> {
    let levels = read(text).unwrap().into_iter();
    levels.map(|level| level.drawing).collect()
}

fn faults(text: &str) -> Vec<String> {
    let faults = read(text).unwrap_err();
    let faults = faults.as_slice().iter();
    faults.map(|fault| fault.message.clone()).collect()
}

#[test]
fn walls_of_x() {
    let text = "Maze: 1\n\nXXXXX\nX@*.X\nX.*&X\nXXXXX\n\nMaze: 2, Xtra *\nXXX\nX@X\nXXX\n";
    assert_eq!(drawings(text), [WANTED, "###\n#@#\n###"]);
    // Two rows make no level, and a text with usual walls has no others.
    assert_eq!(drawings("XX\nXX\n"), [""; 0]);
    assert_eq!(
        drawings("XXX\nX@X\nXXX\n###\n#@#\n###\n"),
        ["###\n#@#\n###"]
    );
}

#[test]
fn boxes_b_and_boxes_on_goals() {
    assert_eq!(drawings("#####\n#@B.#\n#.B&#\n#####\n"), [WANTED]);
    assert_eq!(drawings("#####\n#@B.#\n#.B*#\n#####\n"), [WANTED]);
    // Beside other boxes, B stands on a goal.
    assert_eq!(drawings("#####\n#@$.#\n#.$B#\n#####\n"), [WANTED]);
}

#[test]
fn an_unknown_character_is_one_fault() {
    let text = "#####\n#@?.#\n#??.#\n#%$*#\n#####\n";
    assert_eq!(
        faults(text),
        [
            "unknown character '?' in 2 rows of levels",
            "unknown character '%' in a level"
        ]
    );
}

#[test]
fn xml() {
    let text = "<?xml version=\"1.0\"?>\n<!DOCTYPE SokobanLevels SYSTEM \"SokobanLev.dtd\">\n\
        <SokobanLevels><Title>Mine</Title><LevelCollection Copyright=\"Ada\">\n\
        <Level Id=\"Cellar\" Width=\"5\"><L>#####</L><L>#@$.#</L><L>#.$*# </L><L>#####</L></Level>\n\
        <Level Id=\"Walls\"><L>###</L></Level>\n\
        <Level><L> ###</L><L>##@#</L><L>####</L></Level>\n\
        </LevelCollection></SokobanLevels>\n";
    let levels = read(text).unwrap();
    assert_eq!(levels.len(), 2);
    assert_eq!(levels[0].drawing, WANTED);
    assert_eq!(levels[0].title.as_deref(), Some("Cellar"));
    assert_eq!(levels[0].author.as_deref(), Some("Ada"));
    assert!(text[levels[0].span.clone()].starts_with("#####</L>"));
    assert_eq!(levels[1].drawing, "_###\n##@#\n####");
    assert_eq!(levels[1].title, None);
}

#[test]
fn damaged_xml_has_a_place() {
    let text = "<SokobanLevels>\n<Level></Lebel>\n</SokobanLevels>";
    let faults = read(text).unwrap_err();
    let fault = &faults.as_slice()[0];
    assert!(fault.message.contains("no valid XML"), "{}", fault.message);
    assert_eq!(fault.span.start, text.find("</Lebel").unwrap());
}
