import { printQuery } from '../../../app/query/complete-query.ts';
import type { Query } from '../../../app/query/query.ts';
import { setFilterText } from '../../state/log/filter-store.ts';
import { showCentreView } from '../../state/screen/screen-actions.ts';
import { useCopyText } from '../../ui/controls/copy-button.tsx';
import { MenuItem, MenuLine } from '../../ui/controls/panels.tsx';

/** Something that can be copied of an entry of a list. */
type ItemCopy = { readonly label: string; readonly text: () => string };

type Props = {
  /** What using the entry is called, such as `Call…`. */
  readonly use: string;
  readonly onUse: () => void;
  /** What the entry is called in a sentence: `tool`. */
  readonly what: string;
  /** The filter that shows the entry's rows. */
  readonly filter: string;
  readonly copies: readonly ItemCopy[];
};

/** What can be done with an entry of a list of the sidebar: the items of its context menu. */
export function ItemMenu({ use, onUse, what, filter, copies }: Props) {
  const copy = useCopyText();
  return (
    <>
      <MenuItem run={onUse}>{use}</MenuItem>
      <MenuItem
        run={() => {
          setFilterText(filter);
          showCentreView('log');
        }}
      >
        Filter the log by this {what}
      </MenuItem>
      <MenuItem run={() => showCentreView('statistics')}>Show the statistics</MenuItem>
      <MenuLine />
      {copies.map(({ label, text }) => (
        <MenuItem key={label} run={() => void copy(text())}>
          {label}
        </MenuItem>
      ))}
    </>
  );
}

/** The filter that shows the requests of a method for a target, and their answers. */
export function targetFilter(method: string, target: string): string {
  if (method === 'tools/call') return printQuery({ kind: 'text', key: 'tool', patterns: [[target]] });
  const parts: readonly Query[] = [
    { kind: 'text', key: 'method', patterns: [[method]] },
    { kind: 'word', pattern: [target] },
  ];
  return printQuery({ kind: 'and', parts });
}
