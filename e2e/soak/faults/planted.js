// Shared by the planted faults: where they are planted, and which part of the app they change.
import { promises } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { Duplex } from 'node:stream';

/** True in the host, which inherits the environment of the soak run, like every program that the run starts. */
export const isHost = process.argv[1]?.endsWith('tierscope.js') === true;

/** Calls `act` each time a call goes to a server. @param {() => void} act */
export function atEachCall(act) {
  const { write } = Duplex.prototype;
  Duplex.prototype.write = function (chunk, ...rest) {
    if (String(chunk).includes('"tools/call"')) act();
    // @ts-expect-error: whatever was given
    return write.call(this, chunk, ...rest);
  };
}

/**
 * Replaces a method that writes to open files.
 * @param {(write: (bytes: Buffer) => Promise<object>, bytes: Buffer) => Promise<object>} act
 */
export async function atEachWrite(act) {
  const handle = await promises.open('/dev/null');
  const prototype = Object.getPrototypeOf(handle);
  await handle.close();
  const { write } = prototype;
  /** @param {Buffer} bytes */
  prototype.write = function (bytes) {
    return act((given) => write.call(this, given), bytes);
  };
}

/** Adds a script to those of the page. @param {string} script */
export function inPage(script) {
  const { readFile } = promises;
  // @ts-expect-error: one of several signatures
  promises.readFile = async (path, ...rest) => {
    const bytes = await readFile(path, ...rest);
    const isPart = /renderer[\\/].*\.js$/.test(String(path));
    return isPart
      ? Buffer.from(`${bytes}\nif (!globalThis.planted) { globalThis.planted = true; ${script} }\n`)
      : bytes;
  };
  syncBuiltinESMExports();
}

/** Changes the answers of `tierscope serve`, as JSON text. @param {(line: string) => string} change */
export function inAnswers(change) {
  const { write } = Duplex.prototype;
  Duplex.prototype.write = function (chunk, ...rest) {
    const isAnswer = this === process.stdout && String(chunk).includes('"result"');
    // @ts-expect-error: whatever was given
    return write.call(this, isAnswer ? change(String(chunk)) : chunk, ...rest);
  };
}
