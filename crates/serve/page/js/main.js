// Starts the page: sets up the views, and shows the game in the address.

import { messageOf } from './api.js';
import { loadCatalogue } from './chooser.js';
import { el } from './dom.js';
import { current, onPosition, refresh, show } from './game.js';
import { decode, encode } from './link.js';
import { startPlay } from './play.js';
import { onTheme, startTheme } from './theme.js';

/** @import { Game } from './types.js' */

const VIEWS = ['play', 'create', 'analyse', 'share'];
/** The other views are loaded when they are opened. @type {Record<string, () => Promise<(host: HTMLElement) => void>>} */
const STARTS = {
  create: async () => (await import('./create.js')).startCreate,
  analyse: async () => (await import('./analyse.js')).startAnalyse,
  share: async () => (await import('./share.js')).startShare,
};
/** @type {Set<string>} */
const started = new Set(['play']);
let view = 'play';
/** The fragment of the address that the page itself has set last. */
let written = '';

/** @param {string} name */
async function open(name) {
  view = VIEWS.includes(name) ? name : 'play';
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
    (await start())(host);
  }
  document.dispatchEvent(new CustomEvent('view', { detail: view }));
}

/** The page changes its address only after a delay, because browsers slow down frequent changes. */
const PAUSE = 300;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;

function rememberSoon() {
  clearTimeout(timer);
  timer = setTimeout(remember, PAUSE);
}

/** Writes the game to the address. */
async function remember() {
  clearTimeout(timer);
  const fragment = `#${view}=${await encode(current())}`;
  written = fragment;
  history.replaceState(null, '', fragment);
}

/** Shows the view and the game in the address. */
async function follow() {
  const [name = '', data] = location.hash.slice(1).split('=', 2);
  await open(name);
  const shared = data ? await decode(data) : null;
  if (data && !shared) warn('This link is damaged: it holds no puzzle.');
  if (shared) await load(shared);
  return shared !== null;
}

/** @param {Game} game */
async function load(game) {
  try {
    await show(game);
  } catch (error) {
    warn(messageOf(error));
  }
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
  document.querySelector('[data-home]')?.addEventListener('click', () => open('play').then(remember));
  document.querySelector('[data-skip]')?.addEventListener('click', (event) => {
    event.preventDefault();
    document.getElementById('main')?.focus();
  });
  const loading = loadCatalogue().catch((error) => warn(messageOf(error)));
  if (!(await follow())) {
    await loading;
    const first = (await loadCatalogue()).built_in[0];
    if (first) await load({ puzzle: { name: first.name }, options: {}, board: first.example, moves: [] });
  }
  onPosition(rememberSoon);
  onTheme(() => refresh());
  window.addEventListener('unhandledrejection', (event) => {
    event.preventDefault();
    warn(messageOf(event.reason));
  });
  window.addEventListener('hashchange', () => {
    if (location.hash !== written) follow();
  });
  document.documentElement.dataset['ready'] = 'true';
}

start();
