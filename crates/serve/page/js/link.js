// Stores a game in the fragment of an address: as compressed JSON, encoded in base64url.

/** @import { Game, Options } from './types.js' */

/** The greatest length of a link. No game that can be played needs a longer one. */
const MOST_LETTERS = 400_000;
/** The most bytes of the JSON of such a game. */
const MOST_BYTES = 1_000_000;

/** @param {Game} game */
export async function encode(game) {
  const { puzzle, options, board, moves } = game;
  const fields = {
    p: puzzle.name,
    ...(puzzle.text === undefined ? {} : { t: puzzle.text }),
    ...(Object.keys(options).length ? { o: options } : {}),
    ...(board === null ? {} : { b: board }),
    ...(moves.length ? { m: moves } : {}),
  };
  const bytes = new TextEncoder().encode(JSON.stringify(fields));
  const stream = new Blob([bytes]).stream().pipeThrough(new CompressionStream('deflate-raw'));
  const packed = new Uint8Array(await new Response(stream).arrayBuffer());
  let letters = '';
  for (const byte of packed) letters += String.fromCharCode(byte);
  return btoa(letters).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/**
 * The game that a link contains, or `null` if it contains none.
 * @param {string} text
 * @returns {Promise<Game | null>}
 */
export async function decode(text) {
  if (text.length > MOST_LETTERS || !/^[A-Za-z0-9_-]+$/.test(text)) return null;
  try {
    const letters = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
    const bytes = await inflate(Uint8Array.from(letters, (letter) => letter.charCodeAt(0)));
    return bytes && checked(JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)));
  } catch {
    return null;
  }
}

/**
 * @param {Uint8Array<ArrayBuffer>} packed
 * @returns {Promise<Uint8Array<ArrayBuffer> | null>}
 */
async function inflate(packed) {
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
  const reader = stream.getReader();
  /** @type {Uint8Array[]} */
  const pieces = [];
  let size = 0;
  for (;;) {
    const { value, done } = await reader.read();
    if (done) break;
    size += value.length;
    if (size > MOST_BYTES) {
      await reader.cancel();
      return null;
    }
    pieces.push(value);
  }
  const all = new Uint8Array(size);
  let at = 0;
  for (const piece of pieces) {
    all.set(piece, at);
    at += piece.length;
  }
  return all;
}

/**
 * @param {unknown} fields
 * @returns {Game | null}
 */
function checked(fields) {
  if (typeof fields !== 'object' || fields === null) return null;
  const { p, t, o, b, m } = /** @type {Record<string, unknown>} */ (fields);
  if (typeof p !== 'string' || p.length > 200) return null;
  if (t !== undefined && typeof t !== 'string') return null;
  if (b !== undefined && typeof b !== 'string') return null;
  const moves = m ?? [];
  if (!Array.isArray(moves) || moves.length > 2000 || !moves.every((move) => typeof move === 'string')) return null;
  return { puzzle: t === undefined ? { name: p } : { name: p, text: t }, options: optionsOf(o), board: b ?? null, moves };
}

/**
 * @param {unknown} value
 * @returns {Options}
 */
function optionsOf(value) {
  /** @type {Options} */
  const options = {};
  if (typeof value !== 'object' || value === null) return options;
  const { goal, colours, first } = /** @type {Record<string, unknown>} */ (value);
  if (typeof goal === 'string') options.goal = goal;
  if (typeof first === 'string') options.first = first;
  if (typeof colours === 'number' && Number.isInteger(colours) && colours >= 2 && colours <= 36) options.colours = colours;
  return options;
}
