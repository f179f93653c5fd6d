import fc from 'fast-check';
import { expect, it } from 'vitest';
import { OUTCOMES } from '../frame/row.ts';
import { TIERS } from '../frame/tier.ts';
import type { Exchange } from './exchange.ts';
import { requestState, SharedRow, worst } from './row-reader.ts';

const state = fc.record({
  tier: fc.constantFrom(...TIERS),
  outcome: fc.constantFrom(...OUTCOMES),
  answerSeq: fc.nat(3),
});

it('a batch shows after each change what a look at all its parts shows', () => {
  fc.assert(
    fc.property(
      fc.array(state, { maxLength: 9 }),
      fc.array(state, { minLength: 1, maxLength: 9 }),
      fc.array(fc.tuple(fc.nat(8), state), { maxLength: 20 }),
      (parts, requests, changes) => {
        const settled = parts.map(({ answerSeq, ...part }) => ({ ...part, pair: answerSeq }));
        const exchanges = requests.map((request) => ({ ...request }) as Exchange);
        const row = new SharedRow(settled, exchanges);
        for (const [index, change] of changes) {
          const exchange = exchanges[index % exchanges.length];
          if (exchange === undefined) continue;
          Object.assign(exchange, change);
          row.update(exchange);
          expect(row.state).toEqual(worst([...settled, ...exchanges.map(requestState)]));
        }
      },
    ),
  );
});
