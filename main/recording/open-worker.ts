import type { ProjectSettings } from '../../app/session/project/project-file.ts';
import { Credit, serveOwner, transferring } from '../system/worker-channel.ts';
import { loadAnyRecording } from './load-any-recording.ts';
import { chunkBuffers, type LoadedChunk } from './loaded-chunk.ts';

// Runs as a worker thread: reads a recording and passes on its rows in chunks.

/** How many chunks may be in flight, so that a fast reader does not fill the memory. */
const CHUNKS_AHEAD = 2;

export type OpenWorker = typeof functions;

export type ChunkSink = { takeChunk(chunk: LoadedChunk): Promise<void> | void };

const functions = {
  /** Reads a recording to its end; `copyTo` as in {@link loadAnyRecording}. */
  async load(path: string, copyTo: string | undefined, project: ProjectSettings | undefined) {
    const credit = new Credit(CHUNKS_AHEAD);
    // The answer follows the last chunk through the same port, so it need not wait for it.
    return loadAnyRecording(path, copyTo, {
      project,
      onChunk: (chunk) => credit.spend(owner.takeChunk(transferring(chunk, chunkBuffers(chunk)))),
    });
  },
};

const owner = serveOwner<ChunkSink, OpenWorker>(functions, { endsAnswered: true });
