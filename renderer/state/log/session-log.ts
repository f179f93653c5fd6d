import { FindingsMirror, type FindingsOptions } from './findings-mirror.ts';
import { LogMirror, type MirrorOptions } from './log-mirror.ts';

type SessionLogOptions = MirrorOptions & { readonly readFindings: FindingsOptions['read'] };

/** What the screen holds of one session's log beside the rows in sight: its last rows, and its findings. */
export class SessionLog {
  readonly mirror: LogMirror;
  readonly findings: FindingsMirror;

  constructor(options: SessionLogOptions) {
    const { session, readFindings, onChange, onFault } = options;
    this.mirror = new LogMirror(options);
    this.findings = new FindingsMirror({ session, read: readFindings, onFound: onChange, onFault });
  }
}
