import { useState } from 'react';
import { isDay } from '../../../app/schema/string-formats.ts';
import { Button } from '../controls/button.tsx';
import { readDateTime, readTime } from './date-time-text.ts';
import styles from './form.module.css';
import type { ControlProps } from './form-context.ts';
import { PlainText } from './plain-text.tsx';
import { ZonedPicker } from './zoned-picker.tsx';

export type PickerKind = 'date' | 'date-time' | 'time';

type Props = ControlProps & { readonly kind: PickerKind };

/**
 * A date, a time or both with a picker. A text that no picker can show stands in a text box, where a wrong one
 * can be written on purpose; a button changes between the two.
 */
export function PickerControl(props: Props) {
  const { path, field, kind } = props;
  const [asText, setAsText] = useState(false);
  const name = String(path.at(-1) ?? 'the value');
  const possible = isPickable(kind, field.value);
  const picks = possible && !asText;
  return (
    <span className={styles.pair}>
      {picks ? <Picker {...props} name={name} /> : <PlainText {...props} />}
      <Button
        aria-label={picks ? `Write ${name} as text` : `Use the picker for ${name}`}
        title={possible ? undefined : 'The picker cannot show this text'}
        disabled={field.disabled || !possible}
        onClick={() => setAsText(picks)}
      >
        {picks ? 'text' : 'picker'}
      </Button>
    </span>
  );
}

/** True where the picker shows the value whole, or nothing for none. */
export function isPickable(kind: PickerKind, value: unknown): boolean {
  if (value === undefined || value === '') return true;
  if (typeof value !== 'string') return false;
  switch (kind) {
    case 'date':
      return isDay(value) && value >= '0001';
    case 'time':
      return readTime(value) !== undefined;
    case 'date-time':
      return readDateTime(value) !== undefined;
  }
}

function Picker({ id, describedBy, field, kind, name }: Props & { readonly name: string }) {
  if (kind !== 'date')
    return <ZonedPicker id={id} describedBy={describedBy} field={field} name={name} kind={kind} />;
  return (
    <input
      id={id}
      type="date"
      className={`${styles.control} ${styles.picker}`}
      aria-describedby={describedBy}
      disabled={field.disabled}
      value={typeof field.value === 'string' ? field.value : ''}
      onChange={(event) => (event.target.value === '' ? field.unset() : field.set(event.target.value))}
    />
  );
}
