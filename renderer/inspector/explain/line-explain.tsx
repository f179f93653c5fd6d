import type { SessionInfo } from '../../../app/contract/session-info.ts';
import { notificationPreview } from '../../../app/frame/preview.ts';
import type { Inspected } from '../../state/inspected/inspected.ts';
import { Card } from '../../ui/controls/card.tsx';
import { RowLink } from '../../ui/controls/row-link.tsx';
import { JsonTree } from '../../ui/json-tree/json-tree.tsx';
import { notificationWords } from '../exchange/notification-words.ts';
import styles from './explain.module.css';
import { FaultsCard } from './faults-card.tsx';
import { HappenedCard } from './happened-card.tsx';
import { Headline } from './headline.tsx';
import { clientEventWords, outcomeWords } from './outcome-words.ts';
import { SelectionFindings } from './selection-findings.tsx';
import { WhoBoxes } from './who-boxes.tsx';

type Props = { readonly inspected: Inspected; readonly info: SessionInfo };

/** Explains a row that is no exchange: a notification, a malformed line, a client event of no call. */
export function LineExplain({ inspected, info }: Props) {
  const { row, record, frame, session } = inspected;
  if (record.type === 'client') {
    const words = clientEventWords(record.event);
    return (
      <div className={styles.page}>
        <Headline
          tier={row.tier}
          code=""
          title={row.method || 'The client'}
          word={row.outcome || 'client'}
          message={record.message}
        />
        <SelectionFindings inspected={inspected} />
        <HappenedCard words={words} row={row} info={info} />
      </div>
    );
  }
  if (frame?.envelope.kind === 'notification') {
    const { method, params, faults } = frame.envelope;
    return (
      <div className={styles.page}>
        <Headline
          tier={row.tier}
          code=""
          title={method}
          word="notification"
          message={notificationPreview(method, params)}
        />
        <Card title="What it says">
          <p>{notificationWords(method, row.direction)}</p>
          {row.pair > 0 && (
            <p>
              It is about{' '}
              <RowLink session={session} seq={row.pair}>
                this request
              </RowLink>
              .
            </p>
          )}
        </Card>
        <SelectionFindings inspected={inspected} />
        <FaultsCard faults={faults} />
        {params !== undefined && (
          <Card title="params">
            <JsonTree value={params} label="params" />
          </Card>
        )}
      </div>
    );
  }
  return (
    <div className={styles.page}>
      <Headline
        tier={row.tier}
        code=""
        title={row.method}
        word={`${row.tier} · ${row.outcome}`}
        message={frame?.raw ?? row.text}
      />
      <WhoBoxes row={row} />
      <SelectionFindings inspected={inspected} />
      <HappenedCard words={outcomeWords(row)} row={row} info={info} />
    </div>
  );
}
