// The view Create: a puzzle file with its board, its faults and its solution beside it.

import { remember, turnPage } from './address.js';
import { about, ask, isAbort, messageOf } from './api.js';
import { openBeginnings } from './begin.js';
import { cellOf } from './board.js';
import { button, counted, drawing, el } from './dom.js';
import { drafts, keep } from './drafts.js';
import { Editor } from './editor.js';
import { current, show } from './game.js';
import { sentence } from './hints.js';
import { addRow, changeColumns, paintable, removeRow, startDrawing, symbolsOf } from './paint.js';
import { Runner } from './progress.js';
import { puzzleName } from './rules.js';
import { statements } from './statements.js';
import { TEMPLATES } from './templates.js';
import { isDark, onTheme } from './theme.js';

/** @import { Answer, Cell, Fault, Game, Reading } from './types.js' */

/** The delay in milliseconds between the last key and the check of the text. */
const PAUSE = 120;
/** The time limit in seconds of a search that runs while a user draws. */
const SEARCH_TIME = 10;

/**
 * @param {HTMLElement} host
 * @param {string} [text] the text to begin with
 */
export function startCreate(host, text) {
  let timer = 0;
  /** @type {AbortController | null} */
  let reading = null;
  let brush = '';
  /** @type {Fault[]} The faults of the text, without those of its expectations. */
  let readFaults = [];

  const first = text ?? current().puzzle.text ?? drafts()[0]?.text ?? TEMPLATES[0]?.text ?? '';
  /** The number under which the browser keeps the text. */
  let draft = Date.now();
  /** @type {Set<string>} Texts that the editor was given, so that the browser need not keep them. */
  const given = new Set([first, '']);
  /** The text of the game, when the editor last showed it or looked at it. */
  let shared = current().puzzle.text;

  const editor = new Editor('Puzzle file', first, () => {
    clearTimeout(timer);
    if (!given.has(editor.text)) keep(draft, editor.text);
    // A reading of the previous text must not go on to solve this text: its result could be played
    // before this text is read and shown, which would take the moves back.
    reading?.abort();
    timer = setTimeout(read, PAUSE);
    // The result is of the previous text, which must not be played any more.
    for (const action of result.querySelectorAll('button')) action.disabled = true;
  });
  const faults = el('ul', { className: 'faults', 'aria-label': 'Errors and warnings' });
  const preview = el('div', { className: 'board' });
  const palette = el('div', { className: 'palette', role: 'group', 'aria-label': 'Symbol to paint with' });
  const sizes = el('div', { className: 'row' });
  const progress = el('div');
  const result = el('div', { className: 'stack tight', 'aria-live': 'polite' });
  const runner = new Runner(progress);
  const auto = el('input', { type: 'checkbox', checked: true, onchange: () => (auto.checked ? solve() : runner.cancel()) });

  /** @returns {Game} */
  const game = (text = editor.text) => {
    return { puzzle: { name: `${puzzleName(text) ?? 'puzzle'}.fewest`, text }, options: {}, board: null, moves: [] };
  };

  async function read() {
    reading?.abort();
    const { signal } = (reading = new AbortController());
    runner.cancel();
    const asked = game();
    try {
      /** @type {Reading} */
      const found = await ask('read', { ...about(asked), dark: isDark() }, signal);
      tell(found);
      if (found.ok && found.start) {
        // Moves that were made in this puzzle stay.
        if (current().puzzle.text !== asked.puzzle.text) await show(asked);
        shared = current().puzzle.text;
        // A newer text is solved after it has been read and shown.
        if (auto.checked && !signal.aborted) await solve();
      } else if (asked.puzzle.text === editor.text) {
        await remember(asked);
      }
    } catch (error) {
      if (!isAbort(error)) faults.replaceChildren(el('li', { className: 'notice bad', textContent: messageOf(error) }));
    }
  }

  /** @param {Fault[]} found */
  function showFaults(found) {
    editor.mark(found);
    faults.replaceChildren(...found.map((fault) => el('li', {}, faultButton(fault, () => editor.goTo(fault)))));
  }

  /** @param {Reading} found */
  function tell(found) {
    readFaults = found.faults;
    showFaults(found.faults);
    if (found.problem) faults.append(el('li', { className: 'notice warn', textContent: found.problem }));
    if (!found.ok && !found.faults.length) {
      faults.append(el('li', { className: 'notice bad', textContent: found.message ?? 'The file cannot be read.' }));
    }
    preview.classList.toggle('stale', !found.ok);
    // Earlier results belong to the previous text.
    result.replaceChildren();
    if (found.start) {
      const svg = drawing(found.start.svg);
      const { width, height } = svg.viewBox.baseVal;
      const picture = el('div', { className: 'picture' }, svg);
      picture.style.setProperty('--ratio', String(width / height));
      picture.style.setProperty('--board-width', `${Math.min(2 * width, 600) / 16}rem`);
      preview.replaceChildren(picture);
    }
    showPalette();
  }

  function showPalette() {
    const symbols = paintable(editor.text);
    if (!symbols.includes(brush)) brush = symbols.at(-1) ?? '';
    palette.replaceChildren(
      ...symbols.map((symbol) => {
        const made = button(symbol, () => {
          brush = symbol;
          showPalette();
        });
        made.setAttribute('aria-pressed', String(symbol === brush));
        return made;
      }),
    );
    sizes.hidden = !symbols.length;
  }

  /** @param {(import('./paint.js').Change) | null | undefined} change */
  const apply = (change) => change && editor.replace(change.from, change.to, change.text);
  const found = () => startDrawing(editor.text);
  const fill = () => symbolsOf(editor.text).find((symbol) => symbol === '_' || symbol === '.') ?? symbolsOf(editor.text)[0] ?? '_';
  /** @param {(drawing: import('./paint.js').Drawing) => (import('./paint.js').Change) | null} change */
  const resize = (change) => () => {
    const now = found();
    if (now) apply(change(now));
  };
  sizes.append(
    button('+ row', resize((now) => addRow(now, fill()))),
    button('− row', resize((now) => removeRow(now, editor.text))),
    button('+ column', resize((now) => changeColumns(now, editor.text, fill()))),
    button('− column', resize((now) => changeColumns(now, editor.text, null))),
  );

  /** @param {Event} event */
  const paint = (event) => {
    const cell = brush && cellAt(preview, /** @type {PointerEvent} */ (event));
    if (!cell) return;
    const [row, column] = cell;
    const token = found()?.rows[row]?.[column];
    if (token && token.text !== brush) apply({ ...token, text: brush });
  };
  preview.addEventListener('pointerdown', (event) => {
    if (event.button !== 0) return;
    paint(event);
    preview.addEventListener('pointermove', paint);
    window.addEventListener('pointerup', () => preview.removeEventListener('pointermove', paint), { once: true });
  });

  async function solve() {
    const asked = game();
    /** @type {Answer | undefined} */
    const answer = await runner.run('solve', { ...about(asked), time: SEARCH_TIME });
    if (!answer || asked.puzzle.text !== editor.text) return;
    const kind = { solved: 'good', unsolvable: 'bad', stopped: 'warn' }[answer.outcome];
    const line = el('p', { className: `notice ${kind}`, textContent: sentence(answer) });
    result.replaceChildren(line);
    if (answer.moves?.length) {
      const shown = answer.moves.slice(0, 60).map((move) => el('li', { className: 'chip', textContent: move }));
      if (answer.moves.length > shown.length) shown.push(el('li', { className: 'chip', textContent: '…' }));
      result.append(el('ol', { className: 'chips', 'aria-label': counted(answer.moves.length, 'move') }, ...shown));
      const moves = answer.moves;
      result.append(
        el(
          'div',
          { className: 'row' },
          button('Play it', () => play(asked, [])),
          button('Step through the solution', () => play(asked, moves)),
        ),
      );
    }
    if (answer.outcome === 'stopped' || !/^expect\b/m.test(editor.text)) return;
    const tested = await runner.run('test', { ...about(asked), time: SEARCH_TIME });
    if (tested && asked.puzzle.text === editor.text) showFaults([...readFaults, ...tested.faults]);
  }

  /**
   * @param {Game} solved
   * @param {string[]} ahead
   */
  async function play(solved, ahead) {
    await show(solved, ahead);
    document.querySelector('[data-view="play"]')?.dispatchEvent(new MouseEvent('click'));
  }

  /**
   * Puts another text in the place of the text, which undoing brings back.
   * @param {string} next
   */
  const adopt = (next) => {
    given.add(next);
    draft = Date.now();
    shared = current().puzzle.text;
    editor.replaceAll(next);
  };
  const begin = button(
    'Begin with…',
    () =>
      openBeginnings(async (next) => {
        await turnPage(game(), game(next));
        adopt(next);
      }),
    { icon: 'down' },
  );

  host.append(
    el(
      'div',
      { className: 'split even' },
      el(
        'section',
        { className: 'card stack', 'aria-labelledby': 'create-title' },
        el('header', { className: 'row' }, el('h1', { id: 'create-title', textContent: 'Create a puzzle' }), el('div', { className: 'push' }, begin)),
        editor.root,
        faults,
        statements(),
      ),
      el(
        'section',
        { className: 'card stack', 'aria-label': 'The board' },
        preview,
        palette,
        sizes,
        el(
          'div',
          { className: 'row' },
          button('Solve', solve, { kind: 'button primary', icon: 'solve' }),
          el('label', { className: 'check small' }, auto, 'Solve while I draw'),
        ),
        progress,
        result,
      ),
    ),
  );

  read();
  onTheme(() => !host.hidden && read());
  document.addEventListener('view', (event) => {
    const followed = /** @type {CustomEvent<string | undefined>} */ (event).detail;
    const now = current().puzzle.text;
    const wanted = followed ?? (now === shared ? undefined : now);
    if (host.hidden) runner.cancel();
    else if (wanted !== undefined && wanted !== editor.text) adopt(wanted);
  });
}

/**
 * The cell, or the hole of the board, at the place of a pointer.
 * @param {HTMLElement} board
 * @param {PointerEvent} event
 * @returns {Cell | null}
 */
function cellAt(board, { clientX, clientY }) {
  const rects = [...board.querySelectorAll('rect.cell')];
  const places = rects.map((rect) => ({ cell: cellOf(rect.getAttribute('data-cell') ?? ''), box: rect.getBoundingClientRect() }));
  const column = places.find(({ box }) => box.left <= clientX && clientX < box.right);
  const row = places.find(({ box }) => box.top <= clientY && clientY < box.bottom);
  return row && column ? [row.cell[0], column.cell[1]] : null;
}

/**
 * @param {Fault} fault
 * @param {() => void} go
 */
function faultButton(fault, go) {
  return el(
    'button',
    { type: 'button', className: fault.severity, onclick: go },
    el('b', { textContent: `${fault.line}:${fault.column}` }),
    el('span', { textContent: `${fault.message}${fault.label ? ` – ${fault.label}` : ''}` }),
    fault.help ? el('span', { className: 'help', textContent: fault.help }) : null,
  );
}
