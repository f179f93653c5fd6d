import type { Direction } from '../frame/record.ts';
import type { Exchange } from '../session/exchange.ts';
import type { Bound } from './dispatch.ts';
import type { Finding, Side } from './finding.ts';
import type { ErrorAnswer, ResultAnswer } from './message.ts';
import type { Rule, Verdict } from './rule.ts';
import type { SessionView } from './session-view.ts';
import { errorExcerpt, resultExcerpt } from './wire-excerpt.ts';

/** What is common to the events of frames; process and client events are checked by their record. */
type Event = {
  readonly seq?: number;
  readonly sender?: Direction;
  readonly fromRawMessage?: boolean;
  readonly exchange?: Readonly<Exchange> | undefined;
  readonly record?: { readonly seq: number };
};

type Runnable<E> = {
  readonly rule: Rule;
  readonly severity: Finding['severity'];
  readonly check: (event: E, view: SessionView) => Verdict | undefined;
};

/** A finding of which it is not yet certain who must act. */
type OpenFinding = Omit<Finding, 'side' | 'part'> & { side: Side; part?: number };

/** Runs the checks of rules and turns their verdicts into findings. */
export class FindingSink {
  readonly #session: string;
  readonly #view: SessionView;
  readonly #checkRawMessages: boolean;
  #found: Finding[] = [];
  #revision = 0;
  /** What is said only until the vocabulary is known. */
  #moot: Finding[] = [];
  /** What holds in some vocabularies only, until the server's is known. */
  #held: { readonly finding: Finding; readonly rule: Rule }[] = [];
  /** What an SDK's author must mend, if the server turns out to be built on one of these SDKs. */
  #perhapsOfSdk: { readonly finding: OpenFinding; readonly sdks: readonly string[] }[] = [];
  /** The rules whose advice to the SDK's author was given. */
  readonly #advisedToSdk = new Set<string>();
  #heeded: readonly string[] = [];
  /** What is said of a request only until its answer comes, by the request's record. */
  readonly #untilAnswered = new Map<number, Finding>();
  /** The message of a batch at which the rules look now. */
  batchPart: { readonly seq: number; readonly part: number } | undefined;

  constructor(session: string, view: SessionView, checkRawMessages: boolean) {
    this.#session = session;
    this.#view = view;
    this.#checkRawMessages = checkRawMessages;
  }

  get findings(): readonly Finding[] {
    return this.#found;
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
      const request = event.exchange?.requestSeq;
      this.add(bound, verdict, seq, request === undefined ? [seq] : [request, seq], event);
    }
  }

  add(
    bound: Pick<Bound<'end'>, 'rule' | 'severity'>,
    verdict: Verdict,
    seq: number,
    shown: readonly number[],
    event: Event = {},
  ): void {
    const { rule, severity } = bound;
    const part = this.batchPart?.seq === seq ? this.batchPart.part : undefined;
    const finding: OpenFinding = {
      rule: rule.id,
      name: rule.name,
      title: rule.title,
      severity: verdict.severity ?? severity,
      session: this.#session,
      seq,
      evidence: verdict.evidence ?? shown,
      certainty: verdict.certainty ?? 'certain',
      side: this.#sideOf(verdict, rule, event),
      explanation: verdict.explanation,
      todo: verdict.todo,
      source: rule.source,
      before: verdict.before ?? answerExcerpt(event),
      after: verdict.after ?? '',
    };
    // Set afterwards: V8 turns a spread with this many members into a slow object.
    if (part !== undefined) finding.part = part;
    if (rule.onlyFor !== undefined && !this.#view.speaks(...rule.onlyFor)) {
      this.#held.push({ finding, rule });
      return;
    }
    if (this.#isRepeatedOfSdk(finding)) return;
    this.#found.push(finding);
    if (rule.untilVocabulary) this.#moot.push(finding);
    if (verdict.sdks !== undefined && finding.side !== 'sdk') {
      this.#perhapsOfSdk.push({ finding, sdks: verdict.sdks });
    }
    if (rule.untilAnswered) this.#untilAnswered.set(seq, finding);
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
    const isDue = ({ rule }: { readonly rule: Rule }) => this.#view.speaks(...(rule.onlyFor ?? []));
    for (const one of this.#held) if (isDue(one)) this.#found.push(one.finding);
    this.#held = this.#held.filter((one) => !isDue(one));
    this.#blameSdk();
  }

  #blameSdk(): void {
    const due = this.#perhapsOfSdk.filter(({ sdks }) => this.#view.speaks(...sdks));
    if (due.length === 0) return;
    for (const { finding } of due) finding.side = 'sdk';
    this.takeBack(due.map(({ finding }) => finding).filter((finding) => this.#isRepeatedOfSdk(finding)));
    this.#perhapsOfSdk = this.#perhapsOfSdk.filter(({ finding }) => finding.side !== 'sdk');
    this.#revision += 1;
  }

  /** Advice that the server's author cannot follow is given once; a breach is a breach each time. */
  #isRepeatedOfSdk({ rule, side, severity }: OpenFinding): boolean {
    if (side !== 'sdk' || severity === 'violation') return false;
    if (this.#advisedToSdk.has(rule)) return true;
    this.#advisedToSdk.add(rule);
    return false;
  }

  #sideOf(verdict: Verdict, rule: Rule, event: Event): Side {
    if (verdict.sdks !== undefined && this.#view.speaks(...verdict.sdks)) return 'sdk';
    return verdict.side ?? rule.side ?? senderOf(event);
  }

  /** Takes findings back, because what they rest on has turned out to be otherwise. */
  takeBack(findings: readonly Finding[]): void {
    if (findings.length === 0) return;
    this.#found = this.#found.filter((finding) => !findings.includes(finding));
    this.#held = this.#held.filter(({ finding }) => !findings.includes(finding));
    this.#revision += 1;
  }
}

/** What has no sender, such as the end of a process, is the server's. */
function senderOf({ sender }: Event): Side {
  return sender === 'client-to-server' ? 'client' : 'server';
}

/** The answer as wire text; empty for any other event. */
function answerExcerpt(event: Event | ErrorAnswer | ResultAnswer): string {
  if (!('excerpt' in event)) return '';
  return 'error' in event ? errorExcerpt(event) : resultExcerpt(event);
}
