import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { TurnSlices } from '../system/turn-slices.ts';
import { ServerProcess } from './server-process.ts';

const started: ServerProcess[] = [];

afterEach(async () => {
  vi.useRealTimers();
  await Promise.all(started.splice(0).map((server) => server.end()));
});

/** A server that runs a script, and all of its events: lines as they are, others by name. */
function run(script: string, turns?: TurnSlices) {
  const heard: string[] = [];
  const decoder = new TextDecoder();
  let exited = (): void => undefined;
  const exit = new Promise<void>((resolve) => {
    exited = resolve;
  });
  const server = new ServerProcess(
    { command: process.execPath, args: ['-e', script], cwd: '', env: {} },
    {
      spawned: () => heard.push('spawned'),
      spawnFailed: (message) => heard.push(message),
      line: ({ bytes }) => [heard.push(decoder.decode(bytes))].values(),
      stderrLine: (text) => heard.push(`stderr ${text}`),
      stdoutClosed: () => heard.push('stdout closed'),
      exited: (code) => {
        heard.push(`exit ${code}`);
        exited();
      },
      restEnded: () => undefined,
      defect: (error) => heard.push(String(error)),
    },
    turns,
  );
  started.push(server);
  return { server, heard, exit };
}

const numbered = (count: number) => Array.from({ length: count }, (_, index) => `line ${index}`);

describe('what a process writes', () => {
  test('is heard whole and in order however much it is, its last line without an end too, before the exit', async () => {
    const { heard, exit } = run(`
      for (let i = 0; i < 100_000; i += 1000) {
        let text = '';
        for (let j = i; j < i + 1000; j += 1) text += 'line ' + j + '\\n';
        process.stdout.write(text);
      }
      process.stdout.write('cut off');
      console.error('bad');
      process.exitCode = 3;`);
    await exit;
    const lines = heard.filter((text) => !text.startsWith('stderr'));
    expect(lines).toEqual(['spawned', ...numbered(100_000), 'cut off', 'exit 3']);
    expect(heard).toContain('stderr bad');
  });

  // On other systems a pipe holds less, and the server waits until it is read. Here it holds one whole write.
  test.runIf(process.platform === 'linux')(
    'is heard before the exit, also if the app is far behind when the server is gone',
    async () => {
      vi.useFakeTimers({ toFake: ['setTimeout'] });
      let now = 0;
      const due: (() => void)[] = [];
      const tick = () => {
        now += 1;
        return now;
      };
      const slow = new TurnSlices({ now: tick, nextTurn: (next) => void due.push(next) });
      const script = `
        const lines = Array.from({ length: 180 }, (_, i) => 'line ' + i + ' '.repeat(1000) + '\\n');
        process.stdout.write(lines.join('') + 'cut off');`;
      const { server, heard, exit } = run(script, slow);
      await server.started();
      while (server.running) await turn();
      let isOver = false;
      void exit.then(() => {
        isOver = true;
      });
      while (!isOver) {
        // Repeatedly exceeds the wait for a pipe that a grandchild holds open.
        vi.advanceTimersByTime(10_000);
        for (const next of due.splice(0)) next();
        await turn();
      }
      expect(heard.map((text) => text.trim())).toEqual(['spawned', ...numbered(180), 'cut off', 'exit 0']);
    },
  );

  test('does not wait forever for what a grandchild goes on to write', async () => {
    const grandchild = `setInterval(() => process.stdout.write('still here\\n'.repeat(9000)), 1)`;
    const { heard, exit } = run(`
      const { spawn } = require('child_process');
      spawn(process.execPath, ['-e', ${JSON.stringify(grandchild)}], { stdio: 'inherit' }).unref();
      process.stdout.write('mine\\n');`);
    await exit;
    expect(heard.slice(0, 2)).toEqual(['spawned', 'mine']);
    expect(heard).toContain('exit 0');
  });
});

test('thousands of writes that a server does not read wait together, and end with it', async () => {
  const warnings: string[] = [];
  const warned = ({ name }: Error) => void warnings.push(name);
  process.on('warning', warned);
  const { server } = run('setInterval(() => undefined, 1000)');
  await server.started();
  const writes = Array.from({ length: 2000 }, () => server.write('x'.repeat(1000)));
  let written = 0;
  for (const write of writes) void write.then(() => (written += 1));
  await turn();
  expect(written).toBeLessThan(2000);
  await server.end();
  await Promise.all(writes);
  await turn();
  process.off('warning', warned);
  expect(warnings).not.toContain('MaxListenersExceededWarning');
});
