import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { err, ok, type Result } from '../../app/base/result.ts';

/** How long nothing may arrive before the download counts as impossible. */
const STALL_MS = 8000;
const LOOK_EVERY_MS = 500;

/**
 * Runs the installer of Electron's package, which respects proxies, mirrors and its cache. It tells nothing of its
 * progress, so the growth of its files does; where they do not grow for `stallMs`, it is ended.
 */
export async function fetchElectron(
  packageFolder: string,
  env: Readonly<NodeJS.ProcessEnv>,
  onFetching: () => void,
  stallMs = STALL_MS,
): Promise<Result<null>> {
  const scratch = await mkdtemp(join(tmpdir(), 'tierscope-electron-'));
  const child = spawn(process.execPath, [join(packageFolder, 'install.js')], {
    env: { ...env, TMPDIR: scratch, TMP: scratch, TEMP: scratch, ELECTRON_GET_NO_PROGRESS: '1' },
    stdio: ['ignore', 'ignore', 'pipe'],
    windowsHide: true,
  });
  const watch = watchGrowth([scratch, join(packageFolder, 'dist')], onFetching);
  try {
    return await installerEnd(child, watch, stallMs);
  } finally {
    await rm(scratch, { recursive: true, force: true, maxRetries: 3 });
  }
}

type Growth = { readonly look: () => Promise<boolean> };

/** Tells at each look whether the folders hold more than at the look before. */
function watchGrowth(folders: readonly string[], onFirst: () => void): Growth {
  let held = -1;
  let grown = 0;
  return {
    async look() {
      const sizes = await Promise.all(folders.map(sizeOf));
      const now = sizes.reduce((sum, size) => sum + size, 0);
      const isMore = held >= 0 && now > held;
      held = now;
      if (isMore) grown += 1;
      if (isMore && grown === 1) onFirst();
      return isMore;
    },
  };
}

function installerEnd(child: ChildProcess, growth: Growth, stallMs: number): Promise<Result<null>> {
  let complaint = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    complaint += text;
  });
  return new Promise((resolve) => {
    let quietMs = 0;
    const timer = setInterval(async () => {
      quietMs = (await growth.look()) ? 0 : quietMs + LOOK_EVERY_MS;
      if (quietMs >= stallMs) end(err('nothing arrived'));
    }, LOOK_EVERY_MS);
    const end = (result: Result<null>): void => {
      clearInterval(timer);
      child.kill('SIGKILL');
      resolve(result);
    };
    child.once('error', (error) => end(err(error.message)));
    child.once('close', (code) => end(code === 0 ? ok(null) : err(firstSentence(complaint))));
  });
}

/** `TypeError: fetch failed` and a stack says no more than its first line. */
function firstSentence(complaint: string): string {
  const line =
    complaint.split('\n').find((one) => /\w*Error:/.test(one)) ?? complaint.split('\n', 1)[0] ?? '';
  const sentence = line.replace(/^.*?Error: /, '').trim();
  return sentence === '' ? 'its installer failed' : sentence;
}

/** Bytes below a folder; what vanishes while it is counted counts nothing. */
async function sizeOf(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true }).catch(() => []);
  const sizes = await Promise.all(
    entries.map((entry) =>
      stat(join(folder, entry)).then(
        (found) => (found.isFile() ? found.size : 0),
        () => 0,
      ),
    ),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}
