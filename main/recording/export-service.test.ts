import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Result } from '../../app/base/result.ts';
import type { Header, KnownRecord } from '../../app/frame/record.ts';
import { RowTable } from '../../app/frame/row-table.ts';
import { LogModel } from '../../app/session/log-model.ts';
import { RowReader } from '../../app/session/row-reader.ts';
import { type BuiltWorker, builtWorker } from '../system/testing/built-worker.ts';
import { type ExportScope, ExportService, wantedSeqs } from './export-service.ts';

const TOKEN = 'ghp_abcdefghijklmnopqrstuvwxyz0123456789';
const header: Header = {
  type: 'header',
  format: 'tierscope',
  version: 1,
  startedAt: '2026-11-21T09:30:00.000Z',
};
const LINES = [
  { type: 'session', seq: 1, at: 0, session: 'a', label: 'A', origin: 'connect' },
  { type: 'session', seq: 2, at: 0, session: 'b', label: 'B', origin: 'connect' },
  { type: 'stderr', seq: 3, at: 1, session: 'a', text: `token ${TOKEN}` },
  { type: 'stderr', seq: 4, at: 1, session: 'b', text: 'of another session' },
  { type: 'weather', seq: 5, forecast: `rain, and ${TOKEN}` },
  { type: 'mark', seq: 6, at: 2, label: 'here', color: 'blue' },
  { type: 'stderr', seq: 7, at: 3, session: 'a', text: 'plain' },
];

let folder = '';
let file = '';
let worker: BuiltWorker;
beforeAll(async () => {
  worker = await builtWorker('main/recording/export-worker.ts');
  folder = worker.folder;
  file = join(folder, 'in.tierscope.jsonl');
  await writeFile(file, [header, ...LINES].map((line) => `${JSON.stringify(line)}\n`).join(''));
}, 60_000);
afterAll(() => worker.remove());

const service = (script?: string) =>
  new ExportService({ kept: join(folder, 'kept'), passing: join(folder, 'passing'), workerScript: script });
const scope = (wanted?: readonly number[]): ExportScope => ({
  source: { file, session: 'a' },
  wanted: wanted === undefined ? undefined : Float64Array.from(wanted),
  choices: {},
});
const order = { header, name: 'out', format: 'tierscope', redact: false, keepFile: true } as const;

function given<Value>(result: Result<Value>): Value {
  if (!result.ok) throw new Error(result.error);
  return result.value;
}

async function recordsOf(path: string): Promise<{ type: string; seq?: number }[]> {
  return (await readFile(path, 'utf8'))
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
}

describe('an export', { timeout: 60_000 }, () => {
  it.each([true, false])(
    'has the records of its session, bookmarks, and unknown ones (in a worker: %s)',
    async (inWorker) => {
      const made = given(await service(inWorker ? worker.script : undefined).write({ ...scope(), ...order }));
      const [head, ...records] = await recordsOf(made.path);
      expect(head).toEqual(header);
      expect(records).toEqual(LINES.filter(({ session }) => session !== 'b'));
      expect(made.sizeBytes).toBe((await readFile(made.path)).length);
    },
  );

  it('of a part has the rows that are wanted, and says whose session it is', async () => {
    const made = given(await service(worker.script).write({ ...scope([6, 7]), ...order }));
    expect((await recordsOf(made.path)).slice(1).map(({ seq }) => seq)).toEqual([1, 6, 7]);
  });

  it('has no secret if it is redacted, not even in what is unknown', async () => {
    const found = given(await service(worker.script).preview(scope()));
    expect(found).toMatchObject({ total: 1, places: 2 });
    expect(found.secrets[0]?.listed.map(({ seq }) => seq)).toEqual([3, 5]);
    const made = given(await service(worker.script).write({ ...scope(), ...order, redact: true }));
    const text = await readFile(made.path, 'utf8');
    expect(text).not.toContain(TOKEN);
    expect(text.match(/<redacted:1>/g)).toHaveLength(2);
    expect(made.name).toBe('out-redacted.tierscope.jsonl');
  });

  it('that a screen fetches comes in pieces, and is gone then', async () => {
    const exports = service(worker.script);
    const made = given(await exports.write({ ...scope(), ...order, keepFile: false }));
    const piece = given(await exports.read(made.export, 0));
    expect(Buffer.from(piece.base64, 'base64').length).toBe(made.sizeBytes);
    expect(piece.next).toBeNull();
    expect(await readdir(join(folder, 'passing'))).toEqual([]);
    expect(await exports.read(made.export, 0)).toMatchObject({ ok: false });
  });

  it('fails with a sentence if its file cannot be read, and leaves nothing', async () => {
    const gone = { ...scope(), source: { file: join(folder, 'gone'), session: 'a' } };
    const end = await service(worker.script).write({ ...gone, ...order, name: 'never' });
    expect(end).toMatchObject({ ok: false, error: expect.stringContaining('cannot be written') });
    expect((await readdir(join(folder, 'kept'))).filter((name) => name.startsWith('never'))).toEqual([]);
    expect(await service(worker.script).preview(gone)).toMatchObject({ ok: false });
  });

  it('lets a newer preview call the one before it off', async () => {
    const exports = service(worker.script);
    const [former, newer] = await Promise.all([exports.preview(scope()), exports.preview(scope())]);
    expect(former).toMatchObject({ ok: false });
    expect(newer).toMatchObject({ ok: true });
  });
});

const place = (seq: number) => ({ seq, at: seq, session: 's1' });
const frame = (
  seq: number,
  direction: 'client-to-server' | 'server-to-client',
  message: object,
): KnownRecord => ({
  type: 'frame',
  ...place(seq),
  direction,
  raw: JSON.stringify({ jsonrpc: '2.0', ...message }),
});

it('has both halves of each exchange, in order', () => {
  const table = new RowTable();
  const log = new LogModel({ all: [new RowReader(table)] });
  log.take(frame(2, 'client-to-server', { id: 1, method: 'tools/list' }));
  log.take({ type: 'stderr', ...place(3), text: 'noise' });
  log.take(frame(4, 'server-to-client', { id: 1, result: {} }));
  log.take(frame(15, 'client-to-server', { id: 2, method: 'ping' }));
  const seqs = (...ranges: [number, number][]) => [...wantedSeqs(table, ranges)];
  expect(seqs([4, 4])).toEqual([2, 4]);
  expect(seqs([15, 20], [3, 4])).toEqual([2, 3, 4, 15]);
  expect(seqs([5, 14])).toEqual([]);
  expect(seqs()).toEqual([]);
});
