// @ts-check
/** The package in a browser. */

import { solver } from './solver.js';
import { start } from './start.js';

export { SolverError } from './solver.js';

/** @type {typeof import('./types.js').open} */
export const open = () => solver(start);
