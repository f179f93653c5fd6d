import { useEffect, useState } from 'react';
import { err, type Result } from '../../../app/base/result.ts';
import { liveInfo, type SessionInfo } from '../../../app/contract/session-info.ts';
import { type DoctorReport, type DoctorStep, firstFailure } from '../../../app/doctor/doctor-report.ts';
import { host } from '../../state/host/host.ts';
import { showDialog } from '../../state/screen/screen-actions.ts';
import { useActiveSession } from '../../state/screen/screen-store.ts';
import { ScrollBox } from '../../ui/content/scroll-box.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { DialogShell } from '../../ui/controls/dialog-shell.tsx';
import styles from './doctor-dialog.module.css';

/** Checks the start of the session in front, and shows the steps with the first that failed in front. */
export function DoctorDialog() {
  const info = useActiveSession();
  return info === undefined ? null : <Doctor key={info.session} info={info} />;
}

function Doctor({ info }: { readonly info: SessionInfo }) {
  const [round, setRound] = useState(0);
  const outcome = useCheck(info.session, round);
  return (
    <DialogShell title={`Doctor: ${info.label}`} width={760}>
      <ScrollBox className={styles.page}>
        {outcome === undefined ? <Running info={info} /> : <Outcome outcome={outcome} />}
      </ScrollBox>
      <div className={styles.actions}>
        <Button onClick={() => showDialog(null)}>{outcome === undefined ? 'Cancel' : 'Close'}</Button>
        <Button look="primary" disabled={outcome === undefined} onClick={() => setRound(round + 1)}>
          Check again
        </Button>
      </div>
    </DialogShell>
  );
}

/** What a check came to; undefined while it runs. A check that nobody waits for any more is ended. */
function useCheck(session: string, round: number): Result<DoctorReport> | undefined {
  const [done, setDone] = useState<{ readonly round: number; readonly outcome: Result<DoctorReport> }>();
  useEffect(() => {
    let isWanted = true;
    const finish = (outcome: Result<DoctorReport>) => {
      if (isWanted) setDone({ round, outcome });
    };
    host()
      .doctor({ session })
      .then(finish, (fault: unknown) => finish(err(String(fault))));
    return () => {
      isWanted = false;
      void host().stopDoctor({ session });
    };
  }, [session, round]);
  return done?.round === round ? done.outcome : undefined;
}

function Running({ info }: { readonly info: SessionInfo }) {
  const live = liveInfo(info);
  const seconds = Math.round((live?.settings.timeoutMs ?? 0) / 1000);
  return (
    <p role="status" className={styles.running}>
      {live === undefined
        ? 'Going through the first records of the session…'
        : `Starting the server once more, beside this session. An answer may take up to ${seconds} s.`}
    </p>
  );
}

function Outcome({ outcome }: { readonly outcome: Result<DoctorReport> }) {
  if (!outcome.ok) return <p role="alert">{outcome.error}</p>;
  const report = outcome.value;
  const first = firstFailure(report);
  return (
    <>
      {report.command === '' ? null : <code className={styles.command}>{report.command}</code>}
      {first === undefined ? (
        <p role="status" className={styles.healthy}>
          No check failed.
        </p>
      ) : (
        <section aria-label="Failed first" className={styles.first}>
          <h3>
            <StatusMark status="failed" /> Failed first: {first.title}
          </h3>
          <StepBody step={first} />
        </section>
      )}
      <h3 className={styles.heading}>All checks, in order</h3>
      <ol className={styles.steps}>
        {report.steps.map((step) => (
          <li key={step.id} data-status={step.status}>
            <p className={styles.title}>
              <StatusMark status={step.status} /> <b>{step.title}</b>{' '}
              <small>{STATUS_TEXT[step.status]}</small>
            </p>
            {step === first ? <p className={styles.found}>See above.</p> : <StepBody step={step} />}
          </li>
        ))}
      </ol>
    </>
  );
}

function StepBody({ step: { found, todo, evidence } }: { readonly step: DoctorStep }) {
  return (
    <div className={styles.found}>
      <p>{found}</p>
      {todo === '' ? null : (
        <p>
          <b>What to do:</b> {todo}
        </p>
      )}
      {evidence.length === 0 ? null : <pre className={styles.evidence}>{evidence.join('\n')}</pre>}
    </div>
  );
}

const STATUS_TEXT: Readonly<Record<DoctorStep['status'], string>> = {
  passed: 'passed',
  failed: 'failed',
  warning: 'note',
  skipped: 'not checked',
};

/** What each status looks like, drawn: colour is never alone. */
const STATUS_PATHS: Readonly<Record<DoctorStep['status'], string>> = {
  passed: 'M2.5 7.5l3 3 6-7',
  failed: 'M3.5 3.5l7 7M10.5 3.5l-7 7',
  warning: 'M7 2.5v6M7 11.2v.1',
  skipped: 'M3 7h8',
};

function StatusMark({ status }: Pick<DoctorStep, 'status'>) {
  return (
    <svg
      aria-hidden="true"
      className={styles.mark}
      data-status={status}
      width="14"
      height="14"
      viewBox="0 0 14 14"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.8"
      strokeLinecap="round"
    >
      <path d={STATUS_PATHS[status]} />
    </svg>
  );
}
