import { liveInfo, type SessionInfo } from '../../../app/contract/session-info.ts';
import { useSessionLog } from '../../state/log/log-mirrors.ts';
import { serverActivity } from '../../state/server/server-activity.ts';
import type { DraftKey } from '../../state/server/sidebar-store.ts';
import { sendRefusal } from '../../state/session/session-text.ts';
import { Button } from '../../ui/controls/button.tsx';
import { CheckLine } from '../../ui/controls/fields.tsx';
import { counted } from '../../ui/format/counted.ts';
import formStyles from '../tools/call-form.module.css';
import styles from './resources.module.css';
import { autoReadKey, setAutoRead, setSubscribed, useAutoReads } from './subscription.ts';

type Props = {
  readonly info: SessionInfo;
  readonly uri: string;
  /** Where a failure is shown. */
  readonly draftKey: DraftKey;
};

/** Subscribes to a resource and shows how often the server said that it changed. */
export function SubscriptionRow({ info, uri, draftKey }: Props) {
  const { session } = info;
  const { mirror } = useSessionLog(session);
  const updates = serverActivity(mirror).updated.get(uri) ?? 0;
  const auto = useAutoReads((state) => state.reads[autoReadKey(session, uri)] === true);
  const subscribed = liveInfo(info)?.subscriptions.includes(uri) === true;
  const refusal = sendRefusal(info);
  const declared = declaresSubscriptions(info);
  return (
    <div className={styles.subscription}>
      <Button
        aria-pressed={subscribed}
        disabled={refusal !== '' || uri === ''}
        title={declared ? refusal : 'The server declares no subscriptions: it may refuse.'}
        onClick={() => setSubscribed(session, uri, draftKey, !subscribed)}
      >
        {subscribed ? 'Unsubscribe' : 'Subscribe'}
      </Button>
      <span role="status" className={styles.updates}>
        {updates > 0 || subscribed ? counted(updates, 'update') : ''}
      </span>
      {(subscribed || auto) && (
        <CheckLine
          className={formStyles.check}
          checked={auto}
          onChange={(on) => setAutoRead(session, uri, on)}
        >
          Read again at each update
        </CheckLine>
      )}
    </div>
  );
}

function declaresSubscriptions({ serverCapabilities }: SessionInfo): boolean {
  const { resources } = serverCapabilities;
  return typeof resources === 'object' && resources !== null && 'subscribe' in resources;
}
