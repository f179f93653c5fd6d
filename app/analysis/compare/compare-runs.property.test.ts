import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { terminalText } from '../../base/document/text-writer.ts';
import { anyRecords } from '../../recording/testing/any-record.ts';
import { compareDocument } from './compare-document.ts';
import { compareReport } from './compare-report.ts';
import { type Comparison, compareRuns, countTiers } from './compare-runs.ts';
import { readRun, type ScriptedCall, scriptedRun, text, toolError } from './testing/scripted-run.ts';

const LONG_MS = 60_000;

const words = fc.constantFrom('', 'x', 'y', '2026-11-21T10:00:00Z', 'took 5 ms', '/tmp/a/b');
const call: fc.Arbitrary<ScriptedCall> = fc.record(
  {
    tool: fc.constantFrom('a', 'b'),
    args: fc.constantFrom({}, { x: 1 }, { path: '/tmp/a/f' }, { path: '/tmp/b/f' }),
    result: fc.oneof(words.map(text), words.map(toolError)),
    error: fc.record({ code: fc.constantFrom(-32602, -32603), message: words }),
    silent: fc.constant(true as const),
    tookMs: fc.constantFrom(1, 50, 500),
  },
  { requiredKeys: ['tool'] },
);
const calls = fc.array(call, { maxLength: 8 });

function isEmpty({ changed, onlyBefore, onlyAfter, events, findings }: Comparison): boolean {
  const lists = [changed, onlyBefore, onlyAfter, events.gained, events.lost, findings.gained, findings.lost];
  return lists.every((list) => list.length === 0);
}

describe('compared runs', () => {
  it(
    'do not differ from themselves, whatever the records are',
    () => {
      fc.assert(
        fc.property(anyRecords, (records) => isEmpty(compareRuns(readRun(records), readRun(records)))),
      );
      fc.assert(
        fc.property(calls, fc.nat(1e6), (made, id) =>
          isEmpty(compareRuns(scriptedRun(made), scriptedRun(made, id))),
        ),
      );
    },
    LONG_MS,
  );

  it(
    'swap worse and better, gained and lost, before and after with their sides',
    () => {
      fc.assert(
        fc.property(calls, calls, (one, other) => {
          const [there, back] = [scriptedRun(one), scriptedRun(other)];
          const forth = compareRuns(there, back);
          const turned = compareRuns(back, there);
          expect(countTiers(turned, 'worse')).toBe(countTiers(forth, 'better'));
          expect(countTiers(turned, 'better')).toBe(countTiers(forth, 'worse'));
          expect(turned.onlyBefore).toEqual(forth.onlyAfter);
          expect(turned.onlyAfter).toEqual(forth.onlyBefore);
          expect(turned.changed).toHaveLength(forth.changed.length);
        }),
      );
    },
    LONG_MS,
  );

  it(
    'have every exchange in one pair, or in one run only',
    () => {
      fc.assert(
        fc.property(calls, calls, (one, other) => {
          const { aligned, onlyBefore, onlyAfter } = compareRuns(scriptedRun(one), scriptedRun(other));
          expect(aligned + onlyBefore.length).toBe(one.length);
          expect(aligned + onlyAfter.length).toBe(other.length);
        }),
      );
    },
    LONG_MS,
  );

  it(
    'are told in one line a fact, without what could steer a terminal',
    () => {
      fc.assert(
        fc.property(anyRecords, anyRecords, (one, other) => {
          const file = { path: 'x', exchanges: 0 };
          const context = {
            version: '0',
            before: file,
            after: file,
            keepNoise: new Set<never>(),
            setAside: [],
          };
          const told = terminalText(
            compareDocument(compareReport(compareRuns(readRun(one), readRun(other)), context)),
          );
          expect(told.replaceAll('\n', '')).not.toMatch(/\p{Cc}/u);
        }),
      );
    },
    LONG_MS,
  );
});
