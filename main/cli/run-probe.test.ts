import { chmod, mkdtemp, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { CaseVerdict } from '../../app/checks/probe/probe-report.ts';
import { hostTable } from '../../app/hosts/lens/host-table.ts';
import { readTakers } from '../../app/hosts/tools/tool-judge.ts';
import { REPORT_FORMATS } from '../../app/report/report.ts';
import { PLANTED } from '../../app/report/testing/planted-secrets.ts';
import { badServer } from '../checks/probe/testing/probed.ts';
import type { ProbeRun } from './run-probe.ts';
import { bareServer, probeInto } from './testing/probed-program.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tierscope-probe-cli-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const probe = (args: readonly string[], more: Partial<ProbeRun> = {}) => probeInto(folder, args, more);

it('ends with 0 for a server without a fault, and keeps the recording in the data folder', async () => {
  const { exitCode, out } = await probe(bareServer(-32601));
  const report = JSON.parse(out);
  expect(report.cases.filter(({ outcome }: { outcome: string }) => outcome === 'failed')).toEqual([]);
  expect(exitCode).toBe(0);
  expect(await readdir(join(folder, 'recordings'))).toContain(report.recording.split(/[\\/]/).at(-1));
});

it('fails for a tool that a named host would lose, and for no other', async () => {
  const script = bareServer(-32601)[1]?.replace(
    "else if (method === 'ping')",
    `else if (method === 'tools/list') say({ id, result: { tools: [
      { name: 'fine', inputSchema: { type: 'object' } },
      { name: 'either', inputSchema: { type: 'object', anyOf: [{ required: ['a'] }] } } ] } });
     else if (method === 'ping')`,
  );
  const args = ['-e', script?.replace('capabilities: {}', 'capabilities: { tools: {} }') ?? ''];
  const asked = (host: string) => {
    const takers = readTakers(hostTable(), host);
    const out = join(folder, `${host}.tierscope.jsonl`);
    return probe(args, { out, picks: () => false, ...(takers.ok ? { takers: takers.value } : {}) });
  };
  const lost = await asked('claude-code@2.1.260');
  expect(lost.exitCode).toBe(1);
  expect(JSON.parse(lost.out).cases[0]).toMatchObject({
    outcome: 'failed',
    failure: { rule: 'L06', message: expect.stringMatching(/^Claude Code leaves out "either"/) },
  });
  expect((await asked('gemini-cli')).exitCode).toBe(0);
});

describe('a server with a fault', () => {
  let before = '';
  beforeAll(async () => {
    const first = await probe(bareServer(-32602), { out: join(folder, 'one.tierscope.jsonl') });
    expect(first.exitCode).toBe(1);
    before = join(folder, 'before.json');
    await writeFile(before, first.out);
  });

  it('fails nothing that the baseline knows', async () => {
    const out = join(folder, 'two.tierscope.jsonl');
    const again = await probe(bareServer(-32602), { baseline: before, out, format: 'text' });
    expect(again.out).toMatch(/C12 · MUST · for the author of the server · \d+ cases? · known/);
    expect(again.exitCode).toBe(0);
  });

  it('can be told from one without it by a comparison of the recordings', async () => {
    const { runCompare } = await import('../recording/analysis/run-compare.ts');
    const good = join(folder, 'good.tierscope.jsonl');
    await probe(bareServer(-32601), { out: good });
    let text = '';
    await runCompare({
      before: good,
      after: join(folder, 'one.tierscope.jsonl'),
      format: 'text',
      keepNoise: [],
      setAside: [],
      redact: true,
      version: '0',
      write: (more) => {
        text += more;
      },
      writeError: () => undefined,
    });
    expect(text).toMatch(/-32601.*-32602/s);
  });
});

describe('a change that breaks one check of one tool', () => {
  /** Two tools that validate their argument, and an unknown tool that is answered as an internal error. */
  const notes = (isChecked: boolean) =>
    badServer({
      tools: ['read_note', 'find_note'].map((name) => ({
        name,
        inputSchema: { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] },
      })),
      call: `
        if (!['read_note', 'find_note'].includes(params.name)) return error(request, -32603, 'Unknown tool: ' + params.name);
        const { id } = params.arguments ?? {};
        const isUnchecked = ${!isChecked} && params.name === 'find_note' && typeof id === 'object' && id !== null && !Array.isArray(id);
        if (typeof id !== 'string' && !isUnchecked) return result(request, text('id must be a text such as "n-1". Send it and call again.', true));
        result(request, text('Buy milk.'))`,
    });
  const picks = (id: string) => /^(arguments|targets|session\/unknown)/.test(id);

  it('is the one thing that fails beside a baseline, in every format', async () => {
    const before = join(folder, 'notes-before.json');
    const first = await probe(notes(true), { picks });
    expect(first.exitCode).toBe(1);
    await writeFile(before, first.out);
    expect((await probe(notes(true), { picks, baseline: before })).exitCode).toBe(0);
    // The recording of the first probe has its result next to it.
    const recorded = JSON.parse(first.out).recording;
    expect((await probe(notes(true), { picks, baseline: recorded })).exitCode).toBe(0);

    const changed = (format: string) => probe(notes(false), { picks, baseline: before, format });
    const { exitCode, out } = await changed('json');
    const cases: CaseVerdict[] = JSON.parse(out).cases;
    const failed = cases.filter(({ outcome }) => outcome === 'failed');
    expect([exitCode, failed.map(({ id, state }) => `${state} ${id}`)]).toEqual([
      1,
      ['new arguments/find_note/type/id/an object', 'known targets/unknown tool'],
    ]);
    const { runs } = JSON.parse((await changed('sarif')).out);
    expect(runs[0].results).toHaveLength(1);
    expect((await changed('junit')).out.match(/<failure /g)).toHaveLength(1);
    expect((await changed('github')).out.match(/^::error /gm)).toHaveLength(1);
  });
});

it('ends with 3 if the recording cannot be written where it should be', async () => {
  const taken = join(folder, 'taken.tierscope.jsonl');
  await writeFile(taken, 'mine');
  const { exitCode, errors } = await probe(bareServer(-32601), { out: taken });
  expect([exitCode, await readFile(taken, 'utf8')]).toEqual([3, 'mine']);
  expect(errors).toContain('is there already');
  const nowhere = await probe(bareServer(-32601), { out: join(taken, 'inside-a-file.tierscope.jsonl') });
  expect(nowhere.exitCode).toBe(3);
});

it('prints what it would send, and writes no recording', async () => {
  const data = join(folder, 'dry');
  const { exitCode, out } = await probe(bareServer(-32601), { dryRun: true, dataFolder: data });
  expect(exitCode).toBe(0);
  expect(out).toContain('session/unknown method: a method that does not exist');
  expect(out).toContain('"method":"initialize"');
  await expect(readdir(data)).rejects.toThrow();
});

it('ends with 3 and the doctor’s words for a server that does not start', async () => {
  const out = join(folder, 'none.tierscope.jsonl');
  const { exitCode, out: text } = await probe(['-e', 'process.exit(4)'], { format: 'text', out });
  expect(exitCode).toBe(3);
  expect(text).toContain('what fails first (see tierscope doctor)');
  expect(await readFile(out, 'utf8')).toContain('"exited"');
});

it.each([
  [{ failOn: ['everything'] }, 2, 'violation'],
  [{ only: ['X99'] }, 2, 'X99'],
  [{ baseline: '/no/such/file' }, 3, '/no/such/file'],
  [{ baseline: 'a.tierscope.jsonl', updatesBaseline: true }, 2, 'not over a recording'],
] as const)('refuses %j with %d', async (more, code, named) => {
  const { exitCode, errors } = await probe(bareServer(-32601), more);
  expect(exitCode).toBe(code);
  expect(errors).toContain(named);
});

describe('with a project file', () => {
  const projectFile = async (settings: object): Promise<string> => {
    const file = join(folder, 'project.json');
    await writeFile(file, JSON.stringify(settings));
    return file;
  };

  it('probes the server that it names, from where it lies, if no command is typed', async () => {
    const named = await projectFile({ probe: { command: [process.execPath, ...bareServer(-32601)] } });
    const { exitCode, out } = await probe([], { command: '', projectFile: named, startsUnasked: true });
    expect([exitCode, JSON.parse(out).server.name]).toEqual([0, 'bare']);
  });

  it('leaves out the findings of rules that are off', async () => {
    const off = await projectFile({ rules: { C12: { as: 'off', reason: 'a test' } } });
    const { exitCode, out } = await probe(bareServer(-32602), { projectFile: off });
    expect(
      JSON.parse(out).cases.map(({ failure }: { failure: { rule: string } | null }) => failure?.rule),
    ).not.toContain('C12');
    expect(exitCode).toBe(0);
  });

  it('or without one needs a command', async () => {
    const empty = await projectFile({});
    const { exitCode, errors } = await probe([], { command: '', projectFile: empty });
    expect([exitCode, errors]).toEqual([2, expect.stringContaining('probe needs a server')]);
  });

  it.skipIf(process.platform === 'win32')('passes over one that others may write, and says so', async () => {
    const project = await realpath(await mkdtemp(join(folder, 'open-')));
    const file = join(project, '.tierscope.json');
    await writeFile(file, JSON.stringify({ probe: { command: [process.execPath, ...bareServer(-32601)] } }));
    await chmod(file, 0o666);
    const cwd = vi.spyOn(process, 'cwd').mockReturnValue(project);
    const { exitCode, errors } = await probe([], { command: '', startsUnasked: true });
    cwd.mockRestore();
    expect(exitCode).toBe(2);
    expect(errors).toMatch(
      `tierscope: ${file} is passed over: every user may write to it. To use it anyway, name it: --config ${file}.\ntierscope: probe needs a server`,
    );
  });
});

it('adds its Markdown to the summary of a workflow', async () => {
  const summaryFile = join(folder, 'summary.md');
  await probe(bareServer(-32601), { format: 'github', summaryFile });
  expect(await readFile(summaryFile, 'utf8')).toContain('bare');
});

describe('a suite', () => {
  it('is the one of the project file if none is named, from where that lies; its mistakes are wrong use', async () => {
    const projectFile = join(folder, 'with-suite.json');
    const suite = join(folder, 'pins.json');
    const command = [process.execPath, ...bareServer(-32601)];
    await writeFile(projectFile, JSON.stringify({ probe: { command, suite: 'pins.json' } }));
    const entry = { method: 'no/such', expect: { tier: 'protocol', code: -32601 } };
    await writeFile(suite, JSON.stringify({ entries: [entry] }));
    const all = { projectFile, suite: true, picks: () => true, startsUnasked: true } as const;
    const held = await probe([], { ...all, command: '' });
    expect(held.exitCode).toBe(0);
    expect(JSON.parse(held.out).cases.map(({ id }: { id: string }) => id)).toEqual([
      'opening',
      'suite/no/such',
    ]);
    await writeFile(suite, JSON.stringify({ entries: [{ ...entry, expect: 'ok' }] }));
    expect((await probe([], { ...all, command: '' })).exitCode).toBe(1);
    await writeFile(suite, JSON.stringify({ entries: [{ expect: 'ok' }] }));
    const wrong = await probe([], { ...all, command: '' });
    expect([wrong.exitCode, wrong.errors]).toEqual([2, expect.stringContaining('pins.json: At entries[0]')]);
    expect((await probe([], { suite: join(folder, 'gone.json') })).exitCode).toBe(3);
  });

  it('is asked in its own revision, unless another one is typed', async () => {
    const suite = join(folder, 'older.json');
    const entries = [{ method: 'no/such', expect: 'protocol' }];
    await writeFile(suite, JSON.stringify({ revision: '2025-06-18', entries }));
    const spoken = async (more: Partial<ProbeRun>) => {
      const out = join(folder, `older-${more.revision ?? 'own'}.tierscope.jsonl`);
      await probe(bareServer(-32601), { suite, era: 'auto', out, picks: () => true, ...more });
      const text = await readFile(out, 'utf8');
      return ['server/discover', '2025-06-18', '2025-03-26'].filter((part) => text.includes(part));
    };
    expect(await spoken({})).toEqual(['2025-06-18']);
    expect(await spoken({ era: 'initialize', revision: '2025-03-26' })).toEqual(['2025-03-26']);
  });
});

describe('secrets of a server', () => {
  /** Includes one of its arguments, or a variable, in every error, on stdout and on stderr. */
  const leaky = badServer({
    tools: [
      {
        name: 'login',
        inputSchema: { type: 'object', properties: { n: { type: 'number' } }, required: ['n'] },
      },
      { name: 'save', inputSchema: { type: 'object' } },
    ],
    first: `
      const texts = ['the variable is ' + process.env.VAULT_TOKEN, ...process.argv.slice(1)];
      let next = 0;
      const secret = () => texts[next++ % texts.length];
      for (const text of texts) { console.log(text); console.error('ERROR ' + text); }`,
    call: `
      if (params.name === 'login') return result(request, text(secret(), next % 2 === 0));
      error(request, -32603, secret())`,
  });
  const args = [...leaky, ...PLANTED.map(({ text }) => text)];
  const env = { VAULT_TOKEN: 'v4u1tT0k3n' };
  const standing = (text: string) =>
    [...PLANTED.map(({ core }) => core), env.VAULT_TOKEN].filter((core) => text.includes(core));
  const picks = (id: string) => /^(arguments|targets)/.test(id);

  it.each(REPORT_FORMATS)('stand in no report as %s', async (format) => {
    const summaryFile = join(folder, `${format}-summary.md`);
    const { out, errors } = await probe(args, { format, picks, env, summaryFile });
    const summary = format === 'github' ? await readFile(summaryFile, 'utf8') : '';
    expect(standing(`${out}${summary}${errors}`)).toEqual([]);
    expect(errors).toMatch(/\d+ secrets replaced\. Use --no-redact to print them\.\n/);
  });

  it('are printed as they are by --no-redact, and change no verdict', async () => {
    const whole = await probe(args, { picks, env, redact: false });
    expect(standing(whole.out)).toHaveLength(PLANTED.length + 1);
    expect(whole.errors).not.toContain('replaced');
    const clean = await probe(args, { picks, env });
    const judged = (text: string) =>
      JSON.parse(text).cases.map((one: CaseVerdict) => [
        ...[one.outcome, one.seen?.tier, one.seen?.code, one.failure?.rule],
        one.notes.map(({ rule }) => rule),
      ]);
    expect(judged(clean.out)).toEqual(judged(whole.out));
    // Each knows the other's findings.
    const files = [whole, clean].map(({ out }, index) => [join(folder, `leaky-${index}.json`), out] as const);
    for (const [file, out] of files) await writeFile(file, out);
    for (const [baseline] of files)
      for (const redact of [true, false])
        expect(await probe(args, { picks, env, baseline, redact })).toMatchObject({ exitCode: 0 });
  });

  it('stand in no preview, and in no reason why it did not start', async () => {
    const dry = await probe(args, { dryRun: true, env, label: PLANTED[0]?.text ?? '' });
    expect([dry.exitCode, standing(dry.out + dry.errors)]).toEqual([0, []]);
    const broken = [
      '-e',
      'console.error(process.argv.slice(1).join("\\n")); process.exit(4)',
      ...args.slice(2),
    ];
    for (const dryRun of [true, false]) {
      const { exitCode, out, errors } = await probe(broken, { dryRun, format: 'text', env });
      expect([exitCode, standing(out + errors)]).toEqual([3, []]);
    }
  });
});
