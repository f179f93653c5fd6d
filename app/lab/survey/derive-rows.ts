import type { JsonObject } from '../../base/json-value.ts';
import type { HostPiece, HostRow, SentKind } from '../../hosts/lens/host-table.ts';
import { passedOn } from '../../hosts/lens/passed-on.ts';
import { isAbout, type TRAITS, type Traits, traitsOf } from '../../hosts/lens/sent-answer.ts';
import { type Arrival, arrivalOf, type BlockArrival, type BlockLevel, seenIn } from './arrivals.ts';
import type { BlockKind } from './markers.ts';
import { LONG_TEXT_CHARS, type Survey, type SurveyCase } from './survey.ts';

/** The results of a survey: the words that the model saw, in the answers of these tools. */
export type SurveyFindings<S = Survey> = {
  readonly survey: S;
  /** Tools that were called and reported on, even if nothing arrived. */
  readonly measured: ReadonlySet<string>;
  readonly seen: ReadonlySet<string>;
  /** The tools as the model got them, if they were reported whole. */
  readonly definitions?: ReadonlyMap<string, JsonObject>;
};

/** The host, versions and source of the rows. */
export type RowOrigin = Pick<HostRow, 'host' | 'versions' | 'source' | 'asOf'>;

export type DerivedRows = {
  readonly rows: readonly HostRow[];
  /** One sentence for each tool whose answers arrived only in part, or in a way that no row can express. */
  readonly notes: readonly string[];
};

type Measured = { readonly one: SurveyCase; readonly arrival: Arrival };
type Group = {
  readonly when: SentKind;
  readonly cases: readonly SurveyCase[];
};

/** The rows for a host's behavior in a survey, as few as possible and none beyond what was measured. */
export function deriveRows(findings: SurveyFindings, origin: RowOrigin): DerivedRows {
  const rows: HostRow[] = [];
  const notes: string[] = [];
  for (const answer of ['protocol-error', 'tool-error', 'success'] as const) {
    const cases = findings.survey.cases.filter((one) => one.answer.kind === answer && !one.isLong);
    const when: SentKind = { answer, method: 'tools/call' };
    const found = split({ when, cases }, findings, origin);
    rows.push(...found.rows);
    notes.push(...found.notes);
  }
  const cut = cutRows(rows, findings);
  return { rows: cut.rows, notes: [...notes, ...cut.notes] };
}

/** One row for the group, or the rows of its parts. */
function split(group: Group, findings: SurveyFindings, origin: RowOrigin): DerivedRows {
  const measured = group.cases.filter(({ tool }) => findings.measured.has(tool));
  if (measured.length === 0) return { rows: [], notes: [] };
  const whole = rowOf(group, findings, origin);
  if (whole !== undefined) return { rows: [whole], notes: [] };
  const parts = bestParts(group, findings, origin);
  if (parts.length === 0) {
    return { rows: [], notes: measured.map(({ tool }) => `No row can say how ${tool} arrived.`) };
  }
  const found = parts.map((part) => split(part, findings, origin));
  return { rows: found.flatMap(({ rows }) => rows), notes: found.flatMap(({ notes }) => notes) };
}

/** Splits by the trait whose parts need no further split, else by the first that distinguishes cases. */
function bestParts(group: Group, findings: SurveyFindings, origin: RowOrigin): readonly Group[] {
  const splits = SPLIT_ORDER.map((trait) => partsBy(group, trait)).filter((parts) => parts.length > 1);
  const sound = splits.find((parts) =>
    parts.every((part) => rowOf(part, findings, origin) !== undefined || isUnmeasured(part, findings)),
  );
  return sound ?? splits[0] ?? [];
}

/** Traits that hosts are known to use come first. */
const SPLIT_ORDER = [
  'data',
  'structuredContent',
  'media',
  'resources',
  'blocks',
  'text',
] as const satisfies readonly (typeof TRAITS)[number][];

function partsBy({ when, cases }: Group, trait: keyof Traits): readonly Group[] {
  const values = new Set(cases.map(({ answer }) => traitsOf(answer)[trait]));
  return [...values].map((value) => ({
    when: { ...when, [trait]: value },
    cases: cases.filter(({ answer }) => traitsOf(answer)[trait] === value),
  }));
}

function isUnmeasured({ cases }: Group, { measured }: SurveyFindings): boolean {
  return cases.every(({ tool }) => !measured.has(tool));
}

/** The row that fits all cases of the group; undefined if there is none, or if one of them was not measured. */
function rowOf({ when, cases }: Group, findings: SurveyFindings, origin: RowOrigin): HostRow | undefined {
  if (cases.some(({ tool }) => !findings.measured.has(tool))) return undefined;
  const measured = cases.map((one): Measured => ({ one, arrival: arrivalOf(one, findings.seen) }));
  const gets = compilePieces(measured.map(({ arrival }) => arrival));
  if (gets === undefined) return undefined;
  const row: HostRow = { ...origin, when, gets: [...gets], evidence: 'measured', note: NOTE };
  return measured.every((one) => obeys(row, one)) ? row : undefined;
}

const NOTE = 'Markers show which parts arrive, and not in which order nor between which words.';

function obeys(row: HostRow, { one, arrival }: Measured): boolean {
  const predicted = arrivalOf(one, seenIn(passedOn(row, one.answer), one));
  return JSON.stringify(predicted) === JSON.stringify(arrival);
}

/** Adds to the rows where a long text was cut. */
function cutRows(rows: readonly HostRow[], findings: SurveyFindings): DerivedRows {
  const notes: string[] = [];
  const long = findings.survey.cases.filter((one) => one.isLong && findings.measured.has(one.tool));
  const cut = rows.map((row) => {
    const one = long.find(({ answer }) => isAbout(row.when, answer));
    if (one === undefined) return row;
    const { blocks, cut: place } = arrivalOf(one, findings.seen);
    if (place !== undefined) {
      const { from, before, tail } = place;
      const end = tail === 0 ? '' : `, and goes on ${tail} characters before its end`;
      notes.push(`The text of ${one.tool} ends between ${from} and ${before} characters${end}.`);
      const kept = tail === 0 ? {} : { cutHead: from, cutTail: tail };
      const note = `${NOTE} The text that was cut has ${LONG_TEXT_CHARS} characters: a shorter one may arrive whole.`;
      return { ...row, cutAfter: from + tail, ...kept, cutUnit: 'characters' as const, note };
    }
    const isGone = blocks.every(({ level }) => level === 'none');
    if (isGone && seenIn(passedOn(row, one.answer), one).size > 0)
      notes.push(`Nothing of the long text of ${one.tool} arrived.`);
    return row;
  });
  return { rows: cut, notes };
}

type ContentPiece = Extract<HostPiece, { part: 'content' }>;

/** The parts of all these answers that a host passes on, in the answer's order; undefined if two contradict. */
function compilePieces(arrivals: readonly Arrival[]): readonly HostPiece[] | undefined {
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

/** True if only the first block of each list arrives. */
function takesFirst(blocks: readonly BlockArrival[]): boolean {
  const later = blocks.filter(({ index }) => index > 0);
  const first = blocks.filter(({ index }) => index === 0);
  if (later.some(({ level }) => level !== 'none')) return false;
  return later.some(({ kind }) => first.some((one) => one.kind === kind && one.level !== 'none'));
}

/** How blocks of each kind arrive; undefined if blocks of one kind arrive in several ways. */
function kindLevels(blocks: readonly BlockArrival[]): ReadonlyMap<BlockKind, BlockLevel> | undefined {
  const counted = takesFirst(blocks) ? blocks.filter(({ index }) => index === 0) : blocks;
  const levels = new Map<BlockKind, BlockLevel>();
  for (const { kind, level } of counted) {
    if ((levels.get(kind) ?? level) !== level) return undefined;
    levels.set(kind, level);
  }
  return levels;
}

/** No survey sends one, so it is a kind that differs from every block's. */
const NOT_SENT: readonly BlockKind[] = ['audio'];
/** Kinds with their own text: others arrive as text only in the host's words. */
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
