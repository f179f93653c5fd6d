import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const app = fileURLToPath(new URL('..', import.meta.url));

/**
 * `Date.now`, `Date` without arguments, and `Date()` without `new` read the clock; everything else in `Date` is pure.
 */
const CLOCK = /\bDate\s*\.\s*now\b|\bnew\s+Date\b(?!\s*\(\s*[^\s)])|(?<!\bnew\s+)\bDate\s*\(/g;

function clocksIn(source: string): readonly string[] {
  const code = source.replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '');
  return [...code.matchAll(CLOCK)].map(([text]) => text);
}

it('no source of app/ reads the clock: time is passed in', () => {
  const paths = readdirSync(app, { recursive: true, encoding: 'utf8' }).filter(
    (path) => path.endsWith('.ts') && !path.endsWith('.test.ts'),
  );
  expect(paths.length).toBeGreaterThan(100);
  const breaches = paths.flatMap((path) =>
    clocksIn(readFileSync(`${app}/${path}`, 'utf8')).map((found) => `${path}: ${found}`),
  );
  expect(breaches).toEqual([]);
});

it.each(['Date.now()', 'const now = Date . now;', 'new Date()', 'new Date', 'new Date( )', 'Date()'])(
  'finds the clock in %s',
  (source) => {
    expect(clocksIn(source)).toHaveLength(1);
  },
);

it.each([
  'new Date(0)',
  'new Date( epochMs )',
  'Date.UTC(2026, 0)',
  'type Times = { at: Date };',
  '// Date.now()',
])('finds none in %s', (source) => {
  expect(clocksIn(source)).toEqual([]);
});
