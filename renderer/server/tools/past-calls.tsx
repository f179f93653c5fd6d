import { type ReactNode, useEffect, useState } from 'react';
import { isJsonObject, type JsonObject } from '../../../app/base/json-value.ts';
import {
  type DeclaredReason,
  type FailedReason,
  failedReason,
  toolContract,
} from '../../../app/codes/structured-error.ts';
import type { SessionInfo } from '../../../app/contract/session-info.ts';
import { filterTerm } from '../../../app/frame/query/query.ts';
import type { Row } from '../../../app/frame/row.ts';
import { RowTable } from '../../../app/frame/row-table.ts';
import type { Tier } from '../../../app/frame/tier.ts';
import { callOutcome } from '../../../app/session/server-activity.ts';
import { host, settled } from '../../state/host/host.ts';
import { sessionLog, useSessionLog } from '../../state/log/log-mirrors.ts';
import { fetchEnvelope } from '../../state/log/use-record.ts';
import { savedCalls } from '../../state/server/canned-answers.ts';
import { type DraftKey, loadArguments } from '../../state/server/sidebar-store.ts';
import { serverKey } from '../../state/session/session-text.ts';
import { counted, formatClock } from '../../ui/format/quantity-text.ts';
import { Button, TierMark } from '../../ui/kit.tsx';
import styles from '../../ui/list/named-list.module.css';
import { NamedList, NameField } from '../../ui/list/named-list.tsx';
import fold from './fold.module.css';

type SavedCallsProps = {
  readonly info: SessionInfo;
  readonly kept: string;
  readonly name: string;
  readonly args: JsonObject | undefined;
  readonly onLoad: (args: JsonObject) => void;
};

function SavedCalls({ info, kept, name, args, onLoad }: SavedCallsProps) {
  const server = serverKey(info);
  const all = savedCalls.useEntries();
  return (
    <>
      <NamedList
        label={`Saved calls of ${name}`}
        entries={all.filter((call) => call.server === server && call.tool === kept)}
        textOf={(call) => JSON.stringify(call.args)}
        onLoad={(call) => onLoad(call.args)}
        onDelete={savedCalls.remove}
        onRestore={savedCalls.save}
      />
      {args === undefined ? (
        <p className={styles.note}>Arguments that are not valid JSON cannot be saved.</p>
      ) : (
        <NameField
          what="call"
          verb="Save"
          onSave={(as) => savedCalls.save({ server, tool: kept, name: as, args })}
        />
      )}
    </>
  );
}

export type FormRequest = {
  readonly info: SessionInfo;
  /** Identifies the request in the log, for cancelling it and for saved calls. */
  readonly method: string;
  readonly target: string;
  readonly draftKey: DraftKey;
};

type Props = FormRequest & {
  /** The typed arguments; undefined while they are invalid. */
  readonly args: JsonObject | undefined;
};

const SHOWN = 20;

/** The saved calls of a tool or prompt and the latest ones of this session; selecting one loads its arguments. */
export function PastCalls({ info, method, target, draftKey, args }: Props) {
  const load = (loaded: JsonObject) => loadArguments(draftKey, loaded);
  return (
    <Fold summary="Saved and earlier calls">
      <SavedCalls
        info={info}
        kept={method === 'tools/call' ? target : `${method} ${target}`}
        name={target}
        args={args}
        onLoad={load}
      />
      <History info={info} method={method} target={target} onLoad={load} />
    </Fold>
  );
}

type HistoryProps = Omit<Props, 'args' | 'draftKey'> & { readonly onLoad: (args: JsonObject) => void };

function History({ info, method, target, onLoad }: HistoryProps) {
  const calls = useReadLog(info.session, `${method} ${target}`, () =>
    pastCalls(logCalls(info.session), method, target, SHOWN),
  );
  if (calls === undefined) return <p className={styles.note}>Reading the log…</p>;
  if (calls.length === 0) return <p className={styles.note}>There is no earlier call in this session.</p>;
  return (
    <ul
      aria-label={`Earlier calls of ${target}`}
      title="Calls in this session, the newest first"
      className={styles.list}
    >
      {calls.map((call) => (
        <li key={call.seq}>
          <Button
            look="row"
            className={styles.call}
            title={`${formatClock(info.startedAt, call.at)} · ${call.outcome}`}
            onClick={() => onLoad(call.args)}
          >
            <span className={styles.mark} data-tier={call.tier}>
              <TierMark tier={call.tier} size={11} named />
            </span>
            <span className={styles.preview}>{JSON.stringify(call.args)}</span>
          </Button>
        </li>
      ))}
    </ul>
  );
}

/** The result of `read`, updated when the log grows; undefined until loaded. */
function useReadLog<Value>(session: string, what: string, read: () => Promise<Value>): Value | undefined {
  const { length } = useSessionLog(session).mirror;
  const [value, setValue] = useState<Value>();
  useEffect(() => {
    let wanted = true;
    // Rows may arrive by the thousand: one read covers all that arrive within this time.
    const timer = setTimeout(() => void read().then((found) => wanted && setValue(found)), 150);
    return () => {
      wanted = false;
      clearTimeout(timer);
    };
  }, [session, what, length]);
  return value;
}

type FailureReasonsProps = {
  readonly session: string;
  readonly tool: string;
  readonly declared: readonly DeclaredReason[];
};

export function FailureReasons(props: FailureReasonsProps) {
  return (
    <Fold summary={counted(props.declared.length, 'declared failure reason')}>
      <Reasons {...props} />
    </Fold>
  );
}

/** The content is created when opened. */
function Fold({ summary, children }: { readonly summary: string; readonly children: ReactNode }) {
  const [open, setOpen] = useState(false);
  return (
    <details className={fold.fold} open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{summary}</summary>
      {open && children}
    </details>
  );
}

function Reasons({ session, tool, declared }: FailureReasonsProps) {
  const seen = useReadLog(session, tool, () => seenReasons(session, tool));
  if (seen === undefined) return <p className={styles.note}>Reading the log…</p>;
  const contract = toolContract(declared, seen);
  return (
    <ul aria-label={`Failure reasons of ${tool}`} className={styles.list}>
      {contract.declared.map(({ reason, when, seen: times }) => (
        <li key={reason} title={when}>
          <code>{reason}</code>
          <span className={styles.preview}>
            {timesSeen(times)}
            {when !== '' && ` · ${when}`}
          </span>
        </li>
      ))}
      {contract.undeclared.map(({ reason, refused, seen: times }) => (
        <li key={reason}>
          <code>{reason}</code>
          <span className={styles.preview}>
            {timesSeen(times)} · {refused ? 'not declared: ctx.fail refused it' : 'not declared'}
          </span>
        </li>
      ))}
    </ul>
  );
}

function timesSeen(times: number): string {
  return times === 0 ? 'never seen' : `seen ${times === 1 ? 'once' : `${times} times`}`;
}

async function seenReasons(session: string, tool: string): Promise<readonly FailedReason[]> {
  const seen: FailedReason[] = [];
  const source = logCalls(session);
  for (const { pair } of await source.requests('tools/call', tool)) {
    const answer = pair > 0 ? await source.rowOf(pair) : undefined;
    if (answer?.tier !== 'tool') continue;
    const envelope = await fetchEnvelope(session, pair);
    const result = envelope?.kind === 'result' ? envelope.result : undefined;
    const failed = isJsonObject(result) ? failedReason(result) : undefined;
    if (failed !== undefined) seen.push(failed);
  }
  return seen;
}

type PastCall = {
  readonly seq: number;
  readonly at: number;
  readonly tier: Tier;
  readonly outcome: Row['outcome'];
  readonly args: JsonObject;
};

type CallSource = {
  requests(method: string, target: string): Promise<readonly Row[]>;
  rowOf(seq: number): Promise<Row | undefined>;
  readArguments(seq: number): Promise<JsonObject | undefined>;
};

/** The limit of requests to read: many calls of a tool with the same arguments must not cause as many reads. */
const MAX_READ = 100;

/** The latest calls of one target with different arguments, newest first, at most `most`. */
export async function pastCalls(
  source: CallSource,
  method: string,
  target: string,
  most: number,
): Promise<PastCall[]> {
  const found = new Map<string, PastCall>();
  for (const request of await source.requests(method, target)) {
    const args = await source.readArguments(request.seq);
    const key = JSON.stringify(args);
    if (args === undefined || found.has(key)) continue;
    const answer = request.pair > 0 ? await source.rowOf(request.pair) : undefined;
    const { tier, outcome } = callOutcome(request, () => answer);
    found.set(key, { tier, outcome, seq: request.seq, at: request.at, args });
    if (found.size >= most) break;
  }
  return [...found.values()];
}

/** The arguments in the params of a request; `{}` if there are none. */
export function argumentsOf(params: unknown): JsonObject {
  return isJsonObject(params) && isJsonObject(params.arguments) ? params.arguments : {};
}

function logCalls(session: string): CallSource {
  const { mirror } = sessionLog(session);
  return {
    requests: async (method, target) => {
      const filter = `kind:request ${filterTerm('method', method)}`;
      const found = await settled(host().findRows({ session, filter, target, before: 0, limit: MAX_READ }));
      if (!found.ok) return [];
      const table = new RowTable();
      table.append(found.value.rows);
      return Array.from({ length: table.length }, (_, at) => table.row(table.length - 1 - at) as Row);
    },
    rowOf: (seq) => mirror.fetchRow(seq),
    readArguments: async (seq) => {
      const envelope = await fetchEnvelope(session, seq);
      return envelope?.kind === 'request' ? argumentsOf(envelope.params) : undefined;
    },
  };
}
