import { type KeyboardEvent, type RefObject, useRef, useState } from 'react';
import type { SessionInfo } from '../../../app/contract/session-info.ts';
import type { Row } from '../../../app/frame/row.ts';
import {
  byteCount,
  lineCount,
  type RawDraft,
  type RawForm,
  readDraft,
} from '../../../app/requests/raw-editor/raw-draft.ts';
import { TEMPLATE_GROUPS, TEMPLATES, type Template } from '../../../app/requests/raw-editor/template.ts';
import { useSelectedRow, useSessionLog } from '../../state/log/log-mirrors.ts';
import { useActiveSession } from '../../state/screen/screen-store.ts';
import { loadFrame, loadSelected, useRawEditor } from '../../state/server/raw-editor-store.ts';
import { restartSession } from '../../state/session/session-commands.ts';
import { canRestart } from '../../state/session/session-text.ts';
import { modifierLabel } from '../../ui/controls/action.ts';
import { Fault } from '../../ui/controls/fields.tsx';
import { searchTest } from '../../ui/format/drawn-text.tsx';
import { byteSize, formatClock } from '../../ui/format/quantity-text.ts';
import { Button, DialogShell, Facts, kit } from '../../ui/kit.tsx';
import { SearchField } from '../../ui/list/list-view.tsx';
import { HttpFields } from './http-fields.tsx';
import styles from './raw-editor.module.css';
import {
  changeForm,
  chooseTemplate,
  editDraft,
  isOverHttp,
  sendDraft,
  templateOf,
} from './raw-editor-actions.ts';
import { ReplyView, rawMessages } from './reply-view.tsx';

/** Writes any bytes to the server as a line, with a template for each common mistake. */
export function RawEditorDialog() {
  const info = useActiveSession();
  const field = useRef<HTMLTextAreaElement>(null);
  return (
    <DialogShell
      title={isOverHttp(info) ? 'Write a raw HTTP request' : 'Write a raw line'}
      width={1120}
      initialFocus={field}
    >
      {info === undefined ? (
        <p className={kit.dialog}>{whyNotWrite(info)}</p>
      ) : (
        <div className={styles.body}>
          <TemplateList info={info} onChosen={() => field.current?.focus()} />
          <div className={kit.dialog}>
            <TemplateAbout isHttp={isOverHttp(info)} />
            {isOverHttp(info) && <HttpFields session={info.session} />}
            <LineEditor info={info} field={field} />
            <CannotWrite info={info} />
            <ReplyView info={info} />
            <SentLines info={info} />
          </div>
        </div>
      )}
    </DialogShell>
  );
}

function CannotWrite({ info }: { readonly info: SessionInfo }) {
  const reason = whyNotWrite(info);
  if (reason === '') return null;
  return (
    <div
      className={`${kit.card} ${kit.tinted} ${kit.tier} ${kit.wrap} ${kit.spread}`}
      data-tier="transport"
      role="status"
    >
      <span>{reason}</span>
      {canRestart(info) && <Button onClick={() => void restartSession(info.session)}>Restart</Button>}
    </div>
  );
}

function TemplateAbout({ isHttp }: { readonly isHttp: boolean }) {
  const template = templateOf(useRawEditor((state) => state.template));
  if (template === undefined) {
    return (
      <p className={kit.mute}>
        {isHttp ? 'The request is sent as it is.' : 'The line is sent as it is, followed by a line feed.'} It
        is a raw message: its mistakes are intentional, and an error that it causes is expected and not
        counted against the server. A template at the left fills in one standard mistake.
      </p>
    );
  }
  return (
    <section className={kit.mute} aria-label="About this template">
      <div className={`${kit.row} ${kit.spread}`}>
        <h3>{template.title}</h3>
        <Button look="quiet" onClick={() => useRawEditor.setState({ template: null })}>
          Keep the line without the expectation
        </Button>
      </div>
      <Facts
        facts={[
          ['breaks', template.breaks],
          ['a good server', template.expects],
          ['source', template.source],
        ]}
      />
    </section>
  );
}

const SHOWN = 30;

function SentLines({ info }: { readonly info: SessionInfo }) {
  const { mirror } = useSessionLog(info.session);
  const rows = rawMessages(mirror.table, SHOWN);
  if (rows.length === 0) return null;
  return (
    <details className={kit.mute}>
      <summary>
        Raw messages of this session ({rows.length === SHOWN ? `last ${SHOWN}` : rows.length})
      </summary>
      <ul className={kit.lines}>
        {rows.map((row) => (
          <li key={row.seq} className={kit.row}>
            <time className={kit.mono}>{formatClock(info.startedAt, row.at)}</time>
            <span className={`${kit.truncate} ${kit.mono} ${kit.grow}`}>{lineLabel(row)}</span>
            <span className={`${kit.mono} ${kit.fixed}`}>{byteSize(row.sizeBytes)}</span>
            <Button
              look="quiet"
              aria-label={`Edit ${lineLabel(row)} again`}
              onClick={() => void loadFrame(info.session, row.seq)}
            >
              Edit again
            </Button>
          </li>
        ))}
      </ul>
    </details>
  );
}

function lineLabel(row: Row): string {
  if (row.shape === 'invalid') return row.text === '' ? row.method : row.text;
  return `${row.method} ${row.target}${row.id === '' ? '' : ` (id ${row.id})`}`.trim();
}

const FORMS: readonly (readonly [RawForm, string])[] = [
  ['text', 'Text'],
  ['hex', 'Hex'],
  ['base64', 'Base64'],
];

type Props = { readonly info: SessionInfo; readonly field: RefObject<HTMLTextAreaElement | null> };

function LineEditor({ info, field }: Props) {
  const draft = useRawEditor((state) => state.draft);
  const fault = useRawEditor((state) => state.fault);
  const row = useSelectedRow();
  const sendable = whyNotWrite(info) === '';
  const isHttp = isOverHttp(info);
  const send = () => void sendDraft(info.session);
  const keys = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || !sendable) return;
    event.preventDefault();
    send();
  };
  return (
    <div className={kit.group}>
      <div className={kit.wrap}>
        <label htmlFor="raw-line" className={kit.strong}>
          {isHttp ? 'Body' : 'Line'}
        </label>
        <fieldset className={`${kit.row} ${kit.gap5}`}>
          <legend className={kit.visuallyHidden}>How the bytes are written</legend>
          {FORMS.map(([form, label]) => (
            <label key={form} className={kit.inline}>
              <input
                type="radio"
                name="raw-form"
                checked={draft.form === form}
                onChange={() => changeForm(form)}
              />
              {label}
            </label>
          ))}
        </fieldset>
        <span className={kit.grow} />
        <Button disabled={row?.kind !== 'frame'} onClick={() => void loadSelected()}>
          Load the selected frame
        </Button>
      </div>
      <textarea
        id="raw-line"
        ref={field}
        className={`${kit.code} ${styles.field}`}
        value={draft.text}
        spellCheck={false}
        autoComplete="off"
        aria-invalid={fault !== ''}
        aria-describedby="raw-line-size raw-line-fault"
        onChange={(event) => editDraft(event.target.value)}
        onKeyDown={keys}
      />
      <div className={`${kit.row} ${kit.spread}`}>
        <p id="raw-line-size" className={`${kit.note} ${kit.grow}`}>
          {formatSize(draft, isHttp)}
        </p>
        <Button look="primary" disabled={!sendable} onClick={send}>
          Send as it is <kbd>{modifierLabel()} Enter</kbd>
        </Button>
      </div>
      <Fault id="raw-line-fault" text={fault} />
    </div>
  );
}

function formatSize(draft: RawDraft, isHttp: boolean): string {
  const read = readDraft(draft);
  if (!read.ok) return read.error;
  const lines = lineCount(read.value);
  const size = byteSize(byteCount(read.value));
  const hint = draft.form === 'text' ? ' ⟨CR⟩, ⟨BOM⟩, ⟨NUL⟩ and ⟨FF⟩ stand for bytes that do not show.' : '';
  if (isHttp) return `A body of ${size}.${hint}`;
  return lines === 1
    ? `One line, ${size}.${hint}`
    : `${lines} lines, ${size}: the server reads each by itself.${hint}`;
}

function whyNotWrite(info: SessionInfo | undefined): string {
  if (info === undefined) return 'No session is open. Connect to a server first.';
  if (info.kind === 'tapped')
    return 'A tapped session belongs to its agent: you can watch it, but not control it.';
  if (info.kind === 'file') return 'A recording has no server: nothing can be sent to it.';
  if (info.pid === null && (!isOverHttp(info) || info.state === 'closed'))
    return 'The server is not running. Restart the session to write to it.';
  return '';
}

type TemplateListProps = { readonly info: SessionInfo; readonly onChosen: () => void };

/** The common mistakes, by group; arrow keys move between them, Enter inserts one into the field. */
export function TemplateList({ info, onChosen }: TemplateListProps) {
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
