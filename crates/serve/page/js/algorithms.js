// The analysis of the algorithms: a table with bars.

import { about } from './api.js';
import { el, grouped } from './dom.js';
import { current } from './game.js';
import { bytesText, secondsText } from './progress.js';
import { notice, searchCard } from './solutions.js';

/** @import { Answer } from './types.js' */
/** @typedef {Answer & {algorithm: string, heuristic?: string}} Row */

export function algorithmsCard() {
  return searchCard('Algorithms', 'The board through every algorithm that fits. They must agree.', null, async (runner, result) => {
    /** @type {Row[]} */
    const rows = [];
    const body = el('tbody');
    const titles = ['algorithm', 'answer', 'states', 'time', 'memory'];
    const head = el('tr', {}, ...titles.map((text, at) => el('th', { textContent: text, className: at > 1 ? 'number' : '', scope: 'col' })));
    const table = el('div', { className: 'scroll', tabIndex: 0, role: 'region', 'aria-label': 'Answers of the algorithms' }, el('table', {}, el('thead', {}, head), body));
    const draw = () => {
      if (!table.isConnected) result.append(table);
      const most = Math.max(...rows.map((row) => row.expanded), 1);
      body.replaceChildren(...rows.map((row) => line(row, most)));
    };
    const found = await runner.run('compare', about(current()), (row) => {
      rows.push(row);
      draw();
    });
    if (!found) return;
    const length = found.length === null ? 'no solution' : `${found.length} ${found.length === 1 ? 'move' : 'moves'}`;
    const known = rows.some((row) => row.outcome !== 'stopped');
    if (!found.agree) result.append(notice('The algorithms contradict each other: at least one of them is wrong.', 'bad'));
    else result.append(notice(known ? `All that answered agree: ${length}.` : 'No algorithm answered within its limits.', known ? 'good' : 'warn'));
    result.append(el('p', { className: 'muted small', textContent: 'The length of a bar is the logarithm of the number of states.' }));
  });
}

/**
 * @param {Row} row
 * @param {number} most
 */
function line(row, most) {
  const { algorithm, heuristic, outcome, expanded, seconds } = row;
  const bar = el('span', { className: outcome === 'stopped' ? 'bar stopped' : 'bar' });
  bar.style.width = `${(100 * Math.log1p(expanded)) / Math.log1p(most)}%`;
  const texts = {
    solved: `${row.length} ${row.length === 1 ? 'move' : 'moves'}`,
    unsolvable: 'no solution',
    stopped: `stopped (${row.reason}), at least ${row.lower_bound ?? row.cost_lower_bound}`,
  };
  return el(
    'tr',
    {},
    el('th', { scope: 'row', textContent: heuristic ? `${algorithm} ${heuristic}` : algorithm }),
    el('td', {}, texts[outcome], bar),
    el('td', { className: 'number', textContent: grouped(expanded) }),
    el('td', { className: 'number', textContent: secondsText(seconds) }),
    el('td', { className: 'number', textContent: bytesText(row.peak_bytes) }),
  );
}
