import { open } from 'node:fs/promises';

const HEAD_BYTES = 4096;

/**
 * Why a file that has no known format cannot be read, as one sentence that says what to do; undefined where its
 * first bytes tell nothing. Never rejects.
 */
export async function whyUnknown(path: string): Promise<string | undefined> {
  try {
    const handle = await open(path, 'r');
    try {
      const head = Buffer.alloc(HEAD_BYTES);
      const { bytesRead } = await handle.read(head, 0, HEAD_BYTES, 0);
      return reasonIn(head.subarray(0, bytesRead));
    } finally {
      await handle.close();
    }
  } catch {
    // Whoever reads the file tells why that fails.
    return undefined;
  }
}

function reasonIn(head: Buffer): string | undefined {
  const begins = (...bytes: number[]): boolean => head.subarray(0, bytes.length).equals(Buffer.from(bytes));
  // The magic numbers of RFC 1952 §2.3.1, RFC 8878 §3.1.1 and the ZIP application note §4.3.7.
  if (begins(0x1f, 0x8b)) return 'It is compressed with gzip: unpack it first, and open what was in it.';
  if (begins(0x28, 0xb5, 0x2f, 0xfd))
    return 'It is compressed with zstd: unpack it first, and open what was in it.';
  if (begins(0x50, 0x4b, 0x03, 0x04)) return 'It is a ZIP archive: unpack it first, and open what was in it.';
  if (begins(0xff, 0xfe) || begins(0xfe, 0xff)) {
    return 'It is UTF-16 text, as PowerShell writes it with ">": save it as UTF-8, and open that.';
  }
  if (head.includes(0)) return 'It is a binary file, not a recording.';
  if (/^\uFEFF?\s*\{\s*"log"\s*:\s*\{/.test(head.toString('utf8'))) {
    return 'It is an HTTP archive (HAR) of another program: only those that mcpsnoop or Tierscope wrote can be opened, since others hold HTTP, not MCP.';
  }
  return undefined;
}
