import { liveInfo, type SessionInfo } from '../../../app/contract/session-info.ts';
import { DoctorSteps } from '../../shared/doctor-steps.tsx';
import { host } from '../../state/host/host.ts';
import { useActiveSession } from '../../state/screen/screen-store.ts';
import { CheckDialog } from './check-dialog.tsx';

/** Checks the start of the active session, and shows the steps with the first failure on top. */
export function DoctorDialog() {
  const info = useActiveSession();
  if (info === undefined) return null;
  return (
    <CheckDialog
      key={info.session}
      title="Doctor"
      info={info}
      width={760}
      running={running(info)}
      check={check}
    >
      {(report) => <DoctorSteps report={report} />}
    </CheckDialog>
  );
}

const check = (session: string) => host().doctor({ session });

function running(info: SessionInfo): string {
  const live = liveInfo(info);
  const seconds = Math.round((live?.settings.timeoutMs ?? 0) / 1000);
  return live === undefined
    ? 'Going through the first records of the session…'
    : `Starting the server again, beside this session. An answer may take up to ${seconds} s.`;
}
