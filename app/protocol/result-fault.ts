import { isJsonObject, jsonText } from '../base/json-value.ts';
import type { ResultShape } from './result-shapes.ts';

/**
 * What official clients do with a result (`@modelcontextprotocol/sdk` 1.32, `@modelcontextprotocol/client` 2.4):
 * `waits` does not take it for an answer and runs into its time-out, `throws` ends the call with an error, `takes`
 * hands it to the caller.
 */
type ClientReaction = 'waits' | 'throws' | 'takes';

/**
 * `absent` and `wrong` speak of a value; `crowded` is a list with too many items; `neither` lacks both members of
 * which it needs one; `extra` is a member that must not be there; `newer` came with a later revision.
 */
export type FaultKind = 'absent' | 'wrong' | 'crowded' | 'neither' | 'extra' | 'newer';

/** The first thing in a result that its method does not allow; what clients stumble over comes before the rest. */
export type ResultFault = {
  readonly kind: FaultKind;
  /** Where it stands; empty for the result itself. */
  readonly path: readonly (string | number)[];
  /** What is wrong with it, as the end of a sentence: "is missing". */
  readonly problem: string;
  /** What the value must be; undefined for a value that must not be there. */
  readonly wanted: ResultShape | undefined;
  /** True for a member that may be left out. */
  readonly optional: boolean;
  /** True if the revision's own schema rules it out; false if only the schemas of the clients do. */
  readonly againstSchema: boolean;
  readonly client: ClientReaction;
};

/** The fault before it has reached the top: its path is still read from the end. */
export type Found = {
  readonly kind: FaultKind;
  readonly path: (string | number)[];
  readonly problem: string;
  readonly wanted: ResultShape | undefined;
  optional: boolean;
  againstSchema: boolean;
};

/** The path of a fault as one writes it: `content[0].text`; "the result" for the result itself. */
export function faultPlace({ path }: Pick<ResultFault, 'path'>): string {
  const steps = path.map((step) => (typeof step === 'number' ? `[${step}]` : `.${step}`));
  return steps.join('').replace(/^\./, '') || 'the result';
}

export function faultOf(found: Found, client: ClientReaction): ResultFault {
  return { ...found, path: found.path.toReversed(), client };
}

export function inside(step: string | number, found: Found): Found {
  found.path.push(step);
  return found;
}

export function missing(name: string, wanted: ResultShape): Found {
  return {
    kind: 'absent',
    path: [name],
    problem: 'is missing',
    wanted,
    optional: false,
    againstSchema: true,
  };
}

export function wrong(value: unknown, wanted: ResultShape): Found {
  const problem = `is ${shown(value)} and must be ${inWords(wanted)}`;
  return { kind: 'wrong', path: [], problem, wanted, optional: false, againstSchema: true };
}

export function young(type: unknown): Found {
  const problem = `is ${shown(type)}, which this revision does not have`;
  return inside('type', {
    kind: 'newer',
    path: [],
    problem,
    wanted: undefined,
    optional: false,
    againstSchema: false,
  });
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
