// `node main/bin/wheel.js [FOLDER]`: builds a Python wheel that contains the packed program, for pip and uv users.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildWhatIsStale } from './build.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
const work = join(root, 'out', 'wheel');
const folder = resolve(process.argv[2] ?? join(root, 'out'));

/** @param {string} command @param {string[]} args @param {string} cwd */
const run = (command, args, cwd) => spawnSync(command, args, { cwd, stdio: 'inherit' }).status === 0;

/** @returns {boolean} false if it failed; what failed has said why */
function makeWheel() {
  rmSync(work, { recursive: true, force: true });
  cpSync(join(root, 'main', 'bin', 'wheel'), work, { recursive: true });
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  writeFileSync(join(work, 'tierscope', '__init__.py'), `__version__ = "${version}"\n`);
  mkdirSync(folder, { recursive: true });
  // Exactly the files of the npm package.
  if (!run('npm', ['pack', '--ignore-scripts', '--pack-destination', work], root)) return false;
  if (!run('tar', ['-xzf', `tierscope-${version}.tgz`], work)) return false;
  cpSync(join(work, 'package'), join(work, 'tierscope', 'program'), { recursive: true });
  const python = process.platform === 'win32' ? 'python' : 'python3';
  return run(python, ['-m', 'pip', 'wheel', '--no-deps', '--wheel-dir', folder, '.'], work);
}

process.exitCode = buildWhatIsStale() && makeWheel() ? 0 : 3;
