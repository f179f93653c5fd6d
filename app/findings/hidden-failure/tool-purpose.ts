import { anyOf, wordsOf } from './lexicon.ts';
import tools from './tools.json' with { type: 'json' };

/**
 * The kind of a tool's result, by the tool's name: `action` does something and reports on it; `lookup` finds and lists
 * things; `raw` passes on someone else's text; `check` reports on the state of something else, so words of failure are
 * its answer; `rewrite` makes a text of the caller's own.
 */
export type ToolPurpose = 'action' | 'unknown' | 'lookup' | 'raw' | 'check' | 'rewrite';

const PURPOSES = tools.purposes.map(({ purpose, patterns }) => ({
  purpose: purpose as ToolPurpose,
  test: anyOf(patterns),
}));
const NOUN = anyOf(tools.nouns);
const known = new Map<string, ToolPurpose>();
const MAX_KEPT = 500;

export function toolPurpose(tool: string): ToolPurpose {
  let purpose = known.get(tool);
  if (purpose === undefined) {
    if (known.size >= MAX_KEPT) known.clear();
    const name = tokensOf(tool).join(' ');
    purpose = PURPOSES.find(({ test }) => test.test(name))?.purpose ?? 'unknown';
    known.set(tool, purpose);
  }
  return purpose;
}

/** True if the name is a single word that may also be a noun. */
export function mayBeNoun(tool: string): boolean {
  return NOUN.test(tokensOf(tool).join(' '));
}

export function tokensOf(tool: string): string[] {
  return wordsOf(tool)
    .split(/[^a-z]+/)
    .filter((token) => token !== '');
}
