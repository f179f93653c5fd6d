// `npm run e2e`: the whole-app specs. `--carrier loopback` or `--carrier electron` runs all of them over one carrier;
// by default all run over the loopback host, and some also over Electron's port. Other arguments go to Playwright.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { browserPath } from './browser.js';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** @type {Record<string, readonly string[]>} */
const PROJECTS = {
  both: ['loopback', 'killed', 'electron-part'],
  loopback: ['loopback', 'killed'],
  electron: ['electron'],
};

/** @param {readonly string[]} typed */
function readCarrier(typed) {
  const at = typed.indexOf('--carrier');
  if (at < 0) return { carrier: 'both', rest: [...typed] };
  return { carrier: typed[at + 1] ?? '', rest: [...typed.slice(0, at), ...typed.slice(at + 2)] };
}

const { carrier, rest } = readCarrier(process.argv.slice(2));
const projects = PROJECTS[carrier];
if (projects === undefined) {
  console.error(`--carrier is loopback or electron, not "${carrier}".`);
  process.exit(2);
}
const args = ['node_modules/playwright/cli.js', 'test', '--config', 'e2e/playwright.config.ts'];
// Named projects replace these; a spec may be in none of them.
const isNamed = rest.some((one) => one.startsWith('--project'));
const child = spawn(
  process.execPath,
  [...args, ...(isNamed ? [] : projects.map((name) => `--project=${name}`)), ...rest],
  { cwd: root, stdio: 'inherit', env: { ...process.env, TIERSCOPE_BROWSER: browserPath() } },
);
const [status] = await once(child, 'close');
process.exitCode = status ?? 1;
