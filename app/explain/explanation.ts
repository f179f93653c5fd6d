import type { NextStep, SomeActor } from '../protocol/actor.ts';
import type { WireError } from '../wire/envelope.ts';
import type { Failure } from './failure.ts';

/** What an explanation rests on. */
type Grounds = {
  /** True if the frames do not show the cause: the server's stderr may. */
  readonly deeper?: true;
  /** True if more knowledge of the server's vocabulary may say more. */
  readonly vague?: true;
  /** True if the last line on stderr is quoted even if it is no exception: nothing else says why the server ended. */
  readonly lastLine?: true;
  /** What the author of the server has to do if stderr shows an exception. */
  readonly onCrash?: Omit<NextStep, 'actor'>;
  /** The same if stderr shows another error. */
  readonly onError?: Omit<NextStep, 'actor'>;
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
    /** What happened, in whole sentences. */
    readonly happened: string;
    /** What of this failure its sentences are made of, beside what every failure has. */
    readonly values: Readonly<Record<string, unknown>>;
    readonly stderr?: StderrQuote;
  };

type Side = 'client' | 'server';

/** A failure with the names that sentences use. */
export type Failed = Failure & {
  /** What the request is called: its method, and what it is about. */
  readonly call: string;
  /** Who sent the request, and who had to answer it. */
  readonly who: Side;
  readonly other: Side;
};

/** A failure that a JSON-RPC error reports. */
export type Refused = Failed & { readonly error: WireError };

/** One row of a table of causes: gives the explanation of what it fits, and undefined for all else. */
export type CauseRow<Subject> = (subject: Subject) => Explanation | undefined;

type Text<Known> = string | ((known: Known) => string);

/**
 * The fields of a row: `when` says if it fits, and may work out values for the others. Without an actor nobody has to
 * act. `must` is an instruction to the actor,
 * `action` a sentence by itself.
 */
type RowFields<Subject, Values> = Grounds & {
  readonly when?: (subject: Subject) => Values | boolean | undefined;
  readonly happened: Text<Subject & Values>;
  readonly actor?: SomeActor | ((known: Subject & Values) => SomeActor);
  readonly action?: Text<Subject & Values>;
  readonly must?: Text<Subject & Values>;
  /** In place of actor and action. */
  readonly step?: (known: Subject & Values) => NextStep;
};

/** Makes the rows of a table of causes. */
export function causeTable<Subject extends object>() {
  return <Values extends object>(
    cause: string,
    { when, happened, actor, action, must, step, ...grounds }: RowFields<Subject, Values>,
  ): CauseRow<Subject> => {
    return (subject) => {
      const found = when === undefined ? true : when(subject);
      if (found === undefined || found === false) return undefined;
      const values = typeof found === 'object' ? found : {};
      const known = { ...subject, ...values } as Subject & Values;
      return {
        cause,
        happened: textOf(happened, known).trim(),
        ...(step?.(known) ?? {
          actor: actor === undefined ? 'nobody' : typeof actor === 'string' ? actor : actor(known),
          action: textOf(must ?? action ?? '', known),
          ...(must === undefined ? {} : { verb: 'must' as const }),
        }),
        values,
        ...grounds,
      };
    };
  };
}

function textOf<Known>(text: Text<Known>, known: Known): string {
  return typeof text === 'string' ? text : text(known);
}

/** Rows that are asked only if a condition holds. */
export function within<Subject>(
  condition: (subject: Subject) => boolean,
  rows: readonly CauseRow<Subject>[],
): CauseRow<Subject> {
  return (subject) => (condition(subject) ? firstOf(rows, subject) : undefined);
}

/** What the first row says that fits. */
export function firstOf<Subject>(
  rows: readonly CauseRow<Subject>[],
  subject: Subject,
): Explanation | undefined {
  for (const row of rows) {
    const explanation = row(subject);
    if (explanation !== undefined) return explanation;
  }
  return undefined;
}

/** What the first row says that fits; the last row of the table fits everything. */
export function explainedBy<Subject>(rows: readonly CauseRow<Subject>[], subject: Subject): Explanation {
  const explanation = firstOf(rows, subject);
  if (explanation === undefined) throw new Error('a table of causes without a last row');
  return explanation;
}
