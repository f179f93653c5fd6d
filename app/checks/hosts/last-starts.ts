import { getOrCreate } from '../../base/grouped-by.ts';
import { writeIsoTime } from '../../base/iso-time.ts';
import { type KnownRecord, shownFrame } from '../../frame/record.ts';
import { epochOf } from '../../recording/export/recording-content.ts';
import { HEAD_CHARS } from '../../recording/import/file-head.ts';
import { detectFormat, formatTitle, HOST_LOG_TITLES } from '../../recording/import/formats.ts';
import { importFile } from '../../recording/import/import-file.ts';
import { ReportBuilder } from '../../report/build-report.ts';
import type { ReportError } from '../../report/report.ts';
import { type Envelope, readEnvelope } from '../../wire/envelope.ts';

/** A server's last start according to a host's log. */
export type LastStart = {
  readonly outcome: 'failed' | 'started';
  /** ISO 8601; empty if the log has no times. */
  readonly at: string;
  /** Complete sentences: why it failed, or what followed. */
  readonly said: string;
  readonly todo: string;
};

/** The last start of each server in a log, by name; the name is empty in a log of a single server. */
export function lastStartsIn(text: string, fileName: string): ReadonlyMap<string, LastStart> {
  const format = detectFormat(text.slice(0, HEAD_CHARS), fileName);
  // Only logs of hosts tell how a server was started.
  if (format === null || format === 'tierscope' || !HOST_LOG_TITLES.has(formatTitle(format)))
    return new Map();
  const { header, records } = importFile(format, text, { fileName });
  const starts = lastStartsOf(records, header.startedAt);
  return new Map([...starts].map(([name, start]) => [name === ONLY_SESSION ? '' : name, start]));
}

/** The last start in each session of a log's records; `startedAt` is ISO 8601. */
export function lastStartsOf(
  records: readonly KnownRecord[],
  startedAt: string,
): ReadonlyMap<string, LastStart> {
  const starts = new Map<string, LastStart>();
  const runs = new Map<string, LastRun>();
  const report = new ReportBuilder();
  for (const record of records) {
    report.take(record, record.seq);
    if ('session' in record) getOrCreate(runs, record.session, () => new LastRun()).take(record);
  }
  const startMs = epochOf({ startedAt }, 0);
  for (const { session, errors } of report.finish('', '', []).sessions) {
    const run = runs.get(session);
    if (run?.seq === undefined) continue;
    const { seq, at, isAnswered } = run;
    const since = errors.filter((error) => error.seq >= seq);
    const time = startMs === 0 ? '' : writeIsoTime(startMs + at);
    starts.set(session, { at: time, ...outcomeOf(since, isAnswered) });
  }
  return starts;
}

const ONLY_SESSION = 's1';

/** Finds where a server's last run starts, and whether it returned a result. */
class LastRun {
  seq: number | undefined;
  at = 0;
  isAnswered = false;
  #hasTraffic = false;
  #isOver = true;

  take(record: KnownRecord): void {
    if (record.type === 'session' || record.type === 'mark') return;
    const envelope = record.type === 'frame' ? readEnvelope(shownFrame(record)) : undefined;
    if (this.#isStart(record, envelope)) {
      this.seq = record.seq;
      this.at = record.at;
      this.isAnswered = this.#hasTraffic = this.#isOver = false;
    }
    if (record.type === 'process' && record.event !== 'spawned') this.#isOver = true;
    if (record.type !== 'frame') return;
    this.#hasTraffic = true;
    this.isAnswered ||= record.direction === 'server-to-client' && envelope?.kind === 'result';
  }

  /** True for a process start, a handshake after other traffic, or a record about a server that is not running. */
  #isStart(record: KnownRecord, envelope: Envelope | undefined): boolean {
    if (record.type === 'process' && record.event === 'spawned') return true;
    if (this.#isOver) return record.type !== 'stderr';
    return this.#hasTraffic && envelope?.kind === 'request' && envelope.method === 'initialize';
  }
}

function outcomeOf(errors: readonly ReportError[], isAnswered: boolean): Omit<LastStart, 'at'> {
  const refused =
    errors.find(({ method }) => method === 'initialize') ?? (isAnswered ? undefined : errors[0]);
  if (refused !== undefined) return { outcome: 'failed', said: refused.explanation, todo: refused.todo };
  const [first] = errors;
  const begun = isAnswered ? 'It connected' : 'It was started';
  if (first === undefined) return { outcome: 'started', said: `${begun}, and no error follows.`, todo: '' };
  const count = errors.length === 1 ? '1 error follows' : `${errors.length} errors follow, the first`;
  return { outcome: 'started', said: `${begun}; ${count}: ${first.explanation}`, todo: first.todo };
}
