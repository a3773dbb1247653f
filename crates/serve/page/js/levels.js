// The boards of a puzzle, one after the other: those of its file, or those of a collection that a user
// has written.

import { about, ask } from './api.js';
import { button, el } from './dom.js';
import { current, show } from './game.js';

/** @import { Game, Level } from './types.js' */

/** @param {(work: Promise<unknown>) => void} attempt */
export function levelsPanel(attempt) {
  /** @type {Level[]} */
  let levels = [];
  const place = el('span', { className: 'small muted' });
  const step = (/** @type {number} */ by) => {
    const board = levels[at() + by]?.text;
    if (board !== undefined) attempt(show({ ...current(), board, moves: [] }));
  };
  const previous = button('Previous level', () => step(-1), { icon: 'previous', square: true });
  const next = button('Next level', () => step(1), { icon: 'next', square: true });
  const root = el('nav', { className: 'row', 'aria-label': 'Levels', hidden: true }, previous, place, next);

  /** A file is played from its first board. */
  const at = () => (current().board === null ? 0 : levels.findIndex(({ text }) => text === current().board));

  /** Shows which of the boards is played. */
  const tell = () => {
    const now = at();
    root.hidden = levels.length < 2 || now < 0;
    const title = levels[now]?.title;
    place.textContent = `Level ${now + 1} of ${levels.length}${title ? `: ${title}` : ''}`;
    previous.disabled = now <= 0;
    next.disabled = now >= levels.length - 1;
  };

  /** @param {Level[]} boards */
  const set = (boards) => {
    levels = boards;
    tell();
  };

  /**
   * Looks for the boards of another puzzle.
   * @param {Game} game
   */
  const find = async (game) => {
    set([]);
    if (game.puzzle.text === undefined) return;
    const found = await ask('boards', { ...about(game), board: null, moves: [] }).catch(() => []);
    if (current().puzzle.text === game.puzzle.text && !levels.length) set(found);
  };
  return { root, set, find, tell };
}
