// What a player has to do: the description of the puzzle, and a picture of its goal.

import { ask } from './api.js';
import { builtIn } from './chooser.js';
import { drawing, el } from './dom.js';
import { description } from './rules.js';
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
    const { puzzle, options, board } = game;
    /** @type {Reading} */
    const reading = await ask('read', { puzzle, options, board, dark: isDark() });
    if (number !== last || !reading.goal) return;
    goal.replaceChildren(drawing(reading.goal, true), el('figcaption', { textContent: 'Goal' }));
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
