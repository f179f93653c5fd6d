import { type CatalogEntry, catalogEntries, entriesWithCode, rangesOf, vocabularyOf } from './catalog.ts';
import {
  basePoints,
  type Evidence,
  gatherEvidence,
  type LookupContext,
  type RevisionFit,
  revisionFit,
  vocabularyIn,
} from './meaning-evidence.ts';

export type Meaning = {
  readonly entry: CatalogEntry;
  readonly vocabularyName: string;
  /** Higher ranks first; comparable only within one lookup. */
  readonly score: number;
  readonly evidencePoints: number;
  readonly evidence: readonly Evidence[];
  readonly fit: RevisionFit;
  /** `contrast`: another protocol. `range`: only the range is known. */
  readonly standing: 'meaning' | 'contrast' | 'range';
};

const MEANING_KINDS = new Set(['code', 'client-local', 'http', 'reason', 'convention']);

/** All meanings of a code, best first; if no vocabulary has it, its ranges. Text finds the entries with it. */
export function lookupCode(code: string | number, context: LookupContext = {}): Meaning[] {
  const number = integerOf(code);
  const entries = number === undefined ? entriesWithText(String(code), context) : entriesOf(number, context);
  return entries
    .map((entry) => meaningOf(entry, context))
    .toSorted((left, right) => place(left, context) - place(right, context) || right.score - left.score);
}

/** The integer in a code's text; undefined for a float, a string, or nothing. */
export function integerOf(code: string | number): number | undefined {
  if (typeof code === 'number') return Number.isInteger(code) ? code : undefined;
  const text = code.trim().replace(/^[−–]/, '-');
  return /^-?\d+$/.test(text) ? Number(text) : undefined;
}

/** True for numbers that every implementation may use freely (MCP 2026-07-28, basic/index). */
export function isAmbiguousCode(code: number): boolean {
  return code >= -32019 && code <= -32000;
}

/** True for numbers that the specification reserves (MCP 2026-07-28, basic/index). */
export function isReservedCode(code: number): boolean {
  return code >= -32099 && code <= -32020;
}

/** The meaning that the evidence supports; undefined while several are possible. */
export function decidedMeaning(meanings: readonly Meaning[]): Meaning | undefined {
  const best = meanings[0];
  if (best === undefined || best.standing !== 'meaning') return undefined;
  const { code, vocabulary } = best.entry;
  if (code === null) return best;
  if (best.evidence.some(({ points }) => points <= CONTRADICTION)) return undefined;
  const isOwn = vocabularyOf(vocabulary) === undefined;
  if (!isAmbiguousCode(code) && (isOwn || isOfStandard(vocabulary))) return best;
  if (best.evidencePoints < 3) return undefined;
  const rival = meanings.find((other) => other.standing === 'meaning' && isRival(other.entry, best.entry));
  return rival === undefined || best.score - rival.score >= 2 ? best : undefined;
}

/** The penalty for a request with another method or an error from the other side. */
const CONTRADICTION = -4;

function isOfStandard(vocabulary: string): boolean {
  const family = vocabularyOf(vocabulary)?.family;
  return family === 'mcp-spec' || family === 'json-rpc';
}

function entriesOf(code: number, context: LookupContext): CatalogEntry[] {
  const own = ownEntries(context).filter((entry) => entry.code === code);
  const known = entriesWithCode(code).filter((entry) => MEANING_KINDS.has(entry.kind));
  return [...own, ...known, ...rangesOf(code)];
}

function entriesWithText(text: string, context: LookupContext): CatalogEntry[] {
  const wanted = text.trim().replace(/^"(.*)"$/s, '$1');
  if (wanted === '') return [];
  return [...ownEntries(context), ...catalogEntries()].filter((entry) => entry.codeText === wanted);
}

function ownEntries(context: LookupContext): CatalogEntry[] {
  return (context.own ?? []).flatMap((own) => own.entries);
}

function meaningOf(entry: CatalogEntry, context: LookupContext): Meaning {
  const evidence = gatherEvidence(entry, context);
  const evidencePoints = evidence.reduce((sum, { points }) => sum + points, 0);
  const vocabulary = vocabularyIn(context, entry.vocabulary);
  return {
    entry,
    vocabularyName: vocabulary?.name ?? entry.vocabulary,
    score: basePoints(entry, context) + evidencePoints,
    evidencePoints,
    evidence,
    fit: revisionFit(entry, context),
    standing: vocabulary?.contrast ? 'contrast' : entry.kind === 'range' ? 'range' : 'meaning',
  };
}

function place(meaning: Meaning, context: LookupContext): number {
  if (isOfOwner(meaning) && !context.vocabularies?.some(({ confidence }) => confidence >= CERTAIN)) return -1;
  return ['meaning', 'range', 'contrast'].indexOf(meaning.standing);
}

/** True for a published revision's definition of a reserved number. */
export function isOfOwner({ entry, standing }: Meaning): boolean {
  const { code, vocabulary } = entry;
  if (standing !== 'meaning' || code === null || !isReservedCode(code)) return false;
  return PUBLISHED.test(vocabulary);
}

/** The specification without its draft, proposals and extensions. */
const PUBLISHED = /^mcp-spec-(?:since-|until-)?\d{4}-\d{2}-\d{2}$/;
/** From this confidence on, a guess counts as known. */
const CERTAIN = 0.9;

/** Another vocabulary with a different name. */
function isRival(other: CatalogEntry, best: CatalogEntry): boolean {
  return other.vocabulary !== best.vocabulary && plainName(other.name) !== plainName(best.name);
}

/** A name without class, arguments and spelling: RESOURCE_NOT_FOUND equals "Resource not found". */
export function plainName(name: string): string {
  return name
    .replace(/\(.*$/, '')
    .replace(/^.*\./, '')
    .replace(/Error$/, '')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '');
}
