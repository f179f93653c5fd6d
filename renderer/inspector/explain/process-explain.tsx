import type { Inspected } from '../../state/inspected/inspected.ts';
import { useSessionLog } from '../../state/log/log-mirrors.ts';
import { Card } from '../../ui/controls/card.tsx';
import { RowLink } from '../../ui/controls/row-link.tsx';
import styles from './explain.module.css';
import { Headline } from './headline.tsx';
import { lostCalls } from './lost-calls.ts';
import { processWords } from './process-words.ts';
import { SelectionFindings } from './selection-findings.tsx';
import { StderrText } from './stderr-text.tsx';

/** How many of the last stderr lines tell the story of an end. */
const LAST_LINES = 30;

type Props = { readonly inspected: Inspected; readonly how: string };

/** Explains what the server's process did; for its end the exit code, the last stderr lines, the calls left open. */
export function ProcessExplain({ inspected, how }: Props) {
  const { record, row, session } = inspected;
  const { mirror } = useSessionLog(session);
  if (record.type !== 'process') return null;
  const words = processWords(record, row.tier);
  const ended =
    record.event === 'exited' || record.event === 'stdout-closed' || record.event === 'spawn-failed';
  const lines = ended
    ? inspected.records.flatMap((one) => (one.type === 'stderr' ? [one.text] : [])).slice(-LAST_LINES)
    : [];
  const calls = ended ? lostCalls(mirror.table, row.seq) : [];
  return (
    <div className={styles.page}>
      <Headline
        tier={row.tier}
        code={record.event === 'exited' ? how : ''}
        title={record.event.replace('-', ' ')}
        word={row.tier === 'ok' ? 'process' : row.tier}
        message={record.message ?? ''}
      />
      <SelectionFindings inspected={inspected} />
      <Card title="What happened">
        <p>{words.happened}</p>
        {words.act !== '' && <p className={styles.act}>{words.act}</p>}
      </Card>
      {calls.length > 0 && (
        <Card title="Calls left unanswered" aside={String(calls.length)}>
          <ul className={styles.issues}>
            {calls.map((call) => (
              <li key={call.seq}>
                <RowLink session={session} seq={call.seq}>
                  <code>
                    {call.method} {call.target}
                  </code>{' '}
                  id {call.id}
                </RowLink>
              </li>
            ))}
          </ul>
        </Card>
      )}
      {ended && (
        <Card title="Last lines on stderr">
          {lines.length > 0 ? (
            <StderrText lines={lines} />
          ) : (
            <p>The server wrote nothing to stderr before.</p>
          )}
        </Card>
      )}
    </div>
  );
}
