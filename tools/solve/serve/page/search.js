// @ts-check
/** One search: its options, its progress, and its result. */

import { engine } from './client.js';
import { UNKNOWN, inColours } from './cube.js';
import { about, byId, duration, exact, make, plural, say, sentence } from './dom.js';
import { GONE, ServerError, isAbort } from './engine.js';

/** @typedef {import('./engine.js').Result} Result */
/** @typedef {import('./engine.js').Progress} Progress */
/** @typedef {{ size: number, facelets: string }} State */

const WRONG = 'Whatever the stickers are that are not painted, an edge is flipped, a corner twisted, or two pieces are swapped.';

/** Solutions are put in the list by so many, since there may be very many. */
const PAGE = 100;

export class Search {
  /**
   * @param {object} on
   * @param {(running: boolean) => void} on.running
   * @param {(solution: string, isAsked: boolean) => void} on.chosen is told whether somebody asked for this one
   * @param {() => boolean} on.atRest whether nobody plays a solution, or looks at a part of it
   * @param {(solution: string) => void} on.better a solution while shorter ones are searched for
   * @param {(shown: boolean) => void} on.shown there is an answer or a search to be seen, or none any more
   * @param {import('./question.js').Question} question
   */
  constructor(on, question) {
    this.on = on;
    this.question = question;
    this.card = byId('answer', HTMLElement);
    this.metric = byId('metric', HTMLSelectElement);
    this.find = byId('find', HTMLSelectElement);
    this.time = byId('time', HTMLSelectElement);
    /** At the text, and where painting ends. */
    this.buttons = ['solve', 'solve-here'].map((id) => byId(id, HTMLButtonElement));
    this.progress = byId('progress', HTMLElement);
    this.bar = byId('tasks', HTMLProgressElement);
    this.best = byId('best', HTMLElement);
    this.bound = byId('bound', HTMLElement);
    this.figures = byId('figures', HTMLElement);
    this.note = byId('note', HTMLElement);
    this.result = byId('result', HTMLElement);
    this.headline = byId('headline', HTMLElement);
    this.detail = byId('detail', HTMLElement);
    this.solution = byId('solution', HTMLElement);
    this.choices = byId('solutions', HTMLElement);
    this.more = byId('more', HTMLButtonElement);
    /** @type {AbortController | null} */
    this.running = null;
    /** The length being searched: all shorter ones are refuted. */
    this.proven = 0;
    this.size = 3;
    /** @type {{ length: number, solution: string } | null} */
    this.known = null;
    /** Whether all pieces of a cube with all its stickers are to be solved by any moves. */
    this.isWhole = true;
    this.discarded = false;
    /** @type {string[]} */
    this.solutions = [];
    this.chosen = '';
    this.more.addEventListener('click', () => this.#list());
  }

  get options() {
    return { metric: this.metric.value, find: this.find.value, time: Number(this.time.value) };
  }

  /**
   * What is asked about a cube.
   * @param {State} state
   * @param {string} text the moves that make it, if they are known
   * @returns {import('./engine.js').Asked}
   */
  #asked({ size, facelets }, text) {
    const { metric, find, time: timeout } = this.options;
    const found = { one: {}, all: { all: true }, all1: { slack: 1 }, all2: { slack: 2 }, quick: { quick: true } }[find];
    const question = this.question.asked(facelets);
    const cube = question.moves && size > 3 ? text : inColours(facelets);
    return { cube, size, metric, timeout, ...found, ...question };
  }

  /** What was found, or was not, belongs to another cube. */
  clear() {
    this.#show(false);
    this.progress.hidden = true;
    this.result.hidden = true;
    this.solutions = [];
    this.chosen = '';
  }

  /** @param {boolean} building whether a table is being built, so that no search may begin */
  lock(building) {
    for (const button of this.buttons) {
      button.disabled = building;
      button.textContent = building ? 'Building…' : 'Solve';
    }
  }

  stop() {
    this.running?.abort();
  }

  /** @param {string} why no search begins */
  refuse(why) {
    this.clear();
    this.#end('note', why, '');
  }

  /** Ends a search without a word, since another cube takes the place of this one. */
  discard() {
    this.discarded = this.running !== null;
    this.running?.abort();
  }

  /**
   * @param {State} state
   * @param {string} text the moves that make it, if they are known
   */
  async start(state, text) {
    if (this.running) return;
    const running = (this.running = new AbortController());
    this.clear();
    this.proven = 0;
    this.known = null;
    this.discarded = false;
    this.#controls(true);
    this.progress.hidden = false;
    this.#show(true);
    // Who begins where painting ends sees it, too.
    if (this.card.getBoundingClientRect().top < 0) this.card.scrollIntoView({ block: 'start' });
    say(this.best, '');
    this.bar.removeAttribute('value');
    say(this.bound, 'The search begins.');
    say(this.figures, '');
    say(this.note, '');
    this.size = state.size;
    this.isWhole = this.question.words.length === 0 && !state.facelets.includes(UNKNOWN);
    byId('search-far', HTMLElement).hidden = state.size <= 3;
    const asked = this.#asked(state, text);
    try {
      /** @type {Result | null} */
      let result = null;
      const { solve } = await engine();
      for await (const line of solve(asked, running.signal)) {
        if (line.status !== undefined) result = /** @type {Result} */ (line);
        else if (line.waiting !== undefined) this.#waiting(line.waiting);
        else if (line.failure !== undefined) throw new ServerError(line.failure);
        else if (line.note !== undefined) this.#note(line.note);
        else if (line.bound !== undefined) this.#search(/** @type {Progress} */ (line));
      }
      // A stream that ends without a result was cut off.
      if (!result) throw new ServerError(GONE);
      this.#finish(result, asked.metric);
    } catch (error) {
      if (this.discarded) this.clear();
      else if (isAbort(error)) this.#stopped('Stopped');
      else {
        this.#end('error', error instanceof ServerError ? error.message : String(error), this.#kept());
        const known = /** @type {Progress['best']} */ (this.known);
        if (known) this.#offer([known.solution]);
      }
    } finally {
      this.running = null;
      this.progress.hidden = true;
      this.#controls(false);
    }
  }

  /** @param {boolean} shown */
  #show(shown) {
    this.card.hidden = !shown;
    this.on.shown(shown);
  }

  /**
   * @param {number} index
   * @param {boolean} isAsked
   */
  choose(index, isAsked) {
    this.chosen = this.solutions[index];
    say(this.solution, this.chosen);
    this.on.chosen(this.chosen, isAsked);
  }

  /** @param {boolean} running */
  #controls(running) {
    for (const button of this.buttons) {
      button.textContent = running ? 'Stop' : 'Solve';
      button.toggleAttribute('data-running', running);
    }
    for (const control of [this.metric, this.find, this.time, ...this.question.controls]) control.disabled = running;
    this.on.running(running);
  }

  /** @param {number} ahead */
  #waiting(ahead) {
    const words = ahead === 1 ? '1 search is' : `${exact(ahead)} searches are`;
    say(this.bound, ahead > 0 ? `Waiting: ${words} ahead of this one.` : 'The search begins.');
  }

  /** @param {string} note */
  #note(note) {
    say(this.note, sentence(note));
    const part = /(\d+) %/.exec(note)?.[1];
    if (note === '') return;
    // What was said of the search rests while a table is made.
    say(this.bound, this.proven > 0 ? `There is no solution with fewer than ${plural(this.proven, 'move')}.` : '');
    say(this.figures, '');
    if (part) this.bar.value = Number(part) / 100;
    else this.bar.removeAttribute('value');
  }

  /** @param {Progress} progress */
  #search(progress) {
    this.proven = Math.max(this.proven, progress.lower_bound);
    const { best } = progress;
    if (best && best.length < (this.known?.length ?? Infinity)) {
      this.known = best;
      say(this.best, `${plural(best.length, 'move')} so far: ${best.solution}`);
      this.on.better(best.solution);
    }
    if (this.note.textContent !== '') return;
    const { bound, tasks, tasks_done, nodes, nodes_per_second, seconds_left } = progress;
    const refuted = `There is no solution with fewer than ${plural(this.proven, 'move')}.`;
    // With another table, a search begins with lengths that are refuted.
    const length = Math.max(bound, this.proven);
    say(this.bound, `${this.proven > 0 ? `${refuted} ` : ''}Looking for solutions of ${plural(length, 'move')}.`);
    if (tasks > 0) this.bar.value = Math.min(1, tasks_done / tasks);
    else this.bar.removeAttribute('value');
    const figures = [`${about(nodes)} move sequences tried`, `${about(nodes_per_second)} a second`];
    if (tasks > 0) figures.push(`${Math.floor((100 * tasks_done) / tasks)} % of this length`);
    if (seconds_left !== null && seconds_left !== undefined) figures.push(`${duration(seconds_left)} left for it`);
    say(this.figures, figures.join(' · '));
  }

  #least() {
    if (this.proven === 0) return 'nothing is proven yet.';
    return `at least ${plural(this.proven, 'move')} ${this.proven === 1 ? 'is' : 'are'} needed (proven).`;
  }

  /** The bound that stays when the server has gone. */
  #kept() {
    const least = this.#least();
    return this.proven > 0 ? least[0].toUpperCase() + least.slice(1) : '';
  }

  /**
   * @param {Result} result
   * @param {string} metric
   */
  #finish(result, metric) {
    this.proven = Math.max(this.proven, result.lower_bound ?? 0);
    const spent = result.nodes > 0 ? `${plural(result.nodes, 'move sequence')} tried in ${duration(result.seconds)}.` : `Found in ${duration(result.seconds)}.`;
    if (result.status === 'solved' && result.length === 0) {
      const headline = this.question.state.goal ? this.#headline('0 moves', 'reached already.') : 'This cube is solved already.';
      this.#end('good', headline, this.#reached(result, 'Reached'));
    } else if (result.status === 'unproven' && result.error) {
      this.known = { length: result.length ?? 0, solution: result.solutions[0] };
      this.#stopped('The time is up', spent);
    } else if (result.solutions.length > 0) {
      this.#found(result, metric, spent);
    } else if (result.status === 'timeout') {
      this.#stopped('The time is up', spent);
    } else if (result.status === 'no_solution') {
      this.#end('note', result.error?.message ?? 'There is no solution.', spent);
    } else if (result.error?.code === 'unreachable') {
      const isWrong = this.question.words.length === 0;
      if (isWrong) this.#end('error', 'No cube with these stickers can be solved.', WRONG);
      else this.#end('note', 'These moves cannot do that with this cube.', sentence(result.error.message));
    } else {
      this.#end('error', result.error?.message ?? 'This cube cannot be solved.', '');
    }
  }

  /**
   * The length of an answer, after the question where that is not the whole cube with all moves.
   * @param {string} moves
   * @param {string} standing
   */
  #headline(moves, standing) {
    const what = this.question.words.join(', ');
    return what ? `${what.charAt(0).toUpperCase()}${what.slice(1)}: ${moves}, ${standing}` : `${moves}: ${standing}`;
  }

  /**
   * The end of a search that was not done, with the best solution that is known.
   * @param {string} why
   * @param {string} [spent]
   */
  #stopped(why, spent = '') {
    const isLate = why !== 'Stopped' && (this.known?.length ?? Infinity) > this.proven;
    // Tables are for whole cubes.
    const hasLarger = this.isWhole && !byId('offer', HTMLElement).hidden;
    const advice = this.size === 3 ? `A longer time limit helps${hasLarger ? ', and so does a larger table' : ''}.` : 'A longer time limit may help.';
    if (isLate) spent = `${spent} ${advice}`.trim();
    const what = this.question.words.join(', ');
    if (what) why = `${why} (${what})`;
    if (!this.known) {
      this.#end('note', `${why}: ${this.#least()}`, spent);
      return;
    }
    const { length, solution } = this.known;
    if (length <= this.proven) this.#end('good', this.#headline(plural(length, 'move'), 'shortest, proven.'), spent);
    else this.#end('note', `${why}: ${plural(length, 'move')}, not proven to be shortest; ${this.#least()}`, spent);
    this.#offer([solution]);
  }

  /**
   * @param {Result} result
   * @param {string} metric
   * @param {string} spent
   */
  #found(result, metric, spent) {
    const [first] = result.solutions;
    const moves = plural(result.length ?? first.split(/\s+/).filter(Boolean).length, 'move');
    const counted = metric === 'qtm' ? 'half turns count as two moves' : 'half turns count as one move';
    // Only what the record says is claimed: a search that ran out of time may have found a longer solution.
    const standing = result.optimal ? 'shortest, proven' : `not proven to be shortest; ${this.#least()}`;
    const end = standing.endsWith('.') ? '' : '.';
    // A limit may have ended the search for all of them.
    const whole = result.status !== 'timeout';
    const count = result.solutions.length;
    const slack = { all: 0, all1: 1, all2: 2 }[this.find.value];
    const isOnly = count === 1 && result.optimal && slack !== undefined;
    const held = this.size % 2 === 0 ? ', but for how the cube is held' : '';
    const only = isOnly ? `The only solution of up to ${plural((result.length ?? 0) + slack, 'move')}${held}. ` : '';
    const many = !whole ? `The time is up: ${plural(count, 'solution')}, and there may be more. ` : count > 1 ? `${exact(count)} solutions. ` : only;
    const reached = this.#reached(result, count > 1 ? 'The first one reaches' : 'Reached');
    const kind = result.optimal ? 'good' : 'note';
    this.#end(kind, this.#headline(moves, `${standing}${end}`), `${reached}${many}${counted[0].toUpperCase()}${counted.slice(1)}. ${spent}`);
    this.#offer(result.solutions);
  }

  /**
   * The goals that are reached, where there are several.
   * @param {Result} result
   * @param {string} words
   */
  #reached(result, words) {
    return result.reached?.length ? `${words}: ${result.reached.map((name) => this.question.placed(name)).join('; ')}. ` : '';
  }

  /** @param {string[]} solutions */
  #offer(solutions) {
    this.solutions = solutions;
    byId('found', HTMLElement).hidden = false;
    const several = this.solutions.length > 1;
    byId('several', HTMLElement).hidden = !several;
    if (several) this.#list();
    this.choose(0, false);
    // Who plays already is not taken elsewhere.
    if (!this.on.atRest()) return;
    // The cube that plays it stands below: both are on the screen then.
    if (!several && matchMedia('(max-width: 60rem)').matches) this.card.scrollIntoView({ block: 'start' });
    else byId('player', HTMLElement).scrollIntoView({ block: 'nearest' });
  }

  /**
   * The number of moves as they are counted.
   * @param {string} solution
   */
  #length(solution) {
    const moves = solution.split(' ').filter(Boolean);
    return this.metric.value === 'htm' ? moves.length : moves.reduce((sum, move) => sum + (move.endsWith('2') ? 2 : 1), 0);
  }

  #list() {
    const shown = this.choices.children.length;
    const next = this.solutions.slice(shown, shown + PAGE).map((solution, index) => {
      const number = shown + index;
      const input = make('input', { type: 'radio', name: 'solution', value: String(number) });
      // The first is played until another one is chosen.
      input.checked = number === 0;
      input.addEventListener('change', () => this.choose(number, true));
      const words = this.find.value === 'all' ? solution : `${solution} (${this.#length(solution)})`;
      const label = make('label', {}, input, make('span', { class: 'number' }, `${exact(number + 1)}.`), make('span', {}, words));
      return make('li', {}, label);
    });
    this.choices.append(...next);
    const left = this.solutions.length - this.choices.children.length;
    this.more.hidden = left <= 0;
    this.more.textContent = `Show ${exact(Math.min(left, PAGE))} more`;
  }

  /**
   * @param {'good' | 'note' | 'error'} kind
   * @param {string} headline
   * @param {string} detail
   */
  #end(kind, headline, detail) {
    this.choices.replaceChildren();
    byId('found', HTMLElement).hidden = true;
    byId('several', HTMLElement).hidden = true;
    this.result.dataset.kind = kind;
    this.result.hidden = false;
    this.#show(true);
    say(this.headline, sentence(headline));
    say(this.detail, detail);
    this.result.scrollIntoView({ block: 'nearest' });
  }
}
