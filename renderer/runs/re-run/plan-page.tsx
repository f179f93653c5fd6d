import { useState } from 'react';
import { ok, type Result } from '../../../app/base/result.ts';
import { versionedName } from '../../../app/base/versioned-name.ts';
import type { ReRunPlan } from '../../../app/contract/re-run-commands.ts';
import type { SessionInfo } from '../../../app/contract/session-info.ts';
import { isSameServer, traitsOf } from '../../../app/session/same-server.ts';
import { LogPartChoice, SourceChoice } from '../../shared/source-choice.tsx';
import { host, settled, useLoaded } from '../../state/host/host.ts';
import { useReRun } from '../../state/runs/re-run-store.ts';
import { useScreen, useSessionView } from '../../state/screen/screen-store.ts';
import {
  type LogPart,
  sendRanges,
  useSelectedRows,
  useSelectionParts,
} from '../../state/selection/selection.ts';
import { openConnect } from '../../state/session/profiles-store.ts';
import { restartSession } from '../../state/session/session-commands.ts';
import { canRestart } from '../../state/session/session-text.ts';
import { Fault, SelectLine } from '../../ui/controls/fields.tsx';
import { Button, kit } from '../../ui/kit.tsx';
import { PlanView, type What } from './plan-view.tsx';

/** The dry run: the source, the requests, the target session, and what would be sent. */
export function PlanPage({ source }: { readonly source: SessionInfo }) {
  const { part, to } = useReRun();
  const sessions = useScreen((state) => state.sessions);
  const ready = sessions.filter(({ state, kind }) => state === 'ready' && kind === 'live');
  const isSame = (one: SessionInfo) => isSameServer(traitsOf(source), traitsOf(one));
  const targets = [...ready.filter(isSame), ...ready.filter((one) => !isSame(one))];
  const target =
    targets.find(({ session }) => session === (to ?? source.session)) ??
    targets.find((one) => isSame(one) || !canRestart(source));
  const { selected } = useSessionView(source.session);
  const selectedRows = useSelectedRows(source.session);
  const several = useSelectionParts().length > 1;
  const [looks, setLooks] = useState(0);
  const key = JSON.stringify([source.session, target?.session, part, looks]);
  const planned = usePlan(key, async () => {
    if (target === undefined) return null;
    const ranges = await sendRanges(source.session, part, selected, selectedRows, source.kind !== 'file');
    const what = { from: source.session, to: target.session };
    return ranges === undefined ? what : { ...what, ranges };
  });
  return (
    <div className={kit.dialog}>
      <SourceChoice
        session={source.session}
        choose={(from) => useReRun.setState({ from, part: 'rows' })}
        why="Requests of one session are sent at a time."
      />
      <LogPartChoice
        session={source.session}
        legend={several ? 'Which requests' : `From ${source.label}`}
        name="send-part"
        order={PARTS}
        whole="All requests"
        part={part}
        choose={(chosen) => useReRun.setState({ part: chosen })}
      />
      {target === undefined ? (
        <NoTarget source={source} others={targets} />
      ) : (
        <SelectLine
          label="To"
          value={target.session}
          onChange={(to) => useReRun.setState({ to })}
          options={targets.map(({ session, label, server }) => [
            session,
            `${label} (${session}${server === null ? '' : `, ${versionedName(server)}`})`,
          ])}
        >
          <Button onClick={() => setLooks(looks + 1)}>Look again</Button>
        </SelectLine>
      )}
      {planned === undefined ? <p role="status">Looking at what would be sent…</p> : null}
      <Fault text={planned?.ok === false ? planned.error : ''} />
      {planned?.ok && planned.value !== null && target !== undefined ? (
        <PlanView key={key} {...planned.value} source={source} target={target} />
      ) : null}
    </div>
  );
}

type Planned = { readonly plan: ReRunPlan; readonly what: What };

/** The plan, requested again when `key` changes; null without a target, undefined while loading. */
function usePlan(key: string, whatOf: () => Promise<What | null>): Result<Planned | null> | undefined {
  return useLoaded(key, async () => {
    const what = await whatOf();
    if (what === null) return ok(null);
    const plan = await settled(host().planReRun(what));
    return plan.ok ? ok({ plan: plan.value, what }) : plan;
  });
}

type NoTargetProps = { readonly source: SessionInfo; readonly others: readonly SessionInfo[] };

function NoTarget({ source, others }: NoTargetProps) {
  if (source.state === 'starting') return <p role="status">{source.label} is being started…</p>;
  return (
    <div className={kit.stack}>
      <p>
        {others.length === 0 ? 'No connected session can take the requests.' : 'The server is not running.'}
      </p>
      <div className={`${kit.wrap} ${kit.strong}`}>
        {canRestart(source) ? (
          <Button onClick={() => void restartSession(source.session)}>Restart {source.label}</Button>
        ) : null}
        {others.map(({ session, label }) => (
          <Button key={session} onClick={() => useReRun.setState({ to: session })}>
            Send to {label}
          </Button>
        ))}
        <Button look="primary" onClick={() => openConnect()}>
          Connect to a server
        </Button>
      </div>
    </div>
  );
}

const PARTS: readonly LogPart[] = ['selected', 'rows', 'filtered', 'whole'];
