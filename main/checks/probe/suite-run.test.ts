import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { terminalText } from '../../../app/base/document/text-writer.ts';
import { probeDocument, probeJunit } from '../../../app/checks/probe/probe-document.ts';
import { probeFails, probeGithub } from '../../../app/checks/probe/probe-findings.ts';
import { readSuite } from './read-suite.ts';
import { type ProbeEnd, previewProbe } from './run-probe.ts';
import { badServer, probed, probeOptions } from './testing/probed.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tierscope-suite-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const SERVER = badServer({
  tools: [{ name: 'note', inputSchema: { type: 'object' } }],
  call: `
    const { name, arguments: given = {} } = params;
    if (name === 'crash') process.exit(4);
    if (name === 'mute') return;
    if (name !== 'note') return error(request, -32602, 'Unknown tool: ' + name);
    if (given.text === undefined) return result(request, { ...text('text is missing at 12:30', true), structuredContent: { error: { code: 'MISSING', data: { field: 1 } } } });
    if (given.slow) return setTimeout(() => result(request, text('late')), 80);
    result(request, text('noted ' + given.text, given.text === 'secret-value'))`,
});

const LIMITS = { answerMs: 300, graceMs: 5, unreadyMs: 100 };

type Entry = { readonly [member: string]: unknown };

async function ran(
  entries: readonly Entry[],
  more: { variables?: string[]; env?: Record<string, string> } = {},
) {
  const path = join(folder, 'suite.json');
  await writeFile(path, JSON.stringify({ variables: more.variables ?? [], entries }));
  const suite = await readSuite(path, more.env ?? {});
  if (!suite.ok) throw new Error(suite.error.problems.join('\n'));
  const file = join(folder, 'run.tierscope.jsonl');
  await rm(file, { force: true });
  const end = await probed(process.execPath, SERVER, { suite: suite.value, limits: LIMITS, file });
  return { end, suite: suite.value, file };
}

/** The entries by outcome, with the reason. */
function outcomes({ report }: ProbeEnd): string[] {
  return report.cases
    .filter(({ family }) => family === 'suite')
    .map(({ kind, outcome, failure, why }) => [kind, outcome, failure?.message ?? why].join(': '));
}

const GOOD: readonly Entry[] = [
  { tool: 'note', arguments: { text: 'a' }, expect: 'ok' },
  {
    name: 'without text',
    tool: 'note',
    expect: { tier: 'tool', structuredCode: 'MISSING', text: 'text is missing at *', data: ['field'] },
  },
  { tool: 'none', expect: { tier: 'protocol', code: -32602, text: 'Unknown tool: *' } },
  { tool: 'crash', expect: 'transport' },
  { method: 'tools/list', expect: { tier: 'ok', maxDurationMs: 5000 } },
  { name: 'not JSON', line: '{"jsonrpc', expect: 'silence' },
  { name: 'a line', line: '{"jsonrpc":"2.0","id":1000005,"method":"ping"}', expect: 'ok' },
];

describe('a suite that holds', () => {
  it('passes on each entry, in its order, and asks for nothing else', async () => {
    const { end, file } = await ran(GOOD);
    expect(outcomes(end)).toEqual([
      'note: passed: ',
      'without text: passed: ',
      'none: passed: ',
      'crash: passed: ',
      'tools/list: passed: ',
      'not JSON: passed: ',
      'a line: passed: ',
    ]);
    expect(end.report.counts).toMatchObject({ failed: 0, inconclusive: 0, passed: GOOD.length + 1 });
    expect(probeFails(end.report, [])).toBe(false);
    expect(end.report.grade).toMatchObject({ grade: 'unknown' });
    expect(end.report.grade.reasons[0]).toBe('7 of 7 entries of the suite hold, and none failed.');
    const records = (await readFile(file, 'utf8'))
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    const marks = records.filter(({ type }) => type === 'mark').map(({ label }) => label);
    expect(marks).toContain('probe suite/without text: tools/call note');
    const sent = records.filter(
      ({ raw, direction }) => direction === 'client-to-server' && raw.includes('tools/call'),
    );
    expect(sent).toHaveLength(4);
  });
});

describe('a suite that does not hold', () => {
  it('fails on exactly the entry whose call ended otherwise, and says how', async () => {
    const changed = GOOD.map((entry) =>
      entry.name === 'without text' ? { ...entry, expect: { tier: 'protocol', code: -32602 } } : entry,
    );
    const { end } = await ran(changed);
    expect(end.report.counts).toMatchObject({ failed: 1, inconclusive: 0 });
    const failed = end.report.cases.find(({ outcome }) => outcome === 'failed');
    expect(failed).toMatchObject({
      id: 'suite/without text',
      failure: {
        rule: 'suite',
        binding: 'suite',
        side: 'server',
        message: 'It ended in a tool error, not in a protocol error. The code is missing, not -32602.',
      },
    });
    expect(failed?.failure?.source).toMatch(/suite\.json, entries\[1\]$/);
    expect(probeFails(end.report, [])).toBe(true);
    expect(probeFails(end.report, ['protocol'])).toBe(true);
    expect(probeJunit(end.report)).toContain('<failure type="suite"');
    expect(terminalText(probeDocument(end.report))).toContain(
      'suite · the suite · for the author of the server · 1 case',
    );
    const printed = probeGithub(end.report, end.lines);
    expect(printed).toMatch(/^::error .*It ended in a tool error/m);
    expect(printed).toMatch(/^::group::suite: \d+ of \d+ without a failure\n(?:passed|failed) {2}suite\//m);
  });

  it('fails for another text, other members of data, a call that is too slow, and one without an answer', async () => {
    const { end } = await ran([
      { name: 'text', tool: 'note', expect: { text: '*sorry*' } },
      { name: 'data', tool: 'note', expect: { data: ['field', 'more'] } },
      { name: 'slow', tool: 'note', arguments: { text: 'a', slow: true }, expect: { maxDurationMs: 20 } },
      { name: 'code', tool: 'note', expect: { structuredCode: 7 } },
      { name: 'no answer', line: '{"jsonrpc":"2.0","id":5,"method":"ping"}', expect: 'silence' },
    ]);
    const [text, data, slow, code, silent] = outcomes(end);
    expect(text).toBe(
      'text: failed: The text is "text is missing at 12:30", which does not match "*sorry*".',
    );
    expect(data).toBe('data: failed: data has the members field, not the members field, more.');
    expect(slow).toMatch(/^slow: failed: It took \d+ ms, more than 20 ms\.$/);
    expect(code).toBe('code: failed: The structured code is MISSING, not 7.');
    expect(silent).toBe('no answer: failed: It ended in success, not in silence.');
  });
});

describe('the variables of a suite', () => {
  const entries = [
    { name: 'with key', tool: 'note', arguments: { text: `\${KEY}` }, expect: 'ok' },
    { name: 'without', tool: 'note', arguments: { text: 'a' }, expect: 'ok' },
  ];

  it('leave an entry out if they are not set, with the reason', async () => {
    const { end } = await ran(entries, { variables: ['KEY'] });
    expect(outcomes(end)).toEqual([
      'without: passed: ',
      'with key: not-applicable: It needs KEY, which the environment does not set.',
    ]);
  });

  it('are sent with their values, which no report shows', async () => {
    const { end, suite, file } = await ran(entries, { variables: ['KEY'], env: { KEY: 'secret-value' } });
    expect(await readFile(file, 'utf8')).toContain('noted secret-value');
    expect(outcomes(end)[0]).toBe('with key: failed: It ended in a tool error, not in success.');
    expect(JSON.stringify(end.report)).not.toContain('secret-value');
    expect(JSON.stringify(end.report)).toContain(`noted \${KEY}`);
    const preview = await previewProbe({ ...probeOptions(process.execPath, SERVER), suite });
    expect(JSON.stringify(preview)).not.toContain('secret-value');
  });
});

describe('the file of a suite', () => {
  it('may be YAML', async () => {
    const path = join(folder, 'suite.yaml');
    await writeFile(path, 'entries:\n  - tool: note\n    arguments: { text: a }\n    expect: ok\n');
    expect(await readSuite(path, {})).toMatchObject({ value: { suite: { entries: [{ name: 'note' }] } } });
    await writeFile(path, 'entries:\n  - tool: note\n    expect: amber\n');
    expect(await readSuite(path, {})).toMatchObject({
      error: {
        problems: [expect.stringMatching(/suite\.yaml: At entries\[0\]\.expect/)],
        isUnreadable: false,
      },
    });
  });

  it('that cannot be opened is another fault than one with mistakes', async () => {
    expect(await readSuite(join(folder, 'gone.json'), {})).toMatchObject({ error: { isUnreadable: true } });
  });
});
