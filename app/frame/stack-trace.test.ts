import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type ErrorOrigin, exceptionText } from './error-origin.ts';
import { originIn, stackTraces } from './stack-trace.ts';

/** Traces as printed by runtimes; "=>" is the head of a card: exception, place, function, source line. */
const TRACES = readFileSync(new URL('./testing/traces.txt', import.meta.url), 'utf8')
  .split(/^### /m)
  .slice(1)
  .map((part) => {
    const [title = '', wanted = '', ...lines] = part.trimEnd().split('\n');
    return { title, wanted: wanted.replace(/^=> /, '').trim(), lines };
  });

const shown = (origin: ErrorOrigin | undefined) =>
  origin &&
  [
    exceptionText(origin),
    origin.file === '' ? '' : `${origin.file}:${origin.line}`,
    origin.function,
    origin.source,
  ]
    .join(' | ')
    .replace(/[ |]+$/, '');

const wantedOf = (wanted: string) => wanted.replace(/[ |]+$/, '');

describe('the first frame that is the own code of a server', () => {
  it('is known of ten languages at least', () => {
    const languages = new Set(TRACES.map(({ title }) => /^\S+/.exec(title)?.[0]));
    expect(languages.size).toBeGreaterThanOrEqual(10);
    expect(TRACES.length).toBeGreaterThanOrEqual(40);
  });

  it.each(TRACES)('is found in $title', ({ lines, wanted }) => {
    expect(shown(originIn(lines))).toBe(wantedOf(wanted));
  });

  it.each(TRACES)('is found between other lines of the log: $title', ({ lines, wanted }) => {
    const log = ['INFO ready', 'GET /health 200', ...lines, 'INFO next call', 'at last (5)'];
    expect(shown(originIn(log))).toBe(wantedOf(wanted));
  });

  it.each(TRACES)('does not fold away in $title', ({ lines, wanted }) => {
    const [trace] = stackTraces(lines);
    const place = wanted.split(' | ')[1] ?? '';
    const name = place.replace(/:\d+$/, '').replace(/^.*[\\/]/, '');
    const left = lines.filter((_, at) => trace?.foreign.has(at) !== true).join('\n');
    expect(left).toContain(name);
    for (const at of trace?.exceptions ?? []) expect(trace?.foreign.has(at)).toBe(false);
  });
});

it.each([
  'Processing request of type CallToolRequest',
  'at least (5) stations answered',
  'look at C:\\x and /srv/y:3 for more',
  'Caused by: a missing permission',
  '#1 Oslo',
  '  1: first of three',
  '{"level":"info","msg":"a\\nb"}',
  'main.go:12: undefined: x',
])('takes no plain line for a trace: %j', (line) => {
  expect(stackTraces(['INFO a', line, 'INFO b'])).toEqual([]);
});

it('shows the line of code of an error that Node did not catch, with and without its blank lines', () => {
  const lines = ['/srv/b.cjs:6', '    x.length;', '      ^', '', 'TypeError: x is undefined'];
  lines.push('    at run (/srv/b.cjs:6:7)');
  const source = (kept: readonly string[]) => originIn(kept)?.source;
  expect([source(lines), source(lines.filter((line) => line !== ''))]).toEqual(['x.length;', 'x.length;']);
});

it('reads lines without end in time', () => {
  const lines = Array.from({ length: 3000 }, (_, at) => `    at f${at} (${'/srv'.repeat(40)}/a.js:${at}:1)`);
  expect(stackTraces(lines)).toHaveLength(1);
});
