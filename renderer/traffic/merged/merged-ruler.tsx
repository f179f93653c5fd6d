import { memo } from 'react';
import { useMergedRows } from '../../state/log/front-rows.ts';
import type { MergedRows } from '../../state/log/merged-rows.ts';
import { scrollToRow } from '../../state/screen/screen-actions.ts';
import { type PlacedError, Ruler, rulerMarks } from '../log/tier-ruler.tsx';

/** Where in the merged log the errors are, beside its scrollbar. A click goes there. */
export const MergedRuler = memo(function MergedRuler() {
  const rows = useMergedRows();
  const { length } = rows;
  return (
    <Ruler
      marks={(height) => rulerMarks(mergedErrors(rows), length, height)}
      go={(share) => {
        const place = rows.at(Math.floor(share * (length - 1)));
        if (place !== undefined) scrollToRow(place.session.info.session, place.index, 'centre');
      }}
    />
  );
});

function* mergedErrors(rows: MergedRows): Iterable<PlacedError> {
  for (const { info, log } of rows.sessions) {
    for (const index of log.errors.indexes) {
      const position = rows.positionOf(info.session, index);
      if (position >= 0) yield [position, log.mirror.table.tierAt(index)];
    }
  }
}
