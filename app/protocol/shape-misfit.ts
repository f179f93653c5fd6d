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

/** No more faults than this are collected per result. */
const MAX_FAULTS = 1000;
const NONE: readonly Found[] = [];

/** The faults of a value that does not fit a shape, in the order in which clients look; empty if it fits. */
export function misfits(shape: ResultShape, value: unknown, reading: Reading): readonly Found[] {
  if (typeof shape === 'string') return isOf(shape, value) ? NONE : [wrong(value, shape)];
  switch (shape.kind) {
    case 'members':
      if (!isJsonObject(value)) return [wrong(value, 'object')];
      return shape.nothingElse === true ? anyMember(value) : membersMisfits(shape.members, value, reading);
    case 'list':
      return listMisfits(shape, value, reading);
    case 'map':
      return mapMisfits(shape.of, value, reading);
    case 'one-of':
      return typeof value === 'string' && shape.texts.includes(value) ? NONE : [wrong(value, shape)];
    case 'block':
      return blockMisfits(shape, value, reading);
    case 'either':
      return eitherMisfits(shape.either, value, reading);
    case 'one-or-list':
      if (!Array.isArray(value)) return misfits(shape.of, value, reading);
      if (!isYoung(shape.listSince, reading.revision))
        return listMisfits({ of: shape.of, most: Number.POSITIVE_INFINITY }, value, reading);
      return [{ ...wrong(value, 'object'), againstSchema: true }];
    case 'scalar-or-texts':
      return isScalarOrTexts(value) ? NONE : [wrong(value, shape)];
    case 'or-null':
      return value === null ? NONE : misfits(shape.of, value, reading);
    case 'assumed':
      return misfits(shape.of, value, reading);
    case 'since': {
      const found = misfits(shape.of, value, reading);
      if (isYoung(shape.since, reading.revision)) for (const one of found) one.againstSchema = false;
      return found;
    }
  }
}

function membersMisfits(
  members: readonly ResultMember[],
  value: JsonObject,
  reading: Reading,
): readonly Found[] {
  let all = NONE;
  for (const { name, shape, optional } of members) {
    const member = value[name];
    const found =
      member === undefined ? absent(name, shape, optional, reading) : misfits(shape, member, reading);
    if (found.length === 0) continue;
    if (member !== undefined)
      for (const one of found) {
        if (optional && one.path.length === 0) one.optional = true;
        inside(name, one);
      }
    all = all.length === 0 ? found : [...all, ...found];
  }
  return all;
}

function absent(name: string, shape: ResultShape, optional: boolean, reading: Reading): readonly Found[] {
  if (optional) return NONE;
  if (typeof shape === 'string' || shape.kind !== 'assumed') return [missing(name, shape)];
  if (reading.strict) return [missing(name, shape.of)];
  reading.passed = true;
  return NONE;
}

function listMisfits(
  { of, most }: { readonly of: ResultShape; readonly most: number },
  value: unknown,
  reading: Reading,
): readonly Found[] {
  if (!Array.isArray(value)) return [wrong(value, { kind: 'list', of, most })];
  if (value.length > most) {
    const problem = `has ${value.length} items, and ${most} are allowed`;
    return [newFound('crowded', problem, { kind: 'list', of, most })];
  }
  return eachMisfits(value.keys(), (index) => misfits(of, value[index], reading));
}

function mapMisfits(of: ResultShape, value: unknown, reading: Reading): readonly Found[] {
  if (!isJsonObject(value)) return [wrong(value, 'object')];
  return eachMisfits(Object.keys(value), (name) => misfits(of, value[name], reading));
}

/** The faults of every item or map member, each at its path. */
function eachMisfits<Step extends string | number>(
  steps: Iterable<Step>,
  at: (step: Step) => readonly Found[],
): readonly Found[] {
  let all: Found[] | undefined;
  for (const step of steps) {
    const found = at(step);
    if (found.length === 0) continue;
    all ??= [];
    for (const one of found) all.push(inside(step, one));
    if (all.length >= MAX_FAULTS) break;
  }
  return all ?? NONE;
}

function blockMisfits(
  shape: Extract<ResultShape, { kind: 'block' }>,
  value: unknown,
  reading: Reading,
): readonly Found[] {
  if (!isJsonObject(value)) return [wrong(value, shape)];
  const { type } = value;
  const known = typeof type === 'string' ? shape.types.get(type) : undefined;
  if (known === undefined) {
    const wanted: ResultShape = { kind: 'one-of', texts: [...shape.types.keys()] };
    return [type === undefined ? missing('type', wanted) : inside('type', wrong(type, wanted))];
  }
  if (isYoung(known.since, reading.revision)) {
    if (reading.strict) return [young(type)];
    reading.passed = true;
  }
  return misfits(known.shape, value, reading);
}

function eitherMisfits(
  either: Extract<ResultShape, { kind: 'either' }>['either'],
  value: unknown,
  reading: Reading,
): readonly Found[] {
  if (!isJsonObject(value)) return [wrong(value, 'object')];
  let first: readonly Found[] | undefined;
  for (const [member, shape] of either) {
    if (!(member in value)) continue;
    const found = misfits(shape, value, reading);
    if (found.length === 0) return NONE;
    first ??= found;
  }
  if (first !== undefined) return first;
  const problem = `has neither ${either.map(([member]) => member).join(' nor ')}`;
  return [newFound('neither', problem, { kind: 'either', either })];
}

function anyMember(value: JsonObject): readonly Found[] {
  const names = Object.keys(value).filter((name) => name !== '_meta');
  return eachMisfits(names, () => {
    const found = newFound('extra', 'is a member of a result that has none', undefined);
    return [{ ...found, optional: true, againstSchema: false }];
  });
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

/** A part of a result that its method does not allow. */
export type ResultFault = {
  readonly kind: FaultKind;
  /** The path of the fault; empty for the result itself. */
  readonly path: readonly (string | number)[];
  /** What is wrong, as the end of a sentence: "is missing". */
  readonly problem: string;
  /** What the value must be; undefined if it must be absent. */
  readonly wanted: ResultShape | undefined;
  readonly optional: boolean;
  /** True if the revision's own schema forbids it; false if only the clients' schemas do. */
  readonly againstSchema: boolean;
  readonly client: ClientReaction;
  /** The name of the list item that contains the fault; empty if none. */
  readonly item: string;
  /** The further faults of the result; a fault that breaks clients comes alone. */
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

const MAX_NAMED = 40;

/** All faults with their places, as the end of a sentence; omits the place of the first. */
export function faultProblem({ item, problem, others }: ResultFault): string {
  const more = others
    .slice(0, MAX_NAMED)
    .map((one) => `${faultPlace(one)} ${inItem(one.item)}${one.problem}`);
  const rest =
    others.length > MAX_NAMED ? [`${others.length - MAX_NAMED} more places do not fit either`] : [];
  return [`${inItem(item)}${problem}`, ...more, ...rest].join(', ');
}

/** The places where the same fix applies. */
export function faultPlaces(fault: ResultFault): readonly string[] {
  const alike = fault.others.filter(
    ({ wanted, kind, optional }) =>
      wanted === fault.wanted && kind === fault.kind && optional === fault.optional,
  );
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
  return newFound('wrong', `is ${shown(value)} and must be ${describeShape(wanted)}`, wanted);
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
export function describeShape(shape: ResultShape): string {
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
      return describeShape(shape.of);
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
