import { memo, type PointerEvent, useEffect, useRef } from 'react';
import type { Tier } from '../../../app/frame/tier.ts';
import { useSessionLog } from '../../state/log/log-mirrors.ts';
import type { SessionLog } from '../../state/log/session-log.ts';
import { scrollToRow } from '../../state/screen/screen-actions.ts';
import { canvasContext, useElementSize, useThemeColours } from '../../ui/controls/canvas.ts';
import styles from './frame-log.module.css';

const MARK_HEIGHT = 3;

/** Where in the whole log the errors are, beside its scrollbar. A click goes there. */
export const TierRuler = memo(function TierRuler({ session }: { readonly session: string }) {
  const log = useSessionLog(session);
  const { length } = log.visible;
  return (
    <Ruler
      marks={(height) => rulerMarks(sessionErrors(log), length, height)}
      go={(share) => scrollToRow(session, log.visible.indexAt(Math.floor(share * (length - 1))), 'centre')}
    />
  );
});

type RulerProps = {
  /** The tier of each pixel row that has an error. */
  readonly marks: (height: number) => ReadonlyMap<number, Tier>;
  /** Goes to a share of the log, from 0 to 1. */
  readonly go: (share: number) => void;
};

/** Drawn with every revision and not with every scroll: that is when its owner renders. */
export function Ruler({ marks, go }: RulerProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const size = useElementSize(canvas);
  const colours = useThemeColours();
  useEffect(() => {
    const context = canvasContext(canvas.current, size);
    if (context === undefined) return;
    for (const [y, tier] of marks(size.height)) {
      context.fillStyle = colours(`--${tier}-strong`);
      context.fillRect(2, y, size.width - 4, MARK_HEIGHT);
    }
  });
  const press = (event: PointerEvent) => go(event.nativeEvent.offsetY / Math.max(size.height, 1));
  return (
    <div className={styles.ruler} aria-hidden="true" onPointerDown={press}>
      <canvas ref={canvas} />
    </div>
  );
}

/** An error that is visible: its position among the visible rows, and its tier. */
export type PlacedError = readonly [position: number, tier: Tier];

/** One mark for each pixel row that has errors: the one that the tiers list first. */
export function rulerMarks(errors: Iterable<PlacedError>, length: number, height: number): Map<number, Tier> {
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

function* sessionErrors({ visible, mirror, errors }: SessionLog): Iterable<PlacedError> {
  for (const index of errors.indexes) {
    const position = visible.positionOf(index);
    if (position >= 0) yield [position, mirror.table.tierAt(index)];
  }
}

const RANK: Record<Tier, number> = { protocol: 0, tool: 1, client: 2, transport: 3, ok: 4 };
