import { catalogueEntries } from './catalogue.ts';
import type { CatalogueEntry } from './catalogue-entry.ts';
import { type LookupContext, vocabularyIn } from './lookup-context.ts';
import { templateWeight } from './message-template.ts';

/** What a search compares with; made once for each entry. */
export type SearchKeys = {
  readonly entry: CatalogueEntry;
  /** The code without its sign, for partial numbers; empty for none. */
  readonly digits: string;
  /** Names without case, spaces and punctuation. */
  readonly names: readonly string[];
  /** Names as they are written, with their class or colon. */
  readonly exact: readonly string[];
  /** Reasons, atoms and other names that stand as whole words in a log. */
  readonly words: readonly string[];
  /** Message templates, the most specific first. */
  readonly templates: readonly string[];
  readonly pattern: RegExp | null;
  /** All sentences, in lower case. */
  readonly text: string;
};

let builtIn: readonly SearchKeys[] | undefined;

/** The keys of every entry, the user's own vocabularies first; built-in ones are made on the first call. */
export function searchKeys(context: LookupContext): readonly SearchKeys[] {
  builtIn ??= catalogueEntries().map((entry) => keysOf(entry, {}));
  if (context.own === undefined || context.own.length === 0) return builtIn;
  const own = context.own.flatMap(({ entries }) => entries.map((entry) => keysOf(entry, context)));
  return [...own, ...builtIn];
}

/** "ErrorCode.InvalidParams", "invalid_params", ":invalid_params" and "invalid params" all give one key. */
export function normalName(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}

function keysOf(entry: CatalogueEntry, context: LookupContext): SearchKeys {
  const vocabulary = vocabularyIn(context, entry.vocabulary)?.name ?? entry.vocabulary;
  const labels = entry.code === null || !/^-?\d/.test(entry.codeText) ? [entry.codeText] : [];
  const spellings = [entry.name, shortName(entry.name), ...entry.aliases, ...labels];
  return {
    entry,
    digits: entry.code === null ? '' : String(Math.abs(entry.code)),
    exact: [entry.name, ...entry.aliases, ...labels],
    names: [...new Set(spellings.map(normalName))].filter((name) => name !== ''),
    words: [...entry.aliases, ...labels, entry.name]
      .map((word) => word.replace(/^:/, ''))
      .filter((word) => /^[A-Za-z]\w+$/.test(word) && /_|[a-z][A-Z]|^[A-Z]{4,}/.test(word)),
    templates: entry.messages.toSorted((left, right) => templateWeight(right) - templateWeight(left)),
    pattern: entry.match === null ? null : new RegExp(entry.match.pattern, entry.match.flags),
    text: [
      entry.name,
      entry.meaning,
      entry.whenItAppears,
      entry.how,
      vocabulary,
      entry.codeText,
      ...entry.messages,
    ]
      .join(' ')
      .toLowerCase(),
  };
}

/** The member's own name: without the class before it and the arguments behind it. */
function shortName(name: string): string {
  return name.replace(/\(.*$/, '').replace(/^[\w%]+\./, '');
}
