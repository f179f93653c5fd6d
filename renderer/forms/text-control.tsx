import type { KeyboardEvent } from 'react';
import styles from './form.module.css';
import { type ControlProps, useForm } from './form-context.ts';
import { SuggestControl } from './suggest-control.tsx';

const DAY = /^\d{4}-\d\d-\d\d$/;

/** A string: one line that grows with its text, or a calendar for a date. */
export function TextControl(props: ControlProps) {
  const { id, describedBy, part, field } = props;
  const { suggest } = useForm();
  const text = typeof field.value === 'string' ? field.value : '';
  const shared = { id, 'aria-describedby': describedBy, disabled: field.disabled, value: text };
  const format = part.kind === 'text' ? part.format : 'plain';
  if (suggest !== undefined && props.path.length === 1)
    return <SuggestControl {...props} suggest={suggest} />;
  // A calendar shows nothing of a text that is no date, such as one typed to be wrong.
  if (format === 'date' && (text === '' || DAY.test(text))) {
    return (
      <input
        {...shared}
        type="date"
        className={styles.control}
        onChange={(event) => (event.target.value === '' ? field.unset() : field.set(event.target.value))}
      />
    );
  }
  return (
    <textarea
      {...shared}
      rows={1}
      className={styles.control}
      spellCheck={false}
      inputMode={inputModes[format]}
      placeholder={field.value === undefined ? 'not set' : 'empty text'}
      onKeyDown={submitOnEnter}
      onChange={(event) => field.set(event.target.value)}
    />
  );
}

const inputModes = {
  plain: 'text',
  date: 'text',
  'date-time': 'text',
  email: 'email',
  uri: 'url',
} as const;

/** Enter sends, as in any one-line field; Shift+Enter begins a second line, and from then on Enter does. */
function submitOnEnter(event: KeyboardEvent<HTMLTextAreaElement>): void {
  const { key, shiftKey, ctrlKey, metaKey, currentTarget, nativeEvent } = event;
  if (key !== 'Enter' || shiftKey || ctrlKey || metaKey || nativeEvent.isComposing) return;
  if (currentTarget.value.includes('\n')) return;
  event.preventDefault();
  currentTarget.form?.requestSubmit();
}
