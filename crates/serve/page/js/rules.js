// What the text of a puzzle file says to people: its name, its description, and a drawing of its goal.

import { rowsBehind } from './paint.js';

/** @param {string} text */
export const puzzleName = (text) => /^puzzle\s+(\S+)/m.exec(text)?.[1];

/**
 * The lines of the first comment that takes whole lines. Only the puzzle's name may stand before it.
 * @param {string} text
 */
export function description(text) {
  const comment = /^\uFEFF?(?:[^\S\n]*\n|puzzle\s.*\n)*((?:(?:#|\/\/).*(?:\n|$))+)/.exec(text)?.[1] ?? '';
  return comment.replaceAll(/^(?:#|\/\/) ?/gm, '').trim();
}

/**
 * The board that a file draws as its only goal, as text.
 * @param {string} text
 */
export function drawnGoal(text) {
  if (text.match(/^goal\b/gm)?.length !== 1) return null;
  const rows = rowsBehind(text, /^goal\s+board\b/)?.rows;
  return rows?.map((row) => row.map((token) => token.text).join(' ')).join('\n') ?? null;
}
