import { partitionPoint } from '../../base/partition-point.ts';
import { isSessionName } from './http-secrets.ts';
import { QuotedSecrets } from './quoted-secrets.ts';
import { isAlphanumeric } from './secret-forms.ts';
import { looksRandom, type SecretKind } from './secret-shapes.ts';
import type { SecretSpan } from './text-spans.ts';

const PLACEHOLDERS = /<redacted:(\d+)>/g;
/** Shorter secrets and plain words are not searched for elsewhere: that would tear holes into harmless text. */
const MIN_SPREAD = 6;

/** Numbers secrets so that equal ones get equal numbers, and finds known ones anywhere. */
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
    return !this.#keep.has(secret) && !isSessionName(secret);
  }

  /** Skips the numbers used by an earlier redaction. */
  passOver(text: string): void {
    if (!text.includes('<redacted:')) return;
    for (const [, digits = '0'] of text.matchAll(PLACEHOLDERS)) {
      this.#next = Math.max(this.#next, Number(digits) + 1);
    }
  }

  /** Returns the secret's number; from now on the secret is found anywhere. */
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

  /** False if `spans` finds nothing in the text or its JSON strings; it must have no numeric or slash escapes. */
  mayBeIn(text: string): boolean {
    return this.#starts.mayBeIn(text);
  }

  quotedSpans(text: string): SecretSpan[] {
    return this.#quoted.spans(text);
  }

  spans(text: string): SecretSpan[] {
    const spans = this.#added.flatMap((added) => addedSpans(text, added));
    if (this.#spreads === 0 || text.length < MIN_SPREAD) return spans;
    let before = false;
    for (let at = 0; at <= text.length - MIN_SPREAD; at += 1) {
      const inWord = before;
      before = isAlphanumeric(text.charCodeAt(at));
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

/** These are found by their shape, or are searched for individually. */
function showsItself(kind: SecretKind): boolean {
  return kind === 'e-mail address' || kind === 'home folder' || kind === 'added by the user';
}

function spreads(secret: string, kind: SecretKind): boolean {
  if (showsItself(kind)) return false;
  return secret.length >= MIN_SPREAD && looksRandom(secret) && !/^\d+$/.test(secret);
}

function splitsWord(text: string, at: number, secret: string): boolean {
  const end = at + secret.length;
  const last = isAlphanumeric(secret.charCodeAt(secret.length - 1));
  return last && end < text.length && isAlphanumeric(text.charCodeAt(end));
}

/** Sorted texts. `before` is the index of the longest other text that is a prefix of this one; -1 for none. */
type Run = readonly { readonly text: string; readonly before: number }[];

/** A set of texts that finds those starting at a position of another text, in logarithmic time. */
export class TextSet {
  /** Each run is at least twice as long as the next, so a text is sorted again only when their number doubles. */
  readonly #runs: Run[] = [];

  add(text: string): void {
    let run: Run = [{ text, before: -1 }];
    for (;;) {
      const last = this.#runs.at(-1);
      if (last === undefined || last.length >= 2 * run.length) break;
      this.#runs.pop();
      run = sorted([...last, ...run].map((one) => one.text));
    }
    this.#runs.push(run);
  }

  *at(text: string, place: number): Generator<string> {
    for (const run of this.#runs) {
      // Every text that is a prefix here is also a prefix of the last one in order that is not after it.
      let found = partitionPoint(run.length, (index) => !isAfter(run[index]?.text ?? '', text, place)) - 1;
      for (let one = run[found]; one !== undefined; one = run[found]) {
        if (text.startsWith(one.text, place)) yield one.text;
        found = one.before;
      }
    }
  }
}

function sorted(texts: readonly string[]): Run {
  const run: { text: string; before: number }[] = [];
  // By UTF-16 units, like `isAfter`.
  for (const text of [...texts].sort()) {
    let before = run.length - 1;
    for (let one = run[before]; one !== undefined && !text.startsWith(one.text); one = run[before]) {
      before = one.before;
    }
    run.push({ text, before });
  }
  return run;
}

/** True if `one` sorts after the text that starts at `place`. */
function isAfter(one: string, text: string, place: number): boolean {
  for (let at = 0; at < one.length; at += 1) {
    const difference = one.charCodeAt(at) - text.charCodeAt(place + at);
    if (difference !== 0) return !(difference < 0);
  }
  return false;
}

/** A run of characters that JSON writes in only one way, apart from numeric escapes. */
const PLAIN_RUN = /[\w\-+=~%.:!#$&*(),;<>?@[\]^`{|}]+/g;
const LENGTH = 4;
const SLOTS = 1 << 20;

/** Tells in one pass whether a known secret may stand in a text, by four characters of each; never misses one. */
export class SecretStarts {
  #slots: Uint8Array | undefined;
  #anywhere = false;

  add(secret: string): void {
    const runs = secret.match(PLAIN_RUN) ?? [];
    const longest = runs.reduce((best, run) => (run.length > best.length ? run : best), '');
    if (longest.length < LENGTH) {
      this.#anywhere = true;
      return;
    }
    this.#slots ??= new Uint8Array(SLOTS);
    let slot = 0;
    for (let at = 0; at < LENGTH; at += 1) slot = next(slot, longest.charCodeAt(at));
    this.#slots[slot] = 1;
  }

  mayBeIn(text: string): boolean {
    if (this.#anywhere) return true;
    const slots = this.#slots;
    if (slots === undefined) return false;
    let slot = 0;
    for (let at = 0; at < text.length; at += 1) {
      slot = next(slot, text.charCodeAt(at));
      if (slots[slot] === 1 && at >= LENGTH - 1) return true;
    }
    return false;
  }
}

/** Five bits for each character, of the last four only. */
function next(slot: number, unit: number): number {
  return ((slot << 5) ^ (unit & 0x7f) ^ (unit >> 7)) & (SLOTS - 1);
}
