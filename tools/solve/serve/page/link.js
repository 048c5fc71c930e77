// @ts-check
/** The state of the page in the fragment of its address, which is never sent to a server. */

import { SIZES } from './cube.js';

/**
 * @typedef {object} Linked
 * @property {string} cube facelets, or a scramble
 * @property {number} size
 * @property {string} metric
 * @property {string} find
 * @property {number | null} time seconds
 * @property {string} goal
 * @property {string} place the colour of the goal
 * @property {string} moves
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
    // `all=1` is what `solve --link` writes.
    find: fragment.get('find') ?? (fragment.get('all') === '1' ? 'all' : 'one'),
    time: Number.isFinite(time) ? time : null,
    goal: fragment.get('goal') ?? '',
    place: fragment.get('place') ?? '',
    moves: (fragment.get('moves') ?? '').slice(0, 10000),
  };
}

/**
 * @param {Linked} state
 * @returns {string}
 */
export function writeLink(state) {
  const { cube, size, metric, find, time, goal, place, moves } = state;
  const fragment = new URLSearchParams({ cube, size: String(size), metric });
  if (find !== 'one') fragment.set('find', find);
  if (time !== null) fragment.set('time', String(time));
  for (const [name, value] of Object.entries({ goal, place, moves })) if (value) fragment.set(name, value);
  return `${location.origin}${location.pathname}#${fragment}`;
}
