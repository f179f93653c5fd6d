import { truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BuiltWorker, builtWorker } from '../system/testing/built-worker.ts';
import { MAX_SESSIONS } from './load-recording.ts';
import { type OpenedRecording, openRecording } from './opened-recording.ts';

let worker: BuiltWorker;
let folder = '';

beforeAll(async () => {
  worker = await builtWorker('main/recording/open-worker.ts');
  folder = worker.folder;
}, 60_000);
afterAll(() => worker.remove());

const header = { type: 'header', format: 'tierscope', version: 1, startedAt: '2026-11-21T09:30:00.000Z' };

async function file(name: string, records: readonly (object | string)[]): Promise<string> {
  const path = join(folder, name);
  const lines = records.map((record) => (typeof record === 'string' ? record : JSON.stringify(record)));
  await writeFile(path, lines.map((line) => `${line}\n`).join(''));
  return path;
}

function frame(seq: number, session: string, direction: string, message: object): object {
  const raw = JSON.stringify({ jsonrpc: '2.0', ...message });
  return { type: 'frame', seq, at: seq, session, direction, raw };
}

const request = (seq: number, session: string, id: number) =>
  frame(seq, session, 'client-to-server', { id, method: 'tools/call', params: { name: 'echo' } });
const answer = (seq: number, session: string, id: number, isError = false) =>
  frame(seq, session, 'server-to-client', { id, result: { content: [], isError } });

async function opened(path: string, script?: string): Promise<OpenedRecording> {
  const result = await openRecording(path, { workerScript: script });
  if (!result.ok) throw new Error(result.error);
  return result.value;
}

const rowsOf = (session: OpenedRecording['sessions'][number] | undefined) =>
  Array.from({ length: session?.table.length ?? 0 }, (_, index) => session?.table.row(index));

describe('opening a recording', { timeout: 60_000 }, () => {
  it('shows as many sessions as can be held, says how many records are left out, and patches each row', async () => {
    const names = Array.from({ length: MAX_SESSIONS + 50 }, (_, index) => `s${index}`);
    // The answers come chunks after their requests.
    const requests = names.flatMap((name, index) =>
      Array.from({ length: 6 }, (_, id) => request(index * 6 + id + 1, name, id)),
    );
    const first = requests.length + 1;
    const answers = names.map((name, index) => answer(first + index, name, 0));
    const { sessions, problems } = await opened(
      await file('many.tierscope.jsonl', [header, ...requests, ...answers]),
    );
    expect(sessions).toHaveLength(MAX_SESSIONS);
    expect(problems).toEqual([
      { line: 0, message: expect.stringMatching(/more than 1000 sessions.*350 records/) },
    ]);
    for (const session of sessions) {
      expect(rowsOf(session).map((row) => row?.outcome)).toEqual(['ok', ...Array(5).fill('pending'), 'ok']);
    }
  });

  it('opens a file whose records have members of any depth', async () => {
    const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;
    const session = `{"type":"session","seq":1,"at":1,"session":"s1","label":"a","origin":"connect","later":${deep}}`;
    const path = await file('deep.tierscope.jsonl', [header, session, request(2, 's1', 1)]);
    for (const script of [undefined, worker.script]) {
      const { sessions, problems } = await opened(path, script);
      expect(JSON.stringify(sessions[0]?.record)).toContain('(cut:');
      expect(problems).toHaveLength(1);
    }
  });

  it('gives each session of the file its rows, facts, counts and records', async () => {
    const path = await file('two.tierscope.jsonl', [
      header,
      {
        type: 'session',
        seq: 1,
        at: 0,
        session: 'a',
        label: 'A',
        origin: 'connect',
        command: 'node',
        args: ['x'],
      },
      { type: 'mark', seq: 2, at: 1, label: 'before b' },
      frame(3, 'a', 'client-to-server', { id: 0, method: 'initialize', params: {} }),
      frame(4, 'a', 'server-to-client', {
        id: 0,
        result: {
          protocolVersion: '2025-11-25',
          serverInfo: { name: 'srv', version: '1' },
          capabilities: {},
        },
      }),
      { type: 'session', seq: 5, at: 5, session: 'b', label: 'B', origin: 'tap' },
      request(6, 'b', 1),
      request(7, 'a', 1),
      answer(8, 'a', 1, true),
      { type: 'dropped', seq: 9, at: 9, session: 'b', count: 4, reason: 'limit' },
      'garbage',
      answer(10, 'b', 1),
      { type: 'end', seq: 11, at: 11 },
    ]);
    const { header: read, problems, sessions } = await opened(path);
    expect(read.startedAt).toBe(header.startedAt);
    expect(problems).toEqual([{ line: 11, message: expect.stringContaining('not JSON') }]);
    expect(sessions).toMatchObject([
      {
        name: 'a',
        record: { label: 'A' },
        facts: { server: { name: 'srv' } },
        counts: { tool: 1, ok: 1 },
        dropped: 0,
      },
      {
        name: 'b',
        record: { label: 'B' },
        facts: { server: null },
        counts: { ok: 1, frames: 2 },
        dropped: 4,
      },
    ]);
    expect(rowsOf(sessions[0]).map((row) => row?.seq)).toEqual([2, 3, 4, 7, 8]);
    expect(rowsOf(sessions[1]).map((row) => row?.seq)).toEqual([2, 6, 9, 10]);
    const ofB = await sessions[1]?.store.readRecords(0, 99, 99);
    expect(ofB?.map((record) => record.seq)).toEqual([2, 5, 6, 9, 10, 11]);
  });

  it('gives the same in a worker as in this thread, across many chunks', async () => {
    const calls = Array.from({ length: 9000 }, (_, call) => [
      request(2 * call + 1, 's1', call),
      answer(2 * call + 2, 's1', call, call % 3 === 0),
    ]);
    // Answered long after its own chunk was passed on.
    const late = [
      request(18_001, 's1', 90_000),
      ...Array.from({ length: 6000 }, (_, n) => request(18_002 + n, 's1', 100_000 + n)),
    ];
    const path = await file('many.tierscope.jsonl', [
      header,
      ...calls.flat(),
      ...late,
      answer(30_000, 's1', 90_000),
    ]);
    const progress: number[] = [];
    const here = await opened(path);
    const there = await openRecording(path, {
      workerScript: worker.script,
      onProgress: (now) => progress.push(now.bytesRead),
    });
    if (!there.ok) throw new Error(there.error);
    expect(here.sessions[0]?.counts).toMatchObject({ tool: 3000, ok: 6001, unanswered: 6000 });
    expect(there.value.sessions[0]?.counts).toEqual(here.sessions[0]?.counts);
    expect(rowsOf(there.value.sessions[0])).toEqual(rowsOf(here.sessions[0]));
    const { table } = here.sessions[0] ?? { table: undefined };
    expect(table?.row(table.indexOf(18_001))).toMatchObject({ pair: 30_000, outcome: 'ok' });
    expect(await there.value.sessions[0]?.store.readRecords(12_345, 12_347, 9)).toHaveLength(3);
    expect(progress.length).toBeGreaterThan(3);
  });

  it('opens a file without sessions as one that is empty', async () => {
    const { sessions } = await opened(
      await file('bare.tierscope.jsonl', [header, { type: 'mark', seq: 1, at: 0, label: 'x' }]),
    );
    expect(sessions).toHaveLength(1);
    expect(sessions[0]).toMatchObject({ name: '', record: undefined, counts: { frames: 0 } });
    expect(sessions[0]?.table.length).toBe(1);
  });

  it('opens a session that no session record announced', async () => {
    const { sessions } = await opened(
      await file('unannounced.tierscope.jsonl', [header, request(1, 'x', 1)]),
    );
    expect(sessions).toMatchObject([{ name: 'x', record: undefined, counts: { requests: 1 } }]);
  });

  it('opens a file that was cut off', async () => {
    const path = await file('cut.tierscope.jsonl', [header, request(1, 's', 1), answer(2, 's', 1)]);
    await truncate(path, 300);
    const { problems, sessions } = await opened(path);
    expect(sessions[0]?.table.length).toBe(1);
    expect(problems).toEqual([{ line: 3, message: expect.stringContaining('cut off') }]);
  });

  it.each([false, true])('says why a file cannot be opened (in a worker: %s)', async (inWorker) => {
    const script = inWorker ? worker.script : undefined;
    const missing = join(folder, 'none.tierscope.jsonl');
    const open = (path: string) => openRecording(path, { workerScript: script });
    expect(await open(missing)).toEqual({
      ok: false,
      error: `${missing} cannot be opened: it does not exist.`,
    });
    expect(await open(folder)).toEqual({ ok: false, error: `${folder} cannot be opened: it is a folder.` });
    const other = await file('other.txt', ['hello']);
    expect(await open(other)).toEqual({
      ok: false,
      error: expect.stringMatching(
        /This is not a Tierscope recording.*Formats that can be opened: .*MCP Inspector, .*Tierscope/,
      ),
    });
    const newer = await file('newer.tierscope.jsonl', [{ ...header, version: 9 }]);
    expect(await open(newer)).toMatchObject({ ok: false, error: expect.stringContaining('version 9') });
  });

  it.each([false, true])('can be cancelled (in a worker: %s)', async (inWorker) => {
    const path = await file('long.tierscope.jsonl', [
      header,
      ...Array.from({ length: 60_000 }, (_, n) => request(n + 1, 's', n)),
    ]);
    const cancel = new AbortController();
    const result = await openRecording(path, {
      workerScript: inWorker ? worker.script : undefined,
      signal: cancel.signal,
      onProgress: () => cancel.abort(),
    });
    expect(result).toEqual({ ok: false, error: `Opening ${path} was cancelled.` });
  });

  it('says that the file changed under it', async () => {
    const path = await file('changed.tierscope.jsonl', [header, request(1, 's', 1)]);
    const { sessions } = await opened(path);
    await truncate(path, 100);
    await expect(sessions[0]?.store.readRecords(1, 1, 1)).rejects.toThrow('cannot be read: it is shorter');
  });
});
