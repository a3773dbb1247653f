// Shows the progress of a search and lets the user cancel it.

import { isAbort, messageOf, search } from './api.js';
import { button, el, grouped } from './dom.js';

/** @import { Progress } from './types.js' */

/** Searches that end sooner show no progress. */
const PATIENCE = 200;

/**
 * Formats a number of bytes.
 * @param {number} bytes
 */
export function bytesText(bytes) {
  if (bytes < 1024) return `${bytes} B`;
  const units = ['KiB', 'MiB', 'GiB'];
  const power = Math.min(units.length, Math.floor(Math.log2(bytes) / 10));
  return `${(bytes / 1024 ** power).toFixed(1)} ${units[power - 1]}`;
}

/**
 * Formats a time in seconds.
 * @param {number} seconds
 */
export function secondsText(seconds) {
  if (seconds < 0.001) return `${Math.round(seconds * 1e6)} µs`;
  if (seconds < 1) return `${(seconds * 1000).toFixed(seconds < 0.1 ? 1 : 0)} ms`;
  return `${seconds.toFixed(1)} s`;
}

/**
 * Runs one search at a time and shows its progress in an element. A new search cancels the previous
 * one.
 */
export class Runner {
  /** @param {HTMLElement} host */
  constructor(host) {
    this.host = host;
    /** @type {AbortController | null} */
    this.running = null;
  }

  cancel() {
    this.running?.abort();
    this.running = null;
    this.host.replaceChildren();
  }

  /**
   * Runs a search. Returns `undefined` if the search was cancelled, or if the server refused it; a
   * refusal is shown.
   * @param {string} route
   * @param {object} body
   * @param {(row: any) => void} [row]
   * @returns {Promise<any>}
   */
  async run(route, body, row) {
    this.cancel();
    const controller = new AbortController();
    this.running = controller;
    const show = this.#panel(() => {
      controller.abort();
      this.host.replaceChildren(el('p', { className: 'notice', textContent: 'Cancelled.' }));
    });
    const timer = setTimeout(() => show(null), PATIENCE);
    try {
      const answer = await search(route, body, { signal: controller.signal, progress: show, row });
      if (this.running === controller) this.host.replaceChildren();
      return answer;
    } catch (error) {
      if (!isAbort(error) && this.running === controller) {
        this.host.replaceChildren(el('p', { className: 'notice bad', textContent: messageOf(error) }));
      }
      return undefined;
    } finally {
      clearTimeout(timer);
      if (this.running === controller) this.running = null;
    }
  }

  /**
   * @param {() => void} cancel
   * @returns {(now: Progress | null) => void}
   */
  #panel(cancel) {
    const fields = { states: el('dd'), rate: el('dd'), depth: el('dd'), memory: el('dd') };
    const list = el('dl');
    for (const [name, field] of Object.entries(fields)) {
      field.textContent = '–';
      list.append(el('div', {}, el('dt', { textContent: name }), field));
    }
    const stop = button('Cancel', cancel, { icon: 'close' });
    const panel = el('div', { className: 'progress' }, el('div', { className: 'track' }), list, el('div', { className: 'row' }, stop));
    return (now) => {
      if (!panel.isConnected) this.host.replaceChildren(panel);
      if (!now) return;
      fields.states.textContent = grouped(now.states);
      fields.rate.textContent = `${grouped(now.rate)}/s`;
      fields.depth.textContent = String(now.depth);
      fields.memory.textContent = bytesText(now.bytes);
    };
  }
}
