import { isJsonObject, stringAt } from '../../base/json-value.ts';
import { pattern } from './lexicon.ts';
import { mayBeNoun, type ToolPurpose, tokensOf, toolPurpose } from './tool-purpose.ts';
import tools from './tools.json' with { type: 'json' };

const MAX_VALUES = 60;
const MAX_TEXT = 4000;
const MAX_NAME = 80;

/** Participles that differ from their verb's form. */
const IRREGULAR: ReadonlyMap<string, string> = new Map(Object.entries(tools.irregular));
/** Words in a tool's name that are not its own action. */
const NEVER_OWN = /^(?:n(?:o|on|ot|one|othing|ever|either)|err(?:ors?)?|exceptions?)$/;
const SPEAKS_OF_ERRORS = pattern('{speaks_of_errors}');
const IS_TRIAL = pattern('^(?:is_?)?{trial_argument}$');
const TRIES = pattern('{tries}');
const SETS_STATE = pattern('^{sets_state}\\b');
const BAD_STATE = pattern('^(?=.{0,60}$)(?:[\\w-]+ ){0,3}{bad_value}(?: [\\w-]+){0,3}$');
const DOCUMENT = /\.[a-z]\w{0,4}$/i;
/** Such a file's content is not passed on unchanged. */
const BINARY = pattern('\\.{binary}$');

/** The call whose answer is read: the purpose of its tool, and its arguments. */
export class ToolCall {
  readonly tool: string;
  /** The words of the tool's name, as a sentence. */
  readonly name: string;
  readonly purpose: ToolPurpose;
  readonly #tokens: readonly string[];
  readonly #arguments: unknown;
  readonly #lists: (readonly unknown[])[] = [];
  #read: string[] | undefined;
  #given: RegExp | undefined;

  /** `params` are those of `tools/call`. */
  constructor(params: unknown) {
    this.tool = stringAt(params, 'name') ?? '';
    this.#arguments = isJsonObject(params) ? params.arguments : undefined;
    this.#tokens = tokensOf(this.tool);
    this.name = this.#tokens.join(' ');
    this.purpose = this.#purposeHere();
  }

  /** The texts and numbers in the arguments; most answers do not need them. */
  get texts(): readonly string[] {
    if (this.#read === undefined) {
      this.#read = [];
      this.#take(this.#arguments, 0, this.#read);
    }
    return this.#read;
  }

  /** The lists of several things in the arguments: for each thing, the short texts and numbers that name it. */
  get lists(): readonly (readonly (readonly string[])[])[] {
    if (this.texts.length === 0) return [];
    const several = this.#lists.filter(({ length }) => length > 1 && length <= MAX_VALUES);
    return several.map((list) => list.map(namesOf));
  }

  /** True if an argument is a list of this many things. */
  hasListOf(count: number): boolean {
    return this.texts.length >= 0 && this.#lists.some((list) => list.length === count);
  }

  /** True if an argument mentions errors, so an answer may mention them too. */
  get speaksOfErrors(): boolean {
    return this.texts.some((text) => SPEAKS_OF_ERRORS.test(text));
  }

  /** True if an argument names a file, path or address, whose content may be anything. */
  get namesFile(): boolean {
    return this.texts.some((text) => /[\\/]/.test(text) || DOCUMENT.test(text));
  }

  /** True if an argument names a file with an extension, such as one with JSON. */
  get namesDocument(): boolean {
    return this.texts.some((text) => DOCUMENT.test(text) && !BINARY.test(text));
  }

  /** True if the text names something requested: a path, an address, an id. */
  isNamedIn(text: string): boolean {
    const names = this.texts.filter((value) => value.length > 2 && value.length < text.length);
    return names.some((name) => !SPEAKS_OF_ERRORS.test(name) && text.includes(name));
  }

  /** True if the text occurs in an argument, or contains an argument's phrase about errors: it is only repeated. */
  isRepeatedBy(text: string): boolean {
    const lower = text.trim().toLowerCase();
    const number = /^\W{0,3}(?:error )?((?:ora|pls|tns|sql)-\d{4,5}|-?\d{3,5})\b/.exec(lower)?.[1];
    if (number !== undefined && this.isGiven(number)) return true;
    return this.texts.some((value) => {
      const given = value.toLowerCase();
      if (lower.length > 5 && given.includes(lower)) return true;
      return given.length > 5 && /\s/.test(given) && SPEAKS_OF_ERRORS.test(given) && lower.includes(given);
    });
  }

  /** True if exactly this text or number is an argument. */
  isGiven(value: unknown): boolean {
    if (typeof value !== 'string' && typeof value !== 'number') return false;
    const lower = String(value).toLowerCase();
    return this.texts.some((text) => text.length === lower.length && text.toLowerCase() === lower);
  }

  /** The text with arguments replaced by `_arg_` and words of the tool's name marked with `§`. */
  marked(text: string): string {
    this.#given ??= this.#givenValues();
    return this.ownMarked(text.replace(this.#given, '_arg_'));
  }

  /** The text with words of the tool's name marked with `§`, also after "un": "un§bound". */
  ownMarked(text: string): string {
    return text.replace(/[a-z]{2,}/gi, (word) => {
      if (this.#isOwn(word)) return `§${word}`;
      return word.startsWith('un') && this.#isOwn(word.slice(2)) ? `un§${word.slice(2)}` : word;
    });
  }

  /** Removes a state that the call was supposed to set: "blocked", "Payment refused". */
  withoutStates(text: string): string {
    if (!SETS_STATE.test(this.name)) return text;
    const states = this.texts.filter((value) => BAD_STATE.test(value));
    return states.reduce((left, state) => left.replace(state, ' '.repeat(state.length)), text);
  }

  /** True if the word is a form of a word in the tool's name: "registered" for "register_plate". */
  #isOwn(word: string): boolean {
    const lower = word.toLowerCase();
    if (NEVER_OWN.test(lower)) return false;
    const verb = IRREGULAR.get(lower) ?? lower;
    return this.#tokens.some((token) => {
      if (token.length < 3) return token === verb;
      const stem = token.replace(/[ey]$/, '');
      return verb.startsWith(stem) && verb.length - stem.length <= 4;
    });
  }

  #givenValues(): RegExp {
    const values = this.texts
      .filter((value) => value.length < MAX_NAME && !/^[ai0]?$/i.test(value))
      .sort((one, other) => other.length - one.length)
      .map((value) => value.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&'));
    return values.length === 0 ? /(?!)/ : new RegExp(`(?<![\\w-])(?:${values.join('|')})(?![\\w-])`, 'gi');
  }

  /** Reading a file passes on other people's text; reading a register or a sheet does not. */
  #purposeHere(): ToolPurpose {
    const purpose = toolPurpose(this.tool);
    const flags = isJsonObject(this.#arguments) ? Object.entries(this.#arguments) : [];
    if (TRIES.test(this.name) || flags.some(([name, value]) => value === true && IS_TRIAL.test(name)))
      return 'check';
    // "pump" with one pump may be a query; with several pumps, or more arguments, it starts them.
    const isAsking = mayBeNoun(this.tool) && this.texts.length < 2 && this.#lists.length === 0;
    if (purpose === 'action') return isAsking ? 'unknown' : 'action';
    return purpose === 'unknown' && this.namesFile && /read|view|show|open|cat\b/.test(this.name)
      ? 'raw'
      : purpose;
  }

  #take(value: unknown, depth: number, texts: string[]): void {
    if (texts.length >= MAX_VALUES || depth > 3) return;
    if (typeof value === 'string') texts.push(value.slice(0, MAX_TEXT));
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
  const names = members.filter((member) => typeof member === 'string' || typeof member === 'number');
  return names
    .map((name) => String(name).replace(/^https?:\/\//, ''))
    .filter((name) => name !== '' && name.length < MAX_NAME);
}
