// The dialog for choosing a puzzle. It shows every puzzle with its picture.

import { turnPage } from './address.js';
import { catalogue } from './api.js';
import { el, openDialog } from './dom.js';
import { current } from './game.js';
import { description } from './rules.js';
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
  const { built_in: builtIns, files, named } = await loadCatalogue();
  const items = [...files.slice(0, named), ...builtIns, ...files.slice(named)].map((puzzle) => {
    const onclick = async () => {
      dialog.close();
      const game = gameOf(puzzle);
      await turnPage(current(), game);
      choose(game);
    };
    const picture = el('img', { alt: '', loading: 'lazy', src: thumbnail(puzzle.name) });
    const pick = el('button', { type: 'button', onclick }, picture, el('span', { textContent: nameOf(puzzle.title) }));
    const about = 'text' in puzzle ? description(puzzle.text) : puzzle.summary;
    return { item: el('li', {}, pick), pick, title: `${puzzle.title} ${puzzle.name}`.toLowerCase(), about: about.toLowerCase() };
  });
  const gallery = el('ul', { className: 'gallery' }, ...items.map(({ item }) => item));
  const none = el('p', { className: 'muted', textContent: 'No puzzle has these words.', hidden: true });
  /** The puzzles that fit the search, those whose names do first. */
  const search = () => {
    const wanted = filter.value.trim().toLowerCase();
    const kinds = [
      items.filter(({ title }) => title.startsWith(wanted)),
      items.filter(({ title }) => title.includes(wanted)),
      items.filter(({ about }) => about.includes(wanted)),
    ];
    return [...new Set(kinds.flat())];
  };
  const filter = el('input', {
    type: 'search',
    placeholder: 'Search',
    'aria-label': 'Show puzzles whose name or description contains',
    oninput: () => {
      const found = search();
      gallery.replaceChildren(...found.map(({ item }) => item));
      none.hidden = found.length > 0;
    },
    onkeydown: (/** @type {KeyboardEvent} */ event) => {
      if (event.key !== 'Enter') return;
      // Otherwise the key presses the button that gets the focus when the dialog closes.
      event.preventDefault();
      search()[0]?.pick.click();
    },
  });
  const dialog = openDialog('Choose a puzzle', [filter], gallery, none);
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
