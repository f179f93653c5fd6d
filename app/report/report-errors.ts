import { groupedBy } from '../base/grouped-by.ts';
import { isJsonObject } from '../base/json-value.ts';
import { structuredErrorOf, structuredStatement } from '../codes/structured-error.ts';
import { clientsMake } from '../explain/client-rows.ts';
import { errorName } from '../explain/error-name.ts';
import type { Failure, Place } from '../explain/failure.ts';
import { explanationText } from '../explain/final-stderr.ts';
import { NO_CALL, type Reaches, reachesBySpecification, thrownAwayText } from '../explain/reaches.ts';
import { explainStored, findingsOf, type StoredFailure } from '../explain/stored-failure.ts';
import { nextStep, retryOf, type SettledCall } from '../explain/what-to-do.ts';
import { stepAfterLabel, stepText } from '../protocol/actor.ts';
import type { HttpPlace } from '../session/exchange.ts';
import type { ErrorFinding, ReportError, ReportFinding, ReportPlace } from './report.ts';

/** What a code's name may depend on. */
export type CodedError = Pick<ReportError, 'tier' | 'method' | 'message' | 'data'>;

/** The sources for explaining and naming a session's errors. */
type NamingSources = {
  readonly vocabularies: Failure['vocabularies'];
  /** Names a code, given as JSON text, in an error's context. */
  readonly nameCode: (codeText: string, error: CodedError) => string | null;
};

/** The sources of a session's errors. */
type ErrorSources = NamingSources & {
  readonly failures: Iterable<StoredFailure>;
  readonly findings: readonly ReportFinding[];
  /** The parts of a failed answer that reach the model. */
  readonly reaches: (place: Place) => Reaches | undefined;
};

export type UngroupedError = Omit<ReportError, 'group'>;

/** The failures that are not consequences of others. */
function* standing(failures: Iterable<StoredFailure>): Generator<StoredFailure> {
  for (const failure of failures) if (!failure.isConsequence) yield failure;
}

export function reportErrors(sources: ErrorSources): UngroupedError[] {
  const bySeq = groupedBy(sources.findings, ({ seq }) => seq);
  return Array.from(standing(sources.failures), (kept): UngroupedError => {
    const own = findingsOf(kept, (seq) => bySeq.get(seq) ?? []);
    return {
      ...explainedError(kept, own, sources),
      reaches: reachesOf(kept, sources.reaches, own),
      stderr: kept.stderr.lines,
      findings: own.map(({ seq: _, part: __, http: ___, ...finding }): ErrorFinding => finding),
    };
  });
}

/** The client may have given up or rejected the answer after it came. */
function reachesOf(
  { isCall, tier, places: [answer] }: StoredFailure,
  reaches: ErrorSources['reaches'],
  findings: readonly ReportFinding[],
): Reaches {
  if (!isCall) return NO_CALL;
  const seen = (tier === 'tool' || tier === 'protocol') && answer !== undefined ? reaches(answer) : undefined;
  const said = seen ?? reachesBySpecification(tier);
  return { ...said, source: `${said.source}${thrownAwayText(findings)}` };
}

/** The parts of an error that reports and Problems share. */
export type ExplainedError = Omit<UngroupedError, 'reaches' | 'stderr' | 'findings'>;

/**
 * What happened, who must act and what to do, by the failure and its findings. It has all members, in the order promised
 * to readers of reports: a session may have very many errors, and those that all have the same take half the memory.
 */
export function explainedError(
  kept: StoredFailure,
  findings: SettledCall['findings'],
  { vocabularies, nameCode }: NamingSources,
): ReportError {
  const { seq, requestSeq, tier, failure, provoked, expected, isAnswered } = kept;
  const message = kept.message || (MESSAGES[failure.outcome] ?? '');
  const why = explainStored(kept, vocabularies);
  const structured = structuredStatement(isAnswered && tier === 'tool' ? failure.result : undefined);
  const code = tier === 'tool' ? (structured?.code ?? null) : integerOf(kept.codeText);
  const ownCode = tier === 'transport' && code === null ? '' : kept.codeText;
  const codeText = tier === 'tool' ? (code === null ? '' : String(code)) : ownCode;
  const data = isAnswered ? (failure.error?.data ?? null) : null;
  const method = kept.method || null;
  const named = { tier, method, ...saidIn(kept, message, data) };
  const codeName = codeText === '' ? null : nameCode(codeText, named);
  const advice = retryOf(kept, vocabularies);
  const step = nextStep(kept, { why, advice, findings });
  const clients = provoked ? undefined : clientsMake(kept, why.cause);
  const onPurpose = provoked ? ON_PURPOSE : '';
  const isMore = why.stderr !== undefined || why.step !== undefined || why.origin !== undefined;
  return {
    seq,
    requestSeq,
    tier,
    method,
    target: kept.target || null,
    code,
    codeName,
    name: errorName(failure, codeText, codeName),
    message,
    data,
    structured,
    explanation: `${explanationText(why)}${onPurpose}`,
    todo: stepText(step),
    retry: advice?.retry ?? null,
    reaches: NO_CALL,
    stderr: [],
    provoked: provoked || undefined,
    expected: expected || undefined,
    findings: [],
    acts: step.actor,
    cause: why.cause,
    http: placeOf(kept.http),
    happened: isMore ? `${why.happened}${onPurpose}` : undefined,
    problem: why.problem,
    instruction: step.verb === undefined ? undefined : stepAfterLabel(step),
    origin: why.origin,
    unknown: why.unknown,
    arguments: failure.arguments || undefined,
    caused: kept.caused.length === 0 ? undefined : kept.caused,
    clients,
    group: '',
  };
}

const ON_PURPOSE = ' The user caused it on purpose, by a malformed message or a changed answer.';

/** What determines a code's name: for a tool error, its structured message and data. */
function saidIn({ isAnswered, failure: { error, result } }: StoredFailure, message: string, data: unknown) {
  const structured =
    isAnswered && error === undefined && isJsonObject(result) ? structuredErrorOf(result) : undefined;
  return structured === undefined
    ? { message, data }
    : { message: structured.message, data: structured.data ?? null };
}

/** What happened, if there is no message. */
const MESSAGES: { readonly [Of in Failure['outcome']]?: string } = {
  lost: 'The connection ended before the answer came.',
  cancelled: 'The call was cancelled.',
  'timed out': 'The call timed out.',
  late: 'The answer came after the client had given up.',
};

export function placeOf(place: HttpPlace | undefined): ReportPlace | null {
  return place === undefined
    ? null
    : { x: place.x, status: place.status || null, where: place.where || null };
}

function integerOf(codeText: string): number | null {
  const code = codeText === '' || codeText.startsWith('"') ? Number.NaN : Number(codeText);
  return Number.isInteger(code) ? code : null;
}
