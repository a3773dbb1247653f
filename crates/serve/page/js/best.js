// The fewest moves in which somebody has solved each board in this browser.

/** @import { Game } from './types.js' */

const KEY = 'fewest-best';
/** The browser keeps at most this many results. */
const MOST = 1000;

/** @typedef {[string, number]} Result The number of a board, and moves. */

/** @returns {Result[]} */
function results() {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(kept) ? kept.filter((one) => Array.isArray(one) && typeof one[1] === 'number') : [];
  } catch {
    return [];
  }
}

/**
 * A number that stands for the board of a game, because its text may be long.
 * @param {Game} game
 */
function numberOf({ puzzle, options, board }) {
  let [high, low] = [0, 0];
  for (const unit of JSON.stringify([puzzle.text ?? puzzle.name, options, board])) {
    const code = unit.codePointAt(0) ?? 0;
    high = Math.imul(high ^ code, 0x9e3779b1) ^ (high >>> 15);
    low = Math.imul(low + code, 0x85ebca6b) ^ (low >>> 13);
  }
  return `${(high >>> 0).toString(36)}-${(low >>> 0).toString(36)}`;
}

/**
 * The fewest moves so far.
 * @param {Game} game
 */
export function best(game) {
  const number = numberOf(game);
  return results().find(([other]) => other === number)?.[1];
}

/**
 * Keeps the moves of a solved game if they are fewer than those so far.
 * @param {Game} game
 */
export function noteResult(game) {
  const before = best(game);
  if (before !== undefined && before <= game.moves.length) return;
  const number = numberOf(game);
  const others = results().filter(([other]) => other !== number);
  try {
    localStorage.setItem(KEY, JSON.stringify([[number, game.moves.length], ...others].slice(0, MOST)));
  } catch {
    // A browser without storage keeps nothing.
  }
}
