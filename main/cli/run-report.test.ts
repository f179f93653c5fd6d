import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { KnownRecord } from '../../app/frame/record.ts';
import { parseOwnHosts } from '../../app/hosts/lens/host-table.ts';
import { encodeHeader, encodeRecord } from '../../app/recording/encode-record.ts';
import { sampleHeader } from '../../app/recording/testing/any-record.ts';
import { RECORDING, TRANSCRIPT } from '../../app/recording/testing/joined-files.ts';
import { REPORT_FORMATS } from '../../app/report/report.ts';
import { PLANTED, plantedRecords } from '../../app/report/testing/planted-secrets.ts';
import { SAMPLE_RECORDS } from '../../app/report/testing/sample-recording.ts';
import { type ReportRun, runReport } from './run-report.ts';

let folder = '';
let sample = '';
let calm = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tierscope-report-'));
  sample = join(folder, 'sample.tierscope.jsonl');
  calm = join(folder, 'calm.tierscope.jsonl');
  const lines = [encodeHeader(sampleHeader), ...SAMPLE_RECORDS.map(encodeRecord)];
  await writeFile(sample, `${lines.join('\n')}\n{"type":"fra`);
  await writeFile(calm, `${lines.slice(0, 6).join('\n')}\n`);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function report(
  paths: string[],
  format = 'json',
  failOn: string[] = [],
  more: Partial<ReportRun> = {},
) {
  let out = '';
  let errors = '';
  const exitCode = await runReport({
    files: paths,
    format,
    redact: true,
    failOn,
    ...more,
    version: '0.1.0',
    write: (text) => {
      out += text;
    },
    writeError: (text) => {
      errors += text;
    },
  });
  return { exitCode, out, errors };
}

describe('tierscope report', () => {
  it('joins a recording with a transcript of the same minutes', async () => {
    const own = await mkdtemp(join(tmpdir(), 'tierscope-joined-'));
    onTestFinished(() => rm(own, { recursive: true, force: true }));
    const [recording, transcript] = [join(own, 'joined.tierscope.jsonl'), join(own, '0f3c.jsonl')];
    await writeFile(recording, RECORDING);
    await writeFile(transcript, TRANSCRIPT);
    const reached = async (paths: string[]) => {
      const { recordings } = JSON.parse((await report(paths)).out);
      return recordings[0].sessions[0].errors[0].reaches.source;
    };
    expect(await reached([recording])).not.toContain('transcript');
    expect(await reached([recording, transcript])).toContain('transcript');
  });

  it('prints the report of each file and ends with 0', async () => {
    const { exitCode, out, errors } = await report([sample, calm]);
    const { tool, recordings } = JSON.parse(out);
    expect({ exitCode, errors, tool }).toEqual({
      exitCode: 0,
      errors: '',
      tool: { name: 'tierscope', version: '0.1.0' },
    });
    expect(recordings).toMatchObject([
      {
        path: sample,
        format: 'tierscope',
        problems: [{ line: 19 }],
        sessions: [{ counts: { transport: 3 } }],
      },
      { path: calm, problems: [], sessions: [{ counts: { ok: 2, transport: 0 }, errors: [] }] },
    ]);
  });

  it('ends with 1 if there is what --fail-on names', async () => {
    expect((await report([calm, sample], 'json', ['tool'])).exitCode).toBe(1);
    expect((await report([calm], 'json', ['tool', 'protocol', 'client', 'transport'])).exitCode).toBe(0);
    expect((await report([sample], 'json', ['violation'])).exitCode).toBe(1);
  });

  it('ends with 2 for a word that it does not know, and prints nothing on stdout', async () => {
    expect(await report([sample], 'json', ['red'])).toMatchObject({ exitCode: 2, out: '' });
  });

  it('ends with 3 if a file cannot be opened, and reports the others', async () => {
    const missing = join(folder, 'none');
    const { exitCode, out, errors } = await report([missing, calm], 'json', ['tool']);
    expect(exitCode).toBe(3);
    expect(errors).toBe(`tierscope: ${missing} cannot be opened: it does not exist.\n`);
    expect(JSON.parse(out).recordings).toHaveLength(1);
  });

  it('reports every recording in a folder, and refuses a folder without one', async () => {
    const { recordings } = JSON.parse((await report([folder])).out);
    expect(recordings.map(({ path }: { path: string }) => path)).toEqual([calm, sample]);
    const bare = await mkdtemp(join(folder, 'bare-'));
    expect(await report([bare])).toMatchObject({
      exitCode: 3,
      errors: `tierscope: ${bare} holds no recording.\n`,
    });
    await rm(bare, { recursive: true });
  });

  it('keeps to the rules that are named', async () => {
    const rulesOf = async (more: Partial<ReportRun>) => {
      const [recording] = JSON.parse((await report([sample], 'json', [], more)).out).recordings;
      const found: { rule: string }[] = recording.sessions[0].findings;
      return [...new Set(found.map(({ rule }) => rule))];
    };
    const all = await rulesOf({});
    expect(all).toContain('E11');
    expect(await rulesOf({ only: ['E11'] })).toEqual(['E11']);
    expect(await rulesOf({ skip: ['E11'] })).toEqual(all.filter((rule) => rule !== 'E11'));
    expect(await report([sample], 'json', [], { only: ['X99'] })).toMatchObject({
      exitCode: 2,
      errors: 'tierscope: there is no rule "X99".\n',
    });
  });

  it('fails on a call that is slower than the limit', async () => {
    const slow = await report([calm], 'json', [], { maxDurationMs: 9 });
    expect(slow.exitCode).toBe(1);
    expect(slow.out).toContain('the limit is 9 ms');
    expect((await report([calm], 'json', [], { maxDurationMs: 10 })).exitCode).toBe(0);
  });

  it('fails on a result that is larger than the limit, with its size and an estimate of its tokens', async () => {
    const large = await report([calm], 'json', [], { maxResultBytes: 70 });
    expect(large.exitCode).toBe(1);
    expect(large.out).toMatch(
      /"message": "tools\/call echo gave a result of \d+ B, about \d+ tokens \(an estimate\)/,
    );
    expect((await report([calm], 'json', [], { maxResultBytes: 1000 })).exitCode).toBe(0);
  });

  it('knows a problem whose text became better, and annotates what is new as an error', async () => {
    const [before, after] = [join(folder, 'before.json'), join(folder, 'after.tierscope.jsonl')];
    await writeFile(before, (await report([sample])).out);
    const better = (await readFile(sample, 'utf8'))
      .replace('no such <file>', 'No file of this name. Call list first, and use a name of its answer.')
      .replace(/}\n\{"type":"end".*/s, '}\n');
    const call = (seq: number, id: number) =>
      [
        { type: 'frame', direction: 'client-to-server', method: 'tools/call', params: { name: 'echo' } },
        {
          type: 'frame',
          direction: 'server-to-client',
          result: { isError: true, content: [{ type: 'text', text: 'Another fault' }] },
        },
      ].map(({ type, direction, ...message }, at) =>
        encodeRecord({
          type,
          seq: seq + at,
          at: 300,
          session: 's1',
          direction,
          raw: JSON.stringify({ jsonrpc: '2.0', id, ...message }),
        } as KnownRecord),
      );
    await writeFile(after, better);
    const same = await report([after], 'github', ['tool'], { baseline: before });
    expect(same.exitCode).toBe(0);
    expect(same.out).toMatch(/^::notice .*title=tool .* \(known\)::/m);
    expect(same.out).not.toContain('(new)');
    expect(same.out).toMatch(/^::group::.*after/);
    await writeFile(after, `${better}${call(20, 40).join('\n')}\n`);
    const summaryFile = join(folder, 'summary.md');
    const worse = await report([after, calm], 'github', ['tool'], { baseline: before, summaryFile });
    expect(worse.exitCode).toBe(1);
    expect(worse.out).toMatch(/^::error .*title=tool .* \(new\)::/m);
    const gone = await report([calm], 'github', [], { baseline: before, summaryFile });
    expect(gone.out).not.toContain('protocol');
    expect(await readFile(summaryFile, 'utf8')).toMatch(/protocol -32602 .*\(gone\)/);
    await Promise.all([before, after, summaryFile].map((file) => rm(file)));
  });

  it('tells beside a baseline what is new, known and gone, and fails only on what is new', async () => {
    const before = join(folder, 'before.json');
    await writeFile(before, (await report([sample])).out);
    const statesOf = (out: string): string[] =>
      JSON.parse(out).recordings[0].sessions[0].groups.map(({ state }: { state: string }) => state);
    const same = await report([sample], 'json', ['protocol', 'violation'], { baseline: before });
    expect(new Set(statesOf(same.out))).toEqual(new Set(['known']));
    expect(same.exitCode).toBe(0);
    const less = await report([calm], 'json', [], { baseline: before });
    expect(new Set(statesOf(less.out))).toEqual(new Set(['gone']));
    const more = await report([sample], 'json', ['protocol'], { baseline: calm });
    expect(new Set(statesOf(more.out))).toEqual(new Set(['new']));
    expect(more.exitCode).toBe(1);
    await rm(before);
    expect((await report([sample], 'json', [], { baseline: before })).exitCode).toBe(3);
  });

  it('writes Markdown, and annotations of a GitHub workflow', async () => {
    expect((await report([sample], 'markdown')).out).toContain('### protocol -32602 ');
    const { out } = await report([sample], 'github');
    expect(out).toMatch(/^::error file=.*,line=\d+,title=.*::The server /m);
    expect(out.split('\n').every((line) => line === '' || line.startsWith('::'))).toBe(true);
  });

  it('knows text, JUnit and SARIF', async () => {
    expect((await report([sample], 'text')).out).toMatch(/protocol -32602 .*tools.call nope/);
    expect((await report([sample], 'junit')).out).toMatch(/^<\?xml/);
    const { results } = JSON.parse((await report([sample], 'sarif')).out).runs[0];
    const { errors, findings } = JSON.parse((await report([sample])).out).recordings[0].sessions[0];
    expect(results).toHaveLength(errors.length + findings.length);
  });
});

describe('tierscope report --host', () => {
  const hosts = [{ id: 'acme', name: 'Acme', clients: [] }];
  const row = {
    ...{ host: 'acme', when: { answer: 'protocol-error' }, gets: [{ part: 'message' }] },
    ...{ evidence: 'measured', source: 'measured by hand', asOf: '2026-11-01' },
  };
  const parsed = parseOwnHosts(JSON.stringify({ hosts, rows: [row] }));
  const ownHosts = parsed.ok ? [parsed.value] : [];

  it('says what reaches the model of that host, and what the specification says of what no row is about', async () => {
    const { out } = await report([sample], 'json', [], { ownHosts, hostName: 'acme@1.2' });
    const errors: { tier: string; reaches: object }[] = JSON.parse(out).recordings[0].sessions[0].errors;
    const reachesOf = (tier: string) => errors.find((error) => error.tier === tier)?.reaches;
    expect(reachesOf('protocol')).toEqual({
      ...{ host: 'acme', version: '1.2', parts: ['message'], asOf: '2026-11-01' },
      source: 'measured by hand (Acme, measured 2026-11-01)',
    });
    expect(reachesOf('tool')).toMatchObject({
      ...{ host: 'acme', version: '1.2', parts: null },
      source: expect.stringMatching(/^No source says what Acme 1\.2 does with it\. MCP .* SHOULD/),
    });
    expect(reachesOf('transport')).toMatchObject({ host: null, parts: [] });
    const { out: text } = await report([sample], 'text', [], { ownHosts, hostName: 'acme' });
    expect(text).toContain('model   the message: measured by hand (Acme, measured 2026-11-01)');
  });

  it('refuses a host that no file names, and lists those that there are', async () => {
    const { exitCode, errors } = await report([sample], 'json', [], { ownHosts, hostName: 'nobody' });
    expect(exitCode).toBe(2);
    expect(errors).toMatch(/^tierscope: --host: there is no host "nobody"\. There are: .*acme/);
  });
});

describe('with a project file', () => {
  const projectFile = async (settings: object): Promise<string> => {
    const file = join(folder, 'project.json');
    await writeFile(file, JSON.stringify(settings));
    return file;
  };

  it('leaves out rules that are off, grades others otherwise, and knows errors that are meant to be', async () => {
    const { out: plain } = await report([sample]);
    const [first] = JSON.parse(plain).recordings[0].sessions[0].findings;
    const off = await projectFile({ rules: { [first.rule]: { as: 'off', reason: 'a test' } } });
    const { out: without } = await report([sample], 'json', [], { projectFile: off });
    const rulesOf = (text: string) =>
      JSON.parse(text).recordings[0].sessions[0].findings.map(({ rule }: { rule: string }) => rule);
    expect(rulesOf(without)).toEqual(rulesOf(plain).filter((rule: string) => rule !== first.rule));
    const graded = await projectFile({ rules: { [first.rule]: { as: 'info', reason: 'a test' } } });
    const { out: milder } = await report([sample], 'json', [], { projectFile: graded });
    expect(JSON.parse(milder).recordings[0].sessions[0].findings[0]).toMatchObject({
      rule: first.rule,
      severity: 'info',
    });
  });

  it('fails on a call at another tier, and not on an error that is expected', async () => {
    expect((await report([sample], 'json', ['protocol'])).exitCode).toBe(1);
    const met = await projectFile({ expected: { nope: 'protocol -32602', 'resources/read': 'protocol' } });
    const known = await report([sample], 'text', ['protocol'], { projectFile: met });
    expect(known.out).toMatch(/protocol -32602 .*nope \(expected\)/);
    expect(known.exitCode).toBe(0);
    const unmet = await projectFile({ expected: { nope: 'tool' } });
    const failed = await report([sample], 'text', [], { projectFile: unmet });
    expect(failed.exitCode).toBe(1);
    expect(failed.out.replaceAll(/\s+/g, ' ')).toContain(
      '"nope" is expected to end as tool, and ended as protocol -32602.',
    );
  });

  it.skipIf(process.platform === 'win32')('passes over one that others may write, and says so', async () => {
    const project = await mkdtemp(join(folder, 'open-'));
    const file = join(project, '.tierscope.json');
    await writeFile(file, '{ "expect": {} }');
    await chmod(file, 0o666);
    const cwd = vi.spyOn(process, 'cwd').mockReturnValue(project);
    const { exitCode, errors } = await report([sample], 'json');
    cwd.mockRestore();
    expect([exitCode, errors]).toEqual([
      0,
      `tierscope: ${file} is passed over: every user may write to it. To use it anyway, name it: --config ${file}.\n`,
    ]);
  });

  it('with an unknown rule, with a mistake, or that is not there says so', async () => {
    const rule = await projectFile({ rules: { X99: { as: 'off', reason: 'a test' } } });
    expect(await report([sample], 'json', [], { projectFile: rule })).toMatchObject({
      exitCode: 2,
      errors: `tierscope: ${rule}: there is no rule "X99".\n`,
    });
    const wrong = await projectFile({ expect: {} });
    const { exitCode, errors } = await report([sample], 'json', [], { projectFile: wrong });
    expect([exitCode, errors]).toEqual([2, expect.stringContaining('unknown member "expect"')]);
    const missing = join(folder, 'missing.json');
    expect((await report([sample], 'json', [], { projectFile: missing })).exitCode).toBe(3);
  });
});

describe('what a report leaves behind', () => {
  it('a baseline that is updated knows everything from then on, and a recording is not written over', async () => {
    const baseline = join(folder, 'kept.json');
    const first = await report([sample], 'json', ['protocol'], { baseline, updatesBaseline: true });
    expect(first.exitCode).toBe(0);
    expect((await report([sample], 'json', ['protocol'], { baseline })).exitCode).toBe(0);
    const refused = await report([sample], 'json', [], { baseline: calm, updatesBaseline: true });
    expect(refused).toMatchObject({ exitCode: 3, errors: expect.stringContaining('is not written over') });
  });

  it('the summary of a workflow is added to its file, for GitHub alone', async () => {
    const summaryFile = join(folder, 'summary.md');
    await report([sample], 'json', [], { summaryFile });
    await writeFile(summaryFile, 'before\n');
    await report([sample], 'github', [], { summaryFile });
    const summary = await readFile(summaryFile, 'utf8');
    expect(summary).toMatch(/^before\n# .*sample/);
    expect(summary).toContain('| protocol |');
  });
});

describe('secrets in a recording', () => {
  let secret = '';
  beforeAll(async () => {
    secret = join(folder, 'secret.tierscope.jsonl');
    const records = plantedRecords(PLANTED.map(({ text }) => text));
    const broken = `{"type":"frame","seq":9999,"raw":"${PLANTED[0]?.text}`;
    await writeFile(secret, [encodeHeader(sampleHeader), ...records.map(encodeRecord), broken].join('\n'));
  });
  afterAll(() => rm(secret));
  const standing = (text: string) =>
    PLANTED.filter(({ core }) => text.includes(core)).map(({ core }) => core);

  it.each(REPORT_FORMATS)('stand in no report as %s, and stderr says how many', async (format) => {
    const summaryFile = join(folder, `${format}-summary.md`);
    const { out, errors } = await report([secret], format, [], { summaryFile });
    const summary = format === 'github' ? await readFile(summaryFile, 'utf8') : '';
    expect(standing(`${out}${summary}${errors}`)).toEqual([]);
    expect(errors).toMatch(/^tierscope: \d+ secrets replaced\. Use --no-redact to print them\.\n$/);
    // An editor, or GitHub, opens the file by its path.
    if (format !== 'sarif') expect(out).toContain(secret);
  });

  it('are printed as they are by --no-redact', async () => {
    const { out, errors } = await report([secret], 'json', [], { redact: false });
    expect(standing(out)).toHaveLength(PLANTED.length);
    expect(errors).toBe('');
  });

  it('stand in no baseline, which knows anyway what it was made of', async () => {
    const baseline = join(folder, 'secret-baseline.json');
    const terms = ['tool', 'protocol', 'client', 'violation'];
    expect((await report([secret], 'json', terms)).exitCode).toBe(1);
    await report([secret], 'json', [], { baseline, updatesBaseline: true });
    expect(standing(await readFile(baseline, 'utf8'))).toEqual([]);
    for (const redact of [true, false]) {
      const { exitCode, out } = await report([secret], 'json', terms, { baseline, redact });
      expect([exitCode, out.includes('"state": "new"')]).toEqual([0, false]);
    }
  });

  it('of the recording that is the baseline do not come back with what is gone', async () => {
    const { out } = await report([calm], 'json', [], { baseline: secret });
    expect(out).toContain('"state": "gone"');
    expect(standing(out)).toEqual([]);
  });
});
