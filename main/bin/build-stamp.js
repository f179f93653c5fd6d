// Checks whether dist/ was built from the current sources.
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const folders = ['app', 'main', 'renderer', 'tools'];
const files = ['package.json', 'package-lock.json', 'vite.config.ts'];

/**
 * A digest of the name, size and time of every file that the build reads, tests excluded.
 * @param {string} root the project's folder
 */
export function sourceDigest(root) {
  const digest = createHash('sha256');
  const named = [...files, ...folders.flatMap((folder) => filesBelow(root, folder))].sort();
  for (const name of named) {
    const { size, mtimeMs } = statSync(join(root, name));
    digest.update(`${name}\0${size}\0${mtimeMs}\n`);
  }
  return digest.digest('hex');
}

/**
 * True if the last build used exactly these sources.
 * @param {string} root the project's folder
 */
export function isBuilt(root) {
  try {
    return readFileSync(stampFile(root), 'utf8') === sourceDigest(root);
  } catch {
    return false;
  }
}

/**
 * Records what was built.
 * @param {string} root the project's folder
 * @param {string} digest the sources before the build: a change during it makes it stale
 */
export function stampBuild(root, digest) {
  mkdirSync(dirname(stampFile(root)), { recursive: true });
  writeFileSync(stampFile(root), digest);
}

/** @param {string} root */
function stampFile(root) {
  return join(root, 'dist', 'built-from');
}

/**
 * @param {string} root
 * @param {string} folder
 * @returns {string[]}
 */
function filesBelow(root, folder) {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const name = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return filesBelow(root, name);
    return /\.test\.tsx?$/.test(name) ? [] : [name];
  });
}
