import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

type ElectronBinary = { readonly path: string; readonly isStandIn: boolean };

/** Electron's binary: from `ELECTRON_PATH`, else the package's own, else the stand-in. */
export function electronBinary(): ElectronBinary {
  const named = process.env.ELECTRON_PATH ?? '';
  if (named !== '') {
    if (!existsSync(named)) throw new Error(`ELECTRON_PATH names ${named}, which does not exist.`);
    return { path: named, isStandIn: false };
  }
  const folder = dirname(createRequire(import.meta.url).resolve('electron/package.json'));
  const pathFile = join(folder, 'path.txt');
  const name = existsSync(pathFile) ? readFileSync(pathFile, 'utf8').trim() : '';
  const fetched = join(folder, 'dist', name);
  if (name !== '' && existsSync(fetched)) return { path: fetched, isStandIn: false };
  return { path: fileURLToPath(new URL('../electron/electron.js', import.meta.url)), isStandIn: true };
}
