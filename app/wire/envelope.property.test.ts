import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readEnvelope } from './envelope.ts';
import { lineText, shownLine } from './line-text.ts';

const integerId = fc.integer();
const id = fc.oneof(integerId, fc.string());
const params = fc.oneof(fc.dictionary(fc.string(), fc.jsonValue()), fc.array(fc.jsonValue()));
const member = fc.constantFrom('jsonrpc', 'id', 'method', 'params', 'result', 'error', 'code', 'message');
const almost = fc.oneof(
  fc.dictionary(member, fc.oneof(fc.constant('2.0'), fc.jsonValue(), fc.dictionary(member, fc.jsonValue()))),
  fc.jsonValue(),
);

test('no text makes the reader throw', () => {
  fc.assert(fc.property(fc.string({ unit: 'binary' }), (raw) => void readEnvelope(raw)));
});

test('no bytes make the reader throw', () => {
  fc.assert(fc.property(fc.uint8Array(), (bytes) => void readEnvelope(shownLine(lineText(bytes)))));
});

test('no JSON value makes the reader throw, and any piece of it neither', () => {
  fc.assert(
    fc.property(fc.oneof(almost, fc.array(almost)), fc.nat(), (value, cut) => {
      const raw = JSON.stringify(value);
      expect(readEnvelope(raw).kind).not.toBe('not-json');
      readEnvelope(raw.slice(0, cut % (raw.length + 1)));
    }),
  );
});

test('any well-formed request and notification is recognized without a fault', () => {
  fc.assert(
    fc.property(
      fc.option(id, { nil: undefined }),
      fc.string(),
      fc.option(params, { nil: undefined }),
      (sent, method, given) => {
        const raw = JSON.stringify({ jsonrpc: '2.0', id: sent, method, params: given });
        const plain: unknown = given === undefined ? undefined : JSON.parse(JSON.stringify(given));
        expect(readEnvelope(raw)).toMatchObject({
          kind: sent === undefined ? 'notification' : 'request',
          method,
          faults: [],
          ...(sent === undefined ? {} : { id: { text: JSON.stringify(sent) } }),
          ...(plain === undefined ? {} : { params: plain }),
        });
      },
    ),
  );
});

test('any well-formed answer is recognized without a fault, in any order of members', () => {
  const answer = fc.oneof(
    fc.record({ result: fc.jsonValue() }),
    fc.record({ error: fc.record({ code: fc.integer(), message: fc.string(), data: fc.jsonValue() }) }),
  );
  fc.assert(
    fc.property(id, answer, fc.boolean(), (sent, body, idFirst) => {
      const head = { jsonrpc: '2.0', id: sent };
      const envelope = readEnvelope(JSON.stringify(idFirst ? { ...head, ...body } : { ...body, ...head }));
      expect(envelope).toMatchObject({
        kind: 'error' in body ? 'error' : 'result',
        id: { text: JSON.stringify(sent) },
        faults: [],
      });
      if ('error' in body && envelope.kind === 'error') {
        expect(envelope.error.codeText).toBe(String(body.error.code));
      }
    }),
  );
});
