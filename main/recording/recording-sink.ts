import { mkdir, open, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/** A file that grows at its end. */
export type RecordingSink = {
  /** Writes some or all of the bytes and says how many. */
  write(bytes: Uint8Array): Promise<number>;
  /** Whether the file still has a name on the disk. */
  exists(): Promise<boolean>;
  /** Brings everything to the disk itself, then lets go of the file. */
  close(): Promise<void>;
};

/**
 * Makes a new recording, and its folder where there is none, for the owner's eyes only. Rejects as the disk does.
 * An empty file is the place that was kept for it; any other is left alone.
 */
export async function openRecordingSink(file: string): Promise<RecordingSink> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  const kept = await stat(file).then(
    ({ size }) => size === 0,
    () => false,
  );
  const handle = await open(file, kept ? 'a' : 'ax', 0o600);
  return {
    write: async (bytes) => (await handle.write(bytes)).bytesWritten,
    exists: async () => (await handle.stat()).nlink > 0,
    close: async () => {
      try {
        await handle.sync();
      } finally {
        await handle.close();
      }
    },
  };
}
