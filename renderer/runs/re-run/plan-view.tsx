import { useState } from 'react';
import type { SendAgainPlan } from '../../../app/contract/send-again-commands.ts';
import { liveInfo, type SessionInfo } from '../../../app/contract/session-info.ts';
import { needsConsent } from '../../../app/re-run/send-risk.ts';
import { host, settled } from '../../state/host/host.ts';
import { useSendAgain } from '../../state/re-run/re-run-store.ts';
import { Button } from '../../ui/controls/button.tsx';
import { GroupList } from './group-list.tsx';
import { LeftOutList } from './left-out-list.tsx';
import { PlannedList } from './planned-list.tsx';
import styles from './send-again.module.css';
import type { What } from './use-plan.ts';

type Props = {
  readonly plan: SendAgainPlan;
  readonly what: What;
  readonly source: SessionInfo;
  readonly target: SessionInfo;
};

/** What would be sent, to be agreed to tool by tool; nothing has been sent yet. */
export function PlanView({ plan, what, source, target }: Props) {
  const { groups, leftOut, requests, total } = plan;
  const [agreed, setAgreed] = useState<ReadonlySet<string>>(
    () => new Set(groups.filter(({ risk }) => !needsConsent(risk)).map(({ key }) => key)),
  );
  const usual = liveInfo(target)?.settings.timeoutMs ?? 60_000;
  const [seconds, setSeconds] = useState(String(usual / 1000));
  const [state, setState] = useState({ busy: false, fault: '' });
  const toggle = (key: string) => {
    const next = new Set(agreed);
    if (!next.delete(key)) next.add(key);
    setAgreed(next);
  };
  const count = groups.reduce((sum, group) => sum + (agreed.has(group.key) ? group.count : 0), 0);
  const timeoutMs = readSeconds(seconds);
  const send = async () => {
    setState({ busy: true, fault: '' });
    const started = await settled(
      host().startSendAgain({ ...what, groups: [...agreed], ...(timeoutMs === null ? {} : { timeoutMs }) }),
    );
    if (started.ok) useSendAgain.setState({ to: target.session, page: 'run' });
    else setState({ busy: false, fault: started.error });
  };
  if (total === 0) {
    return (
      <>
        <p>There is no request here that can be sent again.</p>
        <LeftOutList leftOut={leftOut} />
      </>
    );
  }
  return (
    <>
      <p role="status">
        <b>A dry run: no request has been sent.</b> {sentence(count, total, target.label)}{' '}
        {toolsSentence(plan)}
      </p>
      <GroupList groups={groups} agreed={agreed} toggle={toggle} />
      <PlannedList requests={requests} total={total} agreed={agreed} from={source} />
      <LeftOutList leftOut={leftOut} />
      {state.fault === '' ? null : (
        <p role="alert" className={styles.fault}>
          {state.fault}
        </p>
      )}
      <div className={styles.actions}>
        <label>
          At most{' '}
          <input
            type="text"
            inputMode="decimal"
            value={seconds}
            aria-label="Seconds to wait for each answer"
            aria-invalid={timeoutMs === null}
            onChange={(event) => setSeconds(event.target.value)}
          />{' '}
          s for each answer
        </label>
        {timeoutMs === null ? <span className={styles.fault}>Type seconds, from 0.001 to 3600.</span> : null}
        <Button
          look="primary"
          disabled={state.busy || count === 0 || timeoutMs === null}
          onClick={() => void send()}
        >
          {count === 1 ? 'Send 1 request' : `Send ${count.toLocaleString('en')} requests`}
        </Button>
      </div>
    </>
  );
}

function sentence(count: number, total: number, target: string): string {
  const all = total === 1 ? 'the one request' : `all ${total.toLocaleString('en')} requests`;
  if (count === total) return `As it is ticked, ${all} would go to ${target}.`;
  return `As it is ticked, ${count.toLocaleString('en')} of ${total.toLocaleString('en')} requests would go to ${target}.`;
}

function toolsSentence({ toolsFrom, toolsFailure }: SendAgainPlan): string {
  if (toolsFailure !== '') return `The server's tools could not be listed: ${toolsFailure}`;
  return toolsFrom === 'server' ? 'The server was asked for its tools, to know which of them only read.' : '';
}

function readSeconds(text: string): number | null {
  const milliseconds = Math.round(Number(text.trim().replace(',', '.')) * 1000);
  return text.trim() !== '' && milliseconds >= 1 && milliseconds <= 3_600_000 ? milliseconds : null;
}
