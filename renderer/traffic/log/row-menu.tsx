import { createContext, type ReactElement, useContext, useState } from 'react';
import type { SessionInfo } from '../../../app/contract/session-info.ts';
import { recordText } from '../../../app/frame/query/text-matcher.ts';
import type { Row } from '../../../app/frame/row.ts';
import type { RowKey } from '../../../app/frame/view/view-page.ts';
import { setFilterText, useFilter, withToggledTerm } from '../../state/log/filter-store.ts';
import { type DrawnItem, drawnPosition, type FrontView, itemAt } from '../../state/log/front-view.ts';
import { sessionLog } from '../../state/log/log-mirrors.ts';
import { records } from '../../state/log/use-record.ts';
import { selectedKey, showDialog, useScreen } from '../../state/screen/screen-store.ts';
import { type Action, formatChord } from '../../ui/controls/action.ts';
import { useCopyText } from '../../ui/controls/copy-button.tsx';
import { ContextMenuOf, MenuItem, MenuLine, Submenu } from '../../ui/controls/menus.tsx';
import { formatClock } from '../../ui/format/quantity-text.ts';
import { rowLine } from '../selection/selection-bar.tsx';
import { toggleFold } from './row-navigation.ts';
import { type RowTerm, rowTerms } from './row-text.ts';

/** Row actions of other parts of the screen, provided by the shell. */
export const RowMenuContext = createContext<readonly Action[]>([]);

type Props = {
  readonly shown: FrontView;
  /** The grid, in which the row is selected before its menu opens. */
  readonly grid: ReactElement;
};

/** The context menu of a row: right click, long press or menu key. */
export function RowMenu({ shown, grid }: Props) {
  const [key, setKey] = useState<RowKey | null>(null);
  return (
    <ContextMenuOf trigger={grid} onOpenChange={(open) => setKey(open ? selectedKey() : null)}>
      {key === null ? (
        <MenuItem disabled run={() => undefined}>
          No row is selected
        </MenuItem>
      ) : (
        <Items shown={shown} at={key} />
      )}
    </ContextMenuOf>
  );
}

function Items({ shown, at }: { readonly shown: FrontView; readonly at: RowKey }) {
  const others = useContext(RowMenuContext).filter(({ when }) => when?.() !== false);
  const info = useScreen((state) => state.sessions.find(({ session }) => session === at.session));
  const log = sessionLog(at.session);
  const row = log.mirror.rowOf(at.seq);
  if (info === undefined || row === undefined) return null;
  const item = itemAt(shown, drawnPosition(shown, at));
  const terms = rowTerms(
    row,
    log.findings.at(at.seq).map(({ rule }) => rule),
  );
  return (
    <>
      {item !== undefined && (item.folded > 0 || item.inside) ? (
        <>
          <MenuItem keys={isOpen(item) ? '←' : '→'} run={() => toggleFold(at)}>
            {isOpen(item) ? 'Collapse' : 'Expand'}
          </MenuItem>
          <MenuLine />
        </>
      ) : null}
      <FilterItems label="Show only" terms={terms} sign="" />
      <FilterItems label="Hide" terms={terms} sign="-" />
      <MenuLine />
      <CopyItems info={info} row={row} />
      <MenuItem keys="m" run={() => showDialog('bookmark')}>
        Note on this row…
      </MenuItem>
      {others.map(({ title, key, run }) => (
        <MenuItem key={title} keys={key && formatChord(key)} run={run}>
          {title}
        </MenuItem>
      ))}
    </>
  );
}

function isOpen({ open, inside }: DrawnItem): boolean {
  return open || inside;
}

type FilterItemsProps = {
  readonly label: string;
  readonly terms: readonly RowTerm[];
  readonly sign: '' | '-';
};

function FilterItems({ label, terms, sign }: FilterItemsProps) {
  const add = (term: string) => setFilterText(withToggledTerm(useFilter.getState().text, sign + term));
  return (
    <Submenu label={label} disabled={terms.length === 0}>
      {terms.map((one) => (
        <MenuItem key={one.term} run={() => add(one.term)}>
          {one.label}
        </MenuItem>
      ))}
    </Submenu>
  );
}

function CopyItems({ info, row }: { readonly info: SessionInfo; readonly row: Row }) {
  const copyText = useCopyText();
  const read = async (seq: number) => {
    const found = await records.fetchRange(info.session, seq, seq);
    return found.ok ? found.value[0] : undefined;
  };
  const copyMessage = async (seq: number, done: string) => {
    const record = await read(seq);
    const text = record?.type === 'frame' || record?.type === 'stderr' ? recordText(record) : row.text;
    await copyText(text, { done });
  };
  const copyRow = async () => {
    const line = rowLine(row, formatClock(info.startedAt, row.at), '', await read(row.seq));
    await copyText(line, { done: 'Copied the row' });
  };
  return (
    <Submenu label="Copy">
      <MenuItem run={() => void copyMessage(row.seq, 'Copied the message')}>Message</MenuItem>
      {row.pair > 0 && row.kind === 'frame' ? (
        <MenuItem run={() => void copyMessage(row.pair, 'Copied the message')}>
          {row.shape === 'request' ? 'Its answer' : 'Its request'}
        </MenuItem>
      ) : null}
      <MenuItem run={() => void copyRow()}>Row as text</MenuItem>
    </Submenu>
  );
}
