import { appendFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ProblemsAgainst, SessionProblems } from '../../app/contract/problem-commands.ts';
import type { HostApi } from './host-api.ts';
import { testHub } from './testing/test-hub.ts';

let folder = '';
let hub: HostApi;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'problems-'));
  await mkdir(join(folder, 'recordings'));
  hub = testHub(folder);
});
afterEach(async () => {
  await hub.dispose();
  await rm(folder, { recursive: true, force: true });
});

/** A recording of calls that fail with these texts, or error codes; an empty text restarts the process. */
async function recorded(name: string, hour: number, texts: readonly (string | number)[]): Promise<string> {
  const startedAt = `2026-11-21T${String(hour).padStart(2, '0')}:00:00.000Z`;
  const lines: object[] = [
    { type: 'header', format: 'tierscope', version: 1, startedAt },
    { type: 'session', seq: 1, at: 0, session: 's1', label: 'notes', origin: 'connect', command: 'notes' },
  ];
  const add = (record: object) =>
    lines.push({ seq: lines.length, at: lines.length, session: 's1', ...record });
  add({ type: 'process', event: 'spawned', pid: 1 });
  for (const text of texts) {
    if (text === '') add({ type: 'process', event: 'spawned', pid: 2 });
    const id = lines.length;
    const frame = (direction: string, message: object) =>
      add({ type: 'frame', direction, raw: JSON.stringify({ jsonrpc: '2.0', id, ...message }) });
    if (text === '') continue;
    frame('client-to-server', { method: 'tools/call', params: { name: 'read', arguments: {} } });
    const error = typeof text === 'number' ? { code: text, message: 'refused' } : undefined;
    frame(
      'server-to-client',
      error === undefined ? { result: { content: [{ type: 'text', text }], isError: true } } : { error },
    );
  }
  const path = join(folder, 'recordings', `${name}.tierscope.jsonl`);
  await writeFile(path, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  return path;
}

async function opened(path: string): Promise<string> {
  const read = await hub.commands.openRecording({ path });
  if (!read.ok) throw new Error(read.error);
  return read.value.sessions[0] ?? '';
}

async function problemsOf(
  session: string,
  against: ProblemsAgainst = { kind: 'last' },
): Promise<SessionProblems> {
  const read = await hub.commands.readProblems({ session, against });
  if (!read.ok) throw new Error(read.error);
  return read.value;
}

const errorsIn = ({ problems }: SessionProblems) =>
  problems
    .filter(({ tier }) => tier !== null)
    .map(({ text, state, count, before }) => [text, state, count, before]);

test('codes have the names of the vocabulary that the user says the server speaks, and of the user’s own', async () => {
  const own = {
    id: 'acme',
    name: 'Acme',
    source: 'x',
    codes: [{ code: 4711, name: 'SeatTaken', meaning: 'x' }],
  };
  await mkdir(join(folder, 'vocabularies'));
  await writeFile(join(folder, 'vocabularies', 'acme.json'), JSON.stringify(own));
  const session = await opened(await recorded('now', 10, [4711, -32001]));
  const titles = async (spoken?: { id: string; confidence: number }[]) => {
    const asked = {
      session,
      against: { kind: 'none' as const },
      ...(spoken === undefined ? {} : { spoken }),
    };
    const read = await hub.commands.readProblems(asked);
    if (!read.ok) throw new Error(read.error);
    return read.value.problems.map(({ title }) => title).join();
  };
  expect(await titles()).toMatch(/4711 Seat ?taken/i);
  expect(await titles()).not.toMatch(/-32001 Not ?found/i);
  expect(await titles([{ id: 'mcp-ts-core', confidence: 1 }])).toMatch(/-32001 Not ?found/i);
});

test('problems are held against the previous recording of the server, which can be another one or none', async () => {
  const older = await recorded('older', 8, ['disk full']);
  await recorded('newer', 9, ['No note 1', 'No note 2', 'no network']);
  const session = await opened(await recorded('now', 10, ['No note 7', 'disk full', 'disk full']));
  const last = await problemsOf(session);
  expect(last).toMatchObject({
    run: 0,
    basis: { kind: 'recording', recording: { name: 'newer.tierscope.jsonl' } },
  });
  expect(errorsIn(last)).toEqual([
    ['disk full', 'new', 2, 0],
    ['No note 7', 'known', 1, 2],
    ['no network', 'gone', 0, 1],
  ]);
  const other = await problemsOf(session, { kind: 'recording', path: older });
  expect(errorsIn(other).map(([, state]) => state)).toEqual(['known', 'new']);
  const none = await problemsOf(session, { kind: 'none' });
  expect(errorsIn(none).map(([, state]) => state)).toEqual([null, null]);
});

test('after a restart they are those of the last run, held against the run before it', async () => {
  await recorded('earlier', 8, ['No note 1']);
  const session = await opened(
    await recorded('now', 10, ['No note 1', 'disk full', '', 'No note 2', 'no network']),
  );
  const read = await problemsOf(session);
  expect(read).toMatchObject({ run: 2, basis: { kind: 'run', run: 1 } });
  expect(errorsIn(read)).toEqual([
    ['No note 2', 'known', 1, 1],
    ['no network', 'new', 1, 0],
    ['disk full', 'gone', 0, 1],
  ]);
});

test('a problem leads to its records, and a record to its problem', async () => {
  const session = await opened(await recorded('now', 10, ['No note 1', 'disk full', 'No note 2']));
  const read = await problemsOf(session);
  const problem = read.problems[0]?.id ?? '';
  expect(await hub.commands.problemRows({ session, problem })).toEqual({ ok: true, value: [3, 4, 7, 8] });
  const placeOf = (seq: number) => hub.commands.problemAt({ session, seq, problem: '', run: 0 });
  const place = { problem, at: 1, before: 4, after: 0 };
  expect(await placeOf(8)).toEqual({ ok: true, value: place });
  expect(await placeOf(2)).toEqual({ ok: true, value: null });
});

test('of an earlier recording only the sessions of the same server count', async () => {
  const session = await opened(await recorded('now', 10, ['No note 1']));
  const other = await recorded('other', 9, ['No note 1']);
  const text = await readFile(other, 'utf8');
  await writeFile(other, text.replace('"command":"notes"', '"command":"weather"'));
  const against = await problemsOf(session, { kind: 'recording', path: other });
  expect(against.basisFault).toBe('other.tierscope.jsonl has no session of this server.');
  expect(errorsIn(against)).toEqual([['No note 1', null, 1, 0]]);
  const second = text
    .replaceAll('"session":"s1"', '"session":"s2"')
    .replaceAll('"seq":', '"seq":10')
    .split('\n')
    .slice(1)
    .join('\n');
  await appendFile(other, second);
  expect(errorsIn(await problemsOf(session, { kind: 'recording', path: other }))).toEqual([
    ['No note 1', 'known', 1, 1],
  ]);
});

test('an earlier recording that is gone or damaged is said in a sentence', async () => {
  const session = await opened(await recorded('now', 10, ['No note 1']));
  const gone = await problemsOf(session, { kind: 'recording', path: join(folder, 'none.jsonl') });
  expect(gone.basisFault).toMatch(/^none\.jsonl cannot be compared: /);
  expect(errorsIn(gone)).toEqual([['No note 1', null, 1, 0]]);
  const broken = join(folder, 'broken.tierscope.jsonl');
  await writeFile(broken, 'nonsense\n');
  expect((await problemsOf(session, { kind: 'recording', path: broken })).basisFault).toContain('broken');
});

test('a rule that is turned off counts nowhere, for a server or everywhere, until it is turned on again', async () => {
  const session = await opened(await recorded('now', 10, ['Traceback (most recent call last): boom']));
  const found = await hub.commands.readFindings({ session, from: 0, limit: 100 });
  const rule = (found.ok ? found.value : []).find(({ setting }) => setting === undefined)?.rule ?? '';
  const shown = async () => {
    const read = await hub.commands.readFindings({ session, from: 0, limit: 100 });
    return (read.ok ? read.value : []).filter((one) => one.rule === rule && one.setting?.as !== 'off').length;
  };
  const inProblems = async () =>
    (await problemsOf(session)).problems.some((one) => one.findings.some((finding) => finding.rule === rule));
  expect([rule !== '', (await shown()) > 0, await inProblems()]).toEqual([true, true, true]);

  const off = await hub.commands.turnRuleOff({ rule, session });
  expect(off).toMatchObject({ ok: true, value: [{ rule, server: { commandLine: 'notes' } }] });
  expect([await shown(), await inProblems()]).toEqual([0, false]);
  const state = (await hub.commands.hello({})).logs.find((log) => log.session === session);
  expect(state?.findingsRevision).toBe(1);

  const next = await opened(await recorded('later', 11, ['Traceback (most recent call last): boom']));
  const read = await hub.commands.readFindings({ session: next, from: 0, limit: 100 });
  const settings = (read.ok ? read.value : []).filter((one) => one.rule === rule);
  expect(settings.map(({ setting }) => setting?.reason)).toContain('You turned it off for this server.');

  const [one] = off.ok ? off.value : [];
  if (one === undefined) throw new Error('nothing is off');
  expect(await hub.commands.turnRuleOn({ off: one })).toEqual({ ok: true, value: [] });
  expect([(await shown()) > 0, await inProblems()]).toEqual([true, true]);
  expect(await hub.commands.turnRuleOff({ rule: 'Z99', session: null })).toMatchObject({ ok: false });
});
