import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { LogAnalyzer } from '../../app/analysis/log-analyzer.ts';
import type { Finding } from '../../app/findings/finding.ts';
import { FindingReader } from '../../app/findings/finding-reader.ts';
import { RowTable } from '../../app/frame/row-table.ts';
import type { SessionReport } from '../../app/report/report.ts';
import { LogModel } from '../../app/session/log-model.ts';
import { streamRecords } from '../recording/load-recording.ts';
import { runReport } from './run-report.ts';

// Two ways to one verdict, on traffic of real servers; `npm run corpus` checks whether it is right.

const FOLDER = fileURLToPath(new URL('../../e2e/corpus/', import.meta.url));
const RECORDING = '.tierscope.jsonl';
const LABELS = '.labels.json';
const NAMES = namesOf(RECORDING);
/** The other half is held out: no test prints its verdicts. */
const TUNING = namesOf(LABELS).filter((name) => halfOf(name) === 'tuning');
const MAX_CHARACTERS = 120_000;
/** Every HTTP exchange has request and response headers, and a driven client creates a session per case. */
const MAX_HTTP_CHARACTERS = 300_000;
/** A path on somebody's machine; the recordings have `/srv/…` instead. */
const OWN_PATH = /(?<![\w.-])\/(?:home(?!\/ann\/)|Users|root|tmp|work)\/|\b[A-Z]:\\\\/;

function namesOf(suffix: string): string[] {
  return readdirSync(FOLDER)
    .filter((file) => file.endsWith(suffix))
    .map((file) => file.slice(0, -suffix.length));
}

function halfOf(name: string): string {
  return JSON.parse(readFileSync(`${FOLDER}${name}${LABELS}`, 'utf8')).half;
}

async function sessionReports(path: string): Promise<readonly SessionReport[]> {
  let out = '';
  const exitCode = await runReport({
    files: [path],
    format: 'json',
    redact: false,
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
  expect(recording.problems).toEqual([]);
  return recording.sessions;
}

/** The analyzer of the app's own log, together with the strict checks of a probe. */
async function analyzed(path: string): Promise<LogAnalyzer> {
  const analyzer = new LogAnalyzer(new RowTable());
  const prober = new LogModel({
    each: (model, session) => [new FindingReader(model, session, { checkRawMessages: true })],
  });
  await streamRecords(path, {
    onRecord: (record) => {
      analyzer.take(record);
      prober.take(record);
    },
  });
  analyzer.finish();
  prober.finish();
  return analyzer;
}

function lines(findings: readonly Pick<Finding, 'seq' | 'rule' | 'severity'>[]): string[] {
  return findings.map(({ seq, rule, severity }) => `${seq} ${rule} ${severity}`).sort();
}

describe('recorded real traffic', () => {
  it('has recordings to be read', () => {
    expect(TUNING).not.toEqual([]);
  });

  it.each(TUNING)('%s gets the same findings from the app and from the command line', async (name) => {
    const path = `${FOLDER}${name}${RECORDING}`;
    const reports = await sessionReports(path);
    const analyzer = await analyzed(path);
    const names = analyzer.sessionNames;
    expect(reports.map(({ session }) => session)).toEqual(names);
    for (const { session, findings: reported } of reports) {
      const { findings, hostFindings } = analyzer.session(session);
      expect([session, ...lines([...findings, ...hostFindings])]).toEqual([session, ...lines(reported)]);
    }
  });

  it.each(NAMES)('%s is small and says nothing of the machine that made it', (name) => {
    const text = readFileSync(`${FOLDER}${name}${RECORDING}`, 'utf8');
    const most = name.startsWith('http-') ? MAX_HTTP_CHARACTERS : MAX_CHARACTERS;
    expect(text.length).toBeLessThanOrEqual(most);
    expect(OWN_PATH.exec(text)?.[0]).toBeUndefined();
  });
});
