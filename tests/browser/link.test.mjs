// The decoder of links takes any text and never fails.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deflateRawSync } from 'node:zlib';

import { decode, encode } from '../../crates/serve/page/js/link.js';

const GAMES = [
  { puzzle: { name: 'flip' }, options: {}, board: null, moves: [] },
  { puzzle: { name: 'flip' }, options: { goal: 'white', colours: 3 }, board: '0 1\n2 0', moves: ['r1c1', 'r2c2'] },
  { puzzle: { name: 'ä.fewest', text: 'puzzle ä\nsymbols ♞ _\n' }, options: {}, board: '♞ _', moves: [] },
];

/** Numbers that look random and are the same in every run. @param {number} seed */
function* random(seed) {
  let state = seed;
  for (;;) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    yield state / 2 ** 32;
  }
}

/** @param {string | Buffer} content */
const link = (content) => deflateRawSync(content).toString('base64url');

test('a game survives its link', async () => {
  for (const game of GAMES) assert.deepEqual(await decode(await encode(game)), game);
});

test('what is no game is no game', async () => {
  const texts = ['', 'AAAA', '*', '....', 'a'.repeat(500_000)];
  const contents = ['', 'null', '7', '"p"', '[]', '{}', '{"p":7}', '{"p":"flip","m":[7]}', '{"p":"flip","b":{}}', '{"p":"x","t":[]}', '\xff'];
  for (const text of [...texts, ...contents.map(link)]) assert.equal(await decode(text), null, text.slice(0, 40));
  // Options that are none are left out.
  const odd = await decode(link('{"p":"flip","o":{"goal":7,"colours":1e9,"first":"black","__proto__":{"x":1}}}'));
  assert.deepEqual(odd?.options, { first: 'black' });
});

test('a small link cannot take much memory', async () => {
  assert.equal(await decode(link(Buffer.alloc(20_000_000))), null);
});

test('damaged links are refused or are other games', async () => {
  const rounds = Number(process.env['ROUNDS'] ?? 1_000);
  const next = random(Number(process.env['SEED'] ?? 1));
  const draw = (/** @type {number} */ below) => Math.floor(Number(next.next().value) * below);
  const links = await Promise.all(GAMES.map(encode));
  for (let round = 0; round < rounds; round++) {
    const bytes = Buffer.from(links[draw(links.length)] ?? '', round % 2 ? 'utf8' : 'base64url');
    for (let changes = 1 + draw(4); changes > 0; changes--) bytes[draw(bytes.length)] = draw(256);
    const cut = bytes.subarray(0, draw(8) ? bytes.length : draw(bytes.length));
    const game = await decode(round % 2 ? cut.toString('latin1') : cut.toString('base64url'));
    if (game === null) continue;
    assert.equal(typeof game.puzzle.name, 'string');
    assert.ok(Array.isArray(game.moves));
    assert.deepEqual(await decode(await encode(game)), game);
  }
});
