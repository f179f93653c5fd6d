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

/** A text, or a function that writes it on demand and keeps only the few values it needs. */
export type Written = string | (() => string);

/** The text itself. */
export function textOf(written: Written): string {
  return typeof written === 'string' ? written : written();
}

/** A rule's verdict on one event. */
/** What it says of its case's severity, certainty and actor replaces what the rule's texts say. */
export type Verdict = Pick<CaseTexts, 'severity' | 'certainty' | 'sdks' | 'side' | 'actor'> & {
  readonly case?: TextCase;
  /** The case whose action applies, if different from `case`. */
  readonly action?: TextCase;
  /** The values for its texts; a function is called on demand. */
  readonly values?: MessageValues | (() => MessageValues);
  /** The record of the finding, if it is not the checked one. */
  readonly seq?: number;
  /** The records that show it; by default, the request (if any) and the checked record. */
  readonly evidence?: readonly number[];
  /** Wire text of what was sent; by default, the checked answer's `error` or `result`. */
  readonly before?: Written;
  /** What would have been right, as wire text or a repair; absent if it needs an invented value. */
  readonly after?: string | Repair | (() => string | Repair);
  /** The repair of the answer, if `after` is text. */
  readonly repair?: Repair;
  /** The request whose late answer retracts this. */
  readonly unanswered?: Readonly<Exchange>;
};

type Check<Event> = (event: Event, view: SessionView) => Verdict | undefined;

/**
 * What a rule checks. A rule declares only the channels it needs, so a frame costs only the rules that check it. A
 * check reads its event and the view, keeps nothing and never throws. The facts and the exchange already include the
 * event; the view's own memory does not. A rule that would repeat itself asks `view.firstTime`.
 */
export type Checks = {
  /** Every error response, from either side. */
  readonly error?: Check<ErrorAnswer>;
  /** Every result that its method does not allow, whether or not the client reads it. */
  readonly resultFault?: Check<FaultyResult>;
  /** Every tool result with `isError: true` that the client reads. */
  readonly toolError?: Check<ToolAnswer>;
  /** Every `tools/call` result without `isError: true` that the client reads. */
  readonly toolOk?: Check<ToolAnswer>;
  readonly result?: Check<ResultAnswer>;
  readonly request?: Check<RequestMessage>;
  /** A client request before the server of its run has answered `initialize`. */
  readonly earlyRequest?: Check<RequestMessage>;
  readonly firstMessage?: Check<FirstMessage>;
  readonly serverRequest?: Check<RequestMessage>;
  readonly reusedId?: Check<RequestMessage>;
  readonly notification?: Check<NotificationMessage>;
  readonly cancelledAnswer?: Check<ErrorAnswer | ResultAnswer>;
  readonly mismatch?: Check<MismatchedAnswer>;
  readonly fault?: Check<FaultyFrame>;
  readonly malformed?: Check<MalformedLine>;
  readonly batch?: Check<BatchLine>;
  readonly http?: Check<ClosedHttp>;
  readonly process?: Check<ProcessEvent>;
  readonly client?: Check<ClientEvent>;
  /** A result with `isError: true` that a trace shows as a success: the only check of rebuilt messages. */
  readonly greenSpan?: Check<GreenSpan>;
  /** Once, at the end of the recording or session. */
  readonly end?: (view: SessionView) => readonly EndVerdict[];
};

export type EndVerdict = Verdict & { readonly seq: number };

/** The subjects of rules, in rule order. */
export const RULE_KINDS = ['tier', 'code', 'data', 'quality', 'envelope', 'revision', 'http'] as const;

/** The code of a rule; `rules.json` has its texts and severity. */
export type RuleCheck = Checks & {
  /** The methods for the `error`, `result`, `request` and `notification` checks; all if undefined. */
  readonly methods?: readonly string[];
  /** The codes for the `error` check, as a list or a test; all if undefined. */
  readonly codes?: readonly number[] | ((code: number | undefined) => boolean);
  /** Traits (error-text.ts), at least one of which is present in any finding; if undefined, everything is checked. */
  readonly traits?: number;
  readonly reaction?: true;
  /** The condition for its findings to hold: checked again for all of them when more is known about the vocabulary. */
  readonly when?: (view: SessionView) => boolean;
};

export type CaseTexts = {
  /** What is wrong; `{sender}` is the side that sent the frame. */
  readonly explanation: Message;
  /** Who must do what, in one sentence; empty if nobody must act. */
  readonly todo: Message;
  /** This case's severity, if lower than the rule's. */
  readonly severity?: Severity;
  /** `certain` by default. */
  readonly certainty?: Certainty;
  /** Who must act; by default, the sender of the finding's frame. */
  readonly side?: Side;
  /** Who must act, if not the author of that side. */
  readonly actor?: Actor;
  /** Vocabularies whose SDK does this by itself, by id: for such servers the SDK's author must act. */
  readonly sdks?: readonly string[];
};

/** A rule in `rules.json`. */
export type RuleEntry = Omit<Partial<CaseTexts>, 'severity'> & {
  readonly kind: (typeof RULE_KINDS)[number];
  /** Readable, in kebab-case. */
  readonly name: string;
  readonly title: string;
  /** The source of the fact: the specification with its revision, or a package with its version. */
  readonly source: string;
  /** For every revision, or by the first revision with it; a revision without one does not have the rule. */
  readonly severity: Severity | { readonly [From in Revision]?: Severity | 'off' };
  /** The binding force of the source; by default, a violation is of a MUST and anything else a convention. */
  readonly binding?: 'SHOULD' | 'sdk-default';
  /** The subject in an exchange, if a probe or a screen treats it specially. */
  readonly subject?:
    | 'lost-answer'
    | 'stdout'
    | 'unnamed-answer'
    | 'output-schema'
    | 'list'
    | 'result'
    | 'no-cause'
    | 'hidden-failure';
  /** The differences by case; the rest comes from the rule. */
  readonly cases?: { readonly [name: string]: Partial<CaseTexts> };
};

/**
 * One rule. It applies to live, recorded and imported traffic alike, because it reads raw frames only.
 *
 * Rules never check the user's raw messages (`deliberate: true` on the record). In answers to them they check only
 * protocol violations within the answer, such as a code that is not an integer, and give no advice on the text. A rule
 * with `reaction` compares the answer with the request; it skips answers to raw messages, because no answer to an
 * intentionally malformed message is the right one. A prober, which sends such messages for this purpose, has the
 * answers checked.
 */
export type Rule = RuleCheck &
  Pick<RuleEntry, 'kind' | 'name' | 'title' | 'source' | 'severity' | 'binding' | 'subject'> & {
    /** As in the reference table: a letter for the family and two digits. */
    readonly id: string;
    /** Its texts by case; a rule with a single case has an empty name. */
    readonly texts: ReadonlyMap<string, CaseTexts>;
  };

/** Combines a rule's code with its entry. */
export function ruleOf(id: string, check: RuleCheck, entry: RuleEntry): Rule {
  const { kind, name, title, source, severity, binding, subject, cases = {}, ...texts } = entry;
  const shared = { explanation: '', todo: '', ...texts };
  // A case with a dot in its name inherits from the case before the dot.
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

/** A rule's severity in a revision; undefined if it does not apply. */
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

/** For rules on mcp-ts-core's contract for structured errors: they apply only to its servers. */
export const MCP_TS_CORE_ONLY = {
  traits: TRAIT.structuredError,
  when: (view: SessionView) => view.speaks(['mcp-ts-core']),
};
