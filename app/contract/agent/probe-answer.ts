import { z } from 'zod';
import { probeDocument } from '../../checks/probe/probe-document.ts';
import type { CaseVerdict, ProbeReport } from '../../checks/probe/probe-report.ts';
import { seenText, sideText } from '../../checks/probe/problem-list.ts';
import { answerText, brief, firstOf, type ServeAnswer } from './answer.ts';

/** What `probe_server` gives as data. */
export const probeSchema = z.object({
  server: z.string(),
  protocolVersion: z.string().nullable(),
  grade: z.string(),
  reasons: z.array(z.string()),
  passed: z.number(),
  failed: z.number(),
  inconclusive: z.number(),
  notApplicable: z.number(),
  /** A recording that the other tools can be asked about; null if none was written. */
  recording: z.string().nullable(),
  /** The cases that failed. */
  failures: z.array(
    z.object({
      case: z.string(),
      target: z.string(),
      rule: z.string(),
      binding: z.string(),
      side: z.string(),
      seen: z.string(),
      message: z.string(),
      todo: z.string(),
      requestSeq: z.number().nullable(),
    }),
  ),
  moreFailures: z.number(),
});

type ProbeData = z.infer<typeof probeSchema>;

/** What a probe found, in words and as data; `recording` is the name that it is asked for by. */
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
  const data: ProbeData = {
    server: server === null ? '' : `${server.name} ${server.version}`.trim(),
    ...{ protocolVersion, grade: grade.grade, reasons: grade.reasons.map((text) => brief(text)) },
    ...{ passed: counts.passed, failed: counts.failed, inconclusive: counts.inconclusive },
    ...{ notApplicable: counts['not-applicable'], recording },
    failures: [...failures.shown],
    moreFailures: failures.more,
  };
  const shown = { ...report, recording: recording ?? '' };
  return { text: answerText(probeDocument(shown)), data };
}

function failureOf(verdict: CaseVerdict, vocabulary: ProbeReport['vocabulary']): ProbeData['failures'] {
  const { title, target, failure, requestSeq } = verdict;
  if (failure === null) return [];
  const { rule, binding, side, message, todo } = failure;
  return [
    {
      ...{ case: brief(title), target: brief(target), rule, binding, side: sideText(side, vocabulary) },
      ...{ seen: brief(seenText(verdict)), message: brief(message), todo: brief(todo), requestSeq },
    },
  ];
}
