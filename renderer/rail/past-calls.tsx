import { useEffect, useState } from 'react';
import type { JsonObject } from '../../app/base/json-value.ts';
import type { SessionInfo } from '../../app/contract/session-info.ts';
import { clockWords } from '../log/clock-words.ts';
import { TierMark } from '../marks/tier-mark.tsx';
import { useSessionLog } from '../store/log-mirrors.ts';
import { type PastCall, pastCalls } from './call-history.ts';
import { logCalls } from './log-calls.ts';
import styles from './past-calls.module.css';
import { loadArguments, toolKey } from './rail-store.ts';
import { SavedCalls } from './saved-calls-list.tsx';

type Props = {
  readonly info: SessionInfo;
  readonly tool: string;
  /** The arguments that are typed now; undefined while they are not valid. */
  readonly args: JsonObject | undefined;
};

/** Calls remembered per tool. */
const SHOWN = 20;

/** The saved calls of a tool and the last ones of this session; choosing one loads its arguments. */
export function PastCalls({ info, tool, args }: Props) {
  const [open, setOpen] = useState(false);
  const load = (loaded: JsonObject) => loadArguments(toolKey(info.session, tool), loaded);
  return (
    <details className={styles.past} open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>Saved and earlier calls</summary>
      {open && (
        <>
          <SavedCalls info={info} tool={tool} args={args} onLoad={load} />
          <History info={info} tool={tool} onLoad={load} />
        </>
      )}
    </details>
  );
}

type HistoryProps = Omit<Props, 'args'> & { readonly onLoad: (args: JsonObject) => void };

function History({ info, tool, onLoad }: HistoryProps) {
  const calls = usePastCalls(info.session, tool);
  if (calls === undefined) return <p className={styles.note}>Reading the log…</p>;
  if (calls.length === 0) return <p className={styles.note}>This tool was not called in this session yet.</p>;
  return (
    <ul
      aria-label={`Earlier calls of ${tool}`}
      title="Calls in this session, the newest first"
      className={styles.list}
    >
      {calls.map((call) => (
        <li key={call.seq}>
          <button
            type="button"
            className={styles.call}
            title={`${clockWords(info.startedAt, call.at)} · ${call.outcome}`}
            onClick={() => onLoad(call.args)}
          >
            <span className={styles.mark} data-tier={call.tier}>
              <TierMark tier={call.tier} size={11} named />
            </span>
            <span className={styles.words}>{JSON.stringify(call.args)}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}

/** The last calls, read again when the tool was called once more or a call has ended. */
function usePastCalls(session: string, tool: string): readonly PastCall[] | undefined {
  const { mirror } = useSessionLog(session);
  const [calls, setCalls] = useState<readonly PastCall[]>();
  const { length } = mirror;
  useEffect(() => {
    let wanted = true;
    // Rows may come by the thousand: one reading serves all that came in this time.
    const timer = setTimeout(() => {
      void pastCalls(logCalls(session), tool, SHOWN).then((found) => wanted && setCalls(found));
    }, 150);
    return () => {
      wanted = false;
      clearTimeout(timer);
    };
  }, [session, tool, length]);
  return calls;
}
