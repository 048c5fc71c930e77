// @ts-check
/**
 * The geometry of an NxNxN cube: where the stickers are, and how moves turn them.
 *
 * x points to the right, y up and z to the front. Layers are counted from 0 along each axis, from the negative side.
 * Facelets are letters in the order of the faces U R F D L B, each row by row as in the unfolded net.
 */

export const FACES = 'URFDLB';
export const FACE_NAMES = ['Up', 'Right', 'Front', 'Down', 'Left', 'Back'];
export const COLOUR_NAMES = ['white', 'red', 'green', 'yellow', 'orange', 'blue'];
export const UNKNOWN = '?';
/** The colours of the faces as letters, for texts: a cube in colours may be held in any way. */
export const COLOURS = 'WRGYOB';
export const SIZES = [2, 3, 4, 5, 6, 7];

/**
 * @typedef {object} Move
 * @property {string} name as it was written
 * @property {0 | 1 | 2} axis x, y or z
 * @property {number} low the first layer that turns
 * @property {number} high the last layer that turns
 * @property {number} quarters quarter turns, counterclockwise as seen from the positive end of the axis
 */

/**
 * @typedef {object} Sticker
 * @property {number} face
 * @property {number} row
 * @property {number} column
 * @property {[number, number, number]} layer the layer on each axis
 * @property {[number, number, number]} normal
 */

/** @type {Map<number, Sticker[]>} */
const placesOfSize = new Map();

/**
 * The places of all stickers, by index.
 * @param {number} size
 * @returns {Sticker[]}
 */
export function places(size) {
  const known = placesOfSize.get(size);
  if (known) return known;
  const last = size - 1;
  /** @type {Sticker[]} */
  const all = [];
  for (let face = 0; face < 6; face++) {
    for (let row = 0; row < size; row++) {
      for (let column = 0; column < size; column++) {
        /** @type {[number, number, number][]} */
        const layers = [
          [column, last, row],
          [last, last - row, last - column],
          [column, last - row, last],
          [column, 0, last - row],
          [0, last - row, column],
          [last - column, last - row, 0],
        ];
        const layer = layers[face];
        /** @type {[number, number, number]} */
        const normal = [0, 0, 0];
        normal[[1, 0, 2][face % 3]] = face < 3 ? 1 : -1;
        all.push({ face, row, column, layer, normal });
      }
    }
  }
  placesOfSize.set(size, all);
  return all;
}

/** @param {number} size */
export const solved = (size) => [...FACES].map((face) => face.repeat(size * size)).join('');

/**
 * Nothing painted, except the centres of odd cubes, as most people hold them.
 * @param {number} size
 */
export const empty = (size) =>
  [...solved(size)].map((letter, index) => (isCentre(size, index) ? letter : UNKNOWN)).join('');

/**
 * @param {number} size
 * @param {number} index
 */
export function isCentre(size, index) {
  return size % 2 === 1 && index % (size * size) === (size * size - 1) / 2;
}

/**
 * @param {Sticker} place
 * @returns {string}
 */
const key = (place) => `${place.layer} ${place.normal}`;

/**
 * A quarter turn, counterclockwise as seen from the positive end of the axis, of a pair that is centred on zero.
 * @param {number[]} vector
 * @param {number} axis
 * @param {number} sum what a component and its opposite add up to
 */
function quarter(vector, axis, sum) {
  const turned = [...vector];
  const [next, after] = [(axis + 1) % 3, (axis + 2) % 3];
  turned[next] = sum - vector[after];
  turned[after] = vector[next];
  return turned;
}

/** @type {Map<string, number[]>} */
const sources = new Map();

/**
 * For each place, the index of the sticker that a move brings there.
 * @param {number} size
 * @param {Move} move
 */
function sourcesOf(size, move) {
  const quarters = ((move.quarters % 4) + 4) % 4;
  const name = [size, move.axis, move.low, move.high, quarters].join();
  const known = sources.get(name);
  if (known) return known;
  const all = places(size);
  const indices = new Map(all.map((place, index) => [key(place), index]));
  const from = all.map((_, index) => index);
  all.forEach((place, index) => {
    if (place.layer[move.axis] < move.low || place.layer[move.axis] > move.high) return;
    let { layer, normal } = /** @type {{ layer: number[], normal: number[] }} */ (place);
    for (let turn = 0; turn < quarters; turn++) {
      layer = quarter(layer, move.axis, size - 1);
      normal = quarter(normal, move.axis, 0);
    }
    const to = indices.get(`${layer} ${normal}`);
    if (to !== undefined) from[to] = index;
  });
  sources.set(name, from);
  return from;
}

/**
 * @param {string} facelets
 * @param {number} size
 * @param {Move} move
 */
export const turn = (facelets, size, move) =>
  sourcesOf(size, move)
    .map((index) => facelets[index])
    .join('');

const AXIS_OF_FACE = /** @type {const} */ ([1, 0, 2]);

/**
 * One move: U, R', F2, Rw, r, 3Rw, 2-3Rw, 2R, M, E, S, x, y, z.
 * @param {string} text
 * @param {number} size
 * @returns {Move | null} nothing where this cube has no such move
 */
export function parseMove(text, size) {
  const parts = /^(?:(\d)(?:-(\d))?)?([URFDLBurfdlbMESxyz])(w?)(\d?)(['’]?)$/.exec(text);
  if (!parts) return null;
  const [, first, second, letter, wide, times, reverse] = parts;
  const amount = (times ? Number(times) : 1) * (reverse ? -1 : 1);
  const slice = 'MES'.indexOf(letter);
  const whole = 'xyz'.indexOf(letter);
  if (slice >= 0 || whole >= 0) {
    if (first || wide || (slice >= 0 && size % 2 === 0)) return null;
    // M, E and S follow L, D and F; x, y and z follow R, U and F.
    const axis = /** @type {0 | 1 | 2} */ (Math.max(slice, whole));
    const sign = slice === 0 || slice === 1 ? 1 : -1;
    const [low, high] = slice >= 0 ? [(size - 1) / 2, (size - 1) / 2] : [0, size - 1];
    return { name: text, axis, low, high, quarters: sign * amount };
  }
  const face = FACES.indexOf(letter.toUpperCase());
  const isWide = wide !== '' || letter !== letter.toUpperCase();
  let from = 1;
  let to = 1;
  if (second) [from, to] = [Number(first), Number(second)];
  else if (isWide) to = first ? Number(first) : 2;
  else if (first) from = to = Number(first);
  if (from < 1 || from > to || to > size) return null;
  const positive = face < 3;
  return {
    name: text,
    axis: AXIS_OF_FACE[face % 3],
    low: positive ? size - to : from - 1,
    high: positive ? size - from : to - 1,
    quarters: positive ? -amount : amount,
  };
}

/**
 * @param {string} text
 * @param {number} size
 * @returns {Move[] | null}
 */
export function parseMoves(text, size) {
  const moves = text
    .split(/\s+/)
    .filter((word) => word !== '')
    .map((word) => parseMove(word, size));
  return moves.every((move) => move !== null) ? /** @type {Move[]} */ (moves) : null;
}

/**
 * A text of the colours of the stickers, from which answers come in the hold of these.
 * @param {string} facelets
 */
export const inColours = (facelets) => [...facelets].map((letter) => COLOURS[FACES.indexOf(letter)] ?? UNKNOWN).join('');

/**
 * The colour in the centre of a face, as the letter of the face that has it as usual.
 * @param {string} facelets
 * @param {number} size
 * @param {string} face
 */
export const colourAt = (facelets, size, face) => facelets[FACES.indexOf(face) * size * size + (size * size - 1) / 2];

/**
 * Whether the centres of a cube are those of most cubes, in any hold: white opposite yellow, red opposite orange, green
 * opposite blue, and not mirrored.
 * @param {string} facelets
 * @param {number} size odd
 */
export function hasUsualCentres(facelets, size) {
  const [up, right, front, ...opposite] = [...FACES].map((face) => FACES.indexOf(colourAt(facelets, size, face)));
  const three = [up, right, front];
  const areOpposite = three.every((colour, index) => (colour + 3) % 6 === opposite[index]);
  const turns = ['012', '120', '201'].includes(three.map((colour) => colour % 3).join('')) ? 1 : -1;
  return areOpposite && three.reduce((sign, colour) => (colour < 3 ? sign : -sign), turns) > 0;
}

/**
 * The face where a colour is in the centre, if it is in one: also where only that centre is not painted.
 * @param {string} facelets
 * @param {number} size
 * @param {string} colour the letter of the face that has it as usual
 */
export function faceOf(facelets, size, colour) {
  const where = (/** @type {string} */ wanted) => [...FACES].filter((face) => colourAt(facelets, size, face) === wanted);
  const [face] = where(colour);
  const unpainted = where(UNKNOWN);
  const isLast = FACES.includes(colour) && unpainted.length === 1 && [...FACES].every((other) => other === colour || where(other).length === 1);
  return face ?? (isLast ? unpainted[0] : null);
}

/**
 * The size of a cube whose stickers are written as letters of faces or colours. A scramble names no size.
 * @param {string} text
 */
export function sizeOfFacelets(text) {
  const letters = text.replace(/\s+/g, '').toUpperCase();
  const size = Math.sqrt(letters.length / 6);
  const even = [FACES, COLOURS].some((names) => [...names].every((letter) => letters.split(letter).length - 1 === size * size));
  return Number.isInteger(size) && size >= 2 && size <= 7 && even ? size : null;
}

/** Moves of a scramble, by size. A 3x3x3 has a random state instead. */
const RANDOM_MOVES = [0, 0, 11, 0, 40, 60, 80, 100];

/**
 * Random moves of outer and wide layers. No two in a row turn the same face, nor three the same axis.
 * @param {number} size
 */
export function randomMoves(size) {
  /** @type {string[]} */
  const names = [];
  /** @type {number[]} */
  const faces = [];
  while (names.length < RANDOM_MOVES[size]) {
    const face = random(6);
    const [last, before] = [faces.at(-1), faces.at(-2)];
    // On a 2x2x2, opposite faces do the same but for a turn of the whole cube.
    if (last !== undefined && (size === 2 ? last % 3 === face % 3 : last === face)) continue;
    if (last !== undefined && before !== undefined && last % 3 === face % 3 && before % 3 === face % 3) continue;
    const depth = 1 + random(Math.floor(size / 2));
    const name = FACES[face] + (depth > 1 ? 'w' : '');
    names.push((depth > 2 ? depth : '') + name + ['', "'", '2'][random(3)]);
    faces.push(face);
  }
  return names.join(' ');
}

/** A number for a random state, of 53 bits. */
export function randomSeed() {
  const [high, low] = crypto.getRandomValues(new Uint32Array(2));
  return (high % 2 ** 21) * 2 ** 32 + low;
}

/** @param {number} below */
function random(below) {
  return crypto.getRandomValues(new Uint32Array(1))[0] % below;
}
