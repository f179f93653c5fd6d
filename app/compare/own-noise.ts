import { err, ok, type Result } from '../base/result.ts';
import { type NoisePath, readNoisePath } from './noise-path.ts';

/** A rule of the user's own: what a regular expression matches, or what stands at a path, means nothing. */
export type OwnNoise = { readonly kind: 'regex' | 'path'; readonly pattern: string };

export type ReadNoise =
  | { readonly kind: 'regex'; readonly regex: RegExp }
  | { readonly kind: 'path'; readonly path: NoisePath };

export const MOST_PATTERN_CHARS = 1000;

/** Reads a rule. Fails with a sentence that says what is wrong with it. */
export function readOwnNoise({ kind, pattern }: OwnNoise): Result<ReadNoise> {
  const text = pattern.trim();
  if (text === '') return err('The pattern is empty.');
  if (text.length > MOST_PATTERN_CHARS) return err(`A pattern has at most ${MOST_PATTERN_CHARS} characters.`);
  switch (kind) {
    case 'path': {
      const path = readNoisePath(text);
      return path.ok ? ok({ kind, path: path.value }) : path;
    }
    case 'regex':
      return readRegex(text);
  }
}

/** Also takes `/…/i`, as JavaScript writes it; of the flags only those that change what is matched. */
function readRegex(text: string): Result<ReadNoise> {
  const slashed = /^\/(.+)\/([a-z]*)$/su.exec(text);
  const source = slashed?.[1] ?? text;
  const flags = slashed?.[2] ?? '';
  const unknown = [...flags].find((flag) => !'gimsu'.includes(flag));
  if (unknown !== undefined) return err(`The flag "${unknown}" is not known here: i, m, s and u are.`);
  try {
    const regex = new RegExp(source, `g${flags.replaceAll('g', '')}`);
    if (regex.test('')) return err('This expression matches nothing at all, so it would match everywhere.');
    return ok({ kind: 'regex', regex });
  } catch (error) {
    const reason = error instanceof Error ? error.message.replace(/^Invalid regular expression: /, '') : '';
    return err(`This is no regular expression: ${reason}.`);
  }
}
