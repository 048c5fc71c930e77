// @ts-check
/** The library in this browser, instead of a server: a worker runs it, so that the page stays free. */

import { ServerError } from './engine.js';

/**
 * @typedef {import('./engine.js').Info} Info
 * @typedef {import('./engine.js').Checked} Checked
 * @typedef {import('./engine.js').Line} Line
 * @typedef {import('./engine.js').Engine} Engine
 *
 * @typedef {object} Request
 * @property {string} name
 * @property {unknown} body
 * @property {(line: Line | null) => void} take is given the lines, and at the end nothing
 */

export const place = 'in this browser';

/** @type {Worker | null} */
let worker = null;
/**
 * The requests without an answer, in their order.
 * @type {Map<number, Request>}
 */
const open = new Map();
let next = 0;

/** @param {number} id */
function send(id) {
  worker ??= started();
  const { name, body } = /** @type {Request} */ (open.get(id));
  worker.postMessage({ id, name, body: JSON.stringify(body) });
}

function started() {
  const worker = new Worker(new URL('worker.js', import.meta.url), { type: 'module' });
  worker.onmessage = ({ data: { id, line, ended, worn } }) => {
    const request = open.get(id);
    if (line !== undefined) request?.take(JSON.parse(line));
    if (!ended) return;
    open.delete(id);
    request?.take(null);
    if (worn) renew();
  };
  worker.onerror = (event) => {
    event.preventDefault();
    const requests = [...open.values()];
    open.clear();
    renew();
    for (const { take } of requests) {
      take(/** @type {Line} */ ({ failure: `The solver cannot be started: ${event.message || 'it could not be loaded'}` }));
      take(null);
    }
  };
  return worker;
}

/** Ends the worker, whatever it does, and sends what is left to a new one. It gives its memory back. */
function renew() {
  worker?.terminate();
  worker = null;
  for (const id of open.keys()) send(id);
}

/**
 * The lines of an answer. One that is not waited for to the end is ended.
 * @param {string} name
 * @param {unknown} body
 * @param {AbortSignal} [signal]
 * @returns {AsyncGenerator<any, void, void>}
 */
async function* lines(name, body, signal) {
  signal?.throwIfAborted();
  const id = next++;
  /** @type {(Line | null)[]} */
  const taken = [];
  let wake = () => {};
  const onAbort = () => wake();
  signal?.addEventListener('abort', onAbort);
  open.set(id, { name, body, take: (line) => (taken.push(line), wake()) });
  try {
    send(id);
    for (;;) {
      for (let line = taken.shift(); line !== undefined; line = taken.shift()) {
        if (line === null) return;
        const { error } = line;
        // An answer has an error beside other things; alone, it is a refusal.
        if (error && Object.keys(line).length === 1) throw new ServerError(error.message);
        yield line;
      }
      signal?.throwIfAborted();
      await new Promise((resolve) => (wake = () => resolve(null)));
    }
  } finally {
    signal?.removeEventListener('abort', onAbort);
    if (open.delete(id)) renew();
  }
}

/**
 * @param {string} name
 * @param {unknown} body
 * @param {AbortSignal} [signal]
 */
async function answer(name, body, signal) {
  let last;
  for await (const line of lines(name, body, signal)) last = line;
  if (last?.failure) throw new ServerError(last.failure);
  return last;
}

/** @returns {Promise<Info>} */
export const info = () => answer('info', null);

/** @type {Engine['check']} */
export const check = (cube, size, signal) => answer('check', { cube, size }, signal);

/** @type {Engine['scramble']} */
export const scramble = (seed) => answer('scramble', { seed });

/** @type {Engine['solve']} */
export const solve = (asked, signal) => lines('solve', asked, signal);

/** @type {Engine['build']} */
export const build = (asked, signal) => lines('build', asked, signal);
