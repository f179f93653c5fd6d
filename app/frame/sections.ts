/** Takes runs of bytes that are saved beside what names them by their number. */
export type SectionWriter = { add(pieces: readonly Uint8Array[]): number };

/** Gives the runs back, each at a multiple of eight; whoever takes one may write into it. Throws for one that is none. */
export type SectionReader = { at(section: number): Uint8Array<ArrayBuffer> };

/** The bytes under a column. */
export function bytesOf({ buffer, byteOffset, byteLength }: ArrayBufferView): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}
