import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { open, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type BuiltWorker, builtWorker } from './testing/built-worker.ts';

// A process whose `process.stdin` has ended, as Electron's has on Windows, and that prints its input.

let built: BuiltWorker;
beforeAll(async () => {
  built = await builtWorker('main/system/own-stdin.ts');
});
afterAll(() => built.remove());

function printing(stdin: 'pipe' | number) {
  const script = `
    const ended = require('node:stream').Readable.from([]);
    Object.defineProperty(process, 'stdin', { get: () => ended });
    import(${JSON.stringify(pathToFileURL(built.script).href)}).then(({ ownStdin }) =>
      ownStdin('win32', true).pipe(process.stdout));`;
  return spawn(process.execPath, ['-e', script], { stdio: [stdin, 'pipe', 'inherit'] });
}

test('a pipe is read as it is written, up to its end', async () => {
  const child = printing('pipe');
  if (child.stdin === null || child.stdout === null) throw new Error('there are no pipes');
  const first = once(child.stdout, 'data');
  child.stdin.write('{"id":1}\n');
  expect(String((await first)[0])).toBe('{"id":1}\n');
  const rest = text(child.stdout);
  child.stdin.end('{"id":2}\n');
  expect(await rest).toBe('{"id":2}\n');
});

test('a file is read to its end', async () => {
  const path = join(built.folder, 'requests.jsonl');
  await writeFile(path, '{"id":1}\n'.repeat(20_000));
  const file = await open(path);
  const child = printing(file.fd);
  if (child.stdout === null) throw new Error('there is no pipe');
  expect((await text(child.stdout)).length).toBe(180_000);
  await file.close();
});

test('everywhere else it is the stdin of the process', async () => {
  const { ownStdin } = await import('./own-stdin.ts');
  expect(ownStdin('linux', true)).toBe(process.stdin);
  expect(ownStdin('darwin', true)).toBe(process.stdin);
  expect(ownStdin('win32', false)).toBe(process.stdin);
});
