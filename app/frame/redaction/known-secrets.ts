import { QuotedSecrets } from './quoted-secrets.ts';
import type { SecretKind } from './secret-shapes.ts';
import { looksRandom } from './secret-shapes.ts';
import { SecretStarts } from './secret-starts.ts';
import { TextSet } from './text-set.ts';
import type { SecretSpan } from './text-spans.ts';

const PLACEHOLDERS = /<redacted:(\d+)>/g;
/** A shorter secret, or a plain word, is not looked for elsewhere: it would tear holes into harmless text. */
const MIN_SPREAD = 6;

/** Numbers secrets, so that equal ones stay equal, and finds those again that are known from another place. */
export class KnownSecrets {
  readonly #keep: ReadonlySet<string>;
  readonly #added: readonly string[];
  readonly #numbers = new Map<string, number>();
  readonly #spread = new TextSet();
  readonly #starts = new SecretStarts();
  readonly #quoted = new QuotedSecrets();
  #spreads = 0;
  #next = 1;

  constructor(keep: readonly string[], add: readonly string[]) {
    this.#keep = new Set(keep);
    this.#added = add.filter((text) => text !== '');
    for (const text of this.#added) this.#starts.add(text);
  }

  get count(): number {
    return this.#numbers.size;
  }

  isSecret(secret: string): boolean {
    return !this.#keep.has(secret);
  }

  /** Keeps the numbers of an earlier redaction: new ones begin above them. */
  passOver(text: string): void {
    if (!text.includes('<redacted:')) return;
    for (const [, digits = '0'] of text.matchAll(PLACEHOLDERS)) {
      this.#next = Math.max(this.#next, Number(digits) + 1);
    }
  }

  /** The secret's number; from now on the secret is found wherever it stands. */
  learn(secret: string, kind: SecretKind): number {
    const known = this.#numbers.get(secret);
    if (known !== undefined) return known;
    const number = this.#next;
    this.#next += 1;
    this.#numbers.set(secret, number);
    const isSpread = spreads(secret, kind);
    this.#quoted.add(secret, isSpread || showsItself(kind));
    if (!isSpread) return number;
    this.#spread.add(secret);
    this.#starts.add(secret);
    this.#spreads += 1;
    return number;
  }

  /** False if `spans` finds none in the text, nor in what its JSON strings hold; it must hold no escapes by number or of a slash. */
  mayBeIn(text: string): boolean {
    return this.#starts.mayBeIn(text);
  }

  /** Where a sentence repeats secrets. */
  quotedSpans(text: string): SecretSpan[] {
    return this.#quoted.spans(text);
  }

  /** Where secrets stand that are known from elsewhere, or that the user has added. */
  spans(text: string): SecretSpan[] {
    const spans = this.#added.flatMap((added) => addedSpans(text, added));
    if (this.#spreads === 0 || text.length < MIN_SPREAD) return spans;
    let before = false;
    for (let at = 0; at <= text.length - MIN_SPREAD; at += 1) {
      const inWord = before;
      before = isWord(text.charCodeAt(at));
      if (inWord && before) continue;
      for (const secret of this.#spread.at(text, at)) {
        if (splitsWord(text, at, secret)) continue;
        spans.push({ start: at, end: at + secret.length, kind: 'secret by its name' });
      }
    }
    return spans;
  }
}

function addedSpans(text: string, added: string): SecretSpan[] {
  const spans: SecretSpan[] = [];
  for (let at = text.indexOf(added); at >= 0; at = text.indexOf(added, at + added.length)) {
    spans.push({ start: at, end: at + added.length, kind: 'added by the user' });
  }
  return spans;
}

/** These are found by their shape wherever they stand, or are looked for by themselves. */
function showsItself(kind: SecretKind): boolean {
  return kind === 'e-mail address' || kind === 'home folder' || kind === 'added by the user';
}

function spreads(secret: string, kind: SecretKind): boolean {
  if (showsItself(kind)) return false;
  return secret.length >= MIN_SPREAD && looksRandom(secret) && !/^\d+$/.test(secret);
}

/** True if the secret's text is only a part of a longer word. */
function splitsWord(text: string, at: number, secret: string): boolean {
  const end = at + secret.length;
  const last = isWord(secret.charCodeAt(secret.length - 1));
  return last && end < text.length && isWord(text.charCodeAt(end));
}

function isWord(unit: number): boolean {
  return (unit >= 0x30 && unit <= 0x39) || (unit >= 0x41 && unit <= 0x5a) || (unit >= 0x61 && unit <= 0x7a);
}
