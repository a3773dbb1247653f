// Words for symbols, and the shift that a move makes.

import { isShift, same } from './gestures.js';

/** @import { LegalMove, Movement } from './types.js' */

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
