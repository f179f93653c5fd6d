import { z } from 'zod';
import { foreignText, ownAdvice } from '../../base/foreign-text.ts';
import { versionedName } from '../../base/versioned-name.ts';
import { probeDocument } from '../../checks/probe/probe-document.ts';
import type { CaseVerdict, ProbeReport } from '../../checks/probe/probe-report.ts';
import { seenText, sideText } from '../../checks/probe/problem-list.ts';
import { answerSchema, firstOf, foreign, type ServeAnswer, serveAnswer } from './answer.ts';

/** The data of `probe_server`. */
export const probeSchema = answerSchema({
  server: foreign(),
  protocolVersion: foreign().nullable(),
  grade: z.string(),
  reasons: z.array(foreign()),
  moreReasons: z.number(),
  passed: z.number(),
  failed: z.number(),
  inconclusive: z.number(),
  notApplicable: z.number(),
  /** A recording that the other tools can read; null if none was written. */
  recording: foreign().nullable(),
  failures: z.array(
    z.object({
      case: foreign(),
      target: foreign(),
      rule: z.string(),
      binding: z.string(),
      side: z.string(),
      seen: foreign(),
      message: foreign(),
      todo: z.string(),
      requestSeq: z.number().nullable(),
    }),
  ),
  moreFailures: z.number(),
});

type ProbeData = z.infer<typeof probeSchema>;

/** The findings of a probe, as text and data; `recording` is the name under which it can be requested. */
export function probeAnswer(
  report: ProbeReport,
  recording: string | null,
  limit: number,
): ServeAnswer<ProbeData> {
  const { server, protocolVersion, grade, counts, cases } = report;
  const failures = firstOf(
    cases.flatMap((one) => failureOf(one, report.vocabulary)),
    limit,
  );
  const reasons = firstOf(grade.reasons, limit);
  const data: Omit<ProbeData, 'foreign'> = {
    server: server === null ? '' : foreignText(versionedName(server)),
    protocolVersion: protocolVersion === null ? null : foreignText(protocolVersion, 100),
    ...{ grade: grade.grade, reasons: reasons.shown.map((text) => foreignText(text)) },
    moreReasons: reasons.more,
    ...{ passed: counts.passed, failed: counts.failed, inconclusive: counts.inconclusive },
    ...{ notApplicable: counts['not-applicable'], recording },
    failures: [...failures.shown],
    moreFailures: failures.more,
  };
  const shown = { ...report, recording: recording ?? '' };
  return serveAnswer(probeSchema, probeDocument(shown), data);
}

function failureOf(verdict: CaseVerdict, vocabulary: ProbeReport['vocabulary']): ProbeData['failures'] {
  const { title, target, failure, requestSeq } = verdict;
  if (failure === null) return [];
  const { rule, binding, side, message, todo } = failure;
  return [
    {
      ...{
        case: foreignText(title),
        target: foreignText(target),
        rule,
        binding,
        side: sideText(side, vocabulary),
      },
      ...{
        seen: foreignText(seenText(verdict)),
        message: foreignText(message),
        todo: ownAdvice(todo),
        requestSeq,
      },
    },
  ];
}
