import { causeLikeness, singleLineMessage } from '../base/likeness.ts';
import { redactedDocument } from '../frame/redaction/redacted-document.ts';
import type { Redactor } from '../frame/redaction/redactor.ts';
import { errorKey, findingCause, findingKey } from './problem-groups.ts';
import type { ProblemGroup, RecordingReport, ReportError, ReportFinding, SessionReport } from './report.ts';

/**
 * Reports without the secrets of their recordings; unchanged without a redactor. They were judged by the real traffic,
 * so tiers, counts, findings and group ids stay: a replaced value causes no new faults, and an earlier report still has
 * the same problems.
 */
export function redactedReports(
  reports: readonly RecordingReport[],
  redactor: Redactor | undefined,
): readonly RecordingReport[] {
  if (redactor === undefined) return reports;
  return reports.map(({ sessions, ...recording }) => ({
    ...redactedDocument(recording, redactor),
    sessions: sessions.map((session) => redactedSession(session, redactor)),
  }));
}

function redactedSession(session: SessionReport, redactor: Redactor): SessionReport {
  const clean = redactedDocument(session, redactor);
  const errors = firstOfGroups(clean.errors);
  const findings = firstOfGroups(clean.findings);
  return {
    ...clean,
    findings: clean.findings.map((one, index) => withCause(one, session.findings[index])),
    groups: clean.groups.map((one) => renamed(one, errors.get(one.id), errorKey)),
    findingGroups: clean.findingGroups.map((one) => renamed(one, findings.get(one.id), findingKey)),
  };
}

function firstOfGroups<Member extends Pick<ReportFinding, 'group'>>(members: readonly Member[]) {
  return new Map(members.toReversed().map((member) => [member.group, member]));
}

/** A finding is recognized by its message, or by the rest of it. */
function withCause(clean: ReportFinding, whole: ReportFinding | undefined): ReportFinding {
  if (whole === undefined || whole.message === clean.message) return clean;
  return { ...clean, cause: findingCause(whole) };
}

/** Keys and texts contain pieces of a message in which secrets are unrecognizable, so they are rebuilt or dropped. */
function renamed<
  Group extends Pick<ProblemGroup, 'id' | 'key' | 'text' | 'by'>,
  Member extends Pick<ReportError, 'message'>,
>(group: Group, member: Member | undefined, keyOf: (member: Member) => string): Group {
  if (member === undefined || group.by !== null) return { ...group, key: group.id };
  const textOf = causeLikeness(group.text) === group.text ? causeLikeness : singleLineMessage;
  return { ...group, key: keyOf(member), text: textOf(member.message) };
}
