import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type ScriptedCall,
  scriptedRecords,
  text,
  toolError,
} from '../../../app/analysis/compare/testing/scripted-run.ts';
import { encodeHeader, encodeRecord } from '../../../app/recording/encode-record.ts';
import { sampleHeader } from '../../../app/recording/testing/any-record.ts';
import { runCompare } from './run-compare.ts';

let folder = '';
let fine = '';
let broken = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tierscope-compare-'));
  fine = await recording('fine', [{ tool: 'a', result: text('at 2026-11-21T10:00:00Z') }]);
  broken = await recording('broken', [{ tool: 'a', result: toolError('no') }]);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function recording(name: string, calls: readonly ScriptedCall[]): Promise<string> {
  const file = join(folder, `${name}.tierscope.jsonl`);
  const lines = [encodeHeader(sampleHeader), ...scriptedRecords(calls).map(encodeRecord)];
  await writeFile(file, `${lines.join('\n')}\n`);
  return file;
}

async function compare(
  before: string,
  after: string,
  format = 'json',
  keepNoise: string[] = [],
  setAside: string[] = [],
) {
  let out = '';
  let errors = '';
  const exitCode = await runCompare({
    before,
    after,
    format,
    keepNoise,
    setAside,
    redact: true,
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

describe('tierscope compare', () => {
  test('ends with 0 if nothing changed, or a tier got better', async () => {
    expect(await compare(fine, fine, 'text')).toMatchObject({
      exitCode: 0,
      errors: '',
      out: expect.stringContaining('Nothing changed.'),
    });
    const { exitCode, out } = await compare(broken, fine);
    expect({ exitCode, summary: JSON.parse(out).summary }).toMatchObject({
      exitCode: 0,
      summary: { better: 1, worse: 0 },
    });
  });

  test('ends with 1 if a tier got worse', async () => {
    const { exitCode, out, errors } = await compare(fine, broken);
    expect({ exitCode, errors }).toEqual({ exitCode: 1, errors: '' });
    expect(JSON.parse(out)).toMatchObject({
      before: { path: fine, exchanges: 1 },
      after: { path: broken, exchanges: 1 },
      changed: [
        {
          target: 'a',
          changes: [{ kind: 'tier', before: 'ok', after: 'tool' }, {}, {}, { kind: 'findings' }],
        },
      ],
    });
  });

  test('shows no secret, not even the pieces in which two differ, and keeps equal ones equal', async () => {
    const answers = ['hunter-21', 'hunter-22', 'hunter-21'].map((password, index) =>
      recording(`login-${index}`, [
        { tool: 'a', result: text(`{"password":"${password}"} from /home/ada/x`) },
        { tool: 'b', result: text(`logged in with ${password}`) },
      ]),
    );
    const [first = '', other = '', same = ''] = await Promise.all(answers);
    for (const format of ['text', 'json']) {
      const { out, errors } = await compare(first, other, format);
      expect(out).not.toMatch(/hunter|ada|-2[12]/);
      expect(out).toMatch(/<redacted:\d>/);
      expect(errors).toMatch(/^tierscope: \d secrets replaced\. Use --no-redact to print them\.\n$/);
    }
    expect((await compare(first, same, 'text')).out).toContain('Nothing changed.');
  });

  test('counts the noise that it is asked to keep', async () => {
    const later = await recording('later', [{ tool: 'a', result: text('at 2026-11-22T10:00:00Z') }]);
    expect(JSON.parse((await compare(fine, later)).out).changed).toEqual([]);
    for (const words of [['iso-times'], ['all']]) {
      const { exitCode, out } = await compare(fine, later, 'json', words);
      expect(exitCode).toBe(0);
      expect(JSON.parse(out).changed).toMatchObject([{ changes: [{ kind: 'result' }] }]);
    }
  });

  test('sets aside what rules of one’s own name, and refuses a rule that it cannot read', async () => {
    const other = await recording('other', [{ tool: 'a', result: text('build 18') }]);
    const again = await recording('again', [{ tool: 'a', result: text('build 19') }]);
    expect(JSON.parse((await compare(other, again)).out).changed).toHaveLength(1);
    for (const rule of ['/build \\d+/', 'content[*].text']) {
      const { out } = await compare(other, again, 'json', [], [rule]);
      expect(JSON.parse(out)).toMatchObject({ changed: [], setAside: [rule] });
    }
    expect(await compare(other, again, 'json', [], ['a..b'])).toMatchObject({
      exitCode: 2,
      out: '',
      errors: expect.stringMatching(/--set-aside a\.\.b cannot be used\. At character 2/),
    });
  });

  test('reads the files of other tools', async () => {
    const lines = join(folder, 'plain.jsonl');
    const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'a', arguments: {} } };
    const answer = { jsonrpc: '2.0', id: 1, error: { code: -32603, message: 'no' } };
    await writeFile(lines, `${JSON.stringify(call)}\n${JSON.stringify(answer)}\n`);
    expect(await compare(fine, lines)).toMatchObject({ exitCode: 1 });
  });

  test('ends with 3 for a file that cannot be opened, and with 2 for an unknown rule', async () => {
    const missing = join(folder, 'none');
    expect(await compare(fine, missing)).toMatchObject({
      exitCode: 3,
      out: '',
      errors: expect.stringContaining(missing),
    });
    expect(await compare(fine, fine, 'json', ['colors'])).toMatchObject({
      exitCode: 2,
      out: '',
      errors: expect.stringMatching(/uuids.* and all, but not "colors"/),
    });
  });
});
