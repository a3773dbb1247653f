// Puzzle files that users can start from.

/** @type {{title: string, text: string}[]} */
export const TEMPLATES = [
  {
    title: 'Crates: push them onto marks',
    text: `puzzle crates                    // a robot pushes crates onto marks
symbols '#' _ R c
draw x = _ on mark               // x is floor with a mark
move go(dir)                     // up, left, right and down
  [R | _]     -> [_ | R]         // what a row of cells is before, and behind the move
  [R | c | _] -> [_ | R | c]
goal on mark c
start
  #######
  #R_c_x#
  #######
expect 3
`,
  },
  {
    title: 'Lights: a press changes its neighbours',
    text: `puzzle lights
symbols . *

move press(cell)
  cell   +1                      // the next symbol: . becomes *, and * becomes .
  beside +1

goal all .

start
  * . *
  . * .
  * . *
`,
  },
  {
    title: 'Tiles: slide them into the gap',
    text: `puzzle tiles
symbols 1 2 3 4 5 _
board 2x3

move slide(cell, dir)            // the gap lies on the cell, a tile beside it
  [_ | ?x] -> [?x | _]

goal board
  1 2 3
  4 5 _

start
  4 1 2
  5 3 _
`,
  },
];
