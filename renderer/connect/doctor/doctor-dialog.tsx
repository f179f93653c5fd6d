import { useEffect, useState } from 'react';
import { err, type Result } from '../../../app/base/result.ts';
import type { DoctorReport } from '../../../app/checks/doctor/doctor-report.ts';
import { liveInfo, type SessionInfo } from '../../../app/contract/session-info.ts';
import { DoctorSteps } from '../../shared/doctor-steps.tsx';
import { host } from '../../state/host/host.ts';
import { showDialog, useActiveSession } from '../../state/screen/screen-store.ts';
import { Button, DialogShell, kit, ScrollBox } from '../../ui/kit.tsx';

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
      <ScrollBox className={kit.dialog}>
        {outcome === undefined ? <Running info={info} /> : <Outcome outcome={outcome} />}
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
    <p role="status" className={kit.mute}>
      {live === undefined
        ? 'Going through the first records of the session…'
        : `Starting the server again, beside this session. An answer may take up to ${seconds} s.`}
    </p>
  );
}

function Outcome({ outcome }: { readonly outcome: Result<DoctorReport> }) {
  return outcome.ok ? <DoctorSteps report={outcome.value} /> : <p role="alert">{outcome.error}</p>;
}
