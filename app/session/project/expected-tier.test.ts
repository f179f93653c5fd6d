import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { runs } from '../../base/testing/runs.ts';
import type { Direction, KnownRecord } from '../../frame/record.ts';
import type { Exchange } from '../exchange.ts';
import { LogModel } from '../log-model.ts';
import {
  type ExpectedEnd,
  ExpectedTierReader,
  expectationOf,
  parseExpectedCall,
  parseExpectedTier,
} from './expected-tier.ts';

function frame(seq: number, direction: Direction, message: object): KnownRecord {
  const raw = JSON.stringify({ jsonrpc: '2.0', ...message });
  return { type: 'frame', seq, at: seq, session: 's1', direction, raw };
}

const call = (seq: number, name: string, args?: object): KnownRecord =>
  frame(seq, 'client-to-server', { id: seq, method: 'tools/call', params: { name, arguments: args } });
const answer = (seq: number, member: object): KnownRecord =>
  frame(seq + 1, 'server-to-client', { id: seq, ...member });
const failed = { result: { content: [], isError: true } };
const refused = { error: { code: -32602, message: 'no' } };

/** Which calls ended as expected, by the seq of their request. */
function ends(expected: Readonly<Record<string, string>>, records: readonly KnownRecord[]) {
  const said = Object.entries(expected).map(([label, tier]) => {
    const [about, end] = [parseExpectedCall(label), parseExpectedTier(tier)];
    if (!about.ok || !end.ok) throw new Error(label);
    return { ...about.value, ...end.value, label };
  });
  const seen = new Map<Readonly<Exchange>, ExpectedEnd>();
  const reader = new ExpectedTierReader(said, (end) => seen.set(end.exchange, end));
  const log = new LogModel({ all: [], each: () => [reader] });
  for (const record of records) log.take(record);
  log.finish();
  return [...seen.values()].map(({ exchange, expected: one, isMet }) => [
    exchange.requestSeq,
    one.label,
    isMet,
  ]);
}

describe('an expectation', () => {
  it('is met by the tier, and by the code if one is named', () => {
    const records = [call(1, 'a'), answer(1, failed), call(3, 'b'), answer(3, refused)];
    expect(ends({ a: 'tool', b: 'protocol -32602' }, records)).toEqual([
      [1, 'a', true],
      [3, 'b', true],
    ]);
    expect(ends({ a: 'ok', b: 'protocol -32603' }, records)).toEqual([
      [1, 'a', false],
      [3, 'b', false],
    ]);
  });

  it('is about the arguments that it names, and one that names some counts before one that names none', () => {
    const records = [
      ...[call(1, 'a'), answer(1, failed)],
      ...[call(3, 'a', { n: 0 }), answer(3, refused)],
      ...[call(5, 'a', { n: 1 }), answer(5, { result: { content: [] } })],
    ];
    expect(ends({ a: 'ok', 'a with no n': 'tool', 'a with n = 0': 'protocol' }, records)).toEqual([
      [1, 'a with no n', true],
      [3, 'a with n = 0', true],
      [5, 'a', true],
    ]);
    expect(ends({ 'a with n': 'ok' }, records)).toEqual([
      [3, 'a with n', false],
      [5, 'a with n', true],
    ]);
  });

  it('may name a method, and says nothing of a call that has not ended', () => {
    const read = frame(1, 'client-to-server', { id: 1, method: 'resources/read', params: { uri: 'x' } });
    expect(ends({ 'resources/read': 'protocol' }, [read, answer(1, refused), call(5, 'a')])).toEqual([
      [1, 'resources/read', true],
    ]);
  });

  it('is looked at again if the call comes to another end', () => {
    const rejected: KnownRecord = {
      ...{ type: 'client', seq: 3, at: 3, session: 's1', event: 'result-rejected', id: 1 },
      message: 'no',
    };
    const ok = [call(1, 'a'), answer(1, { result: { content: [] } })];
    expect(ends({ a: 'ok' }, ok)).toEqual([[1, 'a', true]]);
    expect(ends({ a: 'ok' }, [...ok, rejected])).toEqual([[1, 'a', false]]);
  });

  it('is met by a crash too', () => {
    const exit: KnownRecord = { type: 'process', seq: 2, at: 2, session: 's1', event: 'exited', exitCode: 1 };
    expect(ends({ a: 'transport' }, [call(1, 'a'), exit])).toEqual([[1, 'a', true]]);
  });
});

const condition = fc.oneof(
  fc.constant({ kind: 'any' } as const),
  fc.record({
    kind: fc.constantFrom('with' as const, 'without' as const),
    argument: fc.constantFrom('a', 'b'),
  }),
  fc.record({
    kind: fc.constant('equal' as const),
    argument: fc.constantFrom('a', 'b', '__proto__'),
    value: fc.constantFrom(0, '0', null, [1]),
  }),
);
const expectation = fc.record({
  condition,
  target: fc.constantFrom('t', 'tools/call', 'constructor'),
  tier: fc.constant('tool' as const),
  code: fc.constant(undefined),
  label: fc.string(),
});

test('of all that is about a call, the first that names a condition is found, else the first', () => {
  let [found, conditional] = [0, 0];
  fc.assert(
    fc.property(
      fc.array(expectation, { maxLength: 8 }),
      fc.dictionary(fc.constantFrom('a', 'b', 'c', '__proto__'), fc.constantFrom(0, '0', null, [1])),
      fc.constantFrom('t', 'tools/call', 'constructor', 'u'),
      (expected, given, target) => {
        const about = expected.filter(({ target: named, condition: one }) => {
          if (named !== target && named !== 'tools/call') return false;
          if (one.kind === 'any') return true;
          const has = Object.hasOwn(given, one.argument);
          if (one.kind !== 'equal') return has === (one.kind === 'with');
          return has && JSON.stringify(given[one.argument]) === JSON.stringify(one.value);
        });
        const wanted = about.find((one) => one.condition.kind !== 'any') ?? about[0];
        found += Number(wanted !== undefined);
        conditional += Number(wanted !== undefined && wanted.condition.kind !== 'any');
        const call = { sender: 'client-to-server', method: 'tools/call', target } as const;
        expect(expectationOf(expected, { ...call, params: { arguments: given } })).toBe(wanted);
      },
    ),
  );
  expect(Math.min(found, conditional)).toBeGreaterThan(runs(5));
});

test('a call costs the same whatever is said of thousands of others', () => {
  let looks = 0;
  const expected = Array.from({ length: 5000 }, (_, value) => ({
    ...{ target: 't', label: `${value}`, tier: 'tool' as const, code: undefined },
    get condition() {
      looks += 1;
      return { kind: 'equal' as const, argument: 'n', value };
    },
  }));
  const called = (n: number) => {
    const call = { sender: 'client-to-server', method: 'tools/call', target: 't' } as const;
    return expectationOf(expected, { ...call, params: { arguments: { n } } });
  };
  expect(called(4999)?.label).toBe('4999');
  const first = looks;
  expect(first).toBeGreaterThan(0);
  for (let n = 0; n < 1000; n += 1) called(n * 6);
  expect(looks - first).toBeLessThan(10_000);
});

test('any name of a tool and any JSON value can be written', () => {
  const word = fc.stringMatching(/^[A-Za-z][A-Za-z0-9_./:-]{0,20}$/).filter((name) => name !== 'no');
  fc.assert(
    fc.property(word, word, fc.jsonValue(), (target, argument, value) => {
      const written = JSON.stringify(value);
      expect(parseExpectedCall(`${target} with ${argument} = ${written}`)).toEqual({
        ok: true,
        value: { target, condition: { kind: 'equal', argument, value: JSON.parse(written) } },
      });
      expect(parseExpectedCall(`${target} with no ${argument}`)).toMatchObject({
        value: { target, condition: { kind: 'without', argument } },
      });
    }),
  );
});
