// The view Play.

import { messageOf } from './api.js';
import { BoardView } from './board.js';
import { builtIn, nameOf, openChooser } from './chooser.js';
import { button, counted, el, icon, say } from './dom.js';
import { anchor, arrowMoves } from './gestures.js';
import { current, goTo, make, movesAhead, onPosition, show, shown } from './game.js';
import { hintPanel } from './hints.js';
import { optionFields } from './options.js';
import { Strip } from './strip.js';

/** @import { Game, Position } from './types.js' */

/** The page lists at most this many legal moves. */
const MOST_LISTED = 400;

/** @param {HTMLElement} host */
export function startPlay(host) {
  const problem = el('p', { className: 'notice bad', role: 'alert' });
  /** @param {Promise<unknown>} work */
  const attempt = (work) => {
    work.then(
      () => (problem.textContent = ''),
      (error) => (problem.textContent = messageOf(error)),
    );
  };
  const boardHost = el('div');
  const board = new BoardView(boardHost, (move) => attempt(make(move)));
  const stripHost = el('div', { className: 'whole' });
  const strip = new Strip(stripHost);

  const title = el('span');
  const choose = el('button', { type: 'button', className: 'puzzle-button', title: 'Choose another puzzle' }, title, icon('down'));
  choose.onclick = () => openChooser((game) => attempt(show(game)));
  const figures = el('p', { className: 'figures', 'aria-live': 'polite' });
  const undo = button('Undo', () => attempt(goTo(current().moves.length - 1)), { icon: 'undo' });
  const redo = button('Redo', () => attempt(goTo(current().moves.length + 1)), { icon: 'redo' });
  const restart = button('Restart', () => attempt(goTo(0)), { icon: 'restart' });

  const made = el('ol', { className: 'chips' });
  const legal = el('div', { className: 'chips' });
  const legalTitle = el('summary');
  const legalBox = el('details', {}, legalTitle, legal);
  const madeBox = el('div', { className: 'stack tight' }, el('h3', { textContent: 'Moves made' }), made);
  const summary = el('p', { className: 'muted' });
  const keys = el('p', { className: 'small muted' });
  const setup = el('div');

  host.append(
    el(
      'div',
      { className: 'split' },
      el(
        'div',
        { className: 'stage card' },
        el('header', { className: 'row' }, el('h1', {}, choose), el('div', { className: 'row push' }, boardEditor(attempt))),
        boardHost,
        figures,
        el('div', { className: 'tools' }, undo, redo, restart),
        problem,
      ),
      stripHost,
      el(
        'div',
        { className: 'stack side' },
        hintPanel(board, strip),
        el('section', { className: 'card stack', 'aria-label': 'About this puzzle' }, summary, keys, setup, madeBox, legalBox),
      ),
    ),
  );

  host.addEventListener('keydown', (event) => {
    if (event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement) return;
    if (!(event.ctrlKey || event.metaKey) || event.altKey) return;
    const key = event.key.toLowerCase();
    const back = key === 'z' && !event.shiftKey;
    if (!back && key !== 'y' && key !== 'z') return;
    event.preventDefault();
    attempt(goTo(current().moves.length + (back ? -1 : 1)));
  });

  let described = '';
  onPosition((position) => {
    if (!position) return;
    const game = current();
    const name = titleOf(game, position);
    title.textContent = name;
    document.title = `${name} – fewest`;
    board.show(position);
    undo.disabled = game.moves.length === 0;
    redo.disabled = movesAhead().length === 0;
    restart.disabled = game.moves.length === 0;
    tell(figures, position);
    made.replaceChildren(...game.moves.slice(-200).map((move) => el('li', { className: 'chip', textContent: move })));
    madeBox.hidden = game.moves.length === 0;
    listMoves(position, legal, legalTitle, (move) => attempt(make(move)));
    const key = JSON.stringify([game.puzzle, game.options]);
    if (key !== described) {
      described = key;
      const puzzle = game.puzzle.text === undefined ? builtIn(game.puzzle.name) : undefined;
      summary.textContent = puzzle ? `${puzzle.summary.charAt(0).toUpperCase()}${puzzle.summary.slice(1)}.` : purpose(game);
      keys.textContent = howTo(position);
      legalBox.open = needsList(position);
      setup.replaceChildren(optionFields(game, (options) => attempt(show({ ...game, options, board: current().board, moves: [] }))));
    }
  });
}

/**
 * @param {HTMLElement} figures
 * @param {Position} position
 */
function tell(figures, position) {
  figures.classList.toggle('solved', position.solved);
  figures.replaceChildren();
  if (position.solved) {
    figures.append(el('strong', { textContent: position.made ? `Solved in ${counted(position.made, 'move')}` : 'Solved from the start' }));
    say(figures.textContent ?? '');
  } else if (position.moves.length === 0) {
    figures.append('No move is possible here.');
  } else {
    figures.append(el('strong', { textContent: String(position.made) }), position.made === 1 ? ' move' : ' moves');
  }
}

/**
 * @param {Position} position
 * @param {HTMLElement} list
 * @param {HTMLElement} title
 * @param {(move: string) => void} play
 */
function listMoves(position, list, title, play) {
  title.textContent = `All moves here (${position.moves.length})`;
  const listed = position.moves.slice(0, MOST_LISTED);
  list.replaceChildren(
    ...listed.map(({ name }) => el('button', { type: 'button', className: 'chip', textContent: name, onclick: () => play(name) })),
  );
}

/**
 * Whether some moves cannot be made on the board itself, so that a list must offer them.
 * @param {Position} position
 */
function needsList(position) {
  if (arrowMoves(position)) return false;
  return position.moves.some(({ name, moved }) => anchor(name) === null && moved.length > 2);
}

/**
 * The description in the first comment of a puzzle file.
 * @param {Game} game
 */
function purpose(game) {
  const comments = /^(?:(?:#|\/\/).*\n?)+/.exec(game.puzzle.text?.trimStart() ?? '');
  const text = comments?.[0].replaceAll(/^(?:#|\/\/) ?/gm, '').replaceAll('\n', ' ').trim();
  return text || `A puzzle from ${game.puzzle.name}.`;
}

/** @param {Position} position */
function howTo(position) {
  if (arrowMoves(position)) return 'Arrow keys, a swipe, or a tap beside the thing that moves.';
  if (needsList(position)) return 'Choose a move from the list below.';
  return 'Tap or drag a cell. With keys: arrows go from cell to cell, Enter makes the move.';
}

/**
 * @param {Game} game
 * @param {Position} position
 */
export function titleOf(game, position) {
  return nameOf(position.title ?? game.puzzle.name.replace(/\.\w+$/, ''));
}

/**
 * Makes the button and the dialog in which users write a board.
 * @param {(work: Promise<unknown>) => void} attempt
 */
function boardEditor(attempt) {
  const open = () => {
    const game = current();
    const text = el('textarea', {
      rows: 10,
      cols: 30,
      spellcheck: false,
      value: shown()?.text ?? game.board ?? '',
      'aria-label': 'Board',
      className: 'board-text',
    });
    const problem = el('p', { className: 'notice bad', role: 'alert' });
    const notation = game.puzzle.text === undefined ? builtIn(game.puzzle.name)?.notation : 'As in the file.';
    const use = async () => {
      try {
        await show({ ...current(), board: text.value, moves: [] });
        dialog.close();
      } catch (error) {
        problem.textContent = messageOf(error);
      }
    };
    const reset = () => {
      dialog.close();
      attempt(show({ ...game, board: game.puzzle.text === undefined ? (builtIn(game.puzzle.name)?.example ?? null) : null, moves: [] }));
    };
    const dialog = el(
      'dialog',
      { className: 'narrow', 'aria-labelledby': 'edit-title', onclose: () => dialog.remove() },
      el(
        'div',
        { className: 'body' },
        el('h2', { id: 'edit-title', textContent: 'Write the board' }),
        el('p', { className: 'muted small', textContent: notation ?? '' }),
        text,
        problem,
        el(
          'div',
          { className: 'row' },
          button('Use this board', use, { kind: 'button primary' }),
          button('The usual start', reset),
          button('Cancel', () => dialog.close()),
        ),
      ),
    );
    document.body.append(dialog);
    dialog.showModal();
  };
  return button('Edit board', open, { icon: 'edit', kind: 'quiet' });
}
