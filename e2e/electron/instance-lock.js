// The single-instance lock, after `app.requestSingleInstanceLock` in Electron's page "app": it belongs to the user data
// folder, and the first instance is notified of each later one.
import {
  mkdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
  watch,
  writeFileSync,
} from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { decoded, encoded } from './message-ports.js';

/** @typedef {{ argv: string[], folder: string, data: unknown }} Later */

export class InstanceLock {
  #link;
  #letters;
  /** @type {import('node:fs').FSWatcher | undefined} */
  #watcher;

  /** @param {string} userData */
  constructor(userData) {
    this.#letters = join(userData, 'later-instances');
    this.#link = join(userData, 'first-instance');
  }

  /**
   * True for the first instance; `hear` is called for every later one. When this returns false, the later one has sent
   * its data.
   * @param {Later} own @param {(later: Later) => void} hear
   */
  take(own, hear) {
    mkdirSync(this.#letters, { recursive: true });
    if (!this.#isFirst()) {
      const name = join(this.#letters, `${process.pid}-${process.hrtime.bigint()}`);
      writeFileSync(`${name}.part`, encoded(own));
      renameSync(`${name}.part`, `${name}.letter`);
      return false;
    }
    const read = () => this.#readLetters(hear);
    this.#watcher = watch(this.#letters, read);
    read();
    return true;
  }

  release() {
    if (this.#watcher === undefined) return;
    this.#watcher.close();
    this.#watcher = undefined;
    rmSync(this.#link, { force: true });
  }

  /** A link is created atomically; one that names an ended process is stale. */
  #isFirst() {
    for (;;) {
      try {
        symlinkSync(String(process.pid), this.#link);
        return true;
      } catch (fault) {
        if (/** @type {NodeJS.ErrnoException} */ (fault).code !== 'EEXIST') throw fault;
        if (isAlive(Number(readlinkSync(this.#link)))) return false;
        rmSync(this.#link, { force: true });
      }
    }
  }

  /** @param {(later: Later) => void} hear */
  async #readLetters(hear) {
    const names = await readdir(this.#letters);
    for (const name of names.filter((one) => one.endsWith('.letter')).sort()) {
      const path = join(this.#letters, name);
      try {
        const text = readFileSync(path, 'utf8');
        rmSync(path);
        hear(/** @type {Later} */ (decoded(text)));
      } catch (fault) {
        // Two scans of the folder may find the same message.
        if (/** @type {NodeJS.ErrnoException} */ (fault).code !== 'ENOENT') throw fault;
      }
    }
  }
}

/** @param {number} pid */
function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (fault) {
    return /** @type {NodeJS.ErrnoException} */ (fault).code === 'EPERM';
  }
}
