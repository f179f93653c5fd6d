import { type ReactNode, useEffect, useState } from 'react';
import type { Result } from '../../../app/base/result.ts';
import { liveInfo, type SessionInfo } from '../../../app/contract/session-info.ts';
import { DoctorSteps } from '../../shared/doctor-steps.tsx';
import { host, settled, useLoaded } from '../../state/host/host.ts';
import { showDialog, useActiveSession } from '../../state/screen/screen-store.ts';
import { Button, DialogShell, Facts, kit, ScrollBox } from '../../ui/kit.tsx';

/** Checks the start of the active session, and shows the steps with the first failure on top. */
export function DoctorDialog() {
  const [starts, setStarts] = useState(false);
  return (
    <CheckDialog
      title="Doctor"
      width={760}
      running={starts ? starting : running}
      check={starts ? start : check}
    >
      {(report) => (
        <>
          {starts ? null : <LoggedStart onStart={() => setStarts(true)} />}
          <DoctorSteps report={report} />
        </>
      )}
    </CheckDialog>
  );
}

const check = (session: string) => host().doctor({ session });
const start = (session: string) => host().doctor({ session, starts: true });
const starting = () => 'Starting the server as the log says, on this machine…';

function running(info: SessionInfo): string {
  const live = liveInfo(info);
  const seconds = Math.round((live?.settings.timeoutMs ?? 0) / 1000);
  return live === undefined
    ? 'Going through the first records of the session…'
    : `Starting the server again, beside this session. An answer may take up to ${seconds} s.`;
}

/** For the log of a host: the start that it names, to be tried on this machine. */
function LoggedStart({ onStart }: { readonly onStart: () => void }) {
  const info = useActiveSession();
  const session = info?.kind === 'file' ? info.session : '';
  const found = useLoaded(session, () => settled(host().loggedServer({ session })));
  if (!found?.ok || found.value === null) return null;
  const { commandLine, cwd, path, variables } = found.value;
  const facts = [
    ['command', commandLine],
    ['folder', cwd],
    ['PATH', path],
    ['variables', variables.join(', ')],
  ] as const;
  return (
    <section aria-label="Start of the log" className={`${kit.card} ${kit.stack} ${kit.pad}`}>
      <p>The checks below read the log. To see how the server starts now, try what the host tried:</p>
      <Facts
        facts={facts
          .filter(([, text]) => text !== '')
          .map(([name, text]) => [
            name,
            <code key={name} className={kit.anywhere}>
              {text}
            </code>,
          ])}
      />
      <div>
        <Button look="primary" onClick={onStart}>
          Start and check
        </Button>
      </div>
    </section>
  );
}

type CheckDialogProps<Report> = {
  readonly title: string;
  readonly width: number;
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
