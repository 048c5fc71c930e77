// @ts-check
/** The library in this browser, instead of a server: a worker runs it, so that the page stays free. */

import { ServerError } from './engine.js';
import { Requests } from './requests.js';
import { start } from './start.js';

/** @typedef {import('./engine.js').Engine} Engine */

export const place = 'in this browser';

const requests = new Requests(start, ({ message }) => new ServerError(message));

/** @type {Engine['info']} */
export const info = () => requests.answer('info', null);

/** @type {Engine['check']} */
export const check = (cube, size, signal) => requests.answer('check', { cube, size }, signal);

/** @type {Engine['scramble']} */
export const scramble = (seed) => requests.answer('scramble', { seed });

/** @type {Engine['solve']} */
export const solve = (asked, signal) => requests.lines('solve', asked, signal);

/** @type {Engine['build']} */
export const build = (asked, signal) => requests.lines('build', asked, signal);
