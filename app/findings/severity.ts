import { atLeast, atMost, isModern, type McpRevision, type Revision } from '../protocol/revisions.ts';
import type { Severity } from './finding.ts';

/** A rule's severity in a revision; undefined where the rule does not hold. */
export type SeverityOf = (revision: Revision) => Severity | undefined;

/** The same in every revision, also where it is unknown. */
export function always(severity: Severity): SeverityOf {
  return () => severity;
}

/** From 2026-07-28 on, and nowhere else. */
export function modernOnly(severity: Severity): SeverityOf {
  return (revision) => (isModern(revision) ? severity : undefined);
}

/** From 2026-07-28 on, and where no revision was agreed on: for codes that only that revision defines. */
export function modernOrUnknown(severity: Severity): SeverityOf {
  return (revision) => (isModern(revision) || revision === 'unknown' ? severity : undefined);
}

/** One severity from 2026-07-28 on, another one before and where the revision is unknown. */
export function modern(severity: Severity, otherwise: Severity): SeverityOf {
  return (revision) => (isModern(revision) ? severity : otherwise);
}

/** From `since` on, and nowhere else. */
export function since(first: McpRevision, severity: Severity): SeverityOf {
  return (revision) => (atLeast(revision, first) ? severity : undefined);
}

/** Up to `last`, and nowhere else. */
export function until(last: McpRevision, severity: Severity): SeverityOf {
  return (revision) => (atMost(revision, last) ? severity : undefined);
}
