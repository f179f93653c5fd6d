import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it, test } from 'vitest';
import { z } from 'zod';
import { MCP_REVISIONS } from '../protocol/revisions.ts';
import { VOCABULARIES } from './catalog.ts';
import { vocabularyFileSchema } from './vocabulary-file.ts';

const folder = new URL('./vocabularies/', import.meta.url);
const files = readdirSync(folder).map((name) => ({
  name,
  value: JSON.parse(readFileSync(new URL(name, folder), 'utf8')) as unknown,
}));

test('the published JSON Schema is the one that files are checked by', () => {
  const published = readFileSync(new URL('../../docs/vocabulary.schema.json', import.meta.url), 'utf8');
  const schema = z.toJSONSchema(vocabularyFileSchema, { io: 'input', reused: 'ref' });
  expect(published).toBe(`${JSON.stringify(schema, null, 2)}\n`);
});

describe.each(files)('the built-in vocabulary $name', ({ name, value }) => {
  const read = vocabularyFileSchema.safeParse(value);

  it("fits the schema that users' files are checked by, and is named for its id", () => {
    expect(read.error?.issues).toBeUndefined();
    expect(`${read.data?.id}.json`).toBe(name);
  });

  it('has a family and a place of its own in it, and states rules of known revisions', () => {
    expect(read.data?.family).toBeDefined();
    expect(read.data?.order).toBeDefined();
    const known: readonly string[] = MCP_REVISIONS;
    expect(read.data?.revisions?.filter((revision) => !known.includes(revision)) ?? []).toEqual([]);
  });
});

test('no two built-in vocabularies claim one place', () => {
  const places = files.map(({ value }) => {
    const { family, order } = vocabularyFileSchema.parse(value);
    return `${family} ${order}`;
  });
  expect(new Set(places).size).toBe(places.length);
  expect(VOCABULARIES.length).toBe(files.length);
});
