// Compares a solved game with the fewest moves.

import { about, search } from './api.js';

/** @import { Answer, Game } from './types.js' */

/** The time limit in seconds of the search for the fewest moves. */
const TIME = 5;

/**
 * How good the moves of a solved game are, in words; empty if that is not known in time.
 * @param {Game} game
 */
export async function verdict(game) {
  /** @type {Answer} */
  const answer = await search('solve', { ...about(game), moves: [], time: TIME });
  const made = game.moves.length;
  if (answer.unit) return answer.outcome === 'solved' ? `the least is ${answer.cost} ${answer.unit}` : '';
  if (answer.outcome === 'stopped') return made === answer.lower_bound ? 'that is the fewest' : '';
  const more = made - (answer.length ?? made);
  return more ? `${more} more than needed` : 'that is the fewest';
}
