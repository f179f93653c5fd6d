import { err, ok, type Result } from '../../../app/base/result.ts';
import { toBase64 } from '../../../app/wire/line-text.ts';
import { host, settled } from '../../state/host/host.ts';

/** Bytes sent at once; far below the host's limit, and small enough to show progress. */
const PART_BYTES = 768 * 1024;

/**
 * Sends a file to the host, every byte as it is, and opens it there. `progress` hears the share that is sent,
 * 0 to 1. Fails with the host's sentence, or where the file cannot be read.
 */
export async function uploadRecording(
  file: File,
  progress: (share: number) => void,
): Promise<Result<readonly string[]>> {
  const begun = await settled(host().uploadBegin({ name: file.name, sizeBytes: file.size }));
  if (!begun.ok) return begun;
  const { upload } = begun.value;
  for (let offset = 0; offset < file.size; offset += PART_BYTES) {
    const bytes = await bytesOf(file, offset);
    if (!bytes.ok) return bytes;
    const part = await settled(host().uploadPart({ upload, base64: toBase64(bytes.value) }));
    if (!part.ok) return part;
    progress(Math.min(1, (offset + bytes.value.length) / file.size));
  }
  const end = await settled(host().uploadEnd({ upload }));
  return end.ok ? ok(end.value.sessions) : end;
}

/** The next part; a folder, or a file that changed or went away, cannot be read. */
async function bytesOf(file: File, offset: number): Promise<Result<Uint8Array>> {
  try {
    return ok(new Uint8Array(await file.slice(offset, offset + PART_BYTES).arrayBuffer()));
  } catch {
    return err(`${file.name} cannot be read: it is a folder, or it has changed or gone since it was chosen.`);
  }
}
