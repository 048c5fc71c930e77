// The page without a server: the library in the browser, as files from any web host.
import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { cpSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { HARD, Site, browse, cost, follow, open, solve, solveQuarterTurns, stopBuild, type, untilPainted, violations } from './harness.mjs';

const { CUBEPDB_EFFORT, WEB } = process.env;

/**
 * A cube of twelve moves, and one of sixteen, with the positions that a search with level 0 or 3 takes on one thread: those of the plain
 * arithmetic, with as many look-ups in flight as where the nearest cache is not known. A fault in the arithmetic of this module, or in a
 * table, changes them.
 */
const TWELVE = ["U2 R F' D2 F D2 R L U2 R L2 F'", '50,063'];
const SIXTEEN = ["U' D F2 U2 R F' R' U' D2 F' U B R D F R'", '5,970,471'];

let site;
let browser;
const contexts = [];

before(async () => {
  [site, browser] = await Promise.all([Site.start(WEB), browse()]);
});
afterEach(async () => {
  const faults = contexts.flatMap((context) => context.pages()).flatMap((page) => page.faults);
  await Promise.all(contexts.splice(0).map((context) => context.close()));
  assert.deepEqual(faults, []);
});
after(async () => {
  await browser.close();
  site.end();
});

async function visit(options = {}, fragment = '', host = site) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  contexts.push(context);
  return open(context, host, fragment);
}

/** Does something, and returns its time and memory in words, with its result. */
async function measured(action) {
  const [before, began] = [cost().seconds, performance.now()];
  const result = await action();
  const { seconds, peak } = cost();
  const [wall, processor] = [(performance.now() - began) / 1e3, seconds - before];
  return { result, figures: `${wall.toFixed(1)} s, ${processor.toFixed(1)} s of a processor, at most ${peak.toFixed(0)} MB` };
}

/** Solves a scramble, and checks the positions that were searched; returns the words about it, all notes on the way, and the figures. */
async function solved(page, [scramble, positions]) {
  await type(page, scramble);
  await untilPainted(page);
  await page.evaluate(() => {
    const note = document.querySelector('#note');
    window.notes = [];
    new MutationObserver(() => note.textContent && window.notes.push(note.textContent)).observe(note, { childList: true });
  });
  const { result: words, figures: spent } = await measured(() => solve(page));
  const detail = await page.textContent('#detail');
  assert.match(detail, new RegExp(`${positions} move sequences tried `));
  const figures = `${spent}; ${detail}`;
  return { words, notes: await page.evaluate(() => window.notes.join(' ')), figures };
}

test('a table is built once, and hard cubes are solved', async (t) => {
  const page = await visit();
  const first = await solved(page, TWELVE);
  assert.match(first.words, /^12 moves: shortest, proven/);
  assert.match(first.notes, /Building a table of 29.7 MB, once: about/);
  t.diagnostic(`level 0 built, twelve moves solved: ${first.figures}`);
  await page.reload();
  await page.waitForSelector('#net [data-index]');
  const second = await solved(page, TWELVE);
  assert.match(second.words, /^12 moves: shortest, proven/);
  assert.match(second.notes, /^Loading the table/);
  t.diagnostic(`level 0 loaded, twelve moves solved: ${second.figures}`);
});

test('an easy cube is solved at once, without a table', async () => {
  const page = await visit();
  await type(page, "R U F' L2 D B R' U2");
  await untilPainted(page);
  await page.evaluate(() => {
    window.notes = [];
    const note = document.querySelector('#note');
    new MutationObserver(() => note.textContent && window.notes.push(note.textContent)).observe(note, { childList: true });
  });
  assert.match(await solve(page), /^8 moves: shortest, proven/);
  assert.deepEqual(await page.evaluate(() => window.notes), []);
  assert.match(await page.textContent('#tables'), /^None yet/);
});

test('what the page loads is small', () => {
  const bytes = Object.fromEntries(
    readdirSync(WEB, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ name, parentPath }) => [name, gzipSync(readFileSync(join(parentPath, name))).length]),
  );
  const { 'cubepdb.wasm': module, ...rest } = bytes;
  assert.ok(module < 1_000_000, `${module}`);
  assert.ok(Object.values(rest).reduce((sum, size) => sum + size) < 100_000, JSON.stringify(rest));
});

test('a search is stopped, keeps what is proven, and the table is not built again', async () => {
  const page = await visit();
  await type(page, HARD);
  await untilPainted(page);
  await page.click('#solve');
  await page.waitForFunction(() => /fewer than 1[3-9]/.test(document.querySelector('#bound').textContent), undefined, { timeout: 120_000 });
  await page.click('#solve');
  await page.waitForSelector('#result:not([hidden])');
  assert.match(await page.textContent('#headline'), /^Stopped: 2\d moves, not proven to be shortest; at least 1\d moves are needed \(proven\)/);
  const { words, notes } = await solved(page, TWELVE);
  assert.match(words, /^12 moves: shortest, proven/);
  assert.match(notes, /^Loading the table/);
  assert.doesNotMatch(notes, /Building/);
});

test('what is no cube has its sentence', async () => {
  const page = await visit();
  await type(page, 'R U X');
  await page.waitForFunction(() => document.querySelector('#text-message').textContent !== '');
  assert.match(await page.textContent('#text-message'), /`X` is not a move/);
  await page.check('#palette input[value="R"]', { force: true });
  await page.click('[data-index="0"]');
  await page.waitForFunction(() => document.querySelector('#message').dataset.kind === 'error');
});

test('other sizes, quarter turns and all solutions', async () => {
  const page = await visit({}, "#cube=R%20U%20R'%20F2&size=2");
  await page.waitForFunction(() => document.querySelectorAll('#net [data-index]').length === 24);
  await untilPainted(page);
  assert.match(await solve(page), /^4 moves: shortest, proven/);
  await follow(page, site, '#cube=Rw%20U&size=4&all=1');
  await page.waitForFunction(() => document.querySelector('#message').textContent.includes('only if it has few moves'));
  assert.match(await solve(page), /^2 moves: shortest, proven/);
  await solveQuarterTurns(page, site);
});

test('the panel of tables breaks no rule of accessibility, and a build is stopped', async () => {
  for (const colorScheme of ['light', 'dark']) {
    const page = await visit({ colorScheme, reducedMotion: 'reduce' });
    await page.waitForSelector('#build');
    assert.match(await page.textContent('#tables'), /None yet/);
    assert.match(await page.textContent('#offer'), /^\s*Build a table of 237 MB\s*This takes about/);
    await stopBuild(page);
  }
});

/** The paths of the files that the browser keeps for the page, in each cache. */
const keptFiles = (page) =>
  page.evaluate(async () => {
    const files = async (name) => (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname.slice(1));
    return Promise.all((await caches.keys()).map(files));
  });

test('the page is installable, and works without a network after the first visit', async () => {
  const host = await Site.start(WEB);
  try {
    const page = await visit({}, '', host);
    const session = await page.context().newCDPSession(page);
    assert.deepEqual((await session.send('Page.getAppManifest')).errors, []);
    // The tests' windows are private ones: that is all that is against it.
    const { installabilityErrors } = await session.send('Page.getInstallabilityErrors');
    assert.deepEqual(installabilityErrors.map(({ errorId }) => errorId), ['in-incognito']);
    await page.evaluate(() => navigator.serviceWorker.ready);
    await page.context().setOffline(true);
    host.end();
    await follow(page, host, '#cube=R%20U%20F2&size=3');
    await untilPainted(page);
    assert.match(await solve(page), /^3 moves: shortest, proven/);
    assert.deepEqual(await violations(page), []);
    const files = readdirSync(WEB).filter((name) => name !== 'offline.js' && name !== 'v1');
    const kept = files.map((name) => (name === 'index.html' ? '' : name)).sort();
    assert.deepEqual((await keptFiles(page)).map((names) => names.sort()), [kept]);
  } finally {
    host.end();
  }
});

test('a new version of the page replaces the old one when it is opened, but not under a page that is open', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'cubepdb-web-'));
  cpSync(WEB, directory, { recursive: true });
  const host = await Site.start(directory);
  const change = (name, from, to) => {
    const text = readFileSync(join(directory, name), 'utf8');
    assert.match(text, from);
    writeFileSync(join(directory, name), text.replace(from, to));
  };
  try {
    const page = await visit({}, '', host);
    await page.evaluate(() => navigator.serviceWorker.ready);
    change('index.html', /<h1>Cube solver/, '<h1>New solver');
    change('offline.js', /VERSION = '/, "VERSION = 'new-");
    change('v1/info', /{}/, '{"answered": "by the host"}');
    const other = await open(page.context(), host);
    assert.equal(await page.evaluate(async () => (await (await fetch('v1/info')).json()).answered), 'by the host');
    await page.evaluate(async () => {
      const registration = await navigator.serviceWorker.getRegistration();
      // The browser looks for itself, some seconds after a page was opened.
      await registration.update();
      while (!registration.waiting) await new Promise((done) => setTimeout(done, 50));
    });
    await page.reload();
    assert.equal(await page.textContent('h1'), 'Cube solver');
    await other.close();
    const title = () => page.waitForSelector('#net [data-index]').then(() => page.textContent('h1'));
    // The browser may take a moment to see that the other page is closed.
    for (let times = 0; times < 20 && (await title()) !== 'New solver'; times++) {
      await sleep(200);
      await page.reload();
    }
    assert.equal(await title(), 'New solver');
    assert.match(await page.evaluate(() => caches.keys().then((names) => names.join())), /^cubepdb \S+ new-\S+$/);
  } finally {
    host.end();
    rmSync(directory, { recursive: true });
  }
});

test('the larger table', { skip: !(Number(CUBEPDB_EFFORT) > 0) && 'takes a minute: CUBEPDB_EFFORT=1' }, async (t) => {
  const page = await visit();
  const { figures: built } = await measured(async () => {
    await page.click('#build');
    await page.waitForFunction(() => document.querySelector('#build-end').textContent !== '', undefined, { timeout: 600_000 });
  });
  assert.match(await page.textContent('#build-end'), /^The table of 237 MB is there/);
  t.diagnostic(`level 3 built: ${built}`);
  const { words, notes, figures } = await solved(page, SIXTEEN);
  assert.match(words, /^16 moves: shortest, proven/);
  assert.match(notes, /^Loading the table/);
  t.diagnostic(`level 3 loaded, sixteen moves solved: ${figures}`);
  // A damaged table is not used.
  await page.evaluate(async () => {
    const tables = await (await navigator.storage.getDirectory()).getDirectoryHandle('cubepdb');
    const file = await (await tables.getFileHandle('h48-3.pdb')).createWritable({ keepExistingData: true });
    await file.write({ type: 'write', position: 100e6, data: new Uint8Array([1, 2, 3]) });
    await file.close();
  });
  await page.reload();
  await page.waitForSelector('#net [data-index]');
  const again = await solved(page, TWELVE);
  assert.match(again.words, /^12 moves: shortest, proven/);
  assert.match(again.notes, /Building a table of 29.7 MB/);
});
