import { stringAt } from '../base/json-value.ts';
import { TextMemo } from '../base/text-memo.ts';
import { WordScan } from '../base/word-scan.ts';

let questions = 0;

/** A text of an error, with the answers to the rules' questions about it so far. */
export class ErrorText {
  readonly text: string;
  /** What it shows at first sight (error-text.ts). */
  readonly traits: number;
  answers: unknown[] | undefined;

  constructor(text: string) {
    this.text = text;
    this.traits = textTraits(text);
    this.answers = undefined;
  }
}

const known = new TextMemo((text) => new ErrorText(text));

/** The text that rules ask about; the same object again for a text that came shortly before. */
export function errorText(text: string): ErrorText {
  return known.of(text);
}

/** The text of an answer, looked up when the first rule asks about it. */
export function errorTextOf(answer: { readonly text: string; errorText: ErrorText | undefined }): ErrorText {
  answer.errorText ??= errorText(answer.text);
  return answer.errorText;
}

/** A question about a text, answered once for each: it must depend on the text alone. Ask while a module loads. */
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

/** True if a message says that the thing requested is not there. It reads the first 2,000 characters. */
export function saysUnknown(text: ErrorText): boolean {
  return (text.traits & TRAIT.unknown) !== 0 && statesUnknown(text);
}

/** True if a text speaks of what a request asks for: it names it, or its kind; of a file, its path. */
export function speaksOfTarget(
  text: string,
  { method, target }: { readonly method: string; readonly target: string },
): boolean {
  const said = text.slice(0, 2000).replaceAll(method, '');
  const path = /^[a-z][a-z\d+.-]*:\/\/+(?=.{4})(.*)/i.exec(target)?.[1] ?? '';
  if ((target !== '' && said.includes(target)) || (path !== '' && said.includes(path))) return true;
  return /\b(?:tools?|prompts?|resources?|ur[il]s?)\b/i.test(said);
}

/** The detail that some servers put beside a general message: `data` as a text, or `data.message`; empty for none. */
export function detailIn(data: unknown): string {
  return typeof data === 'string' ? data : (stringAt(data, 'message') ?? '');
}

/** What an answer shows at first sight, whenever a rule that names it could find something, or more often. */
export const TRAIT = {
  // Words of the text of an error, of either tier.
  /** It may say that something is unknown (error-text.ts). */
  unknown: 1 << 0,
  /** It may reject arguments (rejected-arguments.ts). */
  rejects: 1 << 1,
  /** It may speak of the handshake (tool-call.ts). */
  handshake: 1 << 2,
  /** It holds "MCP error", or speaks of an elicitation. */
  mcpError: 1 << 3,
  /** It may be what a validator wrote (validator-dump.ts). */
  dump: 1 << 4,
  /** It may show a stack trace or a place in a file (stack-trace.ts). */
  leak: 1 << 5,
  /** It may say that something failed and nothing else. */
  generic: 1 << 6,
  lost: 1 << 7,
  header: 1 << 8,
  /** It speaks of the session: of its end, its version, or of tasks. */
  session: 1 << 9,
  // The shape of that text.
  /** It begins with "ERROR:". */
  category: 1 << 10,
  /** It has at most `BRIEF` characters, blanks around it not counted. */
  brief: 1 << 11,
  /** It may hold nothing but blanks. */
  blank: 1 << 12,
  // The answer.
  data: 1 << 13,
  structured: 1 << 14,
  /** The structuredContent has an error (`structuredErrorOf`). */
  structuredError: 1 << 15,
  /** The result has a member beside `content`. */
  moreMembers: 1 << 16,
  /** The result may state that the call failed (hidden-failure/). */
  suspect: 1 << 17,
  // What is known of its request.
  /** It is no call of a tool that the server has listed. */
  unlisted: 1 << 18,
  /** The tool promises structured output, or it is not known which tool it is. */
  outputSchema: 1 << 19,
  /** The tool runs only as a task. */
  taskOnly: 1 << 20,
  /** The request is `initialize`, or names a revision that does not exist. */
  oddRevision: 1 << 21,
  /** Its method is no request of the protocol. */
  oddMethod: 1 << 22,
  /** It is no call of a tool with a name, and with arguments that are an object, if any. */
  oddCall: 1 << 23,
  // What is known of a request when it is sent.
  /** The server did not declare the capability that its method needs. */
  undeclared: 1 << 24,
  /** It names another revision than the session's. */
  otherRevision: 1 << 25,
  /** Lines of stderr came while its request alone was open. */
  crashed: 1 << 26,
} as const;

/** Words of which an error that rejects arguments holds one. */
export const REJECTING_WORDS: readonly string[] = [
  ...['invalid', 'required', 'missing', 'expect', 'must', 'type', 'validat'],
  ...['argument', 'param', 'field', 'propert', 'schema', 'input', 'cannot be', 'should be'],
];

/** Longer texts have every word. */
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
