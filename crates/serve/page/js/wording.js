// Words for symbols, and for what a move does where it shifts one thing.

import { isShift, same } from './gestures.js';

/** @import { Cell, LegalMove, Movement, Position } from './types.js' */

/** @type {Record<string, string>} Words for symbols that screen readers read badly. */
export const SYMBOLS = { '': 'empty', '_': 'empty', '.': 'empty', '#': 'wall', '@': 'player', '$': 'crate', '*': 'on' };

/**
 * The shift that a user makes with a move: its only one, or that of the thing which pushes the others.
 * @param {LegalMove} move
 * @returns {Movement | null}
 */
export function mainShift({ moved }) {
  const shifts = moved.filter(isShift);
  const first = shifts.filter(([from]) => !shifts.some(([, to]) => same(to, from)));
  const ways = new Set(shifts.map(([from, to]) => String([Math.sign(to[0] - from[0]), Math.sign(to[1] - from[1])])));
  return first.length === 1 && ways.size === 1 ? (first[0] ?? null) : null;
}

/**
 * A sentence such as `move the block at r5c1 to the right`. `null` if the move does not shift one thing.
 * @param {Position} position
 * @param {LegalMove} move
 */
export function inWords(position, move) {
  const shift = mainShift(move);
  return shift && `move ${thing(position, shift[0])} ${way(shift)}`;
}

/** @param {Cell} cell */
const nameOf = ([row, column]) => `r${row + 1}c${column + 1}`;

/**
 * @param {Position} position
 * @param {Cell} cell
 */
function thing({ scene }, cell) {
  const symbol = scene.cells[cell[0]]?.[cell[1]] ?? '';
  if (symbol === '@' || (scene.player && same(scene.player.cell, cell))) return 'the player';
  if (scene.pieces?.some(({ cells }) => cells.length > 1)) return `the block at ${nameOf(cell)}`;
  const what = /^[\p{L}\p{N}]+$/u.test(symbol) ? symbol : `the ${SYMBOLS[symbol] ?? 'piece'}`;
  return `${what} at ${nameOf(cell)}`;
}

/** @param {Movement} shift */
function way([from, to]) {
  const [rows, columns] = [to[0] - from[0], to[1] - from[1]];
  if (rows && columns) return `to ${nameOf(to)}`;
  const towards = rows ? (rows < 0 ? 'up' : 'down') : columns < 0 ? 'to the left' : 'to the right';
  const far = Math.abs(rows + columns);
  return far > 1 ? `${towards} by ${far} cells` : towards;
}
