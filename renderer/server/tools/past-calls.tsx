import { useEffect, useState } from 'react';
import type { JsonObject } from '../../../app/base/json-value.ts';
import type { SessionInfo } from '../../../app/contract/session-info.ts';
import { useSessionLog } from '../../state/log/log-mirrors.ts';
import { savedCalls } from '../../state/server/saved-calls.ts';
import { type DraftKey, loadArguments } from '../../state/server/sidebar-store.ts';
import { serverKey } from '../../state/session/session-text.ts';
import { Button } from '../../ui/controls/button.tsx';
import { TierMark } from '../../ui/controls/tier-mark.tsx';
import { formatClock } from '../../ui/format/time-text.ts';
import styles from '../../ui/list/named-list.module.css';
import { NamedList, NameField } from '../../ui/list/named-list.tsx';
import { logCalls, type PastCall, pastCalls } from './call-history.ts';
import fold from './fold.module.css';

type SavedCallsProps = {
  readonly info: SessionInfo;
  /** What the calls are kept under beside the server. */
  readonly kept: string;
  readonly name: string;
  readonly args: JsonObject | undefined;
  readonly onLoad: (args: JsonObject) => void;
};

/** The calls of a tool or prompt that were saved under a name, for every session of the same server. */
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

type Props = {
  readonly info: SessionInfo;
  readonly method: string;
  /** The tool or the prompt. */
  readonly target: string;
  /** Where a chosen call is loaded. */
  readonly draftKey: DraftKey;
  /** The arguments that are typed now; undefined while they are not valid. */
  readonly args: JsonObject | undefined;
};

/** Calls shown of the log. */
const SHOWN = 20;

/** The saved calls of a tool or prompt and the last ones of this session; choosing one loads its arguments. */
export function PastCalls({ info, method, target, draftKey, args }: Props) {
  const [open, setOpen] = useState(false);
  const load = (loaded: JsonObject) => loadArguments(draftKey, loaded);
  return (
    <details className={fold.fold} open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>Saved and earlier calls</summary>
      {open && (
        <>
          <SavedCalls
            info={info}
            kept={method === 'tools/call' ? target : `${method} ${target}`}
            name={target}
            args={args}
            onLoad={load}
          />
          <History info={info} method={method} target={target} onLoad={load} />
        </>
      )}
    </details>
  );
}

type HistoryProps = Omit<Props, 'args' | 'draftKey'> & { readonly onLoad: (args: JsonObject) => void };

function History({ info, method, target, onLoad }: HistoryProps) {
  const calls = usePastCalls(info.session, method, target);
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

/** The last calls, read again when the log has grown. */
function usePastCalls(session: string, method: string, target: string): readonly PastCall[] | undefined {
  const { mirror } = useSessionLog(session);
  const [calls, setCalls] = useState<readonly PastCall[]>();
  const { length } = mirror;
  useEffect(() => {
    let wanted = true;
    // Rows may come by the thousand: one reading serves all that came in this time.
    const timer = setTimeout(() => {
      void pastCalls(logCalls(session), method, target, SHOWN).then((found) => wanted && setCalls(found));
    }, 150);
    return () => {
      wanted = false;
      clearTimeout(timer);
    };
  }, [session, method, target, length]);
  return calls;
}
