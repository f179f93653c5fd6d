import { useEffect, useState } from 'react';
import { liveInfo, type SessionInfo } from '../../../app/contract/session-info.ts';
import { useSessionLog } from '../../state/log/log-mirrors.ts';
import { offerActivity } from '../../state/server/offer-activity.ts';
import { sendRefusal } from '../../state/session/session-words.ts';
import { Button } from '../../ui/controls/button.tsx';
import styles from './call-form.module.css';
import { isUnderWay } from './call-to-cancel.ts';
import { cancelCall } from './call-tool.ts';

type Props = {
  readonly info: SessionInfo;
  /** The place of the draft. */
  readonly place: string;
  readonly method: string;
  readonly target: string;
  /** True while this form waits for its own call. */
  readonly busy: boolean;
};

/** A call that ends sooner would only flicker here; so would one whose end the log has not yet. */
const SHOWN_AFTER_MS = 350;

/** Cancels the call of a form: its own, or one of before the page was loaded or of another window. */
export function CancelUnderWay({ info, place, method, target, busy }: Props) {
  const { session } = info;
  const asks = liveInfo(info)?.asks ?? [];
  const { mirror } = useSessionLog(session);
  const { open } = offerActivity(mirror);
  const isOthers =
    !busy &&
    sendRefusal(info) === '' &&
    isUnderWay({ method, target }, open.values(), asks, (seq) => mirror.rowOf(seq));
  const shown = useLasting(isOthers);
  if (!busy && !shown) return null;
  return (
    <>
      <Button onClick={() => void cancelCall({ session, key: place }, method, target)}>Cancel</Button>
      {!busy && (
        <span role="status" className={styles.note}>
          A call is under way.
        </span>
      )}
    </>
  );
}

/** True once `on` has lasted for a moment. */
function useLasting(on: boolean): boolean {
  const [lasts, setLasts] = useState(false);
  useEffect(() => {
    if (!on) return;
    const timer = setTimeout(() => setLasts(true), SHOWN_AFTER_MS);
    return () => {
      clearTimeout(timer);
      setLasts(false);
    };
  }, [on]);
  return on && lasts;
}
