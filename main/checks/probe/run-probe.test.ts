import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CaseVerdict } from '../../../app/checks/probe/probe-report.ts';
import { type ProbeEnd, previewProbe } from './run-probe.ts';
import { badServer, probed, probeOptions } from './testing/probed.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tierscope-probe-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const TOOLS = [
  {
    name: 'look_up',
    inputSchema: { type: 'object', properties: { key: { type: 'string' } }, required: ['key'] },
    annotations: { readOnlyHint: true },
  },
  {
    name: 'erase',
    inputSchema: { type: 'object', properties: { path: { type: 'string' } }, required: ['path'] },
  },
];

/** Validates nothing, exits on a list as arguments, and never answers a number as a name. */
const CARELESS = badServer({
  tools: TOOLS,
  call: `
    if (Array.isArray(params.arguments)) process.exit(3);
    if (typeof params.name === 'number') return;
    if (!['look_up', 'erase'].includes(params.name)) return error(request, -32602, 'Unknown tool');
    console.error('ran ' + params.name + ' ' + JSON.stringify(params.arguments).slice(0, 50));
    result(request, text('done'))`,
  more: `if (method.startsWith('probe/')) return result(request, {});`,
});

/** How long to wait for a silent server, in milliseconds: a busy machine only makes more cases fail. */
const SHORT = { answerMs: 300, callMs: 300, graceMs: 5, unreadyMs: 100 };

/** Answers as the specification requires. */
const CAREFUL = badServer({
  tools: TOOLS,
  call: `
    if (typeof params.name !== 'string') return error(request, -32602, 'The name is no text');
    if (!['look_up', 'erase'].includes(params.name)) return error(request, -32602, 'Unknown tool: ' + params.name);
    const given = params.arguments ?? {};
    if (typeof given !== 'object' || Array.isArray(given)) return error(request, -32602, 'The arguments are not an object');
    const key = params.name === 'erase' ? 'path' : 'key';
    if (typeof given[key] !== 'string') return result(request, text(key + ' must be a text, such as "a". Send it and call again.', true));
    result(request, text('done'))`,
});

function failures({ report }: ProbeEnd): readonly string[] {
  return report.cases.flatMap(({ id, failure }) =>
    failure === null ? [] : [`${failure.rule} ${failure.side} ${id}`],
  );
}

function verdict({ report }: ProbeEnd, id: string): CaseVerdict | undefined {
  return report.cases.find((one) => one.id === id);
}

describe('a careless server', () => {
  let end: ProbeEnd;
  let file = '';
  beforeAll(async () => {
    file = join(folder, 'careless.tierscope.jsonl');
    const picks = (id: string) => /^(arguments|session)\/|^raw messages\/call-/.test(id);
    end = await probed(process.execPath, CARELESS, { file, limits: SHORT, picks });
  });

  it('fails where a tool ran without the arguments that it requires, and that is its author’s', () => {
    for (const id of ['arguments/erase/missing/all', 'arguments/look_up/type/key/an object']) {
      expect(verdict(end, id)).toMatchObject({
        outcome: 'failed',
        failure: { rule: 'wrong-answer', side: 'server' },
      });
    }
  });

  it('fails where its process ended, also on a second try, and goes on with a fresh one', () => {
    expect(verdict(end, 'arguments/erase/shape/list')).toMatchObject({
      outcome: 'failed',
      seen: { tier: 'transport', text: 'code 3' },
      failure: { rule: 'process-ended' },
    });
    expect(verdict(end, 'session/unknown method')?.outcome).toBe('failed');
  });

  it('fails where it did not answer, and where it served a method that it cannot know', () => {
    expect(verdict(end, 'raw messages/call-numeric-name')?.failure?.rule).toBe('no-answer');
    expect(verdict(end, 'session/unknown method')?.failure?.rule).toBe('wrong-answer');
  });

  it('never gets the arguments that would make a tool run which is not marked as read-only', async () => {
    const text = await readFile(file, 'utf8');
    const ran = text.split('\n').filter((line) => line.includes('ran erase'));
    expect(ran.length).toBeGreaterThan(0);
    expect(ran.filter((line) => line.includes('\\"path\\":\\"'))).toEqual([]);
  });

  it('is recorded, with a bookmark at the first line of each case', async () => {
    const records = (await readFile(file, 'utf8'))
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    const mark = records.find(({ label }) => label?.startsWith('probe session/unknown method:'));
    const line = records.find(({ seq }) => seq === mark.about);
    expect(line).toMatchObject({
      type: 'frame',
      direction: 'client-to-server',
      seq: verdict(end, 'session/unknown method')?.requestSeq,
    });
    expect(JSON.parse(line.raw).method).toMatch(/^probe\//);
    expect(end.report.recording).toBe(file);
    expect(records.at(-1).type).toBe('end');
  });

  it('is broken', () => {
    expect(end.report.grade.grade).toBe('broken');
  });
});

it('finds no fault with a careful server, of which no tool ran', async () => {
  const end = await probed(process.execPath, CAREFUL);
  expect(failures(end)).toEqual([]);
  expect(end.report).toMatchObject({ counts: { inconclusive: 0 }, protocolVersion: '2025-11-25' });
  expect(['exemplary', 'sound']).toContain(end.report.grade.grade);
});

describe('what a process prints at its start', () => {
  const loud = badServer({
    tools: TOOLS,
    call: "error(request, -32602, 'Unknown tool')",
    first: "process.stdout.write('loading the catalog\\n');",
  });

  it('is its author’s fault once, and no fault of every process that a case begins', async () => {
    const picks = (id: string) => id.startsWith('session/');
    expect(failures(await probed(process.execPath, loud, { picks, limits: SHORT }))).toEqual([
      'E11 server opening',
    ]);
  });
});

it('takes an error without an id for the answer to a line whose id a reader need not find', async () => {
  const refusing = badServer({
    tools: TOOLS,
    call: '',
    more: `if (line.split('"method"').length > 2) return say({ jsonrpc: '2.0', error: { code: -32600, message: 'Invalid request' } });`,
  });
  const picks = (id: string) => id === 'raw messages/duplicate-keys';
  const end = await probed(process.execPath, refusing, { picks, limits: SHORT });
  expect(failures(end)).toEqual([]);
  expect(verdict(end, 'raw messages/duplicate-keys')).toMatchObject({
    outcome: 'passed',
    seen: { tier: 'protocol', code: -32600 },
  });
});

it.each(['0', 'typeof request.id === "number" ? "n" + request.id : 0'])(
  'takes no answer under the id %s for silence',
  async (other) => {
    const misnumbering = CAREFUL.map((part) =>
      part.replace('id: request.id', `id: request.id === 0 ? 0 : ${other}`),
    );
    const picks = (id: string) => /^session|^ids.text|missing/.test(id);
    const end = await probed(process.execPath, misnumbering, { picks });
    const rules = new Set(end.report.cases.flatMap(({ failure }) => failure?.rule ?? []));
    expect([...rules]).toEqual(['E04']);
    expect(end.report.cases.every(({ notes }) => notes.every(({ rule }) => rule !== 'E05'))).toBe(true);
  },
);

it('says nothing of a server that does not start, but what the doctor says', async () => {
  const { report } = await probed('no-such-command-anywhere', []);
  expect(report.counts).toMatchObject({ passed: 0, failed: 0 });
  expect(report.grade.grade).toBe('unknown');
  expect(report.doctor?.failed).toBe('command');
  expect(report.grade.reasons.join(' ')).toContain('no-such-command-anywhere');
});

it('does not accuse a server that ended for another reason: what happens once is inconclusive', async () => {
  const marker = join(folder, 'ended-once');
  const once = badServer({
    tools: TOOLS,
    call: `const fs = require('fs');
      if (!fs.existsSync(${JSON.stringify(marker)})) { fs.writeFileSync(${JSON.stringify(marker)}, ''); process.exit(1); }
      result(request, text('key must be a text, such as "a". Send it and call again.', true))`,
  });
  const end = await probed(process.execPath, once, { picks: (id) => id === 'arguments/look_up/missing/all' });
  expect(verdict(end, 'arguments/look_up/missing/all')).toMatchObject({
    outcome: 'inconclusive',
    failure: null,
  });
});

it('runs no case after its budget, or after it was cancelled', async () => {
  const late = await probed(process.execPath, CAREFUL, { budgetMs: -1 });
  expect(late.report.counts).toMatchObject({ passed: 1, failed: 0 });
  const all = late.report.counts.inconclusive;
  expect(late.report.grade.reasons).toContain(
    `The budget of 0 s was used up: ${all} of ${all} cases were not run. Raise it with --budget.`,
  );
  const stop = new AbortController();
  const stopped = await probed(process.execPath, CAREFUL, {
    signal: stop.signal,
    onProgress: ({ done }) => {
      if (done === 3) stop.abort();
    },
  });
  expect(stopped.report.cases.filter(({ why }) => why.includes('cancelled')).length).toBeGreaterThan(5);
  expect(stopped.report.counts.failed).toBe(0);
});

it('shows what it would send and sends nothing of it', async () => {
  const shown = await previewProbe(probeOptions(process.execPath, CARELESS));
  expect(shown).toMatchObject({ surface: { tools: [{ name: 'look_up' }, { name: 'erase' }] } });
});

it('takes no silence of a process that is still starting for an answer', async () => {
  // It reads its first line long after a process without a handshake may stay silent.
  const first = 'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 700);';
  const slow = badServer({ tools: TOOLS, call: '', first });
  const limits = { ...SHORT, answerMs: 5000 };
  const picks = (id: string) => id === 'session/call before the handshake';
  const end = await probed(process.execPath, slow, { limits, picks });
  expect(verdict(end, 'session/call before the handshake')).toMatchObject({
    outcome: 'passed',
    seen: { tier: 'ok' },
  });
});
