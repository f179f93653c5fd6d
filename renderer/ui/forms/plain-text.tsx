import type { KeyboardEvent } from 'react';
import { stringFormat } from '../../../app/schema/string-formats.ts';
import styles from './form.module.css';
import type { ControlProps } from './form-context.ts';

/** A longer one would make the empty box grow. */
const LONGEST_EXAMPLE = 10;

/** A string as it is written: one line that grows with its text. */
export function PlainText({ id, describedBy, part, field }: ControlProps) {
  const format = part.kind === 'text' ? part.format : '';
  const example = stringFormat(format)?.example;
  const brief = example !== undefined && example.length <= LONGEST_EXAMPLE;
  const unset = brief ? `not set · ${example}` : 'not set';
  return (
    <textarea
      id={id}
      rows={1}
      className={styles.control}
      spellCheck={false}
      aria-describedby={describedBy}
      disabled={field.disabled}
      inputMode={inputMode(format)}
      placeholder={field.value === undefined ? unset : 'empty text'}
      value={typeof field.value === 'string' ? field.value : ''}
      onKeyDown={submitOnEnter}
      onChange={(event) => field.set(event.target.value)}
    />
  );
}

function inputMode(format: string): 'email' | 'url' | 'text' {
  if (format === 'email' || format === 'idn-email') return 'email';
  return format === 'uri' || format === 'iri' ? 'url' : 'text';
}

/** Enter sends, as in any one-line field; Shift+Enter begins a second line, and from then on Enter does. */
function submitOnEnter(event: KeyboardEvent<HTMLTextAreaElement>): void {
  const { key, shiftKey, ctrlKey, metaKey, currentTarget, nativeEvent } = event;
  if (key !== 'Enter' || shiftKey || ctrlKey || metaKey || nativeEvent.isComposing) return;
  if (currentTarget.value.includes('\n')) return;
  event.preventDefault();
  currentTarget.form?.requestSubmit();
}
