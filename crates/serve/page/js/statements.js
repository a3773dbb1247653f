// The statements of the puzzle language, from its chapter, and the way to the whole chapter.

import { el } from './dom.js';

const CHAPTER = '/language';

/** A list that is loaded when it is opened. */
export function statements() {
  const list = el('dl', { className: 'statements' });
  const load = async () => {
    if (!root.open || list.childElementCount) return;
    const text = await (await fetch(CHAPTER)).text();
    for (const [statement, meaning] of rows(text)) list.append(el('dt', {}, ...code(statement)), el('dd', {}, ...code(meaning)));
  };
  const link = el('a', { href: CHAPTER, target: '_blank', textContent: 'The whole language' });
  const root = el('details', { ontoggle: load }, el('summary', { textContent: 'Statements of the language' }), el('p', {}, link), list);
  return root;
}

/**
 * The rows of the table of statements.
 * @param {string} chapter
 * @returns {[string, string][]}
 */
function rows(chapter) {
  const table = /\| statement \| meaning \|\n.*\n((?:\|.*\n)+)/.exec(chapter)?.[1] ?? '';
  return table
    .trim()
    .split('\n')
    .map((line) => /^\| (.*?) \| (.*) \|$/.exec(line))
    .map((found) => [found?.[1] ?? '', found?.[2] ?? '']);
}

/**
 * A text whose code is between backquotes. Links are shown as their words.
 * @param {string} text
 */
function code(text) {
  const parts = text.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1').split('`');
  return parts.map((part, at) => (at % 2 ? el('code', { textContent: part }) : part));
}
