// Finds the drawing of the start in the text of a puzzle file, and changes its cells.

/** @typedef {{from: number, to: number, text: string}} Token */
/** @typedef {{rows: Token[][], spaced: boolean}} Drawing */

/**
 * The symbols that can be drawn: those of the puzzle, and the names of `draw` statements.
 * @param {string} text
 * @returns {string[]}
 */
export function symbolsOf(text) {
  const found = new Set();
  for (const line of text.split('\n')) {
    const code = line.replace(/\s(#|\/\/)\s.*$/, '');
    const symbols = /^symbols\s+(.+)$/.exec(code);
    for (const word of symbols?.[1]?.trim().split(/\s+/) ?? []) found.add(unquoted(word));
    const named = /^draw\s+(\S+)\s*=/.exec(code);
    if (named?.[1]) found.add(unquoted(named[1]));
  }
  return [...found];
}

/**
 * What can be painted on the start: the symbols and, where the board has holes, the hole.
 * @param {string} text
 */
export function paintable(text) {
  const drawing = startDrawing(text);
  const hasHoles = drawing?.rows.flat().some((token) => token.text === '.');
  return drawing ? [...new Set([...(hasHoles ? ['.'] : []), ...symbolsOf(text)])] : [];
}

/** @param {string} word */
const unquoted = (word) => /^'(.+)'$/.exec(word)?.[1] ?? word;

/**
 * The rows of the drawing of the start. `null` if pictures arrange the cells in another way.
 * @param {string} text
 */
export const startDrawing = (text) =>
  /^look\s*=/m.test(text) ? null : rowsBehind(text, /^start\s*((#|\/\/).*)?$/);

/**
 * The rows of the drawing below a statement.
 * @param {string} text
 * @param {RegExp} statement
 * @returns {Drawing | null}
 */
function rowsBehind(text, statement) {
  let at = 0;
  let inside = false;
  /** @type {{at: number, line: string}[]} */
  const lines = [];
  for (const line of text.split('\n')) {
    if (inside && /^\s+\S/.test(line)) lines.push({ at, line });
    else if (inside && line.trim()) break;
    if (!inside) inside = statement.test(line);
    at += line.length + 1;
  }
  if (!lines.length) return null;
  const bare = lines.map((one) => ({ ...one, line: one.line.replace(/\s\/\/.*$/, '').trimEnd() }));
  const spaced = bare.some(({ line }) => /\s/.test(line.trim()));
  const pattern = spaced ? /\S+/g : /\S/gu;
  const rows = bare.map(({ at: start, line }) =>
    [...line.matchAll(pattern)].map((match) => ({
      from: start + match.index,
      to: start + match.index + match[0].length,
      text: match[0],
    })),
  );
  return { rows, spaced };
}

/**
 * A change of a text: the text to insert and the range that it replaces.
 * @typedef {{from: number, to: number, text: string}} Change
 */

/**
 * @param {Drawing} drawing
 * @param {string} fill
 * @returns {Change | null} one row more, below
 */
export function addRow(drawing, fill) {
  const last = drawing.rows.at(-1);
  const end = last?.at(-1)?.to;
  if (!last || end === undefined) return null;
  const row = last.map(() => fill).join(drawing.spaced ? ' ' : '');
  return { from: end, to: end, text: `\n  ${row}` };
}

/**
 * @param {Drawing} drawing
 * @param {string} text the whole text
 * @returns {Change | null} without the last row
 */
export function removeRow(drawing, text) {
  const last = drawing.rows.at(-1);
  const end = last?.at(-1)?.to;
  if (drawing.rows.length < 2 || end === undefined || !last?.[0]) return null;
  return { from: text.lastIndexOf('\n', last[0].from), to: end, text: '' };
}

/**
 * @param {Drawing} drawing
 * @param {string} text the whole text
 * @param {string | null} fill `null` to remove the last column
 * @returns {Change | null} one column more or less, at the right
 */
export function changeColumns(drawing, text, fill) {
  const from = drawing.rows[0]?.[0]?.from;
  const to = drawing.rows.at(-1)?.at(-1)?.to;
  if (from === undefined || to === undefined) return null;
  if (fill === null && drawing.rows.some((row) => row.length < 2)) return null;
  let result = '';
  let at = from;
  for (const row of drawing.rows) {
    const last = row.at(-1);
    const before = row.at(-2);
    if (!last) continue;
    if (fill === null && before) result += text.slice(at, before.to);
    else result += `${text.slice(at, last.to)}${drawing.spaced ? ' ' : ''}${fill}`;
    at = last.to;
  }
  return { from, to, text: result };
}
