import type { Exchange } from '../session/exchange.ts';
import {
  type ExpectedEnd,
  expectedEndText,
  otherEndSentences,
  PROJECT_SOURCE,
} from '../session/project/expected-tier.ts';
import type { Severity } from './finding.ts';
import type { FindingSink, HeldFinding } from './finding-sink.ts';
import { type CaseTexts, ruleOf } from './rule.ts';

/** The id of findings on calls that did not end as the project file expects. */
export const OTHER_TIER = 'expected-tier';
export const AS_EXPECTED = 'expected-error';

const OTHER_TIER_RULE = judging(OTHER_TIER, 'A call at another tier than expected', 'violation', {
  explanation: '{message}',
  todo: '{todo}',
});
const AS_EXPECTED_RULE = judging(AS_EXPECTED, 'An error that the project file expects', 'info', {
  explanation: '"{label}" is expected to end as {end}, and did.',
});

/** Has an id and a severity like a rule, but checks nothing by itself. */
function judging(name: string, title: string, severity: Severity, texts: Partial<CaseTexts>) {
  const fixed = { kind: 'tier', source: PROJECT_SOURCE, side: 'server' } as const;
  return { rule: ruleOf(name, {}, { ...texts, ...fixed, name, title, severity }), severity };
}

export class ExpectedEnds {
  readonly #sink: FindingSink;
  readonly #said = new WeakMap<Readonly<Exchange>, HeldFinding>();
  readonly #met = new WeakSet<Readonly<Exchange>>();

  constructor(sink: FindingSink) {
    this.#sink = sink;
  }

  has(exchange: Readonly<Exchange>): boolean {
    return this.#met.has(exchange);
  }

  /** Takes the end of a call; a finding on an earlier end is retracted. */
  take({ exchange, expected, isMet }: ExpectedEnd): void {
    const earlier = this.#said.get(exchange);
    if (earlier !== undefined) this.#sink.retract(earlier);
    this.#said.delete(exchange);
    this.#met.delete(exchange);
    const { requestSeq, answerSeq, tier, codeText } = exchange;
    if (isMet && tier === 'ok') return;
    if (isMet) this.#met.add(exchange);
    const seq = answerSeq > 0 ? answerSeq : requestSeq;
    const values = isMet
      ? { label: expected.label, end: expectedEndText(expected) }
      : otherEndSentences(expected, codeText === '' ? tier : `${tier} ${codeText}`);
    const verdict = { values, evidence: seq === requestSeq ? [seq] : [requestSeq, seq] };
    this.#said.set(exchange, this.#sink.add(isMet ? AS_EXPECTED_RULE : OTHER_TIER_RULE, verdict, seq));
  }
}
