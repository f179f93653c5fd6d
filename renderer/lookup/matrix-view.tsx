import { showDialog } from '../state/screen/screen-actions.ts';
import { useActiveSession } from '../state/screen/screen-store.ts';
import { ScrollBox } from '../ui/content/scroll-box.tsx';
import { Button } from '../ui/controls/button.tsx';
import { Breach, MatrixTable } from './matrix-table.tsx';
import matrix from './matrix-view.module.css';
import { useSpoken } from './use-spoken.ts';

/** What SDKs really do, in the sidebar; the same table is there in full width. */
export function MatrixView() {
  const here = useSpoken(useActiveSession());
  return (
    <div className={matrix.page}>
      <p className={matrix.note}>
        <span>
          What 19 stacks really do in 13 cases; <Breach /> breaks the specification.
        </span>
        <Button size="small" onClick={() => showDialog('sdk-matrix')}>
          Enlarge
        </Button>
      </p>
      <ScrollBox className={matrix.box}>
        <MatrixTable here={here} />
      </ScrollBox>
    </div>
  );
}
