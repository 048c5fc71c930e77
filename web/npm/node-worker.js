// @ts-check
/** The worker of Node.js. Tables are kept in a directory, or in memory that all workers of a solver share. */

import * as fs from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { runner } from './module.js';

/** @typedef {import('./module.js').Storage} Storage */

/** @type {{ directory?: string, tables: Map<string, SharedArrayBuffer>, unfinished: string }} */
const { directory, tables, unfinished } = workerData;
const port = /** @type {import('node:worker_threads').MessagePort} */ (parentPort);

/**
 * The files of a directory. A damaged table stays until it is built again, since the directory may have other users.
 * @type {(directory: string) => Storage}
 */
const files = (directory) => ({
  names: async () => fs.readdirSync(directory),
  async open(name) {
    const file = fs.openSync(join(directory, name), 'r');
    return {
      size: fs.fstatSync(file).size,
      read(to, offset) {
        if (fs.readSync(file, to, 0, to.length, offset) < to.length) throw new Error('the file is too short');
      },
      close: () => fs.closeSync(file),
    };
  },
  async create(name) {
    fs.mkdirSync(directory, { recursive: true });
    const path = join(directory, name);
    const temporary = path + unfinished;
    const file = fs.openSync(temporary, 'w');
    return {
      write(from, offset) {
        if (fs.writeSync(file, from, 0, from.length, offset) < from.length) throw new Error('the disk is full');
      },
      close(isWhole) {
        if (isWhole) fs.fsyncSync(file);
        fs.closeSync(file);
        if (isWhole) fs.renameSync(temporary, path);
        else fs.unlinkSync(temporary);
      },
    };
  },
  remove: async () => {},
});

/** @type {Storage} */
const memory = {
  names: async () => [...tables.keys()],
  async open(name) {
    const bytes = new Uint8Array(/** @type {SharedArrayBuffer} */ (tables.get(name)));
    return { size: bytes.length, read: (to, offset) => to.set(bytes.subarray(offset, offset + to.length)), close: () => {} };
  },
  async create(name) {
    /** @type {{ bytes: Uint8Array, offset: number }[]} */
    const parts = [];
    return {
      write: (from, offset) => void parts.push({ bytes: from.slice(), offset }),
      close(isWhole) {
        if (!isWhole) return;
        const table = new SharedArrayBuffer(Math.max(...parts.map(({ bytes, offset }) => offset + bytes.length)));
        for (const { bytes, offset } of parts) new Uint8Array(table).set(bytes, offset);
        port.postMessage({ name, table });
      },
    };
  },
  async remove(name) {
    tables.delete(name);
  },
};

const code = readFile(new URL('cubepdb.wasm', import.meta.url));
const run = runner(code, directory === undefined ? memory : files(directory), (reply) => port.postMessage(reply));
port.on('message', run);
