import {
  createContext,
  type ReactNode,
  type RefObject,
  useContext,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { searchTest } from '../../ui/format/drawn-text.tsx';
import { Button, kit } from '../../ui/kit.tsx';
import { SearchField } from '../../ui/list/list-view.tsx';
import styles from './session-settings.module.css';

type Props = {
  readonly parts: readonly string[];
  readonly search: RefObject<HTMLInputElement | null>;
  readonly children: ReactNode;
};

/** The settings below a search field, with a list of their sections. */
export function SettingsBody({ parts, search: field, children }: Props) {
  const [search, setSearch] = useState('');
  const body = useRef<HTMLDivElement>(null);
  const [found, setFound] = useState<readonly string[]>(parts);
  useLayoutEffect(() => {
    const shown = body.current?.querySelectorAll('[data-setting]:not([hidden])') ?? [];
    const titles = [...shown].map((row) => row.closest<HTMLElement>('[data-part]')?.dataset.part ?? '');
    setFound(parts.filter((part) => search.trim() === '' || titles.includes(part)));
  }, [search, parts]);
  const show = (part: string) =>
    body.current?.querySelector(`[data-part="${part}"]`)?.scrollIntoView({ block: 'start' });
  return (
    <div className={styles.page}>
      <nav aria-label="Sections of the settings" className={`${kit.lines} ${kit.sunk} ${styles.index}`}>
        <SearchField
          ref={field}
          className={styles.search}
          aria-label="Search the settings"
          placeholder="Search settings"
          value={search}
          onText={setSearch}
        />
        {parts.map((part) => (
          <Button key={part} look="row" disabled={!found.includes(part)} onClick={() => show(part)}>
            {part}
          </Button>
        ))}
      </nav>
      <SettingsSearchContext value={search}>
        <div ref={body} className={kit.dialog}>
          {children}
          {found.length === 0 ? <p role="status">No setting has these words.</p> : null}
        </div>
      </SettingsSearchContext>
    </div>
  );
}

/** The search in the settings; empty for none. */
export const SettingsSearchContext = createContext('');

const PartContext = createContext('');

type PartProps = {
  readonly title: string;
  readonly hint?: string;
  readonly children: ReactNode;
};

/** A section of the settings; hidden while none of its rows matches the search. */
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
  /** Search terms in addition to the section's title. */
  readonly words: string;
  readonly children: ReactNode;
};

/** One row of the settings; a search hides or highlights it. */
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
