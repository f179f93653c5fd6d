import type { SavedFilter } from '../../../app/contract/search-commands.ts';
import { Button } from '../../ui/controls/button.tsx';
import { applyFilter } from './saved-filters.ts';
import styles from './saved-filters-menu.module.css';

/** Puts a filter into force; shows its name and what it says. */
export function ApplyButton({ filter }: { readonly filter: SavedFilter }) {
  return (
    <Button look="row" className={styles.apply} onClick={() => applyFilter(filter)}>
      <span>{filter.name}</span>
      <code>{filter.text}</code>
    </Button>
  );
}
