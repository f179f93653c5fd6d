import { type PassedOn, passedText } from '../../hosts/lens/passed-on.ts';
import type { PassedSegment } from '../../hosts/lens/passed-piece.ts';
import { type BlockKind, type Marker, markersIn } from './markers.ts';
import type { SurveyCase } from './survey.ts';

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

/** `from` is the end of the last marker that arrived; the next one, which ends at `before`, did not. */
type Cut = { readonly from: number; readonly before: number };

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

/** Where a long text was cut, by its last marker that arrived; undefined if all or none did. */
function cutOf(markers: readonly Marker[], arrived: readonly Marker[]): Cut | undefined {
  const ends = endsOf(markers);
  const last = Math.max(0, ...endsOf(arrived));
  const before = ends.find((end) => end > last);
  return last === 0 || before === undefined ? undefined : { from: last, before };
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
