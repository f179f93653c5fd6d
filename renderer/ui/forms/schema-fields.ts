import { isJsonObject, stringAt } from '../../../app/base/json-value.ts';
import { briefJson } from '../../../app/schema/scalar-checks.ts';

/** An argument of a tool, as its schema declares it. */
type SchemaField = {
  readonly name: string;
  readonly type: string;
  readonly required: boolean;
  readonly description: string;
};

/** The properties of an object schema, required ones first. */
export function schemaFields(schema: unknown): SchemaField[] {
  if (!isJsonObject(schema) || !isJsonObject(schema.properties)) return [];
  const required = Array.isArray(schema.required) ? schema.required : [];
  return Object.entries(schema.properties)
    .map(([name, property]) => ({
      name,
      type: schemaTypeText(property),
      required: required.includes(name),
      description: stringAt(property, 'description') ?? '',
    }))
    .toSorted((left, right) => Number(right.required) - Number(left.required));
}

const MAX_CHOICES = 6;

const MAX_NESTED = 4;
const LONGEST_CHOICE = 200;

/** A schema's type in brief: `string`, `integer ≥ 1`, `"a" | "b"`, `string[]`. */
export function schemaTypeText(schema: unknown, nested = 0): string {
  if (nested > MAX_NESTED) return '…';
  if (!isJsonObject(schema)) return 'any';
  if ('const' in schema) return briefJson(schema.const, LONGEST_CHOICE);
  if (Array.isArray(schema.enum)) return choices(schema.enum);
  const textOf = (part: unknown) => schemaTypeText(part, nested + 1);
  const variants = schema.anyOf ?? schema.oneOf;
  if (Array.isArray(variants)) return variants.slice(0, MAX_CHOICES).map(textOf).join(' | ');
  if (Array.isArray(schema.type)) return schema.type.filter((type) => typeof type === 'string').join(' | ');
  if (Array.isArray(schema.prefixItems)) return `[${schema.prefixItems.map(textOf).join(', ')}]`;
  if (schema.type === 'array') return `${textOf(schema.items)}[]`;
  if (typeof schema.type !== 'string') return stringAt(schema, '$ref')?.replace(/^.*\//, '') ?? 'any';
  return schema.type + bounds(schema.minimum, schema.maximum);
}

function choices(values: readonly unknown[]): string {
  const shown = values.slice(0, MAX_CHOICES).map((value) => briefJson(value, LONGEST_CHOICE));
  return values.length > MAX_CHOICES ? `${shown.join(' | ')} | …` : shown.join(' | ');
}

function bounds(minimum: unknown, maximum: unknown): string {
  const low = typeof minimum === 'number';
  const high = typeof maximum === 'number';
  if (low && high) return ` ${minimum}–${maximum}`;
  if (low) return ` ≥ ${minimum}`;
  return high ? ` ≤ ${maximum}` : '';
}
