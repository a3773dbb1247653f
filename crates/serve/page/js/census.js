// The analysis of all boards: a histogram, and the hardest boards as pictures.

import { about } from './api.js';
import { builtIn } from './chooser.js';
import { drawing, el, grouped } from './dom.js';
import { current, onPosition, show } from './game.js';
import { notice, searchCard } from './solutions.js';
import { isDark } from './theme.js';

/** @import { DrawnBoard, Game } from './types.js' */

export function censusCard() {
  const { field, size } = sizeField();
  const text = 'All boards by the length of their shortest solutions, and the hardest of them.';
  return searchCard('All boards', text, field, async (runner, result) => {
    const asked = current();
    const found = await runner.run('census', { ...about(asked), moves: [], size: size(), dark: isDark() });
    if (!found) return;
    if (found.reason) {
      result.append(notice(`Stopped by a limit (${found.reason}). Counted so far:`, 'warn'));
    } else {
      const which = found.scope === 'reachable' ? ' reachable from the start' : '';
      const god = found.gods_number === null ? 'none solvable' : `${grouped(found.solvable)} solvable, at most ${found.gods_number} moves away`;
      result.append(notice(`${grouped(found.positions)} boards${which}, ${god}.`, 'good'));
    }
    result.append(histogram(found.histogram));
    if (found.hardest?.length) {
      const hardest = found.hardest.map((/** @type {DrawnBoard} */ board) => ({ ...board, length: found.gods_number }));
      result.append(el('h3', { textContent: 'The hardest' }), gallery(hardest));
    }
  });
}

/** The puzzles whose boards are counted by size. */
const SIZED = ['flip', 'tiles'];

/** Makes a field for the size of the boards, which is hidden for puzzles that have one size. */
export function sizeField() {
  const input = el('input', { type: 'text', placeholder: 'as this board', size: 10, inputMode: 'text' });
  const field = el('label', { className: 'field' }, 'Size, e.g. 3x3', input);
  const isSized = () => current().puzzle.text === undefined && SIZED.includes(current().puzzle.name);
  const tell = () => (field.hidden = !isSized());
  onPosition(tell);
  tell();
  return { field, size: () => (isSized() ? input.value.trim() || sizeOf(current()) : null) };
}

/**
 * The size of the board of a game.
 * @param {Game} game
 */
function sizeOf({ puzzle, board }) {
  const rows = (board ?? builtIn(puzzle.name)?.example ?? '').trim().split('\n');
  const first = rows[0]?.trim() ?? '';
  const columns = /\s/.test(first) ? first.split(/\s+/).length : first.length;
  return `${rows.length}x${columns}`;
}

/** @param {string[]} counts */
function histogram(counts) {
  const most = counts.reduce((a, b) => (BigInt(b) > a ? BigInt(b) : a), 1n);
  const bars = el('div', { className: 'bars', role: 'list', 'aria-label': 'Boards by moves' });
  counts.forEach((count, moves) => {
    const bar = el('span', { className: 'bar', 'aria-hidden': 'true' });
    bar.style.width = `${Number((BigInt(count) * 10_000n) / most) / 100}%`;
    bars.append(
      el(
        'div',
        { role: 'listitem', className: 'bars-row' },
        el('span', { className: 'length', textContent: String(moves) }),
        el('span', {}, bar),
        el('span', { className: 'count', textContent: grouped(count) }),
      ),
    );
  });
  return bars;
}

/**
 * Shows boards as pictures. A click on a picture starts a game with that board.
 * @param {DrawnBoard[]} boards
 */
export function gallery(boards) {
  const list = el('ul', { className: 'gallery' });
  boards.forEach((board, at) => {
    const moves = board.length ? `${board.length} ${board.length === 1 ? 'move' : 'moves'}` : `Board ${at + 1}`;
    const play = async () => {
      await show({ ...current(), board: board.text, moves: [] });
      document.querySelector('[data-view="play"]')?.dispatchEvent(new MouseEvent('click'));
    };
    const picture = board.svg ? drawing(board.svg, true) : el('pre', { className: 'plain', textContent: board.text });
    list.append(el('li', {}, el('button', { type: 'button', onclick: play }, picture, el('span', { textContent: moves }))));
  });
  return list;
}
