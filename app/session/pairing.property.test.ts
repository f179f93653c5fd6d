import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Outcome } from '../frame/row.ts';
import { isInferred } from './exchange.ts';
import { recount, ScriptedSession } from './testing/scripted-session.ts';

const id = fc.constantFrom<number | string | null>(0, 1, 2, '1', null);
const askedId = fc.constantFrom<number | string>(0, 1, 2, '1');
const request = fc.record({ jsonrpc: fc.constant('2.0'), id: askedId, method: fc.constantFrom('a', 'b') });
const answer = fc.oneof(
  fc.record({ jsonrpc: fc.constant('2.0'), id, result: fc.constantFrom({}, { isError: true }) }),
  fc.record({ jsonrpc: fc.constant('2.0'), id, error: fc.constant({ code: -32603, message: 'm' }) }),
  fc.record({ jsonrpc: fc.constant('2.0'), id }),
);
const cancel = id.map((requestId) => ({
  jsonrpc: '2.0',
  method: 'notifications/cancelled',
  params: { requestId },
}));
const message = fc.oneof({ weight: 3, arbitrary: request }, { weight: 4, arbitrary: answer }, cancel);
const line = fc.oneof(
  { weight: 8, arbitrary: message },
  fc.array(message, { maxLength: 3 }),
  fc.constant('no'),
);

type Step = (session: ScriptedSession) => void;
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: line.map(
      (sent): Step =>
        (session) =>
          void session.client(sent),
    ),
  },
  {
    weight: 5,
    arbitrary: line.map(
      (sent): Step =>
        (session) =>
          void session.server(sent),
    ),
  },
  fc
    .tuple(
      fc.constantFrom('timeout', 'cancelled', 'result-rejected', 'capability-missing', 'closed'),
      askedId,
      fc.boolean(),
    )
    .map(
      ([event, named, known]): Step =>
        (session) =>
          void session.event(event, known ? { id: named } : {}),
    ),
  fc.constantFrom('spawned', 'spawn-failed', 'stdin-closed', 'stdout-closed', 'exited').map(
    (event): Step =>
      (session) =>
        void session.process(event, { exitCode: 0 }),
  ),
);
const script = fc.array(step, { maxLength: 60 });

function played(steps: readonly Step[]): ScriptedSession {
  const session = new ScriptedSession();
  for (const take of steps) take(session);
  return session;
}

test('counts are always what a recount over exchanges and error outside of thems gives', () => {
  fc.assert(
    fc.property(script, (steps) => {
      const session = new ScriptedSession();
      for (const take of steps) {
        take(session);
        const { counts, exchanges, orphans } = session.model.book;
        expect(counts).toMatchObject(recount(exchanges, orphans));
      }
    }),
  );
});

test('no exchange is pending after an exit, and none is pending and answered', () => {
  fc.assert(
    fc.property(script, (steps) => {
      const session = played(steps);
      for (const exchange of session.model.book.exchanges) {
        expect(exchange.outcome === 'pending').toBe(exchange.endedAt === -1);
        if (exchange.outcome === 'pending') expect(exchange.answerSeq).toBe(0);
      }
      session.process('exited', { exitCode: 0 });
      session.call('after the end');
      expect(session.model.book.exchanges.filter((exchange) => exchange.outcome === 'pending')).toEqual([]);
    }),
  );
});

test('an answer settles at most one exchange, and an exchange keeps its answer unless it was a guess', () => {
  fc.assert(
    fc.property(script, (steps) => {
      const session = new ScriptedSession();
      const answeredBy = new Map<number, number>();
      for (const take of steps) {
        const guesses = new Set(session.model.book.exchanges.filter(isInferred));
        take(session);
        session.model.book.exchanges.forEach((exchange, place) => {
          const earlier = answeredBy.get(place);
          if (earlier !== undefined && !guesses.has(exchange)) expect(exchange.answerSeq).toBe(earlier);
          if (exchange.answerSeq > 0) answeredBy.set(place, exchange.answerSeq);
          else answeredBy.delete(place);
        });
      }
      const single = session.model.book.exchanges
        .map((exchange) => exchange.answerSeq)
        .filter((seq) => seq > 0 && session.row(seq).shape !== 'batch');
      expect(new Set(single).size).toBe(single.length);
    }),
  );
});

test('an answer and its request point at each other, and show one outcome', () => {
  fc.assert(
    fc.property(script, (steps) => {
      const session = played(steps);
      const lonely: readonly (Outcome | '')[] = ['orphan', 'malformed', 'duplicate'];
      for (const exchange of session.model.book.exchanges) {
        const asked = session.row(exchange.requestSeq);
        if (asked.shape === 'batch') continue;
        expect(asked).toMatchObject({ pair: exchange.answerSeq, outcome: exchange.outcome });
        if (exchange.answerSeq === 0) expect(asked.tier).toBe(exchange.tier);
        else if (session.row(exchange.answerSeq).shape !== 'batch') {
          const answered = session.row(exchange.answerSeq);
          expect(answered).toMatchObject({ pair: exchange.requestSeq, outcome: exchange.outcome });
          expect(answered.tier).toBe(exchange.tier);
          expect(lonely).not.toContain(answered.outcome);
        }
      }
    }),
  );
});
