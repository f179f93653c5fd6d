import { basename } from 'node:path';
import { readKeptReport } from '../../../app/probe/kept-report.ts';
import type { ProbeReport } from '../../../app/probe/probe-report.ts';
import { probeResultFile } from '../../recording/recording-file.ts';
import { fileFailure } from '../../system/file-failure.ts';
import { writeJson } from '../../system/json-file.ts';
import { readRegular } from '../../system/regular-file.ts';

/** What lies beside a recording: the result of the probe that it is of, or why that cannot be read; none for most. */
export type KeptResult =
  | { readonly kind: 'none' }
  | { readonly kind: 'report'; readonly report: ProbeReport }
  | { readonly kind: 'unreadable'; readonly why: string };

/** A result is read whole; one of 500 tools has 10 MB. */
const MAX_BYTES = 200_000_000;

/** Writes the result of a probe beside its recording. Gives a sentence if that fails, else an empty text. */
export async function keepResult(report: ProbeReport): Promise<string> {
  const file = probeResultFile(report.recording);
  try {
    await writeJson(file, report);
    return '';
  } catch (error) {
    return `The result cannot be kept beside the recording: ${file} cannot be written: ${fileFailure(error)}.`;
  }
}

/** Reads what is kept beside a recording. */
export async function readResult(recording: string): Promise<KeptResult> {
  const file = probeResultFile(recording);
  try {
    const report = readKeptReport(String(await readRegular(file, { mostBytes: MAX_BYTES })));
    if (report !== undefined) return { kind: 'report', report: { ...report, recording } };
    const why = `The result of this probe, ${basename(file)}, is damaged or of another version of Tierscope: only the log can be shown.`;
    return { kind: 'unreadable', why };
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return { kind: 'none' };
    return { kind: 'unreadable', why: `${file} cannot be read: ${fileFailure(error)}.` };
  }
}
