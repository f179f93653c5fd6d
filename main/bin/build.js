// Builds the page, the main process and the preload: everything when run directly, otherwise only what is stale.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isBuilt, sourceDigest, stampBuild } from './build-stamp.js';

const root = fileURLToPath(new URL('../..', import.meta.url));

/**
 * Builds if dist/ is out of date.
 * @returns {boolean} false if the build failed; what Vite says is on stderr then
 */
export function buildWhatIsStale() {
  return isBuilt(root) || build('warn');
}

/**
 * @param {'info' | 'warn'} logLevel
 * @returns {boolean}
 */
function build(logLevel) {
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js');
  if (!existsSync(vite)) {
    console.error('tierscope: its packages are not installed. Run "npm ci" first.');
    return false;
  }
  if (logLevel === 'warn') console.error('tierscope: building, which takes a few seconds.');
  const digest = sourceDigest(root);
  const args = [vite, 'build', '--app', '--logLevel', logLevel];
  // Stdout belongs to the program that is started after the build.
  const run = spawnSync(process.execPath, args, { cwd: root, stdio: ['ignore', 2, 2] });
  if (run.status !== 0) return false;
  stampBuild(root, digest);
  return true;
}

if (process.argv[1] === fileURLToPath(import.meta.url) && !build('info')) process.exitCode = 1;
