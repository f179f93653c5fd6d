import { memo, type PointerEvent, useEffect, useRef } from 'react';
import type { Tier } from '../../app/frame/tier.ts';
import { canvasContext, useElementSize, useThemeColours } from '../controls/canvas.ts';
import { useSessionLog } from '../store/log-mirrors.ts';
import { scrollToRow } from '../store/screen-actions.ts';
import type { SessionLog } from '../store/session-log.ts';
import styles from './frame-log.module.css';

const MARK_HEIGHT = 3;

/** Where in the whole log the errors are, beside its scrollbar. A click goes there. */
export const TierRuler = memo(function TierRuler({ session }: { readonly session: string }) {
  const log = useSessionLog(session);
  const canvas = useRef<HTMLCanvasElement>(null);
  const size = useElementSize(canvas);
  const colours = useThemeColours();
  const { length } = log.visible;
  // Drawn with every revision and not with every scroll: that is when this component renders.
  useEffect(() => {
    const context = canvasContext(canvas.current, size);
    if (context === undefined) return;
    for (const [y, tier] of rulerMarks(log, size.height)) {
      context.fillStyle = colours(`--${tier}-strong`);
      context.fillRect(2, y, size.width - 4, MARK_HEIGHT);
    }
  });
  const go = (event: PointerEvent) => {
    const share = event.nativeEvent.offsetY / Math.max(size.height, 1);
    scrollToRow(session, log.visible.indexAt(Math.floor(share * (length - 1))), 'centre');
  };
  return (
    <div className={styles.ruler} aria-hidden="true" onPointerDown={go}>
      <canvas ref={canvas} />
    </div>
  );
});

/** One mark for each pixel row that has errors: the one that the tiers list first. */
export function rulerMarks(log: SessionLog, height: number): Map<number, Tier> {
  const marks = new Map<number, Tier>();
  const { visible, mirror, errors } = log;
  const space = Math.max(height - MARK_HEIGHT, 1);
  const last = Math.max(visible.length - 1, 1);
  for (const index of errors.indexes) {
    const position = visible.positionOf(index);
    if (position < 0) continue;
    const y = Math.round((position / last) * space);
    const tier = mirror.table.tierAt(index);
    const held = marks.get(y);
    if (held === undefined || RANK[tier] < RANK[held]) marks.set(y, tier);
  }
  return marks;
}

const RANK: Record<Tier, number> = { protocol: 0, tool: 1, client: 2, transport: 3, ok: 4 };
