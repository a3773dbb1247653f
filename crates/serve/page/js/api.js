// Sends requests to the server.

/** @import { Fault, Game, Progress, Catalogue } from './types.js' */

/** An error that says why the server refused a request. */
export class Refusal extends Error {
  /**
   * @param {number} status
   * @param {string} message
   * @param {Fault[]} faults
   * @param {string | null} text
   */
  constructor(status, message, faults = [], text = null) {
    super(message);
    this.status = status;
    this.faults = faults;
    this.text = text;
  }
}

/** @param {{error?: {status: number, message: string, faults: Fault[], text: string | null}}} body */
function refusal(body) {
  const error = body.error;
  return new Refusal(error?.status ?? 0, error?.message ?? 'no answer', error?.faults, error?.text);
}

/**
 * @param {string} route
 * @param {object} body
 * @param {AbortSignal} [signal]
 */
async function post(route, body, signal) {
  let response;
  try {
    response = await fetch(`/api/${route}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal,
    });
  } catch (error) {
    if (isAbort(error)) throw error;
    throw new Refusal(0, 'The server does not answer. Is fewest serve still running?');
  }
  if (!response.ok) throw refusal(await response.json().catch(() => ({})));
  return response;
}

/**
 * Sends a request that the server answers at once.
 * @param {string} route
 * @param {object} body
 * @param {AbortSignal} [signal]
 */
export async function ask(route, body, signal) {
  return (await post(route, body, signal)).json();
}

/**
 * Requests a file.
 * @param {object} body
 */
export async function file(body) {
  return (await post('picture', body)).blob();
}

/**
 * Sends a request that searches. To cancel the search, abort the signal: the search ends when the
 * connection is closed.
 * @param {string} route
 * @param {object} body
 * @param {{signal?: AbortSignal, progress?: (now: Progress) => void, row?: (row: any) => void}} [watch]
 */
export async function search(route, body, watch = {}) {
  const response = await post(route, body, watch.signal);
  for await (const [name, data] of events(response)) {
    if (name === 'progress') watch.progress?.(data);
    else if (name === 'row') watch.row?.(data);
    else if (name === 'answer') return data;
    else if (name === 'error') throw refusal(data);
  }
  throw new Refusal(0, 'The connection was closed before the answer came.');
}

/**
 * The server-sent events of a response.
 * @param {Response} response
 * @returns {AsyncGenerator<[string, any]>}
 */
async function* events(response) {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  if (!reader) return;
  let rest = '';
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    const blocks = (rest + value).split('\n\n');
    rest = blocks.pop() ?? '';
    for (const block of blocks) {
      const lines = block.split('\n');
      /** @param {string} field */
      const field = (field) =>
        lines.filter((line) => line.startsWith(`${field}: `)).map((line) => line.slice(field.length + 2)).join('\n');
      yield [field('event'), JSON.parse(field('data') || 'null')];
    }
  }
}

/** @returns {Promise<Catalogue>} */
export async function catalogue() {
  const response = await fetch('/api/puzzles');
  if (!response.ok) throw refusal(await response.json().catch(() => ({})));
  return response.json();
}

/** @param {unknown} error */
export function isAbort(error) {
  return error instanceof DOMException && error.name === 'AbortError';
}

/** @param {unknown} error */
export function messageOf(error) {
  return error instanceof Error ? error.message : String(error);
}

/**
 * The fields of a request about a game.
 * @param {Game} game
 */
export function about({ puzzle, options, board, moves }) {
  return { puzzle, options, board, moves };
}
