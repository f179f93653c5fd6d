import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runs } from '../../base/testing/runs.ts';
import { printQuery } from './complete-query.ts';
import { parseQuery } from './parse-query.ts';
import type { Query } from './query.ts';

function parsed(text: string): Query {
  const read = parseQuery(text);
  if (!read.ok) throw new Error(read.error.message);
  return read.value;
}

describe('a filter is read', () => {
  test('nothing lets every row pass', () => {
    expect(parsed('  ')).toEqual({ kind: 'all' });
  });

  test('a saved filter may still have the earlier names of raw messages and expected errors', () => {
    expect(printQuery(parsed('is:by-hand,provoked,marked'))).toBe('is:raw,expected,bookmarked');
  });

  test('a key that lacks its colon is no word: the sentence says what was meant', () => {
    const message = (text: string) => {
      const read = parseQuery(text);
      return read.ok ? '' : read.error.message;
    };
    expect(message('tier:protocol dur>1s')).toContain('Did you mean dur:>1s?');
    expect(message('size<=2kb')).toContain('Did you mean size:<=2kb?');
    expect(message('tier=tool')).toContain('Did you mean tier:tool?');
    expect([message('a=b'), message('"dur>1s"'), message('dur'), message('x>1')]).toEqual(['', '', '', '']);
  });

  test('words stand beside each other and mean "and"; "or" binds less', () => {
    expect(printQuery(parsed('a  b or c -d'))).toBe('a b or c -d');
    expect(parsed('a b or c')).toMatchObject({ kind: 'or', parts: [{ kind: 'and' }, { kind: 'word' }] });
    expect(parsed('a (b or c)')).toMatchObject({ kind: 'and', parts: [{ kind: 'word' }, { kind: 'or' }] });
  });

  test('a minus before a digit belongs to the number, any other negates', () => {
    expect(parsed('-32602')).toEqual({ kind: 'word', pattern: ['-32602'] });
    expect(parsed('-tier:ok')).toMatchObject({ kind: 'not', part: { kind: 'choice', values: ['ok'] } });
    expect(parsed('-(17)')).toMatchObject({ kind: 'not', part: { pattern: ['17'] } });
    expect(parsed('-"a b"')).toMatchObject({ kind: 'not', part: { pattern: ['a b'] } });
  });

  test('quotes make a word of anything', () => {
    expect(parsed('"or"')).toEqual({ kind: 'word', pattern: ['or'] });
    expect(parsed('"a \\"b\\" \\\\ *"')).toEqual({ kind: 'word', pattern: ['a "b" \\ *'] });
    expect(parsed('orphan')).toEqual({ kind: 'word', pattern: ['orphan'] });
  });

  test('a uri is a word', () => {
    expect(parsed('file:///tmp/a')).toEqual({ kind: 'word', pattern: ['file:///tmp/a'] });
  });

  test.each([
    ['tier:protocol,tool', { kind: 'choice', key: 'tier', values: ['protocol', 'tool'] }],
    ['TIER:Tool', { kind: 'choice', key: 'tier', values: ['tool'] }],
    ['outcome:"timed out"', { kind: 'choice', key: 'outcome', values: ['timed-out'] }],
    ['dir:in', { kind: 'choice', key: 'dir', values: ['in'] }],
    ['method:tools/*', { kind: 'text', key: 'method', patterns: [['tools/', '']] }],
    ['text:"a, b",c', { kind: 'text', key: 'text', patterns: [['a, b'], ['c']] }],
    ['code:-32000..-32099', { kind: 'code', codes: [{ kind: 'range', from: -32099, to: -32000 }] }],
    ['dur:>1.5s', { kind: 'measure', key: 'dur', comparison: '>', amount: 1500 }],
    ['size:<=100kb', { kind: 'measure', key: 'size', comparison: '<=', amount: 100_000 }],
    ['dur:>500', { kind: 'measure', key: 'dur', comparison: '>', amount: 500 }],
  ])('%s', (text, query) => {
    expect(parsed(text)).toEqual(query);
  });
});

describe('a wrong filter says what is wrong and where', () => {
  test.each([
    ['a "b c', 'The quote " is not closed.', 2, 6],
    ['a ""', 'There is nothing between the quotes.', 2, 4],
    ['(a b', 'This parenthesis is not closed.', 0, 1],
    ['a)', 'This parenthesis closes nothing.', 1, 2],
    ['()', 'There is nothing inside these parentheses.', 1, 2],
    ['( )', 'There is nothing inside these parentheses.', 2, 3],
    [')', 'There is nothing before this parenthesis.', 0, 1],
    ['has:pony', 'The word “pony” cannot follow “has:”, only one of: stderr.', 4, 8],
    ['or a', 'There is nothing before this “or”.', 0, 2],
    ['a or', 'There is nothing after the last word', 3, 4],
    ['a - b', 'A “-” must stand right before what it negates.', 2, 3],
    ['x teir:tool', 'There is no “teir:”.', 2, 7],
    ['tier:', 'A value is missing, such as tier:tool.', 0, 5],
    ['tier:tool,', 'A value is missing', 0, 10],
    ['a tier:tool,foo', 'The word “foo” cannot follow “tier:”, only one of: ok, tool, protocol', 12, 15],
    ['outcome:gone', 'The word “gone” cannot follow “outcome:”, only one of: ', 8, 12],
    ['dur:500ms', 'dur needs >, >=, <, <= or =, a number, and ms or s or m', 4, 9],
    ['size:>5ms', 'size needs >', 5, 9],
    ['dur:>1s,>2s', 'dur takes one value', 8, 11],
  ])('%s', (text, message, from, to) => {
    const read = parseQuery(text);
    if (read.ok) throw new Error('this filter is not wrong');
    expect(read.error.message).toContain(message);
    expect([read.error.from, read.error.to]).toEqual([from, to]);
  });

  test('nesting beyond any sense is a problem and not a crash', () => {
    expect(parseQuery('('.repeat(100_000)).ok).toBe(false);
    expect(parseQuery(`${'-'.repeat(100_000)}a`).ok).toBe(false);
  });
});

/** Texts that look like filters, valid and invalid. */
const loose = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        'tier:',
        'tool',
        'protocol',
        'outcome:',
        '"timed out"',
        'code:',
        '-326*',
        '-32602',
        '..',
      ),
      fc.constantFrom(
        'dur:',
        'size:',
        '>',
        '<=',
        '500ms',
        '1kb',
        'or',
        'OR',
        '(',
        ')',
        '-',
        ' ',
        ',',
        '"',
        '*',
      ),
      fc.constantFrom(
        'method:',
        'tools/*',
        'text:',
        'id:',
        '17',
        '\\',
        'has:stderr',
        'kind:stderr',
        'rule:T01',
      ),
      fc.string(),
      fc.string({ unit: 'binary' }),
    ),
    { maxLength: 14 },
  )
  .map((pieces) => pieces.join(''));

describe('any text', () => {
  test('is read or refused, with a place inside the text, and never throws', () => {
    fc.assert(
      fc.property(loose, (text) => {
        const read = parseQuery(text);
        if (read.ok) return;
        expect(read.error.message).toMatch(/^[A-Zd-s].+\.$/s);
        expect(read.error.from).toBeGreaterThanOrEqual(0);
        expect(read.error.to).toBeGreaterThan(read.error.from);
        expect(read.error.to).toBeLessThanOrEqual(text.length);
      }),
      { numRuns: runs(2000) },
    );
  });

  test('that can be read is read the same from its printed form', () => {
    fc.assert(
      fc.property(loose, (text) => {
        const read = parseQuery(text);
        fc.pre(read.ok);
        if (read.ok) expect(parseQuery(printQuery(read.value))).toEqual(read);
      }),
      { numRuns: runs(1000), maxSkipsPerRun: 1000 },
    );
  });
});
