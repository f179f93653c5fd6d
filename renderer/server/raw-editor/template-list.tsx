import { type KeyboardEvent, useRef, useState } from 'react';
import type { SessionInfo } from '../../../app/contract/session-info.ts';
import { TEMPLATE_GROUPS, TEMPLATES, type Template } from '../../../app/requests/raw-editor/template.ts';
import { useRawEditor } from '../../state/server/raw-editor-store.ts';
import { searchTest } from '../../ui/format/search-terms.ts';
import { Button, kit } from '../../ui/kit.tsx';
import { SearchField } from '../../ui/list/list-view.tsx';
import styles from './raw-editor.module.css';
import { chooseTemplate } from './raw-editor-actions.ts';

type Props = { readonly info: SessionInfo; readonly onChosen: () => void };

/** The standard mistakes, by group; arrow keys walk them, Enter puts one into the field. */
export function TemplateList({ info, onChosen }: Props) {
  const [wanted, setWanted] = useState('');
  const chosen = useRawEditor((state) => state.template);
  const list = useRef<HTMLDivElement>(null);
  const fits = searchTest(wanted);
  const found = TEMPLATES.filter(({ title, group, breaks, expects, source }) =>
    fits(`${title} ${group} ${breaks} ${expects} ${source}`),
  );
  const walk = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step === 0) return;
    event.preventDefault();
    const buttons = [...(list.current?.querySelectorAll('button') ?? [])];
    const at = buttons.findIndex((button) => button.matches(':focus'));
    buttons[Math.max(0, at + step)]?.focus();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the arrow keys walk the buttons inside
    <div className={`${kit.stack} ${styles.templates}`} onKeyDown={walk}>
      <SearchField
        className={styles.search}
        value={wanted}
        placeholder="Search mistakes, codes, sources"
        aria-label="Search the templates"
        onText={setWanted}
      />
      <div ref={list} className={`${kit.scroll} ${styles.groups}`}>
        {TEMPLATE_GROUPS.map((group) => (
          <Group
            key={group}
            group={group}
            templates={found.filter((template) => template.group === group)}
            chosen={chosen}
            choose={(template) => {
              chooseTemplate(template, info);
              onChosen();
            }}
          />
        ))}
        {found.length === 0 && <p className={kit.dialog}>No template has “{wanted}” in it.</p>}
      </div>
    </div>
  );
}

type GroupProps = {
  readonly group: string;
  readonly templates: readonly Template[];
  readonly chosen: string | null;
  readonly choose: (template: Template) => void;
};

function Group({ group, templates, chosen, choose }: GroupProps) {
  if (templates.length === 0) return null;
  return (
    <section aria-label={group}>
      <h3 className={kit.heading}>{group}</h3>
      <ul>
        {templates.map((template) => (
          <li key={template.id}>
            <Button
              look="row"
              aria-pressed={template.id === chosen}
              title={template.breaks}
              onClick={() => choose(template)}
            >
              {template.title}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
