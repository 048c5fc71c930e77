// @ts-check
/** The worker of a browser. Tables are kept in the origin private file system. */

import { runner } from './module.js';

const directory = async () => (await navigator.storage.getDirectory()).getDirectoryHandle('cubepdb', { create: true });

/** @type {import('./module.js').Storage} */
const storage = {
  async names() {
    const names = [];
    // The types of TypeScript have no lists of directories for workers yet.
    for await (const name of /** @type {any} */ (await directory()).keys()) names.push(/** @type {string} */ (name));
    return names;
  },
  async open(name) {
    const file = await (await (await directory()).getFileHandle(name)).getFile();
    const reader = new FileReaderSync();
    return {
      size: file.size,
      read: (to, offset) => to.set(new Uint8Array(reader.readAsArrayBuffer(file.slice(offset, offset + to.length)))),
      close: () => {},
    };
  },
  async create(name) {
    const tables = await directory().catch(() => {
      throw new Error('this browser keeps no files for the page');
    });
    const file = await (await tables.getFileHandle(name, { create: true })).createSyncAccessHandle();
    return {
      write(from, at) {
        if (file.write(from, { at }) < from.length) throw new Error('the storage is full');
      },
      close(isWhole) {
        if (isWhole) file.flush();
        else file.truncate(0);
        file.close();
      },
    };
  },
  async remove(name) {
    await (await directory()).removeEntry(name);
  },
};

const code = fetch(new URL('cubepdb.wasm', import.meta.url)).then((answer) => {
  if (!answer.ok) throw new Error(`cubepdb.wasm cannot be loaded (${answer.status})`);
  return answer.arrayBuffer();
});
const run = runner(code, storage, (reply) => postMessage(reply));
self.onmessage = ({ data }) => run(data);
