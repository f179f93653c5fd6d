import { groupedBy } from '../base/grouped-by.ts';
import { structuredErrorOf, structuredStatement } from '../codes/structured-error.ts';
import { explanationText, withStderr } from '../explain/end-words.ts';
import { errorName } from '../explain/error-name.ts';
import type { Explanation } from '../explain/explanation.ts';
import type { Failure } from '../explain/failure.ts';
import { explainFailure } from '../explain/failure-causes.ts';
import type { AnswerEvidence, FailureReader } from '../explain/failure-reader.ts';
import type { HostLensReader } from '../explain/host-lens-reader.ts';
import { NO_CALL, type Reaches, reachesBySpecification } from '../explain/reaches.ts';
import { whatToDo } from '../explain/what-to-do.ts';
import { type RetryAdvice, retryAdvice } from '../findings/retry-advice.ts';
import { type ErrorTier, isErrorTier } from '../frame/tier.ts';
import { NO_STEP, stepAfterLabel, stepText } from '../protocol/actor.ts';
import { type Exchange, isUserCaused, type OrphanError } from '../session/exchange.ts';
import type { ErrorFinding, ReportError, ReportFinding } from './report.ts';

/** What a code's name may depend on. */
export type CodedError = {
  readonly tier: ErrorTier;
  readonly method: string | null;
  readonly message: string;
  readonly data: unknown;
};

/** What the errors of a session are made of. */
export type ErrorSources = {
  readonly exchanges: readonly Readonly<Exchange>[];
  readonly orphans: readonly Readonly<OrphanError>[];
  readonly findings: readonly ReportFinding[];
  readonly failures: FailureReader;
  readonly lens: HostLensReader;
  readonly vocabularies: Failure['vocabularies'];
  /** True for an exchange that ended as the repository says that it should. */
  readonly isExpected: (exchange: Readonly<Exchange>) => boolean;
  /** Gives the name of a code, which stands as its JSON text, in an error's context. */
  readonly nameCode: (codeText: string, error: CodedError) => string | null;
};

/** An error before it is put into a group. */
export type UngroupedError = Omit<ReportError, 'group'>;

/** Every exchange and every event whose tier is not ok, by seq, each explained, with the findings that hang on it. */
export function reportErrors(sources: ErrorSources): UngroupedError[] {
  const used: Used = { answers: new Map(), lines: new Map() };
  const drafts = [
    ...sources.exchanges.flatMap((exchange) => ofExchange(sources, exchange)),
    ...sources.orphans.flatMap((orphan) => ofOrphan(sources, orphan, used)),
  ];
  const byPlace = groupedBy(sources.findings, placeOf);
  return drafts
    .sort((a, b) => a.seq - b.seq || (a.requestSeq ?? 0) - (b.requestSeq ?? 0))
    .map((draft) => reportError(draft, byPlace, sources));
}

/** A record, or one message of a batch. */
type Place = { readonly seq: number; readonly part?: number | undefined };

function placeOf({ seq, part }: Place): string {
  return part === undefined ? `${seq}` : `${seq}/${part}`;
}

/** How many errors of a record were taken, of those that stand in its order. */
type Used = { readonly answers: Map<number, number>; readonly lines: Map<number, number> };

type Draft = {
  readonly seq: number;
  readonly requestSeq: number | null;
  readonly tier: ErrorTier;
  readonly method: string;
  readonly target: string;
  readonly codeText: string;
  readonly message: string;
  readonly provoked: boolean;
  readonly expected: boolean;
  readonly why: Explanation;
  readonly failure: Failure;
  /** The answer that settled it, if one did. */
  readonly evidence: AnswerEvidence | undefined;
  readonly stderr: readonly string[];
  readonly reaches: Reaches;
  /** Where the findings of this error hang; a second answer leaves those of the request to the first. */
  readonly places: readonly Place[];
};

function ofExchange(sources: ErrorSources, exchange: Readonly<Exchange>): Draft[] {
  const { tier, answerSeq, requestSeq, method, target, codeText } = exchange;
  const provoked = isUserCaused(exchange);
  if (!isErrorTier(tier)) return [];
  const { failures } = sources;
  const answer = failures.answer(exchange);
  const evidence = answer?.failure.outcome === exchange.outcome ? answer : undefined;
  const failure = failures.failureOf(exchange, tier);
  const picked = failures.stderrOf(exchange);
  const seq = answerSeq > 0 ? answerSeq : requestSeq;
  const said = evidence === undefined || evidence.message === '' ? exchange.message : evidence.message;
  return [
    {
      seq,
      places:
        answerSeq > 0
          ? [
              { seq, part: answer?.part },
              { seq: requestSeq, part: failures.requestPart(exchange) },
            ]
          : [{ seq, part: failures.requestPart(exchange) }],
      requestSeq,
      tier,
      method,
      target,
      codeText,
      message: said === '' ? messageOf(exchange) : said,
      provoked,
      expected: sources.isExpected(exchange),
      why: withStderr(whyOf(evidence, failure, sources), picked, said),
      failure: evidence?.failure ?? failure,
      evidence,
      stderr: picked.lines,
      reaches: reachesOf(exchange, tier, sources),
    },
  ];
}

/** The client may have given up, or have rejected the answer, after it came. */
function reachesOf(exchange: Readonly<Exchange>, tier: ErrorTier, { lens }: ErrorSources): Reaches {
  const seen = tier === 'tool' || tier === 'protocol' ? lens.reaches(exchange) : undefined;
  return seen ?? reachesBySpecification(tier);
}

function whyOf(
  evidence: AnswerEvidence | undefined,
  failure: Failure,
  { vocabularies }: ErrorSources,
): Explanation {
  if (evidence === undefined) return explainFailure(failure);
  return evidence.why.vague ? explainFailure({ ...evidence.failure, vocabularies }) : evidence.why;
}

function ofOrphan(sources: ErrorSources, orphan: Readonly<OrphanError>, used: Used): Draft[] {
  const { seq, tier, method, codeText, message, target = '', direction, fromRawMessage: provoked } = orphan;
  if (!isErrorTier(tier)) return [];
  const { failures } = sources;
  const isLine = orphan.malformed === true;
  const taken = isLine ? used.lines : used.answers;
  const index = taken.get(seq) ?? 0;
  const evidence = isLine ? undefined : failures.misplaced(seq)[index];
  if (isLine || evidence !== undefined) taken.set(seq, index + 1);
  const part = isLine ? failures.badParts(seq)[index] : evidence?.part;
  const lineFault = isLine ? failures.lineFault(seq, index) : undefined;
  const known = {
    method,
    target,
    text: message,
    lineFault,
    ...(direction === '' ? {} : { sender: direction }),
  };
  const failure = failures.failureAt(seq, tier, { ...known, outcome: isLine ? 'malformed' : '' });
  const picked = failures.stderrOf(seq);
  return [
    {
      ...{
        seq,
        places: [{ seq, part }],
        requestSeq: orphan.requestSeq ?? null,
        tier,
        method,
        target,
        codeText,
      },
      ...{ message, provoked, expected: false, evidence, stderr: picked.lines, reaches: NO_CALL },
      why: withStderr(whyOf(evidence, failure, sources), picked, message),
      failure: evidence?.failure ?? failure,
    },
  ];
}

function reportError(
  draft: Draft,
  findings: ReadonlyMap<string, readonly ReportFinding[]>,
  sources: ErrorSources,
): UngroupedError {
  const { seq, requestSeq, tier, message, evidence, why, provoked } = draft;
  const result = tier === 'tool' ? evidence?.failure.result : undefined;
  const structured = structuredStatement(result);
  const code = tier === 'tool' ? (structured?.code ?? null) : integerOf(draft.codeText);
  const codeText = tier === 'tool' ? (code === null ? '' : String(code)) : draft.codeText;
  const data = evidence?.error?.data ?? null;
  const method = orNull(draft.method);
  const codeName =
    codeText === '' ? null : sources.nameCode(codeText, { tier, method, ...saidIn(evidence, message, data) });
  // What is about a whole batch is about each of its messages.
  const places = draft.places.flatMap((place) => [placeOf({ seq: place.seq }), placeOf(place)]);
  const own = [...new Set(places)].flatMap((place) => findings.get(place) ?? []);
  const advice = evidence === undefined || provoked ? undefined : adviceOn(evidence, draft, sources);
  const step = provoked || draft.expected ? NO_STEP : whatToDo({ ...draft, findings: own, advice });
  const onPurpose = provoked ? ON_PURPOSE : '';
  return {
    ...{ seq, requestSeq, tier, method, target: orNull(draft.target), code },
    codeName,
    name: errorName(draft.failure, codeText, codeName),
    ...{ message, data, structured },
    explanation: `${explanationText(why)}${onPurpose}`,
    todo: stepText(step),
    retry: advice?.retry ?? null,
    reaches: draft.reaches,
    stderr: draft.stderr,
    ...(provoked ? { provoked } : {}),
    ...(draft.expected ? { expected: true as const } : {}),
    findings: own.map(({ seq: _, part: __, ...finding }): ErrorFinding => finding),
    acts: step.actor,
    cause: why.cause,
    ...(why.stderr === undefined ? {} : { happened: `${why.happened}${onPurpose}` }),
    ...(step.verb === undefined ? {} : { instruction: stepAfterLabel(step) }),
  };
}

const ON_PURPOSE = ' The user caused it on purpose, by a malformed message or a changed answer.';

/** What a code's name is decided by: of a tool error its structured message and data. */
function saidIn(evidence: AnswerEvidence | undefined, message: string, data: unknown) {
  const result = evidence?.failure.result;
  const structured =
    evidence?.error === undefined && evidence?.result !== undefined
      ? structuredErrorOf(evidence.result)
      : undefined;
  if (structured === undefined || result === undefined) return { message, data };
  return { message: structured.message, data: structured.data ?? null };
}

function adviceOn(
  { error, result }: AnswerEvidence,
  { tier, method }: Draft,
  { vocabularies }: ErrorSources,
): RetryAdvice | undefined {
  if (tier !== 'tool' && tier !== 'protocol') return undefined;
  return retryAdvice({
    ...(error === undefined ? {} : { error }),
    ...(error !== undefined || result === undefined ? {} : { result }),
    method,
    vocabularies: vocabularies.map(({ id }) => id),
  });
}

/** What happened, if nobody gave a message. */
function messageOf({ outcome }: Readonly<Exchange>): string {
  switch (outcome) {
    case 'lost':
      return 'The connection ended before the answer came.';
    case 'cancelled':
      return 'The call was cancelled.';
    case 'timed out':
      return 'The call timed out.';
    case 'late':
      return 'The answer came after the client had given up.';
    default:
      return '';
  }
}

function integerOf(codeText: string): number | null {
  const code = codeText === '' || codeText.startsWith('"') ? Number.NaN : Number(codeText);
  return Number.isInteger(code) ? code : null;
}

function orNull(text: string): string | null {
  return text === '' ? null : text;
}
