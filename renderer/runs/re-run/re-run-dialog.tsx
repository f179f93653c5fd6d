import { useEffect, useState } from 'react';
import { tierDirection } from '../../../app/analysis/compare/change.ts';
import type { LookupContext } from '../../../app/codes/meaning-evidence.ts';
import type { ReRunState, SentView } from '../../../app/contract/re-run-commands.ts';
import type { SessionInfo } from '../../../app/contract/session-info.ts';
import { host, notifyFailure, settled } from '../../state/host/host.ts';
import { compareWithOriginal } from '../../state/runs/compare-store.ts';
import { useReRun } from '../../state/runs/re-run-store.ts';
import { useScreen } from '../../state/screen/screen-store.ts';
import { useSessionContext } from '../../state/session/use-server-vocabulary.ts';
import { Fault } from '../../ui/controls/fields.tsx';
import { Button, DialogShell, kit, ScrollBox } from '../../ui/kit.tsx';
import { type Column, DataTable } from '../../ui/list/data-table.tsx';
import { goToRow } from '../compare/compared-details.tsx';
import { EndLabel, runSentence } from './end-text.tsx';
import { PlanPage } from './plan-page.tsx';
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

type Sent = {
  readonly items: readonly SentView[];
  readonly fault: string;
  more(): void;
};

/** The requests of a run and how they ended, reloaded while it continues. */
function useSent(session: string, run: ReRunState): Sent {
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
