import type { ReactNode } from 'react';
import { useInSight } from '../../ui/list/in-sight.ts';
import styles from './filter-bar.module.css';
import type { FilterOffer } from './use-completions.ts';

/** The id of the list, which the field controls. */
export const COMPLETIONS = 'filter-completions';

export function completionId(index: number): string {
  return `${COMPLETIONS}-${index}`;
}

type Props = {
  readonly items: readonly FilterOffer[];
  /** The index of the chosen item; -1 for none. */
  readonly chosen: number;
  readonly accept: (item: FilterOffer) => void;
};

/** What the filter field offers at the caret, and whole filters below; the field keeps the focus. */
export function CompletionList({ items, chosen, accept }: Props) {
  const options = items.map((item, index) => (
    <Option
      key={item.filter?.name ?? item.insert}
      item={item}
      id={completionId(index)}
      chosen={index === chosen}
      accept={accept}
    />
  ));
  const whole = items.findIndex(({ filter }) => filter !== undefined);
  return (
    // It scrolls, but Tab must pass it by: a field that loses the focus closes it.
    <div
      id={COMPLETIONS}
      role="listbox"
      aria-label="Completions"
      tabIndex={-1}
      className={styles.list}
      data-start={whole >= 0}
      onPointerDown={(event) => event.preventDefault()}
    >
      {whole < 0 ? (
        options
      ) : (
        <>
          <Group label="Keys">{options.slice(0, whole)}</Group>
          <Group label="Filters">{options.slice(whole)}</Group>
        </>
      )}
    </div>
  );
}

function Group({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset has no place in a list of options
    <div role="group" aria-label={label}>
      <div aria-hidden="true" className={styles.head}>
        {label}
      </div>
      {children}
    </div>
  );
}

type OptionProps = {
  readonly item: FilterOffer;
  readonly id: string;
  readonly chosen: boolean;
  readonly accept: (item: FilterOffer) => void;
};

function Option({ item, id, chosen, accept }: OptionProps) {
  const element = useInSight<HTMLDivElement>(chosen);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field chooses and accepts by keys
    <div
      ref={element}
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={chosen}
      className={styles.item}
      onClick={() => accept(item)}
    >
      {item.filter === undefined ? <code>{item.insert}</code> : <b>{item.filter.name}</b>}
      <span>{item.meaning}</span>
    </div>
  );
}
