import { entriesWithCode, rangesOf } from './catalogue.ts';
import type { CatalogueEntry } from './catalogue-entry.ts';
import { conflictOf } from './conflicts.ts';
import { decidedMeaning, integerOf, isAmbiguousCode, lookupCode, type Meaning } from './lookup.ts';
import type { LookupContext } from './lookup-context.ts';

/**
 * The short name of a code for a log row. `codeText` is the JSON text of `error.code`, empty for none.
 * A number that implementations share gives "8 meanings" until the context decides; a number in no
 * vocabulary gives the name of its block.
 */
export function codeName(codeText: string, context: LookupContext = {}): string {
  if (codeText.trim() === '') return 'no code';
  const code = integerOf(codeText);
  const standard = code === undefined ? undefined : standardName(code);
  if (standard !== undefined) return standard;
  const meanings = lookupCode(codeText, context).filter((meaning) => onThisSide(meaning, context));
  if (code === undefined) {
    const local = context.tier === 'client' ? meanings[0] : undefined;
    return local === undefined ? 'not an integer' : spokenName(local.entry.name);
  }
  const decided = decidedMeaning(meanings);
  if (decided !== undefined) return spokenName(decided.entry.name);
  return isAmbiguousCode(code) ? howMany(code, context) : blockName(rangesOf(code));
}

/** "RESOURCE_NOT_FOUND", ":resource_not_found" and "McpErrorCode.ResourceNotFound" as "Resource not found". */
export function spokenName(name: string): string {
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

/** The five codes of JSON-RPC have one name in every vocabulary; log rows ask for it often. */
function standardName(code: number): string | undefined {
  return entriesWithCode(code).find(
    ({ kind, vocabulary }) => vocabulary === 'json-rpc-2-0' && kind === 'code',
  )?.name;
}

/** What only a client raises names nothing that came over the wire. */
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

function blockName(ranges: readonly CatalogueEntry[]): string {
  for (const { name } of ranges) {
    const spoken = BLOCK_NAMES[name];
    if (spoken !== undefined) return spoken;
  }
  return 'application-defined';
}
