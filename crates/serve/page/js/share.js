// The view Share: the link of the game, and files to download.

import { about, file, messageOf, search } from './api.js';
import { button, drawing, el, say } from './dom.js';
import { current, movesAhead, onPosition, shown } from './game.js';
import { encode } from './link.js';
import { titleOf } from './play.js';
import { puzzleName } from './rules.js';
import { isDark } from './theme.js';

/** @param {HTMLElement} host */
export function startShare(host) {
  const picture = el('div');
  const title = el('h1');
  const line = el('p', { className: 'muted' });
  const field = el('input', { type: 'text', readOnly: true, 'aria-label': 'Link', onfocus: () => field.select() });
  const problem = el('p', { className: 'notice bad', role: 'alert' });
  const note = el('p', { className: 'muted small', 'aria-live': 'polite' });

  const copy = async () => {
    field.select();
    try {
      await navigator.clipboard.writeText(field.value);
    } catch {
      // The clipboard is not available at every address, so the text is selected for copying by
      // hand.
      document.execCommand('copy');
    }
    note.textContent = 'The link is copied.';
    say('The link is copied.');
  };

  /** @param {() => Promise<void>} work */
  const attempt = async (work) => {
    problem.textContent = '';
    try {
      await work();
    } catch (error) {
      problem.textContent = messageOf(error);
    }
  };
  const downloads = el('div', { className: 'downloads' });
  /**
   * @param {string} label
   * @param {string} what
   * @param {() => Promise<void>} save
   */
  const download = (label, what, save) => {
    const made = button(label, () => attempt(save));
    made.append(el('small', { textContent: what }));
    downloads.append(made);
    return made;
  };
  const stem = () => (puzzleName(current().puzzle.text ?? '') ?? current().puzzle.name).replace(/\.\w+$/, '');
  /**
   * @param {string} format
   * @param {string} ending
   * @param {boolean} all
   */
  const drawn = (format, ending, all) => async () => {
    const game = all ? await wholeGame() : current();
    save(await file({ ...about(game), format, all, dark: isDark() }), `${stem()}${all ? '-moves' : ''}.${ending}`);
  };
  const source = download('Puzzle file', '.fewest, for the command line too', async () => {
    const { name, text = '' } = current().puzzle;
    save(new Blob([text], { type: 'text/plain' }), name);
  });
  download('Board as text', 'as the command line reads it', async () => {
    save(new Blob([`${shown()?.text ?? ''}\n`], { type: 'text/plain' }), `${stem()}.txt`);
  });
  download('Picture', 'SVG, sharp in any size', drawn('svg', 'svg', false));
  download('Picture in pixels', 'PNG', drawn('png', 'png', false));
  download('All positions', 'SVG, side by side', drawn('svg', 'svg', true));
  download('Moving picture', 'GIF of the moves', drawn('gif', 'gif', true));
  download('Moving picture', 'animated SVG', drawn('animation', 'svg', true));
  download('Scenes', 'JSON, for programs', drawn('json', 'json', true));

  host.append(
    el(
      'div',
      { className: 'stack' },
      el('section', { className: 'card about', 'aria-label': 'What is shared' }, picture, el('div', { className: 'stack tight' }, title, line), el('span')),
      el(
        'section',
        { className: 'card stack', 'aria-labelledby': 'link-title' },
        el('h2', { id: 'link-title', textContent: 'Link' }),
        el('p', {
          className: 'muted',
          textContent: `The link holds the puzzle, the board and the moves; nothing is stored anywhere. It opens while fewest serve runs at ${location.host}${remote()}.`,
        }),
        el('div', { className: 'link' }, field, button('Copy', copy, { kind: 'button primary', icon: 'copy' })),
        note,
      ),
      el(
        'section',
        { className: 'card stack', 'aria-labelledby': 'download-title' },
        el('h2', { id: 'download-title', textContent: 'Download' }),
        downloads,
        problem,
      ),
    ),
  );

  const tell = async () => {
    const position = shown();
    if (!position) return;
    picture.replaceChildren(drawing(position.svg, true));
    title.textContent = titleOf(current(), position);
    const ahead = movesAhead().length;
    const all = position.made + ahead;
    line.textContent = all ? `After ${position.made} of ${all} moves.` : 'The board at its start.';
    source.hidden = current().puzzle.text === undefined;
    note.textContent = '';
    field.value = `${location.origin}/#play=${await encode(current())}`;
  };
  onPosition(tell);
  tell();
}

/** What a link needs on other machines. */
function remote() {
  const isOwn = ['localhost', '127.0.0.1', '[::1]'].includes(location.hostname);
  return isOwn ? `: on this machine, and on another one after fewest serve --port ${location.port}` : ', for those who may use it';
}

/** Returns the game with all its moves. If the game has no moves yet, its board is solved first. */
async function wholeGame() {
  const game = current();
  const moves = [...game.moves, ...movesAhead()];
  if (moves.length) return { ...game, moves };
  const answer = await search('solve', { ...about(game), time: 10 });
  return { ...game, moves: answer.moves ?? [] };
}

/**
 * @param {Blob} blob
 * @param {string} name
 */
function save(blob, name) {
  const address = URL.createObjectURL(blob);
  el('a', { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
