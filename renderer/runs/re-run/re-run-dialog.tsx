import { useEffect, useState } from 'react';
import { tierDirection } from '../../../app/analysis/compare/change.ts';
import { ok, type Result } from '../../../app/base/result.ts';
import { versionedName } from '../../../app/base/versioned-name.ts';
import type { LookupContext } from '../../../app/codes/meaning-evidence.ts';
import type { ReRunPlan, ReRunState, SentView } from '../../../app/contract/re-run-commands.ts';
import type { SessionInfo } from '../../../app/contract/session-info.ts';
import { isSameServer, traitsOf } from '../../../app/session/same-server.ts';
import { LogPartChoice, SourceChoice } from '../../shared/source-choice.tsx';
import { host, notifyFailure, settled, useLoaded } from '../../state/host/host.ts';
import { compareWithOriginal } from '../../state/runs/compare-store.ts';
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
import { useSessionContext } from '../../state/session/use-server-vocabulary.ts';
import { Fault, SelectLine } from '../../ui/controls/fields.tsx';
import { Button, DialogShell, kit, ScrollBox } from '../../ui/kit.tsx';
import { type Column, DataTable } from '../../ui/list/data-table.tsx';
import { goToRow } from '../compare/compared-item.tsx';
import { EndLabel, runSentence } from './end-text.tsx';
import { PlanView, type What } from './plan-view.tsx';
import styles from './re-run.module.css';

/** Re-runs requests in a live session: first the plan, then the progress. */
export function ReRunDialog() {
  const { from, to, page } = useReRun();
  const sessions = useScreen((state) => state.sessions);
  const source = sessions.find(({ session }) => session === from);
  const target = sessions.find(({ session }) => session === to);
  return (
    <DialogShell title="Re-run requests" width={980}>
      {page === 'run' && target?.kind === 'live' && target.reRun !== undefined ? (
        <RunPage target={target} run={target.reRun} />
      ) : source === undefined ? (
        <p className={kit.dialog}>The session whose requests were to be sent was closed.</p>
      ) : (
        <PlanPage source={source} />
      )}
    </DialogShell>
  );
}

function RunPage({ target, run }: { readonly target: SessionInfo; readonly run: ReRunState }) {
  const { session } = target;
  const running = run.state === 'running';
  return (
    <div className={kit.dialog}>
      <p role="status">
        <b>{runSentence(run, target.label)}</b> {run.note}
      </p>
      <progress aria-label="Requests sent" max={run.total} value={run.sent} />
      <p className={kit.note}>
        {running && run.current !== '' ? `Waiting for the answer to ${run.current}.` : ' '}
      </p>
      <SentTable target={target} run={run} />
      <div className={kit.foot}>
        {running ? (
          <>
            <span className={kit.note}>It goes on when this dialog is closed.</span>
            <Button
              disabled={run.current === ''}
              onClick={() => void notifyFailure(host().skipReRun({ session }))}
            >
              Cancel this one
            </Button>
            <Button look="primary" onClick={() => void notifyFailure(host().stopReRun({ session }))}>
              Stop
            </Button>
          </>
        ) : (
          <>
            <Button onClick={() => useReRun.setState({ page: 'plan' })}>Back to the dry run</Button>
            <Button
              look="primary"
              disabled={run.sent === 0}
              onClick={() => compareWithOriginal(run.from, session)}
            >
              Compare with the original
            </Button>
          </>
        )}
      </div>
    </div>
  );
}

function SentTable({ target, run }: { readonly target: SessionInfo; readonly run: ReRunState }) {
  const { items, fault, more } = useSent(target.session, run);
  const context = useSessionContext(target);
  return (
    <ScrollBox className={`${kit.well} ${kit.tall}`}>
      <Fault text={fault} />
      <DataTable
        className={styles.table}
        columns={sentColumns(target, run, context)}
        rows={items}
        keyOf={(_, place) => place}
        row={({ before, after }) => ({
          'data-tone': after === null ? undefined : tierDirection(before.tier, after.tier),
        })}
      />
      {items.length > 0 && items.length < Math.min(run.total, 1000) ? (
        <Button onClick={more}>Show more</Button>
      ) : null}
      {items.length >= 1000 && run.total > 1000 ? (
        <p className={kit.note}>The first 1,000 are shown; the log and the comparison have all of them.</p>
      ) : null}
    </ScrollBox>
  );
}

function sentColumns(
  target: SessionInfo,
  run: ReRunState,
  context: LookupContext,
): readonly Column<SentView>[] {
  return [
    {
      head: 'row then',
      className: styles.narrow,
      cell: ({ seq }) => <RowButton session={run.from} seq={seq} />,
    },
    {
      head: 'request',
      cell: (item) => (
        <code>
          {item.method} <b>{item.target}</b>
        </code>
      ),
    },
    {
      head: 'then',
      cell: ({ before, method }) => <EndLabel end={before} method={method} context={context} />,
    },
    {
      head: 'now',
      cell: (item) =>
        item.after === null ? (
          unsentText(item, run)
        ) : (
          <EndLabel end={item.after} method={item.method} context={context} />
        ),
    },
    {
      head: 'row now',
      className: styles.narrow,
      cell: ({ after }) => after !== null && <RowButton session={target.session} seq={after.seq} />,
    },
  ];
}

function unsentText({ failure }: SentView, run: ReRunState): string {
  if (failure !== '') return failure;
  return run.state === 'running' ? '' : 'not sent';
}

function RowButton({ session, seq }: { readonly session: string; readonly seq: number }) {
  return (
    <Button
      look="link"
      className={kit.number}
      aria-label={`Go to #${seq} of ${session}`}
      onClick={() => goToRow(session, seq)}
    >
      {seq}
    </Button>
  );
}

const PAGE = 500;

/** The requests of a run and how they ended, reloaded while it continues. */
function useSent(
  session: string,
  run: ReRunState,
): { readonly items: readonly SentView[]; readonly fault: string; more(): void } {
  const [limit, setLimit] = useState(PAGE);
  const [sent, setSent] = useState<{ items: readonly SentView[]; fault: string }>({ items: [], fault: '' });
  const step = `${run.run} ${run.state} ${run.sent} ${limit}`;
  useEffect(() => {
    let current = true;
    void settled(host().readReRun({ session, from: 0, limit: Math.min(limit, 1000) })).then((page) => {
      if (!current) return;
      setSent((before) =>
        page.ok ? { items: page.value.items, fault: '' } : { ...before, fault: page.error },
      );
    });
    return () => {
      current = false;
    };
  }, [session, step]);
  return { ...sent, more: () => setLimit(limit + PAGE) };
}

/** The dry run: the source, the requests, the target session, and what would be sent. */
function PlanPage({ source }: { readonly source: SessionInfo }) {
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
