import { liveInfo, type SessionInfo } from '../../../app/contract/session-info.ts';
import { compareWithOriginal } from '../../state/compare/compare-store.ts';
import { told } from '../../state/host/command.ts';
import { host } from '../../state/host/host.ts';
import { dismissRun, showRun, useDismissedRuns } from '../../state/re-run/re-run-store.ts';
import banner from '../../ui/controls/banner.module.css';
import { Button } from '../../ui/controls/button.tsx';
import { runSentence } from './run-sentence.ts';

/** Tells above the log of a session what is being sent to it again, or was, until it is dismissed. */
export function SendAgainBanner({ info }: { readonly info: SessionInfo }) {
  const { session } = info;
  const run = liveInfo(info)?.sendAgain;
  const dismissed = useDismissedRuns(({ runs }) => run !== undefined && runs.includes(run.run));
  if (run === undefined || dismissed) return null;
  const running = run.state === 'running';
  return (
    <section
      aria-label="Requests sent again"
      className={banner.banner}
      data-level={run.state === 'failed' || run.worse > 0 ? 'warning' : 'info'}
    >
      <p>
        <b>{runSentence(run, info.label)}</b> {run.note}
      </p>
      <Button onClick={() => showRun(session)}>Show</Button>
      {running ? (
        <Button onClick={() => void told(host().stopSendAgain({ session }))}>Stop</Button>
      ) : (
        <>
          {run.sent > 0 ? (
            <Button onClick={() => compareWithOriginal(run.from, session)}>Compare with the original</Button>
          ) : null}
          <Button onClick={() => dismissRun(run.run)}>Dismiss</Button>
        </>
      )}
    </section>
  );
}
