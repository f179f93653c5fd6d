import { liveInfo, type SessionInfo } from '../../app/contract/session-info.ts';
import type { Inspected } from '../state/inspected/inspected.ts';
import { ANSWER_KEY, showServerRequest } from '../state/server/server-requests-store.ts';
import { Button } from '../ui/controls/button.tsx';
import { Card } from '../ui/controls/card.tsx';
import styles from './open-server-request-card.module.css';

type Props = { readonly inspected: Inspected; readonly info: SessionInfo };

/** Leads from the row of a server request to its answer. */
export function OpenServerRequestCard({ inspected, info }: Props) {
  const seqs = [inspected.request?.row.seq, inspected.answer?.row.seq];
  const open = (liveInfo(info)?.serverRequests ?? []).filter(({ seq }) => seqs.includes(seq));
  const [first] = open;
  if (first === undefined) return null;
  return (
    <Card title="The server waits for you">
      <div className={styles.row}>
        <Button look="primary" onClick={() => showServerRequest(info.session, first.requestId)}>
          {open.length === 1 ? 'Answer' : `Answer ${open.length} server requests`}
        </Button>
        <span>
          <kbd>{ANSWER_KEY}</kbd> goes to the server request that has waited longest.
        </span>
      </div>
    </Card>
  );
}
