// @ts-check
/**
 * The cube in space, drawn on a canvas.
 *
 * While a layer turns, the cube is at most three slabs, each of them convex, and separated by planes. So the slabs are
 * drawn from the farthest to the nearest, and of each only the sides that face the eye: nothing needs sorting.
 */

import { FACES, UNKNOWN, places } from './cube.js';

/** @typedef {import('./cube.js').Move} Move */
/** @typedef {[number, number, number]} Vector */
/** @typedef {(point: Vector) => [number, number]} Project */

/**
 * The colours of the stickers, the same in both themes: they are those of the cube.
 * @type {Record<string, [number, number, number]>}
 */
export const RGB = {
  U: [250, 250, 247],
  R: [196, 30, 45],
  F: [0, 158, 82],
  D: [255, 213, 0],
  L: [255, 122, 26],
  B: [10, 82, 190],
  [UNKNOWN]: [138, 144, 153],
};
const PLASTIC = [28, 30, 34];
const EYE = 7.5;
/** Half of a sticker, in halves of a cubie. */
const STICKER = 0.9;
const ROUNDING = 0.26;
const YAW = -0.62;
const PITCH = 0.5;
const LIMIT = 1.45;
const LIGHT = normalised([0.1, 0.75, 0.65]);

/** @type {[Vector, Vector][]} */
const AXES = [...FACES].map((_, face) => {
  const [first, right, below] = [places(2)[face * 4], places(2)[face * 4 + 1], places(2)[face * 4 + 2]];
  const along = (/** @type {Vector} */ to) => /** @type {Vector} */ (to.map((layer, k) => layer - first.layer[k]));
  return [along(right.layer), along(below.layer)];
});

export class Scene {
  /** @param {HTMLCanvasElement} canvas */
  constructor(canvas) {
    this.canvas = canvas;
    const context = canvas.getContext('2d');
    if (!context) throw new Error('This browser cannot draw on a canvas.');
    this.context = context;
    this.size = 3;
    this.facelets = '';
    /** @type {Move | null} */
    this.move = null;
    /** How far the move has gone, from 0 to 1. */
    this.part = 0;
    this.letters = false;
    /**
     * The stickers that cannot be right.
     * @type {Set<number>}
     */
    this.wrong = new Set();
    this.outline = '';
    this.yaw = YAW;
    this.pitch = PITCH;
    this.requested = false;
    this.width = 0;
    this.height = 0;
    // The size is read here, and never while a frame is drawn.
    new ResizeObserver(([entry]) => {
      const scale = Math.min(window.devicePixelRatio || 1, 2);
      this.width = canvas.width = Math.round(entry.contentRect.width * scale);
      this.height = canvas.height = Math.round(entry.contentRect.height * scale);
      this.#draw();
    }).observe(canvas);
    this.#look();
  }

  /**
   * @param {number} size
   * @param {string} facelets
   * @param {Move | null} move the move that is under way
   * @param {number} part how far it has gone, from 0 to 1
   */
  show(size, facelets, move = null, part = 0) {
    this.size = size;
    this.facelets = facelets;
    this.move = move;
    this.part = part;
    this.refresh();
  }

  /** @param {number[]} wrong the stickers that cannot be right */
  mark(wrong) {
    this.wrong = new Set(wrong);
    this.refresh();
  }

  refresh() {
    if (this.requested) return;
    this.requested = true;
    requestAnimationFrame(() => {
      this.requested = false;
      this.#draw();
    });
  }

  /**
   * @param {number} yaw
   * @param {number} pitch
   */
  turnView(yaw, pitch) {
    this.yaw += yaw;
    this.pitch = Math.max(-LIMIT, Math.min(LIMIT, this.pitch + pitch));
    this.refresh();
  }

  #look() {
    const canvas = this.canvas;
    /** @type {{ x: number, y: number } | null} */
    let held = null;
    canvas.addEventListener('pointerdown', (event) => {
      if (event.button !== 0) return;
      canvas.setPointerCapture(event.pointerId);
      held = { x: event.clientX, y: event.clientY };
    });
    canvas.addEventListener('pointermove', (event) => {
      if (!held) return;
      this.turnView((event.clientX - held.x) * 0.01, (event.clientY - held.y) * 0.01);
      held = { x: event.clientX, y: event.clientY };
    });
    for (const end of ['pointerup', 'pointercancel']) canvas.addEventListener(end, () => (held = null));
    canvas.addEventListener('dblclick', () => this.resetView());
    canvas.addEventListener('keydown', (event) => {
      const step = { ArrowLeft: [-0.15, 0], ArrowRight: [0.15, 0], ArrowUp: [0, -0.15], ArrowDown: [0, 0.15] }[event.key];
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (step) this.turnView(step[0], step[1]);
      else if (event.key === 'Home') this.resetView();
      else return;
      event.preventDefault();
    });
  }

  resetView() {
    this.yaw = YAW;
    this.pitch = PITCH;
    this.refresh();
  }

  #draw() {
    const { context, width, height, size, move } = this;
    if (width === 0 || this.facelets.length !== 6 * size * size) return;
    // The edges of the cube, which stand out from the ground of the theme.
    this.outline = getComputedStyle(this.canvas).color;
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.clearRect(0, 0, width, height);
    const view = (/** @type {Vector} */ point) => rotated(rotated(point, 1, this.yaw), 0, this.pitch);
    /** @type {Vector} */
    const eye = rotated(rotated([0, 0, EYE], 0, -this.pitch), 1, -this.yaw);
    // The ball around the cube, as it is seen, just fits.
    const scale = (Math.min(width, height) / 2) * Math.sqrt(EYE * EYE - 3) / Math.sqrt(3);
    /** @type {Project} */
    const project = (point) => {
      const [x, y, z] = view(point);
      const factor = scale / (EYE - z);
      return [width / 2 + x * factor, height / 2 - y * factor];
    };
    const axis = move?.axis ?? 0;
    const angle = ((move?.quarters ?? 0) * this.part * Math.PI) / 2;
    const turning = move && angle !== 0;
    const slabs = turning
      ? [[0, move.low - 1, 0], [move.low, move.high, angle], [move.high + 1, size - 1, 0]].filter(([low, high]) => low <= high)
      : [[0, size - 1, 0]];
    const edge = (/** @type {number} */ layer) => (2 * layer) / size - 1;
    const distance = (/** @type {number[]} */ [low, high]) =>
      Math.max(edge(low) - eye[axis], eye[axis] - edge(high + 1), 0);
    slabs.sort((a, b) => distance(b) - distance(a));
    for (const [low, high, turned] of slabs) {
      const seen = turned === 0 ? project : (/** @type {Vector} */ point) => project(rotated(point, axis, turned));
      const light = (/** @type {Vector} */ normal) => dot(view(rotated(normal, axis, turned)), LIGHT);
      this.#slab(axis, low, high, rotated(eye, axis, -turned), seen, light);
    }
  }

  /**
   * @param {number} axis
   * @param {number} low
   * @param {number} high
   * @param {Vector} eye as the slab sees it
   * @param {Project} project
   * @param {(normal: Vector) => number} light
   */
  #slab(axis, low, high, eye, project, light) {
    const size = this.size;
    const each = size * size;
    /** @type {[Vector, Vector]} */
    const box = [[-1, -1, -1], [1, 1, 1]];
    box[0][axis] = (2 * low) / size - 1;
    box[1][axis] = (2 * (high + 1)) / size - 1;
    for (let face = 0; face < 6; face++) {
      const { normal } = places(size)[face * each];
      const across = [1, 0, 2][face % 3];
      const side = face < 3 ? 1 : 0;
      const plane = box[side][across];
      if (side === 1 ? eye[across] <= plane : eye[across] >= plane) continue;
      const shade = 0.87 + 0.16 * Math.max(-0.5, light(normal));
      this.#plate(box, across, plane, project, shade);
      if (Math.abs(plane) < 1) continue;
      const colours = Object.fromEntries(Object.entries(RGB).map(([letter, rgb]) => [letter, shaded(rgb, shade)]));
      const [u, v] = AXES[face];
      for (let index = face * each; index < (face + 1) * each; index++) {
        const layer = places(size)[index].layer;
        if (layer[axis] < low || layer[axis] > high) continue;
        /** @type {Vector} */
        const centre = [0, 0, 0];
        for (let k = 0; k < 3; k++) centre[k] = k === across ? plane : (2 * layer[k] + 1) / size - 1;
        const isWrong = !this.move && this.wrong.has(index);
        this.#sticker(this.facelets[index], colours, isWrong, centre, u, v, project);
      }
    }
  }

  /**
   * The plastic of one side of a slab.
   * @param {[Vector, Vector]} box
   * @param {number} across
   * @param {number} plane
   * @param {Project} project
   * @param {number} shade
   */
  #plate(box, across, plane, project, shade) {
    const context = this.context;
    const [a, b] = [(across + 1) % 3, (across + 2) % 3];
    context.beginPath();
    for (const [i, j] of [[0, 0], [1, 0], [1, 1], [0, 1]]) {
      /** @type {Vector} */
      const corner = [0, 0, 0];
      corner[across] = plane;
      corner[a] = box[i][a];
      corner[b] = box[j][b];
      context.lineTo(...project(corner));
    }
    context.closePath();
    context.fillStyle = shaded(PLASTIC, shade);
    context.strokeStyle = this.outline;
    context.fill();
    // A thin line closes the seams between the slabs.
    context.lineWidth = Math.max(1, this.width / 400);
    context.lineJoin = 'round';
    context.stroke();
  }

  /**
   * @param {string} letter
   * @param {Record<string, string>} colours
   * @param {boolean} isWrong
   * @param {Vector} centre
   * @param {Vector} u to the right, along the face
   * @param {Vector} v down the face
   * @param {Project} project
   */
  #sticker(letter, colours, isWrong, centre, u, v, project) {
    const context = this.context;
    const half = STICKER / this.size;
    const along = (/** @type {number} */ k, /** @type {number} */ x, /** @type {number} */ y) =>
      centre[k] + half * (x * u[k] + y * v[k]);
    const at = (/** @type {number} */ x, /** @type {number} */ y) =>
      project([along(0, x, y), along(1, x, y), along(2, x, y)]);
    const inner = 1 - 2 * ROUNDING;
    context.beginPath();
    for (const [x, y, fromX, fromY, toX, toY] of [
      [-1, -1, -1, -inner, -inner, -1],
      [1, -1, inner, -1, 1, -inner],
      [1, 1, 1, inner, inner, 1],
      [-1, 1, -inner, 1, -1, inner],
    ]) {
      context.lineTo(...at(fromX, fromY));
      context.quadraticCurveTo(...at(x, y), ...at(toX, toY));
    }
    context.closePath();
    context.fillStyle = colours[letter] ?? colours[UNKNOWN];
    context.fill();
    if (isWrong) this.#cross(at);
    if (!this.letters && letter !== UNKNOWN) return;
    // Near its centre, a sticker in perspective is close to a parallelogram. The letter is drawn in it.
    const [x, y] = at(0, 0);
    const [rightX, rightY] = at(0.5, 0);
    const [downX, downY] = at(0, 0.5);
    context.setTransform((rightX - x) / 50, (rightY - y) / 50, (downX - x) / 50, (downY - y) / 50, x, y);
    context.fillStyle = 'RB'.includes(letter) ? '#fff' : '#111';
    context.font = '700 110px system-ui, sans-serif';
    context.textAlign = 'center';
    context.textBaseline = 'middle';
    context.fillText(letter, 0, 8);
    context.setTransform(1, 0, 0, 1, 0, 0);
  }

  /**
   * Marks a sticker that cannot be right by a shape, not by a colour.
   * @param {(x: number, y: number) => [number, number]} at
   */
  #cross(at) {
    const context = this.context;
    context.lineCap = 'round';
    for (const [colour, width] of /** @type {const} */ ([['#fff', 60], ['#111', 110]])) {
      context.beginPath();
      for (const side of [-1, 1]) {
        context.moveTo(...at(-0.55, -0.55 * side));
        context.lineTo(...at(0.55, 0.55 * side));
      }
      context.strokeStyle = colour;
      context.lineWidth = this.width / width;
      context.stroke();
    }
  }
}

/**
 * Counterclockwise as seen from the positive end of the axis.
 * @param {Vector} vector
 * @param {number} axis
 * @param {number} angle
 * @returns {Vector}
 */
function rotated(vector, axis, angle) {
  if (angle === 0) return vector;
  const [a, b] = [(axis + 1) % 3, (axis + 2) % 3];
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  /** @type {Vector} */
  const turned = [...vector];
  turned[a] = vector[a] * cos - vector[b] * sin;
  turned[b] = vector[a] * sin + vector[b] * cos;
  return turned;
}

/**
 * @param {Vector} a
 * @param {Vector} b
 */
const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

/**
 * @param {Vector} vector
 * @returns {Vector}
 */
function normalised(vector) {
  const length = Math.hypot(...vector);
  return [vector[0] / length, vector[1] / length, vector[2] / length];
}

/**
 * @param {number[]} rgb
 * @param {number} shade
 */
const shaded = (rgb, shade) => `rgb(${rgb.map((part) => Math.min(255, Math.round(part * shade))).join()})`;
