const SHOWN_BYTES = 256;

/** The first bytes in hex, 16 a line, with their ASCII beside them. */
export function hexHead(bytes: Uint8Array): string {
  const lines: string[] = [];
  for (let start = 0; start < Math.min(bytes.length, SHOWN_BYTES); start += 16) {
    const part = [...bytes.subarray(start, start + 16)];
    const hex = part.map((byte) => byte.toString(16).padStart(2, '0')).join(' ');
    const text = part.map((byte) => (byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : '.')).join('');
    lines.push(`${start.toString(16).padStart(4, '0')}  ${hex.padEnd(47)}  ${text}`);
  }
  if (bytes.length > SHOWN_BYTES) lines.push(`… ${bytes.length - SHOWN_BYTES} bytes more`);
  return lines.join('\n');
}
