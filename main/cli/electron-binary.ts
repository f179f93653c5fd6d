import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import spawnProgram from 'cross-spawn';
import { err, ok, type Result } from '../../app/base/result.ts';
import { devDependencies } from '../../package.json' with { type: 'json' };
import { scratchFolder } from '../system/scratch-folder.ts';

type ElectronSearch = {
  /** The program's own folder, which contains its packages. */
  readonly root: string;
  /** The folder to install Electron's package into if the program came without it. */
  readonly ownFolder: string;
  /** True if the user explicitly asked for the window; only then may the package be installed. */
  readonly isWanted: boolean;
  readonly env: Readonly<NodeJS.ProcessEnv>;
  /** Called once, before the package is installed or when the download starts. */
  readonly onFetching: () => void;
};

/** The path of Electron's binary, downloaded if necessary. Fails with the reason within seconds if no data arrives. */
export async function electronBinary(asked: ElectronSearch): Promise<Result<string>> {
  let isReported = false;
  const onFetching = (): void => {
    if (!isReported) asked.onFetching();
    isReported = true;
  };
  const search = { ...asked, onFetching };
  const known = packageFolder(search);
  const installed = known === undefined ? await installPackage(search) : ok(known);
  if (!installed.ok) return installed;
  const folder = installed.value;
  const present = presentBinary(folder, search.env);
  if (present !== undefined) return ok(present);
  if (isSet(search.env.ELECTRON_SKIP_BINARY_DOWNLOAD))
    return err('its binary is not here, and ELECTRON_SKIP_BINARY_DOWNLOAD forbids to fetch it');
  const fetched = await fetchElectron(folder, search.env, search.onFetching);
  if (!fetched.ok) return err(`its binary could not be fetched: ${fetched.error}`);
  const arrived = presentBinary(folder, search.env);
  return arrived === undefined ? err('its installer left none') : ok(arrived);
}

/** The path that the package's own `index.js` would use: `path.txt` names the file below `dist`. */
function presentBinary(folder: string, env: Readonly<NodeJS.ProcessEnv>): string | undefined {
  const named = join(folder, 'path.txt');
  const file = existsSync(named) ? readFileSync(named, 'utf8').trim() : '';
  const elsewhere = env.ELECTRON_OVERRIDE_DIST_PATH ?? '';
  if (elsewhere === '' && file === '') return undefined;
  const binary = elsewhere === '' ? join(folder, 'dist', file) : join(elsewhere, file || 'electron');
  return existsSync(binary) ? binary : undefined;
}

/** The program's own copy, a sibling of an installed package, or the copy installed for it; never another program's. */
function packageFolder({ root, ownFolder }: Pick<ElectronSearch, 'root' | 'ownFolder'>): string | undefined {
  const places = [
    join(root, 'node_modules', 'electron'),
    join(root, '..', 'electron'),
    join(ownFolder, 'node_modules', 'electron'),
  ];
  return places.find((place) => existsSync(join(place, 'package.json')));
}

/** Installs the package with the npm that runs this program, or the one on the PATH; returns its folder. */
async function installPackage(search: ElectronSearch): Promise<Result<string>> {
  const { ownFolder, isWanted, env, onFetching } = search;
  if (!isWanted) return err('its package is not installed; --shell electron installs it');
  onFetching();
  await mkdir(ownFolder, { recursive: true, mode: 0o700 });
  const own = env.npm_execpath ?? '';
  const [program, ...first] = own === '' ? ['npm'] : [process.execPath, own];
  const wanted = `electron@${devDependencies.electron}`;
  const args = ['install', '--prefix', ownFolder, '--no-save', '--no-audit', '--no-fund', wanted];
  const child = spawnProgram(program ?? 'npm', [...first, ...args], {
    ...{ cwd: ownFolder, env, windowsHide: true },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const failure = await failureOf(child);
  if (failure !== '') return err(`its package could not be installed: ${failure}`);
  const folder = packageFolder(search);
  return folder === undefined ? err('npm installed no package of it') : ok(folder);
}

function isSet(value: string | undefined): boolean {
  return value !== undefined && value !== '' && value !== '0' && value !== 'false';
}

/** How long a download may stall before it is given up, in milliseconds. */
const STALL_MS = 8000;
const LOOK_EVERY_MS = 500;

/** Runs the installer of Electron's package, which reports no progress; ends it if nothing grows for `stallMs`. */
export async function fetchElectron(
  packageFolder: string,
  env: Readonly<NodeJS.ProcessEnv>,
  onFetching: () => void,
  stallMs = STALL_MS,
): Promise<Result<null>> {
  const scratch = await scratchFolder();
  const child = spawn(process.execPath, [join(packageFolder, 'install.js')], {
    env: { ...env, TMPDIR: scratch, TMP: scratch, TEMP: scratch, ELECTRON_GET_NO_PROGRESS: '1' },
    stdio: ['ignore', 'ignore', 'pipe'],
    windowsHide: true,
  });
  const hasGrown = watchGrowth([scratch, join(packageFolder, 'dist')], onFetching);
  try {
    return await installerEnd(child, hasGrown, stallMs);
  } finally {
    await rm(scratch, { recursive: true, force: true, maxRetries: 3 });
  }
}

/** The returned function tells whether the folders grew since its last call; the first growth calls `onFirst`. */
function watchGrowth(folders: readonly string[], onFirst: () => void): () => Promise<boolean> {
  let held = -1;
  let hasGrown = false;
  return async () => {
    const sizes = await Promise.all(folders.map(sizeOf));
    const now = sizes.reduce((sum, size) => sum + size, 0);
    const isMore = held >= 0 && now > held;
    held = now;
    if (isMore && !hasGrown) onFirst();
    hasGrown ||= isMore;
    return isMore;
  };
}

function installerEnd(
  child: ChildProcess,
  hasGrown: () => Promise<boolean>,
  stallMs: number,
): Promise<Result<null>> {
  return new Promise((resolve) => {
    let quietMs = 0;
    const timer = setInterval(async () => {
      quietMs = (await hasGrown()) ? 0 : quietMs + LOOK_EVERY_MS;
      if (quietMs >= stallMs) end(err('nothing arrived'));
    }, LOOK_EVERY_MS);
    const end = (result: Result<null>): void => {
      clearInterval(timer);
      child.kill('SIGKILL');
      resolve(result);
    };
    void failureOf(child).then((failure) => end(failure === '' ? ok(null) : err(failure)));
  });
}

function failureOf(child: ChildProcess): Promise<string> {
  let complaint = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    complaint += text;
  });
  return new Promise((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('close', (code) => resolve(code === 0 ? '' : firstSentence(complaint)));
  });
}

/** The first line, without the `TypeError: fetch failed` stack. */
function firstSentence(complaint: string): string {
  const line =
    complaint.split('\n').find((one) => /\w*Error:/.test(one)) ?? complaint.split('\n', 1)[0] ?? '';
  const sentence = line.replace(/^.*?Error: /, '').trim();
  return sentence === '' ? 'its installer failed' : sentence;
}

/** The size of a folder in bytes; files that disappear while it is measured count as 0. */
async function sizeOf(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true }).catch(() => []);
  const found = await Promise.all(entries.map((entry) => stat(join(folder, entry)).catch(() => undefined)));
  return found.reduce((sum, one) => sum + (one?.isFile() === true ? one.size : 0), 0);
}
