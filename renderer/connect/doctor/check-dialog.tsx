import { type ReactNode, useEffect, useState } from 'react';
import { err, type Result } from '../../../app/base/result.ts';
import type { SessionInfo } from '../../../app/contract/session-info.ts';
import { host } from '../../state/host/host.ts';
import { showDialog } from '../../state/screen/screen-store.ts';
import { Button, DialogShell, kit, ScrollBox } from '../../ui/kit.tsx';

type CheckDialogProps<Report> = {
  readonly title: string;
  readonly info: SessionInfo;
  readonly width: number;
  /** Shown while the check runs. */
  readonly running: string;
  readonly check: (session: string) => Promise<Result<Report>>;
  readonly children: (report: Report) => ReactNode;
};

/** Runs a check of a session, shows its report, and reruns it on a click. */
export function CheckDialog<Report>({
  title,
  info,
  width,
  running,
  check,
  children,
}: CheckDialogProps<Report>) {
  const [round, setRound] = useState(0);
  const outcome = useCheck(info.session, round, check);
  return (
    <DialogShell title={`${title}: ${info.label}`} width={width}>
      <ScrollBox className={kit.dialog}>
        {outcome === undefined ? (
          <p role="status" className={kit.mute}>
            {running}
          </p>
        ) : outcome.ok ? (
          children(outcome.value)
        ) : (
          <p role="alert">{outcome.error}</p>
        )}
      </ScrollBox>
      <div className={kit.foot}>
        <Button onClick={() => showDialog(null)}>{outcome === undefined ? 'Cancel' : 'Close'}</Button>
        <Button look="primary" disabled={outcome === undefined} onClick={() => setRound(round + 1)}>
          Check again
        </Button>
      </div>
    </DialogShell>
  );
}

/** The result of a check; undefined while it runs. Ends a check that is no longer needed. */
function useCheck<Report>(
  session: string,
  round: number,
  check: (session: string) => Promise<Result<Report>>,
): Result<Report> | undefined {
  const [done, setDone] = useState<{ readonly round: number; readonly outcome: Result<Report> }>();
  useEffect(() => {
    let isWanted = true;
    const finish = (outcome: Result<Report>) => {
      if (isWanted) setDone({ round, outcome });
    };
    check(session).then(finish, (fault: unknown) => finish(err(String(fault))));
    return () => {
      isWanted = false;
      void host().stopDoctor({ session });
    };
  }, [session, round, check]);
  return done?.round === round ? done.outcome : undefined;
}
