// What the text of a puzzle file says to people: its name and its description.

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
