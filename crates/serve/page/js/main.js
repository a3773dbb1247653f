// Starts the page: sets up the views, and shows the game in the address.

import { nameView, onAddress, remember, rememberSoon } from './address.js';
import { messageOf } from './api.js';
import { gameOf, loadCatalogue } from './chooser.js';
import { el } from './dom.js';
import { onPosition, refresh, show, shown } from './game.js';
import { decode } from './link.js';
import { startPlay } from './play.js';
import { onTheme, startTheme } from './theme.js';

/** @import { Game } from './types.js' */

const VIEWS = ['play', 'create', 'analyse', 'share'];
/** The other views are loaded when they are opened. @type {Record<string, () => Promise<(host: HTMLElement, text?: string) => void>>} */
const STARTS = {
  create: async () => (await import('./create.js')).startCreate,
  analyse: async () => (await import('./analyse.js')).startAnalyse,
  share: async () => (await import('./share.js')).startShare,
};
/** @type {Set<string>} */
const started = new Set(['play']);

/**
 * @param {string} name
 * @param {string} [text] the text in the address, which the editor shows
 */
async function open(name, text) {
  const view = VIEWS.includes(name) ? name : 'play';
  nameView(view);
  for (const other of VIEWS) {
    const section = document.getElementById(other);
    if (section) section.hidden = other !== view;
    const tab = document.querySelector(`.tabs [data-view="${other}"]`);
    if (other === view) tab?.setAttribute('aria-current', 'page');
    else tab?.removeAttribute('aria-current');
  }
  const start = STARTS[view];
  const host = document.getElementById(view);
  if (start && host && !started.has(view)) {
    started.add(view);
    (await start())(host, text);
  }
  document.dispatchEvent(new CustomEvent('view', { detail: text }));
}

/** Shows the view and the game in the address. */
async function follow() {
  const [name = '', data] = location.hash.slice(1).split('=', 2);
  const shared = data ? await decode(data) : null;
  if (data && !shared) warn('This link is damaged: it holds no puzzle.');
  if (shared) await followGame(shared, name);
  else await open(name);
  return shared !== null;
}

/**
 * @param {Game} game
 * @param {string} name the view
 */
async function followGame(game, name) {
  try {
    await show(game);
  } catch (error) {
    // The editor shows texts with faults as well.
    if (name !== 'create' || game.puzzle.text === undefined) warn(messageOf(error));
  }
  await open(name, game.puzzle.text);
}

/** @param {string} text */
function warn(text) {
  const notice = el('p', { className: 'notice bad', role: 'alert', textContent: text });
  document.getElementById('main')?.prepend(notice);
  setTimeout(() => notice.remove(), 10_000);
}

async function start() {
  startTheme();
  const play = document.getElementById('play');
  if (play) startPlay(play);
  document.querySelectorAll('[data-view]').forEach((tab) => {
    tab.addEventListener('click', async () => {
      await open(tab.getAttribute('data-view') ?? 'play');
      await remember();
    });
  });
  document.querySelector('[data-home]')?.addEventListener('click', () => open('play').then(() => remember()));
  document.querySelector('[data-skip]')?.addEventListener('click', (event) => {
    event.preventDefault();
    document.getElementById('main')?.focus();
  });
  const loading = loadCatalogue().catch((error) => warn(messageOf(error)));
  if (!(await follow())) {
    await loading;
    const { built_in: builtIns, files, named } = await loadCatalogue();
    const first = named ? files[0] : builtIns[0];
    // A designer gets the file that is written; several files are for players.
    const isDraft = named === 1 && first?.name.endsWith('.fewest');
    if (first) await followGame(gameOf(first), isDraft ? 'create' : 'play');
    if (!shown() && builtIns[0]) await show(gameOf(builtIns[0]));
  }
  onPosition(rememberSoon);
  onTheme(() => refresh());
  window.addEventListener('unhandledrejection', (event) => {
    event.preventDefault();
    warn(messageOf(event.reason));
  });
  onAddress(follow);
  document.documentElement.dataset['ready'] = 'true';
}

start();
