import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkSchema, firstMisfit } from '../../../app/base/schema/check-schema.ts';
import { placeText } from '../../../app/base/schema/schema-walk.ts';
import { checkArguments } from '../../state/server/call-draft.ts';
import { schemaRows } from './arguments-card.tsx';

const schema = {
  type: 'object',
  required: ['date', 'seats'],
  additionalProperties: false,
  properties: {
    date: { type: 'string' },
    seats: { type: 'array', items: { $ref: '#/$defs/seat' } },
    meal: { enum: ['none', 'vegan'] },
  },
  $defs: { seat: { type: 'object', required: ['row'], properties: { row: { type: 'integer' } } } },
};

describe('schemaRows', () => {
  it('sets each argument beside what the schema wants, and marks each mismatch at its path', () => {
    const { rows } = schemaRows(schema, { seats: [{ row: 1 }, { row: 'b' }], meal: 'beef', extra: 1 });
    expect(rows.map(({ path, sent, wanted, mismatches }) => [path, sent, wanted, ...mismatches])).toEqual([
      ['$.date', undefined, 'string', 'is required'],
      ['$.seats', '[{"row":1},{"row":"b"}]', 'seat[]'],
      ['$.seats[0]', '{"row":1}', 'object'],
      ['$.seats[0].row', '1', 'integer'],
      ['$.seats[1]', '{"row":"b"}', 'object'],
      ['$.seats[1].row', '"b"', 'integer', 'expected integer, received string'],
      ['$.meal', '"beef"', '"none" | "vegan"', 'expected one of "none", "vegan"'],
      ['$.extra', '1', '', 'is not in the schema'],
    ]);
  });

  it('says of arguments that are not an object that they are none', () => {
    expect(schemaRows(schema, 'text').rows[0]).toMatchObject({
      label: 'arguments',
      mismatches: ['expected object, received string'],
    });
  });

  it.each([
    [{ pattern: '^\\d+$' }, 'x'],
    [{ format: 'date' }, '31.1.2026'],
    [{ uniqueItems: true }, [1, 1]],
    [{ not: { const: 1 } }, 1],
    [{ pattern: '^\\d+$' }, '7'],
    [{ pattern: '^(a)\\1$' }, 'x'],
  ])('says of an argument under %j what the form and the rules say', (argument, sent) => {
    const input = { type: 'object', properties: { a: argument } };
    const { rows, unread } = schemaRows(input, { a: sent });
    const card = rows.flatMap(({ mismatches }) => mismatches);
    const form = checkArguments(JSON.stringify({ a: sent }), input);
    expect(form).toMatchObject({ kind: 'ready', warnings: card.map((message) => ({ path: 'a', message })) });
    expect(firstMisfit(input, { a: sent })?.message).toBe(card[0]);
    expect(form).toMatchObject({ note: unread === '' ? '' : expect.stringContaining(unread) });
  });

  it('loses no mismatch, whatever was sent', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 3 }), (sent) => {
        const shown = schemaRows(schema, sent).rows.flatMap(({ path, mismatches }) =>
          mismatches.map((message) => `${path} ${message}`),
        );
        const found = checkSchema(schema, sent).warnings.map(
          ({ at, message }) => `${placeText(at)} ${message}`,
        );
        expect(shown.toSorted()).toEqual(found.toSorted());
      }),
    );
  });
});
