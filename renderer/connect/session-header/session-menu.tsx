import { Menu } from '@base-ui/react/menu';
import { useState } from 'react';
import type { SessionInfo } from '../../../app/contract/session-info.ts';
import { openCompare } from '../../state/compare/compare-store.ts';
import { openRawEditor } from '../../state/raw-editor/raw-editor-store.ts';
import { openSendAgain } from '../../state/re-run/re-run-store.ts';
import { showDialog } from '../../state/screen/screen-actions.ts';
import { canRestart } from '../../state/session/session-words.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Glyph } from '../../ui/controls/glyph.tsx';
import menu from '../../ui/controls/menu.module.css';

/** What one does with a session now and then, behind one button with words, so that its name keeps its room. */
export function SessionMenu({ info }: { readonly info: SessionInfo }) {
  // Inside the landmark, so that assistive technology finds the menu where the button is.
  const [landmark] = useState(() => document.querySelector<HTMLElement>('main'));
  return (
    <Menu.Root>
      <Menu.Trigger render={<Button look="icon" aria-label="More to do with the session" title="More" />}>
        <Glyph path="M2.6 7h.01M7 7h.01M11.4 7h.01" width={2.4} />
      </Menu.Trigger>
      <Menu.Portal container={landmark}>
        <Menu.Positioner className={menu.positioner} align="end" sideOffset={3}>
          <Menu.Popup className={menu.popup}>
            <Item title="Send again…" keys="R" run={() => openSendAgain()} />
            <Item title="Compare…" keys="C" run={() => openCompare()} />
            {canRestart(info) && <Item title="Write a raw line…" keys="w" run={openRawEditor} />}
            <Menu.Separator className={menu.line} />
            <Item title="Set a mark…" keys="m" run={() => showDialog('mark')} />
            {info.kind !== 'file' && <Item title="Export…" run={() => showDialog('export')} />}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}

type ItemProps = { readonly title: string; readonly keys?: string; readonly run: () => void };

function Item({ title, keys, run }: ItemProps) {
  return (
    <Menu.Item className={menu.item} onClick={run}>
      {title}
      {keys !== undefined && <kbd>{keys}</kbd>}
    </Menu.Item>
  );
}
