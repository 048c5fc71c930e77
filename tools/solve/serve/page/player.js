// @ts-check
/** Plays the moves of a solution on the cube in space. */

import { parseMoves, turn } from './cube.js';
import { byId, make, say } from './dom.js';
import { Scene } from './scene.js';

/** @typedef {import('./cube.js').Move} Move */

/** Milliseconds of a quarter turn at the usual speed. A half turn takes a little longer. */
const QUARTER = 420;
const HALF = 580;
/** The rest between two moves, as a part of the time of a move. */
const REST = 0.12;

export class Player {
  constructor() {
    this.canvas = byId('scene', HTMLCanvasElement);
    this.scene = new Scene(this.canvas);
    this.controls = byId('player', HTMLElement);
    this.list = byId('moves', HTMLElement);
    this.scrub = byId('scrub', HTMLInputElement);
    this.playButton = byId('play', HTMLButtonElement);
    this.place = byId('place', HTMLElement);
    this.newer = byId('newer', HTMLButtonElement);
    this.spoken = byId('spoken', HTMLElement);
    this.still = matchMedia('(prefers-reduced-motion: reduce)');
    /** @type {Move[]} */
    this.moves = [];
    /** The cube before each move, and after the last. */
    this.states = [''];
    this.size = 3;
    /** The cube and the solution that are played. */
    this.loaded = '';
    /** The moves that have been done. While one is under way, this has a fraction. */
    this.position = 0;
    /** Where a step or a jump goes, and where play ends. */
    this.target = 0;
    this.playing = false;
    this.speed = 1;
    this.marked = -1;
    this.frame = 0;
    this.last = 0;
    this.#listen();
  }

  /**
   * @param {number} size
   * @param {string} facelets
   * @param {string} solution
   */
  load(size, facelets, solution) {
    if (solution !== '' && this.loaded === `${facelets} ${solution}`) return;
    this.loaded = `${facelets} ${solution}`;
    this.newer.hidden = true;
    say(this.spoken, '');
    this.#pause();
    this.size = size;
    this.moves = parseMoves(solution, size) ?? [];
    this.states = [facelets];
    for (const move of this.moves) this.states.push(turn(this.states[this.states.length - 1], size, move));
    this.position = this.target = 0;
    this.marked = -1;
    this.controls.hidden = this.moves.length === 0;
    this.scrub.max = String(this.moves.length);
    this.list.replaceChildren(
      ...this.moves.map((move, index) => {
        const button = make('button', { type: 'button', 'data-move': String(index) }, move.name);
        button.addEventListener('click', () => this.#jump(index));
        return make('li', {}, button);
      }),
    );
    this.#show();
  }

  /**
   * Loads another solution, unless one of the same cube is being played: then there is a button for it.
   * @param {number} size
   * @param {string} facelets
   * @param {string} solution
   */
  offer(size, facelets, solution) {
    const isOfCube = this.loaded.startsWith(`${facelets} `) && this.moves.length > 0;
    if (this.loaded === `${facelets} ${solution}` || this.atRest || !isOfCube) {
      this.load(size, facelets, solution);
      return;
    }
    this.newer.hidden = false;
    this.newer.onclick = () => this.load(size, facelets, solution);
  }

  /** Whether nobody plays, or looks at what comes later. */
  get atRest() {
    return !this.playing && this.position === 0 && this.target === 0;
  }

  play() {
    if (this.moves.length === 0) return;
    if (this.target >= this.moves.length && this.position >= this.moves.length) this.position = 0;
    this.playing = true;
    this.target = this.moves.length;
    this.#run();
  }

  #pause() {
    this.playing = false;
    // The move that is under way comes to its end.
    this.target = Math.ceil(this.position);
    this.#button();
  }

  /** @param {number} by */
  #step(by) {
    // In play, the move that is under way is the one that is ended, or taken back.
    const playing = by > 0 ? Math.floor(this.position) : Math.ceil(this.position);
    const from = this.playing ? playing : this.target;
    // A step that comes before the last one has ended lets that one end at once.
    if (!this.playing) this.position = this.target;
    this.playing = false;
    this.#to(Math.max(0, Math.min(this.moves.length, from + by)));
  }

  /**
   * Goes to the cube before a move, and then does that move, so that it is seen.
   * @param {number} move
   */
  #jump(move) {
    this.playing = false;
    if (this.position !== move) this.position = move;
    this.#to(move + 1);
  }

  /** @param {number} target */
  #to(target) {
    this.target = target;
    this.#button();
    say(this.spoken, target === 0 ? 'Start' : `Move ${target} of ${this.moves.length}: ${this.moves[target - 1].name}`);
    this.#run();
  }

  #run() {
    this.#button();
    if (this.frame !== 0) return;
    this.last = performance.now();
    this.frame = requestAnimationFrame((now) => this.#tick(now));
  }

  /** @param {number} now */
  #tick(now) {
    this.frame = 0;
    // A tab that was hidden does not catch up.
    const passed = Math.min(Math.max(now - this.last, 0), 100);
    this.last = now;
    const distance = this.target - this.position;
    const forwards = distance >= 0;
    const index = forwards ? Math.floor(this.position) : Math.ceil(this.position) - 1;
    const move = this.moves[Math.min(index, this.moves.length - 1)];
    if (distance !== 0 && move) {
      const time = (Math.abs(move.quarters) === 2 ? HALF : QUARTER) * (1 + REST);
      // A long way is gone fast, except in play.
      const hurry = this.playing ? 1 : Math.max(1, Math.abs(distance) * 2);
      const part = Math.min((passed * this.speed * hurry) / time, Math.abs(distance));
      this.position += forwards ? part : -part;
      if (Math.abs(this.target - this.position) < 1e-6) this.position = this.target;
    }
    if (this.still.matches && !this.playing) this.position = this.target;
    this.#show();
    if (this.position !== this.target) {
      this.frame = requestAnimationFrame((later) => this.#tick(later));
    } else if (this.playing) {
      this.playing = false;
      this.#button();
      say(this.spoken, 'The solution is at its end.');
    }
  }

  #show() {
    const done = Math.floor(this.position);
    // With less motion, a move is done as a whole, when its time has passed.
    const part = this.still.matches ? 0 : eased((this.position - done) * (1 + REST));
    this.scene.show(this.size, this.states[done], this.moves[done] ?? null, part);
    const marked = this.position > done ? done : done - 1;
    const shown = this.playing ? Math.round(this.position) : this.target;
    if (this.scrub.valueAsNumber !== shown) this.scrub.value = String(shown);
    const words = `${Math.ceil(this.position)} / ${this.moves.length}`;
    if (this.place.textContent !== words) {
      this.place.textContent = words;
      this.scrub.setAttribute('aria-valuetext', `Move ${Math.ceil(this.position)} of ${this.moves.length}`);
    }
    if (marked !== this.marked) this.#mark(marked);
  }

  /** @param {number} index */
  #mark(index) {
    const buttons = this.list.children;
    buttons[this.marked]?.firstElementChild?.removeAttribute('aria-current');
    this.marked = index;
    const item = buttons[index];
    if (!(item instanceof HTMLElement)) return;
    item.firstElementChild?.setAttribute('aria-current', 'step');
    const below = item.offsetTop + item.offsetHeight - this.list.clientHeight;
    if (this.list.scrollTop > item.offsetTop) this.list.scrollTop = item.offsetTop;
    else if (this.list.scrollTop < below) this.list.scrollTop = below;
  }

  #button() {
    this.playButton.setAttribute('aria-label', this.playing ? 'Pause' : 'Play');
    this.playButton.toggleAttribute('data-playing', this.playing);
  }

  #toggle() {
    if (this.playing) {
      this.#pause();
      this.#run();
    } else {
      this.play();
    }
  }

  /** Brings the cube and all that is below it onto the screen. */
  #reveal() {
    const behavior = this.still.matches ? 'auto' : 'smooth';
    this.canvas.closest('section')?.scrollIntoView({ block: 'nearest', behavior });
  }

  #listen() {
    const on = (/** @type {string} */ id, /** @type {() => void} */ action) =>
      byId(id, HTMLButtonElement).addEventListener('click', action);
    on('to-start', () => this.#end(0));
    on('step-back', () => this.#step(-1));
    on('play', () => {
      this.#toggle();
      if (this.playing) this.#reveal();
    });
    on('step-forward', () => this.#step(1));
    on('to-end', () => this.#end(this.moves.length));
    on('reset-view', () => this.scene.resetView());
    this.scrub.addEventListener('input', () => {
      this.playing = false;
      this.#to(this.scrub.valueAsNumber);
    });
    const speed = byId('speed', HTMLSelectElement);
    speed.addEventListener('change', () => (this.speed = Number(speed.value)));
    this.canvas.addEventListener('keydown', (event) => {
      if (event.key !== ' ' || this.moves.length === 0) return;
      event.preventDefault();
      this.#toggle();
    });
  }

  /** @param {number} position */
  #end(position) {
    this.playing = false;
    this.position = position;
    this.#to(position);
  }
}

/**
 * Starts and stops gently.
 * @param {number} part
 */
function eased(part) {
  const t = Math.min(part, 1);
  return t * t * (3 - 2 * t);
}
