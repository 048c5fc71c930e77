// @ts-check
/** Runs the module in a worker, and keeps the tables that it builds. Workers of browsers and of Node.js share this. */

/**
 * @typedef {object} Exports what `web/src/border.rs` exports
 * @property {WebAssembly.Memory} memory
 * @property {(length: number) => number} room
 * @property {() => void} info
 * @property {() => void} check
 * @property {() => void} scramble
 * @property {(mayBeKept: number) => number} solve
 * @property {() => void} build
 * @property {() => number} keep
 * @property {(length: number) => void} load
 *
 * @typedef {Uint8Array<ArrayBuffer>} Bytes
 *
 * @typedef {object} Source a file to read
 * @property {number} size
 * @property {(to: Bytes, offset: number) => void} read fills all of it, or throws
 * @property {() => void} close
 *
 * @typedef {object} Sink a file to write
 * @property {(from: Bytes, offset: number) => void} write
 * @property {(isWhole: boolean) => void} close keeps the file, if it is whole
 *
 * @typedef {object} Storage a directory of tables; one that cannot be used throws errors
 * @property {() => Promise<string[]>} names
 * @property {(name: string) => Promise<Source>} open
 * @property {(name: string) => Promise<Sink>} create
 * @property {(name: string) => Promise<void>} remove
 *
 * @typedef {object} Reply
 * @property {string} line a record as JSON
 * @property {boolean} [ended] true for the last one of a request
 * @property {boolean} [worn] true if the worker has more memory than it needs, or is broken, and has to be replaced
 */

/** Bytes of a table that are loaded in a second, with their checksums. */
const LOADED = 5e8;

/**
 * Bytes of the module's memory. Numbers of WebAssembly have a sign: places beyond 2 GiB arrive as negative ones.
 * @param {Exports} module
 * @param {number} at
 * @param {number} length
 */
const bytes = (module, at, length) => new Uint8Array(module.memory.buffer, at >>> 0, length >>> 0);

/**
 * The function that answers a request. The next one may come after the last reply.
 * @param {Promise<BufferSource>} code the module
 * @param {Storage} storage
 * @param {(reply: Reply) => void} post
 * @returns {(request: { name: string, body: string }) => Promise<void>}
 */
export function runner(code, storage, post) {
  /** The last answer of the module. */
  let answer = '';
  let worn = false;
  /** @type {Source['read']} */
  let read;
  /** @type {Sink['write']} */
  let write;

  /** @param {string} line */
  const tell = (line) => post({ line });
  /** @param {string} note */
  const note = (note) => tell(JSON.stringify({ note }));
  const started = start();
  // The first request says so.
  started.catch(() => {});

  async function start() {
    /**
     * @param {number} at
     * @param {number} length
     */
    const text = (at, length) => new TextDecoder().decode(bytes(exports, at, length));
    /** @param {() => void} access */
    const succeeds = (access) => {
      try {
        access();
        return 1;
      } catch {
        return 0;
      }
    };
    const page = {
      now: () => performance.now(),
      line: (/** @type {number} */ at, /** @type {number} */ length) => tell(text(at, length)),
      answer: (/** @type {number} */ at, /** @type {number} */ length) => (answer = text(at, length)),
      read: (/** @type {number} */ at, /** @type {number} */ length, /** @type {number} */ offset) =>
        succeeds(() => read(bytes(exports, at, length), offset)),
      write: (/** @type {number} */ at, /** @type {number} */ length, /** @type {number} */ offset) =>
        succeeds(() => write(bytes(exports, at, length), offset)),
    };
    const { instance } = await WebAssembly.instantiate(await code, { page });
    const exports = /** @type {Exports} */ (/** @type {unknown} */ (instance.exports));
    return exports;
  }

  /**
   * Puts the body of a request into the memory of the module.
   * @param {Exports} module
   * @param {string} text
   */
  function put(module, text) {
    const body = new TextEncoder().encode(text);
    bytes(module, module.room(body.length), body.length).set(body);
  }

  /**
   * The record about the module and the tables that are kept. Without a directory, tables are built again.
   * @param {Exports} module
   * @returns {Promise<{ kept: { name: string, metric: string, bytes: number }[] }>}
   */
  async function info(module) {
    put(module, JSON.stringify(await storage.names().catch(() => [])));
    module.info();
    return JSON.parse(answer);
  }

  /**
   * Keeps the table of a metric.
   * @param {Exports} module
   * @param {string} metric
   * @param {string} name
   */
  async function keep(module, metric, name) {
    try {
      const file = await storage.create(name);
      let isWritten = false;
      try {
        write = file.write;
        put(module, metric);
        isWritten = module.keep() !== 0;
      } finally {
        file.close(isWritten);
      }
      if (!isWritten) throw new Error('the storage is full');
    } catch (error) {
      note(`the table will be built again: it cannot be kept (${error instanceof Error ? error.message : error})`);
      return false;
    }
    return true;
  }

  /**
   * Loads a table that is kept. One that is damaged or incomplete is removed, or left to the other users of its directory.
   * @param {Exports} module
   * @param {string} name
   */
  async function load(module, name) {
    try {
      const file = await storage.open(name);
      try {
        read = file.read;
        note('loading the table');
        put(module, name);
        module.load(file.size);
        note('');
      } finally {
        file.close();
      }
      const { table, error, failure } = JSON.parse(answer);
      if (table) return true;
      note(error ? 'a table that was kept is damaged, and is not used' : failure);
      if (error) await storage.remove(name);
    } catch {
      // It is built again.
    }
    return false;
  }

  /**
   * Makes the best table that is kept ready for a metric, of those for which there is the time. False if there is none.
   * @param {Exports} module
   * @param {string} metric
   * @param {number} seconds
   */
  async function prepare(module, metric, seconds) {
    const wanted = ['qtm', 'quarter'].includes(metric.toLowerCase()) ? 'qtm' : 'htm';
    const { kept } = await info(module);
    const fitting = kept.filter(({ metric, bytes }) => metric === wanted && bytes / LOADED < seconds);
    // The larger ones are the last.
    for (const { name } of fitting.reverse()) if (await load(module, `${name}.pdb`)) return true;
    return false;
  }

  /**
   * Builds a table, and keeps it. The answer says which it is, or why there is none.
   * @param {Exports} module
   * @param {{ level: number, metric?: string }} asked
   */
  async function build(module, asked) {
    put(module, JSON.stringify(asked));
    module.build();
    const { table } = JSON.parse(answer);
    if (table) worn = await keep(module, table.metric, `${table.name}.pdb`);
    return table !== undefined;
  }

  /** @type {Record<string, (module: Exports, body: string) => Promise<void>>} */
  const requests = {
    async info(module) {
      await info(module);
    },
    async check(module, body) {
      put(module, body);
      module.check();
    },
    async scramble(module, body) {
      put(module, body);
      module.scramble();
    },
    async solve(module, body) {
      const began = performance.now();
      const asked = JSON.parse(body);
      const ask = (/** @type {number} */ mayBeKept, /** @type {string} */ text) => {
        put(module, text);
        return module.solve(mayBeKept);
      };
      /** Seconds that are left. */
      const left = () => (asked.timeout ?? Infinity) - (performance.now() - began) / 1000;
      /** The request with the time that is left: a moment at least, for what is known by then. */
      const rest = () => (asked.timeout ? JSON.stringify({ ...asked, timeout: Math.max(0.001, left()) }) : body);
      if (ask(1, body)) return;
      const metric = asked.metric ?? 'htm';
      if (!(await prepare(module, metric, left())) && (ask(0, rest()) || !(await build(module, { level: 0, metric })))) return;
      if (!ask(1, rest())) throw new Error('the table is of another metric');
    },
    async build(module, body) {
      await build(module, JSON.parse(body));
    },
  };

  return async ({ name, body }) => {
    try {
      answer = '';
      await requests[name](await started, body);
    } catch (error) {
      worn = true;
      // A fault of the module has its own words.
      if (!answer.startsWith('{"failure"')) answer = JSON.stringify({ failure: `The solver has ended: ${error}` });
    }
    post({ line: answer, ended: true, worn });
  };
}
