import { writeIsoTime } from '../../base/iso-time.ts';
import type { ErrorTier } from '../../frame/tier.ts';
import { epochOf, type RecordingContent } from '../../recording/export/recording-content.ts';
import type { ReportError } from '../report.ts';
import { reportedContent } from './export-markdown.ts';

/** A model can go on after a tool error and a user after what a client did; the others mean that something is broken. */
const LEVELS: { readonly [Tier in ErrorTier]: string } = {
  tool: 'warn',
  client: 'warn',
  protocol: 'error',
  transport: 'error',
};

/** One JSON object a line for each error, in the order of time, as a server's own logger would have written it. */
export function* exportLog(content: RecordingContent): Generator<string> {
  const { sessions, exported, byRequest } = reportedContent(content);
  const lines = sessions.flatMap(({ session, server, errors }) => {
    const { orphans = [], endedAt = 0 } = exported.get(session) ?? {};
    const placed = new Map(orphans.map(({ seq, at }) => [seq, at]));
    return errors.map((error) => {
      const answered = byRequest.get(session)?.get(error.requestSeq ?? 0) ?? [];
      const call = answered.find(({ exchange: { answerSeq } }) => answerSeq === error.seq || answerSeq === 0);
      const { startedAt = 0, endedAt: ended = -1 } = call?.exchange ?? {};
      const at = placed.get(error.seq) ?? (ended < startedAt ? endedAt : ended);
      const durationMs = call === undefined || ended < startedAt ? null : rounded(ended - startedAt);
      return { at, said: { ...lineOf(error, durationMs), session, server: server?.name ?? null } };
    });
  });
  for (const { at, said } of lines.sort((a, b) => a.at - b.at))
    yield `${JSON.stringify({ time: writeIsoTime(epochOf(content.header, at), 3), ...said })}\n`;
}

function lineOf(error: ReportError, durationMs: number | null) {
  const { tier, method, target, code, message, explanation, cause, seq, provoked, expected } = error;
  return {
    level: provoked || expected ? 'info' : LEVELS[tier],
    event: `${tier}_error`,
    method,
    tool: method === 'tools/call' ? target : null,
    durationMs,
    code,
    message: message === '' ? explanation : message,
    ...{ cause, seq },
  };
}

function rounded(ms: number): number {
  return Math.round(ms * 1000) / 1000;
}
