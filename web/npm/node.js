// @ts-check
/** The package in Node.js. */

import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { solver } from './solver.js';

export { SolverError } from './solver.js';

/** @type {typeof import('./types.js').open} */
export const open = async ({ cache } = {}) => {
  // Where it is now, should the program change its directory.
  const directory = cache instanceof URL ? fileURLToPath(cache) : cache && resolve(cache);
  /**
   * The tables without a directory. They outlive a worker.
   * @type {Map<string, SharedArrayBuffer>}
   */
  const tables = new Map();
  return solver((take, fail) => {
    // The arguments of the program are not for its worker.
    const options = { workerData: { directory, tables }, execArgv: [] };
    const worker = new Worker(new URL('node-worker.js', import.meta.url), options);
    worker.on('message', (message) => (message.name ? tables.set(message.name, message.table) : take(message)));
    worker.on('error', (error) => fail(error.message));
    return worker;
  });
};
