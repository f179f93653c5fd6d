import { type ReactNode, useState } from 'react';
import { Group, Panel, Separator } from 'react-resizable-panels';
import { readRemembered, remember } from '../../state/screen/kept-entries.ts';
import { setSlot, useFormPlaces } from '../../state/server/form-place.ts';
import styles from './layout.module.css';

const HEIGHT = 'form-height';
const MIN_PX = 160;

/** What stands in the centre, below a call form while one is there. The form's height is remembered. */
export function FormMiddle({ children }: { readonly children: ReactNode }) {
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
