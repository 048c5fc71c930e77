// @ts-check
/** The question: which pieces have to be solved, and which moves there are. */

import { COLOUR_NAMES, FACES, UNKNOWN, colourAt, faceOf } from './cube.js';
import { byId } from './dom.js';

/** The place of a goal where all places will do. */
const ANY = 'any';

export class Question {
  /** @param {() => void} changed */
  constructor(changed) {
    this.goal = byId('goal', HTMLSelectElement);
    this.place = byId('goal-place', HTMLSelectElement);
    this.placeField = byId('goal-place-field', HTMLElement);
    this.moves = byId('allowed', HTMLInputElement);
    this.size = 3;
    this.goal.addEventListener('change', () => {
      // Most people have white below, and yellow on top at the end.
      const usual = this.goal.selectedOptions[0]?.dataset.place;
      if (usual) this.place.value = usual;
      this.#show();
      changed();
    });
    this.place.addEventListener('change', () => {
      this.#show();
      changed();
    });
    this.moves.addEventListener('input', () => {
      this.#show();
      changed();
    });
    this.facelets = '';
    this.#show();
  }

  get controls() {
    return [this.goal, this.place, this.moves];
  }

  /** @param {number} size */
  resize(size) {
    this.size = size;
    this.#show();
  }

  #show() {
    // The names of goals are for the 3x3x3.
    byId('goal-field', HTMLElement).hidden = this.size !== 3;
    this.placeField.hidden = this.size !== 3 || !this.goal.selectedOptions[0]?.dataset.place;
  }

  /** What a link says: the goal, its place as a colour, and the moves. */
  get state() {
    const goal = this.size === 3 ? this.goal.value : '';
    const moves = this.moves.value.trim();
    return { goal, place: goal && !this.placeField.hidden ? this.place.value : '', moves: moves === 'all' ? '' : moves };
  }

  /** What is asked, where it is not the whole cube with all moves. */
  get words() {
    const { goal, place, moves } = this.state;
    const names = goal ? [`${this.goal.selectedOptions[0].textContent}${place ? ` on ${this.place.selectedOptions[0].textContent}` : ''}`] : [];
    return moves ? [...names, `only ${(/^[URFDLB]+$/.test(moves) ? [...moves].join() : moves).replace(/[\s,]+/g, ', ')}`] : names;
  }

  /** @param {{ goal: string, place: string, moves: string }} state */
  restore({ goal, place, moves }) {
    this.goal.value = [...this.goal.options].some((option) => option.value === goal) ? goal : '';
    if ([...this.place.options].some((option) => option.value === place)) this.place.value = place;
    this.moves.value = moves;
    this.#show();
  }

  /**
   * The goal and the moves of a request. Places are colours here, and faces there.
   * @param {string} facelets
   * @returns {{ goal?: string, moves?: string }}
   */
  asked(facelets) {
    this.facelets = facelets;
    const { goal, place, moves } = this.state;
    const face = faceOf(facelets, 3, place);
    return {
      ...(goal && { goal: place ? `${goal}:${face ?? ANY}` : goal }),
      ...(moves && { moves }),
    };
  }

  /**
   * The name of a goal that was reached, and its place in colours: `cross:DFR` is at the centres of these faces.
   * @param {string} name
   */
  placed(name) {
    const [goal, faces = ''] = name.split(':');
    const colours = [...faces].map((face) => colourAt(this.facelets, 3, face));
    if (colours.length === 0 || colours.includes(UNKNOWN)) return goal;
    return `${goal} on ${colours.map((colour) => COLOUR_NAMES[FACES.indexOf(colour)]).join(', ')}`;
  }

  /**
   * The name of a colour as whose place a goal is wanted, while it is not known which centre has it; or nothing.
   * @param {string} facelets
   */
  missing(facelets) {
    const { place } = this.state;
    return place && place !== ANY && !faceOf(facelets, 3, place) ? COLOUR_NAMES[FACES.indexOf(place)] : '';
  }

  /** Why a good solution at once is not to be had for this question, or nothing. */
  get refusal() {
    const { goal, moves } = this.state;
    return goal || moves ? 'A good one at once is for the whole cube with all its moves: choose “one shortest”.' : '';
  }
}
