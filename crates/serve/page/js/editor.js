// The editor: a transparent text area over a coloured copy of its text, with line numbers.

import { el } from './dom.js';
import { highlighted } from './highlight.js';

/** @import { Fault } from './types.js' */

export class Editor {
  /**
   * @param {string} label
   * @param {string} text the first text
   * @param {() => void} change called when somebody has changed the text
   */
  constructor(label, text, change) {
    this.area = el('textarea', { spellcheck: false, wrap: 'off', autocapitalize: 'off', autocomplete: 'off', 'aria-label': label, value: text });
    this.layer = el('pre', { 'aria-hidden': 'true' });
    this.gutter = el('pre', { className: 'gutter', 'aria-hidden': 'true' });
    this.root = el('div', { className: 'editor' }, this.gutter, el('div', { className: 'text' }, this.layer, this.area));
    /** @type {Fault[]} */
    this.faults = [];
    this.area.addEventListener('input', () => {
      // The faults belong to the previous text, so their places are no longer right.
      this.faults = [];
      this.#draw();
      change();
    });
    this.#draw();
  }

  get text() {
    return this.area.value;
  }

  /** @param {Fault[]} faults */
  mark(faults) {
    this.faults = faults;
    this.#draw();
    this.area.setAttribute('aria-invalid', String(faults.some(({ severity }) => severity === 'error')));
  }

  /**
   * Replaces a part of the text in such a way that the browser can undo it.
   * @param {number} from
   * @param {number} to
   * @param {string} text
   */
  replace(from, to, text) {
    const { selectionStart, selectionEnd } = this.area;
    const focused = document.activeElement;
    this.area.focus({ preventScroll: true });
    this.area.setSelectionRange(from, to);
    // No other way keeps the undo history of the text area.
    if (!document.execCommand('insertText', false, text)) {
      this.area.setRangeText(text, from, to, 'end');
      this.area.dispatchEvent(new Event('input'));
    }
    this.area.setSelectionRange(selectionStart, selectionEnd);
    if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
  }

  /**
   * Replaces the whole text in such a way that the browser can undo it.
   * @param {string} text
   */
  replaceAll(text) {
    this.replace(0, this.text.length, text);
    this.area.setSelectionRange(0, 0);
    this.root.scrollTo(0, 0);
  }

  /** @param {Fault} fault */
  goTo(fault) {
    this.area.focus();
    this.area.setSelectionRange(fault.from, Math.max(fault.to, fault.from));
    const height = Number.parseFloat(getComputedStyle(this.area).lineHeight);
    this.root.scrollTo({ top: Math.max(0, (fault.line - 3) * height) });
  }

  #draw() {
    this.layer.replaceChildren(...highlighted(this.text, this.faults));
    const lines = this.text.split('\n').length;
    /** @type {Node[]} */
    const numbers = [];
    for (let line = 1; line <= lines; line++) {
      const fault = this.faults.find((one) => one.line === line);
      numbers.push(el('span', { className: fault?.severity ?? '', textContent: String(line) }), document.createTextNode('\n'));
    }
    this.gutter.replaceChildren(...numbers);
  }
}
