import type { KeyboardEvent, RefObject } from 'react';
import type { SessionInfo } from '../../app/contract/session-info.ts';
import { byteCount, lineCount, type RawForm, readDraft } from '../../app/raw-editor/raw-draft.ts';
import { useSelectedRow } from '../state/log/use-row.ts';
import { loadSelected, useComposer } from '../state/raw-editor/raw-editor-store.ts';
import { byteSize } from '../ui/content/byte-size.ts';
import { Button } from '../ui/controls/button.tsx';
import { modWord } from '../ui/keyboard/key-chord.ts';
import { whyNotWrite } from './can-write.ts';
import styles from './composer.module.css';
import { changeForm, editDraft, sendDraft } from './composer-actions.ts';

const FORMS: readonly (readonly [RawForm, string])[] = [
  ['text', 'Text'],
  ['hex', 'Hex'],
  ['base64', 'Base64'],
];

type Props = { readonly info: SessionInfo; readonly field: RefObject<HTMLTextAreaElement | null> };

/** The field with the bytes of the line, its form, and what it comes to. */
export function LineEditor({ info, field }: Props) {
  const draft = useComposer((state) => state.draft);
  const fault = useComposer((state) => state.fault);
  const row = useSelectedRow();
  const sendable = whyNotWrite(info) === '';
  const send = () => void sendDraft(info.session);
  const keys = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || !sendable) return;
    event.preventDefault();
    send();
  };
  return (
    <div className={styles.editor}>
      <div className={styles.tools}>
        <label htmlFor="raw-line">Line</label>
        <fieldset className={styles.forms}>
          <legend className={styles.unseen}>How the bytes are written</legend>
          {FORMS.map(([form, word]) => (
            <label key={form}>
              <input
                type="radio"
                name="raw-form"
                checked={draft.form === form}
                onChange={() => changeForm(form)}
              />
              {word}
            </label>
          ))}
        </fieldset>
        <span className={styles.spacer} />
        <Button disabled={row?.kind !== 'frame'} onClick={() => void loadSelected()}>
          Load the selected frame
        </Button>
      </div>
      <textarea
        id="raw-line"
        ref={field}
        className={styles.field}
        value={draft.text}
        spellCheck={false}
        autoComplete="off"
        aria-invalid={fault !== ''}
        aria-describedby="raw-line-size raw-line-fault"
        onChange={(event) => editDraft(event.target.value)}
        onKeyDown={keys}
      />
      <div className={styles.under}>
        <p id="raw-line-size" className={styles.size}>
          {sizeWords(draft)}
        </p>
        <Button look="primary" disabled={!sendable} onClick={send}>
          Send as it is <kbd>{modWord()} Enter</kbd>
        </Button>
      </div>
      <p id="raw-line-fault" role="alert" className={styles.fault}>
        {fault}
      </p>
    </div>
  );
}

function sizeWords(draft: Parameters<typeof readDraft>[0]): string {
  const read = readDraft(draft);
  if (!read.ok) return read.error;
  const lines = lineCount(read.value);
  const size = byteSize(byteCount(read.value));
  const hint = draft.form === 'text' ? ' ⟨CR⟩, ⟨BOM⟩, ⟨NUL⟩ and ⟨FF⟩ stand for bytes that do not show.' : '';
  return lines === 1
    ? `One line, ${size}.${hint}`
    : `${lines} lines, ${size}: the server reads each by itself.${hint}`;
}
