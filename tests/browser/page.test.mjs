// The page in a real browser.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import { CRATES, browse, ready, serve, violations, visit } from './stage.mjs';

/** @type {Awaited<ReturnType<typeof serve>>} */
let server;
/** @type {import('playwright-core').Browser} */
let browser;

before(async () => {
  [server, browser] = await Promise.all([serve(), browse()]);
});
after(async () => {
  await browser?.close();
  server?.stop();
});

/**
 * Runs a test on a page of its own; nothing may go wrong in the console.
 * @param {string} name
 * @param {(page: import('playwright-core').Page) => Promise<void>} run
 * @param {object} [options]
 */
function onPage(name, run, options) {
  test(name, async () => {
    const { page, problems, close } = await visit(browser, server.url, options);
    try {
      await run(page);
      assert.deepEqual(problems, []);
    } finally {
      await close();
    }
  });
}

/** @param {import('playwright-core').Page} page @param {string} cell */
const cell = (page, cell) => page.locator(`#play button.cell[data-cell="${cell}"]`);
/** @param {import('playwright-core').Page} page @param {string} text */
const waitForText = (page, text) => page.getByText(text).first().waitFor();
/** @param {import('playwright-core').Page} page */
const openCreate = async (page) => {
  await page.getByRole('button', { name: 'Create' }).click();
  return page.getByRole('textbox', { name: 'Puzzle file' });
};

onPage('a Flip board is played to its end', async (page) => {
  for (const [at, press] of ['0,0', '0,1', '1,1', '3,2'].entries()) {
    await cell(page, press).click();
    await page.waitForFunction((made) => document.querySelectorAll('#play ol.chips li').length === made, at + 1);
  }
  await waitForText(page, 'Solved in 4 moves');
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.locator('.figures:not(.solved)').waitFor();
  await page.getByRole('button', { name: 'Redo' }).click();
  await waitForText(page, 'Solved in 4 moves');
});

onPage('hints come in three grades, and the solution as a strip', async (page) => {
  await page.getByRole('button', { name: 'How many moves are left?' }).click();
  await waitForText(page, '4 moves left.');
  await page.getByRole('button', { name: 'Where to look?' }).click();
  await page.locator('.cell.hinted').first().waitFor();
  assert.equal(await page.locator('.cell.hinted').count(), 3);
  await page.getByRole('button', { name: 'Which move?' }).click();
  await waitForText(page, 'the next is r1c1');
  await page.getByRole('button', { name: 'Show the solution' }).click();
  await page.locator('.strip li').nth(4).waitFor();
  assert.equal(await page.locator('.strip li').count(), 5);
  await page.locator('.strip button').nth(4).click();
  await waitForText(page, 'Solved in 4 moves');
  await page.locator('.strip button').first().click();
  await page.locator('.figures:not(.solved)').waitFor();
  await page.getByRole('button', { name: 'Play', exact: true }).last().click();
  await waitForText(page, 'Solved in 4 moves');
});

onPage('the puzzle of the README is written and solved', async (page) => {
  const editor = await openCreate(page);
  await editor.fill('');
  await editor.pressSequentially(CRATES.slice(0, 40));
  await editor.fill(CRATES);
  await waitForText(page, '3 moves, proven fewest.');
  assert.equal(await page.locator('.faults li').count(), 0);
  await page.getByRole('button', { name: 'Step through the solution' }).click();
  await page.getByRole('button', { name: 'Redo' }).click();
  await page.getByRole('button', { name: 'Redo' }).click();
  await page.getByRole('button', { name: 'Redo' }).click();
  await waitForText(page, 'Solved in 3 moves');
});

/** @param {import('playwright-core').Page} page @param {string} title */
const beginWith = async (page, title) => {
  await page.getByRole('button', { name: 'Begin with…' }).click();
  await page.locator('dialog').getByRole('button', { name: title }).first().click();
};

onPage('another text takes the place of the text, which undo, Back and the browser keep', async (page) => {
  const editor = await openCreate(page);
  await waitForText(page, '3 moves, proven fewest.');
  const mine = CRATES.replace('puzzle crates', 'puzzle mine');
  await editor.fill(mine);
  await page.waitForFunction(() => localStorage.getItem('fewest-texts')?.includes('puzzle mine'));
  await beginWith(page, 'Lights');
  await page.waitForFunction(() => document.querySelector('textarea')?.value.startsWith('puzzle lights'));
  await editor.press('Control+z');
  assert.equal(await editor.inputValue(), mine);
  await beginWith(page, 'Lights');
  await page.waitForFunction(() => document.querySelector('textarea')?.value.startsWith('puzzle lights'));
  await page.waitForFunction(() => history.length === 4);
  await page.goBack();
  await page.waitForFunction((text) => document.querySelector('textarea')?.value === text, mine);
  await page.goForward();
  await page.waitForFunction(() => document.querySelector('textarea')?.value.startsWith('puzzle lights'));
  // A text with errors is kept as well, and the texts of the templates are not.
  await editor.fill('puzzle broken\nsymbols');
  await page.waitForFunction(() => localStorage.getItem('fewest-texts')?.includes('puzzle broken'));
  await beginWith(page, 'Tiles');
  await page.waitForFunction(() => document.querySelector('textarea')?.value.startsWith('puzzle tiles'));
  await beginWith(page, 'broken');
  await page.waitForFunction(() => document.querySelector('textarea')?.value === 'puzzle broken\nsymbols');
  await page.goBack();
  await page.waitForFunction(() => document.querySelector('textarea')?.value.startsWith('puzzle tiles'));
  const kept = await page.evaluate(() => JSON.parse(localStorage.getItem('fewest-texts') ?? '[]').map((/** @type {any} */ one) => one.text));
  assert.deepEqual(kept, ['puzzle broken\nsymbols', mine]);
  await page.reload();
  await ready(page);
  await page.waitForFunction(() => document.querySelector('textarea')?.value.startsWith('puzzle tiles'));
});

onPage('a puzzle that is chosen elsewhere leaves the text of the editor in reach', async (page) => {
  const editor = await openCreate(page);
  await waitForText(page, '3 moves, proven fewest.');
  await editor.fill('puzzle broken\nsymbols');
  await page.locator('.faults li').first().waitFor();
  await page.locator('.tabs').getByRole('button', { name: 'Play' }).click();
  await openCreate(page);
  assert.equal(await editor.inputValue(), 'puzzle broken\nsymbols');
  await page.locator('.tabs').getByRole('button', { name: 'Play' }).click();
  await page.locator('.puzzle-button').click();
  await page.locator('dialog input').fill('ice');
  await page.locator('dialog input').press('Enter');
  await page.locator('.puzzle-button', { hasText: 'Ice' }).waitFor();
  await openCreate(page);
  await page.waitForFunction(() => document.querySelector('textarea')?.value.includes('puzzle ice'));
  await editor.press('Control+z');
  assert.equal(await editor.inputValue(), 'puzzle broken\nsymbols');
});

onPage('an error is told at its line, with its help', async (page) => {
  const editor = await openCreate(page);
  await editor.fill(CRATES.replace('[R | c | _]', '[R | q | _]'));
  const fault = page.locator('.faults button').first();
  await fault.waitFor();
  assert.match((await fault.textContent()) ?? '', /^6:8/);
  await page.locator('.editor .gutter .error', { hasText: '6' }).waitFor();
  assert.equal(await page.locator('.editor mark.error').first().textContent(), 'q');
  await fault.click();
  const chosen = await editor.evaluate((area) => {
    const { value, selectionStart, selectionEnd } = /** @type {HTMLTextAreaElement} */ (area);
    return value.slice(selectionStart, selectionEnd);
  });
  assert.equal(chosen, 'q');
});

onPage('the board is painted with its symbols', async (page) => {
  const editor = await openCreate(page);
  await editor.fill(CRATES);
  await waitForText(page, '3 moves, proven fewest.');
  await page.locator('.palette').getByRole('button', { name: 'c', exact: true }).click();
  await page.locator('#create rect.cell[data-cell="1,4"]').click();
  await page.waitForFunction(() => document.querySelector('textarea')?.value.includes('#R_ccx#'));
  await waitForText(page, 'There is no solution');
  await page.getByRole('button', { name: '+ row' }).click();
  await page.waitForFunction(() => document.querySelector('textarea')?.value.includes('#######\n  _______\nexpect'));
});

onPage('a hopeless search is cancelled', async (page) => {
  const game = {
    p: 'tiles',
    o: { goal: 'blank-first' },
    b: '14 5 9 2 18\n8 23 19 12 17\n15 _ 10 20 4\n6 11 21 1 7\n24 3 16 22 13',
  };
  await page.goto(`${server.url}#play=${await packed(page, game)}`);
  await page.reload();
  await ready(page);
  await page.getByRole('button', { name: 'Show the solution' }).click();
  const states = page.locator('.progress dd').first();
  await page.waitForFunction(() => /[1-9]/.test(document.querySelector('.progress dd')?.textContent ?? ''));
  assert.match((await states.textContent()) ?? '', /\d/);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await waitForText(page, 'Cancelled.');
});

onPage('a shared link shows the same puzzle, board and moves', async (page) => {
  const editor = await openCreate(page);
  await editor.fill(CRATES);
  await page.getByRole('button', { name: 'Play it' }).click();
  await cell(page, '1,2').click();
  await waitForText(page, 'Undo');
  await page.waitForFunction(() => document.querySelectorAll('#play ol.chips li').length === 1);
  await page.getByRole('button', { name: 'Share' }).click();
  const field = page.getByRole('textbox', { name: 'Link' });
  await page.waitForFunction(() => document.querySelector('.link input')?.value.includes('#play='));
  const link = await field.inputValue();
  const other = await visit(browser, link);
  await other.page.locator('.puzzle-button', { hasText: 'Crates' }).waitFor();
  assert.equal(await other.page.locator('#play ol.chips li').count(), 1);
  assert.equal(await cell(other.page, '1,2').getAttribute('aria-label'), 'Row 2, column 3: R');
  assert.deepEqual(other.problems, []);
  await other.close();
});

onPage('a damaged link is told, not followed', async (page) => {
  await page.goto(`${server.url}#play=AAAA`);
  await page.reload();
  await ready(page);
  await waitForText(page, 'This link is damaged');
});

onPage('a game is completed by the keyboard alone', async (page) => {
  /** @param {string} selector */
  const tabTo = async (selector) => {
    for (let presses = 0; presses < 40; presses++) {
      await page.keyboard.press('Tab');
      if (await page.evaluate((wanted) => document.activeElement?.matches(wanted), selector)) return;
    }
    assert.fail(`Tab does not lead to ${selector}`);
  };
  await tabTo('.puzzle-button');
  await page.keyboard.press('Enter');
  await page.locator('dialog input').fill('huarong');
  await page.keyboard.press('Enter');
  await page.locator('.puzzle-button', { hasText: 'Klotski' }).waitFor();
  await tabTo('.puzzle-button');
  await page.keyboard.press('Enter');
  await page.locator('dialog .gallery button').nth(5).waitFor();
  await tabTo('dialog li:nth-child(1) button');
  await page.keyboard.press('Enter');
  await page.locator('.puzzle-button', { hasText: 'Flip' }).waitFor();
  await tabTo('.board .cell');
  for (const [at, keys] of [['Enter'], ['ArrowRight', 'Enter'], ['ArrowDown', 'Enter'], ['ArrowDown', 'ArrowDown', 'ArrowRight', 'Enter']].entries()) {
    for (const key of keys) await page.keyboard.press(key);
    await page.waitForFunction((made) => document.querySelectorAll('#play ol.chips li').length === made, at + 1);
  }
  await waitForText(page, 'Solved in 4 moves');
  await page.keyboard.press('Control+z');
  await page.locator('.figures:not(.solved)').waitFor();
});

onPage('a move into a dead end is warned of', async (page) => {
  const editor = await openCreate(page);
  await editor.fill(CRATES.replace('  #R_c_x#\n', '  #_cR_x#\n  #_____#\n').replace(/expect.*\n/, ''));
  await waitForText(page, 'proven fewest');
  await page.getByRole('button', { name: 'Play it' }).click();
  // Until the game is shown, its view is hidden and still has the board of the game before.
  await page.locator('.puzzle-button', { hasText: 'Crates' }).waitFor();
  await page.locator('#play .board .cell[tabindex="0"]').press('ArrowLeft');
  await page.locator('#play ol.chips li').first().waitFor();
  await waitForText(page, 'This position can no longer be solved.');
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('can no longer be solved').waitFor({ state: 'hidden' });
});

onPage('a text that changes while it is read does not take moves back', async (page) => {
  /** @type {(() => void)[]} */
  const waiting = [];
  let reads = 0;
  await page.route('**/read', async (route) => {
    const first = reads++ === 0;
    // The first reading answers only after the text has changed, the second one after that.
    if (first) await new Promise((resolve) => waiting.push(() => resolve(undefined)));
    else await new Promise((resolve) => setTimeout(resolve, 1000));
    await route.continue().catch(() => undefined);
  });
  const editor = await openCreate(page);
  while (!waiting.length) await page.waitForTimeout(10);
  await editor.fill(CRATES.replace('  #R_c_x#\n', '  #_cR_x#\n  #_____#\n').replace(/expect.*\n/, ''));
  waiting[0]?.();
  await waitForText(page, 'proven fewest');
  await page.getByRole('button', { name: 'Play it' }).click();
  await page.locator('.puzzle-button', { hasText: 'Crates' }).waitFor();
  await page.locator('#play .board .cell[tabindex="0"]').press('ArrowLeft');
  await page.locator('#play ol.chips li').first().waitFor();
  await page.waitForTimeout(1500);
  assert.equal(await page.locator('#play ol.chips li').count(), 1);
});

/** @param {import('playwright-core').Page} page @param {string} name */
const choose = async (page, name) => {
  await page.locator('.puzzle-button').click();
  await page.locator('dialog input').fill(name);
  await page.locator('dialog input').press('Enter');
  await page.locator('.puzzle-button', { hasText: new RegExp(name.slice(1)) }).waitFor();
};
/** @param {import('playwright-core').Page} page @param {string} view */
const goToView = (page, view) => page.locator('.tabs').getByRole('button', { name: view }).click();

const TURN_OR_SLIDE = `puzzle turn-or-slide
symbols _ a b
move turn(cell)
  [a] -> [b]
  [b] -> [a]
move slide(cell, dir)
  [?m: a,b | _] -> [_ | ?m]
goal at r1c3 b
start
  a _ _
`;

onPage('a tap on a cell offers every move of it, and says if there is none', async (page) => {
  const editor = await openCreate(page);
  await editor.fill(TURN_OR_SLIDE);
  await page.getByRole('button', { name: 'Play it' }).click();
  await page.locator('.puzzle-button', { hasText: 'Turn or slide' }).waitFor();
  await cell(page, '0,0').click();
  assert.deepEqual(await page.locator('.choices button').allTextContents(), ['→ slide-r1c1-right', 'turn-r1c1']);
  await cell(page, '0,2').click();
  assert.equal(await page.locator('.board .remark').textContent(), 'Nothing moves there.');
  assert.ok(await page.locator('.board .remark').isVisible());
});

onPage('moves that touch no cell are in a list', async (page) => {
  await choose(page, 'jugs');
  await waitForText(page, 'Choose a move from the list.');
  await page.locator('#play details[open]').getByRole('button', { name: 'eight-to-five' }).click();
  await page.waitForFunction(() => document.querySelectorAll('#play ol.chips li').length === 1);
});

onPage('a hint says in words what to move, and an arrow shows it', async (page) => {
  await choose(page, 'klotski');
  await page.getByRole('button', { name: 'Which move?' }).click();
  await page.getByText(/\d+ moves left; move the block at r\dc\d (up|down|to the left|to the right) \(.+\)\./).waitFor();
  assert.equal(await page.locator('#play svg.arrow').count(), 1);
  await page.getByRole('button', { name: 'Where to look?' }).click();
  assert.equal(await page.locator('#play svg.arrow').count(), 0);
});

onPage('a solved game is compared with the fewest moves and with the best so far', async (page) => {
  const presses = ['0,0', '0,1', '1,1', '3,2'];
  const play = async (/** @type {string[]} */ cells) => {
    for (const [at, press] of cells.entries()) {
      await cell(page, press).click();
      await page.waitForFunction((made) => document.querySelectorAll('#play ol.chips li').length === made, at + 1);
    }
  };
  await play(['2,2', '2,2', ...presses]);
  await waitForText(page, 'Solved in 6 moves: 2 more than needed');
  await page.getByRole('button', { name: 'Restart' }).click();
  await waitForText(page, 'your best: 6');
  await play(presses);
  await waitForText(page, 'Solved in 4 moves: that is the fewest');
  await page.getByRole('button', { name: 'Restart' }).click();
  await waitForText(page, 'your best: 4');
  await page.reload();
  await ready(page);
  await waitForText(page, 'your best: 4');
});

onPage(
  'a phone shows the rules and the goal above the board',
  async (page) => {
    await choose(page, 'eight');
    await page.locator('.goal svg').waitFor();
    const top = async (/** @type {string} */ selector) => (await page.locator(selector).boundingBox())?.y ?? Infinity;
    assert.match((await page.locator('.aim').textContent()) ?? '', /^The 8-puzzle: slide tiles into the blank/);
    const board = await top('#play .board');
    assert.ok((await top('.aim')) < board && (await top('.goal')) < board && board < 500);
    assert.ok((await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)) <= 0);
    assert.deepEqual(await violations(page), []);
  },
  { viewport: { width: 390, height: 844 } },
);

onPage('levels of a file and of a collection follow each other', async (page) => {
  await choose(page, 'merlin');
  const levels = page.getByRole('navigation', { name: 'Levels' });
  await levels.getByText('Level 1 of 2').waitFor();
  await levels.getByRole('button', { name: 'Next level' }).click();
  await levels.getByText('Level 2 of 2').waitFor();
  await levels.getByRole('button', { name: 'Previous level' }).click();
  await levels.getByText('Level 1 of 2').waitFor();
  await choose(page, 'sokoban');
  await page.getByRole('button', { name: 'Edit board' }).click();
  await page.locator('dialog textarea').fill('; One\n\n#####\n#@$.#\n#####\n\n; Two\n\n######\n#@ $.#\n######\n');
  await page.getByRole('button', { name: 'Use this board' }).click();
  await levels.getByText('Level 1 of 2: One').waitFor();
  await levels.getByRole('button', { name: 'Next level' }).click();
  await levels.getByText('Level 2 of 2: Two').waitFor();
  await page.getByRole('button', { name: 'How many moves are left?' }).click();
  await waitForText(page, '2 moves left.');
});

onPage('Back leads to the puzzle before, with its moves', async (page) => {
  await cell(page, '0,0').click();
  await page.locator('#play ol.chips li').first().waitFor();
  await choose(page, 'ice');
  await page.goBack();
  await page.locator('.puzzle-button', { hasText: 'Flip' }).waitFor();
  await page.waitForFunction(() => document.querySelectorAll('#play ol.chips li').length === 1);
  await page.goForward();
  await page.locator('.puzzle-button', { hasText: 'Ice' }).waitFor();
});

onPage('writing a board is explained without the command line', async (page) => {
  await page.getByRole('button', { name: 'Edit board' }).click();
  assert.doesNotMatch((await page.locator('dialog').textContent()) ?? '', /--/);
  const font = await page.locator('dialog textarea').evaluate((area) => getComputedStyle(area).fontFamily);
  assert.match(font, /monospace/);
});

onPage(
  'a solution and the board are seen together, and playing pauses in other views',
  async (page) => {
    await choose(page, 'klotski');
    await page.getByRole('button', { name: 'Show the solution' }).click();
    await page.locator('.strip li').nth(50).waitFor();
    const seen = (/** @type {string} */ selector) =>
      page.locator(selector).evaluate((shown) => {
        const { top, bottom } = shown.getBoundingClientRect();
        return top >= 0 && bottom <= innerHeight;
      });
    assert.ok((await seen('#play .board .picture')) && (await seen('.strip')));
    await page.getByRole('button', { name: 'Play', exact: true }).last().click();
    await page.waitForFunction(() => document.querySelectorAll('#play ol.chips li').length >= 1);
    await goToView(page, 'Analyse');
    const made = await page.locator('#play ol.chips li').count();
    await page.waitForTimeout(1500);
    assert.equal(await page.locator('#play ol.chips li').count(), made);
    assert.equal(await page.getByText('Size, e.g. 3x3').filter({ visible: true }).count(), 0);
  },
  { viewport: { width: 1280, height: 800 } },
);

onPage('an expectation that does not hold is told while one writes', async (page) => {
  const editor = await openCreate(page);
  await editor.fill(CRATES.replace('expect 3', 'expect 5'));
  await page.locator('.faults button', { hasText: 'expected 5, but it takes 3' }).waitFor();
  await editor.fill(CRATES);
  await waitForText(page, '3 moves, proven fewest.');
  await page.waitForFunction(() => !document.querySelector('.faults li'));
  await page.getByText('Statements of the language').click();
  await page.locator('.statements dt', { hasText: 'expect N' }).waitFor();
  const chapter = await page.getByRole('link', { name: 'The whole language' }).getAttribute('href');
  assert.match(await (await page.request.get(new URL(chapter ?? '', page.url()).href)).text(), /^# The puzzle language/);
});

onPage('holes are painted, and filled again', async (page) => {
  const editor = await openCreate(page);
  await editor.fill('puzzle holes\nsymbols 0 1\nmove press(cell)\n  around +1\ngoal all 1\nstart\n  . 0 .\n  0 1 0\n');
  await waitForText(page, 'proven fewest');
  await page.locator('.palette').getByRole('button', { name: '.', exact: true }).click();
  await page.locator('#create rect.cell[data-cell="1,2"]').click();
  await page.waitForFunction(() => document.querySelector('textarea')?.value.endsWith('. 0 .\n  0 1 .\n'));
  await page.waitForFunction(() => !document.querySelector('#create rect.cell[data-cell="1,2"]'));
  await page.locator('.palette').getByRole('button', { name: '1', exact: true }).click();
  const [above, left] = [await page.locator('#create rect.cell[data-cell="0,1"]').boundingBox(), await page.locator('#create rect.cell[data-cell="1,0"]').boundingBox()];
  await page.mouse.click((left?.x ?? 0) + 10, (above?.y ?? 0) + 10);
  await page.waitForFunction(() => document.querySelector('textarea')?.value.endsWith('1 0 .\n  0 1 .\n'));
});

onPage('the link says what it needs', async (page) => {
  await goToView(page, 'Share');
  const { host, port } = new URL(page.url());
  await waitForText(page, `It opens while fewest serve runs at ${host}: on this machine, and on another one after fewest serve --port ${port}.`);
});

onPage('the analyses answer', async (page) => {
  await page.getByRole('button', { name: 'Analyse' }).click();
  const card = (/** @type {string} */ name) => page.getByRole('region', { name, exact: true });
  await card('Solutions').getByRole('button', { name: 'Find out' }).click();
  await waitForText(page, '2 shortest solutions.');
  assert.equal(await card('Solutions').locator('li').count(), 2);
  await card('Reasons').getByRole('button', { name: 'Find out' }).click();
  await card('Reasons').locator('.notice').waitFor();
  await card('Algorithms').getByRole('button', { name: 'Find out' }).click();
  await waitForText(page, 'All that answered agree: 4 moves.');
  assert.equal(await card('Algorithms').locator('tbody tr').count(), 7);
  await card('All boards').getByRole('button', { name: 'Find out' }).click();
  await waitForText(page, '65,536 boards');
  await card('Make boards').getByRole('button', { name: 'Make' }).click();
  await card('Make boards').locator('.gallery button').first().waitFor();
  assert.deepEqual(await violations(page), []);
  await card('All boards').locator('.gallery button').first().click();
  await page.getByRole('button', { name: 'How many moves are left?' }).click();
  await waitForText(page, '6 moves left');
});

onPage('pictures and files are downloaded', async (page) => {
  await page.getByRole('button', { name: 'Share' }).click();
  for (const [what, name] of [['PNG', 'flip.png'], ['GIF of the moves', 'flip-moves.gif'], ['JSON', 'flip-moves.json']]) {
    const waiting = page.waitForEvent('download');
    await page.locator('.downloads button', { hasText: what }).click();
    assert.equal((await waiting).suggestedFilename(), name);
  }
});

for (const [colorScheme, width] of /** @type {const} */ ([['light', 320], ['dark', 1280]])) {
  onPage(
    `axe finds nothing: ${colorScheme}, ${width} pixels`,
    async (page) => {
      for (const view of ['Play', 'Create', 'Analyse', 'Share']) {
        await page.locator('.tabs').getByRole('button', { name: view }).click();
        await page.locator(`#${view.toLowerCase()} h1`).waitFor();
        if (view === 'Create') {
          await waitForText(page, 'proven fewest');
          await page.getByText('Statements of the language').click();
          await page.locator('.statements dt').first().waitFor();
          await page.getByRole('button', { name: 'Begin with…' }).click();
          await page.locator('dialog h3').first().waitFor();
          assert.deepEqual(await violations(page), [], 'beginnings');
          await page.keyboard.press('Escape');
        }
        assert.deepEqual(await violations(page), [], view);
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        assert.ok(overflow <= 0, `${view} is ${overflow} pixels too wide`);
      }
      await page.locator('.tabs').getByRole('button', { name: 'Play' }).click();
      await page.locator('.puzzle-button').click();
      await page.locator('dialog .gallery button').first().waitFor();
      assert.deepEqual(await violations(page), [], 'chooser');
    },
    { colorScheme, viewport: { width, height: 800 } },
  );
}

test('files that are named are opened', async () => {
  for (const [files, view] of /** @type {[string[], string][]} */ ([
    [['examples/crates.fewest'], 'create'],
    [['examples/crates.fewest', 'examples/looks.fewest'], 'play'],
  ])) {
    const own = await serve(...files);
    const { page, problems, close } = await visit(browser, own.url);
    await page.locator(`#${view}:not([hidden]) .board svg`).waitFor();
    await page.locator('.puzzle-button', { hasText: 'Crates' }).waitFor({ state: 'attached' });
    await page.locator('.tabs').getByRole('button', { name: 'Play' }).click();
    await page.locator('.puzzle-button').click();
    assert.equal(await page.locator('dialog .gallery button').first().textContent(), 'Crates');
    assert.deepEqual(problems, []);
    await close();
    own.stop();
  }
});

/**
 * The letters of a link, made by the page's own module.
 * @param {import('playwright-core').Page} page
 * @param {object} fields
 */
async function packed(page, fields) {
  return page.evaluate(async ({ p, o, b }) => {
    const { encode } = await import(/** @type {any} */ ('/js/link.js'));
    return encode({ puzzle: { name: p }, options: o, board: b, moves: [] });
  }, /** @type {any} */ (fields));
}
