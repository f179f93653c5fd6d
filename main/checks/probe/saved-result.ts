import { readdir, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { err, ok, type Result } from '../../../app/base/result.ts';
import { type ProbeReport, readSavedReport } from '../../../app/checks/probe/probe-report.ts';
import type { EarlierProbe } from '../../../app/contract/probe-commands.ts';
import { claimRecordingFile, probeResultFile, RECORDING_SUFFIX } from '../../recording/recording-file.ts';
import { fileFailure } from '../../system/file-failure.ts';
import { writeJson } from '../../system/json-file.ts';
import { makeFolder, ownFolder } from '../../system/own-folder.ts';
import { readRegular } from '../../system/regular-file.ts';

/** The probe result next to a recording, or why it cannot be read; most recordings have none. */
export type SavedResult =
  | { readonly kind: 'none' }
  | { readonly kind: 'report'; readonly report: ProbeReport }
  | { readonly kind: 'unreadable'; readonly why: string };

/** A result is read whole; one with 500 tools is 10 MB. */
const MAX_BYTES = 200_000_000;

/** Writes a probe result next to its recording. Returns a sentence if that fails, else an empty text. */
export async function keepResult(report: ProbeReport): Promise<string> {
  const file = probeResultFile(report.recording);
  try {
    await writeJson(file, report);
    return '';
  } catch (error) {
    return `The result cannot be kept beside the recording: ${file} cannot be written: ${fileFailure(error)}.`;
  }
}

export async function readResult(recording: string): Promise<SavedResult> {
  const file = probeResultFile(recording);
  try {
    const report = readSavedReport(String(await readRegular(file, { mostBytes: MAX_BYTES })));
    if (report !== undefined) return { kind: 'report', report: { ...report, recording } };
    const why = `The result of this probe, ${basename(file)}, is damaged or of another version of Tierscope: only the log can be shown.`;
    return { kind: 'unreadable', why };
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return { kind: 'none' };
    return { kind: 'unreadable', why: `${file} cannot be read: ${fileFailure(error)}.` };
  }
}

const MAX_READ = 100;
const MAX_GIVEN = 20;

/** The earlier probes of the same server, newest first, from its own folder and the app's. */
export async function earlierProbes(
  report: ProbeReport,
  dataFolder: string,
): Promise<readonly EarlierProbe[]> {
  const given: EarlierProbe[] = [];
  for (const path of await newestResults(report, dataFolder)) {
    const kept = await readResult(path);
    if (kept.kind !== 'report' || !isEarlier(kept.report, report)) continue;
    const { startedAt, counts, seed, grade } = kept.report;
    given.push({ name: basename(path), startedAt, counts, seed, grade: grade.grade });
  }
  return given.sort((a, b) => b.startedAt.localeCompare(a.startedAt)).slice(0, MAX_GIVEN);
}

/** An earlier probe, by the name of its recording. */
export async function earlierReport(
  report: ProbeReport,
  dataFolder: string,
  name: string,
): Promise<Result<ProbeReport>> {
  const path = (await newestResults(report, dataFolder)).find((one) => basename(one) === name);
  const kept = path === undefined ? undefined : await readResult(path);
  if (kept?.kind === 'report' && isEarlier(kept.report, report)) return ok(kept.report);
  return err(`The result of ${name} cannot be read any more.`);
}

function isEarlier(one: ProbeReport, report: ProbeReport): boolean {
  const isSame =
    one.command === report.command || (one.server !== null && one.server.name === report.server?.name);
  return (
    isSame &&
    isSuite(one) === isSuite(report) &&
    one.startedAt < report.startedAt &&
    one.grade.grade !== 'unknown'
  );
}

/** True for a suite, whose cases are not those of a probe. */
function isSuite({ cases }: ProbeReport): boolean {
  return cases.some(({ family }) => family === 'suite');
}

/** The recordings with a result next to them, most recently written first. */
async function newestResults({ recording }: ProbeReport, dataFolder: string): Promise<readonly string[]> {
  const folders = new Set([dirname(recording), join(dataFolder, 'recordings')]);
  const found = await Promise.all([...folders].map(resultsIn));
  return found
    .flat()
    .sort((a, b) => b.at - a.at)
    .slice(0, MAX_READ)
    .map(({ path }) => path);
}

async function resultsIn(folder: string): Promise<{ readonly path: string; readonly at: number }[]> {
  const names = await readdir(folder).catch(() => []);
  const paths = names.filter((name) => name.endsWith(RECORDING_SUFFIX)).map((name) => join(folder, name));
  const dated = paths.map(async (path) => {
    const found = await stat(probeResultFile(path)).catch(() => undefined);
    return found === undefined ? [] : [{ path, at: found.mtimeMs }];
  });
  return (await Promise.all(dated)).flat();
}

/** A path in the data folder for the recording of a probe. Fails with a sentence if another user owns the folder. */
export async function probeFile(dataFolder: string, startedAt: Date, label: string): Promise<Result<string>> {
  const own = await ownFolder(dataFolder);
  if (!own.ok) return own;
  const folder = join(dataFolder, 'recordings');
  await makeFolder(folder);
  return ok(claimRecordingFile(folder, startedAt, label, 'probe'));
}
