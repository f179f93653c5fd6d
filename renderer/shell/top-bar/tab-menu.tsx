import type { ReactElement } from 'react';
import { liveInfo, type SessionInfo } from '../../../app/contract/session-info.ts';
import { activateSession } from '../../state/screen/screen-actions.ts';
import { useScreen } from '../../state/screen/screen-store.ts';
import { editAndStartAgain } from '../../state/session/connect-start.ts';
import { closeSession, disconnectSession, restartSession } from '../../state/session/session-commands.ts';
import { isLive } from '../../state/session/session-text.ts';
import { ContextMenuOf } from '../../ui/controls/context-menu.tsx';
import { useCopyText } from '../../ui/controls/copy-button.tsx';
import { MenuItem, MenuLine } from '../../ui/controls/panels.tsx';

type Props = { readonly info: SessionInfo; readonly tab: ReactElement };

/** What the second mouse button or the menu key offers on a tab. */
export function TabContextMenu({ info, tab }: Props) {
  return (
    <ContextMenuOf trigger={tab}>
      <TabItems info={info} />
    </ContextMenuOf>
  );
}

function TabItems({ info }: { readonly info: SessionInfo }) {
  const copyText = useCopyText();
  const sessions = useScreen((state) => state.sessions);
  const others = sessions.filter(({ session }) => session !== info.session);
  const ended = sessions.filter(hasEnded);
  const live = liveInfo(info);
  return (
    <>
      {live === undefined ? null : (
        <>
          <MenuItem run={() => void restartSession(info.session)}>Restart</MenuItem>
          {isLive(info) ? null : (
            <MenuItem run={() => editAndStartAgain(live)}>Edit and start again…</MenuItem>
          )}
          {isLive(info) ? (
            <MenuItem run={() => void disconnectSession(info.session)}>Disconnect</MenuItem>
          ) : null}
          <MenuLine />
        </>
      )}
      <MenuItem disabled={info.commandLine === ''} run={() => void copyText(info.commandLine)}>
        Copy command
      </MenuItem>
      <MenuItem disabled={info.file === ''} run={() => void copyText(info.file)}>
        Copy path of the recording
      </MenuItem>
      <MenuLine />
      <MenuItem keys="Delete" run={() => void closeSession(info.session)}>
        Close
      </MenuItem>
      <MenuItem
        disabled={others.length === 0}
        run={() => {
          activateSession(info.session);
          closeAll(others);
        }}
      >
        Close others
      </MenuItem>
      <MenuItem disabled={ended.length === 0} run={() => closeAll(ended)}>
        Close what ended
      </MenuItem>
    </>
  );
}

/** True if the session had a server, here or elsewhere, that is gone. */
function hasEnded({ state }: SessionInfo): boolean {
  return state === 'failed' || state === 'closed';
}

function closeAll(sessions: readonly SessionInfo[]): void {
  for (const { session } of sessions) void closeSession(session);
}
