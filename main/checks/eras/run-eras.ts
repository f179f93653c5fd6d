import { hidingValues } from '../../../app/checks/doctor/doctor-report.ts';
import type { BrokenRule, ErasReport } from '../../../app/checks/eras/era-report.ts';
import { type EraStart, judgeEras } from '../../../app/checks/eras/judge-eras.ts';
import { MigrationReader, type MigrationStep } from '../../../app/checks/eras/migration.ts';
import type { Finding } from '../../../app/findings/finding.ts';
import type { KnownRecord } from '../../../app/frame/record.ts';
import { eraOf, LAST_INITIALIZE, MCP_REVISIONS, type McpRevision } from '../../../app/protocol/revisions.ts';
import { LogModel } from '../../../app/session/log-model.ts';
import { ownValues } from '../../session/record-body.ts';
import { type DoctorOptions, examine } from '../doctor/run-doctor.ts';

/** Finished exchanges need not be kept. */
const KEPT_EXCHANGES = 100;

type ErasOptions = Omit<DoctorOptions, 'onRecord'> & {
  readonly onStart?: (revision: McpRevision) => void;
  /** The migration steps of other traffic; by default those of these starts. */
  readonly migration?: readonly MigrationStep[] | undefined;
};

/** Facts about the server itself from one start, for any revision. */
type Shown = { readonly server: string; readonly vocabulary: string | undefined };

/**
 * Starts a server once per revision of MCP, as a client that speaks this revision and earlier ones, and runs the start
 * checks each time. Starts are sequential; a signal ends the current one and skips the rest.
 */
export async function runEras(options: ErasOptions): Promise<ErasReport> {
  const starts: EraStart[] = [];
  const changes = migrationLog();
  let shown: Shown = { server: '', vocabulary: undefined };
  for (const revision of MCP_REVISIONS) {
    if (options.signal?.aborted === true) break;
    options.onStart?.(revision);
    const { start, ...one } = await startAs(revision, options, changes);
    starts.push(start);
    shown = { server: one.server || shown.server, vocabulary: one.vocabulary ?? shown.vocabulary };
  }
  return judgeEras(starts, { ...shown, migration: options.migration ?? changes.steps() });
}

async function startAs(
  revision: McpRevision,
  options: ErasOptions,
  changes: MigrationLog,
): Promise<Shown & { start: EraStart }> {
  const hide = hidingValues(ownValues(options.spec));
  const settings = { ...options.settings, era: eraOf(revision), revision };
  const onRecord = revision === LAST_INITIALIZE ? changes.take : undefined;
  const { report, traffic, connection, analysis } = await examine({ ...options, settings, onRecord });
  const { findings, fingerprints } = analysis;
  const ready = connection?.ready === true;
  const start = { revision, report, ready, agreed: traffic.revision, rules: brokenRules(findings, hide) };
  return { start, server: traffic.server, vocabulary: fingerprints.vocabularies.at(-1) };
}

/** The violations by the server and its SDK, each rule once. */
function brokenRules(findings: readonly Finding[], hide: (text: string) => string): readonly BrokenRule[] {
  const broken = new Map<string, BrokenRule>();
  for (const { rule, title, severity, side, todo } of findings) {
    if (severity !== 'violation' || side === 'client' || broken.has(rule)) continue;
    broken.set(rule, { rule, title, todo: hide(todo) });
  }
  return [...broken.values()];
}

type MigrationLog = {
  readonly take: (record: KnownRecord) => void;
  readonly steps: () => readonly MigrationStep[];
};

/** Reads the records of a session and reports what changes in 2026-07-28. */
export function migrationLog(): MigrationLog {
  const reader = new MigrationReader();
  const log = new LogModel({ each: () => [reader], keptSettled: KEPT_EXCHANGES });
  return { take: (record) => void log.take(record), steps: () => reader.steps };
}
