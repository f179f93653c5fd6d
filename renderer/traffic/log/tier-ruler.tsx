import { memo, type PointerEvent, useEffect, useRef } from 'react';
import type { SessionInfo } from '../../../app/contract/session-info.ts';
import type { Tier } from '../../../app/frame/tier.ts';
import { useRows } from '../../state/log/front-rows.ts';
import type { RowSource } from '../../state/log/row-source.ts';
import { scrollToRow } from '../../state/screen/screen-actions.ts';
import { TIER_MARKS } from '../../ui/charts/tier-marks.ts';
import { canvasContext, useElementSize, useThemeColours } from '../../ui/controls/canvas.ts';
import styles from './frame-log.module.css';

const MARK_HEIGHT = 3;

type TierRulerProps = { readonly info?: SessionInfo | undefined };

/** Where in the whole log the errors are, beside its scrollbar. A click goes there. */
export const TierRuler = memo(function TierRuler({ info }: TierRulerProps) {
  const rows = useRows(info);
  const canvas = useRef<HTMLCanvasElement>(null);
  const size = useElementSize(canvas);
  const colours = useThemeColours();
  // With every revision and not with every scroll: that is when this renders.
  useEffect(() => {
    const context = canvasContext(canvas.current, size);
    if (context === undefined) return;
    for (const [y, tier] of rulerMarks(visibleErrors(rows), rows.length, size.height)) {
      context.fillStyle = colours(`--${tier}-mark`);
      for (const [from, to] of TIER_MARKS[tier])
        context.fillRect(2 + from * (size.width - 4), y, (to - from) * (size.width - 4), MARK_HEIGHT);
    }
  });
  const press = (event: PointerEvent) => {
    const share = event.nativeEvent.offsetY / Math.max(size.height, 1);
    const row = rows.at(Math.floor(share * (rows.length - 1)));
    if (row !== undefined) scrollToRow(row.session.info.session, row.index, 'centre');
  };
  return (
    <div className={styles.ruler} aria-hidden="true" onPointerDown={press}>
      <canvas ref={canvas} />
    </div>
  );
});

/** An error that is visible: its position among the visible rows, and its tier. */
type VisibleError = readonly [position: number, tier: Tier];

/** One mark for each pixel row that has errors: the one that the tiers list first. */
function rulerMarks(errors: Iterable<VisibleError>, length: number, height: number): Map<number, Tier> {
  const marks = new Map<number, Tier>();
  const space = Math.max(height - MARK_HEIGHT, 1);
  const last = Math.max(length - 1, 1);
  for (const [position, tier] of errors) {
    const y = Math.round((position / last) * space);
    const held = marks.get(y);
    if (held === undefined || RANK[tier] < RANK[held]) marks.set(y, tier);
  }
  return marks;
}

function* visibleErrors(rows: RowSource): Iterable<VisibleError> {
  for (const { info, log } of rows.sessions) {
    for (const index of log.errors.indexes) {
      const position = rows.positionOf(info.session, index);
      if (position >= 0) yield [position, log.mirror.table.tierAt(index)];
    }
  }
}

const RANK: Record<Tier, number> = { protocol: 0, tool: 1, client: 2, transport: 3, ok: 4 };
