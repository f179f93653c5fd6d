import { isJsonObject, type JsonObject, type ValuePath } from '../json-value.ts';
import { checkPart } from './check-schema.ts';
import { patternSyntax } from './pattern.ts';
import { invalidKeyword } from './schema-fault.ts';
import { schemaNodes } from './schema-nodes.ts';
import { placeText, resolvedRef } from './schema-walk.ts';

/** A part of a schema that no reader can apply, and its path. */
export type SchemaDefect = {
  readonly kind: 'dangling-ref' | 'cycle' | 'pattern' | 'default';
  readonly at: ValuePath;
  /** The shortened cause: the reference, the pattern, or why the default does not fit. */
  readonly what: string;
};

const MAX_WHAT = 80;
/** Values compared per default. */
const STEPS = 2000;
/** Keywords that make `$ref` resolve against another document (2020-12, 8.2.1). */
const REBASING = ['$id', 'id', '$anchor', '$dynamicAnchor'];

/**
 * Finds dangling references, references that lead back to themselves without descending into the value, patterns that
 * no ECMA-262 engine compiles, and defaults that their own schema rejects (JSON Schema 2020-12, core 8.2.3 and 9.4.1,
 * validation 6.3.3 and 9.2). References to other documents are not followed.
 */
export function schemaDefects(root: JsonObject): readonly SchemaDefect[] {
  const nodes = schemaNodes(root);
  const isRebased = nodes.some(({ schema, at }) => at.length > 0 && REBASING.some((name) => name in schema));
  return nodes.flatMap(({ schema, at }) => [
    ...(isRebased ? [] : referenceDefects(root, schema, at)),
    ...patternDefects(schema, at),
    ...defaultDefects(root, schema, at),
  ]);
}

/** True if a `$ref` within the document resolves to nothing; false if it leaves the document. */
export function isDangling(root: JsonObject, ref: string): boolean {
  return ref.startsWith('#/') && resolvedRef(root, ref) === true && !isTrueThere(root, ref);
}

/** {@link resolvedRef} returns `true` for a missing target, but also for a target that is the schema `true`. */
function isTrueThere(root: JsonObject, ref: string): boolean {
  const cut = ref.lastIndexOf('/');
  const holder = resolvedRef(root, ref.slice(0, cut));
  return isJsonObject(holder) && holder[ref.slice(cut + 1)] === true;
}

function referenceDefects(root: JsonObject, { $ref: ref }: JsonObject, at: ValuePath): SchemaDefect[] {
  if (typeof ref !== 'string') return [];
  const what = ref.slice(0, MAX_WHAT);
  if (isDangling(root, ref)) return [{ kind: 'dangling-ref', at: [...at, '$ref'], what }];
  return leadsBack(root, ref) ? [{ kind: 'cycle', at: [...at, '$ref'], what }] : [];
}

/** Keywords whose subschemas apply to the same value. */
const SAME_VALUE = ['allOf', 'anyOf', 'oneOf'];
const MAX_LINKS = 200;

/** True if the reference leads back to itself through schemas that apply to the same value. */
function leadsBack(root: JsonObject, ref: string): boolean {
  const open: unknown[] = [resolvedRef(root, ref)];
  const seen = new Set<unknown>();
  while (open.length > 0 && seen.size < MAX_LINKS) {
    const one = open.pop();
    if (!isJsonObject(one) || seen.has(one)) continue;
    seen.add(one);
    if (one.$ref === ref) return true;
    if (typeof one.$ref === 'string') open.push(resolvedRef(root, one.$ref));
    for (const keyword of SAME_VALUE) {
      const list = one[keyword];
      if (Array.isArray(list)) open.push(...list);
    }
  }
  return false;
}

function patternDefects(schema: JsonObject, at: ValuePath): SchemaDefect[] {
  const own = typeof schema.pattern === 'string' ? [[schema.pattern, [...at, 'pattern']] as const] : [];
  const named = isJsonObject(schema.patternProperties) ? Object.keys(schema.patternProperties) : [];
  const all = [...own, ...named.map((source) => [source, [...at, 'patternProperties', source]] as const)];
  return all.flatMap(([source, place]) =>
    patternSyntax(source).kind === 'invalid'
      ? [{ kind: 'pattern' as const, at: place, what: source.slice(0, MAX_WHAT) }]
      : [],
  );
}

function defaultDefects(root: JsonObject, schema: JsonObject, at: ValuePath): SchemaDefect[] {
  const { default: value, ...rest } = schema;
  // Many generators give an optional argument a null default, meaning that it has none.
  if (value === undefined || value === null) return [];
  // If the schema itself is invalid, nothing can be said about its default.
  if (invalidKeyword(rest, []) !== undefined) return [];
  const { warnings, unread } = checkPart(root, rest, value, { warnings: 1, steps: STEPS });
  const [first] = warnings;
  if (first === undefined || unread !== '') return [];
  const place = first.at.length === 0 ? '' : `${placeText(first.at)} `;
  return [
    { kind: 'default', at: [...at, 'default'], what: `${place}${first.message}`.slice(0, 2 * MAX_WHAT) },
  ];
}
