import type { SendAgainState } from '../../../app/contract/send-again-commands.ts';
import type { SessionInfo } from '../../../app/contract/session-info.ts';
import { compareWithOriginal } from '../../state/compare/compare-store.ts';
import { told } from '../../state/host/command.ts';
import { host } from '../../state/host/host.ts';
import { useSendAgain } from '../../state/re-run/re-run-store.ts';
import { Button } from '../../ui/controls/button.tsx';
import { runSentence } from './run-sentence.ts';
import styles from './send-again.module.css';
import { SentTable } from './sent-table.tsx';

type Props = { readonly target: SessionInfo; readonly run: SendAgainState };

/** How a run goes: what is open, what was sent, and what each request came to beside what it was. */
export function RunPage({ target, run }: Props) {
  const { session } = target;
  const running = run.state === 'running';
  return (
    <div className={styles.body}>
      <p role="status">
        <b>{runSentence(run, target.label)}</b> {run.note}
      </p>
      <progress aria-label="Requests sent" max={run.total} value={run.sent} className={styles.progress} />
      <p className={styles.note}>
        {running && run.current !== '' ? `Waiting for the answer to ${run.current}.` : ' '}
      </p>
      <SentTable target={target} run={run} />
      <div className={styles.actions}>
        {running ? (
          <>
            <span className={styles.note}>It goes on when this dialog is closed.</span>
            <Button
              disabled={run.current === ''}
              onClick={() => void told(host().skipSendAgain({ session }))}
            >
              Cancel this one
            </Button>
            <Button look="primary" onClick={() => void told(host().stopSendAgain({ session }))}>
              Stop
            </Button>
          </>
        ) : (
          <>
            <Button onClick={() => useSendAgain.setState({ page: 'plan' })}>Back to the dry run</Button>
            <Button
              look="primary"
              disabled={run.sent === 0}
              onClick={() => compareWithOriginal(run.from, session)}
            >
              Compare with the original
            </Button>
          </>
        )}
      </div>
    </div>
  );
}
