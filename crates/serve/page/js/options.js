// The options of built-in puzzles.

import { builtIn } from './chooser.js';
import { el } from './dom.js';

/** @import { Game, Options } from './types.js' */

/** @type {Record<string, [string, string][]>} The goals of each puzzle: the value and its label. */
const GOALS = {
  flip: [['', 'all of one colour'], ['white', 'all white'], ['black', 'all black']],
  rotation: [['', 'any digit'], ['1', 'the digit 1'], ['2', 'the digit 2'], ['3', 'the digit 3']],
  tiles: [['', 'blank last'], ['blank-first', 'blank first']],
};
/** @type {[string, string][]} */
const SIDES = [['', 'either side'], ['black', 'black'], ['white', 'white']];

/**
 * Makes fields for the options that the puzzle of a game accepts.
 * @param {Game} game
 * @param {(options: Options) => void} change
 */
export function optionFields(game, change) {
  const accepts = game.puzzle.text === undefined ? (builtIn(game.puzzle.name)?.accepts ?? []) : [];
  const fields = el('div', { className: 'row wide' });
  /**
   * @param {string} label
   * @param {[string, string][]} choices
   * @param {'goal' | 'first'} name
   */
  const choice = (label, choices, name) => {
    const select = el('select', {}, ...choices.map(([value, text]) => el('option', { value, textContent: text })));
    select.value = game.options[name] ?? '';
    select.onchange = () => {
      const options = { ...game.options };
      if (select.value) options[name] = select.value;
      else delete options[name];
      change(options);
    };
    fields.append(el('label', { className: 'field' }, label, select));
  };
  const goals = GOALS[game.puzzle.name];
  if (accepts.includes('goal') && goals && game.options.colours === undefined) choice('Goal', goals, 'goal');
  if (accepts.includes('first')) choice('Moves first', SIDES, 'first');
  fields.hidden = !fields.childElementCount;
  return fields;
}
