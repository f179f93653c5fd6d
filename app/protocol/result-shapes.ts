import written from './result-shapes.json' with { type: 'json' };
import type { McpRevision } from './revisions.ts';

/** `part`: an object, or a list, as clients accept it; `base64`: readable by `atob`; `time`: ISO 8601 with offset. */
type Scalar =
  | 'any'
  | 'text'
  | 'number'
  | 'integer'
  | 'natural'
  | 'share'
  | 'flag'
  | 'object'
  | 'part'
  | 'base64'
  | 'time'
  | 'file-uri';

export type ResultMember = { readonly name: string; readonly shape: ResultShape; readonly optional: boolean };

export type ResultShape =
  | Scalar
  | { readonly kind: 'members'; readonly members: readonly ResultMember[]; readonly nothingElse?: true }
  | { readonly kind: 'list'; readonly of: ResultShape; readonly most: number }
  | { readonly kind: 'map'; readonly of: ResultShape }
  | { readonly kind: 'one-of'; readonly texts: readonly string[] }
  /** An object of one of several types, named by its `type` member. */
  | { readonly kind: 'block'; readonly types: ReadonlyMap<string, BlockType> }
  /** An object with at least one of two members. */
  | { readonly kind: 'either'; readonly either: readonly (readonly [member: string, shape: ResultShape])[] }
  | { readonly kind: 'one-or-list'; readonly of: ResultShape; readonly listSince: McpRevision }
  | { readonly kind: 'scalar-or-texts' }
  | { readonly kind: 'or-null'; readonly of: ResultShape }
  /** Required by the schema, but official clients read a missing one as an empty list. */
  | { readonly kind: 'assumed'; readonly of: ResultShape }
  /** A member that earlier revisions do not define; clients read it anyway. */
  | { readonly kind: 'since'; readonly since: McpRevision; readonly of: ResultShape };

type BlockType = { readonly shape: ResultShape; readonly since: McpRevision };

/** A shape as `result-shapes.json` has it, see `shapeOf`. */
type Written = string | readonly Written[] | { readonly [key: string]: unknown };

const PARTS: { readonly [name: string]: Written } = written.parts;
const SHAPES = { initialize: shapesOf(written.initialize), modern: shapesOf(written.modern) } as const;

function shapesOf({ results }: { readonly results: { readonly [method: string]: Written } }) {
  return new Map(Object.entries(results).map(([method, shape]) => [method, shapeOf(shape)]));
}

/** A task created by a call (2025-11-25, `CreateTaskResult`). */
export const CREATED_TASK = shapeOf('#created task');

/**
 * `#name` is a part and `[of]` a list; an object has members, unless its first key starts with `@`: that is a kind.
 */
function shapeOf(shape: Written): ResultShape {
  if (typeof shape === 'string') return namedShape(shape);
  if (isList(shape)) return { kind: 'list', of: shapeOf(shape[0] ?? 'any'), most: Number.POSITIVE_INFINITY };
  const [[kind = '', value] = []] = Object.entries(shape);
  const of = () => shapeOf(value as Written);
  switch (kind) {
    case '@list':
      return { kind: 'list', of: of(), most: shape.most as number };
    case '@map':
      return { kind: 'map', of: of() };
    case '@oneOf':
      return { kind: 'one-of', texts: value as readonly string[] };
    case '@block':
      return { kind: 'block', types: blockTypes(value as { readonly [type: string]: WrittenBlock }) };
    case '@either': {
      const either = Object.entries(value as { readonly [member: string]: Written });
      return { kind: 'either', either: either.map(([member, one]) => [member, shapeOf(one)]) };
    }
    case '@oneOrList':
      return { kind: 'one-or-list', of: of(), listSince: shape.listSince as McpRevision };
    case '@orNull':
      return { kind: 'or-null', of: of() };
    case '@assumed':
      return { kind: 'assumed', of: of() };
    case '@since':
      return { kind: 'since', since: value as McpRevision, of: shapeOf(shape.of as Written) };
    default:
      return { kind: 'members', members: membersOf(shape as { readonly [name: string]: Written }) };
  }
}

type WrittenBlock = { readonly shape: Written; readonly since: string };

function isList(shape: Written): shape is readonly Written[] {
  return Array.isArray(shape);
}

/** `empty` has nothing but `_meta`: the specification allows more members, official clients reject them. */
function namedShape(name: string): ResultShape {
  if (name === 'empty') return { kind: 'members', members: [], nothingElse: true };
  if (name === 'scalar-or-texts') return { kind: name };
  return name.startsWith('#') ? shapeOf(PARTS[name.slice(1)] ?? {}) : (name as Scalar);
}

function blockTypes(types: { readonly [type: string]: WrittenBlock }): ReadonlyMap<string, BlockType> {
  return new Map(
    Object.entries(types).map(([type, { shape, since }]) => [
      type,
      { shape: shapeOf(shape), since: since as McpRevision },
    ]),
  );
}

/** A trailing question mark makes a member optional; null is still as wrong as any other value. `...name` is a part. */
function membersOf(members: { readonly [name: string]: Written }): ResultMember[] {
  return Object.entries(members).flatMap(([key, shape]) => {
    if (key.startsWith('...')) return membersOf(PARTS[key.slice(3)] as typeof members);
    const optional = key.endsWith('?');
    return [{ name: optional ? key.slice(0, -1) : key, shape: shapeOf(shape), optional }];
  });
}

/** The required shape of a result, without `_meta` and `resultType`; undefined if no revision of the era defines it. */
export function resultShape(method: string, era: keyof typeof SHAPES): ResultShape | undefined {
  return SHAPES[era].get(method);
}

/** The required members of a method's result; undefined if no revision defines it. */
export function requiredMembers(method: string): readonly string[] | undefined {
  const shape = resultShape(method, 'initialize') ?? resultShape(method, 'modern');
  if (typeof shape !== 'object' || shape.kind !== 'members') return undefined;
  return shape.members.filter(({ optional }) => !optional).map(({ name }) => name);
}
