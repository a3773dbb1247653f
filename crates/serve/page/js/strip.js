// The positions of a solution side by side. Users can step through them or play them as an
// animation.

import { about, ask } from './api.js';
import { button, drawing, el } from './dom.js';
import { current, goTo, movesAhead, onPosition } from './game.js';
import { isDark, onTheme } from './theme.js';

/** The time in milliseconds between two moves of the animation. */
const PACE = 650;

export class Strip {
  /** @param {HTMLElement} host */
  constructor(host) {
    this.host = host;
    this.list = el('ol', { className: 'strip', tabIndex: 0, 'aria-label': 'Positions' });
    /** The position of the game at which the strip begins. */
    this.first = 0;
    /** @type {string[]} */
    this.moves = [];
    /** @type {ReturnType<typeof setInterval> | undefined} */
    this.timer = undefined;
    this.playing = button('Play', () => this.#toggle(), { icon: 'play', kind: 'button primary' });
    this.title = el('h2');
    onPosition(() => this.#mark());
    document.addEventListener('view', () => this.host.closest('[hidden]') && this.#stop());
    onTheme(() => this.moves.length && this.#draw());
  }

  /**
   * Shows the positions along `moves`, beginning at the current position of the game.
   * @param {string[]} moves
   * @param {string} title
   */
  async show(moves, title) {
    this.first = current().moves.length;
    this.moves = moves;
    this.all = [...current().moves, ...moves].join(' ');
    this.title.textContent = title;
    this.host.replaceChildren(
      el(
        'div',
        { className: 'card' },
        el(
          'header',
          {},
          this.title,
          el(
            'div',
            { className: 'row' },
            button('Previous', () => goTo(current().moves.length - 1), { icon: 'previous', square: true }),
            this.playing,
            button('Next', () => goTo(current().moves.length + 1), { icon: 'next', square: true }),
          ),
        ),
        this.list,
      ),
    );
    await this.#draw();
  }

  clear() {
    this.#stop();
    this.moves = [];
    this.all = undefined;
    this.list.replaceChildren();
    this.host.replaceChildren();
  }

  async #draw() {
    const game = current();
    const body = { ...about(game), moves: [...game.moves.slice(0, this.first), ...this.moves], from: this.first, dark: isDark() };
    const { frames } = await ask('frames', body);
    const items = frames.map((/** @type {string} */ svg, /** @type {number} */ at) => {
      const move = at === 0 ? 'start' : (this.moves[at - 1] ?? '');
      return el(
        'li',
        {},
        el(
          'button',
          { type: 'button', onclick: () => goTo(this.first + at) },
          drawing(svg, true),
          el('span', { className: 'caption' }, at === 0 ? null : el('b', { textContent: String(at) }), move),
        ),
      );
    });
    const isNew = !this.list.childElementCount;
    this.list.replaceChildren(...items);
    if (isNew) this.host.scrollIntoView({ block: 'nearest' });
    this.#mark();
  }

  /**
   * Marks the position that the board shows. If the game leaves the positions of the strip, the
   * strip closes.
   */
  #mark() {
    if (this.all === undefined) return;
    const { moves } = current();
    if ([...moves, ...movesAhead()].join(' ') !== this.all || moves.length < this.first) return this.clear();
    const at = moves.length - this.first;
    this.list.querySelectorAll('button').forEach((made, index) => {
      if (index === at) {
        made.setAttribute('aria-current', 'step');
        const { left, width } = made.getBoundingClientRect();
        const frame = this.list.getBoundingClientRect();
        this.list.scrollBy({ left: left + width / 2 - frame.left - frame.width / 2 });
      } else {
        made.removeAttribute('aria-current');
      }
    });
    if (at === this.moves.length) this.#stop();
  }

  #toggle() {
    if (this.timer) return this.#stop();
    this.playing.lastChild?.replaceWith('Pause');
    const step = () => goTo(current().moves.length + 1);
    this.timer = setInterval(step, PACE);
    if (current().moves.length - this.first >= this.moves.length) goTo(this.first);
    else step();
  }

  #stop() {
    clearInterval(this.timer);
    this.timer = undefined;
    this.playing.lastChild?.replaceWith('Play');
  }
}
