import { isJsonObject } from '../../base/json-value.ts';
import type { ToolPurpose } from './tool-purpose.ts';

const MAX_VALUES = 60;
const LONGEST = 4000;
/** Shorter values stand in many texts by chance. */
const SHORTEST_NAME = 2;
/** What is in such a file is not passed on as it is. */
const BINARY =
  /\.(?:png|jpe?g|gif|webp|heic|tiff?|bmp|wav|mp3|ogg|flac|mp4|mov|mkv|avi|zip|gz|7z|pdf|docx?|xlsx?|pptx?|ipynb|exe|bin|iso)$/i;
const LONGEST_NAME = 80;

const SPEAKS_OF_ERRORS =
  /error|fail|denied|unauthori|forbidden|not found|invalid|exception|refused|time(d )?-?out|crash|wrong|cannot|could not|fehler|erreur|keine?\b|verweigert|错误|失败|エラー/i;

/** A value that says so by itself: "blocked", "Payment refused". */
const BAD_VALUE =
  /^(?:[\w-]+ ){0,3}(?:blocked|failed|rejected|declined|denied|refused|aborted|disabled|offline|closed)(?: [\w-]+){0,3}$/i;

/** What is known of the call whose answer is read. */
export type FailureContext = {
  readonly tool: string;
  readonly purpose: ToolPurpose;
  readonly asked: CallArguments;
};

/** What a call was asked for: the texts, numbers and lists of its arguments. */
export class CallArguments {
  readonly #value: unknown;
  readonly #lists: (readonly unknown[])[] = [];
  #read: string[] | undefined;

  /** Reads the arguments when something is first asked about them: most answers need none of it. */
  constructor(value: unknown) {
    this.#value = value;
  }

  get #texts(): string[] {
    if (this.#read === undefined) {
      this.#read = [];
      this.#take(this.#value, 0, this.#read);
    }
    return this.#read;
  }

  /** True if the call gave no argument. */
  get isNone(): boolean {
    return this.#texts.length === 0 && this.#lists.length === 0;
  }

  /** True if the call gave at most one argument, and no list. */
  get isOneOrNone(): boolean {
    return this.#texts.length < 2 && this.#lists.length === 0;
  }

  /** True if an argument is about errors itself: then so is an answer that speaks of them. */
  get speakOfErrors(): boolean {
    return this.#texts.some((text) => SPEAKS_OF_ERRORS.test(text));
  }

  /** True if one of the texts passes the test. */
  some(test: (text: string) => boolean): boolean {
    return this.#texts.some(test);
  }

  /** True if the call asks for a trial: `dry_run: true`. */
  get isTrial(): boolean {
    return (
      isJsonObject(this.#value) &&
      Object.entries(this.#value).some(
        ([name, value]) =>
          value === true &&
          /^(?:is_?)?(?:dry_?run|simulat\w+|preview|what_?if|trial|check_?only|plan_?only)$/i.test(name),
      )
    );
  }

  /** True if a file, a path or an address was asked for, whose content may be anything. */
  get nameAFile(): boolean {
    return this.#texts.some((text) => /[\\/]|\.[a-z]\w{0,4}$/i.test(text));
  }

  /** True if a file with an extension was asked for, such as one that holds JSON. */
  get nameADocument(): boolean {
    return this.#texts.some((text) => /\.[a-z]\w{0,4}$/i.test(text) && !BINARY.test(text));
  }

  /** True if the text names what was asked for: a path, an address, an id. */
  namedIn(text: string): boolean {
    return this.#texts.some(
      (value) =>
        value.length > SHORTEST_NAME &&
        value.length < text.length &&
        !SPEAKS_OF_ERRORS.test(value) &&
        text.includes(value),
    );
  }

  /** True if the text stands in an argument, or holds a phrase that speaks of errors: it is repeated, not said. */
  repeatedBy(text: string): boolean {
    const lower = text.trim().toLowerCase();
    return this.#texts.some((value) => {
      const given = value.toLowerCase();
      if (lower.length > 5 && given.includes(lower)) return true;
      return given.length > 5 && /\s/.test(given) && SPEAKS_OF_ERRORS.test(given) && lower.includes(given);
    });
  }

  /** True if this very text, or this number, is an argument. */
  includes(value: string): boolean {
    const lower = value.toLowerCase();
    return this.#texts.some((text) => text.length === value.length && text.toLowerCase() === lower);
  }

  /** The text, with blanks for the arguments that it repeats. */
  without(text: string): string {
    let left = text;
    for (const value of this.#texts) {
      const at = value.length > 3 ? left.toLowerCase().indexOf(value.toLowerCase()) : -1;
      if (at >= 0) left = left.slice(0, at) + ' '.repeat(value.length) + left.slice(at + value.length);
    }
    return left;
  }

  /** The text, with blanks for short arguments that speak of a failure, such as a status that was to be set. */
  withoutBad(text: string): string {
    const bad = this.#texts.filter((value) => value.length < 60 && BAD_VALUE.test(value));
    return bad.reduce((left, value) => left.replace(value, ' '.repeat(value.length)), text);
  }

  /** The arguments that a text names, in the order in which they were given. */
  *named(text: string): Iterable<string> {
    for (const value of this.#texts) {
      if (value !== '' && value.length < 100 && text.includes(value)) yield value;
    }
  }

  /** True if a list of this many things was asked for. */
  hasListOf(count: number): boolean {
    return this.#texts.length >= 0 && this.#lists.some((list) => list.length === count);
  }

  /** The lists of several things among the arguments: for each thing the short texts and numbers that name it. */
  get lists(): readonly (readonly (readonly string[])[])[] {
    if (this.#texts.length === 0) return [];
    return this.#lists
      .filter(({ length }) => length > 1 && length <= MAX_VALUES)
      .map((list) => list.map(namesOf));
  }

  #take(value: unknown, depth: number, texts: string[]): void {
    if (texts.length >= MAX_VALUES || depth > 3) return;
    if (typeof value === 'string') texts.push(value.slice(0, LONGEST));
    else if (typeof value === 'number') texts.push(String(value));
    else if (Array.isArray(value)) {
      this.#lists.push(value);
      for (const item of value.slice(0, MAX_VALUES)) this.#take(item, depth + 1, texts);
    } else if (isJsonObject(value)) {
      if (depth === 1) this.#lists.push(Object.keys(value));
      for (const key in value) this.#take(value[key], depth + 1, texts);
    }
  }
}

function namesOf(thing: unknown): readonly string[] {
  const members = isJsonObject(thing) || Array.isArray(thing) ? Object.values(thing) : [thing];
  return members
    .filter((member) => typeof member === 'string' || typeof member === 'number')
    .map((member) => String(member).replace(/^https?:\/\//, ''))
    .filter((name) => name !== '' && name.length < LONGEST_NAME);
}
