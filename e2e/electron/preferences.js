// How the options of a window affect its page, after Electron's page "WebPreferences Object". An option whose effect
// the stand-in cannot imitate is refused, never ignored.

import { bridgeEnd } from './bridge-end.js';
import { cloneCodec } from './clone-codec.js';
import { inputWorld, preloadWorld } from './preload-world.js';

/** The default of each option, which a page of the stand-in has. */
const DEFAULTS = {
  sandbox: true,
  contextIsolation: true,
  nodeIntegration: false,
  nodeIntegrationInWorker: false,
  nodeIntegrationInSubFrames: false,
  webSecurity: true,
  allowRunningInsecureContent: false,
  experimentalFeatures: false,
  webviewTag: false,
  navigateOnDragDrop: false,
};
/** Options whose other value works here too. */
const IMITATED = new Set(['sandbox', 'contextIsolation', 'nodeIntegration']);
/** Options that no test can observe. */
const UNSEEN = new Set(['preload', 'spellcheck', 'backgroundThrottling']);

/** @typedef {{ [Name in keyof typeof DEFAULTS]: boolean } & { preload?: string }} Preferences */

/** @param {Record<string, unknown>} given @returns {Preferences} */
export function preferencesOf(given) {
  for (const [name, value] of Object.entries(given)) {
    const usual = /** @type {Record<string, boolean>} */ (DEFAULTS)[name];
    if (UNSEEN.has(name) || value === undefined || IMITATED.has(name) || value === usual) continue;
    throw new Error(`The stand-in of Electron cannot give a page the option ${name}: ${String(value)}.`);
  }
  const set = {
    ...DEFAULTS,
    ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)),
  };
  // "Sandboxing is disabled when Node.js integration is enabled" (page "Process Sandboxing").
  return { ...set, sandbox: set.sandbox && !set.nodeIntegration };
}

export const PRELOAD_WORLD = 'Electron Isolated Context';
export const INPUT_WORLD = 'Stand-in of Electron';

/**
 * The scripts that Chromium runs before those of each page, in this order, with the names of their worlds; undefined is
 * the page's own.
 * @param {Preferences} preferences
 * @param {{ secret: string, source: string | null }} preload the name of its binding and events, and its text
 * @returns {{ source: string, worldName?: string }[]}
 */
export function pageScripts(preferences, { secret, source }) {
  const { contextIsolation: isIsolated, sandbox: isSandboxed, nodeIntegration: hasNode } = preferences;
  const plain = { secret, isIsolated, isSandboxed, hasNode, versions: process.versions };
  const world = JSON.stringify({ ...plain, preloadPath: preferences.preload ?? '' });
  const scope =
    source === null ? 'null' : `function (require, module, exports, process, global) {${source}\n}`;
  const run = `(${preloadWorld})({ ...${world}, codec: (${cloneCodec})(), preload: ${scope} });`;
  return [
    { source: `(${openEnd})(${JSON.stringify(secret)});` },
    ...(isIsolated ? [{ source: `(${bridgeEnd})(${JSON.stringify(secret)});` }] : []),
    { source: run, ...(isIsolated ? { worldName: PRELOAD_WORLD } : {}) },
    { source: `(${inputWorld})(${JSON.stringify(secret)});`, worldName: INPUT_WORLD },
  ];
}

/**
 * The page's `window.open`, after Electron's page of the same name: asks the stand-in for the window, which creates an
 * allowed one itself, so the page gets null. Chromium's own window would exist before it could be denied. Runs in the
 * page as source text, so it must not refer to anything outside.
 * @param {string} secret the name of the event, which the page cannot know
 */
function openEnd(secret) {
  const dispatch = window.dispatchEvent.bind(window);
  window.open = (address = '') => {
    const { href } = new URL(address, document.baseURI);
    dispatch(new CustomEvent(`${secret}:open`, { detail: href }));
    return null;
  };
}
