// A server in an empty home, and a browser.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { createInterface } from 'node:readline';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { chromium } from 'playwright-core';

const { SOLVE, CHROMIUM = '/usr/bin/chromium' } = process.env;

/** A cube of twenty moves: its search lasts as long as a test wants. */
export const HARD = "U R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2";

export const SOLVED = 'UUUUUUUUURRRRRRRRRFFFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB';

export class Server {
  static async start() {
    const server = new Server();
    server.home = mkdtempSync(join(tmpdir(), 'cubepdb-page-'));
    const environment = { PATH: process.env.PATH, HOME: server.home };
    server.child = spawn(SOLVE, ['serve', '--port', '0'], { env: environment, stdio: ['ignore', 'pipe', 'ignore'] });
    for await (const line of createInterface({ input: server.child.stdout })) {
      server.address = line;
      break;
    }
    return server;
  }

  async end() {
    if (this.child.exitCode === null && this.child.signalCode === null) {
      this.child.kill('SIGKILL');
      await once(this.child, 'exit');
    }
    rmSync(this.home, { recursive: true, force: true });
  }

  async post(path, body) {
    const headers = { 'Content-Type': 'application/json' };
    return fetch(new URL(path, this.address), { method: 'POST', headers, body: JSON.stringify(body) });
  }

  check = async (cube, size = 3) => (await this.post('v1/check', { cube, size })).json();

  /** Clock ticks of all threads so far. */
  ticks() {
    const fields = readFileSync(`/proc/${this.child.pid}/stat`, 'utf8').split(') ')[1].split(' ');
    return Number(fields[11]) + Number(fields[12]);
  }
}

/** A web host that knows nothing but files. */
export class Site {
  static TYPES = {
    '.html': 'text/html',
    '.css': 'text/css',
    '.js': 'text/javascript',
    '.json': 'application/json',
    '.png': 'image/png',
    '.svg': 'image/svg+xml',
    '.wasm': 'application/wasm',
  };

  static async start(directory) {
    const site = new Site();
    site.server = createServer(({ url }, answer) => {
      const path = new URL(url, 'http://localhost').pathname.replace(/\/$/, '/index.html');
      try {
        const text = readFileSync(join(directory, path));
        answer.writeHead(200, { 'Content-Type': Site.TYPES[extname(path)] ?? 'application/octet-stream' }).end(text);
      } catch {
        answer.writeHead(404).end();
      }
    });
    site.server.listen(0, '127.0.0.1');
    await once(site.server, 'listening');
    site.address = `http://127.0.0.1:${site.server.address().port}/`;
    return site;
  }

  end() {
    this.server.close();
    this.server.closeAllConnections();
  }
}

export const browse = () =>
  chromium.launch({
    executablePath: CHROMIUM,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });

/** The processor time of the pages of a browser of this process so far, in seconds, and the most memory that one took, in megabytes. */
export function cost() {
  const read = (pid, file) => {
    try {
      return readFileSync(`/proc/${pid}/${file}`, 'utf8');
    } catch {
      return '';
    }
  };
  const fields = (pid) => read(pid, 'stat').split(') ').at(-1).split(' ');
  const isOurs = (pid) => pid > 1 && (pid === process.pid || isOurs(Number(fields(pid)[1])));
  const pages = readdirSync('/proc').map(Number).filter((pid) => read(pid, 'cmdline').includes('--type=renderer') && isOurs(pid));
  const ticks = pages.map((pid) => Number(fields(pid)[11]) + Number(fields(pid)[12]));
  const peaks = pages.map((pid) => Number(/VmHWM:\s*(\d+)/.exec(read(pid, 'status'))?.[1] ?? 0) / 1e3);
  return { seconds: ticks.reduce((sum, ticks) => sum + ticks, 0) / 100, peak: Math.max(0, ...peaks) };
}

/** A page that fails the test upon an error of its own, and upon every request that leaves the server. */
export async function open(context, server, fragment = '') {
  const page = await context.newPage();
  page.faults = [];
  page.on('pageerror', (error) => page.faults.push(String(error)));
  page.on('console', (message) => message.type() === 'error' && page.faults.push(message.text()));
  page.on('request', (request) => {
    const { protocol, origin } = new URL(request.url());
    if (!['data:', 'blob:'].includes(protocol) && origin !== new URL(server.address).origin) page.faults.push(request.url());
  });
  await page.goto(server.address + fragment);
  await page.waitForSelector('#net [data-index]');
  return page;
}

/** Follows a link into a page that is loaded anew. */
export async function follow(page, { address }, fragment) {
  await page.goto('about:blank');
  await page.goto(address + fragment);
  await page.waitForSelector('#net [data-index]');
}

/** Begins to build the table that is offered, looks at the page meanwhile, and stops. */
export async function stopBuild(page) {
  await page.click('#build');
  await page.waitForFunction(() => document.querySelector('#build-note').textContent !== '');
  assert.deepEqual(await violations(page), []);
  assert.ok(await page.isDisabled('#solve'));
  await page.click('#build');
  await page.waitForFunction(() => document.querySelector('#build-end').textContent !== '');
  assert.match(await page.textContent('#build-end'), /^Stopped/);
  assert.ok(await page.isEnabled('#solve'));
}

/** Solves R2 U in quarter turns, with all solutions. */
export async function solveQuarterTurns(page, server) {
  await follow(page, server, '#cube=R2%20U&size=3&metric=qtm&all=1');
  await untilPainted(page);
  assert.match(await solve(page), /^3 moves: shortest, proven/);
}

/** Puts a text into the field, and waits until it has been read. */
export async function type(page, text) {
  await page.fill('#text', text);
  await page.locator('#text').blur();
}

/** Solves what is painted, and returns the words about it. */
export async function solve(page) {
  await page.click('#solve');
  await page.waitForSelector('#result:not([hidden])', { timeout: 120_000 });
  return page.textContent('#headline');
}

export const facelets = (page) =>
  page.$$eval('#net [data-index]', (stickers) =>
    stickers
      .sort((one, other) => Number(one.dataset.index) - Number(other.dataset.index))
      .map((sticker) => sticker.dataset.colour)
      .join(''),
  );

/** Waits until the net shows these facelets, or any but those of a solved cube. */
export const untilPainted = (page, wanted) =>
  page.waitForFunction(
    ([wanted, solved]) => {
      const painted = [...document.querySelectorAll('#net [data-index]')].map((sticker) => sticker.dataset.colour).join('');
      return wanted ? painted === wanted : painted !== solved;
    },
    [wanted, SOLVED],
  );

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** The rules of accessibility that a page breaks. */
export async function violations(page) {
  const { violations } = await page.evaluate(`${AXE}; axe.run()`);
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target).join(', ')}`);
}
