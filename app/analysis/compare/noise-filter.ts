import { canonicalJson, parseBounded } from '../../base/json-value.ts';
import { err, ok, type Result } from '../../base/result.ts';
import { type NoisePath, readNoisePath, withoutPaths } from './noise-path.ts';
import { NOISE_RULES, withoutNoise } from './noise-rules.ts';

/** The part of an exchange in a JSON text; a path may start with it. */
export type JsonRoot = 'params' | 'result';

/** A range of a text: `start` inclusive, `end` exclusive. */
export type NoiseSpan = { readonly start: number; readonly end: number };

export type NoiseFilter = {
  /** The text without noise. */
  text(text: string): string;
  /** The canonical JSON text without noise; paths may cover parts of it. */
  json(text: string, root: JsonRoot): string;
  /** The ranges of noise in a text, in order and without overlap. */
  spans(text: string): readonly NoiseSpan[];
  paths(root: JsonRoot): readonly NoisePath[];
};

export function noNoise(): NoiseFilter {
  return noiseFilter(new Set(NOISE_RULES.map(({ name }) => name)));
}

/** `off` are built-in rules whose matches count as changes. */
export function noiseFilter(off: ReadonlySet<string>, own: readonly ReadNoise[] = []): NoiseFilter {
  const regexes = own.flatMap((one) => (one.kind === 'regex' ? [one.regex] : []));
  const written = own.flatMap((one) => (one.kind === 'path' ? [one.path] : []));
  const paths = { params: pathsAt(written, 'params'), result: pathsAt(written, 'result') };
  const text = (from: string): string => {
    let quiet = from;
    for (const regex of regexes) quiet = quiet.replace(regex, OWN);
    return withoutNoise(quiet, off);
  };
  return {
    text,
    json: (from, root) => text(written.length === 0 ? from : pathless(from, paths[root])),
    spans: (from) => spansIn(from, regexes, off),
    paths: (root) => paths[root],
  };
}

const OWN = '<own>';

/** A path starts at the params or result, for an error at its data; it may name that root explicitly. */
function pathsAt(paths: readonly NoisePath[], root: JsonRoot): readonly NoisePath[] {
  const fronts = root === 'params' ? [['params']] : [['result'], ['error', 'data']];
  const bare = paths.flatMap((path) => [path, ...fronts.flatMap((front) => withoutFront(path, front))]);
  return root === 'params' ? bare : [...bare, ...paths.map((path) => [...ERROR_DATA, ...path])];
}

const ERROR_DATA: NoisePath = ['error', 'data'].map((name) => ({ kind: 'name', name }));

function withoutFront(path: NoisePath, front: readonly string[]): readonly NoisePath[] {
  const fits = front.every((name, place) => {
    const step = path[place];
    return step?.kind === 'name' && step.name === name;
  });
  return fits && path.length > front.length ? [path.slice(front.length)] : [];
}

function pathless(text: string, paths: readonly NoisePath[]): string {
  if (text === '') return text;
  try {
    return canonicalJson(withoutPaths(parseBounded(text), paths));
  } catch {
    // A line that is nested too deeply is compared as it is.
    return text;
  }
}

function spansIn(text: string, regexes: readonly RegExp[], off: ReadonlySet<string>): readonly NoiseSpan[] {
  const found: NoiseSpan[] = [];
  for (const regex of regexes) {
    for (const { 0: whole, index } of text.matchAll(regex))
      found.push({ start: index, end: index + whole.length });
  }
  for (const { name, replacements } of NOISE_RULES) {
    if (off.has(name)) continue;
    for (const { pattern, by } of replacements) {
      for (const match of text.matchAll(pattern)) {
        // A replacement that starts with its first group keeps that group, a member's name.
        const kept = by.startsWith('$1') ? (match[1] ?? '').length : 0;
        found.push({ start: match.index + kept, end: match.index + match[0].length });
      }
    }
  }
  return merged(found);
}

function merged(spans: readonly NoiseSpan[]): readonly NoiseSpan[] {
  const sorted = spans.filter(({ start, end }) => end > start).sort((a, b) => a.start - b.start);
  const joined: { start: number; end: number }[] = [];
  for (const { start, end } of sorted) {
    const last = joined.at(-1);
    if (last !== undefined && start <= last.end) last.end = Math.max(last.end, end);
    else joined.push({ start, end });
  }
  return joined;
}

/** A user's own rule: matches of a regular expression, or values at a path, are ignored. */
export type OwnNoise = { readonly kind: 'regex' | 'path'; readonly pattern: string };

export type ReadNoise =
  | { readonly kind: 'regex'; readonly regex: RegExp }
  | { readonly kind: 'path'; readonly path: NoisePath };

export const MAX_PATTERN_CHARS = 1000;

/** Parses a rule. Fails with a sentence that says what is wrong. */
export function readOwnNoise({ kind, pattern }: OwnNoise): Result<ReadNoise> {
  const text = pattern.trim();
  if (text === '') return err('The pattern is empty.');
  if (text.length > MAX_PATTERN_CHARS) return err(`A pattern has at most ${MAX_PATTERN_CHARS} characters.`);
  switch (kind) {
    case 'path': {
      const path = readNoisePath(text);
      return path.ok ? ok({ kind, path: path.value }) : path;
    }
    case 'regex':
      return readRegex(text);
  }
}

/** Also accepts JavaScript's `/…/i`; only flags that affect matching are allowed. */
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
    return err(`This is not a regular expression: ${reason}.`);
  }
}
