import type { RuleSetting } from '../project/project-file.ts';
import type { WireError } from '../wire/envelope.ts';
import type { Finding, Severity, Side } from './finding.ts';
import { type AnswerBody, errorBody, type Repair, repaired } from './repair.ts';
import { type Rule, textOf, type Verdict } from './rule.ts';
import { errorExcerptOf, resultExcerptOf, wireExcerpt } from './wire-excerpt.ts';

/** What a finding's answer holds, if that is small enough to be kept until somebody reads the finding. */
export type KeptAnswer = {
  readonly error?: WireError | undefined;
  readonly result?: unknown;
};

/**
 * A finding before anybody reads it. Most of it is text, and a session with thousands of errors would spend more on
 * writing and keeping that than on all else.
 */
export class HeldFinding {
  readonly rule: Rule;
  severity: Severity;
  readonly seq: number;
  readonly verdict: Verdict;
  setting: RuleSetting | undefined;
  /** True once what it rests on has turned out to be otherwise. */
  isTakenBack = false;
  readonly #own: Severity;
  readonly #session: string;
  readonly #part: number | undefined;
  readonly #requestSeq: number;
  readonly #error: WireError | undefined;
  readonly #result: unknown;
  #side: Side;
  #finding: (Omit<Finding, 'side'> & { side: Side }) | undefined;

  constructor(
    { rule, severity }: { readonly rule: Rule; readonly severity: Severity },
    verdict: Verdict,
    session: string,
    seq: number,
    /** The message of a batch; undefined for none. */
    part: number | undefined,
    /** The request of the answer that was checked; 0 for none. */
    requestSeq: number,
    side: Side,
    answer: KeptAnswer,
    /** What the project file says of the rule. */
    setting: RuleSetting | undefined,
  ) {
    this.rule = rule;
    this.setting = setting;
    this.#own = verdict.severity ?? severity;
    this.severity = weightOf(this.#own, setting);
    this.seq = seq;
    this.verdict = verdict;
    this.#session = session;
    this.#part = part;
    this.#requestSeq = requestSeq;
    this.#error = answer.error;
    this.#result = answer.result;
    this.#side = side;
    this.#finding = undefined;
  }

  get side(): Side {
    return this.#side;
  }

  /** Other things are said of its rule from now on. */
  heed(setting: RuleSetting | undefined): void {
    this.setting = setting;
    this.severity = weightOf(this.#own, setting);
    this.#finding = undefined;
  }

  /** The SDK's author must act, as has turned out. */
  blameSdk(): void {
    this.#side = 'sdk';
    if (this.#finding !== undefined) this.#finding.side = 'sdk';
  }

  /** The whole finding; the same object each time. */
  get finding(): Finding {
    this.#finding ??= this.#written();
    return this.#finding;
  }

  #written(): Omit<Finding, 'side'> & { side: Side } {
    const { rule, verdict, seq } = this;
    const part = this.#part;
    const answer = { error: this.#error, result: this.#result };
    const { setting } = this;
    const shown = this.#requestSeq === 0 ? [seq] : [this.#requestSeq, seq];
    const right = rightOf(verdict);
    return {
      rule: rule.id,
      name: rule.name,
      title: rule.title,
      severity: this.severity,
      session: this.#session,
      seq,
      ...(part === undefined ? {} : { part }),
      evidence: verdict.evidence ?? shown,
      certainty: verdict.certainty ?? 'certain',
      side: this.#side,
      explanation: textOf(verdict.explanation),
      todo: textOf(verdict.todo),
      source: rule.source,
      before: beforeOf(verdict, answer),
      after: afterOf(right, answer),
      ...repairOf(right, verdict),
      ...(setting === undefined ? {} : { setting }),
    };
  }
}

function weightOf(own: Severity, setting: RuleSetting | undefined): Severity {
  return setting === undefined || setting.as === 'off' ? own : setting.as;
}

/** What was sent, as wire text: by itself the answer; empty if the finding is about none. */
function beforeOf({ before }: Verdict, { error, result }: KeptAnswer): string {
  if (before !== undefined) return textOf(before);
  if (error !== undefined) return errorExcerptOf(error);
  return result === undefined ? '' : resultExcerptOf(result);
}

/** What would have been right, as the verdict has it. */
function rightOf({ after }: Verdict): string | Repair | undefined {
  return typeof after === 'function' ? after() : after;
}

/** The same as wire text; empty if the verdict does not say. */
function afterOf(right: string | Repair | undefined, answer: KeptAnswer): string {
  if (right === undefined || typeof right === 'string') return right ?? '';
  const body = repaired(bodyOf(answer), right);
  return body === undefined ? '' : wireExcerpt(body);
}

function bodyOf({ error, result }: KeptAnswer): AnswerBody {
  return error === undefined ? { result } : errorBody(error);
}

/** A longer one is not sent to a screen with its finding. */
const MAX_REPAIR = 20_000;

function repairOf(right: string | Repair | undefined, { repair }: Verdict): Pick<Finding, 'repair'> {
  const found = typeof right === 'object' ? right : repair;
  return found === undefined || JSON.stringify(found).length > MAX_REPAIR ? {} : { repair: found };
}

/** The verdict with its texts, so that a large answer need not be kept. */
export function writtenOut(verdict: Verdict, answer: KeptAnswer): Verdict {
  const right = rightOf(verdict);
  return {
    ...verdict,
    ...repairOf(right, verdict),
    explanation: textOf(verdict.explanation),
    todo: textOf(verdict.todo),
    before: beforeOf(verdict, answer),
    after: afterOf(right, answer),
  };
}
