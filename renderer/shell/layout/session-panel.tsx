import { type ReactNode, useState } from 'react';
import { Group, Panel, Separator } from 'react-resizable-panels';
import type { SessionInfo } from '../../../app/contract/session-info.ts';
import { SessionMenuContext, type SessionMenuItem } from '../../connect/session-header/session-actions.tsx';
import { SessionHeader } from '../../connect/session-header/session-header.tsx';
import { takesOrders } from '../../server/answers/held-banner.tsx';
import { openCompare } from '../../state/runs/compare-store.ts';
import { canBeProbed, openProbe } from '../../state/runs/probe-store.ts';
import { openReRun } from '../../state/runs/re-run-store.ts';
import { showDialog } from '../../state/screen/screen-store.ts';
import { readRemembered, remember } from '../../state/screen/stored-entries.ts';
import { setSlot, useFormPlaces } from '../../state/server/form-place.ts';
import { openRawEditor } from '../../state/server/raw-editor-store.ts';
import { canRestart } from '../../state/session/session-text.ts';
import { MergedBar } from '../../traffic/log/merged-bar.tsx';
import { RowMenuContext } from '../../traffic/log/row-menu.tsx';
import { ROW_MENU } from '../keyboard/actions.ts';
import { SessionBanners } from '../notices/session-banners.tsx';
import { CenterViews } from './center-views.tsx';
import styles from './layout.module.css';

type Props = {
  /** The active session; undefined for the merged log of all sessions. */
  readonly info?: SessionInfo | undefined;
};

/** The center of the screen: one session or all of them, from the header down to the open view. */
export function SessionPanel({ info }: Props) {
  return (
    <div
      id="session-panel"
      role="tabpanel"
      aria-label={info?.label ?? 'All sessions'}
      className={styles.center}
    >
      {info === undefined ? (
        <MergedBar />
      ) : (
        <>
          <SessionMenuContext value={SESSION_MENU}>
            <SessionHeader info={info} />
          </SessionMenuContext>
          <SessionBanners key={`${info.session} banners`} info={info} />
        </>
      )}
      <RowMenuContext value={ROW_MENU}>
        <FormMiddle>
          <CenterViews info={info} />
        </FormMiddle>
      </RowMenuContext>
    </div>
  );
}

const SESSION_MENU: readonly (readonly SessionMenuItem[])[] = [
  [
    { title: 'Re-run…', keys: 'R', run: () => openReRun() },
    { title: 'Compare…', keys: 'C', run: openCompare },
    { title: 'Write a raw line…', keys: 'w', run: openRawEditor, when: canRestart },
    { title: 'Hold or change answers…', run: () => showDialog('answers'), when: takesOrders },
    { title: 'Probe this server…', run: () => openProbe(), when: canBeProbed },
    { title: 'Doctor: check the start…', run: () => showDialog('doctor') },
    { title: 'Eras: which hosts connect…', run: () => showDialog('eras'), when: canBeProbed },
  ],
  [
    { title: 'Add a bookmark…', keys: 'm', run: () => showDialog('bookmark') },
    { title: 'Copy as tests…', run: () => showDialog('copy-tests') },
    { title: 'Export…', run: () => showDialog('export'), when: ({ kind }) => kind !== 'file' },
  ],
];

const HEIGHT = 'form-height';
const MIN_PX = 160;

/** The center content, below a call form if one is open. The form's height is remembered. */
function FormMiddle({ children }: { readonly children: ReactNode }) {
  const wanted = useFormPlaces((state) => state.wanted);
  const [kept] = useState(() => readRemembered(HEIGHT));
  return (
    <Group id="form-group" orientation="vertical" className={styles.panes}>
      {wanted && (
        <>
          <Panel
            id="form"
            className={styles.pane}
            defaultSize={typeof kept === 'number' && kept >= MIN_PX ? `${kept}px` : '56%'}
            minSize={`${MIN_PX}px`}
            onResize={({ inPixels }, _id, before) => {
              if (before !== undefined && inPixels >= MIN_PX) remember(HEIGHT, Math.round(inPixels));
            }}
          >
            <div ref={setSlot} className={styles.slot} />
          </Panel>
          <Separator className={styles.flat} aria-label="Height of the form" />
        </>
      )}
      <Panel id="view" className={styles.pane} minSize="120px">
        {children}
      </Panel>
    </Group>
  );
}
