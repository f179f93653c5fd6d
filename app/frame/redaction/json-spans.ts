import { MAX_LEVELS, parseJson } from '../../base/json-value.ts';
import { JsonTokens } from '../../wire/json-tokens.ts';
import type { SecretNames } from './secret-names.ts';
import { looksGenerated, type SecretKind } from './secret-shapes.ts';
import { merged, type SecretSpan, valueSpan } from './text-spans.ts';

/** A secret in a text, with its path and the quotes that its replacement needs. */
export type FoundSpan = SecretSpan & {
  readonly secret: string;
  /** For example `params.arguments.token`; empty for text that is not JSON. */
  readonly path: string;
  /** Surrounds the replacement: quotes if a number is replaced, escaped for its nesting in strings. */
  readonly quote: string;
};

type SecretSearch = { readonly find: (text: string) => readonly SecretSpan[]; readonly names: SecretNames };

type Level = {
  readonly kind: 'object' | 'array';
  key: string;
  hasKey: boolean;
  index: number;
  /** In an array, the previous string: an option such as `--token` names the value after it. */
  before: string;
  /** In an object, the content of a `name` or `key` next to a `value`. */
  called: string;
  /** The innermost object at or around this level. */
  object: Level | undefined;
  readonly isBelowSecret: boolean;
};

const MAX_NESTED = 8;

/** Finds the secrets in any text: JSON by keys and strings, also nested in strings; other text by pattern. */
export function foundSpans(text: string, search: SecretSearch, nested = 0): FoundSpan[] {
  if (nested < MAX_NESTED && isJson(text)) return new JsonWalk(text, search, nested).spans();
  const inside = base64Text(text);
  if (inside !== undefined && nested < MAX_NESTED && foundSpans(inside, search, nested + 1).length > 0) {
    const kind: SecretKind = 'secret in base64';
    return [{ start: 0, end: text.length, kind, secret: text, path: '', quote: '' }];
  }
  return search.find(text).map((span) => inText(text, span));
}

function inText(text: string, span: SecretSpan): FoundSpan {
  return { ...span, secret: span.whole ?? text.slice(span.start, span.end), path: '', quote: '' };
}

/** A single pass over valid JSON text. */
class JsonWalk {
  readonly #text: string;
  readonly #search: SecretSearch;
  readonly #nested: number;
  readonly #levels: Level[] = [];
  readonly #found: FoundSpan[] = [];

  constructor(text: string, search: SecretSearch, nested: number) {
    this.#text = text;
    this.#search = search;
    this.#nested = nested;
  }

  spans(): FoundSpan[] {
    const tokens = new JsonTokens(this.#text);
    while (tokens.next()) this.#read(tokens);
    return this.#found;
  }

  #read({ kind, start, end }: JsonTokens): void {
    const level = this.#levels.at(-1);
    if (kind === 'string') this.#string(start, end, level);
    else if (kind === '{' || kind === '[') {
      this.#levels.push(this.#opened(kind === '{' ? 'object' : 'array', level));
    } else if (kind === '}' || kind === ']') {
      this.#levels.pop();
    } else if (kind === ',' && level !== undefined) {
      level.hasKey = false;
      level.index += 1;
    } else if (kind === 'scalar') this.#number(start, end);
  }

  /** Looks at the parent once per level, not per value: there may be as many levels as values. */
  #opened(kind: Level['kind'], above: Level | undefined): Level {
    const isBelowSecret =
      above !== undefined &&
      (above.isBelowSecret || (above.hasKey && this.#search.names.isSecret(above.key)));
    const empty = { key: '', hasKey: false, index: 0, before: '', called: '' };
    const level: Level = { kind, ...empty, object: above?.object, isBelowSecret };
    if (kind === 'object') level.object = level;
    return level;
  }

  #string(at: number, end: number, level: Level | undefined): void {
    const decoded = decodeString(this.#text.slice(at + 1, end - 1));
    const isKey = level?.kind === 'object' && !level.hasKey;
    if (isKey) {
      level.key = decoded.text;
      level.hasKey = true;
    }
    for (const span of this.#inside(decoded.text, isKey)) {
      this.#found.push({
        ...span,
        path: this.#pathTo(span.path),
        start: at + 1 + decoded.offsetOf(span.start),
        end: at + 1 + decoded.offsetOf(span.end),
        quote: span.quote === '' ? '' : JSON.stringify(span.quote).slice(1, -1),
      });
    }
    if (level?.kind === 'array') level.before = decoded.text;
    else if (level !== undefined && !isKey && NAME_OF_VALUE.test(level.key)) level.called = decoded.text;
  }

  #inside(text: string, isKey: boolean): readonly FoundSpan[] {
    const whole = !isKey && this.#isNamedSecret(text) ? valueSpan(text) : userSpan(this.#before(), text);
    if (whole === undefined) return foundSpans(text, this.#search, this.#nested + 1);
    return merged([whole, ...this.#search.find(text)]).map((span) => inText(text, span));
  }

  #number(start: number, end: number): void {
    const secret = this.#text.slice(start, end);
    // A short number under a secret name is a count or a flag.
    if (secret.length < 4 || !/^[-\d]/.test(secret) || !this.#isNamedSecret(secret)) return;
    const kind: SecretKind = 'secret by its name';
    this.#found.push({ start, end, kind, secret, path: this.#pathTo(''), quote: '"' });
  }

  #before(): string {
    const level = this.#levels.at(-1);
    return level?.kind === 'array' ? level.before : '';
  }

  /** True if a secret name precedes the value, or it is below such a name and looks like a secret. */
  #isNamedSecret(value: string): boolean {
    const { names } = this.#search;
    const before = this.#before();
    if (
      /^--?[A-Za-z][\w.-]*$/.test(before) &&
      (names.isSecretValue(before, value) || /^--?pat$/.test(before))
    )
      return true;
    const named = this.#levels.at(-1)?.object;
    if (named === undefined || !named.hasKey) return false;
    if (names.isSecretValue(named.key, value)) return true;
    if (/^(?:value|val|v|content)$/i.test(named.key) && names.isSecret(named.called)) return true;
    return (
      named.isBelowSecret &&
      (looksGenerated(value, 8) || (/^(?:value|raw)$/i.test(named.key) && !/\s/.test(value)))
    );
  }

  #pathTo(inside: string): string {
    const levels = this.#levels.slice(0, MAX_LEVELS);
    const steps = levels.map(({ kind, key, index }) => (kind === 'array' ? `[${index}]` : `.${key}`));
    const here = steps.join('').replace(/^\./, '') + (levels.length < this.#levels.length ? '…' : '');
    const joint = inside === '' || inside.startsWith('[') || here === '' ? '' : '.';
    return `${here}${joint}${inside}`;
  }
}

const NAME_OF_VALUE = /^(?:name|key|header|headerName|variable|field|id|k)$/i;

/** `-u user:password`, split into an option and its value. */
function userSpan(option: string, text: string): SecretSpan | undefined {
  if (!/^(?:-u|--user|--proxy-user)$/.test(option)) return undefined;
  const start = text.indexOf(':') + 1;
  const secret = text.slice(start);
  if (start === 0 || secret === '' || /^\d+$/.test(secret) || /[\s/]/.test(text)) return undefined;
  return { start, end: text.length, kind: 'secret by its name' };
}

export function isJson(text: string): boolean {
  return /^\s*[[{"]/.test(text) && parseJson(text) !== undefined;
}

/** Longer texts are images or audio. */
const MAX_LENGTH = 200_000;
const MIN_LENGTH = 20;

/** The text encoded in a base64 string (RFC 4648 §4 and §5); undefined if there is none. */
export function base64Text(text: string): string | undefined {
  if (text.length < MIN_LENGTH || text.length > MAX_LENGTH || !/^[A-Za-z0-9+/_-]+={0,2}$/.test(text))
    return undefined;
  const digits = text.replaceAll('-', '+').replaceAll('_', '/').replace(/=+$/, '');
  if (digits.length % 4 === 1) return undefined;
  const bytes = atob(digits);
  // Non-ASCII bytes stay single characters: secrets consist of ASCII.
  return /^[\t\n\r -~\u0080-\u00ff]*$/.test(bytes) && /[ :={"]/.test(bytes) ? bytes : undefined;
}

type DecodedString = {
  readonly text: string;
  readonly offsetOf: (index: number) => number;
};

const ESCAPES: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };

/** Decodes the content of a JSON string literal; unknown escapes are kept. */
function decodeString(literal: string): DecodedString {
  if (!literal.includes('\\')) return { text: literal, offsetOf: (index) => index };
  const places: number[] = [];
  const parts: string[] = [];
  for (let at = 0; at < literal.length; ) {
    places.push(at);
    const char = literal[at] ?? '';
    if (char !== '\\') {
      parts.push(char);
      at += 1;
      continue;
    }
    const kind = literal[at + 1] ?? '';
    const hex = literal.slice(at + 2, at + 6);
    if (kind === 'u' && /^[0-9a-fA-F]{4}$/.test(hex)) {
      parts.push(String.fromCharCode(Number.parseInt(hex, 16)));
      at += 6;
    } else {
      parts.push(ESCAPES[kind] ?? kind);
      at += 2;
    }
  }
  places.push(literal.length);
  return { text: parts.join(''), offsetOf: (index) => places[index] ?? literal.length };
}
