import { Menu } from '@base-ui/react/menu';
import { createContext, Fragment, useContext } from 'react';
import { liveInfo, type SessionInfo } from '../../../app/contract/session-info.ts';
import { type Era, eraOf, LAST_INITIALIZE } from '../../../app/protocol/revisions.ts';
import styles from '../../shared/session-bar.module.css';
import { host, notifyFailure } from '../../state/host/host.ts';
import { showDialog } from '../../state/screen/screen-store.ts';
import {
  closeSession,
  disconnectSession,
  restartSession,
  showRow,
} from '../../state/session/session-commands.ts';
import { canRestart, isLive } from '../../state/session/session-text.ts';
import { formatChord } from '../../ui/controls/action.ts';
import { MenuItem, MenuLine, MenuPanel } from '../../ui/controls/menus.tsx';
import { Button, IconButton, kit } from '../../ui/kit.tsx';

/** Settings and restart if the session supports them and there is room, a menu for the rest, and close. */
export function SessionActions({ info }: { readonly info: SessionInfo }) {
  const { session } = info;
  return (
    <div className={`${kit.row} ${kit.fixed} ${styles.actions}`}>
      {info.kind !== 'live' ? null : (
        <Button
          {...LOOK}
          aria-label="Session settings"
          className={styles.inMenu}
          onClick={() => showDialog('session-settings')}
        >
          Settings
        </Button>
      )}
      {info.kind === 'tapped' && info.control !== null ? (
        <Button {...LOOK} title="Hold or change answers" onClick={() => showDialog('answers')}>
          Answers…
        </Button>
      ) : null}
      {canRestart(info) ? (
        <Button {...LOOK} className={styles.rare} onClick={() => void restartSession(session)}>
          Restart
        </Button>
      ) : null}
      <SessionMenu info={info} />
      <IconButton name="Close session" title="Close session" onClick={() => void closeSession(session)} />
    </div>
  );
}

const LOOK = { look: 'quiet', size: 'small' } as const;

export type SessionMenuItem = {
  readonly title: string;
  readonly keys?: string;
  readonly run: (info: SessionInfo) => void;
  /** False omits the item for a session. */
  readonly when?: (info: SessionInfo) => boolean;
};

/** The header's buttons, repeated for when there is no room for them. */
const sessionItems = (): readonly SessionMenuItem[] => [
  {
    title: 'Settings…',
    keys: formatChord({ key: ',', mod: true }),
    run: () => showDialog('session-settings'),
    when: ({ kind }) => kind === 'live',
  },
  { title: OTHER_ERA, run: tryOtherEra, when: mayTryOtherEra },
  { title: 'Restart', run: ({ session }) => void restartSession(session), when: canRestart },
  { title: 'Disconnect', run: ({ session }) => void disconnectSession(session), when: isLive },
];

/** The sections of the menu; the shell adds the session actions of other features. */
export const SessionMenuContext = createContext<readonly (readonly SessionMenuItem[])[]>([]);

/** Rarely used actions behind one button, so that the session's name keeps its room. */
function SessionMenu({ info }: { readonly info: SessionInfo }) {
  const sections = [sessionItems(), ...useContext(SessionMenuContext)]
    .map((items) => items.filter(({ when }) => when?.(info) !== false))
    .filter((items) => items.length > 0);
  return (
    <Menu.Root>
      <Menu.Trigger render={<Button {...LOOK} aria-label="More to do with the session" />}>
        More ▾
      </Menu.Trigger>
      <MenuPanel sideOffset={3}>
        {sections.map((items, index) => (
          <Fragment key={items[0]?.title}>
            {index > 0 && <MenuLine />}
            {items.map(({ title, keys, run }) => (
              <MenuItem key={title} keys={keys} run={() => run(info)}>
                {title}
              </MenuItem>
            ))}
          </Fragment>
        ))}
      </MenuPanel>
    </Menu.Root>
  );
}

type Props = {
  readonly info: SessionInfo;
  /** A row was selected: the popover above the log can close. */
  readonly onFollow: () => void;
};

export function ProbeFrames({ info, onFollow }: Props) {
  const { session } = info;
  const eraFrames = liveInfo(info)?.eraFrames ?? [];
  if (eraFrames.length === 0) return null;
  const follow = (seq: number) => {
    showRow(session, seq);
    onFollow();
  };
  return (
    <p className={`${kit.wrap} ${kit.mute}`}>
      Frames of the probe:
      {eraFrames.map((seq) => (
        <Button look="link" key={seq} onClick={() => follow(seq)} aria-label={`Row ${seq}`}>
          #{seq}
        </Button>
      ))}
    </p>
  );
}

/** The era of a session; if the session is only displayed, it follows from the revision. */
export function eraOfSession(info: SessionInfo): Era | undefined {
  const { protocolVersion } = info;
  const era = liveInfo(info)?.era ?? null;
  if (era !== null) return era;
  return protocolVersion === null ? undefined : eraOf(protocolVersion);
}

/** The label in the header and its menu for switching to the era that most hosts use. */
const OTHER_ERA = `Reconnect as ${LAST_INITIALIZE}`;

/** True for a live session in the newer era: most hosts use the older one. */
export function mayTryOtherEra(info: SessionInfo): boolean {
  return eraOfSession(info) === 'modern' && info.state === 'ready' && canRestart(info);
}

export function tryOtherEra({ session }: SessionInfo): void {
  void notifyFailure(host().restart({ session, era: 'initialize', revision: LAST_INITIALIZE }));
}

export function eraReason(info: SessionInfo): string {
  const reason = liveInfo(info)?.eraReason ?? '';
  if (reason !== '') return reason;
  if (eraOfSession(info) === undefined) return 'The era is still open.';
  return 'Read from the traffic: this app did not choose it.';
}
