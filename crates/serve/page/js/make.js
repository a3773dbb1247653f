// The analysis that generates boards of a wanted difficulty.

import { about } from './api.js';
import { gallery, sizeField } from './census.js';
import { counted, el } from './dom.js';
import { current } from './game.js';
import { notice, searchCard } from './solutions.js';
import { isDark } from './theme.js';

/**
 * @param {string} label
 * @param {number} value
 * @param {number} most
 */
function numberField(label, value, most) {
  const input = el('input', { type: 'number', min: '0', max: String(most), value: String(value) });
  return { root: el('label', { className: 'field' }, label, input), value: () => Math.max(0, Math.min(most, Math.trunc(input.valueAsNumber || 0))) };
}

export function makeCard() {
  const least = numberField('Least moves', 3, 10_000);
  const greatest = numberField('Most moves', 4, 10_000);
  const count = numberField('Boards', 8, 60);
  const seed = numberField('Seed', 1, 2 ** 31);
  const { field, size } = sizeField();
  const fields = el('div', { className: 'row wide' }, least.root, greatest.root, count.root, seed.root, field);
  const text = 'New boards whose shortest solutions have as many moves as you want.';
  const run = async (/** @type {import('./progress.js').Runner} */ runner, /** @type {HTMLElement} */ result) => {
    const lengths = [least.value(), Math.max(least.value(), greatest.value())];
    const body = { ...about(current()), moves: [], size: size(), lengths, count: count.value(), seed: seed.value(), dark: isDark() };
    const found = await runner.run('make', body);
    if (!found) return;
    if (!found.boards.length) return result.replaceChildren(notice('There are no such boards.', 'warn'));
    result.append(gallery(found.boards));
    const notes = [counted(found.boards.length, 'board')];
    if (found.reason) notes.push(`stopped by a limit (${found.reason})`);
    if (!found.uniform) notes.push('not all boards were equally likely');
    result.append(el('p', { className: 'muted small', textContent: `${notes.join('; ')}.` }));
  };
  return searchCard('Make boards', text, fields, run, 'Make');
}
