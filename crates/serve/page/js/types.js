// The types of the server's answers and of the page's own data.

/** @typedef {[number, number]} Cell A row and a column, counted from 0. */
/** @typedef {[Cell, Cell]} Movement From and to; they are equal if something changed in place. */
/** @typedef {{name: string, moved: Movement[]}} LegalMove */

/**
 * The content of a position, without its style.
 * @typedef {object} Scene
 * @property {(string | null)[][]} cells
 * @property {string} [layout]
 * @property {{symbol: string, cells: Cell[]}[]} [pieces]
 * @property {{cell: Cell, symbol?: string}[]} [marks]
 * @property {{cell: Cell, beyond?: string}} [player]
 */

/**
 * @typedef {object} Position
 * @property {string | null} title
 * @property {string} svg
 * @property {Scene} scene
 * @property {string | null} text
 * @property {Movement[]} moved
 * @property {boolean} solved
 * @property {LegalMove[]} moves
 * @property {number} made
 */

/** @typedef {{goal?: string, colours?: number, first?: string}} Options */
/** @typedef {{name: string, text?: string}} PuzzleChoice */

/**
 * A puzzle, a board and the moves made on it.
 * @typedef {object} Game
 * @property {PuzzleChoice} puzzle
 * @property {Options} options
 * @property {string | null} board
 * @property {string[]} moves
 */

/**
 * @typedef {object} BuiltIn
 * @property {string} name
 * @property {string} title
 * @property {string} summary
 * @property {string} sizes
 * @property {string} notation
 * @property {string} moves
 * @property {string[]} accepts
 * @property {string} example
 */

/** @typedef {{name: string, title: string, text: string}} PuzzleFile */
/** @typedef {{built_in: BuiltIn[], files: PuzzleFile[], named: number}} Catalogue The first `named` files are those with which the server was started. */

/**
 * @typedef {object} Answer
 * @property {'solved' | 'unsolvable' | 'stopped'} outcome
 * @property {number} [length]
 * @property {string[]} [moves]
 * @property {string} [proof]
 * @property {number} [lower_bound]
 * @property {number} [cost_lower_bound] in place of `lower_bound` where the cost of moves comes first
 * @property {string} [reason]
 * @property {string} [unit] what the costs of moves count, if they have costs
 * @property {number} [cost]
 * @property {string[]} [hints] the sentences of the three grades of a hint
 * @property {string} method
 * @property {string} [note]
 * @property {number} expanded
 * @property {number} generated
 * @property {number} seconds
 * @property {number} peak_bytes
 */

/** @typedef {{states: number, rate: number, depth: number, bytes: number, seconds: number}} Progress */

/**
 * A fault in a text. Offsets count UTF-16 code units, and lines and columns count from 1.
 * @typedef {object} Fault
 * @property {number} from
 * @property {number} to
 * @property {number} line
 * @property {number} column
 * @property {'error' | 'warning'} severity
 * @property {string} message
 * @property {string} label
 * @property {string | null} help
 */

/**
 * The server's answer about a puzzle file that a user is writing.
 * @typedef {object} Reading
 * @property {boolean} ok
 * @property {string} [name]
 * @property {string} [message]
 * @property {string | null} [problem]
 * @property {Fault[]} faults
 * @property {{svg: string, scene: Scene, text: string | null} | null} [start]
 * @property {string | null} [goal] A picture of the goal, if a single board is the goal.
 */

/** @typedef {{text: string, svg: string | null, length?: number | null}} DrawnBoard */

/** @typedef {{text: string, title: string | null}} Level A board of a collection. */

export {};
