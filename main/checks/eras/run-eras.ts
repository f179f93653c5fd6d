import { hidingValues } from '../../../app/checks/doctor/hidden-values.ts';
import type { BrokenRule, ErasReport } from '../../../app/checks/eras/era-report.ts';
import { type EraStart, judgeEras } from '../../../app/checks/eras/judge-eras.ts';
import { MigrationReader, type MigrationStep } from '../../../app/checks/eras/migration.ts';
import type { Finding } from '../../../app/findings/finding.ts';
import type { KnownRecord } from '../../../app/frame/record.ts';
import { eraOf, LAST_INITIALIZE, MCP_REVISIONS, type McpRevision } from '../../../app/protocol/revisions.ts';
import { LogModel } from '../../../app/session/log-model.ts';
import { ownValues } from '../../session/record-body.ts';
import { type DoctorOptions, examine } from '../doctor/run-doctor.ts';

/** What is over needs no memory. */
const KEPT_EXCHANGES = 100;

type ErasOptions = Omit<DoctorOptions, 'onRecord'> & {
  /** Hears of each start before it is made. */
  readonly onStart?: (revision: McpRevision) => void;
  /** What of other traffic changes; else what of these starts does. */
  readonly migration?: readonly MigrationStep[] | undefined;
};

/** What one start showed of the server itself, whatever the revision. */
type Shown = { readonly server: string; readonly vocabulary: string | undefined };

/**
 * Starts a server once for each revision of MCP, as a client that speaks this one and earlier ones, and goes through
 * the checks of a start each time. The starts follow one another; a signal ends the one that runs and makes no other.
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
  return { start, server: traffic.server, vocabulary: fingerprints.vocabularies[0] };
}

/** The violations of the server and of its SDK, each rule once. */
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

/** Takes the records of a session, and says what of them is otherwise in 2026-07-28. */
export function migrationLog(): MigrationLog {
  const reader = new MigrationReader();
  const log = new LogModel({ each: () => [reader], keptSettled: KEPT_EXCHANGES });
  return { take: (record) => void log.take(record), steps: () => reader.steps };
}
