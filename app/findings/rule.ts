import type { Message, MessageValues } from '../base/message.ts';
import type { Actor } from '../protocol/actor.ts';
import { MCP_REVISIONS, type Revision } from '../protocol/revisions.ts';
import type { Exchange } from '../session/exchange.ts';
import type { ClientEvent, ProcessEvent } from '../session/session-event.ts';
import { TRAIT } from './error-text.ts';
import type { Certainty, Severity, Side } from './finding.ts';
import type {
  BatchLine,
  ClosedHttp,
  ErrorAnswer,
  FaultyFrame,
  FaultyResult,
  FirstMessage,
  GreenSpan,
  MalformedLine,
  MismatchedAnswer,
  NotificationMessage,
  RequestMessage,
  ResultAnswer,
  ToolAnswer,
} from './message.ts';
import type { Repair } from './repair.ts';
import type rules from './rules.json';
import type { SessionView } from './session-view.ts';

/** The names of cases in `rules.json`. */
type CasesOf<Entry> = Entry extends { readonly cases: infer Cases } ? keyof Cases : never;
export type TextCase = CasesOf<(typeof rules)[keyof typeof rules]>;

/** A text, or what writes it when somebody reads the finding; it keeps only the few values that it needs. */
export type Written = string | (() => string);

/** The text itself. */
export function textOf(written: Written): string {
  return typeof written === 'string' ? written : written();
}

/** What a rule says of one event. */
export type Verdict = {
  readonly case?: TextCase;
  /** The case whose action is asked for, if it is not that of `case`. */
  readonly action?: TextCase;
  /** The values of its texts; a function is asked when somebody reads them. */
  readonly values?: MessageValues | (() => MessageValues);
  /** The record that the finding hangs on, if it is not the checked one. */
  readonly seq?: number;
  /** The records that show it; without them, the request (if any) and the checked record. */
  readonly evidence?: readonly number[];
  /** Wire text of what was sent; without it, the checked answer's `error` or `result`, if it is one. */
  readonly before?: Written;
  /** What would have been right, as wire text or a repair; left out if a value had to be invented. */
  readonly after?: string | Repair | (() => string | Repair);
  /** The repair of the answer, beside an `after` that is text. */
  readonly repair?: Repair;
  readonly severity?: Severity;
  /** `certain` without it. */
  readonly certainty?: Certainty;
  /** The vocabularies whose SDK does this by itself, by id: of such a server the SDK's author must act. */
  readonly sdks?: readonly string[];
  /** Who must act, if it is not who sent the frame and not the rule's own side. */
  readonly side?: Side;
  /** The request whose answer, if one comes after all, retracts this. */
  readonly unanswered?: Readonly<Exchange>;
  /** Who has to act, if it is not the author of that side. */
  readonly actor?: Actor;
};

type Check<Event> = (event: Event, view: SessionView) => Verdict | undefined;

/**
 * What a rule looks at. A rule names only what it needs, so that a frame costs only the rules that look at it.
 * A check reads its event and the view, keeps nothing and never throws. The facts and the exchange that it sees
 * include the event; what the view itself remembers does not.
 * A rule that would say one thing over and over asks `view.firstTime`.
 */
export type Checks = {
  /** Every error response, of either side. */
  readonly error?: Check<ErrorAnswer>;
  /** Every result that its method does not allow, whether the client reads it or not. */
  readonly resultFault?: Check<FaultyResult>;
  /** Every result of a tool with `isError: true` that the client reads. */
  readonly toolError?: Check<ToolAnswer>;
  /** Every result of a `tools/call` without `isError: true` that the client reads. */
  readonly toolOk?: Check<ToolAnswer>;
  readonly result?: Check<ResultAnswer>;
  readonly request?: Check<RequestMessage>;
  /** A request of the client before the server of its run has answered `initialize`. */
  readonly earlyRequest?: Check<RequestMessage>;
  readonly firstMessage?: Check<FirstMessage>;
  readonly serverRequest?: Check<RequestMessage>;
  readonly reusedId?: Check<RequestMessage>;
  readonly notification?: Check<NotificationMessage>;
  /** An answer to a request that its sender had cancelled. */
  readonly cancelledAnswer?: Check<ErrorAnswer | ResultAnswer>;
  readonly mismatch?: Check<MismatchedAnswer>;
  readonly fault?: Check<FaultyFrame>;
  readonly malformed?: Check<MalformedLine>;
  readonly batch?: Check<BatchLine>;
  /** Every HTTP exchange that is over. */
  readonly http?: Check<ClosedHttp>;
  readonly process?: Check<ProcessEvent>;
  readonly client?: Check<ClientEvent>;
  /** A result with `isError: true` of which a trace says that nothing failed: the one check of what was put together. */
  readonly greenSpan?: Check<GreenSpan>;
  /** Once, when the recording or the session has ended. */
  readonly end?: (view: SessionView) => readonly EndVerdict[];
};

export type EndVerdict = Verdict & { readonly seq: number };

/** What a rule is about, in the order of the rules. */
export const RULE_KINDS = ['tier', 'code', 'data', 'quality', 'envelope', 'revision', 'http'] as const;

/** A rule as its file has it: `rules.json` has what it says and how much that weighs. */
export type RuleCheck = Checks & {
  /** The methods of the `error`, `result`, `request` and `notification` checks; all if there are none. */
  readonly methods?: readonly string[];
  /** The codes of the `error` check, which sees no other, as a list or a test; all if there are none. */
  readonly codes?: readonly number[] | ((code: number | undefined) => boolean);
  /** The traits (error-text.ts) of which what is checked has one whenever there is a finding; without them, all. */
  readonly traits?: number;
  readonly reaction?: true;
  /** What must be so for its findings to hold: asked again, for all of them, when more is known of the server's vocabulary. */
  readonly when?: (view: SessionView) => boolean;
};

/** What a rule says in one case. */
export type CaseTexts = {
  /** What is wrong here; `{sender}` is the side that sent the frame. */
  readonly explanation: Message;
  /** Who must do what, in one sentence; empty if nobody must. */
  readonly todo: Message;
  /** This case's own severity, if it is less severe than the rule. */
  readonly severity?: Severity;
  /** `certain` without it. */
  readonly certainty?: Certainty;
  /** Who must act; without it, the sender of the frame on which the finding hangs. */
  readonly side?: Side;
  /** Who has to act, if it is not the author of that side. */
  readonly actor?: Actor;
  /** The vocabularies whose SDK does this by itself, by id: of such a server the SDK's author must act. */
  readonly sdks?: readonly string[];
};

/** A rule in `rules.json`. */
export type RuleEntry = Omit<Partial<CaseTexts>, 'severity'> & {
  readonly kind: (typeof RULE_KINDS)[number];
  readonly title: string;
  /** Where the fact stands: the specification with its revision, or a package with its version. */
  readonly source: string;
  /** The same in every revision, or by the first revision in which it is so; it does not hold in one that none is for. */
  readonly severity: Severity | { readonly [From in Revision]?: Severity | 'off' };
  /** How binding the source is; without it, a violation is of a MUST and all else a convention. */
  readonly binding?: 'SHOULD' | 'sdk-default';
  /** What of an exchange it is about, if a probe or a screen treats that in a way of its own. */
  readonly subject?: 'lost-answer' | 'stdout' | 'unnamed-answer' | 'output-schema' | 'list' | 'result';
  /** What differs by the case; the rest is as the rule has it. */
  readonly cases?: { readonly [name: string]: Partial<CaseTexts> };
};

/**
 * One rule. It holds for live, recorded and imported traffic alike, because it reads raw frames only.
 *
 * Rules never check raw messages of the user (`deliberate: true` on the record) themselves. Of their answers they
 * check what breaks the protocol in the answer alone, such as a code that is not an integer, and give no advice on
 * its text. A rule with `reaction` compares the answer with the request; it skips the answers to raw messages,
 * because no answer to an intentionally malformed one is the right one. A prober, which sends such messages to
 * learn just that, has them checked.
 */
export type Rule = RuleCheck &
  Pick<RuleEntry, 'kind' | 'title' | 'source' | 'severity' | 'binding' | 'subject'> & {
    /** As in the reference table: a letter for the family and two digits. */
    readonly id: string;
    /** Readable, in kebab-case. */
    readonly name: string;
    /** What it says, by case; of a rule with one case under an empty name. */
    readonly texts: ReadonlyMap<string, CaseTexts>;
  };

/** A rule made of its file and its entry. */
export function ruleOf(id: string, name: string, check: RuleCheck, entry: RuleEntry): Rule {
  const { kind, title, source, severity, binding, subject, cases = {}, ...texts } = entry;
  const shared = { explanation: '', todo: '', ...texts };
  // A case with a dot in its name has from the one before it what it does not say itself.
  const textsIn = (key: string): CaseTexts => ({
    ...shared,
    ...cases[key.split('.')[0] ?? ''],
    ...cases[key],
  });
  return {
    ...{ ...check, id, name, kind, title, source, severity },
    ...(binding === undefined ? {} : { binding }),
    ...(subject === undefined ? {} : { subject }),
    texts: new Map(['', ...Object.keys(cases)].map((key) => [key, textsIn(key)])),
  };
}

/** A rule's severity in a revision; undefined if the rule does not hold. */
export function severityIn(
  { severity }: Pick<RuleEntry, 'severity'>,
  revision: Revision,
): Severity | undefined {
  if (typeof severity === 'string') return severity;
  const from =
    revision === 'unknown' ? revision : MCP_REVISIONS.findLast((one) => one <= revision && one in severity);
  const found = from && severity[from];
  return found === 'off' ? undefined : found;
}

/** For the rules of the contract that mcp-ts-core has for structured errors: they hold for servers on it alone. */
export const OF_MCP_TS_CORE = {
  traits: TRAIT.structuredError,
  when: (view: SessionView) => view.speaks(['mcp-ts-core']),
};
