import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { KnownRecord } from '../../frame/record.ts';
import { LogModel } from '../../session/log-model.ts';
import { VOCABULARIES } from '../catalog.ts';
import { ALL_FINGERPRINTS } from './fingerprint.ts';
import { FingerprintReader } from './fingerprint-reader.ts';
import written from './fingerprints.json' with { type: 'json' };
import { SPEAKERS } from './testing/speakers.ts';
import { STRANGERS } from './testing/strangers.ts';
import { err, Talk, titled } from './testing/talk.ts';
import {
  ERROR_CONDITIONS,
  RESULT_CONDITIONS,
  TOOL_CONDITIONS,
  TOOL_ERROR_CONDITIONS,
} from './trait-conditions.ts';

describe('FingerprintReader', () => {
  it.each(SPEAKERS)('recognizes %s by %s', (ids, _what, talk) => {
    expect(talk(new Talk()).shown).toEqual(ids);
  });

  it.each(STRANGERS)('says unknown after %s', (_what, talk) => {
    expect(talk(new Talk()).shown).toEqual([]);
  });

  it('has a recognized speaker for each vocabulary with fingerprints, which is a built-in one', () => {
    const marked = new Set(ALL_FINGERPRINTS.map(({ vocabulary }) => vocabulary));
    const recognized = new Set(SPEAKERS.flatMap(([ids]) => ids));
    expect([...recognized].sort()).toEqual([...marked].sort());
    for (const id of marked) expect(VOCABULARIES.map((vocabulary) => vocabulary.id)).toContain(id);
  });

  it('has each condition that a trait names', () => {
    const conditions = {
      ...ERROR_CONDITIONS,
      ...TOOL_ERROR_CONDITIONS,
      ...TOOL_CONDITIONS,
      ...RESULT_CONDITIONS,
    };
    const named = written.flatMap(({ traits }) =>
      traits.flatMap((trait) => ('fits' in trait ? trait.fits : [])),
    );
    expect([...new Set(named)].sort()).toEqual(Object.keys(conditions).sort());
  });

  it('names the record that shows a trait, once', () => {
    const talk = new Talk().ask('ping', {}, { result: {} });
    talk.unknownTool(err(-32602, 'unknown tool "nope"')).unknownTool(err(-32602, 'unknown tool "nope"'));
    const [guess] = talk.reader.guesses;
    expect(guess).toMatchObject({ id: 'go-sdk', layer: 'sdk', points: 3, confidence: 0.6 });
    expect(guess?.evidence).toEqual([
      { seq: 4, note: 'An unknown tool or prompt is -32602 and named as Go quotes.', weight: 3 },
    ]);
  });

  it('says when a record showed something new', () => {
    const reader = new FingerprintReader();
    const log = new LogModel({ all: [reader] });
    const raw = JSON.stringify({ jsonrpc: '2.0', id: 1, ...err(-32602, 'tool not found') });
    const frame: KnownRecord = {
      type: 'frame',
      seq: 1,
      at: 0,
      session: 's',
      direction: 'server-to-client',
      raw,
    };
    log.take(frame);
    const { traits } = reader;
    expect(traits).toBeGreaterThan(0);
    log.take({ ...frame, seq: 2 });
    expect(reader.traits).toBe(traits);
  });

  it('loses its confidence where two vocabularies fit', () => {
    const talk = new Talk().unknownTool(err(-32602, 'unknown tool "nope"'));
    expect(talk.shown).toEqual(['go-sdk']);
    talk.unknownTool(err(-32602, "Unknown tool: 'nope'"));
    expect(talk.shown).toEqual([]);
    expect(talk.reader.guesses.map(({ id }) => id)).toEqual(['go-sdk', 'csharp-sdk']);
  });

  it('keeps what it showed while a weaker trait of another one comes', () => {
    const talk = new Talk().unknownTool(err(-32602, 'unknown tool "nope"'));
    expect(talk.shown).toEqual(['go-sdk']);
    talk.unknownMethod(err(-32601, 'Method nope/nope not found'));
    expect(talk.shown).toEqual(['go-sdk']);
  });

  it('replaces what it showed only by a trait that no third vocabulary has', () => {
    const talk = new Talk().unknownTool(err(-32602, 'unknown tool "nope"'));
    talk.unknownTool(err(-32602, 'tool not found'));
    expect(talk.shown).toEqual([]);
    talk.log(' INFO rmcp::handler::server: client initialized');
    expect(talk.shown).toEqual(['rust-rmcp']);
  });

  it('does not let a trait that fits many stand alone', () => {
    const talk = new Talk().ask('initialize', {}, { result: { protocolVersion: '2025-11-25' } });
    expect(talk.reader.guesses).toEqual([]);
    talk.unknownTool(titled(2, -32602, 'Invalid params', 'Tool not found: nope'));
    expect(talk.reader.guesses[0]).toMatchObject({ id: 'anubis', points: 4 });
  });

  it('never throws on any answer', () => {
    const value = fc.oneof(fc.jsonValue({ maxDepth: 2 }), fc.constantFrom('Tool x not found', '', null));
    const result = fc.record({
      content: value,
      isError: fc.boolean(),
      structuredContent: value,
      tools: fc.array(value),
    });
    const error = fc.record({ code: value, message: value, data: value });
    const method = fc.constantFrom('tools/list', 'server/discover', 'initialize', 'tools/call');
    fc.assert(
      fc.property(
        method,
        fc.oneof(result, value),
        fc.oneof(error, value),
        fc.boolean(),
        (name, good, bad, failed) => {
          const talk = new Talk().ask(name, {}, failed ? { error: bad } : { result: good });
          expect(talk.shown.length).toBeLessThanOrEqual(2);
        },
      ),
    );
  }, 60_000);
});
