// Hints in three grades, the whole solution, and warnings of dead ends.

import { about, isAbort, search } from './api.js';
import { button, counted, el, say } from './dom.js';
import { current, onPosition, setAhead, shown } from './game.js';
import { Runner } from './progress.js';

/** @import { Answer, LegalMove } from './types.js' */
/** @import { BoardView } from './board.js' */
/** @import { Strip } from './strip.js' */

/** The time limit in seconds of the search for a dead end after a move. */
const WARNING_TIME = 2;

/**
 * @param {BoardView} board
 * @param {Strip} strip
 * @returns {HTMLElement}
 */
export function hintPanel(board, strip) {
  const progress = el('div');
  const result = el('p', { className: 'notice', 'aria-live': 'polite' });
  const warning = el('p', { className: 'notice bad', role: 'alert' });
  const runner = new Runner(progress);
  /** @type {Answer | null} The answer for the position that the page shows. */
  let answer = null;
  /** @type {AbortController | null} */
  let checking = null;

  const clear = () => {
    answer = null;
    result.textContent = '';
    warning.textContent = '';
    board.point(null);
  };

  /** @returns {Promise<Answer | null>} */
  const solved = async () => {
    if (answer) return answer;
    result.textContent = '';
    const asked = current();
    const found = await runner.run('hint', about(asked));
    if (!found || asked !== current()) return null;
    answer = found;
    return answer;
  };

  /** @param {string} [text] a sentence without a capital and a full stop */
  const tell = (text = '') => {
    result.textContent = `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
  };

  /** @param {(answer: Answer, first: LegalMove | undefined) => void} then */
  const hint = async (then) => {
    const found = await solved();
    if (!found) return;
    if (found.outcome === 'solved') {
      const first = shown()?.moves.find(({ name }) => name === found.moves?.[0]);
      result.className = 'notice';
      then(found, first);
    } else {
      result.className = found.outcome === 'unsolvable' ? 'notice bad' : 'notice warn';
      result.textContent = sentence(found);
    }
  };

  const howMany = () => hint((found) => tell(found.hints?.[0]));
  const which = () =>
    hint((found, first) => {
      board.mark(first ?? null);
      tell(found.hints?.[1]);
    });
  const move = () =>
    hint((found, first) => {
      board.point(first ?? null);
      tell(found.hints?.[2]);
    });
  const solve = () =>
    hint(async (found) => {
      const moves = found.moves ?? [];
      if (!moves.length) {
        result.textContent = 'It is solved.';
        return;
      }
      setAhead(moves);
      const note = found.note ? ` (${found.note})` : '';
      await strip.show(moves, `${counted(moves.length, 'move')}, proven fewest${note}`);
      say(`Solved in ${counted(moves.length, 'move')}. The positions are below the board.`);
    });

  const warn = el('input', { type: 'checkbox', checked: true });
  const check = async () => {
    checking?.abort();
    const position = shown();
    if (!warn.checked || !position || position.solved || position.made === 0) return;
    checking = new AbortController();
    try {
      const asked = current();
      const found = await search('hint', { ...about(asked), time: WARNING_TIME }, { signal: checking.signal });
      if (asked !== current()) return;
      if (found.outcome === 'solved') answer = found;
      if (found.outcome === 'unsolvable') warning.textContent = 'This position can no longer be solved. Undo the last move.';
    } catch (error) {
      // A busy server refuses the search for a dead end, so there is no warning.
      if (!isAbort(error)) warning.textContent = '';
    }
  };
  warn.onchange = () => {
    warning.textContent = '';
    check();
  };

  let made = -1;
  onPosition((position) => {
    if (current().moves.length !== made || !position) runner.cancel();
    made = current().moves.length;
    clear();
    check();
  });

  return el(
    'section',
    { className: 'card stack', 'aria-labelledby': 'hints-title' },
    el('h2', { id: 'hints-title', textContent: 'Hints' }),
    el(
      'div',
      { className: 'hints' },
      button('How many moves are left?', howMany),
      button('Where to look?', which),
      button('Which move?', move),
      button('Show the solution', solve, { kind: 'button primary', icon: 'solve' }),
    ),
    progress,
    result,
    warning,
    el('label', { className: 'check small' }, warn, 'Warn me of dead ends'),
  );
}

/**
 * Describes an answer without a solution in a sentence.
 * @param {Answer} answer
 */
export function sentence(answer) {
  if (answer.outcome === 'unsolvable') return `There is no solution: ${answer.proof}.`;
  if (answer.outcome === 'stopped') {
    const limits = { time: 'after the time that a request has', memory: 'at the memory that a search has' };
    const why = limits[/** @type {'time' | 'memory'} */ (answer.reason)] ?? `by a limit (${answer.reason})`;
    return `Stopped ${why}: no solution has fewer than ${counted(answer.lower_bound ?? 0, 'move')}.`;
  }
  return `${counted(answer.length ?? 0, 'move')}, proven fewest.`;
}
