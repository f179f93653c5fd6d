import type { HostRow } from './host-file.ts';
import type { PassedSegment, SentPart } from './passed-piece.ts';

type Cut = {
  readonly segments: readonly PassedSegment[];
  /** What is cut out, by the part that it stood in. */
  readonly rest: readonly { readonly part: SentPart; readonly text: string }[];
  /** Said of a text whose cut only the host can count; empty otherwise. */
  readonly note: string;
};

/** Ends a text where the host ends it. What only the host can count, such as tokens, is said and not guessed. */
export function cutSegments(
  { cutAfter, cutUnit = 'characters', cutHead, cutTail = 0, cutWords = '' }: HostRow,
  segments: readonly PassedSegment[],
): Cut {
  const whole: Cut = { segments, rest: [], note: '' };
  if (cutAfter === undefined) return whole;
  const length = segments.reduce((sum, one) => sum + lengthOf(one), 0);
  if (cutUnit !== 'characters') {
    // No unit is longer than a text has characters, bytes aside.
    const mayBeCut = (cutUnit === 'bytes' ? length * 3 : length) > cutAfter;
    return mayBeCut ? { ...whole, note: `The host cuts a text after ${cutAfter} ${cutUnit}.` } : whole;
  }
  if (length <= cutAfter) return whole;
  const from = cutHead ?? cutAfter;
  const to = Math.max(from, length - cutTail);
  return cutOut(segments, { from, to }, cutWords.replaceAll('{count}', `${to - from}`));
}

type Range = { readonly from: number; readonly to: number };

/** The segments without the characters of the range, in whose place the host's words stand. */
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

function lengthOf(segment: PassedSegment): number {
  return segment.kind === 'text' ? segment.text.length : 0;
}
