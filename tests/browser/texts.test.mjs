// What the page finds in texts of puzzle files and in lists of moves.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { differences } from '../../crates/serve/page/js/differences.js';
import { paintable } from '../../crates/serve/page/js/paint.js';
import { description, puzzleName } from '../../crates/serve/page/js/rules.js';

test('the description is the first comment that takes whole lines', () => {
  assert.equal(description('# Slide.\n# Do it well.\npuzzle a\n'), 'Slide.\nDo it well.');
  assert.equal(description('\uFEFF\npuzzle a\n\n// Slide.\nsymbols a # b\n'), 'Slide.');
  assert.equal(description('puzzle a   # not this\nsymbols a\n# nor this\n'), '');
  assert.equal(description('\n'.repeat(50_000)), '');
  assert.equal(puzzleName('# x\npuzzle ab-c # y\n'), 'ab-c');
});

test('a solution is told by the moves in which it differs from the first', () => {
  const runs = differences(['a', 'b', 'c', 'd', 'e'], ['a', 'c', 'b', 'd', 'f']);
  assert.deepEqual(runs, [{ at: 1, moves: ['c', 'b'] }, { at: 4, moves: ['f'] }]);
  assert.deepEqual(differences(['a'], ['a', 'b']), [{ at: 1, moves: ['b'] }]);
});

test('holes are painted where the board has them', () => {
  assert.deepEqual(paintable('symbols a b\nstart\n  a . b\n'), ['.', 'a', 'b']);
  assert.deepEqual(paintable('symbols a b\nstart\n  a a b\n'), ['a', 'b']);
  assert.deepEqual(paintable('symbols a b\n'), []);
});
