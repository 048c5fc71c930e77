// @ts-check
/** Ties the parts of the page together. */

import { SIZES, empty, solved } from './cube.js';
import { engine } from './client.js';
import { byId, exact, keep, kept, make, say } from './dom.js';
import { Editor } from './editor.js';
import { ServerError } from './engine.js';
import { isFacelets, readLink, writeLink } from './link.js';
import { Player } from './player.js';
import { Question } from './question.js';
import { copy, download, png, svg } from './save.js';
import { Search } from './search.js';
import { takeToken } from './server.js';
import { Tables, sizeAndUse } from './tables.js';

takeToken(location.hash);

const player = new Player();
const space = byId('space', HTMLElement);

/**
 * The cube that plays an answer comes after the answer, also for the Tab key; else it is below the cube to paint.
 * @param {boolean} shown
 */
function besideAnswer(shown) {
  const before = byId(shown ? 'answer' : 'paint', HTMLElement);
  if (before.nextElementSibling === space) return;
  const focused = space.contains(document.activeElement) ? document.activeElement : null;
  before.after(space);
  if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
}

/** What was found is no answer to what is asked now. */
function ask() {
  search.clear();
  player.load(editor.state.size, editor.state.facelets, '');
}

const question = new Question(() => {
  ask();
  keepInAddress();
});
const search = new Search(
  {
    running: (running) => {
      editor.lock(running);
      tables.lock(running);
      if (!running) void learn();
    },
    chosen: (solution, isAsked) => {
      const { size, facelets } = editor.state;
      if (isAsked) player.load(size, facelets, solution);
      else player.offer(size, facelets, solution);
    },
    atRest: () => player.atRest,
    // Whoever watches a solution is not disturbed by a shorter one.
    shown: besideAnswer,
    better: (solution) => player.atRest && player.load(editor.state.size, editor.state.facelets, solution),
  },
  question,
);
const tables = new Tables(search.metric, (building) => {
  search.lock(building);
  if (!building) void learn();
});
const editor = new Editor(
  ({ size, facelets }) => {
    search.clear();
    resize(size);
    player.load(size, facelets, '');
    keepInAddress();
  },
  (wrong) => player.scene.mark(wrong),
  ask,
);

/**
 * What depends on the size of the cube.
 * @param {number} size
 */
function resize(size) {
  question.resize(size);
  byId('far', HTMLElement).hidden = size <= 3;
  for (const option of search.find.options) {
    if (option.value === 'quick') option.disabled = size !== 3;
  }
  if (size !== 3 && search.find.value === 'quick') search.find.value = 'one';
}

/** Options that are not seen are said, where they are not the usual ones. */
function describe() {
  const { metric, find, time } = search;
  const usual = [find.value === 'one', metric.value === 'htm', time.value === '60'];
  const chosen = [find, metric, time].filter((_, index) => !usual[index]);
  const words = [...question.words, ...chosen.map((select) => select.selectedOptions[0]?.textContent ?? '')];
  say(byId('unusual', HTMLElement), words.length > 0 ? `: ${words.join('; ')}` : '');
}

/** The address of what is shown. */
function link() {
  const { size, facelets } = editor.state;
  return writeLink({ cube: facelets, text: editor.said.text, size, ...search.options, ...question.state });
}

/** The address follows a moment later: browsers refuse it if it changes with every sticker of a stroke. */
let following = 0;
/** The cube of an address without one is not written into it. */
let isFirst = true;

function keepInAddress() {
  describe();
  clearTimeout(following);
  if (!isFirst) following = window.setTimeout(() => history.replaceState(null, '', link()), 400);
  isFirst = false;
}
for (const id of ['metric', 'find', 'time']) byId(id, HTMLSelectElement).addEventListener('change', keepInAddress);
for (const select of [search.metric, search.find]) select.addEventListener('change', ask);

async function solveOrStop() {
  if (search.running) {
    search.stop();
    return;
  }
  if (tables.build) {
    tables.insist();
    return;
  }
  await editor.readField();
  if (editor.text.hasAttribute('aria-invalid')) {
    editor.text.focus();
    return;
  }
  // A cube that is not whole, or cannot be right, is not sent: what is wrong stands beside the net.
  if (editor.standing === 'incomplete' || editor.standing === 'wrong') {
    editor.insist();
    return;
  }
  const { size, facelets } = editor.state;
  const missing = question.missing(facelets);
  const unknown = missing && `Where is ${missing}? Paint the ${missing} centre, or choose “any colour”.`;
  const refusal = unknown || (search.find.value === 'quick' ? quickRefusal() : '');
  const needsText = size > 3 && question.state.moves !== '' && editor.said.text === '' && facelets !== solved(size);
  if (refusal || needsText) {
    search.refuse(refusal || BY_MOVES);
    return;
  }
  await search.start({ size, facelets }, editor.said.text);
}

/** Why a good solution at once is not to be had, or nothing. */
function quickRefusal() {
  if (editor.standing === 'partial') return PARTIAL;
  return question.refusal || (search.metric.value === 'qtm' ? 'A good one at once counts half turns as one move.' : '');
}

const BY_MOVES = 'For some moves alone, a cube of this size is given as moves: type the scramble.';
const PARTIAL = 'A good one at once is for a cube that is painted as a whole: choose “one shortest”.';

for (const button of search.buttons) button.addEventListener('click', () => void solveOrStop());
document.addEventListener('keydown', (event) => {
  const isField = event.target === editor.text || event.target === question.moves;
  const isInField = isField && !event.shiftKey && !event.isComposing;
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey || isInField) || event.repeat) return;
  event.preventDefault();
  if (!search.running) void solveOrStop();
});

/** The last of what was said about copies goes away, so that the same words are said again. */
let forget = 0;

/**
 * @param {string} words
 * @param {boolean} stays whether somebody needs the words themselves
 */
function notice(words, stays) {
  const element = byId('notice', HTMLElement);
  say(element, words);
  clearTimeout(forget);
  if (!stays) forget = window.setTimeout(() => say(element, ''), 4000);
}

/**
 * @param {string} id
 * @param {() => unknown} action
 */
const onClick = (id, action) => byId(id, HTMLButtonElement).addEventListener('click', action);

/**
 * @param {string} text
 * @param {string} what
 */
async function copied(text, what) {
  const done = await copy(text);
  notice(done ? `${what} is copied.` : `This browser does not let the page copy. Here it is: ${text}`, !done);
}

onClick('copy-solution', () => copied(search.chosen, 'The solution'));
onClick('copy-link', () => {
  history.replaceState(null, '', link());
  return copied(link(), 'The link');
});
onClick('save-svg', () => {
  const { size, facelets } = editor.state;
  download(new Blob([svg(size, facelets, letters.checked)], { type: 'image/svg+xml' }), `cube-${size}x${size}x${size}.svg`);
});
onClick('save-png', async () => {
  const { size, facelets } = editor.state;
  const picture = await png(size, facelets, letters.checked);
  if (picture) download(picture, `cube-${size}x${size}x${size}.png`);
});

const letters = byId('letters', HTMLInputElement);
function showLetters() {
  document.documentElement.toggleAttribute('data-letters', letters.checked);
  player.scene.letters = letters.checked;
  player.scene.refresh();
}
letters.checked = kept('letters') === '1';
letters.addEventListener('change', () => {
  keep('letters', letters.checked ? '1' : '0');
  showLetters();
});
showLetters();

const THEMES = ['auto', 'light', 'dark'];
const themeButton = byId('theme', HTMLButtonElement);
let theme = Math.max(0, THEMES.indexOf(kept('theme') ?? 'auto'));
function showTheme() {
  // Its outline is of another colour then.
  requestAnimationFrame(() => player.scene.refresh());
  if (theme === 0) delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = THEMES[theme];
  themeButton.textContent = `Theme: ${THEMES[theme]}`;
}
themeButton.addEventListener('click', () => {
  theme = (theme + 1) % THEMES.length;
  keep('theme', THEMES[theme]);
  showTheme();
});
showTheme();
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', showTheme);

// On a small screen, the options are there when they are wanted.
if (window.innerWidth < 600) byId('options', HTMLDetailsElement).open = false;

/**
 * Takes the state of a link, if the address has one.
 * @param {string} hash
 */
function restore(hash) {
  const linked = readLink(hash);
  if (!linked) return false;
  search.discard();
  editor.lock(false);
  const { metric, find, time } = search;
  metric.value = linked.metric;
  find.value = [...find.options].some((option) => option.value === linked.find) ? linked.find : 'one';
  question.restore(linked);
  if ([...time.options].some((option) => Number(option.value) === linked.time)) time.value = String(linked.time);
  const { cube, size } = linked;
  const undoable = editor.net.size > 0;
  if (isFacelets(cube, size)) {
    editor.paint({ size, facelets: cube }, { undoable });
    return true;
  }
  // Until the text has been read, and in the end if it cannot be.
  editor.paint({ size, facelets: empty(size) }, { undoable });
  editor.text.value = cube;
  void editor.readField({ undoable: false });
  return true;
}

window.addEventListener('hashchange', ({ newURL }) => {
  // Not that of the address by now: it may have followed the cube before meanwhile.
  const { hash } = new URL(newURL);
  takeToken(hash);
  restore(hash);
});

async function learn() {
  const about = byId('about', HTMLElement);
  try {
    const { place, info } = await engine();
    const known = await info();
    const { version, threads, metrics, sizes, max_timeout } = known;
    tables.show(known, place);
    for (const option of byId('size', HTMLSelectElement).options) option.disabled = !sizes.includes(Number(option.value));
    for (const option of byId('metric', HTMLSelectElement).options) option.disabled = !metrics.includes(option.value);
    const time = byId('time', HTMLSelectElement);
    for (const option of [...time.options]) {
      // Where even the shortest is too long, the time that the server allows takes its place.
      if (Number(option.value) > max_timeout) option.remove();
    }
    if (time.options.length === 0) time.append(make('option', { value: String(max_timeout) }, `${exact(max_timeout)} s`));
    const used = known.tables.map(sizeAndUse).join(', ');
    const threadWords = threads === 1 ? '1 thread' : `${exact(threads)} threads`;
    say(about, `cubepdb ${version}, ${threadWords}${used ? `, ${known.tables.length === 1 ? 'with a table' : 'with tables'} of ${used}` : ''}.`);
  } catch (error) {
    say(about, error instanceof ServerError ? error.message : String(error));
  }
}

if (!restore(location.hash)) editor.paint({ size: SIZES[1], facelets: solved(SIZES[1]) }, { undoable: false });
void learn();
