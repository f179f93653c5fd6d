import { stringEnd } from '../../wire/json-scan.ts';
import { decodeString } from './decoded-string.ts';
import { isSecretKey } from './secret-key.ts';
import type { SecretKind } from './secret-shapes.ts';
import { merged, type SecretSpan, valueSpan } from './text-spans.ts';

/** A secret in a text, with what has to stand around its replacement and where it was found. */
export type FoundSpan = SecretSpan & {
  /** The secret itself, without escapes. */
  readonly secret: string;
  /** Such as `params.arguments.token`; empty for text that is no JSON. */
  readonly path: string;
  /** Goes before and after the replacement: quotes where a number is replaced, escaped as deep as it stands. */
  readonly quote: string;
};

/** Finds secrets in running text. */
export type TextFinder = (text: string) => readonly SecretSpan[];

type Level = {
  readonly kind: 'object' | 'array';
  key: string;
  hasKey: boolean;
  index: number;
  /** The string before, in an array: an option such as `--token` names the one after it. */
  before: string;
};

const MAX_NESTED = 8;
const NUMBER = /-?\d[\d.eE+-]*/y;

/** Finds the secrets of any text: JSON by its keys and strings, also JSON inside a string, all else as running text. */
export function foundSpans(text: string, find: TextFinder, path = '', nested = 0): FoundSpan[] {
  if (nested < MAX_NESTED && isJson(text)) return new JsonWalk(text, find, path, nested).spans();
  return find(text).map((span) => ({ ...span, secret: text.slice(span.start, span.end), path, quote: '' }));
}

/** One pass over JSON text that is known to be valid. */
class JsonWalk {
  readonly #text: string;
  readonly #find: TextFinder;
  readonly #path: string;
  readonly #nested: number;
  readonly #levels: Level[] = [];
  readonly #found: FoundSpan[] = [];

  constructor(text: string, find: TextFinder, path: string, nested: number) {
    this.#text = text;
    this.#find = find;
    this.#path = path;
    this.#nested = nested;
  }

  spans(): FoundSpan[] {
    for (let at = 0; at < this.#text.length; ) at = this.#step(at);
    return this.#found;
  }

  #step(at: number): number {
    const char = this.#text[at] ?? '';
    const level = this.#levels.at(-1);
    if (char === '"') return this.#string(at, level);
    if (char === '{' || char === '[') {
      this.#levels.push({
        kind: char === '{' ? 'object' : 'array',
        key: '',
        hasKey: false,
        index: 0,
        before: '',
      });
    } else if (char === '}' || char === ']') {
      this.#levels.pop();
    } else if (char === ',' && level !== undefined) {
      level.hasKey = false;
      level.index += 1;
    } else if (char === '-' || (char >= '0' && char <= '9')) {
      return this.#number(at);
    }
    return at + 1;
  }

  #string(at: number, level: Level | undefined): number {
    const end = stringEnd(this.#text, at);
    if (end < 0) return this.#text.length;
    const decoded = decodeString(this.#text.slice(at + 1, end - 1));
    const isKey = level?.kind === 'object' && !level.hasKey;
    if (isKey) {
      level.key = decoded.text;
      level.hasKey = true;
    }
    for (const span of this.#inside(decoded.text, isKey)) {
      this.#found.push({
        ...span,
        start: at + 1 + decoded.placeOf(span.start),
        end: at + 1 + decoded.placeOf(span.end),
        quote: span.quote === '' ? '' : JSON.stringify(span.quote).slice(1, -1),
      });
    }
    if (level?.kind === 'array') level.before = decoded.text;
    return end;
  }

  #inside(text: string, isKey: boolean): readonly FoundSpan[] {
    const path = this.#pathHere();
    const whole = !isKey && this.#isNamedSecret() ? valueSpan(text) : undefined;
    if (whole === undefined) return foundSpans(text, this.#find, path, this.#nested + 1);
    return merged([whole, ...this.#find(text)]).map((span) => ({
      ...span,
      secret: text.slice(span.start, span.end),
      path,
      quote: '',
    }));
  }

  #number(at: number): number {
    NUMBER.lastIndex = at;
    const secret = NUMBER.exec(this.#text)?.[0] ?? this.#text[at] ?? '';
    const end = at + Math.max(secret.length, 1);
    // A short number under such a name is a count or a flag.
    if (secret.length >= 4 && this.#isNamedSecret()) {
      const kind: SecretKind = 'secret by its name';
      this.#found.push({ start: at, end, kind, secret, path: this.#pathHere(), quote: '"' });
    }
    return end;
  }

  /** True where the value here stands under a secret key, in an array under one, or after a secret option. */
  #isNamedSecret(): boolean {
    const level = this.#levels.at(-1);
    if (level?.kind === 'array' && /^--?[A-Za-z][\w.-]*$/.test(level.before) && isSecretKey(level.before))
      return true;
    const named = this.#levels.findLast(({ kind }) => kind === 'object');
    const depth = named === undefined ? -1 : this.#levels.lastIndexOf(named);
    const onlyArrays = this.#levels.slice(depth + 1).every(({ kind }) => kind === 'array');
    return named !== undefined && onlyArrays && named.hasKey && isSecretKey(named.key);
  }

  #pathHere(): string {
    const steps = this.#levels.map(({ kind, key, index }) => (kind === 'array' ? `[${index}]` : `.${key}`));
    return this.#path + steps.join('').replace(/^\./, this.#path === '' ? '' : '.');
  }
}

function isJson(text: string): boolean {
  if (!/^\s*[[{"]/.test(text)) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
