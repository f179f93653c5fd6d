import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { err, ok, type Result } from '../../app/base/result.ts';
import { fetchElectron } from './fetch-electron.ts';

export type ElectronSearch = {
  /** The program's own folder, where its packages are. */
  readonly root: string;
  readonly env: Readonly<NodeJS.ProcessEnv>;
  /** Told once when a download has begun to arrive. */
  readonly onFetching: () => void;
};

/**
 * The path of Electron's binary, fetched with the package's own installer where it is not there yet.
 * Fails with the reason within seconds where nothing arrives.
 */
export async function electronBinary(search: ElectronSearch): Promise<Result<string>> {
  const folder = packageFolder(search.root);
  if (folder === undefined) return err('its package is not installed');
  const present = presentBinary(folder, search.env);
  if (present !== undefined) return ok(present);
  if (isSet(search.env.ELECTRON_SKIP_BINARY_DOWNLOAD))
    return err('its binary is not here, and ELECTRON_SKIP_BINARY_DOWNLOAD forbids to fetch it');
  const fetched = await fetchElectron(folder, search.env, search.onFetching);
  if (!fetched.ok) return err(`its binary could not be fetched: ${fetched.error}`);
  const arrived = presentBinary(folder, search.env);
  return arrived === undefined ? err('its installer left none') : ok(arrived);
}

/** Where the package's own `index.js` looks: `path.txt` names the file below `dist`. */
function presentBinary(folder: string, env: Readonly<NodeJS.ProcessEnv>): string | undefined {
  const named = join(folder, 'path.txt');
  const file = existsSync(named) ? readFileSync(named, 'utf8').trim() : '';
  const elsewhere = env.ELECTRON_OVERRIDE_DIST_PATH ?? '';
  if (elsewhere === '' && file === '') return undefined;
  const binary = elsewhere === '' ? join(folder, 'dist', file) : join(elsewhere, file || 'electron');
  return existsSync(binary) ? binary : undefined;
}

/** Its own, or beside it where it is installed as a package itself; never one of another program. */
function packageFolder(root: string): string | undefined {
  const places = [join(root, 'node_modules', 'electron'), join(root, '..', 'electron')];
  return places.find((place) => existsSync(join(place, 'package.json')));
}

function isSet(value: string | undefined): boolean {
  return value !== undefined && value !== '' && value !== '0' && value !== 'false';
}
