import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { encodeHeader, encodeRecord } from '../../app/recording/encode-record.ts';
import { sampleHeader } from '../../app/recording/testing/any-record.ts';
import { SAMPLE_RECORDS } from '../../app/report/testing/sample-recording.ts';
import { runReport } from './run-report.ts';

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

async function report(paths: string[], format = 'json', failOn: string[] = []) {
  let out = '';
  let errors = '';
  const exitCode = await runReport({
    files: paths,
    format,
    failOn,
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
    const wrong = await report([sample], 'html');
    expect(wrong).toMatchObject({ exitCode: 2, out: '', errors: expect.stringContaining('not "html"') });
  });

  it('ends with 3 if a file cannot be opened, and reports the others', async () => {
    const missing = join(folder, 'none');
    const { exitCode, out, errors } = await report([missing, calm], 'json', ['tool']);
    expect(exitCode).toBe(3);
    expect(errors).toBe(`tierscope: ${missing} cannot be opened: it does not exist.\n`);
    expect(JSON.parse(out).recordings).toHaveLength(1);
  });

  it('knows text, JUnit and SARIF', async () => {
    expect((await report([sample], 'text')).out).toMatch(/protocol +-32602 .*tools.call nope/);
    expect((await report([sample], 'junit')).out).toMatch(/^<\?xml/);
    const { results } = JSON.parse((await report([sample], 'sarif')).out).runs[0];
    const { errors, findings } = JSON.parse((await report([sample])).out).recordings[0].sessions[0];
    expect(results).toHaveLength(errors.length + findings.length);
  });
});
