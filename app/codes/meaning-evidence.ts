import { isJsonObject, type JsonObject } from '../base/json-value.ts';
import type { ErrorTier } from '../frame/tier.ts';
import { FIRST_STATELESS, MCP_REVISIONS } from '../protocol/revisions.ts';
import { type CatalogEntry, type EntryKind, type Vocabulary, vocabularyOf } from './catalog.ts';

/** One reason for or against a meaning; `points` is its weight, `text` a sentence without full stop. */
export type Evidence = { readonly points: number; readonly text: string };

export type RevisionFit = 'fits' | 'forbidden' | 'other-revision' | 'unknown';

const KIND_POINTS: Record<EntryKind, number> = {
  code: 1,
  'client-local': 0.5,
  http: -0.5,
  reason: 0,
  convention: -0.5,
  mapping: -1,
  pattern: -1,
  range: -2,
};

/** The score of a meaning before anything is known about the server. */
export function basePoints(entry: CatalogEntry, context: LookupContext): number {
  return familyPoints(entry, context) + KIND_POINTS[entry.kind] + (entry.measured ? 0.1 : 0);
}

/** The specification ranks first, JSON-RPC next, and a partly wrong guide last. */
function familyPoints(entry: CatalogEntry, context: LookupContext): number {
  switch (vocabularyIn(context, entry.vocabulary)?.family) {
    case 'mcp-spec':
      // A draft's numbers count only with evidence for the draft.
      return entry.vocabulary === 'mcp-spec-2026-07-28-draft' ? -1 : 1;
    case 'json-rpc':
      return entry.range === null ? 0.5 : 1;
    case 'guide':
      return -2;
    default:
      return 0;
  }
}

export function gatherEvidence(entry: CatalogEntry, context: LookupContext): Evidence[] {
  return [
    vocabularyEvidence(entry, context),
    revisionEvidence(entry, context),
    dataEvidence(entry, context),
    messageEvidence(entry, context),
    methodEvidence(entry, context.method),
    originEvidence(entry, context),
  ].filter((evidence) => evidence !== undefined);
}

/** Compares an entry with the negotiated revision; revisions are dates, which sort as text. */
export function revisionFit(entry: CatalogEntry, context: LookupContext): RevisionFit {
  const revision = context.revision;
  if (revision === undefined || revision === null || !isRevision(revision)) return 'unknown';
  if (isForbidden(entry, revision)) return 'forbidden';
  const revisions = vocabularyIn(context, entry.vocabulary)?.revisions ?? [];
  if (revisions.length > 0) return revisions.includes(revision) ? 'fits' : 'other-revision';
  if (entry.until !== null && isRevision(entry.until) && revision > entry.until) return 'other-revision';
  if (entry.since !== null && isRevision(entry.since) && revision < entry.since) return 'other-revision';
  return 'unknown';
}

/** MCP 2026-07-28, basic/index: -32002, -32042 and undefined codes of the range must not be emitted. */
function isForbidden(entry: CatalogEntry, revision: string): boolean {
  if (revision < FIRST_STATELESS || entry.code === null) return false;
  return [-32002, -32042, -32070, -32099].includes(entry.code);
}

function isRevision(text: string): boolean {
  return (MCP_REVISIONS as readonly string[]).includes(text);
}

function vocabularyEvidence(entry: CatalogEntry, context: LookupContext): Evidence | undefined {
  const known = context.vocabularies?.find((candidate) => candidate.id === entry.vocabulary);
  if (known === undefined) return undefined;
  return { points: 8 * known.confidence, text: 'this server speaks this vocabulary' };
}

function revisionEvidence(entry: CatalogEntry, context: LookupContext): Evidence | undefined {
  const revision = context.revision ?? '';
  switch (revisionFit(entry, context)) {
    case 'fits':
      return { points: 1.5, text: `it belongs to the negotiated revision ${revision}` };
    case 'forbidden':
      return { points: -1, text: `revision ${revision} forbids this code` };
    case 'other-revision':
      return { points: -3, text: `it does not belong to revision ${revision}` };
    case 'unknown':
      return undefined;
  }
}

function dataEvidence(entry: CatalogEntry, context: LookupContext): Evidence | undefined {
  if (!('data' in context)) return undefined;
  const points = dataShapeFit(entry.dataShape, context.data);
  if (points === 0) return undefined;
  return {
    points,
    text: points > 0 ? 'data has the shape of this error' : 'data lacks what this error carries',
  };
}

/** The message, and the detail that some servers put into `data.message` after a title. */
export function errorTexts({ message, data }: LookupContext): readonly string[] {
  const detail = isJsonObject(data) ? data.message : undefined;
  return [message, detail].flatMap((text) => (typeof text === 'string' && text !== '' ? [text] : []));
}

function messageEvidence(entry: CatalogEntry, context: LookupContext): Evidence | undefined {
  const longest = bestWorded([entry], errorTexts(context))?.weight;
  if (longest === undefined) return undefined;
  return { points: 3 + Math.min(longest, 40) / 20, text: 'the message is the one that it sends' };
}

const METHOD =
  /\b(?:tools|resources|prompts|completion|logging|tasks|sampling|elicitation|roots|subscriptions)\/[a-zA-Z]+|\binitialize\b/g;

function methodEvidence(entry: CatalogEntry, method: string | undefined): Evidence | undefined {
  if (method === undefined || method === '') return undefined;
  const named: readonly string[] = `${entry.name} ${entry.whenItAppears}`.match(METHOD) ?? [];
  if (named.length === 0) return undefined;
  if (named.includes(method)) return { points: 1.5, text: `it appears on ${method}` };
  return { points: -4, text: `it appears on ${named[0]}, not on ${method}` };
}

function originEvidence(entry: CatalogEntry, context: LookupContext): Evidence | undefined {
  if (context.tier === undefined) return undefined;
  const local = entry.emittedBy === 'client-local';
  if (local && context.tier !== 'client') {
    return { points: -4, text: 'a client raises it by itself; it does not come over the wire' };
  }
  if (local) return { points: 2, text: 'the client raised it' };
  if (entry.tier === context.tier) return { points: 0.5, text: `it is an error of the ${context.tier} tier` };
  return undefined;
}

/** How well `data` fits a shape such as `{uri}`: 4 if all required members are there, 3 optional, -1 none, 0 open. */
export function dataShapeFit(shape: string | null, data: unknown): number {
  if (shape === null || shape === 'any') return 0;
  return Math.max(...shape.split('|').map((part) => fitOne(part.trim(), data)));
}

function fitOne(shape: string, data: unknown): number {
  if (shape === '""') return data === '' ? 4 : -1;
  if (!shape.startsWith('{'))
    return shape.startsWith('string') && typeof data === 'string' && data !== '' ? 2 : 0;
  const members = topLevelMembers(shape);
  if (members.length === 0) return 0;
  if (!isJsonObject(data)) return members.some((member) => !member.optional) ? -1 : 0;
  const required = members.filter((member) => !member.optional);
  if (required.length > 0) return required.every((member) => holds(data, member)) ? 4 : -1;
  return members.some((member) => member.name in data) ? 3 : 0;
}

/** True if the member exists and, if it is an object, fits its own shape. */
function holds(data: JsonObject, { name, inside }: Member): boolean {
  if (!Object.hasOwn(data, name)) return false;
  return inside === '' || fitOne(inside, data[name]) >= 0;
}

type Member = {
  readonly name: string;
  readonly optional: boolean;
  /** The shape of its object; empty for other types. */
  readonly inside: string;
};

function topLevelMembers(shape: string): Member[] {
  const members: Member[] = [];
  let depth = 0;
  for (const token of shape.matchAll(/[{[(]|[}\])]|([A-Za-z_]\w*)(\?)?(?=\s*[:,}])/g)) {
    if (token[1] === undefined) depth += '{[('.includes(token[0]) ? 1 : -1;
    else if (depth === 1 && /[{,…]\s*$/.test(shape.slice(0, token.index))) {
      const rest = shape.slice(token.index + token[0].length);
      members.push({ name: token[1], optional: token[2] === '?', inside: objectAt(rest) });
    }
  }
  return members;
}

/** The object shape at the start of a text such as `:{a:{b}}, c}`; empty if there is none. */
function objectAt(rest: string): string {
  const start = /^\s*:\s*(?=\{)/.exec(rest)?.[0].length;
  if (start === undefined) return '';
  let depth = 0;
  for (let at = start; at < rest.length; at += 1) {
    if (rest[at] === '{') depth += 1;
    else if (rest[at] === '}') depth -= 1;
    if (depth === 0) return rest.slice(start, at + 1);
  }
  return '';
}

/** A prepared template: its longest fixed part, for a cheap search, and the whole as a pattern. */
type Prepared = { readonly anchor: string; pattern: RegExp | undefined };

const prepared = new Map<string, Prepared>();
const PLACEHOLDER = /<[^<>]+>/;

/** True if a message template occurs in `text`, a short one only at the start of a word; `<n>` is a number, `<x>` anything. */
export function templateMatches(template: string, text: string): boolean {
  return templateEnd(template, text) >= 0;
}

/** Where the fixed text of a template ends in `text`; -1 if it does not occur. */
export function templateEnd(template: string, text: string): number {
  const known = preparedOf(template);
  if (!text.includes(known.anchor)) return -1;
  known.pattern ??= compile(template);
  const match = known.pattern.exec(text);
  return match === null ? -1 : match.index + match[0].length;
}

/** False if no part of a text can match the template: a cheap check before {@link templateMatches}. */
export function templateMayMatch(template: string, text: string): boolean {
  return text.includes(preparedOf(template).anchor);
}

/** "HTTP 404" and "exit code 1" stand for every spelling of that status; a quantity with its unit is none. */
const STATUS = /^(?:HTTP|exit code) (\d+)$/i;
const HTTP = `(?<![a-z])(?:https?(?:/[\\d.]+)?|status|code(?!["'])|error|success|response|returned|responded with|got)["'_]?(?: ?_?code)?["']?[:=]? ?["'(]{0,2}`;
const EXIT = `exit(?:ed)?(?: with)?(?: exit)?[ _]?(?:code|status)["']?[:= ]{1,3}`;
const UNITS =
  '(?![\\d.,]\\d|\\d| ?(?:ms|s|seconds|rows|items|results|bytes|tokens|characters|records|lines|tools|requests)\\b)';

function preparedOf(template: string): Prepared {
  let known = prepared.get(template);
  if (known === undefined) {
    known = { anchor: STATUS.exec(template)?.[1] ?? longestPart(template), pattern: undefined };
    prepared.set(template, known);
  }
  return known;
}

/** A status of HTTP says as much as a sentence of this length. */
const STATUS_WEIGHT = 14;

/** The length of a template's fixed text, which measures how specific it is. */
export function templateWeight(template: string): number {
  if (/^HTTP \d{3}$/i.test(template)) return STATUS_WEIGHT;
  return template.split(PLACEHOLDER).join('').trim().length;
}

function longestPart(template: string): string {
  return template
    .split(PLACEHOLDER)
    .reduce((longest, part) => (part.length > longest.length ? part : longest), '');
}

/** The patterns for placeholders: a number, or anything within one member of an object. */
const NUMBER = '\\d[\\d.,]*';
const ANYTHING = '(?:(?!":)[\\s\\S])*?';

function compile(template: string): RegExp {
  const code = STATUS.exec(template)?.[1];
  if (code !== undefined) {
    const http = `${HTTP}${code}${UNITS}|(?<!\\d)${code} (?:status\\b|<(?:html|!doctype))`;
    return new RegExp(/^h/i.test(template) ? http : `${EXIT}${code}(?!\\d)`, 'iu');
  }
  const start = template.startsWith('<') || templateWeight(template) >= 24 ? '' : '(?:^|[^\\p{L}\\p{N}])';
  const body = escapeRegExp(template)
    .replaceAll('<n>', NUMBER)
    .replaceAll(/<[^<>]+>/g, ANYTHING);
  return new RegExp(start + body + (/\d$/.test(template) ? '(?!\\d)' : ''), 'u');
}

function escapeRegExp(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
}

/** A vocabulary from a user's file, in the format of the built-in ones. */
export type OwnVocabulary = { readonly vocabulary: Vocabulary; readonly entries: readonly CatalogEntry[] };

/** What is known about an error besides its code; all optional. */
export type LookupContext = {
  /** The vocabularies that the server was inferred to use; confidence from 0 to 1. */
  readonly vocabularies?: readonly { readonly id: string; readonly confidence: number }[];
  /** The negotiated MCP revision, such as "2025-11-25"; null if unknown. */
  readonly revision?: string | null;
  /** The parsed `error.data`. */
  readonly data?: unknown;
  readonly message?: string;
  readonly method?: string;
  readonly tier?: ErrorTier;
  readonly own?: readonly OwnVocabulary[];
};

/** The built-in or user vocabulary with this id; undefined if unknown. */
export function vocabularyIn(context: LookupContext, id: string): Vocabulary | undefined {
  return vocabularyOf(id) ?? context.own?.find((own) => own.vocabulary.id === id)?.vocabulary;
}

/** The entry whose most specific template occurs in one of the texts; undefined if none does. */
export function bestWorded(
  entries: readonly CatalogEntry[],
  texts: readonly string[],
): { readonly entry: CatalogEntry; readonly weight: number } | undefined {
  let best: { entry: CatalogEntry; weight: number } | undefined;
  for (const entry of entries) {
    for (const template of entry.messages) {
      const weight = templateWeight(template);
      if (weight > (best?.weight ?? 0) && texts.some((text) => templateMatches(template, text)))
        best = { entry, weight };
    }
  }
  return best;
}
