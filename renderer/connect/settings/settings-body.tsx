import { type ReactNode, type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { Button, kit } from '../../ui/kit.tsx';
import { SearchField } from '../../ui/list/list-view.tsx';
import styles from './session-settings.module.css';
import { SettingsSearchContext } from './setting.tsx';

type Props = {
  /** The titles of the sections, in their order. */
  readonly parts: readonly string[];
  readonly search: RefObject<HTMLInputElement | null>;
  readonly children: ReactNode;
};

/** The settings below a search field, with their sections in a list beside them. */
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
