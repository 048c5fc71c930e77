// @ts-check
/** The solver of the package, over a worker of either kind. */

import { Requests } from './requests.js';

/** @typedef {import('./types.js').Solver} Solver */

export class SolverError extends Error {
  /** @param {import('./types.js').Fault} fault */
  constructor({ code, place, message }) {
    super(message);
    this.name = 'SolverError';
    this.code = code;
    this.place = place ?? null;
  }
}

/**
 * @param {ConstructorParameters<typeof Requests>[0]} start makes a worker
 * @returns {Promise<Solver>}
 */
export async function solver(start) {
  const requests = new Requests(start, (refusal) => new SolverError(refusal));
  /**
   * A number that JSON has none for would be left out of the request.
   * @template T
   * @param {T} asked
   * @returns {T}
   */
  const finite = (asked) => {
    for (const [name, value] of Object.entries(asked ?? {}))
      if (typeof value === 'number' && !Number.isFinite(value))
        throw new SolverError({ code: name, message: `${name} is ${value}, which is no number to count with` });
    return asked;
  };
  /** @type {Solver['solve']} */
  const solve = async (cube, { signal, onProgress, ...asked } = {}) => {
    const record = await requests.answer('solve', { ...finite(asked), cube }, signal, onProgress);
    if (record.status === 'invalid') throw new SolverError(record.error);
    return record;
  };
  /** @type {Solver} */
  const solver = {
    solve,
    quick: (cube, options) => solve(cube, /** @type {object} */ ({ ...options, quick: true })),
    check: async (cube, { signal, ...asked } = {}) => requests.answer('check', { ...finite(asked), cube }, signal),
    scramble: async (seed = Math.floor(Math.random() * 2 ** 53)) => requests.answer('scramble', finite({ seed })),
    build: async ({ signal, onProgress, ...asked }) => (await requests.answer('build', finite(asked), signal, onProgress)).table,
    info: () => requests.answer('info', null),
    close: () => requests.close(),
  };
  // A module that cannot be loaded is an error here.
  await solver.info();
  return solver;
}
