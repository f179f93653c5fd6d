import { isBase64 } from '../../base/schema/string-formats.ts';
import type { KnownRecord } from '../record.ts';
import { base64Text, type FoundSpan, foundSpans, isJson } from './json-spans.ts';
import { KnownSecrets } from './known-secrets.ts';
import { nextSecret } from './secret-forms.ts';
import { NAME_HINT, SecretNames } from './secret-names.ts';
import { isUserAndPassword, KEY_END, KEY_START, looksGenerated, type SecretKind } from './secret-shapes.ts';
import { merged, type SecretSpan, textSpans } from './text-spans.ts';

/** The content of a private key's line: base64, or a header such as `Proc-Type: 4,ENCRYPTED`. */
const INSIDE = /^[\w+/=:,.@ -]*$/;
/** A key of 16,384 bits has about 200 lines. */
const MAX_LINES = 400;

class KeyBlocks {
  readonly #open = new Map<string, number>();

  get isInKey(): boolean {
    return this.#open.size > 0;
  }

  /** Takes the next record; returns how much of its text, from the start, belongs to a key begun earlier. */
  inside(record: KnownRecord): number {
    if (record.type !== 'stderr' && record.type !== 'frame') return 0;
    const text = record.type === 'stderr' ? record.text : (record.raw ?? '');
    if (!this.isInKey && !text.includes('BEGIN ') && !text.includes('PuTTY-User')) return 0;
    const stream = `${record.type} ${record.session} ${record.type === 'frame' ? record.direction : ''}`;
    const left = this.#open.get(stream);
    const length = left === undefined ? 0 : insideLength(text);
    if (left !== undefined && (length < text.length || KEY_END.test(text) || left <= 1))
      this.#open.delete(stream);
    else if (left !== undefined) this.#open.set(stream, left - 1);
    if (beginsKey(text)) this.#open.set(stream, MAX_LINES);
    return length;
  }
}

function beginsKey(text: string): boolean {
  const end = Math.max(...['-END ', ' END ', 'Private-MAC'].map((mark) => text.lastIndexOf(mark)));
  return KEY_START.test(end < 0 ? text : text.slice(end));
}

/** How much of a text may belong to a key: all lines up to its end, or up to the first that cannot. */
function insideLength(text: string): number {
  const end = KEY_END.exec(text);
  if (end !== null)
    return INSIDE.test(text.slice(0, end.index).replace(/[\r\n]/g, '')) ? end.index + end[0].length : 0;
  let length = 0;
  for (const line of text.split(/(?<=\n)/)) {
    if (!INSIDE.test(line.trim())) break;
    length += line.length;
  }
  return length;
}

export type RedactionChoices = {
  readonly keep?: readonly string[];
  readonly add?: readonly string[];
  /** True to keep home folders: users must be able to find paths shown to them. */
  readonly keepsFolders?: boolean;
};

type RedactionHit = {
  readonly seq: number;
  /** The field, and the path within it if it is JSON: `raw: params.arguments.token`. */
  readonly path: string;
  readonly kind: SecretKind;
  /** Equal secrets have equal numbers: this one becomes `<redacted:1>`. */
  readonly number: number;
  readonly secret: string;
  readonly shown: string;
};

/** Caching bounds: report sentences repeat. */
const MAX_REPEATED_CHARS = 2000;
const MAX_REPEATED_TEXTS = 10_000;

/** Fields of the recording's own structure; any other field may hold user input. */
const STRUCTURE = new Set(['type', 'seq', 'at', 'session', 'origin', 'direction', 'event', 'signal', 'env']);

/** Replaces secrets in two passes over the records in order: {@link learn} all, then {@link hits} or {@link redact}. */
export class Redactor {
  readonly #secrets: KnownSecrets;
  readonly #names = new SecretNames();
  readonly #keysLearned = new KeyBlocks();
  readonly #keysPassed = new KeyBlocks();
  readonly #byShape = { names: this.#names, find: (text: string) => textSpans(text, this.#names) };
  readonly #byAll = { names: this.#names, find: (text: string) => this.#known(text) };
  readonly #byQuote = {
    names: this.#names,
    find: (text: string) => merged([...this.#known(text), ...this.#secrets.quotedSpans(text)]),
  };
  readonly #replacedNumbers = new Set<number>();
  readonly #clean = new Map<string, string>();
  readonly #keepsFolders: boolean;

  constructor(choices: RedactionChoices = {}) {
    this.#keepsFolders = choices.keepsFolders === true;
    this.#secrets = new KnownSecrets(choices.keep ?? [], choices.add ?? []);
  }

  get count(): number {
    return this.#secrets.count;
  }

  get replaced(): number {
    return this.#replacedNumbers.size;
  }

  /** True if `learn` would learn nothing from a record with this text, plain or as JSON: it can be skipped. */
  hasNothingToLearn(text: string): boolean {
    return !this.#keysLearned.isInKey && !hasSecretTrace(text);
  }

  /** True if `hits` and `redact` find nothing in a record with this text, plain or as JSON. */
  isClean(text: string): boolean {
    return !this.#keysPassed.isInKey && !hasSecretTrace(text) && !this.#secrets.mayBeIn(text);
  }

  learn(record: KnownRecord): void {
    this.#clean.clear();
    const inKey = this.#keysLearned.inside(record);
    for (const { field, text } of textsOf(record)) {
      if (inKey === 0 && !hasSecretTrace(text)) continue;
      this.#secrets.passOver(text);
      const found = withKey(field, text, inKey, foundSpans(text, this.#byShape));
      for (const { kind, secret } of this.#wanted(found)) this.#secrets.learn(secret, kind);
    }
  }

  /** Learns from a text outside the records, such as a command's arguments as JSON. */
  learnText(text: string): void {
    this.learn({ type: 'mark', seq: 0, at: 0, label: text });
  }

  hits(record: KnownRecord): RedactionHit[] {
    const inKey = this.#keysPassed.inside(record);
    return textsOf(record).flatMap(({ field, text }) =>
      this.#spans(field, text, inKey).map(({ kind, secret, path }) => ({
        seq: record.seq,
        path: path === '' ? field : `${field}: ${path}`,
        kind,
        number: this.#secrets.learn(secret, kind),
        secret,
        shown: shortened(secret),
      })),
    );
  }

  /** The record without its secrets; the same object if it has none. */
  redact(record: KnownRecord): KnownRecord {
    const inKey = this.#keysPassed.inside(record);
    let changed: KnownRecord = record;
    for (const { field, text } of textsOf(record)) {
      const clean = this.#replace(text, this.#spans(field, text, inKey));
      if (clean !== text) changed = withText(changed, field, clean);
    }
    return changed;
  }

  /** Redacts a text derived from records, such as a sentence that quotes one, once all have been learned. */
  redactText(text: string): string {
    const known = this.#clean.get(text);
    if (known !== undefined) return known;
    // Objects still name their values; other text may have lost the names.
    const hasNames = /^\s*\{/.test(text) && isJson(text);
    const spans =
      this.isClean(text) && (hasNames || this.#secrets.quotedSpans(text).length === 0)
        ? []
        : foundSpans(text, hasNames ? this.#byAll : this.#byQuote);
    const clean = this.#replace(text, this.#wanted(spans));
    if (text.length <= MAX_REPEATED_CHARS && this.#clean.size < MAX_REPEATED_TEXTS)
      this.#clean.set(text, clean);
    return clean;
  }

  #spans(field: string, text: string, inKey: number): FoundSpan[] {
    if (inKey === 0 && !hasSecretTrace(text) && !this.#secrets.mayBeIn(text)) return [];
    return this.#wanted(withKey(field, text, inKey, foundSpans(text, this.#byAll)));
  }

  #known(text: string): SecretSpan[] {
    if (!this.#secrets.mayBeIn(text)) return textSpans(text, this.#names);
    return merged([...textSpans(text, this.#names), ...this.#secrets.spans(text)]);
  }

  #wanted(spans: readonly FoundSpan[]): FoundSpan[] {
    return spans.filter(
      ({ secret, kind }) => this.#secrets.isSecret(secret) && !(this.#keepsFolders && kind === 'home folder'),
    );
  }

  #replace(text: string, spans: readonly FoundSpan[]): string {
    let clean = '';
    let at = 0;
    for (const { start, end, secret, kind, quote } of spans) {
      const number = this.#secrets.learn(secret, kind);
      this.#replacedNumbers.add(number);
      clean += `${text.slice(at, start)}${quote}<redacted:${number}>${quote}`;
      at = end;
    }
    return at === 0 ? text : clean + text.slice(at);
  }
}

/** The first `inKey` characters are lines of a private key that began in an earlier record. */
function withKey(field: string, text: string, inKey: number, found: FoundSpan[]): FoundSpan[] {
  if (inKey === 0 || (field !== 'text' && field !== 'raw')) return found;
  const key = { start: 0, end: inKey, kind: 'private key', secret: text.slice(0, inKey) } as const;
  return [{ ...key, path: '', quote: '' }, ...found.filter(({ start }) => start >= inKey)];
}

export function secretsReplaced(count: number): string {
  return `${count} ${count === 1 ? 'secret' : 'secrets'} replaced`;
}

/** Yields the records without secrets, lazily. `records` is iterated twice. */
export function* redactRecords(
  records: Iterable<KnownRecord>,
  choices: RedactionChoices = {},
): Generator<KnownRecord> {
  const redactor = new Redactor(choices);
  for (const record of records) redactor.learn(record);
  for (const record of records) yield redactor.redact(record);
}

/** Removes the secrets that are recognizable on their own from a single text. */
export function redactedText(text: string, choices: RedactionChoices = {}): string {
  const [record] = redactRecords([{ type: 'mark', seq: 0, at: 0, label: text }], choices);
  return record?.type === 'mark' ? record.label : '';
}

type FieldText = { readonly field: string; readonly text: string };

/** Avoids allocations, since this runs for every record of a recording. */
function textsOf(record: KnownRecord): FieldText[] {
  const texts: FieldText[] = [];
  for (const field in record) {
    if (STRUCTURE.has(field)) continue;
    const value = fieldOf(record, field);
    if (typeof value === 'number' || typeof value === 'boolean' || value == null) continue;
    if (typeof value !== 'string') texts.push({ field, text: JSON.stringify(value) });
    // Bytes that are not UTF-8 become one character per byte, so all others are preserved.
    else texts.push({ field, text: isBytes(field, value) ? atob(value) : value });
  }
  return texts;
}

function withText(record: KnownRecord, field: string, text: string): KnownRecord {
  const value = fieldOf(record, field);
  if (typeof value !== 'string') return { ...record, [field]: JSON.parse(text) };
  return { ...record, [field]: isBytes(field, value) ? btoa(text) : text };
}

function fieldOf(record: Readonly<Record<string, unknown>>, field: string): unknown {
  return record[field];
}

function isBytes(field: string, value: string): boolean {
  return (field === 'rawBase64' || field === 'originalBase64') && isBase64(value);
}

/** Just enough to recognize a secret: a preview must not leak it either. */
function shortened(secret: string): string {
  const flat = secret.replace(/\s+/g, ' ');
  if (flat.length <= 6) return `${flat.slice(0, 1)}…`;
  if (flat.length <= 12) return `${flat.slice(0, 3)}…`;
  return `${flat.slice(0, 6)}…${flat.slice(-2)} (${secret.length} characters)`;
}

/**
 * A cheap pre-check: a text without any of these traces contains no secret, neither by shape nor by name. This holds
 * for the text itself and within any number of nested JSON strings, because an escape that could spell a letter or a
 * slash is itself a trace; any other escape leaves only a backslash, perhaps followed by a letter.
 */
export function hasSecretTrace(text: string): boolean {
  if (SIGNS.test(text)) return true;
  if (NAME_HINT.test(text) && (NAMES.test(text) || (VAGUE.test(text) && hasMadeValue(text)))) return true;
  return hasKeyTrace(text);
}

/** Escapes, letters with an ASCII lower case, addresses, passwords, keys, home folders, codes, options. */
const SIGNS =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the escape character begins a sequence
  /[@\u001b\u0130\u212a]|\\[u/]|----|PuTTY-User|<redacted:|[/\\-](?:home|users)[/\\-]|documents and settings|(?:response|signature)=| -p|-(?:u|user|pat)(?![a-z])|[ -](?:pass)?(?:code|word|key|pin)s?[ :=]|(?:[2m]fa|pin)[ :=]|\d is your/i;

/** These words in any case. */
const any = (words: string) => words.replace(/\p{Ll}/gu, (letter) => `[${letter}${letter.toUpperCase()}]`);
/** A following lower-case letter would continue the word. */
const ending = (words: string) => new RegExp(`(?:${words})[sS]?(?![a-z])`);

/** What may separate two words of a name. */
const GAP = '(?:\\\\[bfnrt]|[^A-Za-z0-9])*';
/** Each of these words, directly before `token`, makes it harmless. */
const HARMLESS = `(?<!(?:^|[^A-Za-z0-9\\u0080-\\uffff])(?:${any('progress|page|next|continuation|cursor|stop|max|min')}))`;
const BEFORE_KEY = any(
  'api|access|private|secret|signing|encryption|account|auth|subscription|license|master|deploy|role|anon|shared|storage|app|consumer|session|functions|preshared',
);
/** The ends of secret names, and the words that precede them. */
const NAMES = ending(
  [
    any(
      'pass(?:word|wort|wd|code|phrase)?|pwd?|psk|secret|credential|authorization|cookie|bearer|basic|ssws|jwt|otp',
    ),
    any('apikey|contrasena|contraseña|senha|пароль|密码|パスワード'),
    `${HARMLESS}${any('token')}`,
    `(?:${BEFORE_KEY})${GAP}${any('key')}|${any('sess(?:ion)?')}${GAP}${any('id')}|${any('key')}${GAP}${any('data')}`,
    `(?:${any('verification|security|time|factor|mfa|recovery|backup|device')})${GAP}${any('code')}`,
    `${any('connection')}${GAP}${any('string')}`,
  ].join('|'),
);
/** The ends of names whose value is secret if it looks like a secret. */
const VAGUE = ending(any('key|token|auth|pat|sig(?:nature)?|sid|hmac|code|ticket'));

const RUN = /[\w\-+/=.~:%]{8,}/g;
const LONG_RUN = 15;
const IN_RUN = Array.from({ length: 128 }, (_, unit) => /[\w\-.:+/=~%]/.test(String.fromCharCode(unit)));

/** True if a vague name may have a secret value: in a URL, or one that looks generated. */
function hasMadeValue(text: string): boolean {
  return (
    text.includes('=') ||
    (text.match(RUN)?.some((run) => looksGenerated(run, 8) || isUserAndPassword(run)) ?? false)
  );
}

/** True for keys with a recognizable shape and for base64 text; both are at least this long and free of escapes. */
function hasKeyTrace(text: string): boolean {
  for (let at = LONG_RUN - 1; at < text.length; at += LONG_RUN) {
    // Every run of this length covers one checked position; most positions need no second look.
    if (!isInRun(text, at)) continue;
    let start = at;
    while (start > 0 && isInRun(text, start - 1)) start -= 1;
    let end = at + 1;
    while (end < text.length && isInRun(text, end)) end += 1;
    if (end - start < LONG_RUN) continue;
    const run = text.slice(start, end);
    if (
      /eyJ|sk-|pypi-/.test(run) ||
      nextSecret(text, start, end) !== undefined ||
      base64Text(run) !== undefined
    )
      return true;
    at = end;
  }
  return false;
}

function isInRun(text: string, at: number): boolean {
  return IN_RUN[text.charCodeAt(at)] === true;
}
