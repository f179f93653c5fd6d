import { type ReactNode, useEffect, useState } from 'react';
import type { Result } from '../../../app/base/result.ts';
import type { SessionInfo } from '../../../app/contract/session-info.ts';
import { host, settled, useLoaded } from '../../state/host/host.ts';
import { showDialog, useActiveSession } from '../../state/screen/screen-store.ts';
import { Button, DialogShell, kit, ScrollBox } from '../../ui/kit.tsx';

type CheckDialogProps<Report> = {
  readonly title: string;
  readonly width: number;
  /** The text while the check runs. */
  readonly running: (info: SessionInfo) => string;
  readonly check: (session: string) => Promise<Result<Report>>;
  readonly children: (report: Report) => ReactNode;
};

/** Runs a check of the active session, shows its report, and reruns it on a click. */
export function CheckDialog<Report>(props: CheckDialogProps<Report>) {
  const info = useActiveSession();
  return info === undefined ? null : <SessionCheck key={info.session} info={info} {...props} />;
}

type SessionCheckProps<Report> = CheckDialogProps<Report> & { readonly info: SessionInfo };

function SessionCheck<Report>({ title, info, width, running, check, children }: SessionCheckProps<Report>) {
  const [round, setRound] = useState(0);
  const { session, label } = info;
  const outcome = useLoaded(`${session} ${round}`, () => settled(check(session)), check);
  // Ends a check that is no longer needed.
  useEffect(() => () => void host().stopDoctor({ session }), [session, round, check]);
  return (
    <DialogShell title={`${title}: ${label}`} width={width}>
      <ScrollBox className={kit.dialog}>
        {outcome === undefined ? (
          <p role="status" className={kit.mute}>
            {running(info)}
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
