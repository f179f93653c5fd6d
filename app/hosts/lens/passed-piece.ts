import { type JsonStyle, jsonStart } from '../../base/json-start.ts';
import { isJsonObject, type JsonObject, stringAt } from '../../base/json-value.ts';
import type { HostPiece } from './host-table.ts';
import { blocksOf, kindOf, type SentAnswer } from './sent-answer.ts';

/** A part of an answer that may be passed on. */
export type SentPart = 'code' | 'message' | 'data' | 'content' | 'structuredContent';

/** A piece of what the model gets, in order: a text, or an unchanged block. */
export type PassedSegment =
  | {
      readonly kind: 'text';
      /** `words` are the host's own; `result` is the whole result. */
      readonly from: SentPart | 'words' | 'result';
      readonly text: string;
      /** Set if the text is incomplete: only the start of megabytes of JSON is written. */
      readonly goesOn?: true;
      /** Characters that follow and were not followed to the model; undefined for none. */
      readonly more?: number;
    }
  | { readonly kind: 'block'; readonly block: JsonObject };

/** `passes` names what arrives: a part, or one content block as `content/2`. */
type Passing = { readonly segments: readonly PassedSegment[]; readonly passes: readonly string[] };

const NOTHING: Passing = { segments: [], passes: [] };

/** The parts of an answer that one piece of a row passes on. */
export function passedPiece(piece: HostPiece, answer: SentAnswer): Passing {
  if (piece.part === 'words') {
    return { segments: [textSegment('words', filledWords(piece.text, answer))], passes: [] };
  }
  if (answer.kind === 'protocol-error') return ofError(piece, answer);
  switch (piece.part) {
    case 'content':
      return ofContent(piece, answer.result);
    case 'structuredContent': {
      const { structuredContent } = answer.result;
      if (structuredContent === undefined) return NOTHING;
      const segment = jsonSegment('structuredContent', structuredContent, piece.as);
      return { segments: [segment], passes: ['structuredContent'] };
    }
    case 'result':
      return {
        segments: [jsonSegment('result', answer.result)],
        passes: ['structuredContent', ...readBlocksOf(answer.result).map((_, index) => `content/${index}`)],
      };
    default:
      return NOTHING;
  }
}

/** Fills the host's words with values from the answer: the tool, and the type and media type of its first block. */
function filledWords(words: string, answer: SentAnswer): string {
  const known = answer.target === '' ? words : words.replaceAll('{tool}', () => answer.target);
  const [first] = answer.kind === 'protocol-error' ? [] : blocksOf(answer.result);
  return first === undefined ? known : filledFor(first, known);
}

function ofError(piece: HostPiece, error: Extract<SentAnswer, { kind: 'protocol-error' }>): Passing {
  switch (piece.part) {
    case 'code':
      return { segments: [textSegment('code', error.codeText)], passes: ['code'] };
    case 'message':
      return { segments: [escapedSegment('message', piece, error.message)], passes: ['message'] };
    case 'data':
      return error.data === undefined
        ? NOTHING
        : { segments: [jsonSegment('data', error.data, piece.as)], passes: ['data'] };
    default:
      return NOTHING;
  }
}

type ContentPiece = Extract<HostPiece, { part: 'content' }>;

/** Maximum blocks followed: a list of a million would hang the page. */
const MAX_BLOCKS = 200;

/** The first blocks of a result, which are followed to the model. */
export function readBlocksOf(result: JsonObject): readonly JsonObject[] {
  return blocksOf(result).slice(0, MAX_BLOCKS);
}

function ofContent(piece: ContentPiece, result: JsonObject): Passing {
  const blocks = readBlocksOf(result);
  const taken = piece.blocks === 'first' ? blocks.slice(0, 1) : blocks;
  const passing = piece.as === 'json-list' ? asList(taken, piece) : oneByOne(taken, piece);
  const rest = blocksOf(result).slice(blocks.length);
  if (rest.length === 0 || taken.length < blocks.length) return passing;
  const more = rest.reduce((sum, block) => sum + (stringAt(block, 'text') ?? '').length, 0);
  const end: PassedSegment = { kind: 'text', from: 'content', text: '', goesOn: true, more };
  return { ...passing, segments: [...passing.segments, end] };
}

function asList(taken: readonly JsonObject[], { kinds }: ContentPiece): Passing {
  const places = taken.flatMap((block, index) => (isOfKind(block, kinds) ? [index] : []));
  return {
    segments: [jsonSegment('content', kinds === undefined ? taken : places.map((place) => taken[place]))],
    passes: places.map((place) => `content/${place}`),
  };
}

function oneByOne(taken: readonly JsonObject[], piece: ContentPiece): Passing {
  const { kinds, between, otherwise } = piece;
  const segments: PassedSegment[] = [];
  const passes: string[] = [];
  for (const [index, block] of taken.entries()) {
    const passed = isOfKind(block, kinds) ? blockSegment(block, piece) : undefined;
    const segment = passed ?? placeholder(block, otherwise);
    if (segment === undefined) continue;
    if (passed !== undefined) passes.push(`content/${index}`);
    const needsGap = segments.at(-1)?.kind === 'text' && segment.kind === 'text' && between !== '';
    if (needsGap) segments.push(textSegment('words', between));
    segments.push(segment);
  }
  return { segments, passes };
}

function isOfKind(block: JsonObject, kinds: ContentPiece['kinds']): boolean {
  const kind = kindOf(block);
  return kinds === undefined || (kind !== undefined && kinds.includes(kind));
}

/** The part of a block that is passed on; undefined for one without text where only text is passed on. */
function blockSegment(block: JsonObject, piece: ContentPiece): PassedSegment | undefined {
  if (piece.as === 'json') return jsonSegment('content', block);
  const text = textOf(block);
  if (text !== undefined) return escapedSegment('content', piece, text);
  return piece.as === 'block' ? { kind: 'block', block } : undefined;
}

function textOf(block: JsonObject): string | undefined {
  switch (kindOf(block)) {
    case 'text':
      return stringAt(block, 'text');
    case 'resource':
      return stringAt(block.resource, 'text');
    default:
      return undefined;
  }
}

/** The text, escaped as in a JSON string if the piece says so. */
function escapedSegment(
  from: 'message' | 'content',
  piece: { readonly escape?: 'json' | undefined },
  text: string,
): PassedSegment {
  if (piece.escape === undefined) return textSegment(from, text);
  const escaped = JSON.stringify(text.slice(0, MAX_JSON)).slice(1, -1);
  return text.length > MAX_JSON
    ? { kind: 'text', from, text: escaped, goesOn: true }
    : textSegment(from, escaped);
}

function placeholder(block: JsonObject, otherwise: string | undefined): PassedSegment | undefined {
  if (otherwise === undefined) return undefined;
  return textSegment('words', filledFor(block, otherwise));
}

function filledFor(block: JsonObject, words: string): string {
  const resource = isJsonObject(block.resource) ? block.resource : block;
  return words.replace(/\{(type|mimeType|uri)\}/g, (_, name: string) =>
    name === 'type' ? (stringAt(block, 'type') ?? '') : (stringAt(resource, name) ?? ''),
  );
}

function textSegment(from: Extract<PassedSegment, { kind: 'text' }>['from'], text: string): PassedSegment {
  return { kind: 'text', from, text };
}

/** Maximum characters of JSON text: no host passes on more, and no screen shows more at once. */
const MAX_JSON = 200_000;

function jsonSegment(
  from: Extract<PassedSegment, { kind: 'text' }>['from'],
  value: unknown,
  as: 'json' | 'indented-json' | 'python-json' = 'json',
): PassedSegment {
  const { text, isWhole } = jsonStart(value, MAX_JSON, STYLES[as]);
  return isWhole ? { kind: 'text', from, text } : { kind: 'text', from, text, goesOn: true };
}

const STYLES = {
  json: {},
  'indented-json': { indent: 2 },
  'python-json': { isPython: true },
} satisfies Record<string, JsonStyle>;
