// `npm run package`: builds, then makes the packages for this system. Arguments go to electron-builder.
import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildWhatIsStale } from './build.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
// electron-builder has more dependencies than the app, so it is installed separately and only here.
const manifests = join(root, 'main', 'bin', 'package');
const installed = join(root, 'out', 'electron-builder');
const builder = join(installed, 'node_modules', 'electron-builder', 'cli.js');
const LOCK = 'package-lock.json';

process.exitCode = buildWhatIsStale() && (isInstalled() || install()) ? makePackages() : 3;

/** True if the installed packages match this lock file. */
function isInstalled() {
  if (!existsSync(builder)) return false;
  const [ours, theirs] = [manifests, installed].map((folder) => readFileSync(join(folder, LOCK), 'utf8'));
  return ours === theirs;
}

/** @returns {boolean} false if it failed; npm says why */
function install() {
  const npm = process.env.npm_execpath ?? '';
  if (npm === '') {
    console.error('tierscope: packages are made by "npm run package".');
    return false;
  }
  mkdirSync(installed, { recursive: true });
  for (const name of ['package.json', LOCK]) copyFileSync(join(manifests, name), join(installed, name));
  console.error('tierscope: installing electron-builder.');
  const args = [npm, 'ci', '--prefix', installed, '--no-audit', '--no-fund'];
  return spawnSync(process.execPath, args, { cwd: installed, stdio: 'inherit' }).status === 0;
}

/** @returns {number} electron-builder's exit code */
function makePackages() {
  const args = [builder, '--projectDir', root, ...process.argv.slice(2)];
  return spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit' }).status ?? 1;
}
