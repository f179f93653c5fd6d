import { expect, test } from 'vitest';
import { readEnvelope } from '../../app/wire/envelope.ts';
import { mixedTraffic } from './mixed-traffic.ts';

/** How many of 20,000 frames are of each kind; notifications by their method. */
function kinds(withProgress: boolean): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { raw = '' } of mixedTraffic(20_000, { withProgress })) {
    const envelope = readEnvelope(raw);
    const kind = envelope.kind === 'notification' ? envelope.method : envelope.kind;
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  return counts;
}

test('mixed traffic has the shares that it says, and can be without progress', () => {
  const mixed = kinds(true);
  const share = (kind: string) => (mixed.get(kind) ?? 0) / 20_000;
  expect(share('notifications/progress')).toBeCloseTo(0.05, 2);
  expect(share('notifications/message')).toBeCloseTo(0.19, 2);
  expect(share('notifications/cancelled')).toBeCloseTo(0.023, 2);
  expect(share('error')).toBeCloseTo(0.027, 2);
  expect(share('not-json')).toBeCloseTo(0.019, 2);
  const without = kinds(false);
  expect(without.get('notifications/progress')).toBeUndefined();
  expect([...without.values()].reduce((sum, count) => sum + count, 0)).toBe(20_000);
});
