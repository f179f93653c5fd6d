import type { ProbeState } from '../../../app/contract/probe-commands.ts';
import { fileInfo, type SessionInfo } from '../../../app/contract/session-info.ts';
import { host, notifyFailure } from '../../state/host/host.ts';
import { dismissProbe, foldProbe, showProbe, useProbes } from '../../state/runs/probe-store.ts';
import { activateSession, useScreen } from '../../state/screen/screen-store.ts';
import banner from '../../ui/controls/banner.module.css';
import { counted } from '../../ui/format/quantity-text.ts';
import { Button } from '../../ui/kit.tsx';

/** Reports every running or finished probe, until its result was viewed or it is dismissed. */
export function ProbeBanners() {
  const { probes, dismissed, shown } = useProbes();
  const dialog = useScreen((state) => state.dialog);
  const inDialog = dialog === 'probe' ? shown : null;
  const listed = probes.filter(({ probe }) => !dismissed.includes(probe) && probe !== inDialog);
  return listed.map((one) => {
    const { probe, state, session, note } = one;
    const isRunning = state === 'running' || state === 'stopping';
    return (
      <section
        key={probe}
        aria-label="Probe"
        className={banner.banner}
        data-level={state === 'failed' ? 'error' : 'info'}
      >
        <p role="status">
          <b>{progressText(one)}</b> {note}
        </p>
        {isRunning ? <Button onClick={() => showProbe(probe)}>Show</Button> : null}
        {state === 'running' ? (
          <Button onClick={() => void notifyFailure(host().stopProbe({ probe }))}>Stop</Button>
        ) : null}
        {session === null ? null : (
          <Button
            onClick={() => {
              dismissProbe(probe);
              activateSession(session);
            }}
          >
            Show the result
          </Button>
        )}
        {isRunning ? null : <Button onClick={() => dismissProbe(probe)}>Dismiss</Button>}
      </section>
    );
  });
}

/** Above the log of a probe: a summary of its result while that is folded, or why there is none. */
export function ProbeOfFileBanner({ info }: { readonly info: SessionInfo }) {
  const isFolded = useProbes(({ folded }) => folded.includes(info.session));
  const probe = fileInfo(info)?.probe;
  if (probe === undefined || (probe.kind === 'result' && !isFolded)) return null;
  if (probe.kind === 'missing') {
    return (
      <section aria-label="Probe result" className={banner.banner} data-level="warning">
        <p>{probe.why}</p>
      </section>
    );
  }
  return (
    <section aria-label="Probe result" className={banner.banner} data-level="info">
      <p>
        <b>Probe: {probe.grade}</b>, {counted(probe.failed, 'case')} failed.
      </p>
      <Button onClick={() => foldProbe(info.session, false)}>Show the result</Button>
    </section>
  );
}

/** For example "83 of 157 cases". */
export function progressText({ state, done, total, label, grade, counts }: ProbeState): string {
  switch (state) {
    case 'running':
      return total === 0
        ? `Reading what ${label} declares…`
        : `Probing ${label}: ${done.toLocaleString('en')} of ${counted(total, 'case')}`;
    case 'stopping':
      return `Stopping the probe of ${label} after the case of the moment…`;
    case 'failed':
      return `The probe of ${label} has no result.`;
    default:
      return `Probe of ${label}: ${grade ?? 'unknown'}, ${counted(counts?.failed ?? 0, 'case')} failed${state === 'stopped' ? '; it was stopped early' : ''}.`;
  }
}
