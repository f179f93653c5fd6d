import { jsonStart } from '../base/json-start.ts';
import { isJsonObject, type JsonObject, stringAt } from '../base/json-value.ts';
import type { HostPiece, HostRow } from './host-file.ts';
import { blocksOf, kindOf, type SentAnswer } from './sent-answer.ts';

/** A part of an answer that may be passed on. */
export type SentPart = 'code' | 'message' | 'data' | 'content' | 'structuredContent';

/** A piece of what the model gets, in order: a text, or a block that stays what it is. */
export type PassedSegment =
  | {
      readonly kind: 'text';
      /** `words` are the host's own; `result` is the whole result. */
      readonly from: SentPart | 'words' | 'result';
      readonly text: string;
      /** Set if the text goes on: of a value of megabytes, only the beginning of its JSON is written. */
      readonly goesOn?: true;
    }
  | { readonly kind: 'block'; readonly block: JsonObject };

/** What was sent and does not reach the model. */
export type Dropped = {
  readonly part: SentPart;
  /** Which block of `content`, counted from 0. */
  readonly block?: number;
  /** What it is, as text; of a picture or a sound its type, of long JSON its beginning. */
  readonly text: string;
  /** The host passes on no such part, or the first block only, or it has cut the text before. */
  readonly cause: 'not-passed' | 'later-block' | 'cut';
};

/** What a host makes of an answer, by one row of the table. */
export type PassedOn = {
  readonly segments: readonly PassedSegment[];
  readonly dropped: readonly Dropped[];
  /** Said of a text that the row cuts by a unit that only the host can count; empty otherwise. */
  readonly cutNote: string;
};

/** What the model gets of an answer that the row is about, and what it does not get. */
export function passedOn(row: HostRow, answer: SentAnswer): PassedOn {
  const got = row.gets.flatMap((piece) => passedPiece(piece, answer));
  const cut = cutSegments(
    row,
    got.flatMap(({ segments }) => segments),
  );
  const passed = new Set(got.flatMap(({ passes }) => passes));
  const dropped = [...droppedParts(answer, passed, row), ...cut.dropped];
  return { segments: cut.segments, dropped, cutNote: cut.note };
}

/** The texts of the segments as the model reads them; a block that is no text stands as its type. */
export function passedText(segments: readonly PassedSegment[]): string {
  return segments
    .map((segment) => (segment.kind === 'text' ? segment.text : blockText(segment.block)))
    .join('');
}

/** The parts that reach the model, each once, in the order of the answer; the whole result is its content and more. */
export function passedParts({ segments }: PassedOn): readonly SentPart[] {
  const read = new Set(segments.map((segment) => (segment.kind === 'block' ? 'content' : segment.from)));
  return PARTS.filter((part) => read.has(part) || (read.has('result') && RESULT_PARTS.has(part)));
}

const RESULT_PARTS: ReadonlySet<SentPart> = new Set(['content', 'structuredContent']);
const PARTS = ['code', 'message', 'data', 'content', 'structuredContent'] as const;

/** `passes` names what arrives: a part, or one block of content as `content/2`. */
type Passing = { readonly segments: readonly PassedSegment[]; readonly passes: readonly string[] };

const NOTHING: Passing = { segments: [], passes: [] };

function passedPiece(piece: HostPiece, answer: SentAnswer): Passing {
  if (piece.part === 'words') return { segments: [textSegment('words', piece.text)], passes: [] };
  if (answer.kind === 'protocol-error') return ofError(piece, answer);
  switch (piece.part) {
    case 'content':
      return ofContent(piece, blocksOf(answer.result));
    case 'structuredContent': {
      const { structuredContent } = answer.result;
      if (structuredContent === undefined) return NOTHING;
      const segment = jsonSegment('structuredContent', structuredContent, piece.as);
      return { segments: [segment], passes: ['structuredContent'] };
    }
    case 'result':
      return {
        segments: [jsonSegment('result', answer.result)],
        passes: ['structuredContent', ...blocksOf(answer.result).map((_, index) => `content/${index}`)],
      };
    default:
      return NOTHING;
  }
}

function ofError(piece: HostPiece, error: Extract<SentAnswer, { kind: 'protocol-error' }>): Passing {
  switch (piece.part) {
    case 'code':
      return { segments: [textSegment('code', error.codeText)], passes: ['code'] };
    case 'message':
      return { segments: [textSegment('message', error.message)], passes: ['message'] };
    case 'data':
      return error.data === undefined
        ? NOTHING
        : { segments: [jsonSegment('data', error.data, piece.as)], passes: ['data'] };
    default:
      return NOTHING;
  }
}

type ContentPiece = Extract<HostPiece, { part: 'content' }>;

function ofContent(piece: ContentPiece, blocks: readonly JsonObject[]): Passing {
  const { kinds, as, between, otherwise } = piece;
  const taken = piece.blocks === 'first' ? blocks.slice(0, 1) : blocks;
  const segments: PassedSegment[] = [];
  const passes: string[] = [];
  if (as === 'json-list') {
    const listed = taken.filter((block) => isOfKind(block, kinds));
    return {
      segments: [jsonSegment('content', listed)],
      passes: listed.map((block) => `content/${blocks.indexOf(block)}`),
    };
  }
  for (const [index, block] of taken.entries()) {
    const passed = isOfKind(block, kinds) ? blockSegment(block, as) : undefined;
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

/** What of a block goes on; undefined for one that has no text where only text does. */
function blockSegment(block: JsonObject, as: ContentPiece['as']): PassedSegment | undefined {
  if (as === 'json') return jsonSegment('content', block);
  if (as === 'block') return textOf(block) ?? { kind: 'block', block };
  return textOf(block);
}

function textOf(block: JsonObject): PassedSegment | undefined {
  const kind = kindOf(block);
  const text =
    kind === 'text'
      ? stringAt(block, 'text')
      : kind === 'resource'
        ? stringAt(block.resource, 'text')
        : undefined;
  return text === undefined ? undefined : textSegment('content', text);
}

function placeholder(block: JsonObject, otherwise: string | undefined): PassedSegment | undefined {
  if (otherwise === undefined) return undefined;
  const resource = isJsonObject(block.resource) ? block.resource : block;
  const filled = otherwise.replace(/\{(type|mimeType|uri)\}/g, (_, name: string) =>
    name === 'type' ? (stringAt(block, 'type') ?? '') : (stringAt(resource, name) ?? ''),
  );
  return textSegment('words', filled);
}

function textSegment(from: Extract<PassedSegment, { kind: 'text' }>['from'], text: string): PassedSegment {
  return { kind: 'text', from, text };
}

/** So many characters of a JSON text are written: no host passes on more, and no screen shows it at once. */
const MOST_JSON = 200_000;

function jsonSegment(
  from: Extract<PassedSegment, { kind: 'text' }>['from'],
  value: unknown,
  as: 'json' | 'indented-json' = 'json',
): PassedSegment {
  const { text, isWhole } = jsonStart(value, MOST_JSON, as === 'json' ? 0 : 2);
  return isWhole ? { kind: 'text', from, text } : { kind: 'text', from, text, goesOn: true };
}

function droppedJson(value: unknown): string {
  const { text, isWhole } = jsonStart(value, MOST_DROPPED);
  return isWhole ? text : `${text}…`;
}

const MOST_DROPPED = 20_000;

/** A block as one line of text: its text, or what kind of thing it is. */
export function blockText(block: JsonObject): string {
  const text = stringAt(block, 'text') ?? stringAt(block.resource, 'text');
  if (text !== undefined) return text;
  const about = stringAt(block, 'mimeType') ?? stringAt(block, 'uri') ?? stringAt(block.resource, 'uri');
  const type = stringAt(block, 'type') ?? 'a block without a type';
  return `[${about === undefined ? type : `${type}, ${about}`}]`;
}

function droppedParts(answer: SentAnswer, passed: ReadonlySet<string>, row: HostRow): Dropped[] {
  if (answer.kind === 'protocol-error') {
    const { codeText: code, message, data } = answer;
    const texts = { code, message, data: data === undefined ? '' : droppedJson(data) };
    return ERROR_PARTS.filter((part) => texts[part] !== '' && !passed.has(part)).map((part) => ({
      part,
      text: texts[part],
      cause: 'not-passed',
    }));
  }
  const { structuredContent } = answer.result;
  const onlyFirst = row.gets.some((piece) => piece.part === 'content' && piece.blocks === 'first');
  const dropped: Dropped[] = [];
  for (const [block, sent] of blocksOf(answer.result).entries()) {
    if (passed.has(`content/${block}`)) continue;
    const cause = onlyFirst && block > 0 ? 'later-block' : 'not-passed';
    dropped.push({ part: 'content', block, text: blockText(sent), cause });
  }
  if (structuredContent !== undefined && !passed.has('structuredContent')) {
    dropped.push({ part: 'structuredContent', text: droppedJson(structuredContent), cause: 'not-passed' });
  }
  return dropped;
}

const ERROR_PARTS = ['code', 'message', 'data'] as const;

type Cut = {
  readonly segments: readonly PassedSegment[];
  readonly dropped: readonly Dropped[];
  readonly note: string;
};

/** Ends the text where the host ends it. What only the host can count, such as tokens, is said and not guessed. */
function cutSegments(
  { cutAfter, cutUnit = 'characters', cutWords = '' }: HostRow,
  segments: readonly PassedSegment[],
): Cut {
  const whole: Cut = { segments, dropped: [], note: '' };
  if (cutAfter === undefined) return whole;
  const length = segments.reduce((sum, one) => sum + (one.kind === 'text' ? one.text.length : 0), 0);
  if (cutUnit !== 'characters') {
    // No unit is longer than a text has characters, bytes aside.
    const mayBeCut = (cutUnit === 'bytes' ? length * 3 : length) > cutAfter;
    return mayBeCut ? { ...whole, note: `The host cuts a text after ${cutAfter} ${cutUnit}.` } : whole;
  }
  if (length <= cutAfter) return whole;
  return cutAt(segments, cutAfter, cutWords);
}

function cutAt(segments: readonly PassedSegment[], limit: number, cutWords: string): Cut {
  const kept: PassedSegment[] = [];
  const dropped: Dropped[] = [];
  let room = limit;
  for (const segment of segments) {
    if (segment.kind === 'block') {
      kept.push(segment);
      continue;
    }
    const rest = segment.text.slice(room);
    if (room > 0) kept.push({ ...segment, text: segment.text.slice(0, room) });
    if (rest !== '' && segment.from !== 'words') {
      const part = segment.from === 'result' ? 'content' : segment.from;
      dropped.push({ part, text: rest, cause: 'cut' });
    }
    room = Math.max(0, room - segment.text.length);
  }
  if (cutWords !== '') kept.push(textSegment('words', cutWords));
  return { segments: kept, dropped, note: '' };
}
