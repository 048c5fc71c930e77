// The page in a real browser.
import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { HARD, Server, browse, facelets, open, SOLVED, solve, solveQuarterTurns, stopBuild, type, untilPainted, violations } from './harness.mjs';

/** Where pictures for documents go, if they are wanted. */
const { PICTURES } = process.env;

let server;
let browser;
const contexts = [];

before(async () => {
  [server, browser] = await Promise.all([Server.start(), browse()]);
});
afterEach(async () => {
  const faults = contexts.flatMap((context) => context.pages()).flatMap((page) => page.faults);
  await Promise.all(contexts.splice(0).map((context) => context.close()));
  assert.deepEqual(faults, []);
});
after(async () => {
  await browser.close();
  await server.end();
});

/** The colours of the faces, as letters. */
const inColours = (facelets) => facelets.replace(/[URFDLB]/g, (letter) => 'WRGYOB'['URFDLB'.indexOf(letter)]);

/** A solution leads from the scramble to a solved cube, in the words of the server. */
async function solves(scramble, solution) {
  assert.equal((await server.check(`${scramble} ${solution}`)).facelets, SOLVED, `${scramble}: ${solution}`);
}

async function visit(options = {}, fragment = '') {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  contexts.push(context);
  return open(context, server, fragment);
}

test('a cube is painted and solved with the keyboard alone', async () => {
  const page = await visit();
  const { facelets: wanted } = await server.check("R U F2 L'");
  const focused = () => page.evaluate(() => document.activeElement.dataset.index ?? document.activeElement.id);
  const tabTo = async (found) => {
    for (let steps = 0; !found(await focused()); steps++) {
      assert.ok(steps < 60, 'the Tab key reaches it');
      await page.keyboard.press('Tab');
    }
  };
  await tabTo((id) => id === 'empty');
  await page.keyboard.press('Enter');
  await tabTo((id) => id === '0');
  // Faces and colours have letters.
  const colours = { U: 'w', F: 'G', D: 'y', L: 'o' };
  for (const [index, letter] of [...wanted].entries()) await page.keyboard.press((index % 2 && colours[letter]) || letter);
  assert.equal(await facelets(page), wanted);
  await tabTo((id) => id === 'solve');
  await page.keyboard.press('Enter');
  await page.waitForSelector('#result:not([hidden])');
  assert.match(await page.textContent('#headline'), /^4 moves: shortest, proven/);
  assert.equal(await page.textContent('#solution'), "L F2 U' R'");
  // Nothing keeps the focus: it goes round the whole page.
  await tabTo((id) => id === 'scrub');
  await tabTo((id) => id === 'empty');
});

test('pointers paint, and what was painted is undone', async () => {
  const page = await visit();
  await page.check('#palette input[value="R"]', { force: true });
  await page.click('[data-index="0"]');
  assert.equal((await facelets(page))[0], 'R');
  await page.waitForFunction(() => document.querySelector('#message').dataset.kind === 'error');
  await page.click('#undo');
  assert.equal(await facelets(page), SOLVED);
  await page.click('#redo');
  assert.equal((await facelets(page))[0], 'R');
});

test('undo and redo bring back the text with the stickers', async () => {
  const page = await visit();
  const states = [["R U R' U'", (await server.check("R U R' U'")).facelets], ['F2 D', (await server.check('F2 D')).facelets]];
  for (const [text, wanted] of states) {
    await type(page, text);
    await untilPainted(page, wanted);
  }
  await page.click('#solved');
  const shown = async () => [await page.inputValue('#text'), await facelets(page)];
  assert.deepEqual(await shown(), ['', SOLVED]);
  await page.click('#undo');
  assert.deepEqual(await shown(), states[1]);
  await page.click('#undo');
  assert.deepEqual(await shown(), states[0]);
  await page.click('#undo');
  assert.deepEqual(await shown(), ['', SOLVED]);
  await page.click('#redo');
  await page.click('#redo');
  assert.deepEqual(await shown(), states[1]);
  // A stroke and its undo, with the note below the text.
  await type(page, '# R U');
  await page.waitForFunction(() => document.querySelector('#text-note').textContent.includes('is a comment'));
  const held = await shown();
  await page.check('#palette input[value="B"]', { force: true });
  await page.click('[data-index="0"]');
  assert.equal(await page.inputValue('#text'), '');
  assert.equal(await page.textContent('#text-note'), '');
  await page.click('#undo');
  assert.deepEqual(await shown(), held);
  assert.match(await page.textContent('#text-note'), /is a comment/);
  // A text that is no cube leaves the cube as it is, and goes with the next undo.
  await type(page, 'R Q');
  await page.waitForFunction(() => document.querySelector('#text-message').textContent !== '');
  await page.click('#undo');
  assert.deepEqual(await shown(), states[1]);
  assert.equal(await page.textContent('#text-message'), '');
});

/** Cubes that cannot be: a solved or turned one with pieces exchanged, twisted, flipped, or with a sticker painted over. */
async function illegal(count) {
  let seed = 7;
  const random = (most) => {
    seed = (seed * 1103515245 + 12345) % 2 ** 31;
    return Math.floor((seed / 2 ** 31) * most);
  };
  const corners = [[8, 9, 20], [6, 18, 38], [0, 36, 47], [2, 45, 11], [29, 26, 15], [27, 44, 24], [33, 53, 42], [35, 17, 51]];
  const edges = [[5, 10], [7, 19], [3, 37], [1, 46], [32, 16], [28, 25], [30, 43], [34, 52], [23, 12], [21, 41], [50, 39], [48, 14]];
  const cubes = [];
  while (cubes.length < count) {
    const moves = Array.from({ length: random(6) }, () => 'URFDLB'[random(6)] + ['', '2', "'"][random(3)]);
    const stickers = [...(await server.check(moves.join(' '))).facelets];
    const exchange = (one, other) => ([stickers[one], stickers[other]] = [stickers[other], stickers[one]]);
    const kind = cubes.length % 5;
    const [a, b, c] = corners[random(8)];
    const [d, e] = edges[random(12)];
    if (kind === 0) [stickers[a], stickers[b], stickers[c]] = [stickers[b], stickers[c], stickers[a]];
    else if (kind === 1) exchange(d, e);
    else if (kind === 2) edges[0].forEach((place, side) => exchange(place, edges[1 + random(11)][side]));
    else if (kind === 3) exchange(a, d);
    else stickers[a] = 'URFDLB'['URFDLB'.indexOf(stickers[a]) ^ 1];
    const checked = await server.check(inColours(stickers.join('')));
    if (!checked.valid) cubes.push({ text: stickers.join(''), checked });
  }
  return cubes;
}

test('two hundred cubes that cannot be have their sentence, at the right stickers', async () => {
  const page = await visit();
  let withStickers = 0;
  for (const { text, checked } of await illegal(200)) {
    await page.evaluate((text) => (location.hash = `cube=${text}&size=3`), text);
    // Letters of slots are said in colours.
    const message = checked.error.message.replace(/in slot ([URFDLB]{2,3})/g, (_, slot) => {
      const names = [...slot].map((face) => ['white', 'red', 'green', 'yellow', 'orange', 'blue']['URFDLB'.indexOf(face)]);
      return `where ${names.slice(0, -1).join(', ')} and ${names.at(-1)} meet`;
    });
    const wanted = [...checked.wrong].sort((a, b) => a - b);
    await page.waitForFunction(
      ([text, wanted, message]) => {
        const stickers = [...document.querySelectorAll('#net [data-index]')];
        const marks = stickers.filter((sticker) => 'wrong' in sticker.dataset).map((sticker) => Number(sticker.dataset.index));
        const painted = stickers.map((sticker) => sticker.dataset.colour).join('');
        const told = document.querySelector('#message');
        const isTold = told.dataset.kind === 'error' && told.textContent.includes(message.slice(1));
        return painted === text && isTold && (marks.join() === wanted.join() || wanted.length === 0);
      },
      // Counts of colours are found by the page itself, in its own words.
      [text, wanted, checked.error.code === 'colour-count' ? '' : message],
      { timeout: 10_000 },
    );
    withStickers += wanted.length > 0;
  }
  assert.ok(withStickers > 100, `${withStickers}`);
});

test('texts are read, and errors stand below them', async () => {
  const page = await visit();
  await type(page, "R U R' U'");
  await untilPainted(page);
  assert.equal(await facelets(page), (await server.check("R U R' U'")).facelets);
  // Letters of faces in another hold: the cube after x R U F.
  await type(page, 'FFFFFFLLBDUUDRRDRRDDRDDRBBRRRFBBUBBUDDBLLBLLULLLFUUFUU');
  await page.waitForFunction(() => document.querySelector('[data-index="4"]').dataset.colour === 'F');
  await page.waitForFunction(() => document.querySelector('#message').textContent === 'This cube can be solved.');
  assert.equal(await page.textContent('#text-note'), '');
  await type(page, 'R U X');
  await page.waitForFunction(() => document.querySelector('#text-message').textContent !== '');
  assert.match(await page.textContent('#text-message'), /`X` is not a move/);
  assert.match(await page.textContent('#message'), /not understood: this is the cube from before/);
  for (const text of ['1. R U F2', 'Scramble: R U F2', '12. 13.37   R U F2   @2026-01-01']) {
    await type(page, text);
    await untilPainted(page);
    await page.waitForFunction(() => document.querySelector('#message').textContent === 'This cube can be solved.');
    assert.equal(await facelets(page), (await server.check('R U F2')).facelets, text);
    await type(page, 'R U X');
    await page.waitForFunction(() => document.querySelector('#text-message').textContent !== '');
  }
  await type(page, '#1 R U F2');
  await page.waitForFunction(() => /All of this is a comment/.test(document.querySelector('#text-note').textContent));
  // An answer does not stay under another text.
  await type(page, 'R U');
  assert.match(await solve(page), /^2 moves/);
  await page.fill('#text', 'R U X');
  assert.ok(await page.isHidden('#answer'));
  // Stickers that cannot be are told of once, at the net.
  await type(page, `R${SOLVED.slice(1)}`);
  await page.waitForFunction(() => /red stickers are painted/.test(document.querySelector('#message').textContent));
  assert.equal(await page.textContent('#text-message'), '');
  assert.match(await page.textContent('#text-note'), /see below/);
});

test('the button to solve is read under the pointer, too', async () => {
  const page = await visit();
  const colours = () => page.$eval('#solve', (button) => [getComputedStyle(button).backgroundColor, getComputedStyle(button).color]);
  const before = await colours();
  await page.hover('#solve');
  assert.deepEqual(await colours(), before);
  await type(page, 'R U F');
  await solve(page);
  assert.deepEqual(await violations(page), []);
});

test('unusual centres are asked about where pieces are impossible', async () => {
  const page = await visit();
  const { facelets: right } = await server.check("R U F2 L' D B");
  const exchanged = [...inColours(right)];
  [exchanged[4], exchanged[13]] = [exchanged[13], exchanged[4]];
  await type(page, exchanged.join(''));
  await page.waitForFunction(() => /Are the centres right\? Most cubes/.test(document.querySelector('#message').textContent));
  // The same cube in another hold has nothing unusual; nor has a corner that is twisted.
  await type(page, inColours((await server.check("R U F2 L' D B x y")).facelets));
  await page.waitForFunction(() => document.querySelector('#message').textContent === 'This cube can be solved.');
  await type(page, inColours(SOLVED).replace(/^(.{8})W(.{0})R(.{10})G/, '$1R$2G$3W'));
  await page.waitForFunction(() => document.querySelector('#message').dataset.kind === 'error');
  assert.doesNotMatch(await page.textContent('#message'), /centres/);
});

test('pieces that are half painted are to be finished', async () => {
  const page = await visit();
  await page.click('#empty');
  await page.click('[data-index="0"]');
  await page.click('[data-index="1"]');
  await page.waitForFunction(() => /46 stickers are still to be painted\. The piece where white, .* meet shows some of its colours/.test(document.querySelector('#message').textContent));
  // One sticker that follows from the others does not matter.
  await page.click('#solved');
  await page.focus('[data-index="0"]');
  await page.keyboard.press('Delete');
  await page.waitForFunction(() => /1 sticker is still to be painted\. Or solve it as it is/.test(document.querySelector('#message').textContent));
});

test('other sizes, quarter turns and all solutions', async () => {
  const page = await visit({}, '#cube=Rw%20U&size=4');
  await page.waitForFunction(() => document.querySelectorAll('#net [data-index]').length === 96);
  assert.ok(await page.isVisible('#far'));
  assert.ok(await page.$eval('#find [value=quick]', (option) => option.disabled));
  assert.match(await solve(page), /^2 moves: shortest, proven/);
  // With some moves alone, its start is what was typed.
  await page.fill('#allowed', 'Rw,U');
  assert.match(await solve(page), /^Only Rw, U: 2 moves, shortest, proven/);
  await page.fill('#allowed', '');
  await solveQuarterTurns(page, server);
});

test('the solution is played, and ends with a solved cube', async () => {
  const page = await visit({}, "#cube=R%20U%20F2%20L'&size=3");
  await solve(page);
  assert.deepEqual(await page.$$eval('#moves button', (moves) => moves.map((move) => move.textContent)), ['L', 'F2', "U'", "R'"]);
  await page.click('#step-forward');
  await page.click('#to-end');
  await page.waitForFunction(() => document.querySelector('#scrub').value === '4');
  await page.click('#to-start');
  await page.selectOption('#speed', '4');
  await page.click('#play');
  await page.waitForFunction(() => document.querySelector('#scrub').value === '4');
  await page.click('#moves li:nth-child(2) button');
  await page.waitForFunction(() => document.querySelector('#scrub').value === '2');
});

test('a cube is solved in the hold in which it is typed or painted', async () => {
  const page = await visit();
  const scramble = "z2 y R U F2 L'";
  // Without Enter: what is typed is read as it is typed.
  await page.locator('#text').pressSequentially(scramble);
  await page.waitForFunction(() => document.querySelector('[data-index="4"]').dataset.colour === 'D');
  const held = await facelets(page);
  await page.press('#text', 'Enter');
  await page.waitForSelector('#result:not([hidden])');
  assert.match(await page.textContent('#headline'), /^4 moves: shortest, proven/);
  await solves(scramble, await page.textContent('#solution'));
  // The whole text is undone at once, and the same cube is painted: centres too.
  await page.click('#undo');
  assert.equal(await facelets(page), SOLVED);
  await page.click('#empty');
  await page.focus('[data-index="0"]');
  for (const letter of held) await page.keyboard.press(letter);
  assert.equal(await facelets(page), held);
  await page.waitForFunction(() => document.querySelector('#message').dataset.kind === 'good');
  assert.match(await solve(page), /^4 moves: shortest, proven/);
  await solves(scramble, await page.textContent('#solution'));
  // Colours that are typed stay as they are typed.
  await type(page, inColours(held));
  await untilPainted(page, held);
  assert.equal(await page.textContent('#text-message'), '');
  // However moves are written, they leave the cube in the same hold.
  for (const text of ["r U'", "(rU')", "r U′ // first"]) {
    await type(page, 'F');
    await type(page, text);
    await untilPainted(page, (await server.check("L F' x")).typed);
  }
});

test('a random scramble is a random state, and has a good solution at once', async () => {
  const page = await visit();
  await page.selectOption('#find', 'quick');
  const seen = new Set();
  for (let round = 0; round < 5; round++) {
    const before = await page.inputValue('#text');
    await page.click('#random');
    await page.waitForFunction((before) => document.querySelector('#text').value !== before, before);
    const scramble = await page.inputValue('#text');
    assert.equal(await facelets(page), (await server.check(scramble)).facelets);
    assert.match(await solve(page), /^(1\d|2[0-2]) moves: not proven to be shortest; at least \d+ moves are needed \(proven\)\.$/);
    await solves(scramble, await page.textContent('#solution'));
    seen.add(scramble);
  }
  assert.equal(seen.size, 5);
  // Who types while one is on its way means what is typed.
  await page.route('**/v1/scramble', async (route) => {
    await sleep(300);
    await route.continue();
  });
  const answered = page.waitForResponse('**/v1/scramble');
  await page.click('#random');
  await type(page, 'R U F');
  await answered;
  assert.match(await solve(page), /^3 moves: shortest, proven/);
  assert.equal(await page.inputValue('#text'), 'R U F');
});

/** Stickers of edges at a face of the solved cube, and those beside them. */
const WHITE_CROSS = [1, 3, 5, 7, 10, 19, 37, 46];

test('goals and moves are chosen, in the colours of the cube', async () => {
  const page = await visit();
  const scramble = "z2 R U2 F' L D B2 R";
  await type(page, scramble);
  await page.selectOption('#goal', 'cross');
  assert.equal(await page.inputValue('#goal-place'), 'U', 'white, wherever it is');
  assert.match(await solve(page), /^Cross on white: \d moves, shortest, proven/);
  const crossed = await server.check(`${scramble} ${await page.textContent('#solution')}`);
  for (const index of WHITE_CROSS) assert.equal(crossed.facelets[index], SOLVED[index]);
  await page.selectOption('#goal-place', 'any');
  await solve(page);
  assert.match(await page.textContent('#detail'), /Reached: cross on (white|red|green|yellow|orange|blue)/);
  await page.selectOption('#goal', 'll-auf');
  await type(page, "R U R' U R U2 R'");
  assert.equal(await page.inputValue('#goal-place'), 'D');
  await page.selectOption('#goal-place', 'any');
  assert.match(await solve(page), /: [67] moves, shortest, proven/);
  await type(page, scramble);
  await page.selectOption('#goal', 'cross');
  await page.selectOption('#goal-place', 'any');
  // The address has all of it.
  await page.waitForFunction(() => location.hash.includes('goal=cross') && location.hash.includes('place=any'));

  await type(page, 'R2 U2 R2 U2 R2 U2');
  await page.selectOption('#goal', '');
  await page.fill('#allowed', 'all');
  assert.match(await solve(page), /^6 moves: shortest, proven/);
  await page.fill('#allowed', 'RU');
  assert.match(await solve(page), /^Only R, U: 6 moves, shortest, proven/);
  assert.match(await page.textContent('#solution'), /^[RU2' ]+$/);
  await page.selectOption('#find', 'all2');
  assert.match(await solve(page), /^Only R, U: 6 moves, shortest, proven/);
  assert.match(await page.textContent('#unusual'), /^: only R, U; all, \+2 moves$/);
  assert.match(await page.textContent('#solutions li:nth-child(2)'), /^2\.[RU]/);
  await type(page, 'R U F');
  await solve(page);
  assert.equal(await page.textContent('#headline'), 'These moves cannot do that with this cube.');
  assert.match(await page.textContent('#detail'), /^The goal cannot be reached with these moves: the CORNERS at UFR, /);
  await type(page, 'R2 U2 R2 U2 R2 U2');
  // A colour stays a colour where centres move.
  await page.selectOption('#goal', 'cross');
  await page.selectOption('#goal-place', 'U');
  await page.fill('#allowed', 'R,U,D,M');
  await page.selectOption('#find', 'one');
  await type(page, 'M U R D');
  assert.match(await solve(page), /^Cross on white, only R, U, D, M: \d moves, shortest, proven/);
  const slices = await server.check(`M U R D ${await page.textContent('#solution')}`);
  for (const index of WHITE_CROSS) assert.equal(slices.facelets[index], SOLVED[index]);
  await page.selectOption('#goal', '');
  await page.selectOption('#find', 'quick');
  assert.match(await solve(page), /^A good one at once is for the whole cube/);
  await page.selectOption('#find', 'one');
  await page.fill('#allowed', 'R,Q');
  assert.match(await solve(page), /Q/);
  await page.waitForFunction(() => document.querySelector('#result').dataset.kind === 'error');
  // The browser tells of the refusal, too.
  page.faults.splice(0);
});

test('a goal that is reached is said, and its colour is known where one centre is not', async () => {
  const page = await visit();
  await type(page, 'D');
  await page.selectOption('#goal', 'cross');
  assert.equal(await solve(page), 'Cross on white: 0 moves, reached already.');
  const scramble = 'R U F2 L D B2 R';
  await type(page, scramble);
  const proven = await solve(page);
  assert.match(proven, /^Cross on white: 5 moves, shortest, proven/);
  const { facelets: whole } = await server.check(scramble);
  const without = (...places) => [...whole].map((letter, index) => (places.includes(index) ? '.' : letter)).join('');
  await type(page, without(4));
  await untilPainted(page, without(4).replaceAll('.', '?'));
  assert.equal(await solve(page), proven);
  await type(page, without(4, 13));
  await untilPainted(page, without(4, 13).replaceAll('.', '?'));
  assert.match(await solve(page), /^Where is white\? Paint the white centre/);
});

test('no cube is solved but that of the text', async () => {
  const page = await visit();
  await type(page, '[R U F2, D]');
  await untilPainted(page);
  await page.route('**/v1/check', (route) => route.abort());
  await type(page, '[R: U]');
  await page.waitForFunction(() => /could not be read: this is the cube from before/.test(document.querySelector('#message').textContent));
  await page.click('#solve');
  assert.ok(await page.isHidden('#answer'));
  await page.unroute('**/v1/check');
  assert.match(await solve(page), /^3 moves: shortest, proven/);
  page.faults.splice(0);
});

test('what is proven is no more than that, where longer solutions are wanted, too', async () => {
  const lines = (await (await server.post('v1/solve', { cube: 'R2 U2 R2 U2 R2 U2', slack: 2 })).text()).trim().split('\n').map((line) => JSON.parse(line));
  const bounds = lines.filter((line) => line.bound !== undefined);
  assert.ok(bounds.some(({ bound }) => bound > 6) && bounds.every(({ lower_bound }) => lower_bound <= 6), JSON.stringify(bounds));
});

test('stickers that are not painted do not matter', async () => {
  const page = await visit();
  const { facelets: whole } = await server.check('R U F');
  const corners = [0, 2, 6, 8].flatMap((place) => [0, 1, 2, 3, 4, 5].map((face) => 9 * face + place));
  const text = [...whole].map((letter, index) => (corners.includes(index) ? '.' : letter)).join('');
  await type(page, text);
  await untilPainted(page, text.replaceAll('.', '?'));
  assert.equal(await page.textContent('#text-message'), '');
  assert.match(await solve(page), /^3 moves: shortest, proven/);
  const { facelets: done } = await server.check(`R U F ${await page.textContent('#solution')}`);
  [...SOLVED].forEach((letter, index) => corners.includes(index) || assert.equal(done[index], letter));
  // With some moves, too, and never where a symbol is no colour.
  await page.fill('#allowed', 'R,U,F');
  assert.match(await solve(page), /^Only R, U, F: 3 moves, shortest, proven/);
  await page.fill('#allowed', '');
  await type(page, `${whole.slice(0, 53)}X`);
  await page.waitForFunction(() => document.querySelector('#text-message').textContent !== '');
  await page.click('#empty');
  await page.click('#solve');
  await page.waitForFunction(() => /48 stickers are still to be painted/.test(document.querySelector('#message').textContent));
  assert.ok(await page.isHidden('#result'));
});

test('on a phone, the first screen solves, and fingers hit what they paint', async () => {
  const page = await visit({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  const box = await page.locator('#solve').boundingBox();
  assert.ok(box.y + box.height < 844, `${box.y}`);
  for (const index of [0, 4, 8]) {
    const { width, height } = await page.locator(`[data-index="${index}"]`).boundingBox();
    assert.ok(Math.min(width, height) >= 40, `${width} x ${height}`);
  }
  await page.tap('#views [data-view="2"]');
  assert.ok(await page.isVisible('[data-index="18"]') && (await page.isHidden('[data-index="0"]')));
  assert.equal(await page.textContent('#hold'), 'The green side, held with the white side above it.');
  assert.match(await page.locator('#net-help').innerText(), /^Tap to paint/);
  await page.tap('[data-index="20"]');
  assert.equal((await facelets(page))[20], 'U');
  assert.deepEqual(await violations(page), []);
  // Where painting ends, there is a button as well.
  await page.tap('#undo');
  await type(page, 'R U F');
  await untilPainted(page);
  await page.tap('#solve-here');
  await page.waitForSelector('#result:not([hidden])');
  assert.match(await page.textContent('#headline'), /^3 moves/);
});

test('on a phone, the answer and the cube that plays it are on one screen', async () => {
  const page = await visit({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, reducedMotion: 'reduce' });
  const order = () => page.$$eval('main > section:not([hidden])', (sections) => sections.map((section) => section.getAttribute('aria-labelledby')));
  assert.deepEqual(await order(), ['ask-title', 'paint-title', 'scene-title', 'tables-title']);
  const isSeen = (selector) =>
    page.$eval(selector, (element) => {
      const { top, bottom } = element.getBoundingClientRect();
      return top >= 0 && bottom <= innerHeight;
    });
  await type(page, "R U R' U' F2 L D B'");
  await untilPainted(page);
  await solve(page);
  assert.deepEqual(await order(), ['ask-title', 'solve-title', 'scene-title', 'paint-title', 'tables-title']);
  for (const selector of ['#headline', '#solution', '#scene', '#play', '#moves']) assert.ok(await isSeen(selector), selector);
  assert.deepEqual(await violations(page), []);
  // From elsewhere, to play brings it all back.
  await page.evaluate(() => scrollTo(0, document.querySelector('#play').getBoundingClientRect().top + scrollY - 10));
  await page.tap('#play');
  await page.waitForSelector('#moves [aria-current]');
  for (const selector of ['#scene', '#play', '#moves [aria-current]']) assert.ok(await isSeen(selector), selector);
  // The view stays with the focus, and goes back when the cube is another one.
  await page.focus('#scene');
  await page.keyboard.press('Control+Enter');
  await page.waitForSelector('#result:not([hidden])');
  assert.equal(await page.evaluate(() => document.activeElement.id), 'scene');
  await page.tap('#solved');
  assert.deepEqual(await order(), ['ask-title', 'paint-title', 'scene-title', 'tables-title']);
});

test('on a phone, controls are large enough for fingers, and counts stand on one line', async () => {
  const page = await visit({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  await page.click('#options summary');
  await page.selectOption('#find', 'all');
  await type(page, "R L' F B' U D' R L'");
  await untilPainted(page);
  await solve(page);
  const small = await page.$$eval('button, select, input:not(.hidden-input), textarea, summary, label:has(input)', (controls) =>
    controls
      .map((control) => ({ control, box: control.getBoundingClientRect() }))
      .filter(({ control, box }) => box.width > 0 && Math.min(box.width, box.height) < (control.matches('[type=checkbox], [type=radio]') ? 24 : 40))
      .map(({ control, box }) => `${control.outerHTML.slice(0, 60)}: ${box.width} x ${box.height}`),
  );
  assert.deepEqual(small, []);
  await page.selectOption('#size', '7');
  const heights = await page.$$eval('.count', (counts) => counts.map((count) => count.getBoundingClientRect().height));
  assert.ok(Math.max(...heights) < 20, `${heights}`);
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
});

test('a search is stopped, keeps what is proven, and leaves the cores alone', async () => {
  const page = await visit();
  await type(page, HARD);
  await untilPainted(page);
  await page.click('#solve');
  await page.waitForFunction(() => /fewer than [5-9]/.test(document.querySelector('#bound').textContent), undefined, { timeout: 60_000 });
  // A good solution is there long before, and can be played.
  await page.waitForFunction(() => /^2\d moves so far: /.test(document.querySelector('#best').textContent), undefined, { timeout: 60_000 });
  assert.ok((await page.$$('#moves button')).length >= 20);
  assert.equal(await page.textContent('#solve'), 'Stop');
  // Whoever plays it goes on with it when the search ends, and has a button for a shorter one.
  await page.click('#step-forward');
  await page.waitForFunction(() => /^1 /.test(document.querySelector('#place').textContent));
  const played = (await page.$$eval('#moves button', (moves) => moves.map((move) => move.textContent))).join(' ');
  // The cube stays as it is meanwhile.
  await page.click('[data-index="0"]');
  assert.equal(await page.getAttribute('#message', 'data-kind'), 'note');
  await page.click('#text');
  assert.match(await page.textContent('#text-note'), /^Stop the search first/);
  await page.click('#solve');
  await page.waitForSelector('#result:not([hidden])');
  assert.equal(await page.textContent('#text-note'), '');
  assert.match(await page.textContent('#headline'), /^Stopped: 2\d moves, not proven to be shortest; at least \d+ moves are needed \(proven\)/);
  const found = await page.textContent('#solution');
  await solves(HARD, found);
  assert.match(await page.textContent('#place'), /^1 /);
  assert.equal(await page.isVisible('#newer'), found !== played);
  if (found !== played) await page.click('#newer');
  assert.match(await page.textContent('#place'), found === played ? /^1 / : /^0 /);
  await quiet();
});

/** The server uses no core soon after it has been left. */
async function quiet() {
  for (let tries = 0; ; tries++) {
    await sleep(1000);
    const before = server.ticks();
    await sleep(500);
    if (server.ticks() - before <= 5) return;
    // A busy machine takes longer to end a search.
    assert.ok(tries < 10, 'no core is busy');
  }
}

test('a time limit keeps what is proven, and no more is claimed', async () => {
  const page = await visit();
  await type(page, HARD);
  await untilPainted(page);
  // A limit of one second instead of a minute.
  await page.route('**/v1/solve', (route) => route.continue({ postData: JSON.stringify({ ...route.request().postDataJSON(), timeout: 1 }) }));
  assert.match(await solve(page), /^The time is up: 2\d moves, not proven to be shortest; at least \d+ moves are needed \(proven\)/);
  await solves(HARD, await page.textContent('#solution'));
  // Goals have good solutions, too.
  await page.selectOption('#goal', 'oll');
  assert.match(await solve(page), /^The time is up \(orientation \(OLL\) on yellow\): [12]\d moves, not proven to be shortest/);
  const oriented = (await server.check(`${HARD} ${await page.textContent('#solution')}`)).facelets;
  assert.ok(oriented.slice(0, 9) === 'UUUUUUUUU' || oriented.slice(27, 36) === 'DDDDDDDDD', oriented);
  await page.selectOption('#goal', '');
  await page.unroute('**/v1/solve');

  // Some of all shortest solutions were found: no test can count on it, so the answer is changed on its way.
  await type(page, 'R L');
  await page.selectOption('#find', 'all');
  await page.route('**/v1/solve', async (route) => {
    const response = await route.fetch();
    const lines = (await response.text()).trim().split('\n');
    const record = { ...JSON.parse(lines.at(-1)), status: 'timeout', error: { code: 'time-limit', message: 'time' } };
    await route.fulfill({ response, body: [...lines.slice(0, -1), JSON.stringify(record)].join('\n') + '\n' });
  });
  assert.match(await solve(page), /^2 moves: shortest, proven/);
  assert.match(await page.textContent('#detail'), /The time is up: \d+ solutions?, and there may be more/);
});

test('two tabs take turns, and one that is closed takes its searches with it', async () => {
  const [one, other] = [await visit(), await visit()];
  const ten = async (page, from) => {
    for (let number = from; number < from + 10; number++) {
      const moves = Array.from({ length: 1 + (number % 5) }, (_, i) => 'URFDLB'[(number + 2 * i) % 6] + ['', "'"][(number >> 2) & 1]);
      const { facelets: wanted } = await server.check(moves.join(' '));
      await page.evaluate((text) => (location.hash = `cube=${text}&size=3`), wanted);
      await untilPainted(page, wanted);
      const words = await solve(page);
      const lines = (await (await server.post('v1/solve', { cube: moves.join(' ') })).text()).trim().split('\n');
      const { length } = JSON.parse(lines.at(-1));
      assert.match(words, new RegExp(`^${length} moves?: shortest, proven`), moves.join(' '));
    }
  };
  await Promise.all([ten(one, 0), ten(other, 20)]);
  await type(one, HARD);
  await one.waitForFunction(() => document.querySelector('#message').dataset.kind !== 'error');
  await sleep(500);
  await one.click('#solve');
  await one.waitForFunction(() => document.querySelector('#bound').textContent.includes('fewer'));
  await one.close();
  await ten(other, 40);
  await quiet();
});

test('a link restores the whole state', async () => {
  const page = await visit();
  await type(page, 'R U F2');
  await untilPainted(page);
  await page.selectOption('#metric', 'qtm');
  await page.selectOption('#find', 'all');
  // The address follows by itself.
  await page.waitForFunction(() => location.hash.includes('find=all'));
  const again = await visit({}, new URL(page.url()).hash);
  assert.equal(await facelets(again), await facelets(page));
  assert.deepEqual([await again.inputValue('#metric'), await again.inputValue('#find')], ['qtm', 'all']);
  await again.reload();
  await again.waitForSelector('#net [data-index]');
  assert.equal(await facelets(again), await facelets(page));
});

test('moves stay when the size changes, where the other cube has them', async () => {
  const page = await visit();
  const text = () => page.inputValue('#text');
  await type(page, 'R U F2');
  await untilPainted(page);
  await page.selectOption('#size', '4');
  assert.equal(await text(), 'R U F2');
  const { facelets: moved } = await server.check('R U F2', 4);
  await untilPainted(page, moved);
  // All of it is one step to go back.
  await page.click('#undo');
  assert.deepEqual([await text(), await page.inputValue('#size'), (await facelets(page)).length], ['R U F2', '3', 54]);
  await page.selectOption('#size', '4');
  await type(page, '4R U');
  await page.selectOption('#size', '3');
  assert.deepEqual([await text(), await page.isHidden('#text-message:not(:empty)')], ['', true]);
});

test('a link holds the moves as they were typed', async () => {
  const page = await visit();
  const hash = () => page.evaluate(() => location.hash);
  const shown = async (page) => [await page.inputValue('#text'), await facelets(page)];
  const linked = async (text, fragment) => {
    await type(page, text);
    await page.waitForFunction((fragment) => location.hash === fragment, fragment);
    const again = await visit({}, fragment);
    // Until then, its net may be empty.
    await untilPainted(again, await facelets(page));
    assert.deepEqual(await shown(again), await shown(page));
    // What was there before the link is nothing to go back to.
    assert.ok(await again.isDisabled('#undo'));
  };
  await linked("R U R' U'", "#cube=R+U+R'+U'");
  // In the hold in which it was typed, and with what only the solver can read.
  await linked("z2 y R U F2 L'", "#cube=z2+y+R+U+F2+L'");
  await linked('[R, U] x', '#cube=%5BR%2C+U%5D+x');
  await page.selectOption('#size', '4');
  await linked("3Rw U2 Fw'", "#cube=3Rw+U2+Fw'&size=4");
  await page.selectOption('#size', '3');
  // As many moves as a cube has stickers are still moves.
  const long = Array(9).fill('R U F D L B').join(' ');
  await linked(long, `#cube=${long.replaceAll(' ', '+')}`);
  // What is painted afterwards is no longer what was typed.
  await page.check('#palette input[value="B"]', { force: true });
  await page.click('[data-index="0"]');
  const painted = await facelets(page);
  await page.waitForFunction((painted) => location.hash === `#cube=${painted}`, painted);
  await page.click('#undo');
  await page.click('#copy-link');
  assert.equal(await hash(), `#cube=${long.replaceAll(' ', '+')}`);
  // Links of before name all options, and stickers.
  const { facelets: wanted } = await server.check('R U F2');
  const old = await visit({}, `#cube=${wanted}&size=3&metric=htm&time=60`);
  assert.deepEqual(await shown(old), ['', wanted]);
});

test('a link that is followed while the address changes is not lost', async () => {
  const page = await visit();
  const { facelets: wanted } = await server.check('R U F2');
  await page.evaluate((wanted) => {
    const before = location.href;
    location.hash = `cube=${wanted}&size=3`;
    // As the address does by itself, a moment after a change of the cube.
    history.replaceState(null, '', before);
  }, wanted);
  await page.waitForFunction(
    (wanted) => [...document.querySelectorAll('#net [data-index]')].map((sticker) => sticker.dataset.colour).join('') === wanted,
    wanted,
    { timeout: 10_000 },
  );
});

for (const colorScheme of ['light', 'dark']) {
  test(`no rule of accessibility is broken, ${colorScheme}`, async () => {
    const page = await visit({ colorScheme, reducedMotion: 'reduce' });
    assert.deepEqual(await violations(page), []);
    await page.check('#palette input[value="R"]', { force: true });
    await page.click('[data-index="0"]');
    await page.waitForFunction(() => document.querySelector('#message').dataset.kind === 'error');
    assert.deepEqual(await violations(page), []);
    await type(page, "R U R' U' F2 L");
    await sleep(500);
    await page.selectOption('#find', 'all');
    await solve(page);
    assert.deepEqual(await violations(page), []);
    if (PICTURES) {
      await page.setViewportSize({ width: 1280, height: 1230 });
      await page.evaluate(() => scrollTo(0, 0));
      await page.click('#step-forward');
      await page.screenshot({ path: `${PICTURES}/page-${colorScheme}.png` });
    }
  });
}

test('a larger table is offered, and its build is stopped', async () => {
  const other = await Server.start();
  const context = await browser.newContext();
  contexts.push(context);
  const page = await open(context, other);
  await page.waitForSelector('#build');
  assert.match(await page.textContent('#tables'), /^None yet/);
  assert.match(await page.textContent('#offer'), /Build a table of 237 MB\s+This takes about/);
  await stopBuild(page);
  await other.end();
});

test('narrow screens need no sideways scrolling', async () => {
  for (const width of [320, 360, 768]) {
    for (const size of [3, 7]) {
      const page = await visit({ viewport: { width, height: 700 }, hasTouch: true, isMobile: true }, `#cube=R%20U&size=${size}`);
      await page.waitForFunction((count) => document.querySelectorAll('#net [data-index]').length === count, 6 * size * size);
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${width} ${size}`);
      assert.deepEqual(await violations(page), []);
    }
  }
});

test('a server that ends while it searches is told of, and what is proven stays', async () => {
  const other = await Server.start();
  const context = await browser.newContext();
  const page = await open(context, other);
  await type(page, HARD);
  await sleep(500);
  await page.click('#solve');
  await page.waitForFunction(() => /fewer than [5-9]/.test(document.querySelector('#bound').textContent), undefined, { timeout: 60_000 });
  await other.end();
  await page.waitForSelector('#result:not([hidden])');
  assert.match(await page.textContent('#headline'), /has ended or cannot be reached/);
  assert.match(await page.textContent('#detail'), /at least \d+ moves are needed/i);
  await context.close();
});

test('the cube moves as often as the screen is drawn', async (t) => {
  const page = await visit({}, `#cube=${encodeURIComponent("R U F2 L' D B")}&size=3`);
  await solve(page);
  await page.click('#play');
  const times = await page.evaluate(
    () =>
      new Promise((resolve) => {
        const times = [];
        const next = (now) => (times.push(now), times.length < 180 ? requestAnimationFrame(next) : resolve(times));
        requestAnimationFrame(next);
      }),
  );
  const frames = times.slice(1).map((time, i) => time - times[i]).sort((a, b) => a - b);
  // A figure for people: a test does not depend on how busy the machine is.
  t.diagnostic(`95 % of frames take at most ${frames[Math.floor(0.95 * frames.length)].toFixed(1)} ms`);
  assert.equal(frames.length, 179);
});
