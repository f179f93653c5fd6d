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

/** False for a record type unknown to this version. Works without schemas, which are slow to load. */
export function isRecordType(type: unknown): type is KnownRecord['type'] {
  return typeof type === 'string' && Object.hasOwn(RECORD_TYPES, type);
}
