import type { Completion } from '../../../app/query/complete-query.ts';
import styles from './completion-list.module.css';

export const COMPLETIONS = 'filter-completions';

type Props = {
  readonly items: readonly Completion[];
  /** The index of the chosen item; -1 for none. */
  readonly chosen: number;
  readonly accept: (item: Completion) => void;
};

export function completionId(index: number): string {
  return `${COMPLETIONS}-${index}`;
}

/** What the filter field offers at the caret; the field keeps the focus. */
export function CompletionList({ items, chosen, accept }: Props) {
  return (
    <div id={COMPLETIONS} role="listbox" aria-label="Completions" className={styles.list}>
      {items.map((item, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the field chooses and accepts by keys
        <div
          key={item.insert}
          id={completionId(index)}
          role="option"
          tabIndex={-1}
          aria-selected={index === chosen}
          className={styles.item}
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => accept(item)}
        >
          <code>{item.insert}</code>
          <span>{item.meaning}</span>
        </div>
      ))}
    </div>
  );
}
