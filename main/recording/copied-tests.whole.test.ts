import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import ts from 'typescript';
import { expect, test } from 'vitest';
import type { KnownRecord } from '../../app/frame/record.ts';
import { anyRecords, sampleHeader } from '../../app/recording/testing/any-record.ts';
import { exportRecording } from '../../app/report/export/convert.ts';
import { parseSuite } from '../../app/requests/suite/suite-file.ts';
import { FileRecords } from './record-runs.ts';

const CORPUS = join(import.meta.dirname, '../../e2e/corpus');

/** The syntax errors of a text as TypeScript. */
function syntaxFaults(text: string): string[] {
  const { diagnostics = [] } = ts.transpileModule(text, { reportDiagnostics: true });
  return diagnostics.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
}

function exported(format: 'vitest' | 'suite', records: Iterable<KnownRecord>): string {
  return [...exportRecording(format, { header: sampleHeader, records })].join('');
}

function suiteFaults(records: Iterable<KnownRecord>): readonly string[] {
  const read = parseSuite(exported('suite', records));
  // A recording without calls has no entries.
  return read.ok ? [] : read.error.filter((problem) => !problem.startsWith('At entries: Too small'));
}

test('every recording of the corpus becomes valid TypeScript and a valid suite', () => {
  for (const name of readdirSync(CORPUS).filter((one) => one.endsWith('.tierscope.jsonl'))) {
    const records = new FileRecords(join(CORPUS, name), {});
    expect([name, ...syntaxFaults(exported('vitest', records)), ...suiteFaults(records)]).toEqual([name]);
  }
}, 60_000);

const odd = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 12 }),
  fc.constantFrom(
    `\`\${a}\``,
    '*/',
    '\u2028//',
    '</script>',
    '__proto__',
    '<redacted:1>',
    '\\',
    "'",
    '\n',
    'constructor',
  ),
);
const value = fc.letrec((tie) => ({
  any: fc.oneof({ depthSize: 'small' }, odd, fc.integer(), fc.constant(null), tie('list'), tie('object')),
  list: fc.array(tie('any'), { maxLength: 3 }),
  object: fc.dictionary(odd, tie('any'), { maxKeys: 3 }),
})).any;
const end = fc.oneof(
  fc.record({
    result: fc.record({
      isError: fc.boolean(),
      content: fc.array(fc.record({ type: fc.constant('text'), text: odd })),
      structuredContent: value,
    }),
  }),
  fc.record({ error: fc.record({ code: fc.integer(), message: odd, data: value }) }),
  fc.constant(undefined),
);
const call = fc.record({
  method: fc.oneof(fc.constantFrom('tools/call', 'resources/read', 'initialize', ''), odd),
  params: fc.oneof(fc.record({ name: odd, arguments: value }), value),
  isRaw: fc.boolean(),
  end,
});

/** Calls of any kind with any outcomes, as records. */
const calls = fc.tuple(odd, fc.array(odd), fc.array(call, { maxLength: 8 })).map(([label, args, made]) => {
  const session = {
    type: 'session',
    label,
    origin: 'connect',
    command: 'node',
    args,
    env: [label],
    cwd: label,
  };
  const frame = (direction: string, message: object, isRaw: boolean) => {
    const raw = JSON.stringify({ jsonrpc: '2.0', ...message });
    return { type: 'frame', direction, raw, ...(isRaw ? { deliberate: true } : {}) };
  };
  const frames = made.flatMap(({ method, params, isRaw, end: members }, id) => [
    frame('client-to-server', { id, method, params }, isRaw),
    ...(members === undefined ? [] : [frame('server-to-client', { id, ...members }, false)]),
  ]);
  return [session, ...frames].map((part, at) => ({ seq: at + 1, at, session: 's1', ...part }) as KnownRecord);
});

test('any session becomes valid TypeScript and a valid suite', () => {
  fc.assert(
    fc.property(fc.oneof(calls, anyRecords), (records) => {
      expect(syntaxFaults(exported('vitest', records))).toEqual([]);
      expect(suiteFaults(records)).toEqual([]);
    }),
  );
}, 60_000);
