import { describe, expect, test } from 'vitest';
import { pathText } from '../../ui/json-tree/json-shape.ts';
import {
  columnsOf,
  fitText,
  marksOf,
  nextOrder,
  outputFit,
  recordLists,
  sortedPlaces,
} from './structured-part.tsx';

const ROWS = [
  { n: 10, s: 'b2' },
  { s: 'b10', extra: null },
  { n: 9, s: 'a' },
];

describe('lists of records', () => {
  test('are found at the root and inside, the longest first', () => {
    expect(recordLists([{ a: 1 }])[0]?.steps).toEqual([]);
    const nested = { meta: { few: [{}] }, rows: [{}, {}], words: ['x'], none: [], mixed: [{}, 1] };
    expect(recordLists(nested).map(({ steps }) => steps)).toEqual([['rows'], ['meta', 'few']]);
  });

  test('are not looked for behind twenty thousand members', () => {
    const many = Object.fromEntries(Array.from({ length: 19_999 }, (_, index) => [`k${index}`, index]));
    expect(recordLists({ ...many, rows: [{}] })).toHaveLength(1);
    expect(recordLists({ ...many, one: 1, rows: [{}] })).toEqual([]);
  });

  test('are not looked for in a scalar', () => {
    expect(recordLists('text')).toEqual([]);
    expect(recordLists(null)).toEqual([]);
  });
});

describe('a table of records', () => {
  test('has a column for every key, also one that few records have', () => {
    expect(columnsOf(ROWS)).toEqual({ names: ['n', 's', 'extra'], left: 0 });
    const wide = Object.fromEntries(Array.from({ length: 45 }, (_, index) => [`k${index}`, index]));
    expect(columnsOf([wide])).toMatchObject({ left: 5 });
  });

  test('sorts numbers by value and texts as people do, with missing values last both ways', () => {
    expect(sortedPlaces(ROWS, { key: 'n', descending: false })).toEqual([2, 0, 1]);
    expect(sortedPlaces(ROWS, { key: 'n', descending: true })).toEqual([0, 2, 1]);
    expect(sortedPlaces(ROWS, { key: 's', descending: false })).toEqual([2, 0, 1]);
    expect(sortedPlaces(ROWS, undefined)).toEqual([0, 1, 2]);
  });

  test('a head goes up, down, and back to the order as it came', () => {
    const up = nextOrder(undefined, 'n');
    const down = nextOrder(up, 'n');
    expect([up, down, nextOrder(down, 'n')]).toEqual([
      { key: 'n', descending: false },
      { key: 'n', descending: true },
      undefined,
    ]);
    expect(nextOrder(down, 's')).toEqual({ key: 's', descending: false });
  });

  test('is sorted with 10,000 rows in it', () => {
    const many = Array.from({ length: 10_000 }, (_, index) => ({ id: (index * 7919) % 10_000 }));
    const places = sortedPlaces(many, { key: 'id', descending: false });
    expect(places.map((place) => many[place]?.id)).toEqual(many.map((_, index) => index));
  });
});

describe('structured content against its output schema', () => {
  const schema = {
    type: 'object',
    properties: {
      rows: {
        type: 'array',
        items: { type: 'object', required: ['id'], properties: { id: { type: 'number' } } },
      },
    },
    required: ['rows'],
  };

  test('fits, or names each place that does not', () => {
    expect(outputFit(schema, { rows: [{ id: 1 }] })).toEqual({ kind: 'fits' });
    const fit = outputFit(schema, { rows: [{ id: 1 }, { id: 'x' }, {}] });
    expect([...marksOf(fit).keys()]).toEqual(['/rows/1/id', '/rows/2/id']);
    expect(fitText(fit, pathText)).toContain('in 2 places. rows[1].id: ');
  });

  test('has nothing to say without a schema, and says if one cannot be parsed', () => {
    expect(fitText(outputFit(undefined, {}), pathText)).toBe('');
    expect(outputFit({ type: 'no-such-type' }, {}).kind).toBe('unreadable');
  });

  test('marks some places of very many, and counts the rest', () => {
    const rows = Array.from({ length: 2000 }, () => ({}));
    const fit = outputFit(schema, { rows });
    expect(fit).toMatchObject({ kind: 'misfits', total: 2000 });
    expect(fitText(fit, pathText)).toContain('in 2,000 places');
    expect(marksOf(fit).size).toBe(500);
  });
});
