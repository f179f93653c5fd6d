import { FindingsMirror, type FindingsOptions } from './findings-mirror.ts';
import { LogMirror, type MirrorOptions } from './log-mirror.ts';

/** The screen's data on one session's log besides the visible rows: its last rows and its findings. */
export class SessionLog {
  readonly mirror: LogMirror;
  readonly findings: FindingsMirror;

  constructor(options: MirrorOptions & { readonly readFindings: FindingsOptions['read'] }) {
    const { session, readFindings, onChange, onFault } = options;
    this.mirror = new LogMirror(options);
    this.findings = new FindingsMirror({ session, read: readFindings, onFound: onChange, onFault });
  }
}
