// @ts-check
/** Whoever answers the page: the server that it came from or, where it is only files, the library in this browser. */

import * as server from './server.js';

/** @typedef {import('./engine.js').Engine} Engine */

/** @type {Promise<Engine> | null} */
let chosen = null;

/** @returns {Promise<Engine>} */
export const engine = () => (chosen ??= choose());

/** @returns {Promise<Engine>} */
async function choose() {
  if (await server.isThere()) return server;
  try {
    return await import('./browser.js');
  } catch {
    // It says itself that it has gone.
    return server;
  }
}
