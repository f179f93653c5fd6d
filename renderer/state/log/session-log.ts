import type { Finding } from '../../../app/findings/finding.ts';
import { ErrorRows } from './error-rows.ts';
import { FindingsMirror, type FindingsOptions } from './findings-mirror.ts';
import { LatencySketch } from './latency-sketch.ts';
import { LogMirror, type MirrorOptions } from './log-mirror.ts';
import { MarkRows } from './mark-rows.ts';
import { StderrTimes } from './stderr-times.ts';
import { TimeBins } from './time-bins.ts';
import { VisibleRows } from './visible-rows.ts';

export type SessionLogOptions = MirrorOptions & { readonly readFindings: FindingsOptions['read'] };

/** One session's rows on the screen, with everything that follows them row by row. */
export class SessionLog {
  readonly mirror: LogMirror;
  readonly findings: FindingsMirror;
  readonly visible: VisibleRows;
  readonly errors = new ErrorRows();
  readonly stderr = new StderrTimes();
  readonly bins = new TimeBins();
  readonly latencies = new LatencySketch();
  readonly marks = new MarkRows();

  constructor(options: SessionLogOptions) {
    const { session, readFindings, onChange, onFault } = options;
    this.mirror = new LogMirror(options);
    this.visible = new VisibleRows(this.mirror.table);
    // Before the filter, which asks it.
    this.mirror.follow(this.stderr);
    this.mirror.follow(this.visible);
    this.mirror.follow(this.errors);
    this.mirror.follow(this.bins);
    this.mirror.follow(this.latencies);
    this.mirror.follow(this.marks);
    this.findings = new FindingsMirror({
      session,
      read: readFindings,
      onFound: (found) => {
        this.#judgeAgain(found);
        onChange();
      },
      onFault,
    });
  }

  /** A filter may ask for rules, and a finding comes after its row. */
  #judgeAgain(found: readonly Finding[]): void {
    for (const { seq } of found) {
      const index = this.mirror.table.indexOf(seq);
      const row = this.mirror.table.row(index);
      if (row !== undefined) this.visible.changed(row, row, index);
    }
  }
}
