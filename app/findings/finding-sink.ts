import type { Direction } from '../frame/record.ts';
import type { ProjectSettings } from '../project/project-file.ts';
import type { Exchange } from '../session/exchange.ts';
import type { WireError } from '../wire/envelope.ts';
import type { Bound } from './dispatch.ts';
import { type Finding, type Side, settingOf } from './finding.ts';
import { HeldFinding, type KeptAnswer, writtenOut } from './held-finding.ts';
import type { Rule, Verdict } from './rule.ts';
import type { SessionView } from './session-view.ts';

/** What is common to the events of frames; process and client events are checked by their record. */
type Event = {
  readonly seq?: number;
  readonly sender?: Direction;
  readonly fromRawMessage?: boolean;
  readonly exchange?: Readonly<Exchange> | undefined;
  readonly record?: { readonly seq: number };
  /** Of an answer only: true if it is small enough to be kept. */
  readonly isLight?: boolean;
  readonly error?: WireError;
  readonly result?: unknown;
};

type Runnable<E> = {
  readonly rule: Rule;
  readonly severity: Finding['severity'];
  readonly check: (event: E, view: SessionView) => Verdict | undefined;
};

/** Runs the checks of rules and turns their verdicts into findings. */
export class FindingSink {
  readonly #session: string;
  readonly #view: SessionView;
  readonly #checkRawMessages: boolean;
  #rules: ProjectSettings['rules'];
  readonly #found: HeldFinding[] = [];
  readonly #takenBack: HeldFinding[] = [];
  /** What of it was written out, up to a place in it. */
  #read: Finding[] = [];
  #readTo = 0;
  #revision = 0;
  /** What is said only until the vocabulary is known. */
  #moot: HeldFinding[] = [];
  /** What holds in some vocabularies only, until the server's is known. */
  #held: HeldFinding[] = [];
  /** What an SDK's author must mend, if the server turns out to be built on one of the verdict's SDKs. */
  #perhapsOfSdk: HeldFinding[] = [];
  /** The rules whose advice to the SDK's author was given. */
  readonly #advisedToSdk = new Set<string>();
  #heeded: readonly string[] = [];
  /** What is said of a request only until its answer comes, by the request's record. */
  readonly #untilAnswered = new Map<number, HeldFinding>();
  /** The message of a batch at which the rules look now. */
  batchPart: { readonly seq: number; readonly part: number } | undefined;

  /** `rules` is what the project file says of them. */
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

  /** Takes what is said of the rules from now on; what was found before heeds it too. */
  setRules(rules: ProjectSettings['rules']): void {
    if (rules === this.#rules) return;
    this.#rules = rules;
    for (const held of [...this.#found, ...this.#held]) held.heed(settingOf(rules, held.rule.id));
    this.#readAgain();
  }

  /** What was found, written out. */
  get findings(): readonly Finding[] {
    for (; this.#readTo < this.#found.length; this.#readTo += 1) {
      const held = this.#found[this.#readTo];
      if (held?.isTakenBack === false) this.#read.push(held.finding);
    }
    return this.#read;
  }

  /** The same as it is held, and what was taken back: both only grow. */
  get found(): readonly HeldFinding[] {
    return this.#found;
  }

  /** What of it was taken back. */
  get takenBack(): readonly HeldFinding[] {
    return this.#takenBack;
  }

  /** Counts how often findings were taken back. */
  get revision(): number {
    return this.#revision;
  }

  /** Lets every rule look at the event. `own` stands for a frame that is itself a raw message. */
  run<E extends Event>(rules: readonly Runnable<E>[], event: E, own = true): void {
    const spared = event.fromRawMessage === true && !this.#checkRawMessages;
    if (spared && own) return;
    for (const bound of rules) {
      if (spared && bound.rule.reaction) continue;
      const verdict = bound.check(event, this.#view);
      if (verdict === undefined) continue;
      // An answer to nonsense is checked against the protocol alone, and not for how helpful it is.
      if (spared && (verdict.severity ?? bound.severity) !== 'violation') continue;
      const seq = verdict.seq ?? event.seq ?? event.record?.seq ?? 0;
      this.add(bound, verdict, seq, event);
    }
  }

  /** Keeps what a rule said; gives the finding as it is held. */
  add(
    bound: Pick<Bound<'end'>, 'rule' | 'severity'>,
    verdict: Verdict,
    seq: number,
    event: Event = {},
  ): HeldFinding {
    const { rule } = bound;
    const part = this.batchPart?.seq === seq ? this.batchPart.part : undefined;
    const finding = new HeldFinding(
      bound,
      // A large answer is not kept: what is found in it is written at once.
      event.isLight === false ? writtenOut(verdict, event) : verdict,
      this.#session,
      seq,
      part,
      event.exchange === undefined ? 0 : event.exchange.requestSeq,
      this.#sideOf(verdict, rule, event),
      event.isLight === true ? event : NO_ANSWER,
      settingOf(this.#rules, rule.id),
    );
    if (rule.onlyFor !== undefined && !this.#view.speaks(rule.onlyFor)) {
      this.#held.push(finding);
      return finding;
    }
    if (this.#isRepeatedOfSdk(finding)) return finding;
    this.#found.push(finding);
    if (rule.untilVocabulary) this.#moot.push(finding);
    if (verdict.sdks !== undefined && finding.side !== 'sdk') {
      this.#perhapsOfSdk.push(finding);
    }
    if (rule.untilAnswered) this.#untilAnswered.set(seq, finding);
    return finding;
  }

  /** The answer to a request has come, late: takes back what was said because it had not. */
  answered(requestSeq: number): void {
    if (this.#untilAnswered.size === 0) return;
    const finding = this.#untilAnswered.get(requestSeq);
    if (finding === undefined) return;
    this.#untilAnswered.delete(requestSeq);
    this.takeBack([finding]);
  }

  /**
   * Looks again at what depends on the server's vocabulary, if more is known of it: takes back what is moot, says
   * what was held back, and names the SDK as the one that must act.
   */
  heedVocabulary(): void {
    const known = this.#view.vocabularies;
    if (known === this.#heeded || known.length === 0) return;
    this.#heeded = known;
    this.takeBack(this.#moot);
    this.#moot = [];
    if (this.#held.length > 0) {
      const isDue = ({ rule }: HeldFinding) => this.#view.speaks(rule.onlyFor ?? []);
      for (const one of this.#held) if (isDue(one)) this.#found.push(one);
      this.#held = this.#held.filter((one) => !isDue(one));
    }
    if (this.#perhapsOfSdk.length > 0) this.#blameSdk();
  }

  #blameSdk(): void {
    const due = this.#perhapsOfSdk.filter(
      ({ verdict, isTakenBack }) => !isTakenBack && this.#view.speaks(verdict.sdks ?? []),
    );
    if (due.length === 0) return;
    for (const finding of due) finding.blameSdk();
    this.takeBack(due.filter((finding) => this.#isRepeatedOfSdk(finding)));
    this.#perhapsOfSdk = this.#perhapsOfSdk.filter(({ side }) => side !== 'sdk');
    this.#revision += 1;
  }

  /** Advice that the server's author cannot follow is given once; a breach is a breach each time. */
  #isRepeatedOfSdk({ rule, side, severity }: HeldFinding): boolean {
    if (side !== 'sdk' || severity === 'violation') return false;
    if (this.#advisedToSdk.has(rule.id)) return true;
    this.#advisedToSdk.add(rule.id);
    return false;
  }

  #sideOf(verdict: Verdict, rule: Rule, event: Event): Side {
    if (verdict.sdks !== undefined && this.#view.speaks(verdict.sdks)) return 'sdk';
    return verdict.side ?? rule.side ?? senderOf(event);
  }

  /** Takes findings back, because what they rest on has turned out to be otherwise. */
  takeBack(findings: readonly HeldFinding[]): void {
    const taken = findings.filter(({ isTakenBack }) => !isTakenBack);
    if (taken.length === 0) return;
    for (const finding of taken) {
      finding.isTakenBack = true;
      this.#takenBack.push(finding);
    }
    this.#readAgain();
  }

  #readAgain(): void {
    this.#read = [];
    this.#readTo = 0;
    this.#revision += 1;
  }
}

/** What has no sender, such as the end of a process, is the server's. */
function senderOf({ sender }: Event): Side {
  return sender === 'client-to-server' ? 'client' : 'server';
}

const NO_ANSWER: KeptAnswer = { error: undefined, result: undefined };
