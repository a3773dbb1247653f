// Where the solutions of a board differ.

/** @typedef {{at: number, moves: string[]}} Run Moves that follow each other, from the place `at`. */

/**
 * The moves of a solution that are others than those of the first one at the same places.
 * @param {string[]} first
 * @param {string[]} other
 * @returns {Run[]}
 */
export function differences(first, other) {
  /** @type {Run[]} */
  const runs = [];
  for (const [at, move] of other.entries()) {
    if (move === first[at]) continue;
    const last = runs.at(-1);
    if (last && last.at + last.moves.length === at) last.moves.push(move);
    else runs.push({ at, moves: [move] });
  }
  return runs;
}
