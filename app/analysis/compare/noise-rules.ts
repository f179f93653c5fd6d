import { withPatterns } from '../../base/written-pattern.ts';
import written from './noise-rules.json' with { type: 'json' };

/** Meaningless differences between runs: text to be replaced, or raw messages to be left out. */
type NoiseRule = {
  readonly name: string;
  readonly title: string;
  readonly replacements: readonly { readonly pattern: RegExp; readonly by: string }[];
};

type Replacement = NoiseRule['replacements'][number];
/** As `noise-rules.json` has it: a pattern, or the values of the JSON members with a name. */
type WrittenReplacement =
  | Replacement
  | { readonly member: string; readonly of: keyof typeof VALUES; readonly by: string };
type WrittenRule = Omit<NoiseRule, 'replacements'> & { readonly replacements: readonly WrittenReplacement[] };

/** A quote, possibly escaped within a JSON string. */
const QUOTE = String.raw`\\{0,3}"`;
const VALUES = {
  scalar: String.raw`(?:${QUOTE}[^"\\]{0,200}${QUOTE}|-?\d{1,25}(?:\.\d{1,25})?)`,
  number: String.raw`${QUOTE}?-?\d{1,25}(?:\.\d{1,25})?${QUOTE}?`,
};

/**
 * The rules in order of application: to text, so that they also apply to JSON within strings. The one of malformed
 * messages leaves out whole exchanges and rewrites no text.
 */
export const NOISE_RULES: readonly NoiseRule[] = (withPatterns(written) as readonly WrittenRule[]).map(
  ({ replacements, ...rule }) => ({ ...rule, replacements: replacements.map(replacementOf) }),
);

function replacementOf(replacement: WrittenReplacement): Replacement {
  if ('pattern' in replacement) return replacement;
  const { member, of, by } = replacement;
  const name = String.raw`(${QUOTE}(?:${member})${QUOTE}\s{0,8}:\s{0,8})`;
  return { pattern: new RegExp(name + VALUES[of], 'g'), by: `$1${by}` };
}

export function currentName(name: string): string {
  return name === 'provoked' ? 'malformed' : name;
}

export function isNoiseName(name: string): boolean {
  return NOISE_RULES.some((rule) => rule.name === name);
}

/** The text without what the rules ignore, except for the rules in `off`. */
export function withoutNoise(text: string, off: ReadonlySet<string> = new Set()): string {
  let quiet = text;
  for (const { name, replacements } of NOISE_RULES) {
    if (off.has(name)) continue;
    for (const { pattern, by } of replacements) quiet = quiet.replace(pattern, by);
  }
  return quiet;
}
