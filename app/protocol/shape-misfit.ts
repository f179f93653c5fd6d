import { z } from 'zod';
import { isJsonObject, type JsonObject } from '../base/json-value.ts';
import { type Found, inside, missing, wrong, young } from './result-fault.ts';
import type { ResultMember, ResultShape } from './result-shapes.ts';
import { atLeast, type Revision } from './revisions.ts';

/** One reading of one result. */
export type Reading = {
  readonly revision: Revision;
  /** True if what official clients pass over counts as well. */
  readonly strict: boolean;
  /** True once something was passed over. */
  passed: boolean;
};

/** What of a value does not fit a shape; undefined if it fits. */
export function misfit(shape: ResultShape, value: unknown, reading: Reading): Found | undefined {
  if (typeof shape === 'string') return isOf(shape, value) ? undefined : wrong(value, shape);
  switch (shape.kind) {
    case 'members':
      if (!isJsonObject(value)) return wrong(value, 'object');
      return shape.nothingElse === true ? anyMember(value) : membersMisfit(shape.members, value, reading);
    case 'list':
      return listMisfit(shape, value, reading);
    case 'map':
      return mapMisfit(shape.of, value, reading);
    case 'one-of':
      return typeof value === 'string' && shape.texts.includes(value) ? undefined : wrong(value, shape);
    case 'block':
      return blockMisfit(shape, value, reading);
    case 'either':
      return eitherMisfit(shape.either, value, reading);
    case 'one-or-list':
      if (!Array.isArray(value)) return misfit(shape.of, value, reading);
      if (!isYoung(shape.listSince, reading.revision))
        return listMisfit({ of: shape.of, most: Number.POSITIVE_INFINITY }, value, reading);
      return { ...wrong(value, 'object'), againstSchema: true };
    case 'scalar-or-texts':
      return isScalarOrTexts(value) ? undefined : wrong(value, shape);
    case 'or-null':
      return value === null ? undefined : misfit(shape.of, value, reading);
    case 'assumed':
      return misfit(shape.of, value, reading);
    case 'since': {
      const found = misfit(shape.of, value, reading);
      if (found !== undefined && isYoung(shape.since, reading.revision)) found.againstSchema = false;
      return found;
    }
  }
}

function membersMisfit(
  members: readonly ResultMember[],
  value: JsonObject,
  reading: Reading,
): Found | undefined {
  for (const { name, shape, optional } of members) {
    const member = value[name];
    if (member === undefined) {
      if (optional) continue;
      if (typeof shape === 'string' || shape.kind !== 'assumed') return missing(name, shape);
      if (reading.strict) return missing(name, shape.of);
      reading.passed = true;
      continue;
    }
    const found = misfit(shape, member, reading);
    if (found === undefined) continue;
    if (optional && found.path.length === 0) found.optional = true;
    return inside(name, found);
  }
  return undefined;
}

function listMisfit(
  { of, most }: { readonly of: ResultShape; readonly most: number },
  value: unknown,
  reading: Reading,
): Found | undefined {
  if (!Array.isArray(value)) return wrong(value, { kind: 'list', of, most });
  if (value.length > most) {
    const problem = `has ${value.length} items, and ${most} are allowed`;
    return {
      kind: 'crowded',
      path: [],
      problem,
      wanted: { kind: 'list', of, most },
      optional: false,
      againstSchema: true,
    };
  }
  for (let index = 0; index < value.length; index += 1) {
    const found = misfit(of, value[index], reading);
    if (found !== undefined) return inside(index, found);
  }
  return undefined;
}

function mapMisfit(of: ResultShape, value: unknown, reading: Reading): Found | undefined {
  if (!isJsonObject(value)) return wrong(value, 'object');
  for (const name in value) {
    const found = misfit(of, value[name], reading);
    if (found !== undefined) return inside(name, found);
  }
  return undefined;
}

function blockMisfit(
  shape: Extract<ResultShape, { kind: 'block' }>,
  value: unknown,
  reading: Reading,
): Found | undefined {
  if (!isJsonObject(value)) return wrong(value, shape);
  const { type } = value;
  const known = typeof type === 'string' ? shape.types.get(type) : undefined;
  if (known === undefined) {
    const wanted: ResultShape = { kind: 'one-of', texts: [...shape.types.keys()] };
    return type === undefined ? missing('type', wanted) : inside('type', wrong(type, wanted));
  }
  if (isYoung(known.since, reading.revision)) {
    if (reading.strict) return young(type);
    reading.passed = true;
  }
  return misfit(known.shape, value, reading);
}

function eitherMisfit(
  either: Extract<ResultShape, { kind: 'either' }>['either'],
  value: unknown,
  reading: Reading,
): Found | undefined {
  if (!isJsonObject(value)) return wrong(value, 'object');
  let first: Found | undefined;
  for (const [member, shape] of either) {
    if (!(member in value)) continue;
    const found = misfit(shape, value, reading);
    if (found === undefined) return undefined;
    first ??= found;
  }
  if (first !== undefined) return first;
  const problem = `has neither ${either.map(([member]) => member).join(' nor ')}`;
  return {
    kind: 'neither',
    path: [],
    problem,
    wanted: { kind: 'either', either },
    optional: false,
    againstSchema: true,
  };
}

function anyMember(value: JsonObject): Found | undefined {
  for (const name in value) {
    if (name === '_meta') continue;
    const problem = 'is a member of a result that has none';
    return inside(name, {
      kind: 'extra',
      path: [],
      problem,
      wanted: undefined,
      optional: true,
      againstSchema: false,
    });
  }
  return undefined;
}

/** What `z.iso.datetime({ offset: true })` reads. */
const TIME = z.core.regexes.datetime({ precision: null, offset: true, local: false });

function isOf(shape: Extract<ResultShape, string>, value: unknown): boolean {
  switch (shape) {
    case 'any':
      return true;
    case 'text':
      return typeof value === 'string';
    case 'number':
      return typeof value === 'number';
    case 'integer':
      return Number.isSafeInteger(value);
    case 'natural':
      return Number.isSafeInteger(value) && Number(value) >= 0;
    case 'share':
      return typeof value === 'number' && value >= 0 && value <= 1;
    case 'flag':
      return typeof value === 'boolean';
    case 'object':
      return isJsonObject(value);
    case 'part':
      return typeof value === 'object' && value !== null;
    case 'base64':
      return typeof value === 'string' && isBase64(value);
    case 'time':
      return typeof value === 'string' && TIME.test(value);
    case 'file-uri':
      return typeof value === 'string' && value.startsWith('file://');
  }
}

/** What `atob` reads: white space anywhere, and a padding that may be absent (WHATWG, "forgiving-base64 decode"). */
function isBase64(text: string): boolean {
  // A picture has many megabytes, and hardly one of them a line feed: that is one pass.
  if (!/[^A-Za-z0-9+/]/.test(text)) return text.length % 4 !== 1;
  const packed = /[\t\n\f\r ]/.test(text) ? text.replace(/[\t\n\f\r ]+/g, '') : text;
  const bare = packed.length % 4 === 0 ? packed.replace(/={1,2}$/, '') : packed;
  return bare.length % 4 !== 1 && !/[^A-Za-z0-9+/]/.test(bare);
}

function isScalarOrTexts(value: unknown): boolean {
  if (Array.isArray(value)) return value.every((item) => typeof item === 'string');
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}

/** True if `revision` is known and older than `since`. */
function isYoung(since: Parameters<typeof atLeast>[1], revision: Revision): boolean {
  return revision !== 'unknown' && !atLeast(revision, since);
}
