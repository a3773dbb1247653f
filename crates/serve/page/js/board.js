// The board on which a user plays: the picture of a position, with a button over each of its cells.

import { arrow } from './arrow.js';
import { drawing, el, say } from './dom.js';
import { arrowMoves, direction, isShift, movesAt, movesTowards, same, thingAt } from './gestures.js';
import { SYMBOLS, mainShift } from './wording.js';

/** @import { Cell, LegalMove, Movement, Position } from './types.js' */
/** @import { Direction } from './gestures.js' */

/**
 * A board with more cells than this has no buttons, because nobody chooses among so many with keys.
 */
const MOST_BUTTONS = 2500;
/** A pointer must move by this many pixels before the gesture is a drag. */
const DRAG = 14;
/** The time in milliseconds for which a remark is seen. */
const REMARK = 2500;
const SLIDE = { duration: 150, easing: 'cubic-bezier(0.2, 0.7, 0.3, 1)' };
const reduced = matchMedia('(prefers-reduced-motion: reduce)');

/** @type {Record<string, Direction>} */
const ARROWS = { ArrowUp: 'up', ArrowRight: 'right', ArrowDown: 'down', ArrowLeft: 'left' };
/** @type {Record<Direction, Cell>} */
const STEPS = { up: [-1, 0], right: [0, 1], down: [1, 0], left: [0, -1] };

export class BoardView {
  /**
   * @param {HTMLElement} host
   * @param {(move: string) => void} play makes a move
   */
  constructor(host, play) {
    this.host = host;
    this.play = play;
    host.classList.add('board');
    /** @type {Position | null} */
    this.position = null;
    /** @type {Map<string, HTMLButtonElement>} */
    this.buttons = new Map();
    /** @type {Cell} The cell whose button gets the keyboard focus. */
    this.cursor = [0, 0];
    /** @type {Cell | null} The cell whose thing the user has selected to give it a direction. */
    this.held = null;
    host.addEventListener('keydown', (event) => this.#key(event));
    host.addEventListener('pointerdown', (event) => this.#press(event));
  }

  /** @param {Position} position */
  show(position) {
    const hadFocus = this.host.contains(document.activeElement);
    const isNext = this.position !== null && position.made !== this.position.made && sameShape(position, this.position);
    this.position = position;
    this.held = null;
    const svg = drawing(position.svg, true);
    const picture = el('div', { className: 'picture' }, svg);
    const { width, height } = svg.viewBox.baseVal;
    picture.style.setProperty('--ratio', String(width / height));
    picture.style.setProperty('--board-width', `${Math.min(2.2 * width, 760) / 16}rem`);
    picture.append(this.#cells(svg, width, height));
    this.host.replaceChildren(picture);
    if (isNext) animate(svg, position.moved);
    if (hadFocus) this.focus();
  }

  focus() {
    this.#button(this.cursor)?.focus({ preventScroll: true });
  }

  /**
   * Marks the cells that a move concerns.
   * @param {LegalMove | null} move
   */
  mark(move) {
    this.host.querySelector('.arrow')?.remove();
    for (const button of this.buttons.values()) button.classList.remove('hinted');
    const shifts = move?.moved.filter(isShift) ?? [];
    const places = (shifts.length ? shifts : (move?.moved ?? [])).map(([from]) => from);
    for (const cell of places.flatMap((place) => this.#cellsOf(place))) this.#button(cell)?.classList.add('hinted');
  }

  /**
   * Marks the cells that a move concerns, and shows the way of the thing that it shifts.
   * @param {LegalMove | null} move
   */
  point(move) {
    this.mark(move);
    const shift = move && mainShift(move);
    const svg = this.host.querySelector('svg.drawing');
    if (!shift || !(svg instanceof SVGSVGElement)) return;
    const [from, to] = shift;
    const [start, next] = [middle(svg, [from]), middle(svg, [to])];
    const [x, y] = middle(svg, this.#cellsOf(from));
    const size = Number(svg.querySelector('rect.cell')?.getAttribute('width'));
    this.host.querySelector('.picture')?.append(arrow(svg, [x, y], [x + next[0] - start[0], y + next[1] - start[1]], size));
  }

  /**
   * The cells that the thing at a place covers.
   * @param {Cell} place
   */
  #cellsOf(place) {
    const position = this.position;
    return [...this.buttons.keys()].map(cellOf).filter((cell) => position && same(thingAt(position, cell), place));
  }

  /**
   * Makes the buttons over the cells.
   * @param {SVGSVGElement} svg
   * @param {number} width
   * @param {number} height
   */
  #cells(svg, width, height) {
    this.buttons.clear();
    const position = this.position;
    const grid = el('div', { className: 'cells', role: 'grid', 'aria-label': 'Board' });
    const rects = [...svg.querySelectorAll('rect.cell')];
    if (!position || rects.length > MOST_BUTTONS) return grid;
    const live = this.#live(position);
    /** @type {Map<string, HTMLElement>} */
    const rows = new Map();
    for (const rect of rects) {
      const key = rect.getAttribute('data-cell') ?? '';
      const cell = cellOf(key);
      /** @param {string} name */
      const number = (name) => Number(rect.getAttribute(name));
      const made = el('button', {
        type: 'button',
        className: live(cell) ? 'cell' : 'cell still',
        role: 'gridcell',
        tabIndex: -1,
        'aria-label': this.#label(cell),
        'data-cell': key,
      });
      made.style.left = `${(100 * number('x')) / width}%`;
      made.style.top = `${(100 * number('y')) / height}%`;
      made.style.width = `${(100 * number('width')) / width}%`;
      made.style.height = `${(100 * number('height')) / height}%`;
      const row = rows.get(String(cell[0])) ?? el('div', { role: 'row' });
      rows.set(String(cell[0]), row);
      row.append(made);
      this.buttons.set(key, made);
    }
    grid.append(...rows.values());
    if (!this.#button(this.cursor)) {
      const first = [...this.buttons.keys()].map(cellOf).find(live) ?? cellOf([...this.buttons.keys()][0] ?? '0,0');
      this.cursor = first;
    }
    const focused = this.#button(this.cursor);
    if (focused) focused.tabIndex = 0;
    return grid;
  }

  /**
   * Whether a tap on a cell does something.
   * @param {Position} position
   * @returns {(cell: Cell) => boolean}
   */
  #live(position) {
    if (position.moves.length * this.buttons.size > 200_000) return () => true;
    return (cell) => movesAt(position, cell).length > 0;
  }

  /** @param {Cell} cell */
  #label(cell) {
    const scene = this.position?.scene;
    const symbol = scene?.cells[cell[0]]?.[cell[1]] ?? '';
    const isPlayer = scene?.player && String(scene.player.cell) === String(cell);
    const isMarked = scene?.marks?.some((mark) => String(mark.cell) === String(cell));
    const what = isPlayer ? 'player' : (SYMBOLS[symbol] ?? symbol);
    return `Row ${cell[0] + 1}, column ${cell[1] + 1}: ${what}${isMarked ? ', goal' : ''}`;
  }

  /** @param {Cell} cell */
  #button(cell) {
    return this.buttons.get(`${cell[0]},${cell[1]}`);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const position = this.position;
    if (!position || event.ctrlKey || event.metaKey || event.altKey) return;
    const towards = ARROWS[event.key];
    if (towards) {
      event.preventDefault();
      if (this.held) return this.#pull(this.held, towards);
      const arrow = arrowMoves(position)?.get(towards);
      if (arrow) return this.play(arrow.name);
      if (!arrowMoves(position)) this.#step(STEPS[towards]);
    } else if (event.key === 'Enter' || event.key === ' ') {
      const target = event.target;
      if (target instanceof HTMLElement && target.classList.contains('cell')) {
        event.preventDefault();
        this.tap(this.cursor);
      }
    } else if (event.key === 'Escape' && this.held) {
      event.stopPropagation();
      this.#release();
      this.focus();
    }
  }

  /** @param {Cell} step */
  #step(step) {
    let [row, column] = this.cursor;
    const rows = this.position?.scene.cells.length ?? 0;
    const columns = Math.max(...(this.position?.scene.cells.map((line) => line.length) ?? [0]));
    // Places without a cell are skipped.
    for (;;) {
      row += step[0];
      column += step[1];
      if (row < 0 || column < 0 || row >= rows || column >= columns) return;
      const next = this.#button([row, column]);
      if (next) {
        const last = this.#button(this.cursor);
        if (last) last.tabIndex = -1;
        next.tabIndex = 0;
        this.cursor = [row, column];
        next.focus({ preventScroll: true });
        return;
      }
    }
  }

  /**
   * Handles a tap or the Enter key on a cell.
   * @param {Cell} cell
   */
  tap(cell) {
    const position = this.position;
    if (!position) return;
    if (this.held && String(this.held) !== String(cell)) {
      const moves = movesAt(position, this.held);
      const there = moves.filter((move) => move.moved.some(([, to]) => String(to) === String(cell)));
      if (there.length === 1 && there[0]) return this.play(there[0].name);
    }
    this.#release();
    const moves = movesAt(position, cell);
    if (moves.length === 1 && moves[0]) return this.play(moves[0].name);
    if (moves.length === 0) return this.#remark(cell, 'Nothing moves there.');
    this.held = cell;
    this.#button(cell)?.classList.add('held');
    this.#offer(cell, moves);
  }

  /**
   * Shows a menu of the moves of a cell beside it.
   * @param {Cell} cell
   * @param {LegalMove[]} moves
   */
  #offer(cell, moves) {
    const choices = el('div', { className: 'choices', role: 'group', 'aria-label': 'Which move?' });
    for (const move of moves) {
      const towards = direction(move, this.position ? thingAt(this.position, cell) : cell);
      const arrow = towards ? { up: '↑ ', right: '→ ', down: '↓ ', left: '← ' }[towards] : '';
      choices.append(
        el('button', { type: 'button', className: 'chip', textContent: arrow + move.name, onclick: () => this.play(move.name) }),
      );
    }
    this.#putBeside(cell, choices);
    say(`${moves.length} moves start here: press an arrow key, or choose with Tab.`);
  }

  /**
   * Says something about a cell, to those who see the board and to those who do not.
   * @param {Cell} cell
   * @param {string} text
   */
  #remark(cell, text) {
    say(text);
    this.host.querySelector('.remark')?.remove();
    const remark = el('p', { className: 'remark', 'aria-hidden': 'true', textContent: text });
    this.#putBeside(cell, remark);
    setTimeout(() => remark.remove(), REMARK);
  }

  /**
   * @param {Cell} cell
   * @param {HTMLElement} made
   */
  #putBeside(cell, made) {
    const at = this.#button(cell);
    if (!at) return;
    const left = Number.parseFloat(at.style.left) + Number.parseFloat(at.style.width) / 2;
    made.style.left = `${Math.min(80, Math.max(20, left))}%`;
    made.style.top = `${Number.parseFloat(at.style.top) + Number.parseFloat(at.style.height)}%`;
    this.host.querySelector('.picture')?.append(made);
  }

  #release() {
    if (this.held) this.#button(this.held)?.classList.remove('held');
    this.held = null;
    this.host.querySelector('.choices')?.remove();
  }

  /**
   * Moves the thing on a cell in a direction, if a move does this.
   * @param {Cell} cell
   * @param {Direction} towards
   * @param {Cell} [end]
   */
  #pull(cell, towards, end = cell) {
    if (!this.position) return;
    const move = movesTowards(this.position, cell, towards, end)[0] ?? arrowMoves(this.position)?.get(towards);
    if (move) this.play(move.name);
    else this.#remark(cell, 'It does not go there.');
  }

  /** @param {PointerEvent} event */
  #press(event) {
    const target = event.target;
    if (event.button !== 0 || !(target instanceof Element)) return;
    if (target.closest('.choices')) return;
    const start = target.closest('.cell');
    const cell = start ? cellOf(start.getAttribute('data-cell') ?? '0,0') : null;
    const [x, y] = [event.clientX, event.clientY];
    const size = start?.getBoundingClientRect().width || 40;
    /** @param {PointerEvent} up */
    const release = (up) => {
      window.removeEventListener('pointerup', release);
      window.removeEventListener('pointercancel', cancel);
      const [across, down] = [up.clientX - x, up.clientY - y];
      const far = Math.max(Math.abs(across), Math.abs(down));
      if (far < DRAG) {
        if (!cell) return this.#release();
        this.#focusOn(cell);
        return this.tap(cell);
      }
      /** @type {Direction} */
      const sideways = across < 0 ? 'left' : 'right';
      const towards = Math.abs(across) > Math.abs(down) ? sideways : down < 0 ? 'up' : 'down';
      const from = cell ?? this.cursor;
      const end = /** @type {Cell} */ ([from[0] + Math.round(down / size), from[1] + Math.round(across / size)]);
      this.#pull(from, towards, end);
    };
    const cancel = () => {
      window.removeEventListener('pointerup', release);
      window.removeEventListener('pointercancel', cancel);
    };
    window.addEventListener('pointerup', release);
    window.addEventListener('pointercancel', cancel);
  }

  /** @param {Cell} cell */
  #focusOn(cell) {
    const last = this.#button(this.cursor);
    if (last) last.tabIndex = -1;
    this.cursor = cell;
    const now = this.#button(cell);
    if (now) now.tabIndex = 0;
    now?.focus({ preventScroll: true });
  }
}

/**
 * Parses a key of the form `ROW,COLUMN`.
 * @param {string} key
 * @returns {Cell}
 */
export function cellOf(key) {
  const [row, column] = key.split(',').map(Number);
  return [row ?? 0, column ?? 0];
}

/**
 * The middle of some cells in the coordinates of a picture.
 * @param {SVGSVGElement} svg
 * @param {Cell[]} cells
 * @returns {[number, number]}
 */
function middle(svg, cells) {
  let [x, y] = [0, 0];
  for (const [row, column] of cells) {
    const rect = svg.querySelector(`rect.cell[data-cell="${row},${column}"]`);
    /** @param {string} name */
    const number = (name) => Number(rect?.getAttribute(name));
    x += number('x') + number('width') / 2;
    y += number('y') + number('height') / 2;
  }
  return [x / cells.length, y / cells.length];
}

/**
 * Whether the boards of two positions have the same shape.
 * @param {Position} a
 * @param {Position} b
 */
function sameShape(a, b) {
  const shape = (/** @type {Position} */ position) => position.scene.cells.map((line) => line.length).join();
  return shape(a) === shape(b) && a.title === b.title;
}

/**
 * Animates the last move: things slide to their new cells, and what changed in place turns.
 * @param {SVGSVGElement} svg
 * @param {Movement[]} moved
 */
function animate(svg, moved) {
  if (reduced.matches) return;
  /** @param {Cell} cell */
  const place = (cell) => {
    const rect = svg.querySelector(`rect.cell[data-cell="${cell[0]},${cell[1]}"]`);
    return rect && [Number(rect.getAttribute('x')), Number(rect.getAttribute('y'))];
  };
  for (const [from, to] of moved) {
    const thing = svg.querySelector(`.thing[data-cell="${to[0]},${to[1]}"]`);
    const [was, is] = [place(from), place(to)];
    if (!(thing instanceof SVGElement) || !was || !is) continue;
    if (String(from) === String(to)) {
      thing.style.transformBox = 'fill-box';
      thing.style.transformOrigin = 'center';
      thing.animate([{ transform: 'scaleX(0.1)' }, { transform: 'none' }], SLIDE);
    } else {
      const shift = `translate(${(was[0] ?? 0) - (is[0] ?? 0)}px, ${(was[1] ?? 0) - (is[1] ?? 0)}px)`;
      thing.animate([{ transform: shift }, { transform: 'none' }], SLIDE);
    }
  }
}
