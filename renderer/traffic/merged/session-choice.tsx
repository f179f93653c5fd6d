import { Popover } from '@base-ui/react/popover';
import { useSessionNames } from '../../state/log/front-rows.ts';
import { leaveOut } from '../../state/screen/screen-actions.ts';
import { useScreen } from '../../state/screen/screen-store.ts';
import { sessionWord } from '../../state/session/session-words.ts';
import { Button } from '../../ui/controls/button.tsx';
import chip from '../../ui/controls/chip.module.css';
import { PopoverPanel } from '../../ui/controls/popover-panel.tsx';
import { SessionMark } from '../../ui/controls/session-mark.tsx';
import styles from './session-choice.module.css';

/** How many sessions take part in the merged log; opens the choice of which. */
export function SessionChoice() {
  const sessions = useScreen((state) => state.sessions);
  const leftOut = useScreen((state) => state.leftOut);
  const names = useSessionNames();
  const all = sessions.map(({ session }) => session);
  const taking = all.filter((session) => !leftOut.includes(session));
  const toggle = (session: string) =>
    leaveOut(
      leftOut.includes(session) ? leftOut.filter((other) => other !== session) : [...leftOut, session],
    );
  return (
    <Popover.Root>
      <Popover.Trigger className={`${chip.chip} ${styles.chip}`} title="Choose which sessions take part">
        {taking.length} of {all.length} sessions
      </Popover.Trigger>
      <PopoverPanel title="Which sessions take part" className={styles.popup}>
        <ul>
          {sessions.map((info) => (
            <li key={info.session}>
              <label>
                <input
                  type="checkbox"
                  checked={!leftOut.includes(info.session)}
                  onChange={() => toggle(info.session)}
                />
                <SessionMark
                  {...(names.get(info.session) ?? { session: info.session, label: info.label, hue: 214 })}
                />
                <span className={styles.state}>{sessionWord(info)}</span>
              </label>
              <Button
                look="quiet"
                aria-label={`Only ${names.get(info.session)?.label ?? info.label}`}
                onClick={() => leaveOut(all.filter((other) => other !== info.session))}
              >
                Only
              </Button>
            </li>
          ))}
        </ul>
        <div className={styles.foot}>
          <Button disabled={taking.length === all.length} onClick={() => leaveOut([])}>
            All
          </Button>
          <Button disabled={taking.length === 0} onClick={() => leaveOut(all)}>
            None
          </Button>
        </div>
      </PopoverPanel>
    </Popover.Root>
  );
}
