import {
  type ExpectedEnd,
  expectedEndText,
  otherEndSentences,
  PROJECT_SOURCE,
} from '../project/expected-tier.ts';
import type { Exchange } from '../session/exchange.ts';
import type { Severity } from './finding.ts';
import type { FindingSink } from './finding-sink.ts';
import type { HeldFinding } from './held-finding.ts';
import type { Rule } from './rule.ts';

/** The id of the finding for a call that did not end as the project file says. */
export const OTHER_TIER = 'expected-tier';
/** The id of the finding for an error that the project file expects. */
export const AS_EXPECTED = 'expected-error';

const OTHER_TIER_RULE = bound(OTHER_TIER, 'A call at another tier than expected', 'violation');
const AS_EXPECTED_RULE = bound(AS_EXPECTED, 'An error that the project file expects', 'info');

/** Turns the ends of calls that the project file speaks of into findings. */
export class ExpectedEnds {
  readonly #sink: FindingSink;
  readonly #said = new WeakMap<Readonly<Exchange>, HeldFinding>();
  readonly #met = new WeakSet<Readonly<Exchange>>();

  constructor(sink: FindingSink) {
    this.#sink = sink;
  }

  /** True for a call that failed as expected. */
  has(exchange: Readonly<Exchange>): boolean {
    return this.#met.has(exchange);
  }

  /** Takes an end of a call; what was said of an earlier end is taken back. */
  take({ exchange, expected, isMet }: ExpectedEnd): void {
    const earlier = this.#said.get(exchange);
    if (earlier !== undefined) this.#sink.takeBack([earlier]);
    this.#said.delete(exchange);
    this.#met.delete(exchange);
    const { requestSeq, answerSeq, tier, codeText } = exchange;
    if (isMet && tier === 'ok') return;
    if (isMet) this.#met.add(exchange);
    const came = codeText === '' ? tier : `${tier} ${codeText}`;
    const other = otherEndSentences(expected, came);
    const seq = answerSeq > 0 ? answerSeq : requestSeq;
    const evidence = seq === requestSeq ? [seq] : [requestSeq, seq];
    const verdict = isMet
      ? {
          explanation: `"${expected.label}" is expected to end as ${expectedEndText(expected)}, and did.`,
          todo: '',
        }
      : { explanation: other.message, todo: other.todo };
    const rule = isMet ? AS_EXPECTED_RULE : OTHER_TIER_RULE;
    this.#said.set(exchange, this.#sink.add(rule, { ...verdict, evidence }, seq));
  }
}

/** What has an id and a severity as a rule has, and looks at nothing by itself. */
function bound(
  id: string,
  title: string,
  severity: Severity,
): { readonly rule: Rule; readonly severity: Severity } {
  return {
    rule: { id, name: id, title, source: PROJECT_SOURCE, severity, side: 'server', checks: {} },
    severity,
  };
}
