import { createContext, type ReactNode, useContext, useId } from 'react';
import { searchTest } from '../../ui/format/search-terms.ts';
import { kit } from '../../ui/kit.tsx';
import styles from './session-settings.module.css';

/** What is searched for among the settings; empty for nothing. */
export const SettingsSearchContext = createContext('');

const PartContext = createContext('');

type PartProps = {
  readonly title: string;
  /** A short text beside the title. */
  readonly hint?: string;
  readonly children: ReactNode;
};

/** A section of the settings; while a search fits none of its rows it is not drawn. */
export function SettingsPart({ title, hint, children }: PartProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={`${kit.stack} ${styles.part}`} data-part={title}>
      <h3 id={id}>
        {title} {hint === undefined ? null : <small className={styles.when}>{hint}</small>}
      </h3>
      <PartContext value={title}>{children}</PartContext>
    </section>
  );
}

type SettingProps = {
  /** What a search for it may say, beside the title of its part. */
  readonly words: string;
  readonly children: ReactNode;
};

/** One row of the settings; a search hides it or marks it. */
export function Setting({ words, children }: SettingProps) {
  const part = useContext(PartContext);
  const search = useContext(SettingsSearchContext);
  const isSearched = search.trim() !== '';
  const isFound = searchTest(search)(`${part} ${words}`);
  return (
    <div
      className={styles.setting}
      data-setting=""
      data-found={isSearched && isFound}
      hidden={isSearched && !isFound}
    >
      {children}
    </div>
  );
}
