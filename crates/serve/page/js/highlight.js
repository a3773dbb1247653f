// Colours the text of a puzzle file and marks its faults.

/** @import { Fault } from './types.js' */

const KEYWORDS =
  /^(puzzle|symbols|set|draw|board|move|goal|start|expect|piece|var|walls|region|look|cost|objective|layout|rule|end)\b/;
/**
 * Statements that are followed by an indented drawing. In a drawing, `#` does not begin a comment.
 */
const DRAWINGS = /^(start|board|goal|expect|piece|walls|region)\b/;

/**
 * The parts of a text that get a colour, in order.
 * @param {string} text
 * @returns {{from: number, to: number, kind: string}[]}
 */
export function tokens(text) {
  const found = [];
  let at = 0;
  let inDrawing = false;
  for (const line of text.split('\n')) {
    const isIndented = /^\s/.test(line);
    if (!isIndented && line) inDrawing = DRAWINGS.test(line);
    const keyword = KEYWORDS.exec(line);
    if (keyword) found.push({ from: at, to: at + keyword[0].length, kind: 'keyword' });
    const pattern = isIndented && inDrawing ? /(^|\s)\/\/.*$/ : /(^|\s)(#|\/\/)(\s.*)?$/;
    const comment = pattern.exec(line);
    const end = comment ? comment.index : line.length;
    for (const quoted of line.slice(0, end).matchAll(/'[^']+'/g)) {
      found.push({ from: at + quoted.index, to: at + quoted.index + quoted[0].length, kind: 'quoted' });
    }
    if (comment) found.push({ from: at + end, to: at + line.length, kind: 'comment' });
    at += line.length + 1;
  }
  return found;
}

/**
 * Converts the text to nodes that are coloured and, where there are faults, marked.
 * @param {string} text
 * @param {Fault[]} faults
 * @returns {Node[]}
 */
export function highlighted(text, faults) {
  const kinds = tokens(text);
  const edges = new Set([0, text.length]);
  for (const { from, to } of [...kinds, ...faults]) {
    edges.add(Math.min(from, text.length));
    edges.add(Math.min(to, text.length));
  }
  const points = [...edges].sort((a, b) => a - b);
  /** @type {Node[]} */
  const nodes = [];
  for (const [index, from] of points.entries()) {
    const to = points[index + 1] ?? from;
    const kind = kinds.find((token) => token.from <= from && to <= token.to && from < to)?.kind;
    const fault = faults.find((one) => one.from <= from && to <= one.to && from < to);
    const empty = faults.find((one) => one.from === one.to && one.from === from);
    if (empty) nodes.push(made('mark', `${empty.severity} empty`, ''));
    if (from === to) continue;
    const piece = text.slice(from, to);
    /** @type {Node} */
    let node = kind ? made('span', kind, piece) : document.createTextNode(piece);
    if (fault) {
      const mark = made('mark', fault.severity, '');
      mark.append(node);
      node = mark;
    }
    nodes.push(node);
  }
  // An empty last line gets a height only if something follows it.
  nodes.push(document.createTextNode('\n'));
  return nodes;
}

/**
 * @param {string} tag
 * @param {string} name
 * @param {string} text
 */
function made(tag, name, text) {
  const element = document.createElement(tag);
  element.className = name;
  element.textContent = text;
  return element;
}
