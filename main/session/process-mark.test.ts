import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type BuiltWorker, builtWorker } from '../system/testing/built-worker.ts';
import {
  endMarked,
  markedProcesses,
  markVariable,
  newMark,
  type Outlived,
  outlivedText,
} from './process-tree.ts';
import { ServerProcess } from './server-process.ts';

const LONG = { timeout: 30_000 };

/** A shell that prints its process id on stderr, closes every pipe, and becomes a waiting program. */
const waits = (before = '') => `sh -c '${before} echo helper $$ >&2; exec sleep 1000 <&- >&- 2>&-'`;

/** A server with a running helper, and what is reported about the helper after the end. */
async function served(script: string): Promise<{ server: ServerProcess; helper: number; told: Outlived[] }> {
  const told: Outlived[] = [];
  const none = () => undefined;
  const spec = { command: '/bin/sh', args: ['-c', script], cwd: '', env: {} };
  let said = (_pid: number): void => undefined;
  const helper = new Promise<number>((resolve) => {
    said = resolve;
  });
  const server = new ServerProcess(spec, {
    spawned: none,
    spawnFailed: none,
    line: () => [].values(),
    stderrLine: (text) => text.startsWith('helper ') && said(Number(text.slice(7))),
    stdoutClosed: none,
    exited: none,
    restEnded: (outlived) => told.push(...outlived),
    defect: none,
  });
  servers.push(server);
  return { server, helper: await helper, told };
}

const servers: ServerProcess[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.end()));
});

describe.skipIf(process.platform !== 'linux')('what a server started', () => {
  it.each([
    ['in a session of its own', `setsid ${waits()} & exec cat`],
    ['by a parent that left at once', `(setsid ${waits()} & ) & exec cat`],
    ['to go on after a hang-up', `nohup ${waits()} & exec cat`],
    ['beside itself in a wrapper', `${waits()} & cat`],
    ['to ignore SIGTERM', `(setsid ${waits('trap "" TERM;')} & ) & exec cat`],
  ])('%s is ended after it, and named', LONG, async (_, script) => {
    const { server, helper, told } = await served(script);
    await expect
      .poll(() => markedProcesses(server.mark))
      .toContainEqual({ pid: helper, name: 'sleep', born: expect.any(String) });
    await server.end();
    expect(await markedProcesses(server.mark)).toEqual([]);
    expect(told.map(outlivedText)).toEqual([`process ${helper} (sleep) outlived its server and was ended`]);
  });
});

const started: ChildProcess[] = [];
afterEach(() => {
  for (const child of started.splice(0)) child.kill('SIGKILL');
});

/** A program that forever replaces itself. */
const BECOME = 'exec "$0" -c "$1" "$0" "$1"';

async function marked(mark: string, inherited = ''): Promise<ChildProcess> {
  const child = spawn('/bin/sh', ['-c', 'echo up; exec sleep 1000'], {
    env: { PATH: process.env.PATH, ...markVariable(mark, inherited) },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  started.push(child);
  await once(createInterface({ input: child.stdout }), 'line');
  return child;
}

describe.skipIf(process.platform !== 'linux')('a mark', () => {
  it('ends what carries it, also among others, and nothing else', LONG, async () => {
    const mark = newMark();
    const [mine, nested, other, longer] = await Promise.all([
      marked(mark),
      marked('inner', mark),
      marked(newMark()),
      marked(`${mark}0`),
    ]);
    const exits = Promise.all([once(mine, 'exit'), once(nested, 'exit')]);
    const ended = await endMarked(mark);
    expect(ended.map(({ pid }) => pid).sort()).toEqual([mine.pid, nested.pid].sort());
    await exits;
    expect([other.exitCode, other.signalCode, longer.exitCode, longer.signalCode]).toEqual(
      Array(4).fill(null),
    );
  });

  it('is found on a process that becomes one program after another', LONG, async () => {
    const mark = newMark();
    const becoming = spawn('/bin/sh', ['-c', 'echo up; exec "$0" -c "$1" "$0" "$1"', '/bin/sh', BECOME], {
      env: { PATH: process.env.PATH, ...markVariable(mark, '') },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    started.push(becoming);
    await once(createInterface({ input: becoming.stdout }), 'line');
    for (let look = 0; look < 40; look += 1) expect(await markedProcesses(mark)).toHaveLength(1);
  });

  describe('that the reaper watches', () => {
    let built: BuiltWorker | undefined;
    beforeAll(async () => {
      built = await builtWorker('main/session/reaper.ts');
    }, 60_000);
    afterAll(() => built?.remove());

    it('is ended when the app is gone, but for those that were taken back', LONG, async () => {
      const [watched, named, takenBack] = [newMark(), newMark(), newMark()];
      const children = await Promise.all([watched, named, takenBack].map((mark) => marked(mark)));
      const reaper = spawn(process.execPath, [built?.script ?? '', `+${named}`], {
        stdio: ['pipe', 'ignore', 'inherit'],
      });
      reaper.stdin.end(`+${watched}\n+${takenBack}\n-${takenBack}\n`);
      expect(await once(reaper, 'exit')).toEqual([0, null]);
      expect(await markedProcesses(watched)).toEqual([]);
      expect(await markedProcesses(named)).toEqual([]);
      expect((await markedProcesses(takenBack)).map(({ pid }) => pid)).toEqual([children[2]?.pid]);
    });
  });
});
