// What the options of a window do to its page, after Electron's page "WebPreferences Object". An option that the
// stand-in cannot give the effect that it has in Electron is refused, never passed over.

import { bridgeEnd } from './bridge-end.js';
import { cloneCodec } from './clone-codec.js';
import { inputWorld, preloadWorld } from './preload-world.js';

/** The value that each option has by itself, and that a page of the stand-in has. */
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
/** Those whose other value has its effect here too. */
const IMITATED = new Set(['sandbox', 'contextIsolation', 'nodeIntegration']);
/** Those that no test can see. */
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
 * The scripts that Chromium is to run before those of each page, in this order, with the names of their worlds;
 * undefined is the page's own.
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
 * The page's `window.open`, after Electron's page of the same name: the stand-in is asked for the window, and makes one
 * that is allowed by itself, so the page gets null. Chromium's own would exist before anybody could deny it. Runs in the
 * page, as source text: it may name nothing from outside.
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
