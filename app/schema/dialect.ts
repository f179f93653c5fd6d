import type { JsonObject } from '../base/json-value.ts';

/** A draft that a validator keeps to. */
export type Draft = 'draft-07' | '2020-12';

/**
 * How a schema is read: `any` takes every keyword from draft 4 to 2020-12 as its author meant it; a draft takes what
 * a validator of that draft takes, and nothing else.
 */
export type Dialect = 'any' | Draft;

/** Keywords that a validator of a draft knows nothing of, or takes for a note. */
const NOT_IN: { readonly [draft in Draft]: readonly string[] } = {
  'draft-07': [
    ...['prefixItems', 'dependentRequired', 'dependentSchemas', 'minContains', 'maxContains'],
    ...['unevaluatedProperties', 'unevaluatedItems', '$dynamicRef', '$recursiveRef', 'contentEncoding'],
  ],
  '2020-12': ['additionalItems', '$recursiveRef', 'contentEncoding'],
};
/** Formats of ours that ajv-formats 3 does not have. */
const OWN_FORMATS: readonly unknown[] = ['idn-email', 'iri', 'base64'];

/** The part of a schema that the draft knows. */
export function inDraft(schema: JsonObject, draft: Draft): JsonObject {
  const known: { [keyword: string]: unknown } = { ...schema };
  for (const keyword of NOT_IN[draft]) delete known[keyword];
  if (OWN_FORMATS.includes(known.format)) delete known.format;
  return known;
}
