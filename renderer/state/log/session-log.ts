import { FindingsMirror, type FindingsOptions } from './findings-mirror.ts';
import { LogMirror, type MirrorOptions } from './log-mirror.ts';

/** The screen's data on one session's log besides the visible rows: its last rows and findings. */
export class SessionLog {
  readonly mirror: LogMirror;
  readonly findings: FindingsMirror;

  constructor(options: MirrorOptions & { readonly findings: Pick<FindingsOptions, 'read' | 'readNear'> }) {
    const { session, findings, onChange, onFault } = options;
    this.mirror = new LogMirror(options);
    this.findings = new FindingsMirror({ session, ...findings, onFound: onChange, onFault });
  }
}
