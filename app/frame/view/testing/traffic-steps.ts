import type { Row } from '../../row.ts';

/** Possible steps; answers belong to the test's oldest open request. */
export const STEPS = [
  'request',
  'again',
  'answer',
  'error',
  'notification',
  'progress',
  'stderr',
  'asks',
  'exit',
] as const;
type Step = (typeof STEPS)[number];

/** The rows of such steps, most of which belong to others. */
export function rowsOf(steps: readonly Step[]): Partial<Row>[] {
  const open: number[] = [];
  const asked: number[] = [];
  return steps.map((step, index): Partial<Row> => {
    const frame = { kind: 'frame', at: index * 7, direction: 'server-to-client' } as const;
    const settle = (pair: number | undefined, more: Partial<Row>): Partial<Row> =>
      pair === undefined
        ? { ...frame, shape: 'result', outcome: 'orphan', tier: 'protocol' }
        : { ...frame, shape: 'result', outcome: 'ok', pair, ...more };
    switch (step) {
      case 'request':
      case 'again':
        open.push(index + 1);
        return {
          ...frame,
          shape: 'request',
          method: 'tools/call',
          direction: 'client-to-server',
          repeats: step === 'again',
        };
      case 'asks':
        asked.push(index + 1);
        return { ...frame, shape: 'request', method: 'sampling/createMessage' };
      case 'answer':
        return index % 3 === 0 && asked.length > 0
          ? settle(asked.shift(), { direction: 'client-to-server' })
          : settle(open.shift(), {});
      case 'error':
        return settle(open.pop(), { tier: 'tool', outcome: 'tool error' });
      case 'progress':
      case 'notification':
        return { ...frame, shape: 'notification', method: `notifications/${step}` };
      case 'stderr':
        return { kind: 'stderr', at: index * 7, text: index % 2 === 0 ? 'Error: no' : 'line' };
      default:
        return { kind: 'process', at: index * 7, method: 'exited' };
    }
  });
}
