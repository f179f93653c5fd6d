#!/usr/bin/env node
// Stands in for Electron's binary: accepts its command line, runs the app's entry unchanged, and shows its windows in a
// Chromium of this machine. Playwright starts it like the real one (`_electron.launch`).
import { createRequire, Module, register } from 'node:module';
import { resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { ownSwitches } from './switches.js';

const self = fileURLToPath(import.meta.url);
const require = createRequire(import.meta.url);
const { version } = require('electron/package.json');
// In Electron these name its own binary, so that a child started with them is Electron too.
process.execPath = self;
process.argv.splice(0, 2, self);

// A package has the fuse `runAsNode` off and ignores this: the app must not depend on it.
if ((process.env.ELECTRON_RUN_AS_NODE ?? '') !== '') {
  throw new Error('The stand-in of Electron does not run as Node: ELECTRON_RUN_AS_NODE is set.');
}
const { inspect, script } = ownSwitches();
Object.defineProperty(process.versions, 'electron', { value: version, enumerable: true });
Object.defineProperty(process, 'type', { value: 'browser', enumerable: true });
register('./resolve-electron.js', import.meta.url);
// Playwright starts this without NODE_OPTIONS, so modules to preload are passed this way.
const { TIERSCOPE_STAND_IN_IMPORT: first } = process.env;
if (first !== undefined) await import(first);
const { codeLoaded, required } = await import('./module.js');
// Requires from a debugger arrive here: Playwright requests `electron`.
const load = /** @type {any} */ (Module)._load;
/** @type {any} */ (Module)._load = (/** @type {string} */ name, /** @type {unknown[]} */ ...rest) =>
  name === 'electron' ? required : load(name, ...rest);
if (inspect) (await import('node:inspector')).open(0, '127.0.0.1');
// An uncaught error shows a dialog, and the program continues (Electron 45, lib/browser/init.ts).
process.on('uncaughtException', (fault) => {
  if (process.listenerCount('uncaughtException') === 1) console.error('A dialog of Electron says:', fault);
});
await import(pathToFileURL(resolve(script)).href).catch((fault) => {
  console.error(fault);
  process.exit(1);
});
codeLoaded();
