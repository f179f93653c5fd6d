import { useState } from 'react';
import type { CommandInput } from '../../../app/contract/commands.ts';
import type { LeftOutView, PlannedView, ReRunPlan } from '../../../app/contract/re-run-commands.ts';
import { liveInfo, type SessionInfo } from '../../../app/contract/session-info.ts';
import { needsConsent, type SendGroup } from '../../../app/requests/re-run/send-plan.ts';
import { host, settled } from '../../state/host/host.ts';
import { useReRun } from '../../state/runs/re-run-store.ts';
import { useSessionContext } from '../../state/session/use-server-vocabulary.ts';
import { ScrollBox } from '../../ui/content/scroll-box.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { Fault } from '../../ui/controls/fields.tsx';
import { counted } from '../../ui/format/counted.ts';
import { EndLabel } from './end-text.tsx';
import styles from './re-run.module.css';
import { LEAVE_SENTENCES, RISK_LABELS, RISK_SENTENCES } from './risk-text.ts';

type PlannedListProps = {
  readonly requests: readonly PlannedView[];
  readonly total: number;
  readonly agreed: ReadonlySet<string>;
  readonly from: SessionInfo;
};

/** Every request in the order in which it would be sent; what is not agreed to is struck out. */
function PlannedList({ requests, total, agreed, from }: PlannedListProps) {
  const context = useSessionContext(from);
  return (
    <details className={styles.fold} open>
      <summary>In this order, each after the answer to the one before</summary>
      <ScrollBox className={styles.scroll}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">row</th>
              <th scope="col">request</th>
              <th scope="col">arguments</th>
              <th scope="col">it ended as</th>
            </tr>
          </thead>
          <tbody>
            {requests.map((request, place) => (
              <tr key={place} data-off={!agreed.has(request.group)}>
                <td className={styles.seq}>{request.seq}</td>
                <td className={styles.request}>
                  {agreed.has(request.group) ? null : <em>not sent </em>}
                  {request.method} <b>{request.target}</b>
                </td>
                <td className={styles.params} title={request.params}>
                  {request.params}
                  {request.caution === '' ? null : <em> {request.caution}</em>}
                </td>
                <td>
                  <EndLabel end={request.before} method={request.method} context={context} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
        {total > requests.length ? (
          <p className={styles.note}>… and {(total - requests.length).toLocaleString('en')} more.</p>
        ) : null}
      </ScrollBox>
    </details>
  );
}

type GroupListProps = {
  readonly groups: readonly SendGroup[];
  readonly agreed: ReadonlySet<string>;
  readonly toggle: (key: string) => void;
};

/** The methods and tools, each to be agreed to by itself; those that may change something come first. */
function GroupList({ groups, agreed, toggle }: GroupListProps) {
  const changing = groups.filter(({ risk }) => needsConsent(risk));
  const free = groups.filter(({ risk }) => !needsConsent(risk));
  return (
    <div className={styles.groups}>
      {changing.length === 0 ? null : (
        <Groups
          title="These may change something. Tick each one that you want to send."
          groups={changing}
          agreed={agreed}
          toggle={toggle}
        />
      )}
      {free.length === 0 ? null : (
        <Groups title="These only read." groups={free} agreed={agreed} toggle={toggle} />
      )}
    </div>
  );
}

function Groups({ title, groups, agreed, toggle }: GroupListProps & { readonly title: string }) {
  return (
    <fieldset className={styles.kinds}>
      <legend>{title}</legend>
      {groups.map((group) => (
        <label key={group.key} data-risk={group.risk} title={RISK_SENTENCES[group.risk]}>
          <input type="checkbox" checked={agreed.has(group.key)} onChange={() => toggle(group.key)} />
          <span className={styles.kind}>
            {group.tool === '' ? group.method : group.tool}
            {group.tool === '' ? null : <small> {group.method}</small>}
          </span>
          <span className={styles.risk} data-risk={group.risk}>
            {RISK_LABELS[group.risk]}
          </span>
          <span className={styles.count}>{counted(group.count, 'request')}</span>
        </label>
      ))}
    </fieldset>
  );
}

/** What a dry run was made for. */
export type What = CommandInput<'planReRun'>;

type Props = {
  readonly plan: ReRunPlan;
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
      host().startReRun({ ...what, groups: [...agreed], ...(timeoutMs === null ? {} : { timeoutMs }) }),
    );
    if (started.ok) useReRun.setState({ to: target.session, page: 'run' });
    else setState({ busy: false, fault: started.error });
  };
  if (total === 0) {
    return (
      <>
        <p>There is no request here to re-run.</p>
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
      <Fault text={state.fault} />
      <div className={styles.actions}>
        <label>
          At most{' '}
          <input
            type="text"
            inputMode="decimal"
            value={seconds}
            aria-label="Seconds to wait for each answer"
            aria-invalid={timeoutMs === null}
            aria-describedby={timeoutMs === null ? 're-run-time-fault' : undefined}
            onChange={(event) => setSeconds(event.target.value)}
          />{' '}
          s for each answer
        </label>
        {timeoutMs === null ? (
          <span id="re-run-time-fault" role="alert" className={styles.fault}>
            Type seconds, from 0.001 to 3600.
          </span>
        ) : null}
        <Button
          look="primary"
          disabled={state.busy || count === 0 || timeoutMs === null}
          onClick={() => void send()}
        >
          Send {counted(count, 'request')}
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

function toolsSentence({ toolsFrom, toolsFailure }: ReRunPlan): string {
  if (toolsFailure !== '') return `The server's tools could not be listed: ${toolsFailure}`;
  return toolsFrom === 'server' ? 'The server was asked for its tools, to know which of them only read.' : '';
}

function readSeconds(text: string): number | null {
  const milliseconds = Math.round(Number(text.trim().replace(',', '.')) * 1000);
  return text.trim() !== '' && milliseconds >= 1 && milliseconds <= 3_600_000 ? milliseconds : null;
}

/** What the re-run leaves out, and why. */
function LeftOutList({ leftOut }: { readonly leftOut: readonly LeftOutView[] }) {
  const count = leftOut.reduce((sum, one) => sum + one.count, 0);
  if (count === 0) return null;
  return (
    <details className={styles.fold}>
      <summary>{counted(count, 'line of the client is', 'lines of the client are')} left out</summary>
      <ul className={styles.reasons}>
        {leftOut.map(({ reason, count: of, examples }) => (
          <li key={reason}>
            <b>{of.toLocaleString('en')}</b> {LEAVE_SENTENCES[reason]}
            <small>
              {examples.map(({ seq, label }) => `${label} (row ${seq})`).join(', ')}
              {of > examples.length ? ' …' : ''}
            </small>
          </li>
        ))}
      </ul>
    </details>
  );
}
