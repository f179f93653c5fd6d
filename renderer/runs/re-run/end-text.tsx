import { codeName } from '../../../app/codes/code-name.ts';
import type { LookupContext } from '../../../app/codes/meaning-evidence.ts';
import type { ReRunState } from '../../../app/contract/re-run-commands.ts';
import { liveInfo, type SessionInfo } from '../../../app/contract/session-info.ts';
import type { Row } from '../../../app/frame/row.ts';
import { host, notifyFailure } from '../../state/host/host.ts';
import { compareWithOriginal } from '../../state/runs/compare-store.ts';
import { showRun, useDismissedRuns } from '../../state/runs/re-run-store.ts';
import banner from '../../ui/controls/banner.module.css';
import { Button, kit, TierMark } from '../../ui/kit.tsx';

type Props = {
  readonly end: Pick<Row, 'tier' | 'outcome' | 'code' | 'text'>;
  readonly method: string;
  readonly context: LookupContext;
};

/** How an exchange ended, in the tier's color: its outcome, and a code with its name. */
export function EndLabel({ end, method, context }: Props) {
  const { tier, outcome, code, text } = end;
  const seen = { ...context, message: text, method, ...(tier === 'ok' ? {} : { tier }) };
  const label = outcome === '' ? tier : outcome;
  return (
    <span
      className={`${kit.inline} ${kit.truncate} ${kit.strong} ${kit.tier}`}
      data-tier={tier}
      title={text === '' ? label : `${label}: ${text}`}
    >
      <TierMark tier={tier} />
      {label}
      {code === '' ? null : (
        <span className={kit.truncate}>
          {code} {codeName(code, seen)}
        </span>
      )}
    </span>
  );
}

/** Reports a re-run into a session above its log, until the user dismisses it. */
export function ReRunBanner({ info }: { readonly info: SessionInfo }) {
  const { session } = info;
  const run = liveInfo(info)?.reRun;
  const dismissed = useDismissedRuns(({ runs }) => runs);
  if (run === undefined || dismissed.includes(run.run)) return null;
  const running = run.state === 'running';
  return (
    <section
      aria-label="Re-run"
      className={banner.banner}
      data-level={run.state === 'failed' || run.worse > 0 ? 'warning' : 'info'}
    >
      <p>
        <b>{runSentence(run, info.label)}</b> {run.note}
      </p>
      <Button onClick={() => showRun(session)}>Show</Button>
      {running ? (
        <Button onClick={() => void notifyFailure(host().stopReRun({ session }))}>Stop</Button>
      ) : (
        <>
          {run.sent > 0 ? (
            <Button onClick={() => compareWithOriginal(run.from, session)}>Compare with the original</Button>
          ) : null}
          <Button onClick={() => useDismissedRuns.setState({ runs: [...dismissed, run.run] })}>
            Dismiss
          </Button>
        </>
      )}
    </section>
  );
}

/** The progress of a run in a sentence; `label` is the target session. */
export function runSentence(run: ReRunState, label: string): string {
  const { state, sent, total, fromLabel, worse, better } = run;
  const count = `${sent.toLocaleString('en')} of ${total.toLocaleString('en')}`;
  const requests = total === 1 ? 'request' : 'requests';
  const where = `of ${fromLabel} to ${label}`;
  const tiers = [worse > 0 ? `${worse} got worse` : '', better > 0 ? `${better} got better` : '']
    .filter((part) => part !== '')
    .join(', ');
  const change = tiers === '' ? (sent === 0 ? '' : ', no tier changed') : `, ${tiers}`;
  switch (state) {
    case 'running':
      return `Sending ${count} ${requests} ${where} again${change}.`;
    case 'done':
      return `Sent ${count} ${requests} ${where} again${change}.`;
    case 'stopped':
    case 'failed':
      return `Sent ${sent < total ? 'only ' : ''}${count} ${requests} ${where} again${change}.`;
  }
}
