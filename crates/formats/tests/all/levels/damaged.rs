//! Reads damaged files. All that is read must lie within the text and within the limits, and so
//! must the places of the faults.

use fewest_formats::{Level, rush_hour, sokoban, tile_list};
use fewest_ground::limits::MOST_CELLS;
use fewest_rules::Faults;

use crate::rounds::{rounds, seed};

/// A small generator of pseudo-random numbers.
struct Random(u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % end as u64) as usize
    }
}

const COLLECTION: &str = "\
Author: Ada
Comment:
not # a level
Comment-End:

; 1

  ####
###  #
#@$ .#
######
Title: One

2
5#|#-p-#|2(#b)#|#o-o#|5#
lurdLURDlurd
'Three'

# # # #
# @ $ #
# . _ #
# # # #
";
const BOARDS: &str = "\
60 IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM 2332
BBoKMxDDDKMoIAALooIoJLEEooJFFNoGGoxN

ooBBMxDDDKMoAAJKoNooJEENIFFLooIGGLox 3
";
const ROWS: &str = "\
ooo.oB
oooooB
AAoooo
oooooo
oooooo
oooooo
";
const TILES: &str = "\
# a list
1 14 13 15 7 11 12 9 5 6 0 2 1 4 8 10 3
2 13,5,4,10,9,12,8,14,2,3,7,1,0,15,11,6
3 14 7 8 2 13 11 10 4 9 12 5 0 3 6 1 15
";
const POSITIONS: &str = "\
3 3
starting positions for each tile:
8 7 6 5 4 3 2 1 0
goal positions:
0 1 2 3 4 5 6 7 8
";
const SOLUTION: &str = "2(lUr3(dR))uuLLd 3l2(uR)";
const TEXTS: [&str; 6] = [COLLECTION, BOARDS, ROWS, TILES, POSITIONS, SOLUTION];
const PARTS: [&str; 22] = [
    "#",
    "@",
    " ",
    "\n",
    "\n\n",
    "|",
    "(",
    ")",
    "99999999999999999999",
    "7",
    "x",
    "é",
    "\u{0}",
    "\t",
    "Title:",
    "Comment:",
    "o",
    "-1",
    ",",
    "0",
    "4 4\nstarting positions\n",
    "_\r",
];

fn damaged(text: &str, random: &mut Random) -> String {
    let mut text = text.to_owned();
    for _ in 0..1 + random.below(5) {
        let mut start = random.below(text.len() + 1);
        while !text.is_char_boundary(start) {
            start -= 1;
        }
        let mut end = (start + random.below(12)).min(text.len());
        while !text.is_char_boundary(end) {
            end += 1;
        }
        match random.below(4) {
            0 => text = text[start..].to_owned() + &text[..start],
            _ => text.replace_range(start..end, PARTS[random.below(PARTS.len())]),
        }
    }
    text
}

fn told(text: &str, faults: &Faults) {
    assert!((1..=20).contains(&faults.as_slice().len()), "{text:?}");
    for fault in faults.as_slice() {
        assert!(
            text.get(fault.span.clone()).is_some(),
            "{fault:?} in {text:?}"
        );
        for (span, _) in &fault.context {
            assert!(text.get(span.clone()).is_some(), "{fault:?} in {text:?}");
        }
    }
}

fn levels(text: &str, read: Result<Vec<Level>, Faults>) -> usize {
    let levels = match read {
        Ok(levels) => levels,
        Err(faults) => {
            told(text, &faults);
            return 0;
        }
    };
    let mut end = 0;
    for level in &levels {
        assert!(text.get(level.span.clone()).is_some() && end <= level.span.start);
        end = level.span.end;
        let rows: Vec<usize> = level
            .drawing
            .lines()
            .map(|row| row.chars().count())
            .collect();
        assert!(rows.iter().sum::<usize>() <= MOST_CELLS, "{text:?}");
    }
    levels.len()
}

#[test]
fn damaged_files_are_read_or_refused() {
    let mut random = Random(seed(12));
    let rounds = rounds(6_000) as usize;
    let mut read = [0; 4];
    let mut refused = 0;
    for round in 0..rounds {
        let text = damaged(TEXTS[round % TEXTS.len()], &mut random);
        let collection = sokoban::read(&text);
        refused += usize::from(collection.is_err());
        if let Ok(all) = &collection {
            for level in all {
                let players = level.drawing.matches(['@', '+']).count();
                assert_eq!(players, 1, "{text:?}");
                let rows = level.drawing.lines().map(str::len);
                assert_eq!(rows.clone().min(), rows.max(), "{text:?}");
                // If a level begins with a wall, reading its drawing gives the same drawing.
                if level.drawing.lines().next().unwrap().contains('#') {
                    let again = sokoban::read(&level.drawing).unwrap();
                    assert_eq!(again[0].drawing, level.drawing);
                }
            }
        }
        read[0] += levels(&text, collection);
        sokoban::is_ambiguous(&text);
        if let Some(boards) = rush_hour::read(&text) {
            read[1] += levels(&text, boards);
        }
        match tile_list::read(&text) {
            None => {}
            Some(Err(faults)) => told(&text, &faults),
            Some(Ok(boards)) => {
                for board in &boards {
                    assert!(text.get(board.span.clone()).is_some());
                    let mut tiles = board.tiles.clone();
                    tiles.sort_unstable();
                    let all = 0..(board.rows * board.columns) as u8;
                    assert_eq!(tiles, all.collect::<Vec<u8>>(), "{text:?}");
                }
                read[2] += boards.len();
            }
        }
        match sokoban::read_lurd(&text) {
            Err(faults) => told(&text, &faults),
            Ok(_) => read[3] += 1,
        }
    }
    assert!(
        read[0] > rounds / 6 && read[1..].iter().all(|&read| read > rounds / 120),
        "{read:?}"
    );
    assert!(refused > rounds / 60, "{refused}");
}
