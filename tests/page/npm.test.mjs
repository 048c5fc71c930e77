// The package for npm, as it is installed from its file, in Node.js and in a browser.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, openSync, readdirSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { after, before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { HARD, Site, browse, open as visit } from './harness.mjs';

const { NPM } = process.env;

const TEN = "R U R' U' F2 L B D2 F' R";
/** A cube that takes a table. */
const TWELVE = "U2 R F' D2 F D2 R L U2 R L2 F'";

let folder;
let open;
let SolverError;

before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'cubepdb-npm-'));
  const npm = (...words) => execFileSync('npm', words, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
  const [{ filename }] = JSON.parse(npm('pack', '--json', resolve(NPM)));
  writeFileSync(join(folder, 'package.json'), '{"private": true, "type": "module"}');
  npm('install', '--silent', '--offline', '--no-audit', '--no-fund', `./${filename}`);
  writeFileSync(join(folder, 'index.js'), "export * from 'cubepdb';");
  ({ open, SolverError } = await import(pathToFileURL(join(folder, 'index.js'))));
});
after(() => rmSync(folder, { recursive: true, force: true }));

/** Normals of the faces: right, up and towards the reader. */
const NORMALS = { U: [0, 1, 0], D: [0, -1, 0], R: [1, 0, 0], L: [-1, 0, 0], F: [0, 0, 1], B: [0, 0, -1] };
const dot = (one, other) => one.reduce((sum, part, axis) => sum + part * other[axis], 0);

/** A quarter turn, clockwise for those who look at the face of the normal. */
const turned = (vector, normal) => {
  const [[a, b, c], [x, y, z]] = [vector, normal];
  const across = [b * z - c * y, c * x - a * z, a * y - b * x];
  return across.map((part, axis) => part + normal[axis] * dot(vector, normal));
};

/** The stickers of a cube after some moves: the place of the piece, the side that the sticker is on, and its colour. */
function moved(moves) {
  const steps = [-1, 0, 1];
  const places = steps.flatMap((x) => steps.flatMap((y) => steps.map((z) => [x, y, z])));
  let stickers = Object.entries(NORMALS).flatMap(([colour, side]) =>
    places.filter((place) => dot(place, side) === 1).map((place) => ({ place, side, colour })),
  );
  for (const move of moves.split(' ').filter(Boolean)) {
    const normal = NORMALS[move[0]];
    for (let times = { '': 1, 2: 2, "'": 3 }[move.slice(1)]; times > 0; times--) {
      stickers = stickers.map((sticker) => {
        if (dot(sticker.place, normal) !== 1) return sticker;
        return { ...sticker, place: turned(sticker.place, normal), side: turned(sticker.side, normal) };
      });
    }
  }
  return stickers;
}

const isRight = ({ side, colour }) => side.every((part, axis) => part === NORMALS[colour][axis]);
const isSolved = (moves) => moved(moves).every(isRight);
/** The stickers of the edges of the face D. */
const cross = (moves) => moved(moves).filter(({ place }) => place[1] === -1 && dot(place, place) === 2);

test('the mover of these tests', () => {
  assert.ok(isSolved('R U2 F\' F U2 R\''));
  assert.ok(isSolved(Array(6).fill("R U R' U'").join(' ')));
  assert.ok(!isSolved(Array(3).fill("R U R' U'").join(' ')));
  assert.equal(cross('').length, 8);
});

test('cubes of some moves are solved at once, without a table', async () => {
  const solver = await open();
  const notes = [];
  const onProgress = ({ note }) => note && notes.push(note);
  const ten = await solver.solve(TEN, { onProgress });
  assert.ok(ten.optimal && ten.length === 10 && isSolved(`${TEN} ${ten.solutions[0]}`), JSON.stringify(ten));
  const eight = await solver.solve("R U F' L2 D B R' U2", { metric: 'qtm', onProgress });
  assert.ok(eight.optimal && eight.length === 10 && eight.error === null, JSON.stringify(eight));
  const all = await solver.solve('R2 L2 U2 D2 F2 B2', { all: true, onProgress });
  assert.ok(all.length === 6 && all.solutions.every((solution) => isSolved(`R2 L2 U2 D2 F2 B2 ${solution}`)), JSON.stringify(all));
  const longer = await solver.solve("F R U R' U' F'", { slack: 2, onProgress });
  assert.deepEqual(longer.solutions.map((solution) => solution.split(' ').length), [6, 8, 8, 8, 8, 8, 8]);
  assert.deepEqual(notes, []);
  // Longer solutions of this one are beyond what is searched without a table.
  const stop = new AbortController();
  const more = solver.solve(TEN, { slack: 2, signal: stop.signal, onProgress: ({ note }) => note?.startsWith('building') && stop.abort() });
  await assert.rejects(more, { name: 'AbortError' });
  solver.close();
});

test('cubes are solved, with tables in memory that outlive a search that is ended', async () => {
  const solver = await open();
  const notes = [];
  let ticks = 0;
  const timer = setInterval(() => ticks++, 10);
  const onProgress = ({ note }) => note && notes.push(note);
  let known = { lower_bound: 0, best: null };
  const one = await solver.solve(TWELVE, {
    onProgress(progress) {
      onProgress(progress);
      if (progress.note !== undefined) return;
      // The search with the table goes on from what was known without it.
      const goesOn = progress.lower_bound >= known.lower_bound && (progress.best !== null || known.best === null);
      assert.ok(goesOn, JSON.stringify([known, progress]));
      known = progress;
    },
  });
  assert.ok(known.lower_bound > 10 && known.best, JSON.stringify(known));
  assert.equal(one.status, 'solved');
  assert.equal(one.length, 12);
  assert.ok(one.optimal);
  assert.ok(isSolved(`${TWELVE} ${one.solutions[0]}`), one.solutions[0]);
  assert.match(notes.join(), /building a table of 29.7 MB/);
  assert.ok(ticks > 20, `the program goes on meanwhile: ${ticks}`);
  clearInterval(timer);

  const spots = "R L' F B' U D' R L'";
  const { solutions } = await solver.solve(spots, { all: true, metric: 'htm' });
  assert.ok(new Set(solutions).size > 1 && solutions.every((solution) => isSolved(`${spots} ${solution}`)), `${solutions}`);
  const quarters = await solver.solve('R2 U', { metric: 'qtm', all: true });
  assert.equal(quarters.length, 3);
  assert.deepEqual(quarters.solutions, ["U' R2"]);

  const bounds = [];
  const ended = new AbortController();
  const search = solver.solve(HARD, {
    signal: ended.signal,
    onProgress: ({ bound }) => bound > 12 && bounds.push(bound) && ended.abort(),
  });
  // Requests that wait are answered afterwards, or taken back without harm to the others.
  const waiting = solver.check('R U');
  const back = new AbortController();
  const takenBack = solver.solve(HARD, { signal: back.signal });
  back.abort();
  await assert.rejects(takenBack, { name: 'AbortError' });
  await assert.rejects(search, { name: 'AbortError' });
  assert.ok(bounds.length > 0);
  assert.ok((await waiting).valid);
  notes.length = 0;
  assert.ok((await solver.solve(TWELVE, { onProgress })).optimal);
  assert.match(notes.join(), /loading the table/);
  assert.doesNotMatch(notes.join(), /building/);

  // A table that would be too large costs nothing.
  await assert.rejects(solver.build({ level: 7 }), { name: 'SolverError', code: 'level', message: /use 0 to 6/ });
  assert.deepEqual((await solver.info()).tables.map(({ name }) => name), ['h48-0']);

  const unproven = await solver.solve(HARD, { timeout: 1 });
  assert.equal(unproven.status, 'unproven');
  assert.equal(unproven.error.code, 'time-limit');
  assert.ok(unproven.lower_bound > 10 && unproven.lower_bound <= 20);
  assert.ok(isSolved(`${HARD} ${unproven.solutions[0]}`), unproven.solutions[0]);

  // The time of a table counts: none is begun that takes longer than there is time.
  const hurried = await open();
  const told = [];
  const soon = await hurried.solve(HARD, { timeout: 2, onProgress: ({ note }) => note && told.push(note) });
  assert.equal(soon.status, 'unproven');
  assert.deepEqual([told, soon.tables], [[], []]);
  assert.ok(isSolved(`${HARD} ${soon.solutions[0]}`), soon.solutions[0]);
  hurried.close();
  await assert.rejects(solver.solve('R', { timeout: NaN }), { name: 'SolverError', code: 'timeout' });

  const left = solver.solve(HARD);
  solver.close();
  await assert.rejects(left, { name: 'SolverError', code: 'closed' });
  await assert.rejects(solver.check('R'), { name: 'SolverError', code: 'closed' });
});

test('good solutions at once, and random states', async () => {
  const solver = await open();
  const began = performance.now();
  const record = await solver.quick(HARD);
  const spent = performance.now() - began;
  assert.ok(spent < 5000, `${spent} ms`);
  assert.ok(!record.optimal && record.length < 26 && isSolved(`${HARD} ${record.solutions[0]}`), JSON.stringify(record));
  const { scramble, facelets } = await solver.scramble(1);
  assert.equal((await solver.check(scramble)).facelets, facelets);
  assert.equal((await solver.scramble(1)).scramble, scramble);
  assert.notEqual((await solver.scramble()).facelets, (await solver.scramble()).facelets);
  const { length, solutions } = await solver.quick(scramble);
  assert.ok(length < 26 && isSolved(`${scramble} ${solutions[0]}`), solutions[0]);
  // A search tells of a good solution before it has a table.
  const stop = new AbortController();
  let best;
  const onProgress = (progress) => {
    best = progress.best;
    if (best) stop.abort();
  };
  await assert.rejects(solver.solve(scramble, { signal: stop.signal, onProgress }), { name: 'AbortError' });
  assert.ok(best.length < 26 && isSolved(`${scramble} ${best.solution}`), JSON.stringify(best));
  await assert.rejects(solver.solve('R', { quick: true, size: 2 }), { code: 'quick' });
  solver.close();
});

test('goals, puzzles, other sizes, and what is refused', async () => {
  const solver = await open();
  const { solutions, reached, length } = await solver.solve(HARD, { goal: 'cross:D' });
  assert.ok(length <= 8 && cross(`${HARD} ${solutions[0]}`).every(isRight), `${solutions[0]} ${reached}`);
  assert.equal((await solver.solve('R U', { size: 2 })).length, 2);
  assert.equal((await solver.solve("R U' L", { puzzle: 'pyraminx' })).length, 3);

  const checked = await solver.check('R U X');
  assert.equal(checked.error.place, 'column 5');
  assert.deepEqual(await solver.check('Rw', { size: 4 }).then(({ valid, size }) => ({ valid, size })), { valid: true, size: 4 });
  const wrong = { name: 'SolverError', code: 'bad-move', place: 'column 5', message: /`X` is not a move/ };
  await assert.rejects(solver.solve('R U X'), wrong);
  await assert.rejects(solver.solve('R', { size: 9 }), { name: 'SolverError', code: 'size', place: null });
  await assert.rejects(solver.solve('R', { goal: 'no such goal' }), { code: 'goal' });
  await assert.rejects(solver.solve('R', { metrics: 'qtm' }), { code: 'json', message: /unknown field `metrics`/ });
  await assert.rejects(solver.check('R', { sizes: 3 }), { code: 'json', message: /unknown field `sizes`/ });
  for (const cache of [null, '', 3, {}]) await assert.rejects(open({ cache }), { name: 'SolverError', code: 'cache' });
  await assert.rejects(solver.solve('R', { signal: AbortSignal.abort() }), { name: 'AbortError' });
  const own = new Error('of the caller');
  const onProgress = () => {
    throw own;
  };
  await assert.rejects(solver.solve(HARD, { onProgress }), own);
  assert.equal((await solver.info()).version, JSON.parse(execFileSync('npm', ['pkg', 'get', 'version'], { cwd: NPM })));
  solver.close();
});

test('tables are kept in a directory, and a damaged one is built again', async () => {
  const cache = join(folder, 'tables', 'kept');
  const notes = [];
  const onProgress = ({ note }) => note && notes.push(note);
  const builder = await open({ cache });
  assert.equal((await builder.build({ level: 0, onProgress })).name, 'h48-0');
  assert.match(notes.join(), /building a table of 29.7 MB/);
  assert.deepEqual(readdirSync(cache), ['h48-0.pdb']);
  builder.close();

  notes.length = 0;
  const loader = await open({ cache: pathToFileURL(cache) });
  assert.deepEqual((await loader.info()).kept.map(({ name }) => name), ['h48-0']);
  assert.ok((await loader.solve(TWELVE, { onProgress })).optimal);
  assert.match(notes.join(), /loading/);
  assert.doesNotMatch(notes.join(), /building/);
  loader.close();

  // None is loaded for which there is no time.
  notes.length = 0;
  const hurried = await open({ cache });
  assert.equal((await hurried.solve(HARD, { timeout: 0.02, onProgress })).status, 'unproven');
  assert.deepEqual(notes, []);
  hurried.close();

  writeSync(openSync(join(cache, 'h48-0.pdb'), 'r+'), Buffer.from([1, 2, 3]), 0, 3, 10e6);
  const builds = new AbortController();
  const third = await open({ cache });
  notes.length = 0;
  const building = third.solve(TWELVE, {
    signal: builds.signal,
    onProgress(progress) {
      onProgress(progress);
      if (progress.note?.startsWith('building')) builds.abort();
    },
  });
  await assert.rejects(building, { name: 'AbortError' });
  assert.match(notes.join(), /a table that was kept is damaged, and is not used/);
  third.close();

  // Of a table that was being written when its worker was ended, nothing is left.
  const other = join(folder, 'tables', 'unfinished');
  const fourth = await open({ cache: other });
  const ended = new AbortController();
  let hasBegun = false;
  const onBuild = ({ note }) => (note === '' && hasBegun ? ended.abort() : (hasBegun ||= note !== undefined));
  await assert.rejects(fourth.build({ level: 0, signal: ended.signal, onProgress: onBuild }), { name: 'AbortError' });
  fourth.close();
  const left = () => (existsSync(other) ? readdirSync(other).filter((name) => name.endsWith('.tmp')) : []);
  for (let tries = 0; tries < 100 && left().length > 0; tries++) await new Promise((resolve) => setTimeout(resolve, 50));
  assert.deepEqual(left(), []);
});

test('a program ends without closing its solver', () => {
  const text = "import { open } from 'cubepdb'; console.log((await (await open()).solve('R U F2')).solutions[0]);";
  const output = execFileSync('node', ['--input-type=module', '--eval', text], { cwd: folder, encoding: 'utf8', timeout: 60_000 });
  assert.equal(output, "F2 U' R'\n");
});

test('a module that cannot be loaded is an error', async () => {
  const place = join(folder, 'broken');
  execFileSync('cp', ['-r', join(folder, 'node_modules', 'cubepdb'), place]);
  writeFileSync(join(place, 'cubepdb.wasm'), 'no module');
  const broken = await import(pathToFileURL(join(place, 'node.js')));
  await assert.rejects(broken.open(), { name: 'SolverError', code: 'failure' });
});

test('the types fit', () => {
  const program = `import { open, SolverError, type Answer, type Progress, type Solver } from 'cubepdb';
    const solver: Solver = await open({ cache: 'tables' });
    const { signal } = new AbortController();
    try {
      const onProgress = (progress: Progress) => {
        if (progress.note !== undefined) return progress.note;
        const proven: number = progress.lower_bound;
        return progress.bound - proven;
      };
      const answer: Answer = await solver.solve('R U', { metric: 'qtm', goal: ['cross:D'], signal, onProgress });
      const first: string = answer.solutions[0];
      // @ts-expect-error
      await solver.solve(first, { metric: 'stm' });
      const checked = await solver.check(first, { size: 3 });
      if (!checked.valid) checked.wrong.map((index) => index + 1);
    } catch (error) {
      if (error instanceof SolverError) error.code.toUpperCase();
    }
    solver.close();`;
  writeFileSync(join(folder, 'program.ts'), program);
  const options = { strict: true, noEmit: true, target: 'es2022', module: 'nodenext', lib: ['es2023', 'dom'], types: [] };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: options, files: ['program.ts'] }));
  const compiler = resolve(import.meta.dirname, 'node_modules/.bin/tsc');
  execFileSync(compiler, ['--project', folder], { stdio: ['ignore', 'inherit', 'inherit'] });
});

test('the package in a browser', async () => {
  writeFileSync(
    join(folder, 'index.html'),
    `<!doctype html><meta charset="utf-8"><title>A program</title><link rel="icon" href="data:,">
    <p id="net"><span data-index="0">0</span></p>
    <script type="importmap">{"imports": {"cubepdb": "./node_modules/cubepdb/browser.js"}}</script>
    <script type="module">window.cubepdb = await import('cubepdb'); window.solver = await cubepdb.open();</script>`,
  );
  const site = await Site.start(folder);
  const browser = await browse();
  try {
    const page = await visit(await browser.newContext(), site);
    const ready = () => page.waitForFunction(() => window.solver);
    const solve = (cube, stopAt = Infinity) =>
      page.evaluate(
        async ([cube, stopAt]) => {
          const stop = new AbortController();
          const notes = [];
          const onProgress = ({ bound, note }) => {
            if (note) notes.push(note);
            if (bound >= stopAt) stop.abort();
          };
          try {
            const record = await window.solver.solve(cube, { onProgress, signal: stop.signal });
            return { record, notes: notes.join() };
          } catch ({ name, code, message }) {
            return { name, code, message };
          }
        },
        [cube, stopAt],
      );
    await ready();
    const built = await solve(TWELVE);
    assert.ok(built.record.optimal && isSolved(`${TWELVE} ${built.record.solutions[0]}`));
    assert.match(built.notes, /building a table of 29.7 MB/);
    assert.equal((await solve(HARD, 12)).name, 'AbortError');
    assert.equal((await solve('R U X')).code, 'bad-move');
    await page.reload();
    await ready();
    const loaded = await solve(TWELVE);
    assert.ok(loaded.record.optimal);
    assert.match(loaded.notes, /loading the table/);
    assert.doesNotMatch(loaded.notes, /building/);
    assert.deepEqual(page.faults, []);
  } finally {
    await browser.close();
    site.end();
  }
});
