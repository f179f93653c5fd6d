import type { HostPiece } from '../../hosts/lens/host-table.ts';
import type { Arrival, BlockArrival, BlockLevel } from './arrivals.ts';
import type { BlockKind } from './markers.ts';

type ContentPiece = Extract<HostPiece, { part: 'content' }>;

/**
 * What a host passes on, if it does the same with all of these answers; undefined if two of them contradict each
 * other. Parts stand in the order of the answer.
 */
export function compilePieces(arrivals: readonly Arrival[]): readonly HostPiece[] | undefined {
  if (arrivals.some(({ whole }) => whole)) return [{ part: 'result' }];
  const blocks = arrivals.flatMap((arrival) => arrival.blocks);
  const levels = kindLevels(blocks);
  if (levels === undefined) return undefined;
  const isFirst = takesFirst(blocks);
  const pieces: HostPiece[] = [];
  for (const part of ['code', 'message'] as const) {
    if (arrivals.some((arrival) => arrival[part])) pieces.push({ part });
  }
  if (arrivals.some(({ data }) => data)) pieces.push({ part: 'data', as: 'json' });
  pieces.push(...contentPieces(levels, isFirst));
  if (arrivals.some(({ structuredContent }) => structuredContent)) {
    pieces.push({ part: 'structuredContent', as: 'json' });
  }
  return pieces;
}

/** True if only blocks at the beginning of a list arrive, and others do not. */
function takesFirst(blocks: readonly BlockArrival[]): boolean {
  const later = blocks.filter(({ index }) => index > 0);
  const first = blocks.filter(({ index }) => index === 0);
  if (later.some(({ level }) => level !== 'none')) return false;
  return later.some(({ kind }) => first.some((one) => one.kind === kind && one.level !== 'none'));
}

/** How blocks of each kind arrive; undefined if those of one kind arrive in several ways. */
function kindLevels(blocks: readonly BlockArrival[]): ReadonlyMap<BlockKind, BlockLevel> | undefined {
  const counted = takesFirst(blocks) ? blocks.filter(({ index }) => index === 0) : blocks;
  const levels = new Map<BlockKind, BlockLevel>();
  for (const { kind, level } of counted) {
    if ((levels.get(kind) ?? level) !== level) return undefined;
    levels.set(kind, level);
  }
  return levels;
}

/** No survey sends one, so that every block is of another kind. */
const NOT_SENT: readonly BlockKind[] = ['audio'];
/** What has a text of its own: other kinds arrive as text only by words of the host. */
const TEXTUAL: ReadonlySet<BlockKind> = new Set(['text', 'resource']);

function contentPieces(levels: ReadonlyMap<BlockKind, BlockLevel>, isFirst: boolean): readonly HostPiece[] {
  const kindsAt = (...wanted: BlockLevel[]) =>
    [...levels].flatMap(([kind, level]) => (wanted.includes(level) ? [kind] : []));
  const piece = (kinds: readonly BlockKind[], as: ContentPiece['as']): ContentPiece => {
    const possible = [...levels.keys()].filter((kind) => as !== 'text' || TEXTUAL.has(kind));
    const isAny = kinds !== NOT_SENT && possible.every((kind) => kinds.includes(kind));
    const which = isAny ? {} : { kinds: [...kinds] };
    return { part: 'content', ...which, blocks: isFirst ? 'first' : 'all', as, between: '\n' };
  };
  const plain = kindsAt('text', 'block');
  const json = kindsAt('json');
  const isNamed = kindsAt('uri').length > 0;
  const pieces: ContentPiece[] = [];
  if (plain.length > 0) pieces.push(piece(plain, kindsAt('block').length > 0 ? 'block' : 'text'));
  if (json.length > 0) pieces.push(piece(json, 'json'));
  if (isNamed && pieces.length === 0) pieces.push(piece(NOT_SENT, 'text'));
  const [head, ...rest] = pieces;
  return head === undefined ? [] : [{ ...head, ...(isNamed ? { otherwise: '{uri}' } : {}) }, ...rest];
}
