// Clicks and presses keys at random, and reports whatever goes wrong: SECONDS=3600 SEED=7 node monkey.mjs

import { browse, ready, serve, visit } from './stage.mjs';

const SECONDS = Number(process.env['SECONDS'] ?? 60);
const SEED = Number(process.env['SEED'] ?? 1);
const KEYS = [
  'Tab', 'Shift+Tab', 'Enter', ' ', 'Escape', 'ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', 'Backspace', 'Control+z',
  'Control+y', 'Home', 'End', 'a', 'R', '_', '#', '[', '7', "'", 'Delete',
];
/** Actions on one page before the next. */
const ROUND = 400;

let state = SEED;
/** A number from 0 to `below` - 1, the same in every run with one seed. @param {number} below */
function draw(below) {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
  return Math.floor((state / 2 ** 32) * below);
}

const server = await serve('--time', '3s', 'examples/crates.fewest', 'examples/puzzles/sokoban.fewest', 'examples/puzzles/klotski.fewest');
const browser = await browse();
const end = Date.now() + 1000 * SECONDS;
let actions = 0;
/** @type {string[]} */
const all = [];
while (Date.now() < end) {
  const { page, problems, close } = await visit(browser, server.url, { acceptDownloads: false });
  page.on('dialog', (dialog) => dialog.dismiss());
  for (let round = 0; round < ROUND && Date.now() < end; round++, actions++) {
    const { width = 1280, height = 900 } = page.viewportSize() ?? {};
    const kind = draw(10);
    if (kind < 5) await page.mouse.click(draw(width), draw(height));
    else if (kind < 8) await page.keyboard.press(KEYS[draw(KEYS.length)] ?? 'Tab');
    else if (kind < 9) {
      await page.mouse.move(draw(width), draw(height));
      await page.mouse.down();
      await page.mouse.move(draw(width), draw(height));
      await page.mouse.up();
    } else if (draw(4) === 0) {
      await page.setViewportSize({ width: 320 + draw(1600), height: 480 + draw(800) });
    } else await page.mouse.wheel(0, draw(2000) - 1000);
  }
  // A page that still answers can be left for another view.
  await page.keyboard.press('Escape');
  await page.evaluate(() => document.querySelectorAll('dialog').forEach((dialog) => dialog.close()));
  await page.locator('.brand').click();
  await ready(page);
  // What the server refuses, such as a request too many, the browser notes by itself.
  const faults = problems.filter((text) => !/status of (422|429)/.test(text));
  for (const fault of faults) console.log(`seed ${SEED}, after ${actions} actions: ${fault}`);
  all.push(...faults);
  await close();
}
await browser.close();
server.stop();
console.log(`${actions} actions in ${SECONDS} s with seed ${SEED}: ${all.length} problems`);
process.exitCode = all.length ? 1 : 0;
