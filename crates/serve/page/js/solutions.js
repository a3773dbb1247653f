// Analyses of one board: the number of shortest solutions, and the reason why no solution is
// shorter.

import { about } from './api.js';
import { differences } from './differences.js';
import { button, el, grouped } from './dom.js';
import { current, setAhead } from './game.js';
import { sentence } from './hints.js';
import { Runner } from './progress.js';

/** At most this many moves that follow each other are shown. */
const MOST_SHOWN = 24;

/** @param {string[]} moves */
const shortened = (moves) => (moves.length > MOST_SHOWN ? `${moves.slice(0, MOST_SHOWN).join(' ')} …` : moves.join(' '));

/** @typedef {{root: HTMLElement, reset: () => void, stop: () => void}} Card */

/**
 * Makes a card with a button that starts a search and a place for the result.
 * @param {string} title
 * @param {string} text what the search finds
 * @param {HTMLElement | null} fields
 * @param {(runner: Runner, result: HTMLElement) => Promise<void>} run
 * @param {string} [label]
 * @returns {Card}
 */
export function searchCard(title, text, fields, run, label = 'Find out') {
  const progress = el('div');
  const result = el('div', { className: 'stack', 'aria-live': 'polite' });
  const runner = new Runner(progress);
  const start = () => {
    result.replaceChildren();
    run(runner, result);
  };
  const id = `card-${title.toLowerCase().replaceAll(/\W+/g, '-')}`;
  const root = el(
    'section',
    { className: 'card stack', 'aria-labelledby': id },
    el('header', {}, el('h2', { id, textContent: title }), button(label, start)),
    el('p', { className: 'muted', textContent: text }),
    fields,
    progress,
    result,
  );
  const reset = () => {
    runner.cancel();
    result.replaceChildren();
  };
  return { root, reset, stop: () => runner.cancel() };
}

/**
 * Makes a message from a sentence.
 * @param {string} text
 * @param {string} [kind]
 */
export const notice = (text, kind = '') => el('p', { className: `notice ${kind}`, textContent: text });

export function solutionsCard() {
  return searchCard('Solutions', 'How many shortest solutions there are, and the first of them.', null, async (runner, result) => {
    const found = await runner.run('count', { ...about(current()), count: 20 });
    if (!found) return;
    if (found.reason) return result.replaceChildren(notice(`Stopped by a limit (${found.reason}) before all were counted.`, 'warn'));
    if (found.solutions === '0') return result.replaceChildren(notice('There is no solution.', 'bad'));
    const one = found.solutions === '1';
    result.append(notice(`${grouped(found.solutions)} shortest ${one ? 'solution' : 'solutions'}.`, 'good'));
    /** @type {string[][]} */
    const solutions = found.all;
    const [first = []] = solutions;
    if (solutions.length > 1) {
      const which = found.solutions === String(solutions.length) ? 'They are' : `The first ${solutions.length} of them are`;
      result.append(el('p', { className: 'muted small', textContent: `${which} listed by the moves, with their numbers, in which they differ from the first.` }));
    }
    const list = el('ol', { className: 'stack tight' });
    for (const moves of solutions) {
      const step = async () => {
        setAhead(moves);
        document.querySelector('[data-view="play"]')?.dispatchEvent(new MouseEvent('click'));
      };
      const runs = moves === first ? [{ at: 0, moves }] : differences(first, moves);
      const text = moves.length ? runs.map((run) => `${run.at + 1}. ${shortened(run.moves)}`).join(' … ') : 'no moves';
      list.append(el('li', { className: 'solution' }, el('code', { className: 'small', textContent: text }), button('Play', step, { kind: 'quiet' })));
    }
    result.append(list);
  });
}

export function reasonsCard() {
  return searchCard('Reasons', 'Why there is no solution, or why none is shorter.', null, async (runner, result) => {
    const found = await runner.run('explain', about(current()));
    if (!found) return;
    const kind = { solved: 'good', unsolvable: 'bad', stopped: 'warn' }[/** @type {'solved'} */ (found.outcome)];
    const headline = found.outcome === 'unsolvable' ? 'There is no solution, and this proves it:' : sentence(found);
    result.append(notice(headline, kind));
    const text = found.explanation || found.proof;
    if (text) result.append(el('pre', { className: 'reason', textContent: text, tabIndex: 0, 'aria-label': 'The reasons', role: 'region' }));
  });
}
