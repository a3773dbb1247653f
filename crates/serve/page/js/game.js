// The game that all views show: a puzzle, a board, the moves made and the moves taken back.

import { about, ask } from './api.js';
import { isDark } from './theme.js';

/** @import { Game, Position } from './types.js' */

/** @type {Game} */
let game = { puzzle: { name: 'flip' }, options: {}, board: null, moves: [] };
/** @type {string[]} The moves that were taken back. The move to redo next comes first. */
let ahead = [];
/** @type {Position | null} */
let position = null;
/** @type {((position: Position | null) => void)[]} */
const listeners = [];
/** The number of the last request for a position. Answers to earlier requests are ignored. */
let asked = 0;

export const current = () => game;
export const shown = () => position;
export const movesAhead = () => ahead;

/**
 * Registers a function that is called with every new position.
 * @param {(position: Position | null) => void} listener
 */
export function onPosition(listener) {
  listeners.push(listener);
}

/**
 * Shows another game. Nothing changes if its position cannot be shown.
 * @param {Game} next
 * @param {string[]} [nextAhead]
 * @returns {Promise<boolean>} whether nothing newer was asked for in the meantime
 */
export async function show(next, nextAhead = []) {
  const number = ++asked;
  const found = await ask('position', { ...about(next), dark: isDark() });
  if (number !== asked) return false;
  game = next;
  ahead = nextAhead;
  position = found;
  listeners.forEach((listener) => listener(position));
  return true;
}

/** Draws the position again in the current colours. */
export const refresh = () => show(game, ahead);

/** @param {string} move */
export function make(move) {
  const rest = ahead[0] === move ? ahead.slice(1) : [];
  return show({ ...game, moves: [...game.moves, move] }, rest);
}

/**
 * Goes to the position after the first `made` moves of those made and those taken back.
 * @param {number} made
 */
export function goTo(made) {
  const all = [...game.moves, ...ahead];
  const at = Math.max(0, Math.min(made, all.length));
  return show({ ...game, moves: all.slice(0, at) }, all.slice(at));
}

/**
 * Sets the moves that redo makes.
 * @param {string[]} moves
 */
export function setAhead(moves) {
  ahead = moves;
  listeners.forEach((listener) => listener(position));
}
