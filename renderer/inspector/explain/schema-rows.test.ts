import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { schemaMismatches } from '../../../app/findings/schema-mismatch.ts';
import { schemaRows } from './schema-rows.ts';

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
    const rows = schemaRows(schema, { seats: [{ row: 1 }, { row: 'b' }], meal: 'beef', extra: 1 });
    expect(rows.map(({ path, sent, wanted, mismatches }) => [path, sent, wanted, ...mismatches])).toEqual([
      ['$.date', undefined, 'string', 'is required'],
      ['$.seats', '[{"row":1},{"row":"b"}]', 'seat[]'],
      ['$.seats[0]', '{"row":1}', 'object'],
      ['$.seats[0].row', '1', 'integer'],
      ['$.seats[1]', '{"row":"b"}', 'object'],
      ['$.seats[1].row', '"b"', 'integer', 'expected integer, got string'],
      ['$.meal', '"beef"', '"none" | "vegan"', 'expected one of "none","vegan"'],
      ['$.extra', '1', '', 'is not in the schema'],
    ]);
  });

  it('says of arguments that are no object that they are none', () => {
    expect(schemaRows(schema, 'text')[0]).toMatchObject({
      label: 'arguments',
      mismatches: ['expected object, got string'],
    });
  });

  it('loses no mismatch, whatever was sent', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 3 }), (sent) => {
        const shown = schemaRows(schema, sent).flatMap(({ path, mismatches }) =>
          mismatches.map((message) => `${path} ${message}`),
        );
        const found = schemaMismatches(schema, sent, 60).map(({ path, message }) => `${path} ${message}`);
        expect(shown.toSorted()).toEqual(found.toSorted());
      }),
    );
  });
});
