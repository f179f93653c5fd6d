import { useEffect, useState } from 'react';
import { isJsonObject } from '../../../app/base/json-value.ts';
import {
  type DeclaredReason,
  type FailedReason,
  failedReason,
  toolContract,
} from '../../../app/codes/tool-contract.ts';
import { sessionLog, useSessionLog } from '../../state/log/log-mirrors.ts';
import { readFrame } from '../../state/log/read-frame.ts';
import { records } from '../../state/log/use-record.ts';
import { counted } from '../../ui/format/counted.ts';
import past from '../../ui/list/named-list.module.css';
import { lastRequests, logCalls } from './call-history.ts';
import fold from './fold.module.css';

type Props = {
  readonly session: string;
  readonly tool: string;
  readonly declared: readonly DeclaredReason[];
};

/** The reasons for which a tool says that it may fail, and how often the last calls failed so. */
export function FailureReasons({ session, tool, declared }: Props) {
  const [open, setOpen] = useState(false);
  return (
    <details className={fold.fold} open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{counted(declared.length, 'declared failure reason')}</summary>
      {open && <Reasons session={session} tool={tool} declared={declared} />}
    </details>
  );
}

function Reasons({ session, tool, declared }: Props) {
  const seen = useSeenReasons(session, tool);
  if (seen === undefined) return <p className={past.note}>Reading the log…</p>;
  const contract = toolContract(declared, seen);
  return (
    <ul aria-label={`Failure reasons of ${tool}`} className={past.list}>
      {contract.declared.map(({ reason, when, seen: times }) => (
        <li key={reason} title={when}>
          <code>{reason}</code>
          <span className={past.preview}>
            {timesSeen(times)}
            {when !== '' && ` · ${when}`}
          </span>
        </li>
      ))}
      {contract.undeclared.map(({ reason, refused, seen: times }) => (
        <li key={reason}>
          <code>{reason}</code>
          <span className={past.preview}>
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

/** The reasons of the tool's last failures, read again when the log has grown. */
function useSeenReasons(session: string, tool: string): readonly FailedReason[] | undefined {
  const { length } = useSessionLog(session).mirror;
  const [seen, setSeen] = useState<readonly FailedReason[]>();
  useEffect(() => {
    let wanted = true;
    // Rows may come by the thousand: one reading serves all that came in this time.
    const timer = setTimeout(() => {
      void seenReasons(session, tool).then((found) => wanted && setSeen(found));
    }, 150);
    return () => {
      wanted = false;
      clearTimeout(timer);
    };
  }, [session, tool, length]);
  return seen;
}

async function seenReasons(session: string, tool: string): Promise<readonly FailedReason[]> {
  const seen: FailedReason[] = [];
  const { mirror } = sessionLog(session);
  for (const { pair } of lastRequests(logCalls(session), 'tools/call', tool)) {
    const answer = pair > 0 ? mirror.rowOf(pair) : undefined;
    if (answer?.tier !== 'tool') continue;
    const fetched = await records.fetch(session, pair);
    const frame = fetched.ok ? readFrame(fetched.value, answer) : undefined;
    const result = frame?.envelope.kind === 'result' ? frame.envelope.result : undefined;
    const failed = isJsonObject(result) ? failedReason(result) : undefined;
    if (failed !== undefined) seen.push(failed);
  }
  return seen;
}
