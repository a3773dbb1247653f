// What a player has to do: the description of the puzzle, and a picture of its goal.

import { ask } from './api.js';
import { builtIn } from './chooser.js';
import { drawing, el } from './dom.js';
import { description, drawnGoal } from './rules.js';
import { isDark } from './theme.js';

/** @import { Game, Reading } from './types.js' */

/** A description with more letters than this is abridged to its first sentence. */
const MOST_LETTERS = 200;

export function aimPanel() {
  const first = el('p');
  const rest = el('p', { className: 'muted small' });
  const more = el('details', { className: 'small' }, el('summary', { textContent: 'More' }), rest);
  const goal = el('figure', { className: 'goal', 'aria-label': 'The goal', hidden: true });
  const text = el('section', { className: 'aim stack tight', 'aria-label': 'What to do' }, first, more);
  /** The number of the last game that was shown. */
  let last = 0;

  /** @param {Game} game */
  const show = async (game) => {
    const number = ++last;
    const all = aimOf(game);
    const sentence = all.length > MOST_LETTERS ? (/^.+?[.!?](?=\s|$)/s.exec(all)?.[0] ?? all) : all;
    first.textContent = sentence;
    rest.textContent = all.slice(sentence.length).trim();
    more.hidden = !rest.textContent;
    more.open = false;
    goal.hidden = true;
    const board = goalOf(game);
    if (board === null) return;
    /** @type {Reading} A goal that leaves cells open is no board, and has no picture. */
    const { start } = await ask('read', { puzzle: game.puzzle, options: game.options, board, dark: isDark() });
    if (number !== last || !start) return;
    goal.replaceChildren(drawing(start.svg, true), el('figcaption', { textContent: 'Goal' }));
    goal.hidden = false;
  };
  return { text, goal, show };
}

/**
 * The description of a game's puzzle in sentences.
 * @param {Game} game
 */
function aimOf({ puzzle }) {
  if (puzzle.text !== undefined) return description(puzzle.text).replaceAll('\n', ' ') || `A puzzle from ${puzzle.name}.`;
  const summary = builtIn(puzzle.name)?.summary ?? '';
  return `${summary.charAt(0).toUpperCase()}${summary.slice(1)}.`;
}

/**
 * The board that is the goal of a game, if a single board is.
 * @param {Game} game
 */
function goalOf({ puzzle, options, board }) {
  if (puzzle.text !== undefined) return drawnGoal(puzzle.text);
  if (puzzle.name !== 'tiles') return null;
  const rows = (board ?? builtIn('tiles')?.example ?? '').trim().split('\n').map((row) => row.trim().split(/\s+/));
  const tiles = rows.flat().map((_, at) => String(at + 1)).slice(0, -1);
  const all = options.goal === 'blank-first' ? ['_', ...tiles] : [...tiles, '_'];
  return rows.map((row) => all.splice(0, row.length).join(' ')).join('\n');
}
