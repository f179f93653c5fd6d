import { liveInfo, type SessionInfo } from '../../../app/contract/session-info.ts';
import { DoctorSteps } from '../../shared/doctor-steps.tsx';
import { host } from '../../state/host/host.ts';
import { CheckDialog } from './check-dialog.tsx';

/** Checks the start of the active session, and shows the steps with the first failure on top. */
export function DoctorDialog() {
  return (
    <CheckDialog title="Doctor" width={760} running={running} check={check}>
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
