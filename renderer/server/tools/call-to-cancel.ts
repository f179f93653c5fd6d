import type { ServerRequest } from '../../../app/contract/server-request.ts';
import type { Row } from '../../../app/frame/row.ts';

type Named = Pick<Row, 'method' | 'target'>;

/** What is open in a log, what is asked, and the rows of the log. */
type UnderWay = readonly [
  open: Iterable<Pick<Row, 'seq'> & Named>,
  asks: readonly Pick<ServerRequest, 'seq' | 'via'>[],
  rowOf: (seq: number) => (Pick<Row, 'pair'> & Named) | undefined,
];

/**
 * The seq of the request that a cancel means: the newest open one of this method, of this target if there is
 * one. A call that waits for input has none that is open: it is the request that was answered with the asks.
 * Undefined where there is neither.
 */
export function callToCancel(
  { method, target }: Named,
  ...[open, asks, rowOf]: UnderWay
): number | undefined {
  const calls = callsUnderWay(open, asks, rowOf).filter((call) => call.method === method);
  return (calls.findLast((call) => call.target === target) ?? calls.at(-1))?.request;
}

/** True while a call of this method and target is open, or waits for input; whoever has begun it. */
export function isUnderWay({ method, target }: Named, ...[open, asks, rowOf]: UnderWay): boolean {
  return callsUnderWay(open, asks, rowOf).some((call) => call.method === method && call.target === target);
}

/** The calls without an end, each by the seq of its request. */
function callsUnderWay(...[open, asks, rowOf]: UnderWay): readonly (Named & { readonly request: number })[] {
  const running = [...open].map((row) => ({ ...named(row), request: row.seq }));
  const waiting = asks.flatMap(({ seq, via }) => {
    const row = via === 'input-required' ? rowOf(seq) : undefined;
    return row === undefined ? [] : [{ ...named(row), request: row.pair }];
  });
  // The last one counts, and what runs counts before what waits.
  return [...waiting, ...running];
}

function named({ method, target }: Named): Named {
  return { method, target };
}
