// @ts-check
/** What the page asks, and the answers. */

export const GONE = 'The program that solves has ended or cannot be reached.';

/**
 * @typedef {{ code: string, place?: string | null, message: string }} Wrong
 * @typedef {{ name: string, metric: string, bytes: number }} Table
 *
 * @typedef {object} Info
 * @property {string} version
 * @property {number} threads
 * @property {number} memory
 * @property {string[]} metrics
 * @property {number[]} sizes
 * @property {number} max_timeout
 * @property {Table[]} tables those in memory
 * @property {Table[]} kept those that need not be built
 * @property {(Table & { level: number, memory: number, seconds: number })[]} offered those worth building
 *
 * @typedef {object} Checked
 * @property {boolean} valid
 * @property {number} size
 * @property {string | null} facelets
 * @property {string | null} [typed] the stickers in the hold in which they were typed, or in which moves leave the cube
 * @property {number[]} [wrong]
 * @property {Wrong | null} [error]
 *
 * @typedef {object} Asked
 * @property {string} cube
 * @property {number} size
 * @property {string} metric
 * @property {boolean} [all]
 * @property {number} [slack]
 * @property {boolean} [quick]
 * @property {string} [goal]
 * @property {string} [moves]
 * @property {number} timeout
 *
 * @typedef {object} Progress
 * @property {number} bound
 * @property {number} lower_bound
 * @property {number} tasks_done
 * @property {number} tasks
 * @property {number} nodes
 * @property {number} nodes_per_second
 * @property {number | null} seconds_left
 * @property {{ length: number, solution: string } | null} best
 *
 * @typedef {object} Result
 * @property {'solved' | 'unproven' | 'no_solution' | 'invalid' | 'timeout'} status
 * @property {number | null} length
 * @property {boolean} optimal
 * @property {string[]} solutions
 * @property {number | null} lower_bound
 * @property {number} nodes
 * @property {number} seconds
 * @property {Wrong | null} error
 * @property {string[]} [reached]
 *
 * @typedef {Partial<Progress> & Partial<Result> & { waiting?: number, note?: string, failure?: string, table?: Table }} Line
 *
 * @typedef {object} Engine what answers
 * @property {string} place where tables are kept
 * @property {() => Promise<Info>} info
 * @property {(cube: string, size: number, signal?: AbortSignal) => Promise<Checked>} check
 * @property {(seed: number) => Promise<{ scramble: string, facelets: string }>} scramble a random state of the 3x3x3
 * @property {(asked: Asked, signal: AbortSignal) => AsyncGenerator<Line, void, void>} solve the last line is the result
 * @property {(asked: { level: number, metric: string }, signal: AbortSignal) => AsyncGenerator<Line, void, void>} build
 */

/** What was refused, in the words of whoever refused it, or that it cannot be reached. */
export class ServerError extends Error {}

/** @param {unknown} error */
export const isAbort = (error) => error instanceof DOMException && error.name === 'AbortError';
