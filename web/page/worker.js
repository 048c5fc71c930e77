// @ts-check
/** Runs the module, one request after the other, and keeps the tables that it builds in the storage of the browser. */

/**
 * @typedef {object} Exports what `web/src/border.rs` exports
 * @property {WebAssembly.Memory} memory
 * @property {(length: number) => number} room
 * @property {() => void} info
 * @property {() => void} check
 * @property {() => void} scramble
 * @property {() => number} solve
 * @property {() => void} build
 * @property {() => number} keep
 * @property {(length: number) => void} load
 */

/** The number of the current request. */
let current = 0;
/** The last answer of the module. */
let answer = '';
/** Whether this worker has more memory than it needs, or is broken: then another one takes its place. */
let worn = false;
/** @type {(to: Uint8Array<ArrayBuffer>, offset: number) => void} */
let read;
/** @type {(from: Uint8Array<ArrayBuffer>, offset: number) => void} */
let write;

/** @type {Promise<Exports>} */
const started = start();

async function start() {
  const code = await (await fetch(new URL('cubepdb.wasm', import.meta.url))).arrayBuffer();
  /**
   * @param {number} at
   * @param {number} length
   */
  const bytes = (at, length) => new Uint8Array(exports.memory.buffer, at, length);
  /**
   * @param {number} at
   * @param {number} length
   */
  const text = (at, length) => new TextDecoder().decode(bytes(at, length));
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
      succeeds(() => read(bytes(at, length), offset)),
    write: (/** @type {number} */ at, /** @type {number} */ length, /** @type {number} */ offset) =>
      succeeds(() => write(bytes(at, length), offset)),
  };
  const { instance } = await WebAssembly.instantiate(code, { page });
  const exports = /** @type {Exports} */ (/** @type {unknown} */ (instance.exports));
  return exports;
}

/** @param {string} line */
const tell = (line) => postMessage({ id: current, line });

/** @param {string} note */
const note = (note) => tell(JSON.stringify({ note }));

/**
 * Puts the body of a request into the memory of the module.
 * @param {Exports} module
 * @param {string} text
 */
function put(module, text) {
  const body = new TextEncoder().encode(text);
  const at = module.room(body.length);
  new Uint8Array(module.memory.buffer, at, body.length).set(body);
}

/**
 * The directory of tables. Without one, because the browser keeps nothing, tables are built again.
 * @returns {Promise<FileSystemDirectoryHandle | null>}
 */
async function directory() {
  try {
    return await (await navigator.storage.getDirectory()).getDirectoryHandle('cubepdb', { create: true });
  } catch {
    return null;
  }
}

/** The names of the tables that are kept. */
async function kept() {
  const names = [];
  // The types of TypeScript have no lists of directories for workers yet.
  const tables = /** @type {any} */ (await directory());
  if (tables) for await (const name of tables.keys()) names.push(/** @type {string} */ (name));
  return names;
}

/**
 * Keeps the table of a metric.
 * @param {Exports} module
 * @param {string} metric
 * @param {string} name
 */
async function keep(module, metric, name) {
  const tables = await directory();
  let file;
  try {
    if (!tables) throw new Error('this browser keeps no files for the page');
    file = await (await tables.getFileHandle(name, { create: true })).createSyncAccessHandle();
    const to = file;
    write = (from, at) => {
      if (to.write(from, { at }) < from.length) throw new Error('the storage is full');
    };
    put(module, metric);
    const isWritten = module.keep();
    if (isWritten) file.flush();
    else file.truncate(0);
    file.close();
    file = null;
    if (!isWritten) throw new Error('the storage is full');
  } catch (error) {
    file?.close();
    note(`the table will be built again: it cannot be kept (${error instanceof Error ? error.message : error})`);
    return false;
  }
  return true;
}

/**
 * Loads a table that is kept. One that is damaged or incomplete is removed.
 * @param {Exports} module
 * @param {string} name
 */
async function load(module, name) {
  const tables = await directory();
  if (!tables) return false;
  try {
    const file = await (await tables.getFileHandle(name)).getFile();
    const reader = new FileReaderSync();
    read = (to, offset) => to.set(new Uint8Array(reader.readAsArrayBuffer(file.slice(offset, offset + to.length))));
    note(`loading the table ${name.replace('.pdb', '')}`);
    put(module, name);
    module.load(file.size);
    note('');
    if (JSON.parse(answer).table) return true;
    await tables.removeEntry(name);
  } catch {
    // It is built again.
  }
  return false;
}

/**
 * Makes the best table that is kept ready for a metric, or builds the smallest one. False if there is none.
 * @param {Exports} module
 * @param {string} metric
 */
async function prepare(module, metric) {
  const pattern = metric === 'qtm' ? /^h48-(\d+)-qtm\.pdb$/ : /^h48-(\d+)\.pdb$/;
  const levels = (await kept()).map((name) => ({ name, level: Number(pattern.exec(name)?.[1] ?? -1) }));
  const fitting = levels.filter(({ level }) => level >= 0).sort((one, other) => other.level - one.level);
  for (const { name } of fitting) if (await load(module, name)) return true;
  return build(module, { level: 0, metric });
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
    put(module, JSON.stringify(await kept()));
    module.info();
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
    for (let isReady = true; isReady; ) {
      put(module, body);
      if (module.solve()) return;
      isReady = await prepare(module, JSON.parse(body).metric ?? 'htm');
    }
  },
  async build(module, body) {
    await build(module, JSON.parse(body));
  },
};

let queue = Promise.resolve();
self.onmessage = ({ data: { id, name, body } }) => {
  queue = queue.then(async () => {
    current = id;
    try {
      answer = '';
      await requests[name](await started, body);
    } catch (error) {
      worn = true;
      // A fault of the module has its own words.
      if (!answer.startsWith('{"failure"')) answer = JSON.stringify({ failure: `The solver has ended: ${error}` });
    }
    postMessage({ id, line: answer, ended: true, worn });
  });
};
