import { open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { KnownRecord } from '../../../app/frame/record.ts';
import { createRecorder, type RecorderOptions } from '../recorder.ts';
import { openRecordingSink, type RecordingSink } from '../recording-sink.ts';

/** A recorder whose timers run when the test says so. */
export function testRecorder(folder: string, options: Partial<RecorderOptions> = {}) {
  const faults: string[] = [];
  const dropped: [number, string][] = [];
  const moved: string[] = [];
  const waiting = new Set<() => void>();
  const store = createRecorder({
    file: join(folder, 'recordings', 'a.tierscope.jsonl'),
    startedAt: '2026-11-21T09:30:00.000Z',
    app: { name: 'tierscope', version: '0.1.0' },
    onFault: (fault) => faults.push(fault),
    onDropped: (count, reason) => dropped.push([count, reason]),
    onMoved: (sentence) => moved.push(sentence),
    now: () => 5000,
    timers: (run) => {
      waiting.add(run);
      return () => waiting.delete(run);
    },
    ...options,
  });
  const tick = (): void => {
    for (const run of [...waiting]) {
      waiting.delete(run);
      run();
    }
  };
  return { store, faults, dropped, moved, tick, waiting };
}

/** A frame of a client. */
export function frame(seq: number, raw = `{"jsonrpc":"2.0","id":${seq},"method":"ping"}`): KnownRecord {
  return { type: 'frame', seq, at: seq, session: 's1', direction: 'client-to-server', raw };
}

/** The parsed lines of a file. */
export const linesOf = async (file: string): Promise<unknown[]> =>
  (await readFile(file, 'utf8'))
    .trimEnd()
    .split('\n')
    .map((line): unknown => JSON.parse(line));

/** A disk that fails while `broken` says so, before or after a half write. */
export function disk(state: { broken: string; half?: boolean }) {
  return async (file: string): Promise<RecordingSink> => {
    const sink = await openRecordingSink(file);
    return {
      ...sink,
      write: async (bytes) => {
        if (state.broken === '') return sink.write(bytes);
        if (state.half === true) {
          state.half = false;
          return sink.write(bytes.subarray(0, 10));
        }
        throw Object.assign(new Error(state.broken), { code: state.broken });
      },
    };
  };
}

/** The seqs of a file's records, after its header line. */
export const seqsOf = (lines: readonly unknown[]) => lines.slice(1).map((line) => (line as KnownRecord).seq);

/** Replaces some text with other text of the same length. */
export async function edit(path: string, from: string, to: string): Promise<void> {
  const handle = await open(path, 'r+');
  await handle.write(to, (await readFile(path)).indexOf(from));
  await handle.close();
}
