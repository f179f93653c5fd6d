import { ErrorRows } from './error-rows.ts';
import { LatencySketch } from './latency-sketch.ts';
import { LogMirror, type MirrorOptions } from './log-mirror.ts';
import { StderrTimes } from './stderr-times.ts';
import { TimeBins } from './time-bins.ts';
import { VisibleRows } from './visible-rows.ts';

/** One session's rows on the screen, with everything that follows them row by row. */
export class SessionLog {
  readonly mirror: LogMirror;
  readonly visible: VisibleRows;
  readonly errors = new ErrorRows();
  readonly stderr = new StderrTimes();
  readonly bins = new TimeBins();
  readonly latencies = new LatencySketch();

  constructor(options: MirrorOptions) {
    this.mirror = new LogMirror(options);
    this.visible = new VisibleRows(this.mirror.table);
    // Before the filter, which asks it.
    this.mirror.follow(this.stderr);
    this.mirror.follow(this.visible);
    this.mirror.follow(this.errors);
    this.mirror.follow(this.bins);
    this.mirror.follow(this.latencies);
  }
}
