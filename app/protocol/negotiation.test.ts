import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { capabilitiesIn } from './client-capabilities.ts';
import {
  decideEra,
  type ProbeContext,
  type ProbeReply,
  statelessAfterInitialize,
  suggestionsOf,
} from './negotiation.ts';

const auto: ProbeContext = { mode: 'auto', asked: '2026-07-28', last: false };
const modern: ProbeContext = { ...auto, mode: 'modern' };
const discover = { supportedVersions: ['2026-07-28'], capabilities: {} };

function error(code: unknown, data?: unknown): ProbeReply {
  return { kind: 'error', code, codeText: String(code), data };
}

describe('the answer to server/discover', () => {
  test('is modern if it is a DiscoverResult, also without its cache hints', () => {
    expect(decideEra(auto, { kind: 'result', result: discover })).toMatchObject({
      kind: 'modern',
      revision: '2026-07-28',
      discover,
    });
  });

  test('leads to a second probe where -32022 names another modern revision, and only to one', () => {
    const reply = error(-32022, { supported: ['2027-01-01', '2026-07-28'], requested: 'x' });
    expect(decideEra(auto, reply)).toMatchObject({ kind: 'probe', revision: '2026-07-28' });
    expect(decideEra({ ...auto, last: true }, reply)).toMatchObject({ kind: 'fail' });
  });

  test('fails where -32022 names only revisions that nobody here knows', () => {
    const decision = decideEra(auto, error(-32022, { supported: ['2031-01-01'] }));
    expect(decision).toMatchObject({ kind: 'fail' });
    expect(decision.kind === 'fail' && decision.reason).toContain('2031-01-01');
  });

  test.each([
    error(-32601),
    error(-32602, ''),
    error(0),
    error('x'),
    error(-32022),
    error(-32022, { supported: [] }),
    error(-32022, { supported: ['2025-11-25'] }),
    error(-32021, { requiredCapabilities: {} }),
    { kind: 'result', result: { supportedVersions: ['2025-11-25'], capabilities: {} } },
    { kind: 'result', result: { supportedVersions: [1], capabilities: {} } },
    { kind: 'result', result: null },
    { kind: 'silent', afterMs: 5 },
    { kind: 'unusable', why: 'the id 7' },
  ] satisfies ProbeReply[])('is no reason to leave the older era: %o', (reply) => {
    expect(decideEra(auto, reply).kind).toBe('initialize');
    expect(decideEra(modern, reply).kind).toBe('fail');
  });

  test('that never comes because the server exits leads to a restart, but in modern to the end', () => {
    const reply: ProbeReply = { kind: 'exited', how: 'code 1' };
    expect(decideEra(auto, reply)).toMatchObject({ kind: 'restart' });
    expect(decideEra(modern, reply)).toMatchObject({ kind: 'fail' });
  });

  test('always gives a decision with one plain sentence or two', () => {
    const reply = fc.oneof(
      fc.record({ kind: fc.constant('result' as const), result: fc.jsonValue() }),
      fc.record({
        kind: fc.constant('error' as const),
        code: fc.jsonValue(),
        codeText: fc.string(),
        data: fc.jsonValue(),
      }),
    );
    fc.assert(
      fc.property(reply, fc.boolean(), (given, last) => {
        expect(decideEra({ ...auto, last }, given).reason).toMatch(/^[A-Z].*\.$/s);
      }),
    );
  });
});

test('a refused initialize points to the modern revision that it names', () => {
  const data = { supported: ['2026-07-28'] };
  expect(statelessAfterInitialize({ code: -32022, data })).toBe('2026-07-28');
  expect(statelessAfterInitialize({ code: -32602, data })).toBeUndefined();
  expect(statelessAfterInitialize({ code: -32022, data: { supported: ['2025-11-25'] } })).toBeUndefined();
});

test('a server that cannot read the modes of elicitation is asked without them', () => {
  const message = 'Unrecognized field "form" (class a.McpSchema$ClientCapabilities$Elicitation), not marked';
  expect(suggestionsOf({ code: -32603, message })).toMatchObject([{ revision: '2025-06-18', from: 'modes' }]);
  const declared = { roots: {}, elicitation: { form: {}, url: {} } };
  expect(capabilitiesIn('initialize', declared, '2025-06-18')).toEqual({ roots: {}, elicitation: {} });
  expect(capabilitiesIn('initialize', declared, '2025-11-25')).toEqual(declared);
  expect(capabilitiesIn('initialize', { roots: {} }, '2025-06-18')).toEqual({ roots: {} });
});
