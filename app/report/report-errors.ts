import { groupedBy } from '../base/grouped-by.ts';
import { isJsonObject } from '../base/json-value.ts';
import { structuredErrorOf, structuredStatement } from '../codes/structured-error.ts';
import { explanationText } from '../explain/end-words.ts';
import { errorName } from '../explain/error-name.ts';
import type { Failure } from '../explain/failure.ts';
import type { HostLensReader } from '../explain/host-lens-reader.ts';
import { explainKept, type KeptFailure, placeKey, placeKeys } from '../explain/kept-failure.ts';
import { NO_CALL, type Reaches, reachesBySpecification } from '../explain/reaches.ts';
import { nextStep, retryOf } from '../explain/what-to-do.ts';
import type { ErrorTier } from '../frame/tier.ts';
import { stepAfterLabel, stepText } from '../protocol/actor.ts';
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
  readonly failures: readonly KeptFailure[];
  readonly findings: readonly ReportFinding[];
  readonly lens: HostLensReader;
  readonly vocabularies: Failure['vocabularies'];
  /** Gives the name of a code, which stands as its JSON text, in an error's context. */
  readonly nameCode: (codeText: string, error: CodedError) => string | null;
};

/** An error before it is put into a group. */
export type UngroupedError = Omit<ReportError, 'group'>;

/** Every failure, each explained, with the findings that hang on it. */
export function reportErrors(sources: ErrorSources): UngroupedError[] {
  const byPlace = groupedBy(sources.findings, placeKey);
  return sources.failures.map((kept) => reportError(kept, byPlace, sources));
}

/** The client may have given up, or have rejected the answer, after it came. */
function reachesOf({ isCall, tier, places: [answer] }: KeptFailure, lens: HostLensReader): Reaches {
  if (!isCall) return NO_CALL;
  const seen =
    (tier === 'tool' || tier === 'protocol') && answer !== undefined ? lens.reaches(answer) : undefined;
  return seen ?? reachesBySpecification(tier);
}

function reportError(
  kept: KeptFailure,
  findings: ReadonlyMap<string, readonly ReportFinding[]>,
  sources: ErrorSources,
): UngroupedError {
  const { seq, requestSeq, tier, failure, provoked, expected, isAnswered, stderr } = kept;
  const { vocabularies } = sources;
  const message = kept.message === '' ? messageOf(failure) : kept.message;
  const why = explainKept(kept, vocabularies);
  const structured = structuredStatement(isAnswered && tier === 'tool' ? failure.result : undefined);
  const code = tier === 'tool' ? (structured?.code ?? null) : integerOf(kept.codeText);
  const codeText = tier === 'tool' ? (code === null ? '' : String(code)) : kept.codeText;
  const data = isAnswered ? (failure.error?.data ?? null) : null;
  const method = orNull(kept.method);
  const said = { tier, method, ...saidIn(kept, message, data) };
  const codeName = codeText === '' ? null : sources.nameCode(codeText, said);
  const own = placeKeys(kept).flatMap((place) => findings.get(place) ?? []);
  const advice = retryOf(kept, vocabularies);
  const step = nextStep(kept, { why, advice, findings: own });
  const onPurpose = provoked ? ON_PURPOSE : '';
  return {
    ...{ seq, requestSeq, tier, method, target: orNull(kept.target), code },
    codeName,
    name: errorName(failure, codeText, codeName),
    ...{ message, data, structured },
    explanation: `${explanationText(why)}${onPurpose}`,
    todo: stepText(step),
    retry: advice?.retry ?? null,
    reaches: reachesOf(kept, sources.lens),
    stderr: stderr.lines,
    ...(provoked ? { provoked } : {}),
    ...(expected ? { expected } : {}),
    findings: own.map(({ seq: _, part: __, ...finding }): ErrorFinding => finding),
    acts: step.actor,
    cause: why.cause,
    ...(why.stderr === undefined ? {} : { happened: `${why.happened}${onPurpose}` }),
    ...(step.verb === undefined ? {} : { instruction: stepAfterLabel(step) }),
  };
}

const ON_PURPOSE = ' The user caused it on purpose, by a malformed message or a changed answer.';

/** What a code's name is decided by: of a tool error its structured message and data. */
function saidIn({ isAnswered, failure: { error, result } }: KeptFailure, message: string, data: unknown) {
  const structured =
    isAnswered && error === undefined && isJsonObject(result) ? structuredErrorOf(result) : undefined;
  return structured === undefined
    ? { message, data }
    : { message: structured.message, data: structured.data ?? null };
}

/** What happened, if nobody gave a message. */
function messageOf({ outcome }: Pick<Failure, 'outcome'>): string {
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
