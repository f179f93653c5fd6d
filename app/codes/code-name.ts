import { isJsonObject } from '../base/json-value.ts';
import { ELICITATION_CREATE, ROOTS_LIST, SAMPLING_CREATE_MESSAGE } from '../protocol/methods.ts';
import { type CatalogEntry, entriesWithCode, rangesOf } from './catalog.ts';
import {
  decidedMeaning,
  integerOf,
  isAmbiguousCode,
  isOfOwner,
  lookupCode,
  type Meaning,
  plainName,
} from './lookup.ts';
import { bestWorded, errorTexts, type LookupContext, templateMatches } from './meaning-evidence.ts';
import { conflictOf, isShared } from './reference-tables.ts';

/** Anything longer is a sentence, not a reason. */
const REASON = /^[A-Za-z][\w.:-]{1,59}$/;
const ASKED_BY_SERVER: readonly string[] = [SAMPLING_CREATE_MESSAGE, ELICITATION_CREATE, ROOTS_LIST];
/** Vocabularies in which the message of -32000 is an atom in words, or the author's own sentence. */
const ATOMS_IN_WORDS: readonly string[] = ['hermes', 'anubis'];

/**
 * The short name of a code for a log row. `codeText` is the JSON text of `error.code`, empty for none. A message known
 * to the server's vocabulary yields its own name, followed by a reason in data. A number with several uses yields "8
 * meanings" until the context decides; an unknown number yields its range's name, and a number that only another revision
 * defines that revision too. A client's error is not named by the server's vocabulary.
 */
export function codeName(codeText: string, context: LookupContext = {}): string {
  if (codeText.trim() === '') return 'no code';
  // The answer to a server request comes from the client.
  const ofClient = ASKED_BY_SERVER.includes(context.method ?? '');
  const seen = ofClient ? { ...context, vocabularies: [] } : context;
  const name = nameOf(codeText, seen);
  const reason = isJsonObject(seen.data) ? seen.data.reason : undefined;
  return typeof reason === 'string' &&
    REASON.test(reason) &&
    readableName(reason).toLowerCase() !== name.toLowerCase()
    ? `${name} (${reason})`
    : name;
}

function nameOf(codeText: string, context: LookupContext): string {
  const code = integerOf(codeText);
  if (code === undefined) return textName(codeText, context);
  const name = wordedName(code, context) ?? standardName(code) ?? nameByMessage(code, context.message);
  if (name !== undefined) return name;
  const meanings = lookupCode(code, context).filter((meaning) => onThisSide(meaning, context));
  const decided = decidedMeaning(meanings);
  const owner = meanings.find(isOfOwner);
  const named = decided ?? owner;
  if (named !== undefined)
    return atomName(named, context) ?? `${readableName(named.entry.name)}${otherRevision(named, owner)}`;
  return isAmbiguousCode(code) || isShared(code) ? howMany(code, context) : blockName(rangesOf(code));
}

/** The revision that defined a reserved number, for a session of another one. */
function otherRevision({ entry }: Meaning, owner: Meaning | undefined): string {
  const isOther = owner?.fit === 'other-revision' || owner?.fit === 'forbidden';
  return isOther && plainName(owner.entry.name) === plainName(entry.name) ? ` (${owner.entry.since})` : '';
}

/** A code that is text: a client's constant, or the category of a tool's own error. */
function textName(codeText: string, context: LookupContext): string {
  if (context.tier === 'client') {
    const [local] = lookupCode(codeText, context);
    if (local !== undefined) return readableName(local.entry.name);
  }
  const [, text] = /^"([A-Za-z][\w.-]{1,59})"$/.exec(codeText.trim()) ?? [];
  return context.tier === 'tool' && text !== undefined
    ? readableName(text.replaceAll('-', '_'))
    : 'not an integer';
}

/** The name of the most specific message that this server's vocabularies define for the code. */
function wordedName(code: number, context: LookupContext): string | undefined {
  const spoken = context.vocabularies ?? [];
  const texts = spoken.length === 0 ? [] : errorTexts(context);
  if (texts.length === 0) return undefined;
  const known = entriesWithCode(code).filter(
    ({ emittedBy, vocabulary }) =>
      (emittedBy !== 'client-local' || context.tier === 'client') &&
      spoken.some(({ id }) => id === vocabulary),
  );
  const best = bestWorded(known, texts);
  return best === undefined ? undefined : readableName(withoutPlaceholders(best.entry.name));
}

/** Names a shared number by its message, if that is exactly one implementation's sentence. */
export function nameByMessage(code: number, message = ''): string | undefined {
  const said = plainSentence(message);
  if (said === '' || !isAmbiguousCode(code)) return undefined;
  const entry = entriesWithCode(code).find(({ messages }) =>
    messages.some((template) => plainSentence(template) === said),
  );
  return entry === undefined ? undefined : readableName(withoutPlaceholders(entry.name));
}

function plainSentence(text: string): string {
  return withoutCode(text).replace(/\.$/, '').trim().toLowerCase();
}

/** "Tool <x> not found" as "Tool not found". */
function withoutPlaceholders(name: string): string {
  return name
    .replace(/\s*"?<[^<>]+>"?\s*/g, ' ')
    .replace(/[\s:]+$/, '')
    .trim();
}

/** "Loan Desk Closed" is the atom `:loan_desk_closed` in words; any other text is an execution error. */
function atomName({ entry }: Meaning, { message = '' }: LookupContext): string | undefined {
  if (entry.code !== -32000 || !ATOMS_IN_WORDS.includes(entry.vocabulary)) return undefined;
  if (entry.messages.some((template) => templateMatches(template, message))) return undefined;
  if (message === '') return undefined;
  return /^[A-Z][a-z0-9]*( [A-Z][a-z0-9]*)*$/.test(message)
    ? message.charAt(0) + message.slice(1).toLowerCase()
    : 'Execution error';
}

/** "RESOURCE_NOT_FOUND", ":resource_not_found" and "McpErrorCode.ResourceNotFound" as "Resource not found". */
export function readableName(name: string): string {
  const bare = /^\(.*\)$/.test(name)
    ? name.slice(1, -1)
    : name.replace(/\s*[(<:].*$/, (rest) => (rest === name ? rest : ''));
  const last = /^[\w.:"]+$/.test(bare) ? bare.replace(/^.*\./, '') : bare;
  if (!/^[:\w]+$/.test(last)) return last;
  const words = last
    .replace(/^:/, '')
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1_$2')
    .split('_')
    .filter((word) => word !== '')
    .map((word) => (word === 'URL' || word === 'Url' ? 'URL' : word.toLowerCase()));
  const text = words.join(' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** The five JSON-RPC codes have the same name everywhere; log rows look them up often. */
function standardName(code: number): string | undefined {
  return entriesWithCode(code).find(
    ({ kind, vocabulary }) => vocabulary === 'json-rpc-2-0' && kind === 'code',
  )?.name;
}

/** Client-local entries do not apply to messages from the wire. */
function onThisSide(meaning: Meaning, context: LookupContext): boolean {
  return meaning.entry.emittedBy !== 'client-local' || context.tier === 'client';
}

function howMany(code: number, context: LookupContext): string {
  const own =
    context.own?.flatMap(({ entries }) => entries).filter((entry) => entry.code === code).length ?? 0;
  const count = own + (conflictOf(code)?.meanings.length ?? 0);
  return count > 1 ? `${count} meanings` : 'implementation-defined';
}

const BLOCK_NAMES: Record<string, string> = {
  'Legacy sub-range': 'implementation-defined',
  'Server error': 'implementation-defined',
  'Reserved for the MCP specification': 'reserved by MCP',
  'Reserved for pre-defined errors': 'reserved by JSON-RPC',
};

function blockName(ranges: readonly CatalogEntry[]): string {
  for (const { name } of ranges) {
    const spoken = BLOCK_NAMES[name];
    if (spoken !== undefined) return spoken;
  }
  return 'application-defined';
}

const CODE_PREFIX = /^(MCP error -?\d+: )+/;

/** True for a text that starts with the code that TypeScript SDK 1 adds to error messages. */
export function startsWithCode(text: string): boolean {
  return CODE_PREFIX.test(text);
}

export function withoutCode(text: string): string {
  return text.replace(CODE_PREFIX, '');
}
