import { err, ok, type Result } from '../../app/base/result.ts';
import { host, settled } from '../carrier/host.ts';

/** Characters sent at once; far below the host's limit, and small enough to show progress. */
const PART_CHARS = 1_000_000;

/**
 * Sends a file to the host and opens it there. `progress` hears the share that is sent, 0 to 1.
 * Fails with the host's sentence, or where the file cannot be read.
 */
export async function uploadRecording(
  file: File,
  progress: (share: number) => void,
): Promise<Result<readonly string[]>> {
  const begun = await settled(host().uploadBegin({ name: file.name, sizeBytes: file.size }));
  if (!begun.ok) return begun;
  const { upload } = begun.value;
  try {
    let sent = 0;
    for await (const text of textParts(file)) {
      const part = await settled(host().uploadPart({ upload, text }));
      if (!part.ok) return part;
      sent += text.length;
      progress(Math.min(1, sent / Math.max(file.size, 1)));
    }
  } catch (reason) {
    return err(`${file.name} could not be read: ${String(reason)}`);
  }
  const end = await settled(host().uploadEnd({ upload }));
  return end.ok ? ok(end.value.sessions) : end;
}

async function* textParts(file: File): AsyncGenerator<string> {
  const reader = file.stream().pipeThrough(new TextDecoderStream()).getReader();
  let held = '';
  for (;;) {
    const { done, value } = await reader.read();
    held += value ?? '';
    while (held.length >= PART_CHARS) {
      yield held.slice(0, PART_CHARS);
      held = held.slice(PART_CHARS);
    }
    if (done) break;
  }
  if (held !== '') yield held;
}
