import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Result } from '../../app/base/result.ts';
import type { ProbeReport } from '../../app/checks/probe/probe-report.ts';
import type { ProbeState, ProbeTarget } from '../../app/contract/probe-commands.ts';
import { fileInfo } from '../../app/contract/session-info.ts';
import { badServer, probed } from '../checks/probe/testing/probed.ts';
import { probeResultFile } from '../recording/recording-file.ts';
import { joinCommandLine } from '../session/command-line.ts';
import type { HostApi } from './host-api.ts';
import { liveReached, probeReached, sessionReached, testHub } from './testing/test-hub.ts';

let folder = '';
let hub: HostApi;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'probe-hub-'));
  hub = testHub(folder);
});

afterEach(async () => {
  await hub.dispose();
  await rm(folder, { recursive: true, force: true });
});

/** Invalid ids and an invalid answer, none of which makes a case wait. */
const SERVER = badServer({
  tools: [
    { name: 'find', inputSchema: { type: 'object', required: ['key'] }, annotations: { readOnlyHint: true } },
  ],
  call: `result(request, text('done'))`,
});
const OF_FIND = 'arguments/find/missing/all';

function given<Value>(result: Result<Value>): Value {
  if (!result.ok) throw new Error(result.error);
  return result.value;
}

async function connected(args: readonly string[]): Promise<ProbeTarget & { kind: 'session' }> {
  const commandLine = joinCommandLine(process.execPath, args);
  const { session } = given(await hub.commands.connect({ commandLine, settings: { era: 'initialize' } }));
  await liveReached(hub, session, ({ state }) => state !== 'starting');
  return { kind: 'session', session };
}

async function begun(target: ProbeTarget): Promise<string> {
  const wanted = { target, calls: [], seed: 1, budgetMs: 600_000 };
  return given(await hub.commands.startProbe(wanted)).probe;
}

const isOver = ({ state }: ProbeState) => state === 'done' || state === 'stopped' || state === 'failed';

async function stoppedAfter(probe: string, cases: number): Promise<ProbeState> {
  await probeReached(hub, probe, ({ done }) => done >= cases);
  given(await hub.commands.stopProbe({ probe }));
  return probeReached(hub, probe, isOver);
}

/** A recording once it is fully read. */
const opened = (session: string) =>
  sessionReached(hub, session, (info) => fileInfo(info)?.opening === undefined);

async function reportOf(session: string | null): Promise<ProbeReport> {
  await opened(session ?? '');
  return given(await hub.commands.readProbe({ session: session ?? '', from: 0 })).report;
}

it('shows what a server declares without sending a case, and leaves the live session alone', async () => {
  const target = await connected(SERVER);
  const before = given(
    await hub.commands.readRows({ ...target, from: 0, patchesFrom: 0, limit: 100 }),
  ).length;
  const preview = given(await hub.commands.planProbe({ target: { ...target }, plan: 'a' }));
  expect(preview).toMatchObject({
    kind: 'ready',
    surface: { tools: [{ name: 'find', readOnly: true }] },
    project: { path: '', calls: [], expected: [] },
  });
  const after = given(await hub.commands.readRows({ ...target, from: 0, patchesFrom: 0, limit: 100 })).length;
  expect(after).toBe(before);
}, 60_000);

it('runs two probes at once, stops each, and opens their recordings with what was found until then', async () => {
  const target = await connected(SERVER);
  const both = await Promise.all([begun(target), begun(target)]);
  const ends = await Promise.all(both.map((probe) => stoppedAfter(probe, 8)));
  expect(ends.map(({ state }) => state)).toEqual(['stopped', 'stopped']);
  expect(new Set(ends.map(({ session }) => session)).size).toBe(2);
  const report = await reportOf(ends[0]?.session ?? '');
  expect(report.counts.failed + report.counts.passed).toBeGreaterThanOrEqual(8);
  const left = report.cases.filter(({ why }) => why === 'The probe was cancelled before.');
  expect(left.every(({ outcome }) => outcome === 'inconclusive')).toBe(true);
  expect(left.length).toBeGreaterThan(5);
  expect(await hub.commands.stopProbe({ probe: both[0] ?? '' })).toMatchObject({ ok: false });
  expect((await hub.commands.hello({})).sessions.find((info) => info.session === target.session)?.state).toBe(
    'ready',
  );
}, 60_000);

it('gives the doctor’s words for a server that does not start, before a probe and in its result', async () => {
  const target = await connected(['-e', 'process.exit(7)']);
  const preview = given(await hub.commands.planProbe({ target, plan: 'a' }));
  expect(preview).toMatchObject({ kind: 'failed', doctor: { failed: 'process' } });
  const end = await probeReached(hub, await begun(target), isOver);
  expect(end).toMatchObject({ state: 'done', grade: 'unknown' });
  expect((await reportOf(end.session)).doctor?.failed).toBe('process');
}, 60_000);

it('opens a result that the command line has made, sends one of its cases again, and finds earlier ones', async () => {
  const options = {
    startedAt: '2026-11-24T10:00:00.000Z',
    picks: (id: string) => id.startsWith('arguments/'),
  };
  const names = ['one', 'two'].map((name) => join(folder, `${name}.tierscope.jsonl`));
  const [one = '', two = ''] = names;
  await probed(process.execPath, SERVER, { ...options, file: one });
  await probed(process.execPath, SERVER, { ...options, file: two, startedAt: '2026-11-24T11:00:00.000Z' });
  const [session = ''] = given(await hub.commands.openRecording({ path: two })).sessions;
  const info = await opened(session);
  expect(fileInfo(info)?.probe).toMatchObject({ kind: 'result', grade: 'broken' });

  const earlier = given(await hub.commands.listEarlierProbes({ session }));
  expect(earlier.map(({ name }) => name)).toEqual([basename(one)]);
  const failures = given(await hub.commands.readEarlierProbe({ session, name: basename(one) }));
  expect(failures.map(({ id }) => id)).toContain(OF_FIND);

  const refused = await hub.commands.probeCase({ session, id: OF_FIND });
  expect(refused).toMatchObject({ ok: false, error: expect.stringContaining('connect to this server') });
  await connected(SERVER);
  const again = given(await hub.commands.probeCase({ session, id: OF_FIND }));
  expect(again.verdict).toMatchObject({ id: OF_FIND, outcome: 'failed', failure: { rule: 'wrong-answer' } });
  expect(await readdir(join(folder, 'recordings'))).toContain(basename(again.recording));
  expect(await hub.commands.probeCase({ session, id: 'arguments/gone' })).toMatchObject({ ok: false });
}, 60_000);

it('shows the log with a sentence if the result is missing, damaged, or of another recording', async () => {
  const [file, other] = ['one', 'two'].map((name) => join(folder, `${name}.tierscope.jsonl`)) as [
    string,
    string,
  ];
  const picks = (id: string) => id === OF_FIND;
  await probed(process.execPath, SERVER, { file, picks });
  const whyOf = async () => {
    const [session = ''] = given(await hub.commands.openRecording({ path: file })).sessions;
    const info = await opened(session);
    expect(await hub.commands.readProbe({ session, from: 0 })).toMatchObject({ ok: false });
    const probe = fileInfo(info)?.probe;
    return probe?.kind === 'missing' ? probe.why : '';
  };
  const { report } = await probed(process.execPath, SERVER, {
    file: other,
    picks: (id) => id.includes('number'),
  });
  await writeFile(probeResultFile(file), JSON.stringify(report));
  expect(await whyOf()).toContain('belongs to another probe');
  await writeFile(probeResultFile(file), '{"tool": ');
  expect(await whyOf()).toContain('is damaged');
  await rm(probeResultFile(file));
  expect(await whyOf()).toContain('no result lies beside it');
}, 60_000);

it('takes from the project file which tools may be called, and how calls are meant to end', async () => {
  await writeFile(
    join(folder, '.tierscope.json'),
    JSON.stringify({
      expected: { 'find with no key': 'protocol' },
      probe: { command: ['node', 'server.js'], call: ['find'] },
    }),
  );
  const commandLine = joinCommandLine(process.execPath, SERVER);
  const settings = { era: 'initialize' } as const;
  const { session } = given(await hub.commands.connect({ commandLine, settings, cwd: folder }));
  await liveReached(hub, session, ({ state }) => state === 'ready');
  const target = { kind: 'session', session } as const;
  const preview = given(await hub.commands.planProbe({ target, plan: 'b' }));
  expect(preview).toMatchObject({
    project: {
      path: expect.stringMatching(/\.tierscope\.json$/),
      calls: ['find'],
      expected: [{ label: 'find with no key', tier: 'protocol' }],
    },
  });
  const probe = await begun(target);
  const over = await stoppedAfter(probe, 40);
  const { cases } = await reportOf(over.session);
  const sentence = 'The project file expects "find with no key"';
  expect(cases.some((one) => JSON.stringify(one).includes(JSON.stringify(sentence).slice(1, -1)))).toBe(true);
}, 120_000);
