// @ts-check
/** The unfolded net of buttons, which is painted by pointer and by key. */

import { COLOURS, COLOUR_NAMES, FACES, FACE_NAMES, UNKNOWN, empty, isCentre, places } from './cube.js';
import { make } from './dom.js';

/** The row and column of each face in the net, in faces. */
export const NET = [[0, 1], [1, 2], [1, 1], [2, 1], [1, 0], [1, 3]];

/** @param {string} letter */
export const colourName = (letter) => COLOUR_NAMES[FACES.indexOf(letter)] ?? 'not painted';

export class Net {
  /**
   * @param {HTMLElement} element
   * @param {object} on
   * @param {() => string} on.colour the letter to paint with
   * @param {() => void} on.stroke before a stroke begins, which is undone as a whole
   * @param {() => void} on.paint
   * @param {() => void} on.locked on an attempt to paint while a search runs
   */
  constructor(element, on) {
    this.element = element;
    this.on = on;
    this.size = 0;
    /** @type {string[]} */
    this.letters = [];
    /** @type {HTMLButtonElement[]} */
    this.stickers = [];
    /** @type {HTMLElement[]} */
    this.faces = [];
    /** The sticker that the Tab key reaches. */
    this.current = 0;
    /** The only face that is shown, or -1 for all of them. */
    this.shown = -1;
    this.locked = false;
    this.stroking = false;
    element.addEventListener('keydown', (event) => this.#key(event));
    element.addEventListener('focusin', (event) => {
      const index = indexOf(event.target);
      if (index !== null) this.#reach(index);
    });
    element.addEventListener('pointerdown', (event) => this.#down(event));
    element.addEventListener('pointermove', (event) => this.#drag(event));
    for (const end of ['pointerup', 'pointercancel']) window.addEventListener(end, () => (this.stroking = false));
    element.addEventListener('click', (event) => {
      // A mouse has painted when it went down. Others click: a finger, the Enter key, or a screen reader.
      const index = indexOf(event.target);
      const isByMouse = event instanceof PointerEvent && event.pointerType === 'mouse' && event.detail > 0;
      if (!isByMouse && index !== null) this.#stroke(index, this.on.colour());
    });
  }

  get facelets() {
    return this.letters.join('');
  }

  /**
   * @param {number} size
   * @param {string} facelets
   */
  set(size, facelets) {
    if (size !== this.size) this.#build(size);
    [...facelets].forEach((letter, index) => this.#put(index, letter));
    this.mark([]);
  }

  /**
   * Marks the stickers that cannot be right.
   * @param {number[]} wrong
   */
  mark(wrong) {
    const marked = new Set(wrong);
    this.stickers.forEach((sticker, index) => {
      if (marked.has(index) === 'wrong' in sticker.dataset) return;
      if (marked.has(index)) sticker.dataset.wrong = '';
      else delete sticker.dataset.wrong;
      this.#label(index);
    });
  }

  /** @param {boolean} locked */
  lock(locked) {
    this.locked = locked;
    this.element.toggleAttribute('data-locked', locked);
  }

  /**
   * Shows one face, for narrow screens, or all with -1.
   * @param {number} face
   */
  show(face) {
    this.shown = face;
    this.element.toggleAttribute('data-single', face >= 0);
    this.faces.forEach((element, index) => element.toggleAttribute('hidden', face >= 0 && face !== index));
    if (face >= 0 && places(this.size)[this.current].face !== face) this.#reach(face * this.size ** 2);
  }

  /** @param {number} size */
  #build(size) {
    this.size = size;
    this.letters = [...empty(size)];
    this.element.style.setProperty('--n', String(size));
    this.stickers = places(size).map((_, index) => {
      const attributes = { type: 'button', class: 'sticker', 'data-index': String(index), tabindex: '-1' };
      return make('button', isCentre(size, index) ? { ...attributes, 'data-centre': '' } : attributes);
    });
    this.faces = FACE_NAMES.map((name, face) => {
      const ofFace = this.stickers.slice(face * size ** 2, (face + 1) * size ** 2);
      return make('div', { class: 'face', role: 'group', 'aria-label': `${name} face`, 'data-face': FACES[face] }, ...ofFace);
    });
    this.element.replaceChildren(...this.faces);
    this.letters.forEach((letter, index) => this.#put(index, letter));
    this.current = 0;
    this.#reach(0);
    this.show(this.shown);
  }

  /**
   * @param {number} index
   * @param {string} letter
   */
  #put(index, letter) {
    this.letters[index] = letter;
    this.stickers[index].dataset.colour = letter;
    this.#label(index);
  }

  /** @param {number} index */
  #label(index) {
    const { face, row, column } = places(this.size)[index];
    const sticker = this.stickers[index];
    const notes = [
      isCentre(this.size, index) ? ', centre' : '',
      'wrong' in sticker.dataset ? ', cannot be right' : '',
    ];
    const colour = colourName(this.letters[index]);
    sticker.setAttribute('aria-label', `${FACE_NAMES[face]}, row ${row + 1}, column ${column + 1}: ${colour}${notes.join('')}`);
  }

  /**
   * @param {number} index
   * @param {string} letter
   */
  #stroke(index, letter) {
    if (this.locked) {
      this.on.locked();
      return;
    }
    this.on.stroke();
    this.#paint(index, letter);
  }

  /**
   * @param {number} index
   * @param {string} letter
   */
  #paint(index, letter) {
    if (this.letters[index] === letter) return;
    this.#put(index, letter);
    this.on.paint();
  }

  /** @param {PointerEvent} event */
  #down(event) {
    const index = indexOf(event.target);
    if (index === null || event.button !== 0) return;
    // A finger paints where it taps, since it also scrolls.
    if (event.pointerType === 'touch') return;
    this.stroking = !this.locked;
    this.#stroke(index, this.on.colour());
  }

  /** @param {PointerEvent} event */
  #drag(event) {
    if (!this.stroking || event.buttons === 0) return;
    const index = indexOf(document.elementFromPoint(event.clientX, event.clientY));
    if (index !== null) this.#paint(index, this.on.colour());
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const index = indexOf(event.target);
    if (index === null || event.ctrlKey || event.metaKey || event.altKey) return;
    const letter = event.key.length === 1 ? event.key.toUpperCase() : '';
    const digit = '123456'.indexOf(event.key);
    const step = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] }[event.key];
    if (step) this.focus(this.#beside(index, step[0], step[1]));
    else if (event.key === 'Home') this.focus(index - (index % this.size ** 2));
    else if (event.key === 'End') this.focus(index - (index % this.size ** 2) + this.size ** 2 - 1);
    else if (letter !== '' && FACES.includes(letter)) this.#typed(index, letter);
    // The colours, of which red and blue have the letters of their faces.
    else if (letter !== '' && COLOURS.includes(letter)) this.#typed(index, FACES[COLOURS.indexOf(letter)]);
    else if (event.key !== '' && digit >= 0) this.#typed(index, FACES[digit]);
    else if (['Delete', 'Backspace', '?', '0'].includes(event.key)) this.#typed(index, UNKNOWN);
    else return;
    event.preventDefault();
  }

  /**
   * @param {number} index
   * @param {string} letter
   */
  #typed(index, letter) {
    this.#stroke(index, letter);
    if (!this.locked && index + 1 < this.stickers.length) this.focus(index + 1);
  }

  /**
   * The next sticker in a direction of the net, beyond a gap or around its end if need be.
   * @param {number} index
   * @param {number} down
   * @param {number} right
   */
  #beside(index, down, right) {
    const size = this.size;
    const place = places(size)[index];
    let row = NET[place.face][0] * size + place.row;
    let column = NET[place.face][1] * size + place.column;
    for (let steps = 0; steps < 4 * size; steps++) {
      row = (row + down + 3 * size) % (3 * size);
      column = (column + right + 4 * size) % (4 * size);
      const face = NET.findIndex(([y, x]) => y === Math.floor(row / size) && x === Math.floor(column / size));
      if (face >= 0) return face * size ** 2 + (row % size) * size + (column % size);
    }
    return index;
  }

  /** @param {number} index */
  focus(index) {
    const face = places(this.size)[index].face;
    if (this.shown >= 0 && this.shown !== face) {
      this.show(face);
      this.element.dispatchEvent(new CustomEvent('faceshown'));
    }
    this.#reach(index);
    this.stickers[index].focus();
  }

  /** @param {number} index */
  #reach(index) {
    this.stickers[this.current].tabIndex = -1;
    this.current = index;
    this.stickers[index].tabIndex = 0;
  }
}

/**
 * @param {EventTarget | null} target
 * @returns {number | null}
 */
function indexOf(target) {
  const index = target instanceof HTMLElement ? target.dataset.index : undefined;
  return index === undefined ? null : Number(index);
}
