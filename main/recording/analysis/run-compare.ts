import { compareDocument } from '../../../app/analysis/compare/compare-document.ts';
import { compareReport } from '../../../app/analysis/compare/compare-report.ts';
import { compareRuns } from '../../../app/analysis/compare/compare-runs.ts';
import { type ReadNoise, readOwnNoise } from '../../../app/analysis/compare/noise-filter.ts';
import { currentName, isNoiseName, NOISE_RULES } from '../../../app/analysis/compare/noise-rules.ts';
import { type Run, RunReader } from '../../../app/analysis/compare/run-reader.ts';
import { terminalText } from '../../../app/base/document/text-writer.ts';
import { Redactor } from '../../../app/frame/redaction/redactor.ts';
import { type CommandOutput, writeReplaced } from '../../system/command-output.ts';
import { readAnyRecording } from '../import/read-any-recording.ts';

export type CompareRun = CommandOutput & {
  readonly before: string;
  readonly after: string;
  /** `json`, or `text` for people. */
  readonly format: string;
  /** The noise rules to turn off, or `all`. */
  readonly keepNoise?: readonly string[];
  /** The user's own ignore rules: `/expression/`, or a path into the JSON. */
  readonly setAside?: readonly string[];
  /** True to compare redacted recordings; equal secrets stay equal. */
  readonly redact: boolean;
};

/** A difference quotes text in which a secret is no longer recognizable, so it is made from redacted records. */
export async function runCompare(run: CompareRun): Promise<number> {
  const { keepNoise: kept = [], setAside = [] } = run;
  const named = kept.map(currentName);
  const unknown = named.find((name) => name !== 'all' && !isNoiseName(name));
  if (unknown !== undefined) {
    const names = NOISE_RULES.map(({ name }) => name).join(', ');
    run.writeError(`tierscope: --keep-noise knows ${names} and all, but not "${unknown}".\n`);
    return 2;
  }
  const ownNoise: ReadNoise[] = [];
  for (const rule of setAside) {
    const one = readOwnNoise({ kind: rule.startsWith('/') ? 'regex' : 'path', pattern: rule });
    if (!one.ok) {
      run.writeError(`tierscope: --set-aside ${rule} cannot be used. ${one.error}\n`);
      return 2;
    }
    ownNoise.push(one.value);
  }
  const redactor = run.redact ? await redactorOf([run.before, run.after]) : undefined;
  const before = await read(run.before, run, redactor);
  const after = await read(run.after, run, redactor);
  if (before === undefined || after === undefined) return 3;
  const keepNoise = new Set(
    named.includes('all') ? NOISE_RULES.map(({ name }) => name) : named.filter(isNoiseName),
  );
  const comparison = compareRuns(before, after, { keepNoise, ownNoise });
  const report = compareReport(comparison, {
    version: run.version,
    before: { path: run.before, exchanges: before.exchanges.length },
    after: { path: run.after, exchanges: after.exchanges.length },
    keepNoise,
    setAside,
  });
  run.write(
    run.format === 'json' ? `${JSON.stringify(report, null, 2)}\n` : terminalText(compareDocument(report)),
  );
  writeReplaced(run, redactor);
  return report.summary.worse > 0 ? 1 : 0;
}

/** A difference quotes text in which a secret cannot be recognized any more, so it is made from redacted records. */
async function redactorOf(paths: readonly string[]): Promise<Redactor> {
  const redactor = new Redactor();
  for (const path of paths) await readAnyRecording(path, { onRecord: (record) => redactor.learn(record) });
  return redactor;
}

async function read(
  path: string,
  { writeError }: CompareRun,
  redactor: Redactor | undefined,
): Promise<Run | undefined> {
  const reader = new RunReader();
  const file = await readAnyRecording(path, {
    onRecord: (record) => reader.take(redactor?.redact(record) ?? record),
  });
  if (!file.ok) {
    writeError(`tierscope: ${file.error}\n`);
    return undefined;
  }
  for (const { line, message } of file.value.problems) {
    writeError(`${path}${line === 0 ? '' : `:${line}`}: ${message}\n`);
  }
  return reader.finish();
}
