import { shownFrame } from '../frame/frame-line.ts';
import type { KnownRecord } from '../frame/record.ts';
import type { LineProblem } from '../recording/recording-reader.ts';
import { SessionFacts } from '../recording/session-facts.ts';
import type { Counts } from '../session/exchange.ts';
import { LogTracker } from '../session/log-tracker.ts';
import { toolStats } from '../stats/tool-stats.ts';
import { readEnvelope } from '../wire/envelope.ts';
import { LineMap } from './line-map.ts';
import { NO_WATCHER, type RecordingWatcher } from './recording-watcher.ts';
import type { RecordingReport, ReportCounts, ReportFinding, SessionReport } from './report.ts';
import { reportErrors } from './report-errors.ts';

type Findings = ReadonlyMap<string, readonly ReportFinding[]>;

/** Builds the report of one recording from its records, one by one; keeps exchanges, never whole frames. */
export class ReportBuilder {
  readonly #tracker = new LogTracker({ add: () => undefined, patch: () => undefined });
  readonly #facts = new Map<string, SessionFacts>();
  readonly #lines = new LineMap();
  readonly #watcher: RecordingWatcher;

  constructor(watcher: RecordingWatcher = NO_WATCHER) {
    this.#watcher = watcher;
  }

  /** Takes the next record, with the number of its line in the file. */
  ingest(record: KnownRecord, line: number): void {
    this.#lines.add(record.seq, line);
    const envelope = record.type === 'frame' ? readEnvelope(shownFrame(record)) : undefined;
    this.#tracker.ingest(record, envelope);
    this.#watcher.ingest(record, envelope);
    if (record.type === 'frame' && envelope !== undefined) {
      this.#factsOf(record.session).ingest(record, envelope);
    }
  }

  /** Where the records lie, for a format that points at lines. */
  get lines(): LineMap {
    return this.#lines;
  }

  /** The report, when every record was taken. */
  finish(path: string, format: string, problems: readonly LineProblem[]): RecordingReport {
    const findings = bySession(this.#watcher.findings());
    const sessions = this.#tracker.sessionNames.map((name) => this.#session(name, findings));
    return { path, format, problems, sessions };
  }

  #session(name: string, found: Findings): SessionReport {
    const { server, protocolVersion } = this.#factsOf(name);
    const { exchanges, strays, counts } = this.#tracker.tracker(name);
    const vocabulary = this.#watcher.vocabulary(name);
    const findings = found.get(name) ?? [];
    return {
      session: name,
      label: this.#tracker.sessionRecord(name)?.label ?? name,
      server,
      protocolVersion,
      vocabulary,
      counts: reportCounts(counts),
      errors: reportErrors(exchanges, strays, findings, (codeText, { tier, method, message }) =>
        this.#watcher.codeName(codeText, { tier, method, message, protocolVersion, vocabulary }),
      ),
      findings,
      tools: toolStats(exchanges),
    };
  }

  #factsOf(session: string): SessionFacts {
    const known = this.#facts.get(session);
    if (known !== undefined) return known;
    const facts = new SessionFacts();
    this.#facts.set(session, facts);
    return facts;
  }
}

function reportCounts({ provoked, ...counts }: Readonly<Counts>): ReportCounts {
  return provoked === 0 ? counts : { ...counts, provoked };
}

function bySession(findings: ReturnType<RecordingWatcher['findings']>): Findings {
  const map = new Map<string, ReportFinding[]>();
  for (const { session, rule, severity, seq, title, source } of findings) {
    const list = map.get(session) ?? [];
    list.push({ rule, severity, seq, title, source });
    map.set(session, list);
  }
  for (const list of map.values()) list.sort((a, b) => a.seq - b.seq);
  return map;
}
