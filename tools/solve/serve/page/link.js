// @ts-check
/** The state of the page in the fragment of its address, which is never sent to a server. */

import { SIZES, parseMoves, sizeOfFacelets } from './cube.js';

/** What a link does not say. */
const USUAL = { size: 3, metric: 'htm', find: 'one', time: 60 };

/** The longest text that is read. */
const LONGEST = 10000;

/**
 * @typedef {object} Linked
 * @property {string} cube facelets, or a text that the field takes
 * @property {number} size
 * @property {string} metric
 * @property {string} find
 * @property {number} time seconds
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
  const size = Number(fragment.get('size') ?? USUAL.size);
  const time = Number(fragment.get('time') ?? USUAL.time);
  return {
    cube: cube.slice(0, LONGEST),
    size: SIZES.includes(size) ? size : USUAL.size,
    metric: fragment.get('metric') === 'qtm' ? 'qtm' : 'htm',
    // `all=1` is what `solve --link` writes.
    find: fragment.get('find') ?? (fragment.get('all') === '1' ? 'all' : USUAL.find),
    time: Number.isFinite(time) ? time : USUAL.time,
    goal: fragment.get('goal') ?? '',
    place: fragment.get('place') ?? '',
    moves: (fragment.get('moves') ?? '').slice(0, LONGEST),
  };
}

/**
 * The facelets in a link: letters without anything between them. Anything else is a text.
 * @param {string} cube
 * @param {number} size
 */
export const isFacelets = (cube, size) => /^[URFDLB?]+$/.test(cube) && cube.length === 6 * size * size;

/**
 * A link to a state. The cube is said as it was typed, unless that is long, or stickers anyway.
 * @param {Linked & { text: string }} state
 * @returns {string}
 */
export function writeLink({ cube, text, size, metric, find, time, goal, place, moves }) {
  const isSaid = text !== '' && text.length <= LONGEST && !isFacelets(text, size);
  const isText = isSaid && (parseMoves(text, size) !== null || sizeOfFacelets(text) === null);
  const fragment = new URLSearchParams({ cube: isText ? text : cube });
  for (const [name, value] of Object.entries({ size, metric, find, time })) {
    if (value !== USUAL[/** @type {keyof typeof USUAL} */ (name)]) fragment.set(name, String(value));
  }
  for (const [name, value] of Object.entries({ goal, place, moves })) if (value) fragment.set(name, value);
  // Readable: apostrophes may stand in an address.
  return `${location.origin}${location.pathname}#${fragment.toString().replaceAll('%27', "'")}`;
}
