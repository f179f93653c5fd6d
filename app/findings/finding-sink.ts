import { type MessageValues, messageText } from '../base/message.ts';
import { type Direction, senderName } from '../frame/record.ts';
import type { Exchange } from '../session/exchange.ts';
import type { ProjectSettings, RuleSetting } from '../session/project/project-file.ts';
import type { WireError } from '../wire/envelope.ts';
import { type Finding, type Severity, type Side, settingOf } from './finding.ts';
import { errorBody, type Repair, repaired } from './repair.ts';
import { type CaseTexts, type Rule, textOf, type Verdict } from './rule.ts';
import type { SessionView } from './session-view.ts';
import { errorExcerptOf, resultExcerptOf, wireExcerpt } from './wire-excerpt.ts';

/** The common part of frame events; process and client events are checked by their record. */
type Event = {
  readonly seq?: number;
  readonly sender?: Direction;
  readonly fromRawMessage?: boolean;
  readonly exchange?: Readonly<Exchange> | undefined;
  readonly record?: { readonly seq: number };
  /** For an answer: true if it is small enough to be kept. */
  readonly isLight?: boolean;
  readonly error?: WireError | undefined;
  readonly result?: unknown;
};

type Judging = { readonly rule: Rule; readonly severity: Severity };
type Runnable<E> = Judging & { readonly check: (event: E, view: SessionView) => Verdict | undefined };

/** An unread finding: its texts are written on demand, since most are never read. */
export type HeldFinding = {
  readonly rule: Rule;
  readonly verdict: Verdict;
  readonly seq: number;
  /** The message of a batch; undefined for none. */
  readonly part: number | undefined;
  /** The request of the checked answer; 0 for none. */
  readonly requestSeq: number;
  /** The answer, if it is small enough to keep until the finding is read. */
  readonly answer: Pick<Event, 'error' | 'result'> | undefined;
  /** The sender of the checked frame; undefined for none. */
  readonly sender: Direction | undefined;
  readonly http: Finding['http'];
  /** The severity without the project file's settings. */
  readonly ownSeverity: Severity;
  severity: Severity;
  setting: RuleSetting | undefined;
  side: Side;
  standing: 'pending' | 'found' | 'retracted';
  /** Set once the finding has been read. */
  written: Finding | undefined;
};

export class FindingSink {
  readonly #session: string;
  readonly #view: SessionView;
  readonly #checkRawMessages: boolean;
  #rules: ProjectSettings['rules'];
  readonly #found: HeldFinding[] = [];
  readonly #retracted: HeldFinding[] = [];
  /** The findings written so far, and how far that is. */
  #read: Finding[] = [];
  #readTo = 0;
  #revision = 0;
  /** Findings whose validity or actor depends on what else reveals the server's vocabulary. */
  #open: HeldFinding[] = [];
  #vocabularies: readonly string[] = [];
  readonly #unanswered = new Map<Readonly<Exchange>, HeldFinding>();
  /** The HTTP exchange of the current event. */
  http: Finding['http'];
  /** The current message of a batch. */
  batchPart: { readonly seq: number; readonly part: number } | undefined;

  /** `rules` are the project file's settings. */
  constructor(
    session: string,
    view: SessionView,
    checkRawMessages: boolean,
    rules: ProjectSettings['rules'],
  ) {
    this.#session = session;
    this.#view = view;
    this.#checkRawMessages = checkRawMessages;
    this.#rules = rules;
  }

  setRules(rules: ProjectSettings['rules']): void {
    if (rules === this.#rules) return;
    this.#rules = rules;
    for (const held of [...this.#found, ...this.#open]) {
      held.setting = settingOf(rules, held.rule.id);
      held.severity = severityBy(held.setting, held.ownSeverity);
      held.written = undefined;
    }
    this.#readAgain();
  }

  /** All findings so far, written. New ones are added at the end, unless `revision` changes. */
  get findings(): readonly Finding[] {
    return this.findingsTo(this.#found.length);
  }

  /** At least the first `count` findings, if there are that many. */
  readonly findingsTo = (count: number): readonly Finding[] => {
    for (; this.#read.length < count && this.#readTo < this.#found.length; this.#readTo += 1) {
      const held = this.#found[this.#readTo];
      if (held?.standing !== 'found') continue;
      held.written ??= writtenFinding(held, this.#session);
      this.#read.push(held.written);
    }
    return this.#read;
  };

  /** The unwritten and the retracted findings; both lists only grow. */
  get found(): readonly HeldFinding[] {
    return this.#found;
  }

  get retracted(): readonly HeldFinding[] {
    return this.#retracted;
  }

  /** Counts how often findings were retracted or changed. */
  get revision(): number {
    return this.#revision;
  }

  /** Runs every rule on the event. `own`: the frame itself is the raw message. */
  run<E extends Event>(rules: readonly Runnable<E>[], event: E, own = true): void {
    const spared = event.fromRawMessage === true && !this.#checkRawMessages;
    if (spared && own) return;
    for (const bound of rules) {
      if (spared && bound.rule.reaction) continue;
      const verdict = bound.check(event, this.#view);
      if (verdict === undefined) continue;
      // An answer to nonsense is checked against the protocol alone, and not for how helpful it is.
      if (
        spared &&
        (severityOf(bound, verdict) !== 'violation' || sideOf(bound, verdict, event) === 'client')
      )
        continue;
      this.add(bound, verdict, verdict.seq ?? event.seq ?? event.record?.seq ?? 0, event);
    }
  }

  /** Stores a rule's verdict; returns the held finding. */
  add(bound: Judging, verdict: Verdict, seq: number, event: Event = {}): HeldFinding {
    const { rule } = bound;
    const ownSeverity = severityOf(bound, verdict);
    const setting = settingOf(this.#rules, rule.id);
    const held: HeldFinding = {
      rule,
      // A large answer is not kept: its findings are written at once.
      verdict: event.isLight === false ? writtenOut(verdict, event) : verdict,
      seq,
      part: this.batchPart?.seq === seq ? this.batchPart.part : undefined,
      requestSeq: event.exchange === undefined ? 0 : event.exchange.requestSeq,
      answer: event.isLight === true ? { error: event.error, result: event.result } : undefined,
      ownSeverity,
      severity: severityBy(setting, ownSeverity),
      setting,
      side: sideOf(bound, verdict, event),
      sender: event.sender,
      http: ofExchange(verdict.unanswered ?? event.exchange) ?? this.http,
      standing: 'pending',
      written: undefined,
    };
    this.#settle(held);
    if (verdict.unanswered !== undefined) this.#unanswered.set(verdict.unanswered, held);
    return held;
  }

  /** A late answer arrived: findings about its absence are retracted. */
  answered(exchange: Readonly<Exchange>): void {
    const held = this.#unanswered.get(exchange);
    if (held === undefined) return;
    this.#unanswered.delete(exchange);
    this.retract(held);
  }

  /** Retracts a finding because its basis turned out to be wrong. */
  retract(held: HeldFinding): void {
    if (held.standing !== 'found') return;
    held.standing = 'retracted';
    this.#retracted.push(held);
    this.#readAgain();
  }

  /** Checks findings again that depend on the server's vocabulary, if more is known about it. */
  settleVocabulary(): void {
    const known = this.#view.vocabularies;
    if (known === this.#vocabularies || known.length === 0) return;
    this.#vocabularies = known;
    const open = this.#open;
    this.#open = [];
    for (const held of open) if (held.standing !== 'retracted') this.#settle(held);
  }

  /** Decides by the server's vocabulary whether a finding holds and who must act. */
  #settle(held: HeldFinding): void {
    const { rule, verdict } = held;
    const view = this.#view;
    if (rule.when?.(view) === false) {
      if (held.standing === 'pending') this.#open.push(held);
      else this.retract(held);
      return;
    }
    const isNew = held.standing === 'pending';
    const { sdks = textsOf(rule, verdict).sdks } = verdict;
    const pendingSdk = sdks !== undefined && held.side !== 'sdk';
    if (pendingSdk && view.speaks(sdks)) {
      held.side = 'sdk';
      held.written = undefined;
      if (!isNew) this.#readAgain();
    }
    // Advice that the server's author cannot follow is given once; a violation or a lost answer counts each time.
    const isOnce = held.severity !== 'violation' && rule.subject !== 'output-schema';
    const isAdviceToSdk = held.side === 'sdk' && (isNew || pendingSdk) && isOnce;
    if (isAdviceToSdk && !view.firstTime(`sdk ${rule.id}`)) {
      this.retract(held);
      return;
    }
    if (isNew) {
      held.standing = 'found';
      this.#found.push(held);
    }
    if (rule.when !== undefined || (pendingSdk && held.side !== 'sdk')) this.#open.push(held);
  }

  #readAgain(): void {
    this.#read = [];
    this.#readTo = 0;
    this.#revision += 1;
  }
}

function severityBy(setting: RuleSetting | undefined, own: Severity): Severity {
  return setting === undefined || setting.as === 'off' ? own : setting.as;
}

function textsOf({ id, texts }: Rule, verdict: Verdict): CaseTexts {
  const found = texts.get(verdict.case ?? '');
  if (found === undefined) throw new Error(`${id} has no case ${verdict.case}`);
  return found;
}

function severityOf({ rule, severity }: Judging, verdict: Verdict): Severity {
  return verdict.severity ?? textsOf(rule, verdict).severity ?? severity;
}

/** Who is at fault; what has no sender, such as the end of a process, is the server's. */
function sideOf({ rule }: Judging, verdict: Verdict, { sender }: Event): Finding['side'] {
  const own = verdict.side ?? textsOf(rule, verdict).side;
  return own ?? (sender === 'client-to-server' ? 'client' : 'server');
}

function writtenFinding(held: HeldFinding, session: string): Finding {
  const { rule, verdict, seq, part, requestSeq, setting, sender, answer = {} } = held;
  const right = rightOf(verdict);
  const texts = textsOf(rule, verdict);
  const { actor = texts.actor } = verdict;
  const own = valuesOf(verdict);
  const values = sender === undefined ? own : { sender: senderName(sender), ...own };
  const { todo } = verdict.action === undefined ? texts : textsOf(rule, { case: verdict.action });
  return {
    rule: rule.id,
    name: rule.name,
    title: rule.title,
    severity: held.severity,
    session,
    seq,
    ...(part === undefined ? {} : { part }),
    evidence: verdict.evidence ?? (requestSeq === 0 ? [seq] : [requestSeq, seq]),
    certainty: verdict.certainty ?? texts.certainty ?? 'certain',
    side: held.side,
    ...(actor === undefined ? {} : { actor }),
    explanation: messageText(texts.explanation, values),
    todo: messageText(todo, values),
    source: rule.source,
    before: beforeOf(verdict, answer),
    after: afterOf(right, answer),
    ...repairOf(right, verdict),
    ...(held.http === undefined ? {} : { http: held.http }),
    ...(setting === undefined ? {} : { setting }),
  };
}

function ofExchange(exchange: Readonly<Exchange> | undefined): Finding['http'] {
  return exchange === undefined || exchange.x === 0 ? undefined : { x: exchange.x, status: exchange.status };
}

function valuesOf({ values = {} }: Verdict): MessageValues {
  return typeof values === 'function' ? values() : values;
}

/** Writes out a verdict's values and texts, so that a large answer need not be kept. */
function writtenOut(verdict: Verdict, answer: Pick<Event, 'error' | 'result'>): Verdict {
  const right = rightOf(verdict);
  return {
    ...verdict,
    ...repairOf(right, verdict),
    values: valuesOf(verdict),
    before: beforeOf(verdict, answer),
    after: afterOf(right, answer),
  };
}

/** What was sent, as wire text: by default the answer; empty if no answer is concerned. */
function beforeOf({ before }: Verdict, { error, result }: Pick<Event, 'error' | 'result'>): string {
  if (before !== undefined) return textOf(before);
  if (error !== undefined) return errorExcerptOf(error);
  return result === undefined ? '' : resultExcerptOf(result);
}

/** The corrected form in the verdict. */
function rightOf({ after }: Verdict): string | Repair | undefined {
  return typeof after === 'function' ? after() : after;
}

/** The corrected form as wire text; empty if the verdict has none. */
function afterOf(
  right: string | Repair | undefined,
  { error, result }: Pick<Event, 'error' | 'result'>,
): string {
  if (right === undefined || typeof right === 'string') return right ?? '';
  const body = repaired(error === undefined ? { result } : errorBody(error), right);
  return body === undefined ? '' : wireExcerpt(body);
}

/** Longer repairs are not sent to a screen with their finding. */
const MAX_REPAIR = 20_000;

function repairOf(right: string | Repair | undefined, { repair }: Verdict): Pick<Finding, 'repair'> {
  const found = typeof right === 'object' ? right : repair;
  return found === undefined || JSON.stringify(found).length > MAX_REPAIR ? {} : { repair: found };
}
