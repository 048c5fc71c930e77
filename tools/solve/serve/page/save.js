// @ts-check
/** Copies, and pictures of the net to keep. */

import { UNKNOWN, places } from './cube.js';
import { make } from './dom.js';
import { NET } from './paint.js';
import { RGB } from './scene.js';

const CELL = 40;
const GAP = 8;

/**
 * The squares of the net, as both pictures draw them.
 * @param {number} size
 * @param {string} facelets
 */
function squares(size, facelets) {
  const face = CELL * size + GAP;
  return {
    width: 4 * face + GAP,
    height: 3 * face + GAP,
    all: places(size).map((place, index) => ({
      x: GAP + NET[place.face][1] * face + place.column * CELL,
      y: GAP + NET[place.face][0] * face + place.row * CELL,
      letter: facelets[index],
      fill: `rgb(${(RGB[facelets[index]] ?? RGB[UNKNOWN]).join()})`,
      ink: 'RB'.includes(facelets[index]) ? '#fff' : '#111',
    })),
  };
}

/**
 * @param {number} size
 * @param {string} facelets
 * @param {boolean} letters
 */
export function svg(size, facelets, letters) {
  const { width, height, all } = squares(size, facelets);
  const shapes = all.map(({ x, y, letter, fill, ink }) => {
    const square = `<rect x="${x}" y="${y}" width="${CELL}" height="${CELL}" rx="4" fill="${fill}" stroke="#1c1e22" stroke-width="2"/>`;
    if (!letters) return square;
    return `${square}<text x="${x + CELL / 2}" y="${y + CELL / 2 + 7}" fill="${ink}">${letter}</text>`;
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img"`,
    ` font-family="sans-serif" font-size="20" font-weight="700" text-anchor="middle">`,
    `<title>Unfolded cube: ${facelets}</title>${shapes.join('')}</svg>\n`,
  ].join('');
}

/**
 * @param {number} size
 * @param {string} facelets
 * @param {boolean} letters
 * @returns {Promise<Blob | null>}
 */
export function png(size, facelets, letters) {
  const { width, height, all } = squares(size, facelets);
  const canvas = make('canvas');
  canvas.width = 2 * width;
  canvas.height = 2 * height;
  const context = canvas.getContext('2d');
  if (!context) return Promise.resolve(null);
  context.scale(2, 2);
  context.font = '700 20px sans-serif';
  context.textAlign = 'center';
  context.lineWidth = 2;
  context.strokeStyle = '#1c1e22';
  for (const { x, y, letter, fill, ink } of all) {
    context.fillStyle = fill;
    context.beginPath();
    context.roundRect(x, y, CELL, CELL, 4);
    context.fill();
    context.stroke();
    context.fillStyle = ink;
    if (letters) context.fillText(letter, x + CELL / 2, y + CELL / 2 + 7);
  }
  return new Promise((done) => canvas.toBlob(done, 'image/png'));
}

/**
 * @param {Blob} blob
 * @param {string} name
 */
export function download(blob, name) {
  const address = URL.createObjectURL(blob);
  make('a', { href: address, download: name }).click();
  // The download has begun by then, and the picture need not be kept.
  setTimeout(() => URL.revokeObjectURL(address), 10000);
}

/**
 * @param {string} text
 * @returns {Promise<boolean>} whether it is copied
 */
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
