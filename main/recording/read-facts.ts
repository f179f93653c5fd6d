import { ok, type Result } from '../../app/base/result.ts';
import type { RecordingFacts } from '../../app/contract/recording-commands.ts';
import { type Counts, noCounts } from '../../app/session/exchange.ts';
import { loadInWorker } from './load-in-worker.ts';
import { loadRecording } from './load-recording.ts';
import type { LoadedEnd, LoadedSession } from './loaded-chunk.ts';

/** Reads a recording to its end and says what is in it. Fails with a sentence that names the file. */
export async function readFacts(
  path: string,
  workerScript: string | undefined,
): Promise<Result<RecordingFacts>> {
  const options = { onChunk: () => undefined };
  const end =
    workerScript === undefined
      ? await loadRecording(path, options)
      : await loadInWorker(workerScript, path, undefined, options);
  return end.ok ? ok(factsOf(end.value)) : end;
}

function factsOf({ header, sessions, problems, lastAt }: LoadedEnd): RecordingFacts {
  const named = sessions.find((session) => session.facts.server !== null)?.facts.server ?? null;
  return {
    label: sessions.map(({ record, name }) => record?.label ?? name).join(', '),
    server: named === null ? '' : `${named.name} ${named.version}`.trim(),
    startedAt: header.startedAt,
    lengthMs: Math.max(0, lastAt),
    counts: sumOf(sessions),
    problems: problems.length,
  };
}

function sumOf(sessions: readonly LoadedSession[]): Counts {
  const sum = noCounts();
  for (const { counts } of sessions) {
    for (const key of Object.keys(sum) as (keyof Counts)[]) sum[key] += counts[key];
  }
  return sum;
}
