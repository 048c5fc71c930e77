// @ts-check
/** The protocol of the server that this page came from. */

import { GONE, ServerError, isAbort } from './engine.js';

/** @typedef {import('./engine.js').Info} Info */
/** @typedef {import('./engine.js').Checked} Checked */
/** @typedef {import('./engine.js').Line} Line */

export const place = 'on this computer';

const TOKEN = 'cubepdb-token';
let token = '';

/**
 * Takes the token out of the address, so that it is not copied or kept in the history.
 * @param {string} hash
 */
export function takeToken(hash) {
  const fragment = new URLSearchParams(hash.slice(1));
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

/** Whether a server answers. Where the page is only files, there is none. */
export async function isThere() {
  try {
    const answer = await (await fetch('v1/info', { headers: token ? { Authorization: `Bearer ${token}` } : {}, cache: 'no-store' })).json();
    return typeof answer === 'object' && answer !== null && ('version' in answer || 'error' in answer);
  } catch {
    return false;
  }
}

/** @returns {Promise<Info>} */
export const info = async () => /** @type {Info} */ (await json(await ask('v1/info', null)));

/**
 * @param {string} cube
 * @param {number} size
 * @param {AbortSignal} [signal]
 * @returns {Promise<Checked>}
 */
export const check = async (cube, size, signal) =>
  /** @type {Checked} */ (await json(await ask('v1/check', { cube, size }, signal)));

/** @type {import('./engine.js').Engine['scramble']} */
export const scramble = async (seed) =>
  /** @type {{ scramble: string, facelets: string }} */ (await json(await ask('v1/scramble', { seed })));

/** @type {import('./engine.js').Engine['solve']} */
export const solve = (asked, signal) => lines('v1/solve', asked, signal);

/** @type {import('./engine.js').Engine['build']} */
export const build = (asked, signal) => lines('v1/tables', asked, signal);

/**
 * The lines that the server writes while it works.
 * @param {string} path
 * @param {object} asked
 * @param {AbortSignal} signal
 * @returns {AsyncGenerator<Line, void, void>}
 */
async function* lines(path, asked, signal) {
  const response = await ask(path, asked, signal);
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
