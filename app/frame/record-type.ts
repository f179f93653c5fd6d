import type { KnownRecord } from './record.ts';

const RECORD_TYPES: Readonly<Record<KnownRecord['type'], true>> = {
  session: true,
  frame: true,
  http: true,
  stderr: true,
  process: true,
  client: true,
  mark: true,
  dropped: true,
  end: true,
};

/** False for a type that this version of the format does not know. It needs no schema, which take long to load. */
export function isRecordType(type: unknown): type is KnownRecord['type'] {
  return typeof type === 'string' && Object.hasOwn(RECORD_TYPES, type);
}
