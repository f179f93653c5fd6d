import type { RuleCheck } from '../rule.ts';

/** Client timers fire a little early. */
const SLACK_MS = 50;

export const rule: RuleCheck = {
  http({ http }) {
    const { resumes, request } = http;
    if (resumes?.retryMs === undefined || resumes.endedAt < 0 || request === undefined) return undefined;
    const waited = Math.round(request.at - resumes.endedAt);
    const { retryMs } = resumes;
    if (waited >= retryMs - SLACK_MS) return undefined;
    return { seq: request.seq, evidence: [resumes.endSeq, request.seq], values: { waited, retryMs } };
  },
};
