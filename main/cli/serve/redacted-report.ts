import { stat } from 'node:fs/promises';
import { type Run, RunReader } from '../../../app/analysis/compare/run-reader.ts';
import { foreignText } from '../../../app/base/foreign-text.ts';
import { err, ok, type Result } from '../../../app/base/result.ts';
import type { KnownRecord } from '../../../app/frame/record.ts';
import { Redactor } from '../../../app/frame/redaction/redactor.ts';
import { checked, ReportBuilder } from '../../../app/report/build-report.ts';
import type { RecordingReport } from '../../../app/report/report.ts';
import type { ReportOptions } from '../../../app/report/report-options.ts';
import type { Exchange } from '../../../app/session/exchange.ts';
import { readAnyRecording } from '../../recording/import/read-any-recording.ts';
import type { ServedFile } from './served-recordings.ts';

/** A larger file takes longer than an agent waits; the app and `tierscope report` can read it. */
const MAX_BYTES = 256 * 1024 * 1024;

/** A redacted recording, as it was when it was read. */
export type RedactedReport = {
  readonly report: RecordingReport;
  exchangeAt(session: string, seq: number): Exchange | undefined;
};

type Kept = { readonly stamp: string; readonly read: RedactedReport };

/**
 * Reads recordings as an export would redact them: secrets are replaced before the analysis, so nothing derived can
 * expose one. The last reports are cached until their files change.
 */
export class RedactedReports {
  readonly #options: ReportOptions;
  readonly #kept = new Map<string, Kept>();

  constructor(options: ReportOptions) {
    this.#options = options;
  }

  /** The report of a recording. Fails with a sentence. */
  async report(recording: ServedFile): Promise<Result<RedactedReport>> {
    const stamp = await stampOf(recording.path);
    const kept = this.#kept.get(recording.path);
    if (kept !== undefined && kept.stamp === stamp) return ok(kept.read);
    const builder = new ReportBuilder(checked, this.#options);
    const read = await readRedacted(recording, (record, line) => builder.take(record, line));
    if (!read.ok) return read;
    const report = builder.finish(recording.name, read.value.format, read.value.problems);
    const value = { report, exchangeAt: (session: string, seq: number) => builder.exchangeAt(session, seq) };
    this.#keep(recording.path, { stamp, read: value });
    return ok(value);
  }

  #keep(path: string, kept: Kept): void {
    this.#kept.delete(path);
    this.#kept.set(path, kept);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > MAX_KEPT && oldest !== undefined) this.#kept.delete(oldest);
  }
}

const MAX_KEPT = 4;

/** The redacted records of one session from `first` to `last`. Fails with a sentence. */
export async function redactedRecords(
  recording: ServedFile,
  { session, first, last }: { readonly session: string; readonly first: number; readonly last: number },
): Promise<Result<KnownRecord[]>> {
  const records: KnownRecord[] = [];
  const read = await readRedacted(recording, (record) => {
    if (record.seq < first || record.seq > last) return;
    if (!('session' in record) || record.session === session) records.push(record);
  });
  return read.ok ? ok(records) : read;
}

/** A redacted recording, ready for a comparison. Fails with a sentence. */
export async function redactedRun(recording: ServedFile): Promise<Result<Run>> {
  const reader = new RunReader();
  const read = await readRedacted(recording, (record) => reader.take(record));
  return read.ok ? ok(reader.finish()) : read;
}

/** Calls `take` with each redacted record and its line. Reads the file twice: a secret may appear late. */
async function readRedacted(
  recording: ServedFile,
  take: (record: KnownRecord, line: number) => void,
): Promise<Awaited<ReturnType<typeof readAnyRecording>>> {
  const { path, sizeBytes } = recording;
  if (sizeBytes > MAX_BYTES) {
    const megabytes = Math.round(sizeBytes / 1e6);
    return err(
      `This recording has ${megabytes} MB, more than is read here. Ask "tierscope report" or the app for it.`,
    );
  }
  const redactor = new Redactor();
  let last = 0;
  const learned = await readAnyRecording(path, {
    onRecord: (record) => {
      redactor.learn(record);
      last = record.seq;
    },
  });
  if (!learned.ok) return err(withoutPath(learned.error, recording));
  const read = await readAnyRecording(path, {
    onRecord: (record, line) => {
      // Records written meanwhile may hold a secret that was not learned.
      if (record.seq <= last) take(redactor.redact(record), line);
    },
  });
  return read.ok ? read : err(withoutPath(read.error, recording));
}

/** Replaces the path, which contains the user's home folder. */
function withoutPath(sentence: string, { path, name }: ServedFile): string {
  return `This recording cannot be read.\n  | ${foreignText(sentence.replaceAll(path, name))}`;
}

async function stampOf(path: string): Promise<string> {
  const found = await stat(path, { bigint: true }).catch(() => undefined);
  return found === undefined ? '' : `${found.size} ${found.mtimeNs} ${found.ino}`;
}
