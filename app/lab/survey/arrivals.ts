import { type PassedOn, passedText } from '../../hosts/lens/passed-on.ts';
import type { PassedSegment } from '../../hosts/lens/passed-piece.ts';
import { type BlockKind, type Marker, markersIn } from './markers.ts';
import { LONG_TEXT_CHARS, type SurveyCase } from './survey.ts';

/** How a block arrives: not at all; as text; as a block; as JSON with all members; or only as an address in words. */
export type BlockLevel = 'none' | 'text' | 'block' | 'json' | 'uri';

export type BlockArrival = { readonly index: number; readonly kind: BlockKind; readonly level: BlockLevel };

export type Arrival = {
  readonly message: boolean;
  readonly code: boolean;
  readonly data: boolean;
  readonly structuredContent: boolean;
  /** `_meta` of the result, which hosts pass on only with the whole result. */
  readonly whole: boolean;
  readonly blocks: readonly BlockArrival[];
  /** For a long text: how far it arrived, and from where it is missing; both in characters. */
  readonly cut: Cut | undefined;
};

/**
 * In characters: `from` is the end of the last marker before the cut; the next one, which ends at `before`, is missing;
 * `tail` is how much of the end arrived if the middle is missing, else 0.
 */
type Cut = { readonly from: number; readonly before: number; readonly tail: number };

/** Determines which parts of an answer arrived, from the words that the model saw. */
export function arrivalOf(one: SurveyCase, seen: ReadonlySet<string>): Arrival {
  const arrived = one.markers.filter(({ word }) => seen.has(word));
  const hasPart = (part: string) => arrived.some(({ place }) => place.part === part);
  return {
    message: hasPart('message'),
    code: hasPart('code'),
    data: hasPart('data'),
    structuredContent: hasPart('structuredContent'),
    whole: hasPart('_meta'),
    blocks: one.isLong ? longBlock(arrived) : blockArrivals(one, arrived),
    cut: one.isLong ? cutOf(one.markers, arrived) : undefined,
  };
}

function longBlock(arrived: readonly Marker[]): readonly BlockArrival[] {
  const isThere = arrived.some(({ place }) => place.part === 'long-text');
  return [{ index: 0, kind: 'text', level: isThere ? 'text' : 'none' }];
}

function blockArrivals({ markers }: SurveyCase, arrived: readonly Marker[]): readonly BlockArrival[] {
  const kinds = new Map<number, BlockKind>();
  for (const { place } of markers) if (place.part === 'content') kinds.set(place.block, place.kind);
  return [...kinds].map(([index, kind]) => {
    const fields = new Set(
      arrived.flatMap(({ place }) =>
        place.part === 'content' && place.block === index ? [place.field] : [],
      ),
    );
    return { index, kind, level: levelOf(kind, fields) };
  });
}

function levelOf(kind: BlockKind, fields: ReadonlySet<string>): BlockLevel {
  if (fields.has('_meta') || fields.has('annotations')) return 'json';
  if (fields.has('text')) return 'text';
  if (fields.has('pixels')) return 'block';
  if (kind === 'resource_link' && (fields.has('name') || fields.has('description'))) return 'block';
  return fields.has('uri') ? 'uri' : 'none';
}

/** Where a long text was cut; undefined if all or none arrived. A report may name its first and last word only. */
function cutOf(markers: readonly Marker[], arrived: readonly Marker[]): Cut | undefined {
  const ends = endsOf(markers);
  const there = new Set(endsOf(arrived));
  const gaps = ends.filter((end, at) => !there.has(end) && there.has(ends[at - 1] ?? 0));
  const isListed = gaps.length === 1 && there.size > 2;
  const before = isListed ? gaps[0] : ends.find((end) => end > Math.max(0, ...there));
  if (there.size === 0 || before === undefined) return undefined;
  const from = Math.max(0, ...[...there].filter((end) => end < before));
  const after = ends.find((end) => end > before && there.has(end));
  return { from, before, tail: after === undefined ? 0 : LONG_TEXT_CHARS - after };
}

function endsOf(markers: readonly Marker[]): readonly number[] {
  return markers.flatMap(({ place }) => (place.part === 'long-text' ? [place.end] : []));
}

/** Longer than any answer in a survey. */
const MAX_CHARS = 1_000_000;

/** The markers that a model sees in what a host passes on; it reads the word in an image. */
export function seenIn({ segments }: PassedOn, one: SurveyCase): ReadonlySet<string> {
  const known = new Set(one.markers.map(({ word }) => word));
  const text = passedText(
    segments.filter(({ kind }) => kind === 'text'),
    MAX_CHARS,
  );
  return new Set([...markersIn(text, known), ...segments.flatMap((segment) => shownIn(segment, one))]);
}

/** Of a link that stays a block, a model sees what it needs to follow it: address, name and description. */
const SHOWN: ReadonlySet<string> = new Set(['pixels', 'uri', 'name', 'title', 'description']);

function shownIn(segment: PassedSegment, { answer, markers }: SurveyCase): readonly string[] {
  if (segment.kind === 'text' || answer.kind === 'protocol-error') return [];
  const { content } = answer.result;
  const index = Array.isArray(content) ? content.indexOf(segment.block) : -1;
  return markers.flatMap(({ word, place }) =>
    place.part === 'content' && place.block === index && SHOWN.has(place.field) ? [word] : [],
  );
}
