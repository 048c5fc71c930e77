// @ts-check
/** The state of the page in the fragment of its address, which is never sent to a server. */

import { SIZES } from './cube.js';

/**
 * @typedef {object} Linked
 * @property {string} cube facelets, or a scramble
 * @property {number} size
 * @property {string} metric
 * @property {boolean} all
 * @property {number | null} time seconds
 */

/**
 * Only what can be read is taken: the rest keeps its usual value.
 * @param {string} hash
 * @returns {Linked | null} nothing where the fragment names no cube
 */
export function readLink(hash) {
  const fragment = new URLSearchParams(hash.replace(/^#/, ''));
  const cube = fragment.get('cube');
  if (cube === null) return null;
  const size = Number(fragment.get('size') ?? 3);
  const time = Number(fragment.get('time') ?? NaN);
  return {
    cube: cube.slice(0, 10000),
    size: SIZES.includes(size) ? size : 3,
    metric: fragment.get('metric') === 'qtm' ? 'qtm' : 'htm',
    all: fragment.get('all') === '1',
    time: Number.isFinite(time) ? time : null,
  };
}

/**
 * @param {Linked} state
 * @returns {string}
 */
export function writeLink(state) {
  const fragment = new URLSearchParams({
    cube: state.cube,
    size: String(state.size),
    metric: state.metric,
    all: state.all ? '1' : '0',
  });
  if (state.time !== null) fragment.set('time', String(state.time));
  return `${location.origin}${location.pathname}#${fragment}`;
}
