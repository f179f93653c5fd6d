import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isJsonObject } from '../base/json-value.ts';
import { runs } from '../base/testing/runs.ts';
import type { ClientRecord, Direction, FrameRecord, KnownRecord, ProcessRecord } from '../frame/record.ts';
import { isOpen } from '../frame/row.ts';
import { readEnvelope } from '../wire/envelope.ts';
import type { Exchange } from './exchange.ts';
import type { NotificationEvent } from './session-event.ts';
import { metaOf } from './session-facts.ts';
import { SessionModel } from './session-model.ts';

/** JSON.parse reads 2^53 + 1 and its neighbor as the same number. */
const id = fc.constantFrom('0', '1', '"1"', '9007199254740992', '9007199254740993');
const token = fc.constantFrom('"p"', '"5"', '5', '0.5');
const place = { seq: 0, at: 0, session: 's1' };

function line(direction: Direction, raw: string): FrameRecord {
  return { type: 'frame', ...place, direction, raw };
}

const message = fc.oneof(
  { weight: 4, arbitrary: fc.tuple(id, token).map(([one, given]) => asked(one, given)) },
  id.map((one) => `{"jsonrpc":"2.0","id":${one},"method":"ping"}`),
);
const progress = token.map(
  (given) =>
    `{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":${given},"progress":1}}`,
);
const answer = fc
  .oneof(id, fc.constantFrom('null', '"own"'))
  .map((one) => `{"jsonrpc":"2.0","id":${one},"result":{}}`);
const cancel = id.map(
  (one) => `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":${one}}}`,
);
const direction = fc.constantFrom<Direction>('client-to-server', 'server-to-client');

function asked(one: string, given: string): string {
  return `{"jsonrpc":"2.0","id":${one},"method":"tools/call","params":{"name":"x","_meta":{"progressToken":${given}}}}`;
}

const record: fc.Arbitrary<KnownRecord> = fc.oneof(
  { weight: 6, arbitrary: fc.tuple(direction, message).map(([sender, raw]) => line(sender, raw)) },
  { weight: 6, arbitrary: fc.tuple(direction, progress).map(([sender, raw]) => line(sender, raw)) },
  { weight: 4, arbitrary: fc.tuple(direction, answer).map(([sender, raw]) => line(sender, raw)) },
  { weight: 3, arbitrary: fc.tuple(direction, cancel).map(([sender, raw]) => line(sender, raw)) },
  fc
    .tuple(direction, fc.array(progress), fc.array(fc.oneof(message, answer, cancel)))
    .map(([sender, first, more]) => line(sender, `[${[...first, ...more].join(',')}]`)),
  fc
    .constantFrom(1, '1', 9_007_199_254_740_992)
    .map((one): ClientRecord => ({ type: 'client', ...place, event: 'timeout', id: one, message: 'm' })),
  fc
    .constantFrom<ProcessRecord['event']>('spawned', 'exited', 'stdin-closed', 'stdout-closed')
    .map((event): ProcessRecord => ({ type: 'process', ...place, event })),
  fc.constant<KnownRecord>({ type: 'dropped', ...place, count: 1, reason: 'm' }),
  fc.constant(line('client-to-server', '{"jsonrpc":"2.0","id":"i","method":"initialize","params":{}}')),
);
const records = fc
  .array(record, { maxLength: 80 })
  .map((all): KnownRecord[] => [{ type: 'process', ...place, event: 'spawned' }, ...all])
  .map((all) => all.map((one, index): KnownRecord => ({ ...one, seq: index + 1, at: index })));

/** A reference model that looks at every request. */
class Naive {
  readonly model = new SessionModel('s1');
  readonly #tokens = new Map<Readonly<Exchange>, unknown>();

  take(one: KnownRecord) {
    const event = this.model.take(one);
    const parts = event.kind === 'batch' ? event.parts : [event];
    for (const part of parts) {
      if (part.kind === 'request')
        this.#tokens.set(part.exchange, metaOf(part.envelope.params)?.progressToken);
    }
  }

  unanswered(): readonly Readonly<Exchange>[] {
    const { runSeq } = this.model.facts;
    return this.model.book.exchanges.filter((one) => one.answerSeq === 0 && one.requestSeq >= runSeq);
  }

  reported(reporter: Direction, params: unknown): readonly number[] {
    const given = isJsonObject(params) ? params.progressToken : undefined;
    return this.unanswered()
      .filter((one) => one.sender !== reporter && this.#tokens.get(one) === given)
      .map(({ requestSeq }) => requestSeq);
  }
}

test('progress is that of the one request with its token in this run that has no answer', () => {
  fc.assert(
    fc.property(records, (all) => {
      const naive = new Naive();
      const models = [new SessionModel('s1'), new SessionModel('s1', 2)];
      for (const one of all) {
        const before = (reporter: Direction, params: unknown) => naive.reported(reporter, params);
        const expected =
          one.type === 'frame' ? progressIn(one).map((params) => before(one.direction, params)) : [];
        naive.take(one);
        for (const model of models) {
          const event = model.take(one);
          const parts = event.kind === 'batch' ? event.parts : [event];
          const found = parts.filter(
            (part): part is NotificationEvent =>
              part.kind === 'notification' && part.envelope.method === 'notifications/progress',
          );
          expect(found.map(({ exchange, several }) => [exchange?.requestSeq, several])).toEqual(
            expected.map((seqs) => [seqs.length === 1 ? seqs[0] : undefined, seqs.length > 1]),
          );
          model.release();
        }
      }
    }),
    { numRuns: runs(500) },
  );
});

test('what is open and what has no answer are what a look at every request finds', () => {
  fc.assert(
    fc.property(records, (all) => {
      const naive = new Naive();
      const small = new SessionModel('s1', 2);
      for (const one of all) {
        naive.take(one);
        small.take(one);
        small.release();
        const { book, facts } = naive.model;
        const { exchanges } = book;
        const since = Math.max(facts.runSeq, facts.gapSeq);
        for (const model of [naive.model, small]) {
          const never = model.book.index
            .neverAnswered()
            .filter(({ requestSeq }) => requestSeq >= facts.runSeq);
          expect(never.map(placeOf).sort()).toEqual(naive.unanswered().map(placeOf).sort());
          for (const sender of ['client-to-server', 'server-to-client'] as const) {
            const pending = exchanges.filter(
              ({ sender: own, outcome, requestSeq }) =>
                own === sender && outcome === 'pending' && requestSeq >= since,
            );
            expect(placeOf(model.latestPending(sender))).toEqual(placeOf(pending.at(-1)));
          }
        }
        expect(small.book.counts.unanswered).toBe(
          exchanges.filter(({ answerSeq }) => answerSeq === 0).length,
        );
        expect(
          exchanges.filter(({ outcome }) => isOpen(outcome)).every(({ answerSeq }) => answerSeq === 0),
        ).toBe(true);
      }
    }),
    { numRuns: runs(500) },
  );
});

function placeOf(exchange: Readonly<Exchange> | undefined): string {
  return exchange === undefined ? '' : `${exchange.requestSeq} ${exchange.id.text}`;
}

/** The params of the progress notifications in a line, in order. */
function progressIn({ raw = '' }: FrameRecord): unknown[] {
  const envelope = readEnvelope(raw);
  const items = envelope.kind === 'batch' ? envelope.items : [envelope];
  return items.flatMap((item) =>
    item.kind === 'notification' && item.method === 'notifications/progress' ? [item.params] : [],
  );
}
