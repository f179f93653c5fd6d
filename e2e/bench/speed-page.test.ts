import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import type { Aim } from './aim.ts';
import { AIMS } from './aims.ts';
import { type Figures, figureOf, figuresSchema, isHeld } from './figures.ts';
import { withFigures } from './speed-page.ts';

const root = join(import.meta.dirname, '../..');
const recorded = figuresSchema.parse(
  JSON.parse(readFileSync(join(import.meta.dirname, 'figures.json'), 'utf8')),
);

const EMPTY =
  'Before.\n<!-- figures: npm run bench -- --accept writes them -->\nold\n<!-- end of the figures -->\nAfter.\n';

const aim: Aim = {
  what: 'burst, longest stall',
  bench: 'bursts',
  entry: '10,000',
  figure: 'stallMs',
  baseline: 'restMs',
  against: 'page at rest',
  unit: 'ms',
  atMost: 50,
  reason: 'The browser draws.',
};

const measured = (figures: Figures[string]['entries'][string]): Figures => ({
  bursts: { date: '2026-11-24', machine: 'two cores', entries: { '10,000': figures } },
});

describe('the table', () => {
  it('takes the place of the one before, and leaves the rest of the page alone', () => {
    const page = withFigures(EMPTY, [aim], measured({ stallMs: 40, restMs: 17 }));
    expect(page).not.toContain('old');
    expect(page.startsWith('Before.\n') && page.endsWith('\nAfter.\n')).toBe(true);
    expect(withFigures(page, [aim], measured({ stallMs: 40, restMs: 17 }))).toBe(page);
  });

  it('shows a figure with its spread, its baseline and its aim', () => {
    const page = withFigures(EMPTY, [aim], measured({ stallMs: 40, restMs: 17, stallMsSpread: '33 to 47' }));
    expect(page).toContain(
      '| burst, longest stall | 40 ms | 33 to 47 | page at rest: 17 ms | ≤ 50 ms | held |',
    );
    expect(page).not.toContain('The browser draws.');
  });

  it('gives the reason of a missed aim', () => {
    const page = withFigures(EMPTY, [aim], measured({ stallMs: 60, restMs: 17 }));
    expect(page).toContain('| missed |');
    expect(page).toContain('- **burst, longest stall**: The browser draws.');
  });

  it('names date and machine once for the benchmarks that ran together', () => {
    const one = measured({ stallMs: 60 }).bursts;
    if (one === undefined) throw new Error('no benchmark');
    expect(withFigures(EMPTY, [aim], { bursts: one, seek: one })).toContain(
      '- `bursts`, `seek`: 2026-11-24, two cores',
    );
  });
});

test('the page of the documentation shows what is recorded', () => {
  const page = readFileSync(join(root, 'docs/speed.md'), 'utf8');
  expect(withFigures(page, AIMS, recorded)).toBe(page);
});

test('every aim has a recorded figure, and a missed one its reason', () => {
  const wanting = AIMS.filter((one) => {
    const figure = figureOf(recorded, one);
    return figure === undefined || (!isHeld(one, figure) && (one.reason ?? '') === '');
  });
  expect(wanting.map(({ what }) => what)).toEqual([]);
});
