// The dialog that offers texts to begin a puzzle file with.

import { loadCatalogue, nameOf } from './chooser.js';
import { el, openDialog } from './dom.js';
import { drafts, titleOfDraft } from './drafts.js';
import { TEMPLATES } from './templates.js';

/** @param {(text: string) => void} choose */
export async function openBeginnings(choose) {
  const { files } = await loadCatalogue();
  /**
   * @param {string} title
   * @param {{title: string, text: string}[]} texts
   */
  const group = (title, texts) =>
    el(
      'section',
      { className: 'stack tight', hidden: !texts.length },
      el('h3', { textContent: title }),
      el('div', { className: 'row' }, ...texts.map((one) => item(one))),
    );
  /** @param {{title: string, text: string}} text */
  const item = ({ title, text }) => {
    const onclick = () => {
      dialog.close();
      choose(text);
    };
    return el('button', { type: 'button', className: 'button', textContent: title, onclick });
  };
  const puzzles = files.map(({ title, text }) => ({ title: nameOf(title), text }));
  const own = drafts().map((draft) => ({ title: titleOfDraft(draft), text: draft.text }));
  const dialog = openDialog('Begin with…', [], group('Templates', TEMPLATES), group('Your texts', own), group('Puzzles', puzzles));
}
