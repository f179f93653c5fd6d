import { foreignName } from '../base/foreign-text.ts';
import { type Message, type MessageValues, messageText } from '../base/message.ts';
import type { ErrorOrigin } from '../frame/error-origin.ts';
import { type Actor, callerOf, type NextStep, type SomeActor } from '../protocol/actor.ts';
import { valueOfFailure } from './cause-values.ts';
import causes from './causes.json' with { type: 'json' };
import type { Refused } from './failure.ts';
import type { PhraseKey } from './phrases.ts';

/** What an explanation rests on. */
type Grounds = {
  /** True if the frames do not show the cause: the server's stderr may. */
  readonly deeper?: true;
  /** True if more knowledge of the server's vocabulary may say more. */
  readonly vague?: true;
  /** True if the last line on stderr is quoted even if it is no exception: nothing else says why the server ended. */
  readonly lastLine?: true;
  /** True if the server never said anything: it may serve something else. */
  readonly silent?: true;
  /** True if the action stands whatever stderr says. */
  readonly settled?: true;
  readonly onCrash?: Omit<NextStep, 'actor'>;
  /** The same if stderr shows another error. */
  readonly onError?: Omit<NextStep, 'actor'>;
  /** What to do if a trace shows where in the server's code it was raised. */
  readonly onOrigin?: Extract<PhraseKey, `fix-origin${string}`>;
  /** By what failures of several calls are one problem. */
  readonly problem?: string | undefined;
  /** True if the request itself shows what is wrong, and `action` says what its sender must change. */
  readonly inRequest?: true;
};

/** What an explanation quotes of stderr: one line, or that none says anything. */
export type StderrQuote = {
  readonly line: string | undefined;
  /** True if the line looks like an error, and not like mere talk. */
  readonly isReason: boolean;
};

/** What happened, and what to do about it. Texts are made of it last: nothing reads one back. */
export type Explanation = Grounds &
  NextStep & {
    /** The same for every failure of one kind. */
    readonly cause: string;
    readonly happened: string;
    /** By which step of its framework the error got its code, as a sentence with a space before it. */
    readonly step?: string;
    readonly stderr?: StderrQuote;
    /** Where in the server's code it was raised, as a trace in the answer or on stderr shows. */
    readonly origin?: ErrorOrigin;
    /** True if neither the answer nor stderr says why. */
    readonly unknown?: true;
  };

/** A cause in `causes.json`; a variant, behind a dot, has what it does not say itself from its cause. */
export type CauseKey = keyof typeof causes;

type CauseEntry = Grounds & {
  readonly happened: Message;
  /** Without an actor nobody has to act. */
  readonly actor?: SomeActor | 'caller' | 'who' | 'other';
  /** With a verb an instruction to the actor, else a sentence by itself. */
  readonly action: Message;
  readonly verb?: NextStep['verb'];
};

const ENTRIES: ReadonlyMap<string, CauseEntry> = new Map(
  Object.entries(causes as Readonly<Record<string, Partial<CauseEntry>>>).map(([key, entry], _, all) => {
    const base = all.find(([other]) => other === causeOf(key))?.[1];
    return [key, { happened: '', action: '', ...base, ...entry }];
  }),
);

function entryOf(key: CauseKey): CauseEntry {
  const entry = ENTRIES.get(key);
  if (entry === undefined) throw new Error(`no cause ${key}`);
  return entry;
}

function causeOf(key: string): string {
  return key.split('.', 1)[0] ?? key;
}

/** What is known of what failed: all of a call, or only the end of a process, or a line. */
type Subject = Partial<Refused>;

/** The explanation of a cause, with the values of a failure and those of this case; `step` stands for the cause's own. */
export function explanationOf(
  key: CauseKey,
  subject: Subject,
  values: MessageValues = {},
  step = stepOf(key, subject, values),
): Explanation {
  const { happened, actor: _, action: __, verb: ___, problem, ...grounds } = entryOf(key);
  const read = (name: string) => values[name] ?? valueOfFailure(name, subject);
  const text = messageText(happened, read).trim();
  const named = problem === undefined ? {} : { problem: messageText(problem, read) };
  return { cause: causeOf(key), happened: text, ...step, ...grounds, ...named };
}

/** Values of an action that the wire has: none may be a sentence in it. */
const WIRE_NAMES: ReadonlySet<string> = new Set(['method', 'target', 'name', 'prompt']);

/** What a cause asks for, and of whom. */
export function stepOf(key: CauseKey, subject: Subject = {}, values: MessageValues = {}): NextStep {
  const { actor, action, verb } = entryOf(key);
  return {
    actor: actorOf(actor, subject),
    action: messageText(action, (name) => {
      const value = values[name] ?? valueOfFailure(name, subject);
      return WIRE_NAMES.has(name) && typeof value === 'string' ? foreignName(value) : value;
    }),
    ...(verb === undefined ? {} : { verb }),
  };
}

function actorOf(actor: CauseEntry['actor'] = undefined, { method = '', who, other }: Subject): Actor {
  switch (actor) {
    case 'caller':
      return callerOf(method);
    case 'who':
      return who ?? 'nobody';
    case 'other':
      return other ?? 'nobody';
    default:
      return actor ?? 'nobody';
  }
}

/** One row of a table of causes: gives the explanation of what it fits, and undefined for all else. */
export type CauseRow<Of> = (subject: Of) => Explanation | undefined;

/** A row: `when` says if it fits, and may work out values for its texts. */
export function row<Of extends Subject>(
  key: CauseKey,
  when: (subject: Of) => MessageValues | boolean | undefined = () => true,
  step?: (subject: Of) => NextStep | undefined,
): CauseRow<Of> {
  return (subject) => {
    const found = when(subject);
    if (found === undefined || found === false) return undefined;
    return explanationOf(key, subject, found === true ? {} : found, step?.(subject));
  };
}

/** Rows that are asked only if a condition holds. */
export function within<Of>(condition: (subject: Of) => boolean, rows: readonly CauseRow<Of>[]): CauseRow<Of> {
  return (subject) => (condition(subject) ? firstOf(rows, subject) : undefined);
}

/** What the first row says that fits. */
export function firstOf<Of>(rows: readonly CauseRow<Of>[], subject: Of): Explanation | undefined {
  for (const rowOf of rows) {
    const explanation = rowOf(subject);
    if (explanation !== undefined) return explanation;
  }
  return undefined;
}

/** What the first row says that fits; the last row of the table fits everything. */
export function explainedBy<Of>(rows: readonly CauseRow<Of>[], subject: Of): Explanation {
  const explanation = firstOf(rows, subject);
  if (explanation === undefined) throw new Error('a table of causes without a last row');
  return explanation;
}
