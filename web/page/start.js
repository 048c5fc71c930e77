// @ts-check
/** Starts the worker of a browser. */

/**
 * @param {(reply: import('./module.js').Reply) => void} take
 * @param {(words: string) => void} fail
 * @returns {import('./requests.js').Port}
 */
export function start(take, fail) {
  const worker = new Worker(new URL('worker.js', import.meta.url), { type: 'module' });
  worker.onmessage = ({ data }) => take(data);
  worker.onerror = (event) => {
    event.preventDefault();
    fail(event.message || 'it could not be loaded');
  };
  return worker;
}
