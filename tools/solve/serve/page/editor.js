// @ts-check
/** The cube that is painted: the net, the palette, undo and redo, the text field, and whether the cube is right. It is shown as it is held. */

import { COLOUR_NAMES, FACES, FACE_NAMES, UNKNOWN, colourAt, empty, hasUsualCentres, inColours, parseMoves, randomMoves, randomSeed, sizeOfFacelets, solved, turn } from './cube.js';
import { engine } from './client.js';
import { byId, make, plural, say, sentence } from './dom.js';
import { ServerError, isAbort } from './engine.js';
import { Net, colourName } from './paint.js';

/** Long enough that a stroke is checked once, short enough that the answer seems to come at once. */
const DEBOUNCE = 150;
/** Long enough that a word is typed to its end. */
const TYPING = 1000;
const HISTORY = 500;

/** Long enough that an answer that comes at once is not announced. */
const PATIENCE = 600;

const WAITING = 'This text is still to be read.';

const LOCKED = 'Stop the search first. Then the cube can be changed.';

const CENTRES = 'Are the centres right? Most cubes have white opposite yellow, red opposite orange, and green opposite blue.';

const COMMENT = 'All of this is a comment, as `#` and `//` begin one: the cube is a solved one. A number before a scramble is `1.` or `1)`.';

/**
 * Whether a text says nothing else.
 * @param {string} text
 */
const isComment = (text) => text.split('\n').every((line) => /^\s*($|#|\/\/)/.test(line));

const IMPOSSIBLE = 'These stickers cannot be a cube: see below the unfolded cube.';

/** @typedef {{ size: number, facelets: string }} State */
/** @typedef {State & { text: string, note: string }} Past with the text that says the cube, if there is one, and the note below it */
/** @typedef {'incomplete' | 'partial' | 'wrong' | 'unchecked' | 'valid'} Standing partial: the rest does not matter */

export class Editor {
  /**
   * @param {(state: State) => void} changed
   * @param {(wrong: number[]) => void} marked is given the stickers that cannot be right
   * @param {() => void} typed
   */
  constructor(changed, marked, typed) {
    this.changed = changed;
    this.marked = marked;
    this.typed = typed;
    /** @type {Standing} */
    this.standing = 'unchecked';
    this.colour = FACES[0];
    /** @type {Past[]} */
    this.past = [];
    /** @type {Past[]} */
    this.future = [];
    this.timer = 0;
    /** @type {AbortController | null} */
    this.checking = null;
    /** @type {AbortController | null} */
    this.reading = null;
    this.readText = '';
    /** The text that says the cube in the net, or nothing, and the note below it. */
    this.said = { text: '', note: '' };
    this.read = Promise.resolve();
    /**
     * A random scramble on its way, for which others wait.
     * @type {object | null}
     */
    this.drawing = null;
    /** What was said last about the cube. */
    this.words = '';
    /** @type {'good' | 'note' | 'error'} */
    this.kind = 'note';
    /**
     * What was said of the cube before a text that is none.
     * @type {{ words: string, kind: 'good' | 'note' | 'error' } | null}
     */
    this.kept = null;
    this.size = byId('size', HTMLSelectElement);
    this.message = byId('message', HTMLElement);
    this.text = byId('text', HTMLTextAreaElement);
    this.textMessage = byId('text-message', HTMLElement);
    this.textNote = byId('text-note', HTMLElement);
    this.typing = 0;
    /** Whether what is shown has been typed since the field was entered: it is undone as a whole. */
    this.isTyped = false;
    this.views = byId('views', HTMLElement);
    this.net = new Net(byId('net', HTMLElement), {
      colour: () => this.colour,
      stroke: () => this.#remember(),
      paint: () => this.#paintedByHand(),
      locked: () => {
        this.message.dataset.kind = 'note';
        say(this.message, LOCKED);
      },
    });
    this.#palette();
    this.#tools();
    this.#views();
    this.text.addEventListener('focus', () => (this.isTyped = false));
    this.text.addEventListener('change', () => void this.readField());
    this.text.addEventListener('input', () => this.#typed());
    for (const kind of ['keydown', 'pointerdown', 'paste']) this.text.addEventListener(kind, (event) => this.#refuse(event));
  }

  get state() {
    return { size: this.net.size, facelets: this.net.facelets };
  }

  /** @param {boolean} locked */
  lock(locked) {
    this.net.lock(locked);
    for (const id of ['size', 'solved', 'empty', 'random']) byId(id, HTMLElement).toggleAttribute('disabled', locked);
    this.text.readOnly = locked;
    if (!locked) {
      if (this.textNote.textContent === LOCKED) say(this.textNote, this.said.note);
      this.message.dataset.kind = this.kind;
      say(this.message, this.words);
      // The solver may be there again.
      if (this.standing === 'unchecked') void this.#check();
    }
    this.#historyButtons(locked);
  }

  /**
   * Paints a whole cube.
   * @param {State} state
   * @param {object} [how]
   * @param {boolean} [how.undoable]
   * @param {boolean} [how.keepText] whether the text field still says the same cube
   */
  paint(state, { undoable = true, keepText = false } = {}) {
    if (undoable) this.#remember();
    const resized = state.size !== this.net.size;
    this.net.set(state.size, state.facelets);
    this.size.value = String(state.size);
    if (resized) this.#fitView();
    if (keepText) this.said = { text: this.readText, note: this.textNote.textContent ?? '' };
    else this.#forgetText();
    this.#afterChange();
  }

  /**
   * Says why a text cannot be changed now, where somebody tries to.
   * @param {Event} event
   */
  #refuse(event) {
    const isOther = event instanceof KeyboardEvent && (event.ctrlKey || event.metaKey || (event.key.length > 1 && event.key !== 'Backspace'));
    if (this.text.readOnly && !isOther) say(this.textNote, LOCKED);
  }

  /** Reads the text while it is typed: moves at once, other texts a moment later. */
  #typed() {
    clearTimeout(this.typing);
    this.#stopDrawing();
    this.typed();
    this.#textError('');
    say(this.textNote, '');
    const text = this.text.value.trim();
    const moves = this.#movesOf(text);
    if (moves && text !== '') void this.readField();
    else this.typing = window.setTimeout(() => void this.readField(), TYPING);
  }

  /**
   * The moves of a text, where they have one meaning: on large cubes, people mean different things by small letters.
   * @param {string} text
   */
  #movesOf(text) {
    const { size } = this.net;
    return size > 3 && /[urfdlb]/.test(text) ? null : parseMoves(text, size);
  }

  /**
   * Reads the text field, if its text is new.
   * @param {object} [how]
   * @param {boolean} [how.undoable] whether the cube before is one to go back to
   * @returns {Promise<void>} when the text has been read, even where another call began it
   */
  readField({ undoable = true } = {}) {
    const text = this.text.value.trim();
    clearTimeout(this.typing);
    if (this.net.locked || this.drawing || text === this.readText) return this.read;
    this.readText = text;
    this.reading?.abort();
    this.#textError('');
    say(this.textNote, '');
    const { size } = this.net;
    const moves = this.#movesOf(text);
    if (moves && text !== '') {
      // The cube as it is held after the moves, also if they turn it as a whole.
      const facelets = moves.reduce((cube, move) => turn(cube, size, move), solved(size));
      this.paint({ size, facelets }, { keepText: true, undoable: undoable && !this.isTyped });
      this.isTyped = document.activeElement === this.text;
      this.read = Promise.resolve();
    } else {
      this.read = text === '' ? Promise.resolve() : this.#read(text, undoable);
    }
    return this.read;
  }

  /**
   * @param {string} text
   * @param {boolean} undoable
   */
  async #read(text, undoable) {
    const reading = (this.reading = new AbortController());
    const waiting = window.setTimeout(() => say(this.textNote, WAITING), PATIENCE);
    reading.signal.addEventListener('abort', () => clearTimeout(waiting));
    try {
      const answer = await (await engine()).check(text, sizeOfFacelets(text) ?? this.net.size, reading.signal);
      if (reading.signal.aborted || this.net.locked) return;
      say(this.textNote, '');
      const facelets = answer.typed ?? answer.facelets;
      const { place, message } = answer.error ?? { place: null, message: 'This text cannot be read as a cube.' };
      // Stickers that are not known are no fault.
      const isPartial = answer.size === 3 && answer.error?.code === 'unknown-stickers';
      // Letters of faces stand for their colours here, in any hold.
      const isHeld = answer.error?.code === 'centre-orientation';
      // What is wrong with stickers stands at the net, where they are marked.
      if (!answer.valid && facelets && !isHeld && !facelets.includes(UNKNOWN)) say(this.textNote, IMPOSSIBLE);
      else if (!answer.valid && !isPartial) this.#textError(place && !message.includes(place) ? `${message} (${place})` : message);
      if (answer.valid && isComment(text)) say(this.textNote, COMMENT);
      // Stickers that were read but cannot be right are shown all the same, so that they can be mended in the net.
      if (facelets) this.paint({ size: answer.size, facelets }, { keepText: true, undoable });
    } catch (error) {
      if (isAbort(error)) return;
      this.readText = '';
      // Nothing is known of the text.
      this.#textError(error instanceof ServerError ? error.message : String(error), 'could not be read');
    } finally {
      clearTimeout(waiting);
      if (this.reading === reading) this.reading = null;
    }
  }

  /** Says once more, and at once, why the cube cannot be solved. */
  insist() {
    const words = this.message.textContent ?? '';
    this.message.textContent = '';
    requestAnimationFrame(() => (this.message.textContent = words));
    this.message.scrollIntoView({ block: 'nearest' });
  }

  undo() {
    this.#travel(this.past, this.future);
  }

  redo() {
    this.#travel(this.future, this.past);
  }

  /**
   * @param {Past[]} from
   * @param {Past[]} to
   */
  #travel(from, to) {
    if (this.net.locked) return;
    const now = this.#now;
    this.isTyped = false;
    // A stroke that painted nothing new has left the same state behind.
    let state = from.pop();
    while (state && isSame(state, now)) state = from.pop();
    if (state) {
      to.push(now);
      this.paint(state, { undoable: false });
      this.text.value = this.readText = state.text;
      say(this.textNote, state.note);
      this.said = { text: state.text, note: state.note };
    }
    this.#historyButtons(this.net.locked);
  }

  /** @returns {Past} */
  get #now() {
    return { ...this.state, ...this.said };
  }

  #remember() {
    const now = this.#now;
    const last = this.past.at(-1);
    if (now.size === 0 || (last && isSame(last, now))) return;
    this.past.push(now);
    // What is painted now takes the place of what could be redone.
    this.future.length = 0;
    if (this.past.length > HISTORY) this.past.shift();
  }

  #paintedByHand() {
    this.isTyped = false;
    this.#forgetText();
    this.#afterChange();
  }

  /** @param {number[]} wrong */
  #mark(wrong) {
    this.net.mark(wrong);
    this.marked(wrong);
    const each = this.net.size ** 2;
    for (const button of this.views.querySelectorAll('button')) {
      const face = Number(button.dataset.view);
      const isWrong = wrong.some((index) => Math.floor(index / each) === face);
      button.toggleAttribute('data-wrong', isWrong);
      button.title = isWrong ? 'It has stickers that cannot be right' : '';
    }
  }

  #afterChange() {
    this.#stopDrawing();
    this.#mark([]);
    this.#historyButtons(this.net.locked);
    this.checking?.abort();
    clearTimeout(this.timer);
    this.#counts();
    this.#hold();
    this.changed(this.state);
    // Of a cube with too many stickers of a colour, the server knows which cannot be right; and of one that is painted in part,
    // whether the rest follows.
    const isWhole = !this.state.facelets.includes(UNKNOWN);
    if (isWhole || this.standing === 'partial') this.timer = window.setTimeout(() => void this.#check(), DEBOUNCE);
  }

  /** @param {boolean} locked */
  #historyButtons(locked) {
    byId('undo', HTMLButtonElement).disabled = locked || this.past.length === 0;
    byId('redo', HTMLButtonElement).disabled = locked || this.future.length === 0;
  }

  #counts() {
    const { size, facelets } = this.state;
    const each = size * size;
    const counts = [...FACES].map((letter) => facelets.split(letter).length - 1);
    [...FACES].forEach((letter, index) => {
      const count = byId(`count-${letter}`, HTMLElement);
      count.textContent = `${counts[index]}/${each}`;
      count.toggleAttribute('data-over', counts[index] > each);
    });
    const left = facelets.split(UNKNOWN).length - 1;
    byId('count-left', HTMLElement).textContent = `${left} left`;
    const over = counts.findIndex((count) => count > each);
    if (over >= 0) {
      this.standing = 'wrong';
      const found = `${plural(counts[over], `${COLOUR_NAMES[over]} sticker`)} ${counts[over] === 1 ? 'is' : 'are'} painted`;
      this.#say(`${found}, but there can be only ${each}.`, 'error');
    } else if (left > 0) {
      const isEmpty = left >= facelets.length - 6;
      this.standing = size === 3 && !isEmpty ? 'partial' : 'incomplete';
      this.#say(this.#left, 'note');
    } else {
      this.standing = 'unchecked';
    }
  }

  /** How much is not painted. */
  get #left() {
    const left = this.state.facelets.split(UNKNOWN).length - 1;
    return `${plural(left, 'sticker')} ${left === 1 ? 'is' : 'are'} still to be painted.`;
  }

  async #check() {
    const { size, facelets } = this.state;
    const checking = (this.checking = new AbortController());
    const waiting = window.setTimeout(() => {
      if (this.standing === 'unchecked') this.#say('This cube is still to be checked.', 'note');
    }, PATIENCE);
    checking.signal.addEventListener('abort', () => clearTimeout(waiting));
    try {
      const answer = await (await engine()).check(inColours(facelets), size, checking.signal);
      if (checking.signal.aborted) return;
      this.#mark(answer.wrong ?? []);
      if (this.standing === 'partial') {
        const message = answer.error?.message ?? '';
        const isSolvable = message.startsWith('some stickers of this cube are unknown');
        const end = isSolvable ? 'Or solve it as it is: what is not painted does not matter.' : this.#inColours(message);
        this.#say(`${this.#left} ${sentence(end)}`, 'note');
        if (!isSolvable) this.standing = 'incomplete';
        return;
      }
      // What is wrong with the counts has been said, with the names of the colours.
      if (this.standing === 'wrong') return;
      this.standing = answer.valid ? 'valid' : 'wrong';
      if (!answer.valid) {
        const why = sentence(this.#inColours(answer.error?.message ?? 'This cube cannot be right.'));
        this.#say(size % 2 === 1 && !hasUsualCentres(facelets, size) ? `${why} ${CENTRES}` : why, 'error');
      }
      else if (isSolved(facelets, size)) this.#say('This cube is solved.', 'good');
      else if (size <= 3) this.#say('This cube can be solved.', 'good');
      else this.#say('This cube is right. Its shortest solution can be found only if it has few moves.', 'note');
    } catch (error) {
      if (isAbort(error)) return;
      this.#say(error instanceof ServerError ? error.message : String(error), 'error');
    } finally {
      clearTimeout(waiting);
    }
  }

  /**
   * A sentence with the colours of faces in the place of their letters: where they are depends on the hold.
   * @param {string} sentence
   */
  #inColours(sentence) {
    const meeting = (/** @type {string} */ faces) => {
      const names = [...faces].map((face) => this.#named(face));
      return `where ${names.slice(0, -1).join(', ')} and ${names.at(-1)} meet`;
    };
    return sentence
      .replace(/\b(?:in slot|at) ([URFDLB]{2,3})\b/g, (_, faces) => meeting(faces))
      .replace(/^([URFDLB]{2,3}) shows/, (_, faces) => `the piece ${meeting(faces)} shows`);
  }

  /**
   * @param {string} text
   * @param {'good' | 'note' | 'error'} kind
   */
  #say(text, kind) {
    this.kept = null;
    this.message.dataset.kind = this.kind = kind;
    this.words = sentence(text);
    say(this.message, this.words);
  }

  /**
   * @param {string} text
   * @param {string} [what] what is wrong with the text in the field
   */
  #textError(text, what = 'is not understood') {
    say(this.textMessage, text && sentence(text));
    if (text) {
      this.text.setAttribute('aria-invalid', 'true');
      this.kept ??= { words: this.words, kind: this.kind };
      const { kept } = this;
      const isBlank = this.state.facelets === empty(this.net.size);
      this.#say(`The text above ${what}${isBlank ? '' : ': this is the cube from before'}.`, 'note');
      this.kept = kept;
    } else if (this.kept) {
      this.#say(this.kept.words, this.kept.kind);
    }
    if (!text) this.text.removeAttribute('aria-invalid');
  }

  /** The text in the field would no longer say the cube in the net. */
  #forgetText() {
    this.reading?.abort();
    clearTimeout(this.typing);
    this.text.value = this.readText = '';
    this.said = { text: '', note: '' };
    this.#textError('');
    say(this.textNote, '');
  }

  #palette() {
    const choices = [...FACES, UNKNOWN].map((letter, index) => {
      const name = letter === UNKNOWN ? 'eraser' : colourName(letter);
      const key = letter === UNKNOWN ? 'Delete' : `${letter} or ${index + 1}`;
      const id = letter === UNKNOWN ? 'count-left' : `count-${letter}`;
      const input = make('input', { type: 'radio', name: 'colour', value: letter, class: 'hidden-input' });
      if (index === 0) input.checked = true;
      input.addEventListener('change', () => (this.colour = letter));
      return make(
        'label',
        { class: 'choice', title: `Key: ${key}` },
        input,
        make('span', { class: 'swatch', 'data-colour': letter, 'aria-hidden': 'true' }),
        make('span', { class: 'choice-name' }, name),
        make('span', { class: 'count', id }),
      );
    });
    byId('palette', HTMLElement).append(...choices);
  }

  #tools() {
    const on = (/** @type {string} */ id, /** @type {() => void} */ action) =>
      byId(id, HTMLButtonElement).addEventListener('click', action);
    on('solved', () => this.#replace(this.net.size, solved(this.net.size)));
    on('empty', () => this.#replace(this.net.size, empty(this.net.size)));
    on('random', () => void this.#random());
    on('undo', () => this.undo());
    on('redo', () => this.redo());
    this.size.addEventListener('change', () => this.#resize(Number(this.size.value)));
    document.addEventListener('keydown', (event) => {
      const typing = event.target instanceof Element && event.target.matches('textarea, input[type="text"]');
      if (typing || event.altKey || !(event.ctrlKey || event.metaKey)) return;
      const key = event.key.toLowerCase();
      if (key !== 'z' && key !== 'y') return;
      event.preventDefault();
      if (key === 'y' || event.shiftKey) this.redo();
      else this.undo();
    });
  }

  /**
   * @param {number} size
   * @param {string} facelets
   */
  #replace(size, facelets) {
    if (this.net.locked) return;
    this.isTyped = false;
    this.paint({ size, facelets });
  }

  /**
   * A cube of another size: after the moves in the text field, if they are moves of it, too.
   * @param {number} size
   */
  #resize(size) {
    if (this.net.locked) return;
    const { text } = this.said;
    const isMoves = this.#movesOf(text) !== null;
    this.#replace(size, solved(size));
    if (text === '' || !isMoves || !this.#movesOf(text)) return;
    this.text.value = text;
    void this.readField({ undoable: false });
  }

  /** A random state of the 3x3x3, and random moves of other sizes. Whoever solves meanwhile waits for it. */
  async #random() {
    if (this.net.locked || this.drawing) return;
    const { size } = this.net;
    this.isTyped = false;
    const drawing = (this.drawing = {});
    byId('random', HTMLButtonElement).setAttribute('aria-busy', 'true');
    this.read = (async () => {
      try {
        const scramble = size === 3 ? (await (await engine()).scramble(randomSeed())).scramble : randomMoves(size);
        // Who has typed or painted meanwhile means that.
        if (this.drawing !== drawing) return;
        this.#stopDrawing();
        if (this.net.locked) return;
        this.text.value = scramble;
        this.readText = '';
        await this.readField();
      } catch (error) {
        if (this.drawing === drawing) say(this.textMessage, error instanceof ServerError ? error.message : String(error));
      } finally {
        if (this.drawing === drawing) this.#stopDrawing();
      }
    })();
    await this.read;
  }

  #stopDrawing() {
    this.drawing = null;
    byId('random', HTMLButtonElement).removeAttribute('aria-busy');
  }

  /** One face at a time, so that the stickers of a large cube can be touched on a narrow screen. */
  #views() {
    for (const [index, name] of ['All', ...FACE_NAMES].entries()) {
      const label = index === 0 ? 'All faces' : `${name}: only this face`;
      const button = make('button', { type: 'button', 'aria-label': label, 'data-view': String(index - 1) }, name);
      button.addEventListener('click', () => this.#view(index - 1));
      this.views.append(button);
    }
    let { innerWidth } = window;
    window.addEventListener('resize', () => {
      // The height changes with the bars of a browser: what was chosen stays then.
      if (window.innerWidth !== innerWidth) this.#fitView();
      ({ innerWidth } = window);
    });
    this.net.element.addEventListener('faceshown', () => this.#view(this.net.shown));
  }

  /** @param {number} face */
  #view(face) {
    if (this.net.shown !== face) this.net.show(face);
    for (const button of this.views.querySelectorAll('button')) {
      button.setAttribute('aria-pressed', String(Number(button.dataset.view) === face));
    }
    this.#hold();
  }

  /** How to hold the cube for the only face that is shown. */
  #hold() {
    const face = this.net.shown;
    const hold = byId('hold', HTMLElement);
    hold.hidden = face < 0;
    if (face < 0) return;
    const above = [5, 0, 0, 2, 0, 0][face];
    say(hold, `The ${this.#named(FACES[face])} side, held with the ${this.#named(FACES[above])} side above it.`);
  }

  /**
   * The colour in the centre of a face, or else where it is.
   * @param {string} face
   */
  #named(face) {
    const { size, facelets } = this.state;
    const letter = size % 2 === 1 ? colourAt(facelets, size, face) : UNKNOWN;
    return letter === UNKNOWN ? FACE_NAMES[FACES.indexOf(face)].toLowerCase() : colourName(letter);
  }

  #fitView() {
    // A finger hits 40 pixels, a mouse fewer.
    const touched = window.innerWidth < 600 || matchMedia('(pointer: coarse)').matches;
    const small = (this.net.element.parentElement?.clientWidth ?? 0) / (4 * this.net.size) < (touched ? 40.5 : 24.5);
    this.views.hidden = !small;
    this.#view(small && touched ? Math.max(this.net.shown, 0) : -1);
  }
}

/**
 * @param {Past} one
 * @param {Past} other
 */
const isSame = (one, other) => one.facelets === other.facelets && one.text === other.text;

/**
 * Whether each face shows one colour, in any hold.
 * @param {string} facelets
 * @param {number} size
 */
function isSolved(facelets, size) {
  return [...facelets].every((letter, index) => letter === facelets[index - (index % size ** 2)]);
}
