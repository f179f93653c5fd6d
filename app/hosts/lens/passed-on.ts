import { jsonStart } from '../../base/json-start.ts';
import { type JsonObject, stringAt } from '../../base/json-value.ts';
import { utf8Length } from '../../wire/line-text.ts';
import type { HostRow, ResultLimit } from './host-table.ts';
import { type PassedSegment, passedPiece, readBlocksOf, type SentPart } from './passed-piece.ts';
import type { SentAnswer } from './sent-answer.ts';

export type Dropped = {
  readonly part: SentPart;
  /** The index of the block in `content`. */
  readonly block?: number;
  /** The part as text; for images and audio the type, for long JSON the start. */
  readonly text: string;
  /** The host does not pass on this part, passes on only the first block, cut the text before it, or has a limit. */
  readonly cause: 'not-passed' | 'later-block' | 'cut' | 'limit';
};

export type PassedOn = {
  readonly segments: readonly PassedSegment[];
  readonly dropped: readonly Dropped[];
  /** A note on a text that the row cuts by a unit that only the host can count; else empty. */
  readonly cutNote: string;
};

/** The parts of an answer that reach the model under this row, and those that do not. */
export function passedOn(row: HostRow, answer: SentAnswer): PassedOn {
  const got = row.gets.flatMap((piece) => passedPiece(piece, answer));
  const cut = cutSegments(
    row,
    got.flatMap(({ segments }) => segments),
  );
  const passed = new Set(got.flatMap(({ passes }) => passes));
  const dropped = [
    ...droppedParts(answer, passed, row),
    ...cut.rest.map((rest): Dropped => ({ ...rest, cause: 'cut' })),
  ];
  return { segments: cut.segments, dropped, cutNote: cut.note };
}

/** What is left above a limit on results, as far as a source says it; else the whole with a note. */
export function limited(passed: PassedOn, limit: ResultLimit): PassedOn {
  const { most, unit, beyond, head = beyond === 'cut' ? undefined : 0, tail = 0, words = '' } = limit;
  const above = `The result is above ${most.toLocaleString('en')} ${unit}`;
  if (head === undefined)
    return { ...passed, cutNote: `${above}: the host cuts it, and no source says exactly which part stays.` };
  const length = textLength(passed.segments);
  const range = { from: head, to: Math.max(head, length - tail) };
  const isCut = passed.segments.some((one) => one.kind === 'text' && one.goesOn === true);
  const count = `${isCut ? 'more than ' : ''}${length.toLocaleString('en')}`;
  const cut = cutOut(passed.segments, range, words.replaceAll('{count}', count));
  const dropped = cut.rest.map((rest): Dropped => ({ ...rest, cause: 'limit' }));
  const unknown = words === '' ? ' No source quotes the text that replaces it.' : '';
  return {
    segments: cut.segments,
    dropped: [...passed.dropped, ...dropped],
    cutNote: `${above}.${unknown}`,
  };
}

/** The segments as the model reads them, at most `most` characters; a non-text block is shown as its type. */
export function passedText(segments: readonly PassedSegment[], most: number): string {
  let text = '';
  for (const segment of segments) {
    if (text.length >= most) break;
    text += textOf(segment).slice(0, most - text.length);
  }
  return text;
}

/** The number of characters in the segments, and in what was not followed. */
export function passedLength(segments: readonly PassedSegment[]): number {
  return segments.reduce(
    (sum, segment) => sum + textOf(segment).length + (segment.kind === 'text' ? (segment.more ?? 0) : 0),
    0,
  );
}

function textOf(segment: PassedSegment): string {
  return segment.kind === 'text' ? segment.text : blockText(segment.block);
}

/** The distinct parts that reach the model, in the answer's order; `result` covers several parts. */
export function passedParts({ segments }: PassedOn): readonly SentPart[] {
  const read = new Set(segments.map((segment) => (segment.kind === 'block' ? 'content' : segment.from)));
  return PARTS.filter((part) => read.has(part) || (read.has('result') && RESULT_PARTS.has(part)));
}

const RESULT_PARTS: ReadonlySet<SentPart> = new Set(['content', 'structuredContent']);
const PARTS = ['code', 'message', 'data', 'content', 'structuredContent'] as const;

/** A block as one line: its text, or its type. */
function blockText(block: JsonObject): string {
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
  for (const [block, sent] of readBlocksOf(answer.result).entries()) {
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

function droppedJson(value: unknown): string {
  const { text, isWhole } = jsonStart(value, MAX_DROPPED);
  return isWhole ? text : `${text}…`;
}

const MAX_DROPPED = 20_000;

type Cut = {
  readonly segments: readonly PassedSegment[];
  /** The text that was cut, by part. */
  readonly rest: readonly { readonly part: SentPart; readonly text: string }[];
  /** A note on a text whose cut only the host can count; else empty. */
  readonly note: string;
};

/** Cuts a text where the host does. Units that only the host can count, such as tokens, are stated, not guessed. */
function cutSegments(
  { cutAfter, cutUnit = 'characters', cutHead, cutTail = 0, cutWords = '' }: HostRow,
  segments: readonly PassedSegment[],
): Cut {
  const whole: Cut = { segments, rest: [], note: '' };
  if (cutAfter === undefined) return whole;
  const length = textLength(segments);
  if (cutUnit !== 'characters') {
    // No unit exceeds the number of characters, except for bytes.
    const mayBeCut = (cutUnit === 'bytes' ? textLength(segments, utf8Length) : length) > cutAfter;
    return mayBeCut ? { ...whole, note: `The host cuts a text after ${cutAfter} ${cutUnit}.` } : whole;
  }
  if (length <= cutAfter) return whole;
  const from = cutHead ?? cutAfter;
  const to = Math.max(from, length - cutTail);
  return cutOut(segments, { from, to }, cutWords.replaceAll('{count}', `${to - from}`));
}

/** The length of the texts, in characters if not otherwise, without other blocks: what a host can cut. */
function textLength(segments: readonly PassedSegment[], of = (text: string) => text.length): number {
  return segments.reduce((sum, one) => sum + (one.kind === 'text' ? of(one.text) : 0), 0);
}

type Range = { readonly from: number; readonly to: number };

/** Replaces a range of the segments by the host's own words. */
function cutOut(segments: readonly PassedSegment[], range: Range, cutWords: string): Cut {
  const head: PassedSegment[] = [];
  const tail: PassedSegment[] = [];
  const rest: { part: SentPart; text: string }[] = [];
  let at = 0;
  for (const segment of segments) {
    if (segment.kind === 'block') {
      (at < range.to ? head : tail).push(segment);
      continue;
    }
    const { text, from } = segment;
    const [first, second] = [
      text.slice(0, Math.max(0, range.from - at)),
      text.slice(Math.max(0, range.to - at)),
    ];
    const lost = text.slice(first.length, text.length - second.length);
    if (first !== '') head.push({ ...segment, text: first });
    if (lost !== '' && from !== 'words')
      rest.push({ part: from === 'result' ? 'content' : from, text: lost });
    if (second !== '') tail.push({ ...segment, text: second });
    at += text.length;
  }
  const words: PassedSegment[] = cutWords === '' ? [] : [{ kind: 'text', from: 'words', text: cutWords }];
  return { segments: [...head, ...words, ...tail], rest, note: '' };
}
