// @ts-check
/** The package in Node.js. */

import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { SolverError, solver } from './solver.js';

export { SolverError } from './solver.js';

/** The workers that there were. */
let count = 0;

/** @type {typeof import('./types.js').open} */
export const open = async ({ cache } = {}) => {
  if (cache !== undefined && !(cache instanceof URL) && (typeof cache !== 'string' || cache === ''))
    throw new SolverError({ code: 'cache', message: 'cache is no directory: it is a path, or a URL of a file' });
  // Where it is now, should the program change its directory.
  const directory = cache instanceof URL ? fileURLToPath(cache) : cache && resolve(cache);
  /**
   * The tables without a directory. They outlive a worker.
   * @type {Map<string, SharedArrayBuffer>}
   */
  const tables = new Map();
  return solver((take, fail) => {
    const unfinished = `.${process.pid}-${count++}.tmp`;
    // The arguments of the program are not for its worker.
    const options = { workerData: { directory, tables, unfinished }, execArgv: [] };
    const worker = new Worker(new URL('node-worker.js', import.meta.url), options);
    worker.on('message', (message) => (message.name ? tables.set(message.name, message.table) : take(message)));
    worker.on('error', (error) => fail(error.message));
    // One that is ended while it writes leaves its file behind.
    worker.on('exit', () => {
      if (!directory || !existsSync(directory)) return;
      for (const name of readdirSync(directory)) if (name.endsWith(unfinished)) rmSync(join(directory, name));
    });
    return worker;
  });
};
