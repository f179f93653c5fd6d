import { type ErrorTier, modelSees, type Tier } from '../frame/tier.ts';
import type { Exchange, OrphanError } from '../session/exchange.ts';
import type { ReportError, ReportFinding } from './report.ts';

/** Gives the name of a code, which stands as its JSON text, in this error's context. */
export type NameCode = (
  codeText: string,
  error: Pick<ReportError, 'tier' | 'method' | 'message'>,
) => string | null;

/** Every exchange and every event whose tier is not ok, by seq, each with the findings that hang on it. */
export function reportErrors(
  exchanges: readonly Readonly<Exchange>[],
  orphans: readonly Readonly<OrphanError>[],
  findings: readonly ReportFinding[],
  nameCode: NameCode,
): ReportError[] {
  const errors = [...exchanges.flatMap(ofExchange), ...orphans.flatMap(ofOrphan)].sort(inOrder);
  const bySeq = new Map<number, ReportFinding[]>();
  for (const finding of findings) bySeq.set(finding.seq, [...(bySeq.get(finding.seq) ?? []), finding]);
  return errors.map(({ codeText, ownSeqs, ...error }) => {
    const own = [...new Set(ownSeqs)].flatMap((seq) => bySeq.get(seq) ?? []);
    return {
      seq: error.seq,
      requestSeq: error.requestSeq,
      tier: error.tier,
      method: error.method,
      target: error.target,
      code: error.code,
      codeName: codeText === '' ? null : nameCode(codeText, error),
      message: error.message,
      modelSees: error.modelSees,
      ...(error.provoked ? { provoked: true as const } : {}),
      findings: own.map(({ rule, severity, title, source }) => ({ rule, severity, title, source })),
    };
  });
}

type Draft = Omit<ReportError, 'codeName' | 'findings'> & {
  readonly codeText: string;
  /** Where the findings of this error hang; a second answer leaves those of the request to the first. */
  readonly ownSeqs: readonly number[];
};

function ofExchange(exchange: Readonly<Exchange>): Draft[] {
  const { tier, answerSeq, requestSeq, method, target, codeText, deliberate: provoked } = exchange;
  if (!isErrorTier(tier)) return [];
  const seq = answerSeq > 0 ? answerSeq : requestSeq;
  return [
    {
      seq,
      ownSeqs: [seq, requestSeq],
      requestSeq,
      tier,
      method,
      target: orNull(target),
      code: integerOf(codeText),
      message: exchange.message === '' ? saidBy(exchange) : exchange.message,
      modelSees: modelSees(tier),
      ...(provoked ? { provoked } : {}),
      codeText,
    },
  ];
}

function ofOrphan(orphan: Readonly<OrphanError>): Draft[] {
  const { seq, tier, method, codeText, message, deliberate: provoked } = orphan;
  if (!isErrorTier(tier)) return [];
  return [
    {
      seq,
      ownSeqs: [seq],
      requestSeq: orphan.requestSeq ?? null,
      tier,
      method: orNull(method),
      target: orNull(orphan.target ?? ''),
      code: integerOf(codeText),
      message,
      modelSees: modelSees(tier),
      ...(provoked ? { provoked } : {}),
      codeText,
    },
  ];
}

/** What happened, where nobody gave a message. */
function saidBy({ outcome }: Readonly<Exchange>): string {
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

function inOrder(a: Draft, b: Draft): number {
  return a.seq - b.seq || (a.requestSeq ?? 0) - (b.requestSeq ?? 0);
}

function integerOf(codeText: string): number | null {
  const code = codeText === '' || codeText.startsWith('"') ? Number.NaN : Number(codeText);
  return Number.isInteger(code) ? code : null;
}

function isErrorTier(tier: Tier): tier is ErrorTier {
  return tier !== 'ok';
}

function orNull(text: string): string | null {
  return text === '' ? null : text;
}
