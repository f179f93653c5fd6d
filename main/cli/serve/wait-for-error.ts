import { setTimeout as pause } from 'node:timers/promises';
import { ok, type Result } from '../../../app/base/result.ts';
import type { ReportError } from '../../../app/report/report.ts';
import type { RedactedReports } from './redacted-report.ts';
import type { ServedFile, ServedRecording, ServedRecordings } from './served-recordings.ts';

const LOOK_MS = 250;
/** Reading a file again and again takes at most this part of the time. */
const SHARE = 0.25;
const RECENT_MS = 600_000;

type Wait = {
  /** A recording by its name; without one, whatever is written. */
  readonly recording: string | undefined;
  /** Errors up to this record are known; without it, all that are there at the start. Needs a recording. */
  readonly afterSeq: number | undefined;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
};

/** An error that came, and where. */
export type CameError = { readonly recording: string; readonly session: string; readonly error: ReportError };

/**
 * Waits for the next error of a recording that grows, or of any. Undefined if none came in time. Fails with a
 * sentence if there is no such recording; rejects if `signal` aborts.
 */
export async function waitForError(
  recordings: ServedRecordings,
  reports: RedactedReports,
  { recording, afterSeq, timeoutMs, signal }: Wait,
): Promise<Result<CameError | undefined>> {
  const until = performance.now() + timeoutMs;
  const known = new Map<string, number>();
  const named = recording === undefined ? undefined : await recordings.find(recording);
  if (named?.ok === false) return named;
  const watched = <File extends ServedFile>(all: readonly File[]): readonly File[] =>
    named === undefined ? all : all.filter(({ path }) => path === named.value.path);
  const sizes = new Map<string, number>();
  for (const one of watched(await recordings.list())) {
    // What is not written now is not read: only what grows from here on.
    sizes.set(one.path, one.sizeBytes);
    if (named === undefined && !isInUse(one)) continue;
    known.set(one.path, afterSeq ?? lastSeq(await errorsOf(reports, one)));
    if (afterSeq !== undefined) sizes.delete(one.path);
  }
  for (;;) {
    const started = performance.now();
    for (const one of watched(await recordings.files())) {
      if (sizes.get(one.path) === one.sizeBytes) continue;
      const isOld = sizes.has(one.path) && !known.has(one.path);
      sizes.set(one.path, one.sizeBytes);
      const errors = await errorsOf(reports, one);
      // Of a file that nobody seemed to write, what is new cannot be told the first time.
      const seen = isOld ? lastSeq(errors) : (known.get(one.path) ?? 0);
      const next = errors.find(({ error }) => error.seq > seen && error.provoked !== true);
      known.set(one.path, Math.max(seen, lastSeq(errors)));
      if (next !== undefined) return ok({ recording: one.name, ...next });
    }
    const left = until - performance.now();
    if (left <= 0) return ok(undefined);
    const rest = Math.max(LOOK_MS, (performance.now() - started) / SHARE);
    await pause(Math.min(left, rest), undefined, { signal });
  }
}

/** True for a recording that grows, or that may: a window of Electron names none. */
function isInUse({ isLive, modifiedAt }: ServedRecording): boolean {
  return isLive || Date.now() - Date.parse(modifiedAt) < RECENT_MS;
}

type Found = { readonly session: string; readonly error: ReportError };

async function errorsOf(reports: RedactedReports, recording: ServedFile): Promise<Found[]> {
  const read = await reports.report(recording);
  if (!read.ok) return [];
  return read.value.report.sessions
    .flatMap(({ session, errors }) => errors.map((error) => ({ session, error })))
    .sort((a, b) => a.error.seq - b.error.seq);
}

function lastSeq(errors: readonly Found[]): number {
  return errors.at(-1)?.error.seq ?? 0;
}
