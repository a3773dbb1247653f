// The view Play.

import { aimPanel } from './aim.js';
import { messageOf } from './api.js';
import { best, noteResult } from './best.js';
import { BoardView } from './board.js';
import { nameOf, openChooser } from './chooser.js';
import { button, counted, el, icon, say } from './dom.js';
import { openBoardEditor } from './edit.js';
import { anchor, arrowMoves } from './gestures.js';
import { current, goTo, make, movesAhead, onPosition, show } from './game.js';
import { hintPanel } from './hints.js';
import { levelsPanel } from './levels.js';
import { optionFields } from './options.js';
import { Strip } from './strip.js';
import { isDark } from './theme.js';
import { verdict } from './verdict.js';

/** @import { Game, LegalMove, Position } from './types.js' */

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
  const legalCard = el('section', { className: 'card', 'aria-label': 'Moves' }, legalBox);
  const keys = el('p', { className: 'small muted' });
  const setup = el('div');
  const side = el(
    'div',
    { className: 'stack side' },
    hintPanel(board, strip),
    el('section', { className: 'card stack', 'aria-label': 'How to play' }, keys, setup, madeBox),
  );
  const aim = aimPanel();
  const levels = levelsPanel(attempt);
  const edit = button('Edit board', () => openBoardEditor(levels.set), { icon: 'edit', kind: 'quiet' });

  host.append(
    el(
      'div',
      { className: 'split' },
      el(
        'div',
        { className: 'stage card' },
        el('header', { className: 'row' }, el('h1', {}, choose), el('div', { className: 'row push' }, levels.root, edit)),
        aim.text,
        aim.goal,
        boardHost,
        figures,
        el('div', { className: 'tools' }, undo, redo, restart),
        problem,
      ),
      stripHost,
      side,
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

  /** What the panels beside the board were made for: the puzzle, its options, and the board. */
  let described = ['', '', ''];
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
    boardHost.classList.toggle('won', position.solved && position.made > 0);
    tell(figures, position, game, !strip.moves.length);
    made.replaceChildren(...game.moves.slice(-200).map((move) => el('li', { className: 'chip', textContent: move })));
    madeBox.hidden = game.moves.length === 0;
    listMoves(position, legal, legalTitle, (move) => attempt(make(move)));
    const puzzle = JSON.stringify(game.puzzle);
    if (puzzle !== described[0]) {
      keys.textContent = howTo(position);
      legalBox.open = needsList(position);
      // Where moves are made by their names, the list comes first.
      if (legalBox.open) side.prepend(legalCard);
      else side.append(legalCard);
      levels.find(game);
    }
    levels.tell();
    const options = JSON.stringify([puzzle, game.options]);
    if (options !== described[1]) {
      setup.replaceChildren(optionFields(game, (options) => attempt(show({ ...game, options, board: current().board, moves: [] }))));
    }
    const goal = JSON.stringify([options, game.board, isDark()]);
    if (goal !== described[2]) aim.show(game);
    described = [puzzle, options, goal];
  });
}

/**
 * Says how far the game is and, at its end, how good it was.
 * @param {HTMLElement} figures
 * @param {Position} position
 * @param {Game} game
 * @param {boolean} alone whether no solution is shown, so that the result is the user's own
 */
function tell(figures, position, game, alone) {
  figures.classList.toggle('solved', position.solved);
  const before = best(game);
  if (!position.solved) {
    const made = [el('strong', { textContent: String(position.made) }), position.made === 1 ? ' move' : ' moves'];
    const stuck = position.moves.length ? [] : [' – no move is possible here.'];
    figures.replaceChildren(...made, ...stuck, before === undefined ? '' : ` · your best: ${before}`);
    return;
  }
  const text = el('strong', { textContent: position.made ? `Solved in ${counted(position.made, 'move')}` : 'Solved from the start' });
  figures.replaceChildren(text, before === undefined || before >= position.made ? '' : ` · your best: ${before}`);
  say(text.textContent);
  if (!position.made) return;
  if (alone) noteResult(game);
  verdict(game).then(
    (words) => {
      if (!words || !text.isConnected) return;
      text.textContent += `: ${words}`;
      say(text.textContent);
    },
    () => undefined,
  );
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
 * Whether a move cannot be made on the board itself: it concerns no cell, or so many that no tap means it.
 * @param {LegalMove} move
 */
const isListed = ({ name, moved }) => anchor(name) === null && (moved.length === 0 || moved.length > 2);

/**
 * Whether a list must offer some of the moves.
 * @param {Position} position
 */
const needsList = (position) => !arrowMoves(position) && position.moves.some(isListed);

/** @param {Position} position */
function howTo(position) {
  if (arrowMoves(position)) return 'Arrow keys, a swipe, or a tap beside the thing that moves.';
  if (position.moves.every(isListed)) return 'Choose a move from the list.';
  if (needsList(position)) return 'Tap or drag a cell, or choose a move from the list.';
  return 'Tap or drag a cell. With keys: arrows go from cell to cell, Enter makes the move.';
}

/**
 * @param {Game} game
 * @param {Position} position
 */
export function titleOf(game, position) {
  return nameOf(position.title ?? game.puzzle.name.replace(/\.\w+$/, ''));
}
