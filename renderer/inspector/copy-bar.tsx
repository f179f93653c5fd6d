import { codeName } from '../../app/codes/code-name.ts';
import type { SessionInfo } from '../../app/contract/session-info.ts';
import { useScreen } from '../store/screen-store.ts';
import { bugReport } from './bug-report.ts';
import { CopyButton } from './copy-button.tsx';
import styles from './explain.module.css';
import type { Inspected } from './inspected.ts';
import { outcomeWords } from './outcome-words.ts';

type Props = { readonly inspected: Inspected; readonly info: SessionInfo };

/** What can be copied of the selection. */
export function CopyBar({ inspected, info }: Props) {
  const version = useScreen((state) => state.hello?.version ?? '');
  const { frame, request, record } = inspected;
  const app = `Tierscope ${version}`.trim();
  return (
    <div className={styles.buttons}>
      {frame !== undefined && <CopyButton label="Copy raw frame" text={() => frame.raw} />}
      {record.type === 'stderr' && <CopyButton label="Copy line" text={() => record.text} />}
      {request !== undefined && (
        <CopyButton label="Copy as bug report" text={() => reportOf(inspected, info, app)} />
      )}
    </div>
  );
}

function reportOf({ settling, request, answer, events }: Inspected, info: SessionInfo, app: string): string {
  const code = settling.code === '' ? '' : `${settling.code} ${codeName(settling.code)}`;
  const called = `${settling.method} ${settling.target}`.trim();
  return bugReport({
    title: `${called}: ${code === '' ? settling.outcome : code}`,
    server: info.server === null ? info.label : `${info.server.name} ${info.server.version}`,
    protocolVersion: info.protocolVersion ?? '',
    tier: settling.tier,
    outcome: settling.outcome,
    code,
    happened: outcomeWords(settling).happened,
    durationMs: answer === undefined || request === undefined ? -1 : answer.row.at - request.row.at,
    request: request?.raw ?? '',
    answer: answer?.raw ?? '',
    stderr: events.filter((event) => event.kind === 'stderr').map((event) => event.text),
    app,
  });
}
