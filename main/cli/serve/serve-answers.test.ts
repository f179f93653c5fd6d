import { appendFile, mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { hostTable } from '../../../app/hosts/lens/host-table.ts';
import { encodeHeader, encodeRecord } from '../../../app/recording/encode-record.ts';
import { sampleHeader } from '../../../app/recording/testing/any-record.ts';
import { SAMPLE_RECORDS } from '../../../app/report/testing/sample-recording.ts';
import { announceTap } from '../../tap/tap-registry.ts';
import { ServeAnswers } from './serve-answers.ts';

const SECRET = `sk-ant-api03-${'a1B2c3D4e5F6'.repeat(4)}`;
let folder = '';

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tierscope-serve-'));
  await mkdir(join(folder, 'recordings'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

function answers(...paths: string[]): ServeAnswers {
  const report = { hosts: hostTable() };
  return new ServeAnswers({ version: '1', dataFolder: folder, paths, report, vocabularies: [] });
}

/** Writes a recording into the data folder, dated this many seconds after 1970; returns its path. */
async function recorded(name: string, lines: readonly string[], second = 1): Promise<string> {
  const path = join(folder, 'recordings', `${name}.tierscope.jsonl`);
  await writeFile(path, `${[encodeHeader(sampleHeader), ...lines].join('\n')}\n`);
  await utimes(path, second, second);
  return path;
}

const sample = SAMPLE_RECORDS.map(encodeRecord);

/** A call that fails at the protocol tier, as two lines of a recording. */
function failedCall(seq: number, id: number, args: object): string[] {
  const params = { name: 'late', arguments: args };
  return refused(seq, id, { method: 'tools/call', params }, { code: -32603, message: 'late failure' });
}

/** A request and the error that answers it, as two lines of a recording. */
function refused(seq: number, id: number, request: object, error: object): string[] {
  const frame = (at: number, direction: string, message: object) =>
    JSON.stringify({
      ...{ type: 'frame', seq: at, at: at * 10, session: 's1', direction },
      raw: JSON.stringify({ jsonrpc: '2.0', id, ...message }),
    });
  return [frame(seq, 'client-to-server', request), frame(seq + 1, 'server-to-client', { error })];
}

const never = new AbortController().signal;

describe('the recordings', () => {
  it('are those of the data folder and the named ones: live first, then the newest', async () => {
    await recorded('older', sample, 1);
    await recorded('newer', sample, 2);
    const live = await recorded('tapped', sample, 0);
    const named = join(folder, 'mine.jsonl');
    await writeFile(named, `${[encodeHeader(sampleHeader), ...sample].join('\n')}\n`);
    await utimes(named, 3, 3);
    await announceTap(folder, { pid: process.pid, file: live, label: 'tapped' });
    const { data, text } = await answers(named).list(3);
    expect(data.recordings.map(({ name, live: isLive }) => [name, isLive])).toEqual([
      ['tapped.tierscope.jsonl', true],
      ['mine.jsonl', false],
      ['newer.tierscope.jsonl', false],
    ]);
    expect(data.moreRecordings).toBe(1);
    expect(text).toContain('tapped.tierscope.jsonl (live)');
  });

  it('are found by a part of the name that only one has, and a wrong name leads on', async () => {
    await recorded('first-run', sample);
    await recorded('second-run', sample, 2);
    const { recordings } = answers();
    expect(await recordings.find('first')).toMatchObject({ value: { name: 'first-run.tierscope.jsonl' } });
    const wrong = await recordings.find('run');
    expect(wrong).toEqual({
      ok: false,
      error:
        'There is no such recording; list_recordings names them all. The newest is\n  | second-run.tierscope.jsonl',
    });
  });

  it('that are none yet are said to be none, with what to do', async () => {
    const { text } = await answers().list(10);
    expect(text).toBe(
      'There is no recording yet. Connect to a server in the app, or put a tap in front of it.',
    );
    expect(await answers().problems({ limit: 5 })).toMatchObject({ ok: false });
  });
});

describe('the problems', () => {
  it('of the newest recording stand by their causes, with what to do, and as many as are asked for', async () => {
    await recorded('run', sample);
    const all = await answers().problems({ limit: 100 });
    expect(all.ok && all.value.data.problems.map(({ tier, target }) => [tier, target])).toContainEqual([
      'protocol',
      'nope',
    ]);
    const few = await answers().problems({ limit: 1 });
    if (!few.ok || !all.ok) throw new Error('no answer');
    expect(few.value.data.problems).toHaveLength(1);
    expect(few.value.data.moreProblems).toBe(all.value.data.problems.length - 1);
    expect(few.value.text).toContain('problems more: ask with a higher limit.');
  });

  it('beside an earlier run are new, known or gone', async () => {
    await recorded('before', sample, 1);
    await recorded('after', [...sample.slice(0, 7), ...failedCall(40, 9, {})], 2);
    const beside = await answers().problems({ baseline: 'before', limit: 50 });
    if (!beside.ok) throw new Error(beside.error);
    const states = beside.value.data.problems.map(({ target, state }) => [target, state]);
    expect(states).toContainEqual(['late', 'new']);
    expect(states).toContainEqual(['nope', 'gone']);
    expect(states).toContainEqual(['echo', 'known']);
  });

  it('of a session that there is not are no empty list', async () => {
    await recorded('run', sample);
    expect(await answers().problems({ session: 's9', limit: 5 })).toEqual({
      ok: false,
      error: 'There is no such session in this recording. It has\n  | s1',
    });
  });
});

describe('an exchange', () => {
  it('has its request, its answer and what is between them, by the seq of either', async () => {
    await recorded('run', sample);
    for (const seq of [8, 9]) {
      const found = await answers().exchange({ seq });
      if (!found.ok) throw new Error(found.error);
      expect(found.value.data).toMatchObject({ requestSeq: 8, answerSeq: 9, tier: 'protocol', code: -32602 });
      expect(found.value.data.records.map((one) => one.seq)).toEqual([8, 9]);
      expect(found.value.text).toContain('Tool nope not found');
    }
  });

  it('without a seq is that of the last error', async () => {
    await recorded('run', [...sample, ...failedCall(40, 9, {})]);
    const found = await answers().exchange({});
    expect(found.ok && found.value.data).toMatchObject({ seq: 41, requestSeq: 40, target: 'late' });
  });

  it('that is good is shown too', async () => {
    await recorded('run', sample);
    const found = await answers().exchange({ seq: 5 });
    expect(found.ok && found.value.data).toMatchObject({ requestSeq: 4, tier: 'ok', outcome: 'ok' });
  });

  it('whose error was expected says why it is none', async () => {
    const error = { code: -32601, message: 'Method not found' };
    await recorded('run', [...sample, ...refused(40, 9, { method: 'server/discover' }, error)]);
    const found = await answers().exchange({ seq: 41 });
    if (!found.ok) throw new Error(found.error);
    expect(found.value.data.tier).toBe('ok');
    expect(found.value.text).toContain('what | not a 2026-07-28 server: Method not found');
  });

  it('cuts a long frame and says by how much', async () => {
    await recorded('run', [...sample, ...failedCall(40, 9, { text: 'x'.repeat(50_000) })]);
    const found = await answers().exchange({});
    if (!found.ok) throw new Error(found.error);
    const [request] = found.value.data.records;
    expect(request?.text.length).toBe(4000);
    expect(request?.cutCharacters).toBeGreaterThan(45_000);
    expect(found.value.text.length).toBeLessThan(25_000);
  });
});

it('no answer has a secret, also if only a later record shows that it is one', async () => {
  const early = failedCall(40, 9, { note: `plain ${SECRET.slice(13)} in a text` });
  await recorded('run', [...sample, ...early, ...failedCall(42, 10, { apiKey: SECRET.slice(13) })]);
  const all = [
    await answers().problems({ limit: 100 }),
    await answers().exchange({ seq: 40 }),
    await answers().exchange({ seq: 42 }),
    await answers().markdown('run'),
    await answers().compare('run', 'run', 100),
  ];
  const text = JSON.stringify(all);
  expect(all.every(({ ok }) => ok)).toBe(true);
  expect(text).toContain('<redacted:');
  expect(text).not.toContain(SECRET.slice(13));
  expect(text).not.toContain(folder);
});

it('a comparison counts what got worse and names it, and fails for a name that there is not', async () => {
  const [request = '', error = ''] = failedCall(40, 9, {});
  const good = error.replace(
    '\\"error\\":{\\"code\\":-32603,\\"message\\":\\"late failure\\"}',
    '\\"result\\":{\\"content\\":[]}',
  );
  expect(good).not.toBe(error);
  await recorded('before', [...sample, request, good], 1);
  await recorded('after', [...sample, request, error], 2);
  const compared = await answers().compare('before', 'after', 10);
  if (!compared.ok) throw new Error(compared.error);
  expect(compared.value.data).toMatchObject({ before: 'before.tierscope.jsonl', worse: 1, better: 0 });
  expect(compared.value.data.changed).toEqual([
    expect.objectContaining({ target: 'late', beforeTier: 'ok', afterTier: 'protocol', afterSeq: 40 }),
  ]);
  expect(await answers().compare('nothing', 'after', 10)).toMatchObject({ ok: false });
});

describe('waiting for an error', () => {
  it('ends with the next one of a recording that grows, and not with those that are there', async () => {
    const live = await recorded('live', sample);
    await announceTap(folder, { pid: process.pid, file: live, label: 'live' });
    const waiting = answers().wait({ timeoutMs: 20_000, signal: never });
    // When it begins to wait is uncertain: earlier errors are known, later ones are not.
    let next = 40;
    const grow = setInterval(() => {
      void appendFile(live, `${failedCall(next, next, {}).join('\n')}\n`);
      next += 2;
    }, 20);
    const came = await waiting.finally(() => clearInterval(grow));
    expect(came).toMatchObject({ ok: true, value: { session: 's1', error: { tier: 'protocol' } } });
    expect(came.ok && came.value?.error.seq).toBeGreaterThan(40);
  });

  it('ends at once with one behind a seq that is there already', async () => {
    await recorded('run', sample);
    const came = await answers().wait({ recording: 'run', afterSeq: 8, timeoutMs: 20_000, signal: never });
    expect(came).toMatchObject({ ok: true, value: { error: { seq: 9 } } });
  });

  it('ends with nothing when the time is over, and with its signal', async () => {
    await recorded('run', sample);
    expect(await answers().wait({ timeoutMs: 0, signal: never })).toEqual({ ok: true, value: undefined });
    const ending = new AbortController();
    const waiting = answers().wait({ timeoutMs: 60_000, signal: ending.signal });
    ending.abort();
    await expect(waiting).rejects.toThrow();
  });
});
