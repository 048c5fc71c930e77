// @ts-check
/** Small helpers for the elements of the page. */

/**
 * The element with an id, which must be of a type.
 * @template {HTMLElement} T
 * @param {string} id
 * @param {new () => T} type
 * @returns {T}
 */
export function byId(id, type) {
  const element = document.getElementById(id);
  if (!(element instanceof type)) throw new Error(`The page has no ${type.name} with the id ${id}.`);
  return element;
}

/**
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Record<string, string>} attributes
 * @param {...(Node | string)} children
 */
export function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

/**
 * Sets a text only where it differs, so that a screen reader does not say it again.
 * @param {HTMLElement} element
 * @param {string} text
 */
export function say(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/**
 * What is kept in the browser. Storage may be blocked: then nothing is kept.
 * @param {string} name
 */
export function kept(name) {
  try {
    return localStorage.getItem(`cubepdb-${name}`);
  } catch {
    return null;
  }
}

/**
 * @param {string} name
 * @param {string} value
 */
export function keep(name, value) {
  try {
    localStorage.setItem(`cubepdb-${name}`, value);
  } catch {
    // The choice then lasts as long as the page.
  }
}

const numbers = new Intl.NumberFormat('en');
const short = new Intl.NumberFormat('en', { notation: 'compact', compactDisplay: 'long', maximumSignificantDigits: 3 });

/** @param {number} value */
export const exact = (value) => numbers.format(value);

/** @param {number} value */
export const about = (value) => (value < 10000 ? exact(Math.round(value)) : short.format(value));

/**
 * @param {number} count
 * @param {string} noun
 */
export const plural = (count, noun) => `${exact(count)} ${noun}${count === 1 ? '' : 's'}`;

/** @param {number} seconds */
export function duration(seconds) {
  if (seconds < 0.0995) return `${numbers.format(Math.round(seconds * 1e4) / 10)} ms`;
  if (seconds < 9.95) return `${seconds.toFixed(1)} s`;
  const whole = Math.round(seconds);
  if (whole < 60) return `${whole} s`;
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor((whole % 3600) / 60)];
  return hours > 0 ? `${exact(hours)} h ${minutes} min` : `${minutes} min ${whole % 60} s`;
}

/**
 * Notes come without a capital and a full stop; an empty one ends the one before.
 * @param {string} words
 */
export function sentence(words) {
  if (words === '') return '';
  const begun = words.charAt(0).toUpperCase() + words.slice(1);
  return /[.…?!]$/.test(begun) ? begun : `${begun}.`;
}

/** @param {number} bytes */
export const size = (bytes) => (bytes < 1e9 ? `${exact(Math.round(bytes / 1e6))} MB` : `${(bytes / 1e9).toFixed(1)} GB`);
