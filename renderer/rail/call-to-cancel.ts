import type { Ask } from '../../app/contract/ask.ts';
import type { Row } from '../../app/frame/row.ts';

type Named = Pick<Row, 'method' | 'target'>;

/**
 * The seq of the request that a cancel means: the newest open one of this method, of this target if there is
 * one. A call that waits for input has none that is open: it is the request that was answered with the asks.
 * Undefined where there is neither.
 */
export function callToCancel(
  { method, target }: Named,
  open: Iterable<Pick<Row, 'seq'> & Named>,
  asks: readonly Pick<Ask, 'seq' | 'via'>[],
  rowOf: (seq: number) => (Pick<Row, 'pair'> & Named) | undefined,
): number | undefined {
  const running = [...open].map((row) => ({ ...named(row), request: row.seq }));
  const waiting = asks.flatMap(({ seq, via }) => {
    const row = via === 'input-required' ? rowOf(seq) : undefined;
    return row === undefined ? [] : [{ ...named(row), request: row.pair }];
  });
  // The last one counts, and what runs counts before what waits.
  const calls = [...waiting, ...running].filter((call) => call.method === method);
  return (calls.findLast((call) => call.target === target) ?? calls.at(-1))?.request;
}

function named({ method, target }: Named): Named {
  return { method, target };
}
