import type { SavedFilter } from '../../../app/contract/search-commands.ts';
import button from '../../ui/controls/row-button.module.css';
import { applyFilter } from './saved-filters.ts';
import styles from './saved-filters-menu.module.css';

/** Puts a filter into force; shows its name and what it says. */
export function ApplyButton({ filter }: { readonly filter: SavedFilter }) {
  return (
    <button type="button" className={`${button.row} ${styles.apply}`} onClick={() => applyFilter(filter)}>
      <span>{filter.name}</span>
      <code>{filter.text}</code>
    </button>
  );
}
