import fc from 'fast-check';
import type { Header, KnownRecord } from '../../frame/record.ts';

/** Records of every type with arbitrary texts, and headers, for property tests. */

const at = fc.double({ noNaN: true, noDefaultInfinity: true, min: 0 }).map((value) => value + 0);
const text = fc.string({ unit: 'binary' });
const base64 = fc.uint8Array().map((bytes) => btoa(String.fromCharCode(...bytes)));
const placed = { seq: fc.nat(), at };
const ofSession = { ...placed, session: text };
const direction = fc.constantFrom('client-to-server' as const, 'server-to-client' as const);
const truncatedBytes = fc.integer({ min: 1 });
const optional = { requiredKeys: ['type', 'seq', 'at', 'session'] as const };

const session = fc.record({
  type: fc.constant('session' as const),
  ...ofSession,
  label: text,
  origin: fc.constantFrom('connect' as const, 'tap' as const, 'import' as const),
  command: text,
  args: fc.array(text),
  cwd: text,
  env: fc.array(text),
});
const frame = fc.oneof(
  fc.record({ type: fc.constant('frame' as const), ...ofSession, direction, raw: text }),
  fc.record({ type: fc.constant('frame' as const), ...ofSession, direction, raw: fc.json(), truncatedBytes }),
  fc.record({ type: fc.constant('frame' as const), ...ofSession, direction, rawBase64: base64 }),
);
const stderr = fc.record({ type: fc.constant('stderr' as const), ...ofSession, text });
const process = fc.record(
  {
    type: fc.constant('process' as const),
    ...ofSession,
    event: fc.constantFrom('spawned' as const, 'exited' as const, 'stdout-closed' as const),
    pid: fc.nat(),
    exitCode: fc.option(fc.integer()),
    signal: fc.option(text),
    message: text,
  },
  { requiredKeys: [...optional.requiredKeys, 'event'] },
);
const client = fc.record(
  {
    type: fc.constant('client' as const),
    ...ofSession,
    event: fc.constantFrom('timeout' as const, 'cancelled' as const, 'closed' as const),
    id: fc.oneof(fc.integer(), text),
    method: text,
    message: text,
  },
  { requiredKeys: [...optional.requiredKeys, 'event', 'message'] },
);
const mark = fc.record({ type: fc.constant('mark' as const), ...placed, label: text });
const dropped = fc.record({
  type: fc.constant('dropped' as const),
  ...ofSession,
  count: fc.nat(),
  reason: text,
});
const end = fc.record({ type: fc.constant('end' as const), ...placed });

export const anyRecord: fc.Arbitrary<KnownRecord> = fc.oneof(
  session,
  frame,
  stderr,
  process,
  client,
  mark,
  dropped,
  end,
);

/** Records in seq order, as in a recording. */
export const anyRecords: fc.Arbitrary<KnownRecord[]> = fc
  .array(anyRecord, { maxLength: 12 })
  .map((records) => records.map((record, index) => ({ ...record, seq: index + 1 })));

export const sampleHeader: Header = {
  type: 'header',
  format: 'tierscope',
  version: 1,
  startedAt: '2026-11-21T09:30:00.000Z',
  app: { name: 'tierscope', version: '0.1.0' },
  redaction: 'none',
};
