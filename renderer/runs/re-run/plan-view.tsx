import { useState } from 'react';
import type { LookupContext } from '../../../app/codes/meaning-evidence.ts';
import type { CommandInput } from '../../../app/contract/commands.ts';
import type { LeftOutView, PlannedView, ReRunPlan } from '../../../app/contract/re-run-commands.ts';
import { liveInfo, type SessionInfo } from '../../../app/contract/session-info.ts';
import type { LeaveReason } from '../../../app/requests/re-run/read-requests.ts';
import { needsConsent, type SendGroup, type SendRisk } from '../../../app/requests/re-run/send-plan.ts';
import { host, settled } from '../../state/host/host.ts';
import { useReRun } from '../../state/runs/re-run-store.ts';
import { useSessionContext } from '../../state/session/use-server-vocabulary.ts';
import { Fault, toggled } from '../../ui/controls/fields.tsx';
import { counted } from '../../ui/format/quantity-text.ts';
import { Button, kit, ScrollBox } from '../../ui/kit.tsx';
import { type Column, DataTable } from '../../ui/list/data-table.tsx';
import { EndLabel } from './end-text.tsx';
import styles from './re-run.module.css';

type PlannedListProps = {
  readonly requests: readonly PlannedView[];
  readonly total: number;
  readonly agreed: ReadonlySet<string>;
  readonly from: SessionInfo;
};

function PlannedList({ requests, total, agreed, from }: PlannedListProps) {
  const context = useSessionContext(from);
  return (
    <details open>
      <summary className={kit.strong}>In this order, each after the answer to the one before</summary>
      <ScrollBox className={`${kit.well} ${kit.tall}`}>
        <DataTable
          className={styles.table}
          columns={plannedColumns(agreed, context)}
          rows={requests}
          keyOf={(_, place) => place}
          row={({ group }) => ({ className: agreed.has(group) ? '' : styles.off })}
        />
        {total > requests.length ? (
          <p className={kit.note}>… and {(total - requests.length).toLocaleString('en')} more.</p>
        ) : null}
      </ScrollBox>
    </details>
  );
}

function plannedColumns(agreed: ReadonlySet<string>, context: LookupContext): readonly Column<PlannedView>[] {
  return [
    { head: 'row', className: styles.narrow, isNumber: true, cell: ({ seq }) => seq },
    {
      head: 'request',
      cell: ({ group, method, target }) => (
        <code>
          {!agreed.has(group) && <b className={kit.warning}>not sent </b>}
          {method} <b>{target}</b>
        </code>
      ),
    },
    {
      head: 'arguments',
      of: ({ params }) => ({ title: params }),
      cell: ({ params, caution }) => (
        <code>
          {params}
          {caution === '' ? null : <b className={kit.warning}> {caution}</b>}
        </code>
      ),
    },
    {
      head: 'it ended as',
      cell: ({ before, method }) => <EndLabel end={before} method={method} context={context} />,
    },
  ];
}

type GroupListProps = {
  readonly groups: readonly SendGroup[];
  readonly agreed: ReadonlySet<string>;
  readonly toggle: (key: string) => void;
};

/** The methods and tools, each with its own consent; those that may change something come first. */
function GroupList({ groups, agreed, toggle }: GroupListProps) {
  const changing = groups.filter(({ risk }) => needsConsent(risk));
  const free = groups.filter(({ risk }) => !needsConsent(risk));
  return (
    <div className={kit.stack}>
      <Groups
        title="These may change something. Tick each one that you want to send."
        groups={changing}
        agreed={agreed}
        toggle={toggle}
      />
      <Groups title="These only read." groups={free} agreed={agreed} toggle={toggle} />
    </div>
  );
}

function Groups({ title, groups, agreed, toggle }: GroupListProps & { readonly title: string }) {
  if (groups.length === 0) return null;
  return (
    <fieldset>
      <legend>{title}</legend>
      <div className={`${kit.box} ${kit.divided}`}>
        {groups.map((group) => (
          <label
            className={`${kit.option} ${styles.kind}`}
            key={group.key}
            data-tone={group.risk}
            title={RISK_SENTENCES[group.risk]}
          >
            <input type="checkbox" checked={agreed.has(group.key)} onChange={() => toggle(group.key)} />
            <span className={`${kit.truncate} ${kit.mono} ${kit.strong}`}>
              {group.tool === '' ? group.method : group.tool}
              {group.tool === '' ? null : <small> {group.method}</small>}
            </span>
            <span className={`${kit.note} ${kit.tier}`}>{RISK_LABELS[group.risk]}</span>
            <span className={kit.note}>{counted(group.count, 'request')}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

export type What = CommandInput<'planReRun'>;

type Props = {
  readonly plan: ReRunPlan;
  readonly what: What;
  readonly source: SessionInfo;
  readonly target: SessionInfo;
};

/** The plan, with consent tool by tool; nothing has been sent yet. */
export function PlanView({ plan, what, source, target }: Props) {
  const { groups, leftOut, requests, total } = plan;
  const [agreed, setAgreed] = useState<ReadonlySet<string>>(
    () => new Set(groups.filter(({ risk }) => !needsConsent(risk)).map(({ key }) => key)),
  );
  const usual = liveInfo(target)?.settings.timeoutMs ?? 60_000;
  const [seconds, setSeconds] = useState(String(usual / 1000));
  const [state, setState] = useState({ busy: false, fault: '' });
  const toggle = (key: string) => setAgreed(toggled(agreed, key));
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
      <div className={kit.foot}>
        <label>
          At most{' '}
          <input
            type="text"
            size={6}
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
          <span id="re-run-time-fault" role="alert" className={kit.fault}>
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
  if (count === total) return `As ticked, ${all} would go to ${target}.`;
  return `As ticked, ${count.toLocaleString('en')} of ${total.toLocaleString('en')} requests would go to ${target}.`;
}

function toolsSentence({ toolsFrom, toolsFailure }: ReRunPlan): string {
  if (toolsFailure !== '') return `The server's tools could not be listed: ${toolsFailure}`;
  return toolsFrom === 'server' ? 'The server was asked for its tools, to know which of them only read.' : '';
}

function readSeconds(text: string): number | null {
  const milliseconds = Math.round(Number(text.trim().replace(',', '.')) * 1000);
  return text.trim() !== '' && milliseconds >= 1 && milliseconds <= 3_600_000 ? milliseconds : null;
}

function LeftOutList({ leftOut }: { readonly leftOut: readonly LeftOutView[] }) {
  const count = leftOut.reduce((sum, one) => sum + one.count, 0);
  if (count === 0) return null;
  return (
    <details>
      <summary className={kit.strong}>
        {counted(count, 'line of the client is', 'lines of the client are')} left out
      </summary>
      <ul className={kit.group}>
        {leftOut.map(({ reason, count: of, examples }) => (
          <li key={reason}>
            <b>{of.toLocaleString('en')}</b> {LEAVE_SENTENCES[reason]}
            <small className={styles.examples}>
              {examples.map(({ seq, label }) => `${label} (#${seq})`).join(', ')}
              {of > examples.length ? ' …' : ''}
            </small>
          </li>
        ))}
      </ul>
    </details>
  );
}

export const RISK_LABELS: Record<SendRisk, string> = {
  reads: 'only reads',
  'read-only': 'read-only',
  destructive: 'destructive',
  additive: 'changes',
  unmarked: 'unmarked',
  'not-listed': 'not listed',
  'other-method': 'unknown method',
};

export const RISK_SENTENCES: Record<SendRisk, string> = {
  reads: 'The protocol defines this method as one that changes nothing.',
  'read-only': 'The server marks the tool as read-only.',
  destructive: 'The server says that the tool may delete or overwrite something.',
  additive: 'The server says that the tool changes something, but destroys nothing.',
  unmarked: 'The server does not say whether the tool changes anything, so it may.',
  'not-listed': 'The server does not list this tool: the call will most likely fail.',
  'other-method': 'No revision of the protocol defines this method, so it may do anything.',
};

export const LEAVE_SENTENCES: Record<LeaveReason, string> = {
  handshake: 'The session has a handshake of its own.',
  ping: 'A ping asks nothing of the server.',
  notification: 'Notifications speak of their own session: progress, cancelled requests, changed roots.',
  answer: 'Answers to server requests: the server may send others now.',
  malformed: 'Raw messages, and lines that are malformed.',
  damaged: 'Lines that the recording does not hold whole.',
  continuation: 'Retries of a call with the input that the server required: the client creates new ones.',
  subscription: 'Subscriptions stay open as long as their connection.',
  task: 'Tasks that only the other session has.',
};
