import { jsonText } from '../base/json-value.ts';
import { errorText } from '../findings/error-text.ts';
import { isGeneric } from '../findings/rules/wording.ts';
import type { ErrorOrigin } from '../frame/error-origin.ts';
import { originIn } from '../frame/stack-trace.ts';
import type { PickedStderr } from '../frame/stderr-pick.ts';
import { type ErrorTier, isErrorTier } from '../frame/tier.ts';
import {
  causedSeqs,
  type Exchange,
  type HttpPlace,
  isUserCaused,
  type OrphanError,
} from '../session/exchange.ts';
import type { Explanation } from './explanation.ts';
import { type Failure, type LastingFailure, lasting, NO_FACTS, type Place } from './failure.ts';
import { explainFailure } from './failure-causes.ts';
import type { AnswerEvidence } from './failure-notes.ts';
import type { FailureReader } from './failure-reader.ts';
import { type FinalStderr, withOrigin, withStderr } from './final-stderr.ts';
import { withStep } from './framework-words.ts';
import { statusStep } from './http-causes.ts';

type Placed = { readonly seq: number; readonly part?: number };

/**
 * The findings of a failure, from those at each record; a finding on a whole batch applies to each message. Of the
 * failures it caused, those of other rules.
 */
export function findingsOf<Found extends Placed & { readonly rule: string }>(
  { places, caused }: Pick<StoredFailure, 'places' | 'caused'>,
  at: (seq: number) => readonly Found[],
): readonly Found[] {
  const own = placedAt(places, at);
  if (caused.length === 0) return own;
  const byRule = new Map([...caused.flatMap(at), ...own].reverse().map((found) => [found.rule, found]));
  return [...own, ...[...byRule.values()].filter(({ rule }) => !own.some((found) => found.rule === rule))];
}

function placedAt<Found extends Placed>(
  places: StoredFailure['places'],
  at: (seq: number) => readonly Found[],
) {
  return places.flatMap(({ seq, part }) => {
    const found = at(seq);
    if (found.length === 0) return found;
    const whole = found.filter((one) => one.part === undefined);
    return part === undefined ? whole : [...whole, ...found.filter((one) => one.part === part)];
  });
}

/** One failure of a session with its evidence, as plain data, shared by the report, Problems and the inspector. */
export type StoredFailure = {
  /** The record of the answer or event; of the request if there was no answer. */
  readonly seq: number;
  readonly requestSeq: number | null;
  /** Where this failure's findings are; a duplicate answer leaves those of the request to the first answer. */
  readonly places: readonly Place[];
  /** True if it is a consequence of another failure, that of the start. */
  readonly isConsequence: boolean;
  /** The records of its consequences. */
  readonly caused: readonly number[];
  readonly tier: ErrorTier;
  readonly method: string;
  readonly target: string;
  readonly codeText: string;
  readonly message: string;
  /** Its place in HTTP traffic; undefined over stdio. */
  readonly http: HttpPlace | undefined;
  /** True if the user caused it intentionally. */
  readonly provoked: boolean;
  /** True if it is how a call ended. */
  readonly isCall: boolean;
  /** How many equal calls came directly before it. */
  readonly repeats: number;
  /** True if it ended as the project file expects. */
  readonly expected: boolean;
  /** True if the answer's error or result is the failure. */
  readonly isAnswered: boolean;
  readonly failure: LastingFailure;
  /** The explanation by what was known at the time, without stderr. */
  readonly why: Explanation;
  readonly stderr: PickedStderr & Partial<FinalStderr>;
};

/** Why it failed, by the server's vocabularies, surest first, and by stderr. */
export function explainStored(
  { why, failure, stderr, message, isAnswered, http, codeText }: StoredFailure,
  vocabularies: Failure['vocabularies'],
): Explanation {
  const again = isAnswered && why.vague === true;
  const { problem } = why;
  const facts = again ? { ...NO_FACTS, ...failure.facts } : NO_FACTS;
  const known = again ? { ...explainFailure({ ...failure, facts, vocabularies }), problem } : why;
  const stepped = isAnswered ? withStatus(withStep(known, failure, vocabularies), http, codeText) : known;
  const quoted = withStderr(stepped, stderr, message);
  const written = isAnswered ? answerOrigin(message, failure.error?.data) : undefined;
  const found = withOrigin(quoted, written ?? (why.deeper === true ? stderr.origin : undefined));
  const isSilent = found.origin === undefined && found.stderr?.isReason !== true && why.deeper === true;
  return isSilent && isAnswered && isGeneric(errorText(message)) ? { ...found, unknown: true } : found;
}

function withStatus(why: Explanation, http: HttpPlace | undefined, codeText: string): Explanation {
  const said = statusStep(http?.status ?? 0, codeText);
  return said === '' ? why : { ...why, step: `${why.step ?? ''}${said}` };
}

/** Where it was raised, if the answer has a stack trace. */
function answerOrigin(message: string, data: unknown): ErrorOrigin | undefined {
  const text = typeof data === 'string' ? data : jsonText(data ?? '');
  if (!message.includes('\n') && !/\n|\\n/.test(text)) return undefined;
  return originIn([...message.split('\n'), ...text.split('\n')]);
}

export type FailureSources = {
  readonly failed: Iterable<Readonly<Exchange>>;
  readonly orphans: readonly Readonly<OrphanError>[];
  readonly reader: FailureReader;
  /** Only those of this record or its request; undefined for all. */
  readonly at?: number | undefined;
  /** True for an exchange that ended as the repository expects. */
  readonly isExpected: (exchange: Readonly<Exchange>) => boolean;
};

/** All exchanges and events in an error tier, by seq; generated lazily. */
export function* keptFailures(sources: FailureSources): Generator<StoredFailure> {
  const { at } = sources;
  const failed = [...sources.failed].filter(
    (one) => at === undefined || one.requestSeq === at || one.answerSeq === at,
  );
  const orphans = sources.orphans.filter(({ seq }) => at === undefined || seq === at);
  const all = [...failed, ...orphans].sort((a, b) => seqOf(a) - seqOf(b));
  for (let from = 0; from < all.length; ) {
    const seq = seqOf(all[from]);
    const found: StoredFailure[] = [];
    const used = { answers: 0, lines: 0 };
    for (; seqOf(all[from]) === seq; from += 1) {
      const one = all[from];
      if (one !== undefined)
        found.push(...(isExchange(one) ? ofExchange(sources, one) : ofOrphan(sources, one, used)));
    }
    yield* found.sort((a, b) => (a.requestSeq ?? 0) - (b.requestSeq ?? 0));
  }
}

type Failed = Readonly<Exchange> | Readonly<OrphanError>;

function isExchange(one: Failed): one is Readonly<Exchange> {
  return 'answerSeq' in one;
}

function seqOf(one: Failed | undefined): number {
  if (one === undefined) return -1;
  return isExchange(one) ? one.answerSeq || one.requestSeq : one.seq;
}

/** How many of a record's errors were consumed, in record order. */
type Used = { answers: number; lines: number };

function ofExchange({ reader, isExpected }: FailureSources, exchange: Readonly<Exchange>): StoredFailure[] {
  const { tier, answerSeq, requestSeq, method, target, codeText } = exchange;
  if (!isErrorTier(tier)) return [];
  const { answer, part, unmatched } = reader.notes(exchange);
  // HTTP facts are known only once the exchange has ended.
  const isOfHttp = exchange.x > 0 && tier === 'transport';
  const evidence = answer?.failure.outcome === exchange.outcome && !isOfHttp ? answer : undefined;
  const request = { seq: requestSeq, part };
  const isResult = unmatched !== undefined && unmatched.failure.error === undefined;
  const stated = isResult ? unmatched.failure.text : exchange.message;
  const said = evidence === undefined || evidence.message === '' ? stated : evidence.message;
  return [
    {
      seq: answerSeq > 0 ? answerSeq : requestSeq,
      places: answerSeq > 0 ? [{ seq: answerSeq, part: answer?.part }, request] : [request],
      ...{ requestSeq, tier, method, target, codeText, message: said },
      ...{ isConsequence: exchange.isConsequence, caused: [] },
      ...{ isCall: true, repeats: exchange.repeats },
      http: exchange.x === 0 ? undefined : { x: exchange.x, status: exchange.status, where: exchange.where },
      provoked: isUserCaused(exchange),
      expected: isExpected(exchange),
      ...explained(evidence, () => reader.failureOf(exchange, tier)),
      stderr: reader.stderrOf(exchange),
    },
  ];
}

function ofOrphan({ reader }: FailureSources, orphan: Readonly<OrphanError>, used: Used): StoredFailure[] {
  const { seq, tier, method, codeText, message, target = '', direction, fromRawMessage: provoked } = orphan;
  if (!isErrorTier(tier)) return [];
  const isLine = orphan.malformed === true;
  const evidence = isLine ? undefined : reader.misplaced.of(seq)[used.answers];
  const line = isLine ? reader.badLines(seq)[used.lines] : undefined;
  if (isLine) used.lines += 1;
  else if (evidence !== undefined) used.answers += 1;
  const known = { method, target, text: message, ...(direction === '' ? {} : { sender: direction }) };
  const outcome = isLine ? 'malformed' : '';
  return [
    {
      ...{ seq, requestSeq: orphan.requestSeq ?? null, tier, method, target, codeText, message, provoked },
      places: [{ seq, part: isLine ? line?.part : evidence?.part }],
      ...{ isConsequence: orphan.isConsequence === true, caused: causedSeqs(orphan) },
      ...{ isCall: false, repeats: 0, expected: false, http: orphan.http },
      ...explained(evidence, () =>
        reader.failureAt(seq, tier, { outcome, lineFault: line?.fault, ...known }),
      ),
      stderr: reader.stderrOf(seq),
    },
  ];
}

/** The explanation of an answer, or of what is known without one. */
function explained(
  evidence: AnswerEvidence | undefined,
  failureOf: () => Failure,
): Pick<StoredFailure, 'isAnswered' | 'failure' | 'why'> {
  if (evidence !== undefined) return { isAnswered: true, failure: evidence.failure, why: evidence.why };
  const failure = failureOf();
  return {
    isAnswered: false,
    failure: { ...failure, params: undefined, paramsKnown: false, facts: lasting(failure.facts) },
    why: explainFailure(failure),
  };
}
