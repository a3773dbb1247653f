// The theme of the page: light, dark, or the choice of the system.

import { icon } from './dom.js';

const KEY = 'fewest-theme';
const CHOICES = ['auto', 'light', 'dark'];
const NAMES = { auto: 'as the system', light: 'light', dark: 'dark' };
const system = matchMedia('(prefers-color-scheme: dark)');
/** @type {(() => void)[]} */
const listeners = [];

function chosen() {
  const kept = localStorage.getItem(KEY) ?? 'auto';
  return /** @type {'auto' | 'light' | 'dark'} */ (CHOICES.includes(kept) ? kept : 'auto');
}

export function isDark() {
  const choice = chosen();
  return choice === 'auto' ? system.matches : choice === 'dark';
}

/** @param {() => void} listener */
export function onTheme(listener) {
  listeners.push(listener);
}

function apply() {
  const choice = chosen();
  document.documentElement.dataset['theme'] = choice;
  const button = document.querySelector('[data-theme-button]');
  button?.replaceChildren(icon({ auto: 'auto', light: 'sun', dark: 'moon' }[choice]));
  button?.setAttribute('aria-label', `Colours: ${NAMES[choice]}. Change`);
  button?.setAttribute('title', `Colours: ${NAMES[choice]}`);
}

export function startTheme() {
  apply();
  system.addEventListener('change', () => listeners.forEach((listener) => listener()));
  document.querySelector('[data-theme-button]')?.addEventListener('click', () => {
    const next = CHOICES[(CHOICES.indexOf(chosen()) + 1) % CHOICES.length] ?? 'auto';
    localStorage.setItem(KEY, next);
    apply();
    listeners.forEach((listener) => listener());
  });
}
