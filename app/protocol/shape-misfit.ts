import { z } from 'zod';
import { isJsonObject, type JsonObject, jsonText } from '../base/json-value.ts';
import type { ResultMember, ResultShape } from './result-shapes.ts';
import { atLeast, isStateless, type Revision } from './revisions.ts';

export type Reading = {
  readonly revision: Revision;
  /** True if faults that official clients tolerate count too. */
  readonly strict: boolean;
  /** True once a fault was tolerated. */
  passed: boolean;
};

/** The first part of a value that does not fit a shape; undefined if it fits. */
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
    return newFound('crowded', problem, { kind: 'list', of, most });
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
  return newFound('neither', problem, { kind: 'either', either });
}

function anyMember(value: JsonObject): Found | undefined {
  for (const name in value) {
    if (name === '_meta') continue;
    const found = newFound('extra', 'is a member of a result that has none', undefined);
    return inside(name, { ...found, optional: true, againstSchema: false });
  }
  return undefined;
}

/** Accepted by `z.iso.datetime({ offset: true })`. */
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

/** Accepted by `atob`: white space anywhere, optional padding (WHATWG, "forgiving-base64 decode"). */
function isBase64(text: string): boolean {
  // Images have megabytes of base64, mostly without line feeds: one pass settles those.
  if (!/[^A-Za-z0-9+/]/.test(text)) return text.length % 4 !== 1;
  const packed = /[\t\n\f\r ]/.test(text) ? text.replace(/[\t\n\f\r ]+/g, '') : text;
  const bare = packed.length % 4 === 0 ? packed.replace(/={1,2}$/, '') : packed;
  return bare.length % 4 !== 1 && !/[^A-Za-z0-9+/]/.test(bare);
}

function isScalarOrTexts(value: unknown): boolean {
  if (Array.isArray(value)) return value.every((item) => typeof item === 'string');
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}

function isYoung(since: Parameters<typeof atLeast>[1], revision: Revision): boolean {
  return revision !== 'unknown' && !atLeast(revision, since);
}

/** What TypeScript SDK 1.32 and client 2.4 do: time out, fail the call, or accept the result. */
type ClientReaction = 'waits' | 'throws' | 'takes';

/** `crowded`: too many items; `neither`: none of two members; `extra`: not allowed; `newer`: later revision. */
type FaultKind = 'absent' | 'wrong' | 'crowded' | 'neither' | 'extra' | 'newer';

/** The first fault in a result; faults that break clients come first. */
export type ResultFault = {
  readonly kind: FaultKind;
  /** The path of the fault; empty for the result itself. */
  readonly path: readonly (string | number)[];
  /** What is wrong, as the end of a sentence: "is missing". */
  readonly problem: string;
  /** What the value must be; undefined if it must be absent. */
  readonly wanted: ResultShape | undefined;
  /** True for an optional member. */
  readonly optional: boolean;
  /** True if the revision's own schema forbids it; false if only the clients' schemas do. */
  readonly againstSchema: boolean;
  readonly client: ClientReaction;
  /** The name of the list item that contains the fault; empty if none. */
  readonly item: string;
  /** The first fault of each further item in the list that has the same effect on clients. */
  readonly others: readonly ResultFault[];
};

/** A fault under construction: its path is still reversed. */
export type Found = {
  readonly kind: FaultKind;
  readonly path: (string | number)[];
  readonly problem: string;
  readonly wanted: ResultShape | undefined;
  optional: boolean;
  againstSchema: boolean;
};

/** Formats the path of a fault: `content[0].text`; "the result" for the result itself. */
export function faultPlace({ path }: Pick<ResultFault, 'path'>): string {
  const steps = path.map((step) => (typeof step === 'number' ? `[${step}]` : `.${step}`));
  return steps.join('').replace(/^\./, '') || 'the result';
}

export function faultOf(found: Found, client: ClientReaction): ResultFault {
  return { ...found, path: found.path.toReversed(), client, item: '', others: [] };
}

const MAX_NAMED = 40;

/** All faults in a list with their places, as the end of a sentence; omits the place of the first. */
export function faultProblem({ item, problem, others }: ResultFault): string {
  const more = others
    .slice(0, MAX_NAMED)
    .map((one) => `${faultPlace(one)} ${inItem(one.item)}${one.problem}`);
  const rest =
    others.length > MAX_NAMED ? [`${others.length - MAX_NAMED} more of the list are no better`] : [];
  return [`${inItem(item)}${problem}`, ...more, ...rest].join(', ');
}

/** The places where the same fix applies. */
export function faultPlaces(fault: ResultFault): readonly string[] {
  const alike = fault.others.filter(({ wanted, kind }) => wanted === fault.wanted && kind === fault.kind);
  return [fault, ...alike.slice(0, MAX_NAMED)].map(faultPlace);
}

function inItem(item: string): string {
  return item === '' ? '' : `of ${JSON.stringify(item.slice(0, 80))} `;
}

export function inside(step: string | number, found: Found): Found {
  found.path.push(step);
  return found;
}

export function missing(name: string, wanted: ResultShape): Found {
  return inside(name, newFound('absent', 'is missing', wanted));
}

export function wrong(value: unknown, wanted: ResultShape): Found {
  return newFound('wrong', `is ${shown(value)} and must be ${inWords(wanted)}`, wanted);
}

function newFound(kind: FaultKind, problem: string, wanted: ResultShape | undefined): Found {
  return { kind, path: [], problem, wanted, optional: false, againstSchema: true };
}

function young(type: unknown): Found {
  const found = newFound('newer', `is ${shown(type)}, which this revision does not have`, undefined);
  return inside('type', { ...found, againstSchema: false });
}

const SHOWN_CHARS = 40;

function shown(value: unknown): string {
  if (Array.isArray(value)) return 'an array';
  if (isJsonObject(value)) return 'an object';
  const text = jsonText(value);
  return text.length > SHOWN_CHARS ? `${text.slice(0, SHOWN_CHARS)}…` : text;
}

/** What a value must be, in words. */
export function inWords(shape: ResultShape): string {
  if (typeof shape === 'string') return SCALARS[shape];
  switch (shape.kind) {
    case 'list':
      return 'an array';
    case 'one-of':
      return shape.texts.length === 1 ? `"${shape.texts[0]}"` : `one of ${shape.texts.join(', ')}`;
    case 'block':
      return 'a content block';
    case 'scalar-or-texts':
      return 'a string, a number, true, false or an array of strings';
    case 'or-null':
    case 'since':
    case 'assumed':
    case 'one-or-list':
      return inWords(shape.of);
    default:
      return 'an object';
  }
}

/** The clients on which `ClientReaction` was measured. */
export function measuredClients(revision: Revision): string {
  return isStateless(revision) ? 'TypeScript SDK 2.4' : 'TypeScript SDKs 1.32 and 2.4';
}

const SCALARS: { readonly [name in Extract<ResultShape, string>]: string } = {
  any: 'there',
  text: 'a string',
  number: 'a number',
  integer: 'an integer',
  natural: 'an integer from 0 on',
  share: 'a number from 0 to 1',
  flag: 'true or false',
  object: 'an object',
  part: 'an object',
  base64: 'a string in base64',
  time: 'an ISO 8601 time with its offset',
  'file-uri': 'a string that begins with file://',
};
