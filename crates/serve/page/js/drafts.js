// The texts that somebody has written in the editor. The browser keeps them, so that none is lost when
// another takes its place or the page is closed.

import { puzzleName } from './rules.js';

const KEY = 'fewest-texts';
/** The browser keeps at most this many texts. */
const MOST = 20;

/** @typedef {{id: number, text: string}} Draft A text, and the time at which it was begun. */

/** The texts, the one that was changed last first. @returns {Draft[]} */
export function drafts() {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(kept) ? kept.filter(({ id, text }) => typeof id === 'number' && typeof text === 'string') : [];
  } catch {
    return [];
  }
}

/**
 * Keeps a text in the place of what was kept with the same number.
 * @param {number} id
 * @param {string} text
 */
export function keep(id, text) {
  const others = drafts().filter((other) => other.id !== id && other.text !== text);
  try {
    localStorage.setItem(KEY, JSON.stringify([{ id, text }, ...others].slice(0, MOST)));
  } catch {
    // A browser without storage keeps nothing.
  }
}

/** @param {Draft} draft */
export function titleOfDraft({ id, text }) {
  const when = new Date(id).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' });
  return `${puzzleName(text) ?? 'without a name'}, begun ${when}`;
}
