import { foreignName } from '../base/foreign-text.ts';
import { type Message, type MessageValues, messageText } from '../base/message.ts';
import type { ErrorOrigin } from '../frame/error-origin.ts';
import { type Actor, callerOf, type NextStep, type SomeActor } from '../protocol/actor.ts';
import { valueOfFailure } from './cause-values.ts';
import causes from './causes.json' with { type: 'json' };
import type { Refused } from './failure.ts';
import type { PhraseKey } from './phrases.ts';

/** The basis of an explanation. */
type Grounds = {
  /** True if the frames do not show the cause, but the server's stderr may. */
  readonly deeper?: true;
  /** True if knowing more about the server's vocabulary may explain more. */
  readonly vague?: true;
  /** True if the last stderr line is quoted even if it is not an exception: nothing else says why the server ended. */
  readonly lastLine?: true;
  /** True if the server never sent anything: it may serve something else. */
  readonly silent?: true;
  /** True if the action applies whatever stderr says. */
  readonly settled?: true;
  readonly onCrash?: Omit<NextStep, 'actor'>;
  /** The action if stderr shows another error. */
  readonly onError?: Omit<NextStep, 'actor'>;
  /** The action if a trace shows where in the server's code it was raised. */
  readonly onOrigin?: Extract<PhraseKey, `fix-origin${string}`>;
  /** The key that groups failures of several calls into one problem. */
  readonly problem?: string | undefined;
  /** True if the request itself shows the fault and `action` says what its sender must change. */
  readonly inRequest?: true;
};

/** What an explanation quotes from stderr: one line, or that none is informative. */
export type StderrQuote = {
  readonly line: string | undefined;
  /** True if the line looks like an error and not like chatter. */
  readonly isReason: boolean;
};

/** What happened and what to do. Texts are rendered from it last; nothing parses them. */
export type Explanation = Grounds &
  NextStep & {
    /** The same for every failure of a kind. */
    readonly cause: string;
    readonly happened: string;
    /** Which framework step assigned the code, as a sentence with a leading space. */
    readonly step?: string;
    readonly stderr?: StderrQuote;
    /** Where in the server's code it was raised, from a trace in the answer or on stderr. */
    readonly origin?: ErrorOrigin;
    /** True if neither the answer nor stderr says why. */
    readonly unknown?: true;
  };

/** A cause in `causes.json`; a variant, after a dot, inherits what it does not define. */
export type CauseKey = keyof typeof causes;

type CauseEntry = Grounds & {
  readonly happened: Message;
  /** Without an actor, nobody must act. */
  readonly actor?: SomeActor | 'caller' | 'who' | 'other';
  /** With a verb, an instruction to the actor; else a complete sentence. */
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

/** What is known about a failure: everything about a call, or only a process's end or a line. */
type Subject = Partial<Refused>;

/** The explanation for a cause, filled with the failure's and the caller's values; `step` replaces the cause's own. */
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

/** Values of an action that come from the wire: they must not read as sentences. */
const WIRE_NAMES: ReadonlySet<string> = new Set(['method', 'target', 'name', 'prompt']);

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

/** A row in a table of causes: explains the failures that it matches, and returns undefined for others. */
export type CauseRow<Of> = (subject: Of) => Explanation | undefined;

/** A row; `when` decides whether it matches and may compute values for its texts. */
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

/** Rows that apply only under a condition. */
export function within<Of>(condition: (subject: Of) => boolean, rows: readonly CauseRow<Of>[]): CauseRow<Of> {
  return (subject) => (condition(subject) ? firstOf(rows, subject) : undefined);
}

export function firstOf<Of>(rows: readonly CauseRow<Of>[], subject: Of): Explanation | undefined {
  for (const rowOf of rows) {
    const explanation = rowOf(subject);
    if (explanation !== undefined) return explanation;
  }
  return undefined;
}

/** The explanation by the first matching row; the table's last row must match everything. */
export function explainedBy<Of>(rows: readonly CauseRow<Of>[], subject: Of): Explanation {
  const explanation = firstOf(rows, subject);
  if (explanation === undefined) throw new Error('a table of causes without a last row');
  return explanation;
}
