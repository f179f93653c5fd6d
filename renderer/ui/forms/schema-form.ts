import { isJsonObject, type JsonObject, stringAt } from '../../../app/base/json-value.ts';
import { itemSchemas } from '../../../app/base/schema/check-schema.ts';
import { briefJson } from '../../../app/base/schema/scalar-checks.ts';
import { shortened } from '../format/quantity-text.ts';
import { flatSchema, type Given, joined, schemaTypeText } from './schema-fields.ts';

export type Choice = { readonly label: string; readonly value: unknown };

/** One of several schemas that a value may match. */
export type Branch = { readonly label: string; readonly schema: unknown };

/** A declared member of an object; its own part is created when shown, as schemas may be infinite. */
export type Member = { readonly name: string; readonly schema: unknown; readonly required: boolean };

type PartShape =
  /** `format` as in the schema, `base64` for bytes; empty for any text. */
  | { readonly kind: 'text'; readonly format: string }
  | { readonly kind: 'number'; readonly integer: boolean }
  | { readonly kind: 'boolean' }
  | { readonly kind: 'choice'; readonly choices: readonly Choice[] }
  /** `places` are the schemas of the first items by index, `items` is the schema of all others. */
  | { readonly kind: 'list'; readonly items: unknown; readonly places: readonly unknown[] }
  | {
      readonly kind: 'group';
      readonly members: readonly Member[];
      /** The schema of undeclared members; undefined if the form offers none. */
      readonly others: unknown;
      /** Schemas of members by name pattern. */
      readonly patterns: JsonObject;
    }
  | { readonly kind: 'branches'; readonly branches: readonly Branch[] }
  /** A shape that can only be edited as JSON. */
  | { readonly kind: 'json' };

export type FormPart = PartShape & {
  /** The schema with `$ref` and `allOf` resolved. */
  readonly schema: JsonObject;
  readonly title: string;
  readonly description: string;
  /** True if null is allowed in addition to the shape. */
  readonly nullable: boolean;
  readonly type: string;
};

/** The form of a schema within `root`, the target of `$ref`, optionally for a value. Never throws. */
export function formPart(root: unknown, schema: unknown, given?: Given): FormPart {
  const whole = flatSchema(root, schema, given);
  const { inner, nullable } = withoutNull(root, whole);
  const shape = shapeOf(root, inner);
  const format = shape.kind === 'text' && shape.format !== '' ? ` ${shape.format}` : '';
  const type = schema === false ? 'nothing' : schemaTypeText(inner);
  return {
    ...shape,
    schema: inner,
    title: shortened(stringAt(inner, 'title') ?? '', LONGEST_LABEL),
    description: stringAt(inner, 'description') ?? '',
    nullable,
    type: shortened(type + format, LONGEST_LABEL) + (nullable ? ' | null' : ''),
  };
}

function withoutNull(root: unknown, schema: JsonObject): { inner: JsonObject; nullable: boolean } {
  const { type, anyOf, oneOf } = schema;
  if (Array.isArray(type) && type.includes('null') && type.length > 1) {
    const others = type.filter((one) => one !== 'null');
    return { inner: { ...schema, type: others.length === 1 ? others[0] : others }, nullable: true };
  }
  const branches = Array.isArray(anyOf) ? anyOf : oneOf;
  if (Array.isArray(branches) && branches.some(isNull)) {
    const others = branches.filter((branch) => !isNull(branch));
    const { anyOf: _any, oneOf: _one, ...rest } = schema;
    if (others.length === 1) return { inner: joined(flatSchema(root, others[0]), rest), nullable: true };
    if (others.length > 1) return { inner: { ...rest, anyOf: others }, nullable: true };
  }
  return { inner: schema, nullable: schema.nullable === true };
}

function isNull(schema: unknown): boolean {
  return isJsonObject(schema) && (schema.type === 'null' || ('const' in schema && schema.const === null));
}

function shapeOf(root: unknown, schema: JsonObject): PartShape {
  if ('const' in schema) return { kind: 'choice', choices: [choiceOf(schema)] };
  if (Array.isArray(schema.enum) && schema.enum.length > 0) return { kind: 'choice', choices: named(schema) };
  const variants = Array.isArray(schema.oneOf) ? schema.oneOf : schema.anyOf;
  if (Array.isArray(variants) && variants.length > 0) return variantShape(root, schema, variants);
  if (Array.isArray(schema.type) && schema.type.length > 1) {
    const { title: _title, description: _description, ...shared } = schema;
    const branches = schema.type
      .filter((type) => typeof type === 'string')
      .map((type) => ({ label: type, schema: { ...shared, type } }));
    return { kind: 'branches', branches };
  }
  return typeShape(schema, Array.isArray(schema.type) ? schema.type[0] : schema.type);
}

function variantShape(root: unknown, schema: JsonObject, variants: readonly unknown[]): PartShape {
  const { oneOf: _one, anyOf: _any, title: _title, description: _description, ...shared } = schema;
  const flat = variants.map((variant) => flatSchema(root, variant));
  if (flat.every((variant) => 'const' in variant)) return { kind: 'choice', choices: flat.map(choiceOf) };
  const branches = flat.map((variant, index) => ({
    label: shortened(variantLabel(variants[index], variant), LONGEST_LABEL),
    schema: joined(shared, variant),
  }));
  return { kind: 'branches', branches: distinct(branches) };
}

/** The name of a variant: its title, its reference, the constant that identifies it, or its type. */
function variantLabel(variant: unknown, flat: JsonObject): string {
  const name = stringAt(flat, 'title') ?? stringAt(variant, '$ref')?.split('/').at(-1);
  if (name !== undefined && name !== '') return name;
  return constantMember(flat) ?? schemaTypeText(flat);
}

/** `kind "circle"`: a member with only one possible value, which identifies a union's variant. */
function constantMember({ properties }: JsonObject): string | undefined {
  if (!isJsonObject(properties)) return undefined;
  for (const [name, member] of Object.entries(properties)) {
    if (!isJsonObject(member)) continue;
    const only = Array.isArray(member.enum) && member.enum.length === 1 ? member.enum : undefined;
    if ('const' in member || only !== undefined) return `${name} ${briefJson(only?.[0] ?? member.const, 60)}`;
  }
  return undefined;
}

function distinct(branches: readonly Branch[]): Branch[] {
  const count = new Map<string, number>();
  for (const { label } of branches) count.set(label, (count.get(label) ?? 0) + 1);
  return branches.map((branch, index) =>
    (count.get(branch.label) ?? 0) > 1 ? { ...branch, label: `${branch.label} (${index + 1})` } : branch,
  );
}

function choiceOf(schema: JsonObject): Choice {
  return { label: choiceText(stringAt(schema, 'title') ?? schema.const), value: schema.const };
}

/** `enumNames` gives titles to an enum (MCP 2025-06-18, client/elicitation). */
function named(schema: JsonObject): Choice[] {
  const values = Array.isArray(schema.enum) ? schema.enum : [];
  const names = Array.isArray(schema.enumNames) ? schema.enumNames : [];
  return values.map((value: unknown, index) => {
    const name: unknown = names[index];
    return { label: choiceText(typeof name === 'string' ? name : value), value };
  });
}

const LONGEST_LABEL = 2000;

export function choiceText(value: unknown): string {
  return typeof value === 'string' && value !== ''
    ? shortened(value, LONGEST_LABEL)
    : briefJson(value, LONGEST_LABEL);
}

function typeShape(schema: JsonObject, type: unknown): PartShape {
  if (type === undefined && isJsonObject(schema.properties)) return groupShape(schema);
  if (type === undefined && (isJsonObject(schema.items) || Array.isArray(schema.prefixItems))) {
    return listShape(schema);
  }
  switch (type) {
    case 'string':
      return { kind: 'text', format: formatOf(schema) };
    case 'number':
    case 'integer':
      return { kind: 'number', integer: type === 'integer' };
    case 'boolean':
      return { kind: 'boolean' };
    case 'array':
      return listShape(schema);
    case 'object':
      return groupShape(schema);
    default:
      return { kind: 'json' };
  }
}

function listShape(schema: JsonObject): PartShape {
  const { places, rest } = itemSchemas(schema);
  return { kind: 'list', items: rest ?? {}, places };
}

function groupShape(schema: JsonObject): PartShape {
  const required = new Set<unknown>(Array.isArray(schema.required) ? schema.required : []);
  const properties = isJsonObject(schema.properties) ? schema.properties : {};
  const members = Object.entries(properties).map(([name, property]) => ({
    name,
    schema: property,
    required: required.has(name),
  }));
  const { patternProperties } = schema;
  const patterns = isJsonObject(patternProperties) ? patternProperties : {};
  return { kind: 'group', members, others: othersOf(schema, members.length), patterns };
}

/** Nearly every schema implicitly allows other members; only an explicit one gets rows. */
function othersOf({ additionalProperties: given, patternProperties }: JsonObject, declared: number): unknown {
  if (isJsonObject(given) || given === true) return given;
  if (given === false && patternProperties === undefined) return undefined;
  return declared === 0 || patternProperties !== undefined ? {} : undefined;
}

function formatOf({ format, contentEncoding }: JsonObject): string {
  if (contentEncoding === 'base64' || format === 'byte') return 'base64';
  return typeof format === 'string' ? format : '';
}
