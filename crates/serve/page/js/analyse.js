// The view Analyse: what can be found out about the board, and about all boards.

import { algorithmsCard } from './algorithms.js';
import { censusCard } from './census.js';
import { openChooser } from './chooser.js';
import { button, counted, drawing, el } from './dom.js';
import { current, onPosition, show, shown } from './game.js';
import { makeCard } from './make.js';
import { titleOf } from './play.js';
import { reasonsCard, solutionsCard } from './solutions.js';

/** @param {HTMLElement} host */
export function startAnalyse(host) {
  const picture = el('div');
  const title = el('h1');
  const line = el('p', { className: 'muted' });
  const ofBoard = [solutionsCard(), reasonsCard(), algorithmsCard()];
  const ofAll = [censusCard(), makeCard()];
  const cards = [...ofBoard, ...ofAll];
  host.append(
    el(
      'div',
      { className: 'stack' },
      el(
        'section',
        { className: 'card about', 'aria-label': 'What is analysed' },
        picture,
        el('div', { className: 'stack tight' }, title, line),
        button('Choose another', () => openChooser((game) => show(game)), { icon: 'down' }),
      ),
      el(
        'div',
        { className: 'split even' },
        el('div', { className: 'stack wide' }, ...ofBoard.map(({ root }) => root)),
        el('div', { className: 'stack wide' }, ...ofAll.map(({ root }) => root)),
      ),
    ),
  );
  let described = '';
  const tell = () => {
    const position = shown();
    if (!position) return;
    picture.replaceChildren(drawing(position.svg, true));
    title.textContent = titleOf(current(), position);
    line.textContent = position.made ? `The position after ${counted(position.made, 'move')}.` : 'The board at its start.';
    const { puzzle, options, board, moves } = current();
    const key = JSON.stringify([puzzle, options, board, moves]);
    // Results belong to the position for which they were found; new colours change nothing.
    if (key !== described) cards.forEach((card) => card.reset());
    described = key;
  };
  onPosition(tell);
  tell();
  document.addEventListener('view', () => host.hidden && cards.forEach((card) => card.stop()));
}
