// Determines which moves a tap, a drag or an arrow key means.

/** @import { Cell, LegalMove, Movement, Position } from './types.js' */

/** @typedef {'up' | 'right' | 'down' | 'left'} Direction */

/** @type {Record<string, Direction>} */
const WORDS = {
  up: 'up', north: 'up', n: 'up', u: 'up',
  right: 'right', east: 'right', e: 'right', r: 'right',
  down: 'down', south: 'down', s: 'down', d: 'down',
  left: 'left', west: 'left', w: 'left', l: 'left',
};

/** @param {Cell} a @param {Cell} b */
export const same = (a, b) => a[0] === b[0] && a[1] === b[1];

/** @param {Movement} movement */
export const isShift = ([from, to]) => !same(from, to);

/**
 * The cell that is part of the name of a move, such as `press-r2c3`.
 * @param {string} name
 * @returns {Cell | null}
 */
export function anchor(name) {
  const found = /(?:^|[^A-Za-z0-9])r(\d+)c(\d+)(?![A-Za-z0-9])/.exec(name);
  return found ? [Number(found[1]) - 1, Number(found[2]) - 1] : null;
}

/**
 * The direction in which a move takes things or, if it moves nothing, the direction in its name.
 * @param {LegalMove} move
 * @param {Cell} [cell] the thing that is meant if several move
 * @returns {Direction | null}
 */
export function direction(move, cell) {
  const moving = move.moved.filter(isShift);
  const [from, to] = moving.find(([from]) => cell && same(from, cell)) ?? moving[0] ?? [];
  if (from && to) {
    const [rows, columns] = [to[0] - from[0], to[1] - from[1]];
    if (Math.abs(rows) === Math.abs(columns)) return null;
    if (Math.abs(rows) > Math.abs(columns)) return rows < 0 ? 'up' : 'down';
    return columns < 0 ? 'left' : 'right';
  }
  for (const word of move.name.toLowerCase().split(/[^a-z0-9]+/)) {
    const named = WORDS[word];
    if (named) return named;
  }
  return null;
}

/**
 * The first cell of the piece that covers a cell, or the cell itself.
 * @param {Position} position
 * @param {Cell} cell
 * @returns {Cell}
 */
export function thingAt(position, cell) {
  const piece = position.scene.pieces?.find(({ cells }) => cells.some((other) => same(other, cell)));
  if (!piece) return cell;
  return [...piece.cells].sort((a, b) => a[0] - b[0] || a[1] - b[1])[0] ?? cell;
}

/**
 * All moves that a tap on a cell can mean, the most likely ones first.
 * @param {Position} position
 * @param {Cell} cell
 * @returns {LegalMove[]}
 */
export function movesAt(position, cell) {
  const thing = thingAt(position, cell);
  /** @type {((move: LegalMove) => boolean)[]} */
  const kinds = [
    (move) => move.moved.some((one) => isShift(one) && same(one[0], thing)),
    (move) => {
      const named = anchor(move.name);
      return named !== null && same(named, cell);
    },
    (move) => move.moved.some((one) => isShift(one) && same(one[1], cell)),
    (move) => anchor(move.name) === null && move.moved.some((one) => !isShift(one) && same(one[0], cell)),
  ];
  return [...new Set(kinds.flatMap((kind) => position.moves.filter(kind)))];
}

/**
 * The moves that a drag from a cell in a direction can mean. If there are several, the move that
 * ends nearest to the end of the drag comes first.
 * @param {Position} position
 * @param {Cell} cell
 * @param {Direction} towards
 * @param {Cell} end
 * @returns {LegalMove[]}
 */
export function movesTowards(position, cell, towards, end) {
  const thing = thingAt(position, cell);
  const found = movesAt(position, cell).filter((move) => direction(move, thing) === towards);
  /** @param {LegalMove} move */
  const distance = (move) => {
    const to = move.moved.find(([from]) => same(from, thing))?.[1] ?? end;
    return Math.abs(to[0] - end[0]) + Math.abs(to[1] - end[1]);
  };
  return found.sort((a, b) => distance(a) - distance(b));
}

/**
 * The moves of the arrow keys. `null` if a direction means several moves, if a move has no
 * direction, or if the moves belong to several cells.
 * @param {Position} position
 * @returns {Map<Direction, LegalMove> | null}
 */
export function arrowMoves(position) {
  /** @type {Map<Direction, LegalMove>} */
  const arrows = new Map();
  const anchors = new Set(position.moves.map(({ name }) => String(anchor(name))));
  if (anchors.size > 1) return null;
  for (const move of position.moves) {
    const towards = direction(move);
    if (!towards || arrows.has(towards)) return null;
    arrows.set(towards, move);
  }
  return arrows.size ? arrows : null;
}
