import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decidedMeaning, isAmbiguousCode, lookupCode } from './lookup.ts';
import type { LookupContext } from './meaning-evidence.ts';

function best(code: string | number, context: LookupContext = {}): string {
  const entry = lookupCode(code, context)[0]?.entry;
  return entry === undefined ? '' : `${entry.vocabulary} ${entry.name}`;
}

describe('looking a code up', () => {
  it.each<[string, number, LookupContext, string]>([
    [
      'the spec up to 2025-11-25',
      -32002,
      { revision: '2025-11-25' },
      'mcp-spec-until-2025-11-25 Resource not found',
    ],
    [
      'what the handshake broke on, and no part of the specification about another method',
      -32603,
      { method: 'initialize', message: 'License expired', tier: 'protocol' },
      'mcp-spec INTERNAL_ERROR',
    ],
    [
      'the revision that defines it',
      -32042,
      { revision: '2025-11-25' },
      'mcp-spec-2025-11-25 URLElicitationRequired',
    ],
    [
      'whose number it is, although the session is of another revision and an SDK carries the same data',
      -32021,
      {
        revision: '2025-11-25',
        data: { requiredCapabilities: { sampling: {} } },
        vocabularies: [{ id: 'python-sdk-v2', confidence: 0.6 }],
      },
      'mcp-spec-2026-07-28 MissingRequiredClientCapability',
    ],
    [
      'the SDK of which the server is certain, also for a number of the specification',
      -32021,
      { revision: '2026-07-28', vocabularies: [{ id: 'go-sdk', confidence: 1 }] },
      'go-sdk CodeMissingRequiredClientCapabilities',
    ],
    [
      'an inferred framework',
      -32002,
      { vocabularies: [{ id: 'mcp-ts-core', confidence: 0.9 }] },
      'mcp-ts-core Conflict',
    ],
    [
      'an inferred SDK',
      -32004,
      { vocabularies: [{ id: 'go-sdk', confidence: 0.8 }] },
      'go-sdk server is closing',
    ],
    [
      'data of a draft capability error',
      -32003,
      { data: { requiredCapabilities: {} } },
      'mcp-spec-2026-07-28-draft MissingRequiredClientCapability (draft/RC number)',
    ],
    [
      'data of a draft version error',
      -32004,
      { data: { supported: ['2026-07-28'], requested: '1' } },
      'mcp-spec-2026-07-28-draft UnsupportedProtocolVersion (draft/RC number)',
    ],
    [
      'data that names the resource',
      -32602,
      { data: { uri: 'file:///x' }, revision: '2026-07-28', method: 'resources/read' },
      'mcp-spec-2026-07-28 Resource not found',
    ],
    [
      'the text of an SDK',
      -32602,
      { message: "tool 'x' not found: tool not found", method: 'tools/call' },
      'mcp-go INVALID_PARAMS',
    ],
    [
      'an empty string as data',
      -32602,
      { data: '', message: 'Invalid request parameters' },
      'python-sdk-v1 Invalid request parameters',
    ],
    [
      'the client tier',
      -32000,
      { tier: 'client', message: 'MCP error -32000: Connection closed' },
      'typescript-sdk-v1 ErrorCode.ConnectionClosed',
    ],
  ])('ranks by %s', (_, code, context, expected) => {
    expect(best(code, context)).toBe(expected);
  });

  it('gives every meaning of an ambiguous number, whatever the evidence', () => {
    const all = lookupCode(-32001)
      .map(({ entry }) => entry.id)
      .toSorted();
    const ranked = lookupCode(-32001, {
      vocabularies: [{ id: 'mcp-ts-core', confidence: 1 }],
      revision: '2025-11-25',
    });
    expect(ranked.map(({ entry }) => entry.id).toSorted()).toEqual(all);
    expect(all.length).toBeGreaterThan(8);
  });

  it('says that a revision forbids what an earlier one allows', () => {
    const [meaning] = lookupCode(-32042, { revision: '2026-07-28' });
    expect(meaning?.fit).toBe('forbidden');
    expect(meaning?.evidence.map(({ text }) => text)).toContain('revision 2026-07-28 forbids this code');
  });

  it('puts LSP and A2A last and marks them', () => {
    const standings = lookupCode(-32002).map(({ standing }) => standing);
    expect(standings.slice(-4)).toContain('contrast');
    expect(standings.indexOf('contrast')).toBe(
      standings.length - standings.filter((one) => one === 'contrast').length,
    );
  });

  it.each([
    [-32011, 'Legacy sub-range'],
    [1001, 'Application-defined errors'],
    [-32500, 'Reserved for pre-defined errors'],
  ])('falls back to the block of %i', (code, name) => {
    const [meaning] = lookupCode(code);
    expect(meaning).toMatchObject({ standing: 'range', entry: { name } });
  });

  it('finds codes that are text, quoted or not, and nothing for others', () => {
    expect(best('"ENOENT"')).toContain('typescript-sdk-v1');
    expect(best('REQUEST_TIMEOUT', { tier: 'client' })).toContain('typescript-sdk-v2');
    expect(lookupCode('1.5')).toEqual([]);
    expect(lookupCode('')).toEqual([]);
  });

  it('decides nothing for an ambiguous number without evidence', () => {
    expect(decidedMeaning(lookupCode(-32002))).toBeUndefined();
    expect(decidedMeaning(lookupCode(-32602))).toBeDefined();
  });

  it.each([0, -1, 408, -32800, -32070, -32099])(
    'decides nothing for %i, which only implementations give a meaning, without evidence',
    (code) => {
      const context: LookupContext = { method: 'tools/call', message: 'the barn is full', tier: 'protocol' };
      expect(decidedMeaning(lookupCode(code, context))).toBeUndefined();
    },
  );

  it('decides for the one whose server shows itself, or whose sentence it is', () => {
    const go = { vocabularies: [{ id: 'go-sdk', confidence: 0.67 }], tier: 'protocol' } as const;
    expect(decidedMeaning(lookupCode(0, go))?.entry.vocabulary).toBe('go-sdk');
    const message = 'Request cancelled';
    expect(decidedMeaning(lookupCode(0, { message, tier: 'protocol' }))?.entry.name).toBe(message);
  });

  it('gives at least one meaning for any integer', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.integer({ min: -33_000, max: -31_000 }), fc.integer()),
        fc.jsonValue(),
        (code, data) => {
          const meanings = lookupCode(code, {
            data,
            revision: '2025-11-25',
            message: JSON.stringify(data),
            method: 'tools/call',
          });
          expect(meanings.length).toBeGreaterThan(0);
          if (isAmbiguousCode(code)) expect(meanings.length).toBeGreaterThan(1);
        },
      ),
    );
  });

  it('never throws on any text', () => {
    fc.assert(
      fc.property(fc.string(), (text) => Array.isArray(lookupCode(text, { message: text, revision: text }))),
    );
  });
});
