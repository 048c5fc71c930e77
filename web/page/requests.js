// @ts-check
/** Requests to a worker that runs the library. It has one at a time; any of them can be ended. */

/**
 * @typedef {import('./module.js').Reply} Reply
 * @typedef {{ code: string, message: string }} Refusal
 *
 * @typedef {object} Port a worker; those of Node.js keep their process alive, or do not
 * @property {(request: { name: string, body: string }) => void} postMessage
 * @property {() => unknown} terminate
 * @property {() => void} [ref]
 * @property {() => void} [unref]
 *
 * @typedef {object} Request
 * @property {string} name
 * @property {string} body
 * @property {(line: any) => void} take is given the lines, and at the end null
 */

export class Requests {
  /** @type {Port | null} */
  #worker = null;
  /**
   * The requests without an answer. The worker has the first of them.
   * @type {Request[]}
   */
  #queue = [];
  #isClosed = false;
  #start;
  #refuse;

  /**
   * @param {(take: (reply: Reply) => void, fail: (words: string) => void) => Port} start makes a worker
   * @param {(refusal: Refusal) => Error} refuse makes the error of a request that is refused
   */
  constructor(start, refuse) {
    this.#start = start;
    this.#refuse = refuse;
  }

  /**
   * The lines of an answer. One that is not waited for to the end is ended.
   * @param {string} name
   * @param {unknown} body
   * @param {AbortSignal} [signal]
   * @returns {AsyncGenerator<any, void, void>}
   */
  async *lines(name, body, signal) {
    signal?.throwIfAborted();
    /** @type {any[]} */
    const taken = [];
    let wake = () => {};
    /** @type {Request} */
    const request = { name, body: JSON.stringify(body), take: (line) => (taken.push(line), wake()) };
    const onAbort = () => wake();
    signal?.addEventListener('abort', onAbort);
    try {
      this.#add(request);
      for (;;) {
        for (let line = taken.shift(); line !== undefined; line = taken.shift()) {
          if (line === null) return;
          // An answer has an error beside other things; alone, it is a refusal.
          if (line.error && Object.keys(line).length === 1) throw this.#refuse(line.error);
          yield line;
        }
        signal?.throwIfAborted();
        await new Promise((resolve) => (wake = () => resolve(null)));
      }
    } finally {
      signal?.removeEventListener('abort', onAbort);
      this.#remove(request);
    }
  }

  /**
   * The last line of an answer.
   * @param {string} name
   * @param {unknown} body
   * @param {AbortSignal} [signal]
   * @param {(line: any) => void} [onStep] is given progress and notes
   */
  async answer(name, body, signal, onStep) {
    let last;
    for await (const line of this.lines(name, body, signal)) {
      if (line.bound !== undefined || line.note !== undefined) onStep?.(line);
      last = line;
    }
    if (last?.failure) throw this.#refuse({ code: 'failure', message: last.failure });
    return last;
  }

  /** Ends the worker. Open requests are refused, and so are those that follow. */
  close() {
    this.#isClosed = true;
    this.#end();
    this.#refuseAll({ error: { code: 'closed', message: 'the solver is closed' } });
  }

  /** @param {Request} request */
  #add(request) {
    this.#queue.push(request);
    if (this.#isClosed) this.close();
    else if (this.#queue.length === 1) this.#send();
  }

  /**
   * Takes back a request without an answer. The worker that has it is ended.
   * @param {Request} request
   */
  #remove(request) {
    const place = this.#queue.indexOf(request);
    if (place < 0) return;
    this.#queue.splice(place, 1);
    if (place > 0) return;
    this.#end();
    this.#send();
  }

  /** Sends the first request. */
  #send() {
    const [request] = this.#queue;
    if (!request) return this.#worker?.unref?.();
    this.#worker ??= this.#started();
    this.#worker.ref?.();
    this.#worker.postMessage({ name: request.name, body: request.body });
  }

  #started() {
    let hasAnswered = false;
    const worker = this.#start(
      ({ line, ended, worn }) => {
        const [request] = this.#queue;
        if (worker !== this.#worker || !request) return;
        hasAnswered = true;
        if (ended) this.#queue.shift();
        request.take(JSON.parse(line));
        if (!ended) return;
        request.take(null);
        if (worn) this.#end();
        this.#send();
      },
      (words) => {
        if (worker !== this.#worker) return;
        this.#end();
        this.#refuseAll({ failure: `The solver ${hasAnswered ? 'has ended' : 'cannot be started'}: ${words}` });
      },
    );
    return worker;
  }

  /** Ends the worker, whatever it does. It gives its memory back; the next request starts a new one. */
  #end() {
    this.#worker?.terminate();
    this.#worker = null;
  }

  /** @param {object} line */
  #refuseAll(line) {
    for (const { take } of this.#queue.splice(0)) {
      take(line);
      take(null);
    }
  }
}
