import fc from 'fast-check';
import { expect, test } from 'vitest';
import { LogAnalyzer } from '../../analysis/log-analyzer.ts';
import { endIn } from '../../explain/final-stderr.ts';
import { LastStderr } from '../../frame/last-stderr.ts';
import type { KnownRecord, ProcessRecord } from '../../frame/record.ts';
import { ReportBuilder } from '../../report/build-report.ts';
import { reasonOfExit } from './start-failure.ts';

type Step = 'ask' | 'answer' | 'INFO fine' | 'ValueError: bad' | 'ERROR no seats' | 'going down';
const step = fc.constantFrom<Step>(
  'ask',
  'answer',
  'INFO fine',
  'ValueError: bad',
  'ERROR no seats',
  'going down',
);
const byItself = fc.constantFrom<Partial<ProcessRecord>>(
  { exitCode: 0 },
  { exitCode: 1 },
  { exitCode: 3 },
  { signal: 'SIGSEGV' },
);
const fromOutside = fc.constantFrom<Partial<ProcessRecord>>(
  { signal: 'SIGTERM' },
  { signal: 'SIGKILL' },
  { signal: 'SIGINT' },
  { exitCode: 143 },
);
const closing = fc.constantFrom('stdin-closed', 'closed');
const afterClosing = fc.constantFrom<Partial<ProcessRecord>>(
  { exitCode: 0 },
  { exitCode: 1 },
  { exitCode: 7 },
);

/** The records of one run: every stderr line is unique, so that it can be recognized. */
function recordsOf(steps: readonly Step[], leaves: string, end: Partial<ProcessRecord>): KnownRecord[] {
  const records: object[] = [{ type: 'process', event: 'spawned', pid: 1 }];
  const open: number[] = [];
  for (const [at, one] of steps.entries()) {
    const direction = one === 'ask' ? 'client-to-server' : 'server-to-client';
    if (one === 'ask') open.push(at);
    const id = one === 'answer' ? open.shift() : at;
    if (id === undefined) continue;
    const raw = {
      jsonrpc: '2.0',
      id,
      ...(one === 'ask' ? { method: 'tools/call', params: { name: 'a' } } : {}),
    };
    if (one === 'ask') records.push({ type: 'frame', direction, raw: JSON.stringify(raw) });
    else if (one === 'answer')
      records.push({ type: 'frame', direction, raw: JSON.stringify({ ...raw, result: {} }) });
    else records.push({ type: 'stderr', text: `${one} ${at}` });
  }
  if (leaves === 'stdin-closed') records.push({ type: 'process', event: 'stdin-closed' });
  if (leaves === 'closed') records.push({ type: 'client', event: 'closed', message: 'bye' });
  records.push({ type: 'process', event: 'exited', ...end });
  return records.map((body, at) => ({ seq: at + 1, at, session: 's1', ...body }) as KnownRecord);
}

function reportOf(records: readonly KnownRecord[]) {
  const builder = new ReportBuilder();
  for (const record of records) builder.take(record, record.type === 'end' ? 0 : record.seq);
  return builder.finish('a', 'tierscope', []).sessions[0];
}

function quoteIn(text = ''): string {
  return /“(.*)”/.exec(text)?.[1] ?? '';
}

test('an end that was asked for is not an error of the pipe, and accuses nobody', () => {
  const asked = fc.oneof(
    fc.tuple(closing, afterClosing),
    fromOutside.map((end) => ['', end] as const),
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 12 }), asked, (steps, [leaves, end]) => {
      const session = reportOf(recordsOf(steps, leaves, end));
      expect(session?.errors.filter(({ tier }) => tier === 'transport')).toEqual([]);
      expect(session?.findings.map(({ rule }) => rule)).not.toContain('E14');
      expect(session?.counts.transport).toBe(0);
      for (const { acts } of session?.errors ?? []) expect(['nobody', 'client']).toContain(acts);
    }),
  );
});

test('the banner, Explain and the report quote the same line of stderr', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 12 }), byItself, (steps, end) => {
      const records = recordsOf(steps, '', end);
      const live = new LastStderr();
      const analyzer = new LogAnalyzer();
      for (const record of records) {
        analyzer.take(record);
        if (record.type === 'stderr') live.take(record.text);
        if (record.type === 'frame') live[record.direction === 'client-to-server' ? 'asked' : 'answered']();
      }
      const exit = records.at(-1) as ProcessRecord;
      const { cause, more } = reasonOfExit({
        code: end.exitCode ?? null,
        signal: end.signal ?? null,
        stderr: live.lines,
      });
      const line = endIn(records, exit).words.line ?? '';
      expect(cause || quoteIn(more)).toBe(line);
      expect(quoteIn(analyzer.session('s1').ending.ending)).toBe(line);
      const errors = reportOf(records)?.errors.filter(({ tier }) => tier === 'transport') ?? [];
      expect(errors.length).toBeGreaterThan(0);
      for (const { explanation } of errors) expect(quoteIn(explanation)).toBe(line);
    }),
  );
});
