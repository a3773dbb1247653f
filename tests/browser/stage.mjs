// Starts a server and a browser for tests.

import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

import { chromium } from 'playwright-core';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const BINARY = process.env['FEWEST'] ?? `${ROOT}/target/debug/fewest`;
const CHROMIUM = process.env['CHROMIUM'] ?? '/usr/bin/chromium';
const AXE = readFileSync(new URL('node_modules/axe-core/axe.min.js', import.meta.url), 'utf8');

/** The README's puzzle. */
export const CRATES = readFileSync(`${ROOT}/examples/crates.fewest`, 'utf8');

/**
 * Starts `fewest serve` on a free port.
 * @param {string[]} args
 */
export async function serve(...args) {
  const child = spawn(BINARY, ['serve', '--port', '0', '--quiet', ...args], { cwd: ROOT, stdio: ['ignore', 'pipe', 'inherit'] });
  const lines = createInterface({ input: child.stdout });
  const url = await new Promise((resolve, reject) => {
    lines.once('line', resolve);
    child.once('exit', (code) => reject(new Error(`fewest serve ended with ${code}`)));
  });
  return { url, pid: child.pid, stop: () => child.kill('SIGKILL') };
}

/** Starts Chromium. Root, as in containers, has no sandbox for it. */
export const browse = () =>
  chromium.launch({ executablePath: CHROMIUM, args: process.getuid?.() === 0 ? ['--no-sandbox'] : [] });

/**
 * Opens a page, and gathers what goes wrong on it.
 * @param {import('playwright-core').Browser} browser
 * @param {string} url
 * @param {import('playwright-core').BrowserContextOptions} [options]
 */
export async function visit(browser, url, options = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, reducedMotion: 'reduce', ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(30_000);
  /** @type {string[]} */
  const problems = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) problems.push(message.text());
  });
  page.on('pageerror', (error) => problems.push(String(error)));
  await page.goto(url);
  await ready(page);
  return { page, problems, close: () => context.close() };
}

/** @param {import('playwright-core').Page} page */
export const ready = (page) => page.waitForSelector('html[data-ready] .view:not([hidden]) .board svg');

/**
 * What axe finds wrong on the page, as lines.
 * @param {import('playwright-core').Page} page
 * @returns {Promise<string[]>}
 */
export async function violations(page) {
  await page.evaluate(AXE);
  return page.evaluate(async () => {
    const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
    const found = await /** @type {any} */ (window).axe.run({ runOnly: { type: 'tag', values: tags } });
    return found.violations.flatMap((/** @type {any} */ violation) =>
      violation.nodes.map((/** @type {any} */ node) => `${violation.id}: ${node.target.join(' ')}: ${node.failureSummary}`),
    );
  });
}
