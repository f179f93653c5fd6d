import { ok, type Result } from '../../../app/base/result.ts';
import type { ExportedFile, ExportPiece } from '../../../app/contract/recording-commands.ts';
import { host, settled } from '../../state/host/host.ts';

/** Fetches an export from the host in pieces. */
export async function exportedBytes(file: ExportedFile): Promise<Result<Uint8Array<ArrayBuffer>[]>> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let offset: number | null = 0;
  while (offset !== null) {
    const piece: Result<ExportPiece> = await settled(host().readExport({ export: file.export, offset }));
    if (!piece.ok) return piece;
    parts.push(bytesOf(piece.value.base64));
    offset = piece.value.next;
  }
  return ok(parts);
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64);
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at += 1) bytes[at] = text.charCodeAt(at);
  return bytes;
}
