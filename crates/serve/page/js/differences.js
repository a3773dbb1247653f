// Where solutions differ.

/**
 * How many moves all the lists have in common at their beginning.
 * @param {string[][]} lists
 */
function commonStart(lists) {
  const [first = [], ...others] = lists;
  const end = first.findIndex((move, at) => others.some((other) => other[at] !== move));
  return end < 0 ? first.length : end;
}

/**
 * The parts of solutions of one length in which they differ: the moves before `from` and those behind
 * the parts are the same in all of them.
 * @param {string[][]} solutions
 * @returns {{from: number, parts: string[][]}}
 */
export function differences(solutions) {
  if (solutions.length < 2) return { from: 0, parts: solutions };
  const from = commonStart(solutions);
  const same = commonStart(solutions.map((moves) => moves.slice(from).reverse()));
  return { from, parts: solutions.map((moves) => moves.slice(from, moves.length - same)) };
}
