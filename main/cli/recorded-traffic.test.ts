import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { FindingReader } from '../../app/findings/finding-reader.ts';
import { RowTable } from '../../app/frame/row-table.ts';
import { LogAnalyser } from '../../app/report/log-analyser.ts';
import type { SessionReport } from '../../app/report/report.ts';
import { LogModel } from '../../app/session/log-model.ts';
import { streamRecords } from '../recording/load-recording.ts';
import { runReport } from './run-report.ts';

// What real servers wrote on the wire, against what a person wrote down beside each recording.

type Expected = {
  readonly packages: { readonly [name: string]: string };
  readonly vocabulary: { readonly sdk: string | null; readonly framework: string | null };
  readonly counts: { readonly [name: string]: number };
  readonly errors: readonly Entry[];
  /** Findings on records that are no errors. */
  readonly elsewhere: readonly Pick<Entry, 'seq' | 'findings'>[];
};
type Entry = {
  readonly seq: number;
  readonly tier: string;
  readonly code: number | null;
  /** Ids with severity, in order: `T02 violation`. */
  readonly findings: readonly string[];
};

const FOLDER = fileURLToPath(new URL('../../e2e/recordings/', import.meta.url));
const SUFFIX = '.tierscope.jsonl';
const NAMES = readdirSync(FOLDER)
  .filter((file) => file.endsWith(SUFFIX))
  .map((file) => file.slice(0, -SUFFIX.length));

async function sessionReport(path: string): Promise<SessionReport> {
  let out = '';
  const exitCode = await runReport({
    files: [path],
    format: 'json',
    failOn: [],
    version: '0',
    write: (text) => {
      out += text;
    },
    writeError: (text) => {
      throw new Error(text);
    },
  });
  expect(exitCode).toBe(0);
  const [recording] = JSON.parse(out).recordings;
  expect(recording).toMatchObject({ problems: [], sessions: [{ session: 's1' }] });
  return recording.sessions[0];
}

/** The analyser of the app's own log, and beside it the prober's checks, which spare nothing. */
async function analysed(path: string) {
  const analyser = new LogAnalyser(new RowTable());
  const prober = new LogModel({
    each: (model, session) => [new FindingReader(model, session, { checkRawMessages: true })],
  });
  await streamRecords(path, {
    onRecord: (record) => {
      analyser.take(record);
      prober.take(record);
    },
  });
  analyser.finish();
  prober.finish();
  return analyser.session('s1');
}

/** One line for each error and each finding, so that a difference reads as one. */
function lines(errors: readonly Entry[], elsewhere: Expected['elsewhere']): string[] {
  const named = errors.map(({ seq, tier, code, findings }) => [seq, tier, code ?? '-', ...findings]);
  const others = elsewhere.map(({ seq, findings }) => [seq, 'no error', '-', ...findings]);
  return [...named, ...others].sort((a, b) => Number(a[0]) - Number(b[0])).map((parts) => parts.join('  '));
}

function reported({ errors, findings }: SessionReport): string[] {
  const at = (seq: number) =>
    findings
      .filter((finding) => finding.seq === seq)
      .map(({ rule, severity }) => `${rule} ${severity}`)
      .sort();
  const named = new Set(errors.map(({ seq }) => seq));
  const others = [...new Set(findings.map(({ seq }) => seq))].filter((seq) => !named.has(seq));
  return lines(
    errors.map(({ seq, tier, code }) => ({ seq, tier, code, findings: at(seq) })),
    others.map((seq) => ({ seq, findings: at(seq) })),
  );
}

describe('recorded real traffic', () => {
  it('holds at least five families', () => {
    expect(NAMES.length).toBeGreaterThanOrEqual(5);
  });

  it.each(NAMES)('%s is analysed as a person wrote down', async (name) => {
    const path = `${FOLDER}${name}${SUFFIX}`;
    const expected: Expected = JSON.parse(readFileSync(`${FOLDER}${name}.expected.json`, 'utf8'));
    expect(Object.keys(expected.packages)).not.toEqual([]);
    const report = await sessionReport(path);
    expect(reported(report)).toEqual(lines(expected.errors, expected.elsewhere));
    expect(report.counts).toMatchObject(expected.counts);
    const { fingerprints, findings } = await analysed(path);
    const { sdk, framework } = fingerprints.layers;
    expect({ sdk: sdk?.id ?? null, framework: framework?.id ?? null }).toEqual(expected.vocabulary);
    expect(findings.map(({ seq, rule }) => `${seq} ${rule}`).sort()).toEqual(
      report.findings.map(({ seq, rule }) => `${seq} ${rule}`).sort(),
    );
  });

  it.each(NAMES)('%s is small and says nothing of the machine that made it', (name) => {
    const text = readFileSync(`${FOLDER}${name}${SUFFIX}`, 'utf8');
    expect(text.length).toBeLessThan(60_000);
    expect(text).not.toMatch(/\/(home|Users|root|tmp|work)\/|[A-Z]:\\\\/);
  });
});
