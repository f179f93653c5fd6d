import { weightText } from '../base/byte-size.ts';
import { stringAt } from '../base/json-value.ts';
import { type MessageValues, messageText } from '../base/message.ts';
import { structuredStatement } from '../codes/structured-error.ts';
import type { Finding } from '../findings/finding.ts';
import type { HostTable } from '../hosts/lens/host-table.ts';
import { evidenceLabel, type Seen } from '../hosts/lens/lens.ts';
import { type Dropped, passedLength, passedText } from '../hosts/lens/passed-on.ts';
import { exceededLimit, sizeIn, textChars } from '../hosts/lens/result-limit.ts';
import { type AnsweredResult, blocksOf, kindOf, type SentAnswer } from '../hosts/lens/sent-answer.ts';
import hostRules from './host-rules.json' with { type: 'json' };

/** The rules that need a host: what one host drops, and how to be safe in all of them. */
export const HOST_RULES = hostRules;

type HostRule = { readonly title: string; readonly subject?: string };

/** The rule that needs a host and has this id; undefined for none. */
export function hostRuleById(id: string): HostRule | undefined {
  return (HOST_RULES as Readonly<Record<string, HostRule>>)[id];
}

/** Rules about what arrives of an answer; others are in `tool-advice.ts` and `fit-advice.ts`. */
type HostRuleId = Exclude<keyof typeof HOST_RULES, 'L06' | 'L07' | 'L08'>;

/** The rule for results that are too large for a host. */
export const TOO_LARGE_RULE = 'L05';

type Said = { readonly explanation?: string; readonly values?: MessageValues };
type SeenRow = Extract<Seen, { kind: 'row' }>;

/** The record of an answer; `part` is its 0-based index in a batch. */
export type FindingPlace = Pick<Finding, 'session' | 'seq'> & { readonly part?: number };

/** The length of an answer's line and the table of hosts, for an answer without a lens. */
export type SentLine = { readonly chars: number; readonly table: HostTable };

/**
 * The parts of the answer that this host loses and a server can avoid; certain only if measured in that version.
 * Without a host: the answer is too large for every host with a known limit.
 */
export function hostFindings(
  answer: SentAnswer,
  seen: Seen,
  place: FindingPlace,
  { chars, table }: SentLine,
): Finding[] {
  if (answer.kind === 'protocol-error') return [];
  if (seen.kind === 'no-host') return tooLargeForAll(answer, chars, table, place);
  const { entry } = seen;
  const { size, over } = weighed(answer, seen, chars);
  const found = seen.kind === 'row' ? rowFindings(answer, seen, place, size) : [];
  if (found.some(({ rule }) => rule === TOO_LARGE_RULE)) return found;
  if (over === undefined) return found;
  const { limit, most, isWarning } = over;
  const { over: beyondText, warns, [limit.beyond]: beyond } = HOST_RULES[TOO_LARGE_RULE];
  const isCount = limit.unit === 'lines' || limit.unit === 'items';
  const values = {
    ...{ host: entry.name, beyond },
    size: isCount ? `${sizeIn(limit, answer, size).toLocaleString('en')} ${limit.unit}` : weightText(size),
    limit: `${most.toLocaleString('en')} ${limit.unit}`,
  };
  const text = messageText(isWarning ? warns : beyondText, values);
  const who = evidenceLabel(entry, { row: limit });
  return [...found, hostFinding(TOO_LARGE_RULE, `${text} (${who}.)`, limit.source, 'likely', place)];
}

/** True for a result that the host cuts, puts into a file or refuses for its size; a warning is none of these. */
export function isBeyond(answer: SentAnswer, seen: Seen, chars: number): boolean {
  if (answer.kind === 'protocol-error' || seen.kind === 'no-host') return false;
  const { size, over } = weighed(answer, seen, chars);
  return over?.isWarning === false || (seen.kind === 'row' && textCut(answer, seen, size) !== undefined);
}

/** How many characters the model would get, and the limit that they exceed. */
function weighed(answer: AnsweredResult, seen: Exclude<Seen, { kind: 'no-host' }>, chars: number) {
  if (seen.kind === 'row' && chars < WEIGHED_CHARS) return seen;
  const size = textChars(answer, chars);
  return { size, over: exceededLimit(seen.entry, seen.version, answer, size) };
}

/** Longer lines may have been cut before reading (see `heavy-line.ts`), so their own length counts. */
const WEIGHED_CHARS = 500_000;

/** No known host accepts a longer result whole, in characters. */
export const LARGE_CHARS = 150_000;

function tooLargeForAll(
  answer: AnsweredResult,
  chars: number,
  { hosts }: HostTable,
  place: FindingPlace,
): Finding[] {
  const size = chars > LARGE_CHARS ? textChars(answer, chars) : 0;
  if (size <= LARGE_CHARS) return [];
  const over = hosts.flatMap((entry) => {
    const found = exceededLimit(entry, '', answer, size);
    return found === undefined || found.isWarning ? [] : [{ entry, limit: found.limit }];
  });
  if (over.length === 0) return [];
  const hostNames = over.map(({ entry }) => entry.name).join(', ');
  const { all, titleOfAll: title } = HOST_RULES[TOO_LARGE_RULE];
  const text = messageText(all, { size: weightText(size), hosts: hostNames });
  return [{ ...hostFinding(TOO_LARGE_RULE, text, over[0]?.limit.source ?? '', 'likely', place), title }];
}

function rowFindings(answer: AnsweredResult, seen: SeenRow, place: FindingPlace, size: number): Finding[] {
  const { found, entry } = seen;
  const who = evidenceLabel(entry, found);
  const isMeasured = found.row.evidence === 'measured' && found.fits === 'version';
  const certainty = isMeasured ? 'certain' : 'likely';
  return (Object.keys(CHECKS) as HostRuleId[]).flatMap((rule) => {
    const said = CHECKS[rule](answer, seen, size);
    if (said === undefined) return [];
    const { explanation } = HOST_RULES[rule];
    const text = messageText(said.explanation ?? explanation, { host: entry.name, ...said.values });
    return [hostFinding(rule, `${text} (${who}.)`, found.row.source, certainty, place)];
  });
}

/** A finding of a rule that needs a host; `source` says who says so of the host. */
export function hostFinding(
  rule: keyof typeof HOST_RULES,
  explanation: string,
  source: string,
  certainty: Finding['certainty'],
  place: FindingPlace,
): Finding {
  const { name, title, todo } = HOST_RULES[rule];
  return {
    ...{ rule, name, title, severity: 'advice', ...place, evidence: [place.seq], certainty },
    ...{ side: 'server', explanation, todo, source, before: '', after: '' },
  };
}

const CHECKS: Readonly<
  Record<HostRuleId, (answer: AnsweredResult, seen: SeenRow, size: number) => Said | undefined>
> = {
  L01: hintDropped,
  L02: laterBlockDropped,
  L03: errorWithoutText,
  L04: structureUnread,
  L05: textCut,
};

/** Characters searched for a hint: nobody puts one after more. */
const READ_CHARS = 200_000;

function hintDropped(answer: AnsweredResult, { passed }: SeenRow): Said | undefined {
  const hint = answer.kind === 'tool-error' ? (structuredStatement(answer.result)?.hint ?? '') : '';
  if (hint === '' || folded(passedText(passed.segments, READ_CHARS)).includes(folded(hint))) return undefined;
  if (droppedParts(passed.dropped, 'structuredContent').length === 0) return undefined;
  return {};
}

function laterBlockDropped(_: AnsweredResult, { passed }: SeenRow): Said | undefined {
  const later = passed.dropped.filter(({ cause }) => cause === 'later-block').length;
  if (later === 0) return undefined;
  return later === 1 ? {} : { explanation: HOST_RULES.L02.several, values: { count: later } };
}

function errorWithoutText({ kind, result }: AnsweredResult, { passed }: SeenRow): Said | undefined {
  const sent = blocksOf(result);
  const speaks = sent.some((block) => kindOf(block) === 'text' && stringAt(block, 'text') !== '');
  if (kind !== 'tool-error' || sent.length === 0 || speaks) return undefined;
  const read = passed.segments.some((segment) => segment.kind === 'block' || segment.from === 'content');
  if (read) return undefined;
  return {};
}

function structureUnread({ result }: AnsweredResult, { passed }: SeenRow): Said | undefined {
  const { structuredContent } = result;
  if (structuredContent === undefined || passed.segments.some(({ kind }) => kind === 'block'))
    return undefined;
  const isLost = droppedParts(passed.dropped, 'structuredContent').length > 0;
  const hasText = blocksOf(result).some(
    (block) => kindOf(block) === 'text' && stringAt(block, 'text') !== '',
  );
  if (!isLost || hasText) return undefined;
  return {};
}

/** A result that was not followed to its end, such as one of many blocks, is judged by its size. */
function textCut(_: AnsweredResult, { passed, found }: SeenRow, size: number): Said | undefined {
  const { cutAfter, cutUnit = 'characters' } = found.row;
  const lost = passed.dropped.reduce((sum, { cause, text }) => sum + (cause === 'cut' ? text.length : 0), 0);
  const whole = Math.max(size, passedLength(passed.segments) + lost);
  if (cutAfter === undefined || (lost === 0 && passed.cutNote === '' && whole <= cutAfter)) return undefined;
  const isCut = lost > 0 || cutUnit === 'characters';
  const values = { size: whole.toLocaleString('en'), limit: `${cutAfter.toLocaleString('en')} ${cutUnit}` };
  return { ...(isCut ? {} : { explanation: HOST_RULES.L05.perhaps }), values };
}

function droppedParts(dropped: readonly Dropped[], part: Dropped['part']): readonly Dropped[] {
  return dropped.filter((one) => one.part === part && one.cause !== 'cut' && one.cause !== 'limit');
}

function folded(text: string): string {
  return text.toLowerCase().replace(/\s+/g, ' ').trim();
}
