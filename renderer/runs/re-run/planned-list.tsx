import type { PlannedView } from '../../../app/contract/send-again-commands.ts';
import type { SessionInfo } from '../../../app/contract/session-info.ts';
import { useSessionContext } from '../../state/vocabulary/use-server-vocabulary.ts';
import { ScrollBox } from '../../ui/content/scroll-box.tsx';
import { EndWords } from './end-words.tsx';
import styles from './send-again.module.css';

type Props = {
  readonly requests: readonly PlannedView[];
  readonly total: number;
  readonly agreed: ReadonlySet<string>;
  readonly from: SessionInfo;
};

/** Every request in the order in which it would be sent; what is not agreed to is struck out. */
export function PlannedList({ requests, total, agreed, from }: Props) {
  const context = useSessionContext(from);
  return (
    <details className={styles.fold} open>
      <summary>In this order, each after the answer to the one before</summary>
      <ScrollBox className={styles.scroll}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">row</th>
              <th scope="col">request</th>
              <th scope="col">arguments</th>
              <th scope="col">it ended as</th>
            </tr>
          </thead>
          <tbody>
            {requests.map((request, place) => (
              <tr key={place} data-off={!agreed.has(request.group)}>
                <td className={styles.seq}>{request.seq}</td>
                <td className={styles.request}>
                  {agreed.has(request.group) ? null : <em>not sent </em>}
                  {request.method} <b>{request.target}</b>
                </td>
                <td className={styles.params} title={request.params}>
                  {request.params}
                  {request.caution === '' ? null : <em> {request.caution}</em>}
                </td>
                <td>
                  <EndWords end={request.before} method={request.method} context={context} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
        {total > requests.length ? (
          <p className={styles.note}>… and {(total - requests.length).toLocaleString('en')} more.</p>
        ) : null}
      </ScrollBox>
    </details>
  );
}
