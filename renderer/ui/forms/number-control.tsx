import styles from './form.module.css';
import type { ControlProps } from './form-context.ts';
import { readNumberText } from './number-text.ts';
import { useWrittenText } from './use-written-text.ts';

/** A number as text, so that one that is no number can be sent too. */
export function NumberControl({ id, describedBy, part, field }: ControlProps) {
  const { text, hold } = useWrittenText(field.value, (value) => (value === undefined ? '' : String(value)));
  const change = (typed: string) => {
    const next = readNumberText(typed);
    hold(typed, next);
    if (next === undefined) field.unset();
    else field.set(next);
  };
  return (
    <input
      id={id}
      aria-describedby={describedBy}
      className={styles.control}
      inputMode={part.kind === 'number' && part.integer ? 'numeric' : 'decimal'}
      autoComplete="off"
      placeholder="not set"
      disabled={field.disabled}
      value={text}
      onChange={(event) => change(event.target.value)}
    />
  );
}
