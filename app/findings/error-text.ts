import { stringAt } from '../base/json-value.ts';
import { TextMemo } from '../base/text-memo.ts';
import { WordScan } from '../base/word-scan.ts';

let questions = 0;

/** An error text, with cached answers to the rules' questions. */
export class ErrorText {
  readonly text: string;
  /** The bits of `TRAIT` that the text alone shows. */
  readonly traits: number;
  answers: unknown[] | undefined;

  constructor(text: string) {
    this.text = text;
    this.traits = textTraits(text);
    this.answers = undefined;
  }
}

const known = new TextMemo((text) => new ErrorText(text));

/** The text object for rules; the same object for a recently seen text. */
export function errorText(text: string): ErrorText {
  return known.of(text);
}

/** The text object of an answer, created when the first rule asks. */
export function errorTextOf(answer: { readonly text: string; errorText: ErrorText | undefined }): ErrorText {
  answer.errorText ??= errorText(answer.text);
  return answer.errorText;
}

/** A question about a text, answered once per text: it must depend on the text alone. Define it at module load. */
export function aboutText<Answer extends string | number | boolean | object | null>(
  ask: (text: string) => Answer,
): (text: ErrorText) => Answer {
  const place = questions;
  questions += 1;
  return (about) => {
    const before = about.answers?.[place];
    if (before !== undefined) return before as Answer;
    const answer = ask(about.text);
    about.answers ??= new Array(questions).fill(undefined);
    about.answers[place] = answer;
    return answer;
  };
}

const UNKNOWN =
  /not found|unknown|not exist|no such|nonexistent|not registered|not available|no (tool|prompt|resource) (named|called)|disabled/i;

const statesUnknown = aboutText((text) => UNKNOWN.test(text.slice(0, 2000)));

/** A text in quotes, unless it has some itself. */
export function quoted(text: string): string {
  return text.includes('"') ? text : `"${text}"`;
}

/** True if a message says that the requested thing does not exist. Reads the first 2,000 characters. */
export function saysUnknown(text: ErrorText): boolean {
  return (text.traits & TRAIT.unknown) !== 0 && statesUnknown(text);
}

/** True if a text mentions the request's target, its kind or, for a file, its path. */
export function speaksOfTarget(
  text: string,
  { method, target }: { readonly method: string; readonly target: string },
): boolean {
  const said = text.slice(0, 2000).replaceAll(method, '');
  const path = /^[a-z][a-z\d+.-]*:\/\/+(?=.{4})(.*)/i.exec(target)?.[1] ?? '';
  if ((target !== '' && said.includes(target)) || (path !== '' && said.includes(path))) return true;
  return /\b(?:tools?|prompts?|resources?|ur[il]s?)\b/i.test(said);
}

/** The detail that some servers add to a general message: `data` as text, or `data.message`; empty for none. */
export function detailIn(data: unknown): string {
  return typeof data === 'string' ? data : (stringAt(data, 'message') ?? '');
}

/** Quickly visible traits; set whenever a rule that names them could find something, and sometimes when not. */
export const TRAIT = {
  // Words in the text of an error, in either tier.
  /** It may say that something is unknown (error-text.ts). */
  unknown: 1 << 0,
  /** It may reject arguments (rejected-arguments.ts). */
  rejects: 1 << 1,
  /** It may mention the handshake (tool-call.ts). */
  handshake: 1 << 2,
  /** It contains "MCP error", or mentions an elicitation. */
  mcpError: 1 << 3,
  /** It may be a validator's output (validator-dump.ts). */
  dump: 1 << 4,
  /** It may show a stack trace or a place in a file (stack-trace.ts). */
  leak: 1 << 5,
  /** It may say only that something failed. */
  generic: 1 << 6,
  lost: 1 << 7,
  header: 1 << 8,
  /** It mentions the session: its end, its version, or tasks. */
  session: 1 << 9,
  // The shape of that text.
  /** It starts with "ERROR:". */
  category: 1 << 10,
  /** It has at most `BRIEF` characters without surrounding blanks. */
  brief: 1 << 11,
  /** It may contain only blanks. */
  blank: 1 << 12,
  // The answer.
  data: 1 << 13,
  structured: 1 << 14,
  /** The structuredContent has an error (`structuredErrorOf`). */
  structuredError: 1 << 15,
  /** The result has a member besides `content`. */
  moreMembers: 1 << 16,
  /** The result may state that the call failed (hidden-failure/). */
  suspect: 1 << 17,
  // Its request.
  /** The request is not a call of a listed tool. */
  unlisted: 1 << 18,
  /** The tool promises structured output, or the tool is unknown. */
  outputSchema: 1 << 19,
  /** The tool runs only as a task. */
  taskOnly: 1 << 20,
  /** The request is `initialize`, or declares a revision that does not exist. */
  oddRevision: 1 << 21,
  /** The protocol has no request with this method. */
  oddMethod: 1 << 22,
  /** The request is not a tool call with a name and, if any, object arguments. */
  oddCall: 1 << 23,
  // A request at the time it is sent.
  /** The server did not declare the capability that the method needs. */
  undeclared: 1 << 24,
  /** The request declares a different revision than the session's. */
  otherRevision: 1 << 25,
  /** Stderr lines arrived while this request was the only open one. */
  crashed: 1 << 26,
} as const;

/** Every error that rejects arguments contains one of these words. */
export const REJECTING_WORDS: readonly string[] = [
  ...['invalid', 'required', 'missing', 'expect', 'must', 'type', 'validat'],
  ...['argument', 'param', 'field', 'propert', 'schema', 'input', 'cannot be', 'should be'],
];

/** Longer texts are assumed to contain every word. */
const MAX_READ = 2000;
const BRIEF = 120;
const GENERIC = 300;
const BLANK = 0x20;
const ASCII = 128;

const words = new WordScan(
  [
    [
      TRAIT.unknown,
      'not found,unknown,not exist,no such,nonexistent,not registered,not available,no tool,no prompt,no resource,disabled',
    ],
    [TRAIT.rejects, REJECTING_WORDS.join(',')],
    [TRAIT.handshake, 'nitiali,session id'],
    [TRAIT.mcpError, 'mcp error,-32042,elicitation'],
    [TRAIT.dump, 'pydantic.dev,['],
    [TRAIT.leak, '\n,.java:,.kt:,.scala:,.groovy:,file ",/home/,/users/,:\\'],
    [TRAIT.generic, 'error,something went wrong,failed'],
    [TRAIT.lost, 'connection closed,request time'],
    [TRAIT.header, 'header'],
    [
      TRAIT.session,
      'task augmentation,tasksupport,shutting down,protocol version,elicitation cannot be,back-channel,session,unauth,authentication,token',
    ],
  ].map(([bits, list]) => ({ bits: Number(bits), at: 'anywhere', words: String(list).split(',') })),
);
const EVERY_WORD = TRAIT.category - 1;

function textTraits(text: string): number {
  const { length } = text;
  let traits = length > MAX_READ ? EVERY_WORD : words.find(text, length);
  if (length >= GENERIC && length <= MAX_READ) traits &= ~TRAIT.generic;
  if (length === 0) return traits | TRAIT.blank | TRAIT.brief;
  const begins = mayBeBlank(text.charCodeAt(0));
  if (begins) traits |= TRAIT.blank;
  if (length <= BRIEF || begins || mayBeBlank(text.charCodeAt(length - 1))) traits |= TRAIT.brief;
  return text.startsWith('ERROR:') ? traits | TRAIT.category : traits;
}

function mayBeBlank(unit: number): boolean {
  return unit <= BLANK || unit >= ASCII;
}
