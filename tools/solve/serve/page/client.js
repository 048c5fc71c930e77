// @ts-check
/** The protocol of the server that this page came from. */

export const GONE = 'The program that solves has ended or cannot be reached.';

/**
 * @typedef {{ code: string, place?: string | null, message: string }} Wrong
 * @typedef {object} Info
 * @property {string} version
 * @property {number} threads
 * @property {number} memory
 * @property {string[]} metrics
 * @property {number[]} sizes
 * @property {number} max_timeout
 * @property {{ name: string, bytes: number }[]} tables
 *
 * @typedef {object} Checked
 * @property {boolean} valid
 * @property {number} size
 * @property {string | null} facelets
 * @property {number[]} [wrong]
 * @property {Wrong | null} [error]
 *
 * @typedef {object} Asked
 * @property {string} cube
 * @property {number} size
 * @property {string} metric
 * @property {boolean} all
 * @property {number} timeout
 *
 * @typedef {object} Progress
 * @property {number} bound
 * @property {number} tasks_done
 * @property {number} tasks
 * @property {number} nodes
 * @property {number} nodes_per_second
 * @property {number | null} seconds_left
 *
 * @typedef {object} Result
 * @property {'solved' | 'no_solution' | 'invalid' | 'timeout'} status
 * @property {number | null} length
 * @property {boolean} optimal
 * @property {string[]} solutions
 * @property {number | null} lower_bound
 * @property {number} nodes
 * @property {number} seconds
 * @property {Wrong | null} error
 *
 * @typedef {Partial<Progress> & Partial<Result> & { waiting?: number, note?: string, failure?: string }} Line
 */

/** What the server refused, in its own words, or that it cannot be reached. */
export class ServerError extends Error {}

const TOKEN = 'cubepdb-token';
let token = '';

/** Takes the token out of the address, so that it is not copied or kept in the history. */
export function takeToken() {
  const fragment = new URLSearchParams(location.hash.slice(1));
  const given = fragment.get('token');
  try {
    if (given) sessionStorage.setItem(TOKEN, given);
    token = given ?? (token || (sessionStorage.getItem(TOKEN) ?? ''));
  } catch {
    token = given ?? token;
  }
  if (given === null) return;
  fragment.delete('token');
  const rest = fragment.toString();
  history.replaceState(null, '', location.pathname + location.search + (rest ? `#${rest}` : ''));
}

/** @param {unknown} error */
export const isAbort = (error) => error instanceof DOMException && error.name === 'AbortError';

/**
 * @param {string} path
 * @param {object | null} body
 * @param {AbortSignal} [signal]
 */
async function ask(path, body, signal) {
  /** @type {Record<string, string>} */
  const headers = {};
  if (body) headers['Content-Type'] = 'application/json';
  if (token) headers.Authorization = `Bearer ${token}`;
  /** @type {Response} */
  let response;
  try {
    response = await fetch(path, {
      method: body ? 'POST' : 'GET',
      headers,
      body: body ? JSON.stringify(body) : null,
      signal: signal ?? null,
      cache: 'no-store',
    });
  } catch (error) {
    if (isAbort(error)) throw error;
    throw new ServerError(GONE);
  }
  if (response.ok) return response;
  let message = `The server answered with the error ${response.status}.`;
  try {
    message = (await response.json()).error.message || message;
  } catch (error) {
    if (isAbort(error)) throw error;
  }
  throw new ServerError(message);
}

/**
 * @param {Response} response
 * @returns {Promise<unknown>}
 */
async function json(response) {
  try {
    return await response.json();
  } catch (error) {
    if (isAbort(error)) throw error;
    throw new ServerError(GONE);
  }
}

/** @returns {Promise<Info>} */
export const info = async () => /** @type {Info} */ (await json(await ask('/v1/info', null)));

/**
 * @param {string} cube
 * @param {number} size
 * @param {AbortSignal} [signal]
 * @returns {Promise<Checked>}
 */
export const check = async (cube, size, signal) =>
  /** @type {Checked} */ (await json(await ask('/v1/check', { cube, size }, signal)));

/**
 * The lines that the server writes while it searches. The last one is the result.
 * @param {Asked} asked
 * @param {AbortSignal} signal
 * @returns {AsyncGenerator<Line, void, void>}
 */
export async function* solve(asked, signal) {
  const response = await ask('/v1/solve', asked, signal);
  const reader = response.body?.getReader();
  if (!reader) throw new ServerError(GONE);
  const decoder = new TextDecoder();
  let text = '';
  let ended = false;
  try {
    while (!ended) {
      let chunk;
      try {
        chunk = await reader.read();
      } catch (error) {
        if (isAbort(error)) throw error;
        throw new ServerError(GONE);
      }
      ended = chunk.done;
      text += chunk.value ? decoder.decode(chunk.value, { stream: true }) : '';
      const lines = text.split('\n');
      // The last piece is a line only once its end has come. After the stream has ended it is cut short, or empty.
      text = lines.pop() ?? '';
      for (const line of lines) if (line.trim() !== '') yield parsed(line);
    }
    if (text.trim() !== '') yield parsed(text);
  } finally {
    // Nobody reads on: the connection is free for others.
    reader.cancel().catch(() => {});
  }
}

/**
 * @param {string} line
 * @returns {Line}
 */
function parsed(line) {
  try {
    return JSON.parse(line);
  } catch {
    throw new ServerError(GONE);
  }
}
