import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadAnyRecording } from '../load-any-recording.ts';
import { openRecording } from '../opened-recording.ts';
import { readAnyRecording } from './read-any-recording.ts';
import { yamlToJson } from './yaml-to-json.ts';

let folder = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'unknown-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const LINE = '{"jsonrpc":"2.0","id":1,"method":"ping"}\n';

it.each([
  ['gzip', gzipSync(LINE), 'compressed with gzip: unpack it first'],
  ['zip', Buffer.from('PK\u0003\u0004rest'), 'a ZIP archive: unpack it first'],
  ['utf-16 le', Buffer.from(`\uFEFF${LINE}`, 'utf16le'), 'UTF-16 text'],
  ['utf-16 be', Buffer.from(`\uFEFF${LINE}`, 'utf16le').swap16(), 'save it as UTF-8'],
  ['binary', Buffer.from([1, 2, 0, 3, 10, 0]), 'a binary file'],
  ['png', Buffer.from('89504e470d0a1a0a0000', 'hex'), 'a picture'],
  ['pdf', Buffer.from('%PDF-1.7\n'), 'a PDF document'],
  ['prose', Buffer.from('hello\nworld\n'), 'not a Tierscope recording, and no layout of another tool'],
])(
  'a file of %s is refused with what it is and what to do, in the window and on the command line',
  async (name, bytes, words) => {
    const path = join(folder, name);
    await writeFile(path, bytes);
    const refused = { ok: false, error: expect.stringContaining(words) };
    expect(await openRecording(path, { copyTo: join(folder, `${name} copy`) })).toEqual(refused);
    expect(await readAnyRecording(path, { onRecord: () => undefined })).toEqual(refused);
  },
);

it.each([
  [
    'a recording',
    '{"type":"header","format":"tierscope","version":1,"startedAt":"2026-04-08T20:52:49.020Z"}\n{"type":"mark","seq":1,"at":0,"label":"a"}\n',
  ],
  ['a log', '2026-04-08T20:52:49.020Z [a] [info] Initializing server...\n'],
  [
    'a document',
    '[{"debug":"Starting connection attempt","timestamp":"2026-04-08T20:52:49.020Z","sessionId":"a","cwd":"/"}]',
  ],
])('the start of %s is known with its first record', async (name, text) => {
  const path = join(folder, name);
  await writeFile(path, text);
  const starts: string[] = [];
  await readAnyRecording(path, { onRecord: (_, __, from) => void starts.push(from.header.startedAt) });
  expect(starts[0]).toBe('2026-04-08T20:52:49.020Z');
});

it('a HAR without entries opens with the problem that it has none, and so does one of no MCP with a note', async () => {
  const read = async (name: string, log: object) => {
    const path = join(folder, name);
    await writeFile(path, JSON.stringify({ log: { version: '1.2', creator: { name: 'browser' }, ...log } }));
    return readAnyRecording(path, { onRecord: () => undefined });
  };
  expect(await read('none.har', {})).toMatchObject({
    value: { format: 'http-har', problems: [{ message: 'This HAR has no entries.' }] },
  });
  const request = { method: 'GET', url: 'http://h/logo.png', headers: [] };
  expect(await read('page.har', { entries: [{ request, response: { status: 200 } }] })).toMatchObject({
    value: {
      problems: [],
      notes: expect.arrayContaining(['Requests that are no part of MCP were left out.']),
    },
  });
});

describe('YAML as JSON text', () => {
  it('keeps the digits of big integers', () => {
    expect(yamlToJson('id: 12345678901234567890\nok: true\nlist: [1, 2.5, null, "x"]\n')).toEqual({
      ok: true,
      value: { json: '{"id":12345678901234567890,"ok":true,"list":[1,2.5,null,"x"]}', problems: [] },
    });
  });

  it('makes nothing but plain values of tags', () => {
    const read = yamlToJson('a: !!js/function "function () { throw 1 }"\nb: !<tag:evil> x\n');
    expect(read).toMatchObject({ ok: true, value: { json: expect.stringContaining('"b":"x"') } });
  });

  it('refuses aliases that would grow without end', () => {
    const bomb = `a: &a [x,x,x,x,x,x,x,x,x]\n${[...'bcdefgh'].map((name, index) => `${name}: &${name} [${`*${'abcdefgh'[index]},`.repeat(9).slice(0, -1)}]`).join('\n')}\n`;
    expect(yamlToJson(bomb).ok).toBe(false);
  });

  it('refuses a value that an alias puts into itself', () => {
    const read = yamlToJson('a: &a\n  b: {c: {d: e}}\n  list: [1, *a, *a]\n');
    expect(read).toEqual({ ok: false, error: expect.stringContaining('200 levels') });
  });

  it('reads a cut document as far as it goes', () => {
    const read = yamlToJson('meta:\n  v: 1\nmessages:\n  - t: 0\n    dir: "c2s');
    expect(read).toMatchObject({ ok: true, value: { problems: [expect.any(String)] } });
  });
});

it.each([
  [
    'cursor',
    '2026-04-08 20:52:49.013 [info] Cursor extension host agent started\n',
    'This is a Cursor log without messages.',
    'tierscope tap install --host cursor',
  ],
  [
    'zed',
    '2025-07-11T17:42:06-04:00 INFO  [zed] starting\n2025-07-11T17:42:07-04:00 INFO  [lsp] x\n',
    'This is a log of Zed.',
    'tierscope tap -- COMMAND',
  ],
  [
    'codex',
    '2026-08-03T07:11:02.463219Z  INFO codex_core::codex: new turn\n',
    'This is a log of Codex.',
    'tierscope lookup -',
  ],
  ['npm', '0 verbose cli /usr/bin/node /usr/bin/npm\n', 'This is a log of npm.', 'tierscope lookup -'],
  ['page', '<!DOCTYPE html><title>502</title>\n', 'This is an HTML page.', 'tierscope tap -- COMMAND'],
  [
    'nginx',
    '10.0.0.1 - - [10/Oct/2025:13:55:36 +0000] "POST /mcp HTTP/1.1" 404 153 "-" "node"\n',
    'This is the access log of a web server.',
    'tierscope tap --url URL',
  ],
  [
    'nginx errors',
    '2025/10/10 13:55:36 [error] 31#31: *1 connect() failed\n',
    'This is the error log of nginx.',
    'tierscope tap --url URL',
  ],
  ['cri', '2026-04-08T20:52:49.020123456Z stderr F Error: boom\n', 'the log of a container', 'lookup -'],
  ['pod', '[pod/mcp-0/server] listening on 3000\n', 'the log of a container', 'lookup -'],
  ['compose', 'server-1  | listening on 3000\n', 'the log of a container', 'lookup -'],
  ['syslog', 'Nov 28 02:00:02 host mcp[812]: listening\n', 'This is the system journal.', 'lookup -'],
  ['journal', '{"__REALTIME_TIMESTAMP":"1","MESSAGE":"x"}\n', 'This is the system journal.', 'lookup -'],
  ['pino', '{"level":50,"time":1726000000001,"msg":"boom"}\n', 'a log of JSON lines', 'lookup -'],
  ['logfmt', 'time=2026-01-01T00:00:00Z level=info msg=listening\n', 'a log in logfmt', 'lookup -'],
  ['python', '2026-01-01 00:00:00,123 - srv - ERROR - x\n', 'the log of a Python program', 'lookup -'],
  ['csv', 'name,calls,errors\necho,1,2\n', 'This is a table (CSV).', 'lookup -'],
  ['json', '{"event":"started","ok":true}\n', 'JSON without a message of JSON-RPC', 'docs/recordings.md'],
  ['none', 'just some words\n', 'no layout of another tool', 'tierscope tap install'],
])('a file that cannot be opened is named with a way on: %s', async (name, text, what, then) => {
  const path = join(folder, `${name}.log`);
  await writeFile(path, text);
  const read = await readAnyRecording(path, { onRecord: () => {} });
  const opened = await loadAnyRecording(path, undefined, { onChunk: () => undefined });
  expect(read).toMatchObject({ ok: false, error: expect.stringContaining(what) });
  expect(read).toMatchObject({ ok: false, error: expect.stringContaining(then) });
  expect(opened).toEqual(read);
});

it('a log of a host that tells nothing of its servers opens with a way on', async () => {
  const path = join(folder, 'idle.log');
  await writeFile(
    path,
    '2026-04-08 20:52:49.020 [info] Handling ListOfferings action, server stored: false\n',
  );
  expect(await readAnyRecording(path, { onRecord: () => {} })).toMatchObject({
    value: {
      format: 'cursor-log',
      problems: [{ line: 0, message: expect.stringContaining('tierscope tap install --host cursor') }],
    },
  });
});
