// The dialog for choosing a puzzle. It shows every puzzle with its picture.

import { catalogue } from './api.js';
import { button, el } from './dom.js';
import { isDark } from './theme.js';

/** @import { BuiltIn, Catalogue, Game, PuzzleFile } from './types.js' */

/** @type {Promise<Catalogue> | null} */
let loading = null;
/** @type {Catalogue | null} */
let loaded = null;

export async function loadCatalogue() {
  loading ??= catalogue();
  loaded = await loading;
  return loaded;
}

/**
 * The entry of a built-in puzzle in the catalogue.
 * @param {string} name
 * @returns {BuiltIn | undefined}
 */
export const builtIn = (name) => loaded?.built_in.find((puzzle) => puzzle.name === name);

/**
 * A new game of a puzzle in the catalogue, at the start of the puzzle.
 * @param {BuiltIn | PuzzleFile} puzzle
 * @returns {Game}
 */
export function gameOf(puzzle) {
  const choice = 'text' in puzzle ? { name: puzzle.name, text: puzzle.text } : { name: puzzle.name };
  return { puzzle: choice, options: {}, board: 'example' in puzzle ? puzzle.example : null, moves: [] };
}

/**
 * Opens the dialog.
 * @param {(game: Game) => void} choose
 */
export async function openChooser(choose) {
  const { built_in: builtIns, files } = await loadCatalogue();
  const all = [...builtIns, ...files];
  const gallery = el('ul', { className: 'gallery' });
  const close = () => dialog.close();
  const items = all.map((puzzle) => {
    const picture = el('img', { alt: '', loading: 'lazy' });
    const item = el(
      'li',
      {},
      el(
        'button',
        {
          type: 'button',
          onclick: () => {
            close();
            choose(gameOf(puzzle));
          },
        },
        picture,
        el('span', { textContent: nameOf(puzzle.title) }),
      ),
    );
    picture.src = thumbnail(puzzle.name);
    return { item, text: `${puzzle.title} ${puzzle.name}`.toLowerCase() };
  });
  gallery.append(...items.map(({ item }) => item));
  const none = el('p', { className: 'muted', textContent: 'No puzzle is called so.', hidden: true });
  const filter = el('input', {
    type: 'search',
    placeholder: 'Name',
    'aria-label': 'Show puzzles whose name contains',
    oninput: () => {
      const wanted = filter.value.trim().toLowerCase();
      for (const { item, text } of items) item.hidden = !text.includes(wanted);
      none.hidden = items.some(({ item }) => !item.hidden);
    },
  });
  const dialog = el(
    'dialog',
    { 'aria-labelledby': 'chooser-title', onclose: () => dialog.remove() },
    el(
      'div',
      { className: 'body' },
      el(
        'div',
        { className: 'row' },
        el('h2', { id: 'chooser-title', textContent: 'Choose a puzzle' }),
        el('div', { className: 'row push' }, filter, button('Close', close, { icon: 'close', square: true })),
      ),
      gallery,
      none,
    ),
  );
  document.body.append(dialog);
  dialog.showModal();
}

/**
 * The address of the picture of a puzzle's start.
 * @param {string} name
 */
function thumbnail(name) {
  return `/api/thumbnail/${isDark() ? 'dark' : 'light'}/${encodeURIComponent(name)}`;
}

/**
 * Converts the name of a file to a title.
 * @param {string} name
 */
export function nameOf(name) {
  const words = name.replaceAll(/[-_]+/g, ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
