import type { SessionInfo } from '../../app/contract/session-info.ts';
import type { Row } from '../../app/frame/row.ts';
import { useSessionLog } from '../state/log/log-mirrors.ts';
import { loadFrame } from '../state/raw-editor/raw-editor-store.ts';
import { byteSize } from '../ui/content/byte-size.ts';
import { Button } from '../ui/controls/button.tsx';
import { clockWords } from '../ui/format/clock-words.ts';
import styles from './composer.module.css';
import { linesByHand } from './replies.ts';

const SHOWN = 30;

/** The lines that were written by hand in this session, the newest first: each can be edited and sent again. */
export function SentLines({ info }: { readonly info: SessionInfo }) {
  const { mirror } = useSessionLog(info.session);
  const rows = linesByHand(mirror.table, SHOWN);
  if (rows.length === 0) return null;
  return (
    <details className={styles.sent}>
      <summary>
        Sent by hand in this session ({rows.length === SHOWN ? `last ${SHOWN}` : rows.length})
      </summary>
      <ul>
        {rows.map((row) => (
          <li key={row.seq}>
            <time>{clockWords(info.startedAt, row.at)}</time>
            <span className={styles.said}>{lineWords(row)}</span>
            <span className={styles.took}>{byteSize(row.sizeBytes)}</span>
            <Button
              look="quiet"
              aria-label={`Edit ${lineWords(row)} again`}
              onClick={() => void loadFrame(info.session, row.seq)}
            >
              Edit again
            </Button>
          </li>
        ))}
      </ul>
    </details>
  );
}

function lineWords(row: Row): string {
  if (row.shape === 'invalid') return row.text === '' ? row.method : row.text;
  return `${row.method} ${row.target}${row.id === '' ? '' : ` (id ${row.id})`}`.trim();
}
