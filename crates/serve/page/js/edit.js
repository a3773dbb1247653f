// The dialog in which users write a board, or the boards of a collection.

import { about, ask, messageOf } from './api.js';
import { builtIn } from './chooser.js';
import { button, el, openDialog } from './dom.js';
import { current, show, shown } from './game.js';

/** @import { Level } from './types.js' */

/** @param {(levels: Level[]) => void} collect called with the boards, if there are several */
export function openBoardEditor(collect) {
  const game = current();
  const own = game.puzzle.text === undefined ? builtIn(game.puzzle.name) : undefined;
  const text = el('textarea', {
    rows: 10,
    cols: 30,
    spellcheck: false,
    value: shown()?.text ?? game.board ?? '',
    'aria-label': 'Board',
    className: 'board-text',
  });
  const problem = el('p', { className: 'notice bad', role: 'alert' });
  /** @param {string | null} board */
  const play = async (board) => {
    try {
      const asked = { ...game, board, moves: [] };
      /** @type {Level[]} */
      const levels = board === null ? [] : await ask('boards', about(asked));
      const several = levels.length > 1;
      await show(several ? { ...asked, board: levels[0]?.text ?? null } : asked);
      if (several) collect(levels);
      dialog.close();
    } catch (error) {
      problem.textContent = messageOf(error);
    }
  };
  const dialog = openDialog(
    'Write the board',
    [],
    el('p', { className: 'muted small', textContent: notation(own?.notation ?? 'as in the file; several boards one after the other are levels') }),
    text,
    problem,
    el(
      'div',
      { className: 'row' },
      button('Use this board', () => play(text.value), { kind: 'button primary' }),
      button('The usual start', () => play(own?.example ?? null)),
    ),
  );
  dialog.classList.add('narrow');
}

/**
 * A notation as a sentence, without what it says of the command line.
 * @param {string} text
 */
function notation(text) {
  const plain = text.replaceAll(/ \([^()]*--[^()]*\)/g, '');
  return `${plain.charAt(0).toUpperCase()}${plain.slice(1)}.`;
}
