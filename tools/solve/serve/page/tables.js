// @ts-check
/** The tables: which are there, and the one worth building next. */

import { engine } from './client.js';
import { byId, duration, plural, say, sentence, size } from './dom.js';
import { GONE, ServerError, isAbort } from './engine.js';

/** @typedef {import('./engine.js').Info} Info */

/** @param {import('./engine.js').Table} table */
export const sizeAndUse = ({ bytes, metric }) => `${size(bytes)}${metric === 'qtm' ? ' for half turns as two moves' : ''}`;

export class Tables {
  /**
   * @param {HTMLSelectElement} metric
   * @param {(building: boolean) => void} running
   */
  constructor(metric, running) {
    this.metric = metric;
    this.running = running;
    this.list = byId('tables', HTMLElement);
    this.offer = byId('offer', HTMLElement);
    this.button = byId('build', HTMLButtonElement);
    this.help = byId('build-help', HTMLElement);
    this.building = byId('building', HTMLElement);
    this.bar = byId('built', HTMLProgressElement);
    this.note = byId('build-note', HTMLElement);
    this.end = byId('build-end', HTMLElement);
    /** @type {Info | null} */
    this.info = null;
    this.place = '';
    /** @type {AbortController | null} */
    this.build = null;
    metric.addEventListener('change', () => this.#show());
    this.button.addEventListener('click', () => (this.build ? this.build.abort() : void this.#build()));
  }

  /**
   * @param {Info} info
   * @param {string} place
   */
  show(info, place) {
    this.info = info;
    this.place = place;
    this.#show();
  }

  /** @param {boolean} locked whether no build may begin */
  lock(locked) {
    this.button.disabled = locked;
  }

  /** Says that a search can begin when the table is there. */
  insist() {
    say(this.end, 'A search can begin when the table is there.');
    this.building.scrollIntoView({ block: 'nearest' });
  }

  /** The table that is offered for the metric that is chosen. */
  get #next() {
    return this.info?.offered.find((table) => table.metric === this.metric.value);
  }

  #show() {
    if (!this.info || this.build) return;
    const { tables, kept } = this.info;
    const known = new Map([...kept, ...tables].map((table) => [table.name, table]));
    const words = [...known.values()].sort((one, other) => one.bytes - other.bytes).map(sizeAndUse);
    const none = `None yet: the first hard cube with enough time builds one, which is kept ${this.place}.`;
    say(this.list, words.length === 0 ? none : `Kept ${this.place}: ${words.join(', ')}.`);
    const next = this.#next;
    this.offer.hidden = !next;
    if (!next) return;
    this.button.textContent = `Build a table of ${size(next.bytes)}`;
    const takes = `This takes about ${duration(next.seconds)}, and ${size(next.memory)} of memory meanwhile.`;
    say(this.help, `${takes} With a table twice as large, hard cubes are solved about twice as fast.`);
  }

  async #build() {
    const next = this.#next;
    if (!next || this.build) return;
    const build = (this.build = new AbortController());
    this.running(true);
    this.building.hidden = false;
    this.bar.removeAttribute('value');
    this.button.textContent = 'Stop';
    say(this.end, '');
    say(this.note, '');
    try {
      let table;
      for await (const line of (await engine()).build({ level: next.level, metric: next.metric }, build.signal)) {
        if (line.failure !== undefined) throw new ServerError(line.failure);
        if (line.waiting !== undefined) say(this.note, `Waiting: ${plural(line.waiting, 'request')} ahead of this one.`);
        if (line.note !== undefined) this.#note(line.note);
        table = line.table ?? table;
      }
      if (!table) throw new ServerError(GONE);
      say(this.end, `The table of ${size(table.bytes)} is there.`);
    } catch (error) {
      const words = error instanceof ServerError ? error.message : String(error);
      say(this.end, isAbort(error) ? 'Stopped: the table is not built.' : words);
    } finally {
      this.build = null;
      this.building.hidden = true;
      this.#show();
      this.running(false);
    }
  }

  /** @param {string} note */
  #note(note) {
    const [, part] = /(\d+) %/.exec(note) ?? [];
    if (Number(part) > 0) this.bar.value = Number(part);
    say(this.note, sentence(note));
  }
}
