// The address of the page, which holds the view and the game, and its history.

import { current } from './game.js';
import { encode } from './link.js';

/** @import { Game } from './types.js' */

/** The page changes its address only after a delay, because browsers slow down frequent changes. */
const PAUSE = 300;

let view = 'play';
/** The fragment of the address that the page itself has set or followed last. */
let written = '';
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;
/** The number of changes of the address so far. */
let changes = 0;

/** @param {Game} game */
const fragmentOf = async (game) => `#${view}=${await encode(game)}`;

/** @param {string} name the view that the address names from now on */
export function nameView(name) {
  view = name;
}

/** Begins a change of the address, which writes of earlier games must not undo. */
function begin() {
  clearTimeout(timer);
  return ++changes;
}

/**
 * Writes a game to the address.
 * @param {Game} [game]
 */
export async function remember(game = current()) {
  const change = begin();
  const fragment = await fragmentOf(game);
  if (change !== changes) return;
  written = fragment;
  history.replaceState(null, '', fragment);
}

export function rememberSoon() {
  clearTimeout(timer);
  timer = setTimeout(remember, PAUSE);
}

/**
 * Begins a new entry of the history, so that the browser's Back leads from `next` to `left`.
 * @param {Game} left
 * @param {Game} next
 */
export async function turnPage(left, next) {
  begin();
  const [before, after] = await Promise.all([fragmentOf(left), fragmentOf(next)]);
  history.replaceState(null, '', before);
  history.pushState(null, '', after);
  written = after;
}

/** @param {() => void} follow called when the address changes, but not by the page itself */
export function onAddress(follow) {
  window.addEventListener('hashchange', () => {
    if (location.hash === written) return;
    begin();
    written = location.hash;
    follow();
  });
}
