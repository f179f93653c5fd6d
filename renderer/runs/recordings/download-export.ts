import { ok, type Result } from '../../../app/base/result.ts';
import type { ExportedFile, ExportPiece } from '../../../app/contract/recording-commands.ts';
import { host, settled } from '../../state/host/host.ts';

/** Fetches an export from the host in pieces and hands it to the browser as a download. */
export async function downloadExport(file: ExportedFile): Promise<Result<null>> {
  const parts: BlobPart[] = [];
  let offset: number | null = 0;
  while (offset !== null) {
    const piece: Result<ExportPiece> = await settled(host().readExport({ export: file.export, offset }));
    if (!piece.ok) return piece;
    parts.push(bytesOf(piece.value.base64));
    offset = piece.value.next;
  }
  const address = URL.createObjectURL(new Blob(parts, { type: 'application/octet-stream' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = file.name;
  link.click();
  // The browser reads the address after the click.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
  return ok(null);
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64);
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at += 1) bytes[at] = text.charCodeAt(at);
  return bytes;
}
