import styles from './form.module.css';
import type { ControlProps } from './form-context.ts';
import { jsonFaultText } from './json-fault.ts';
import { useWrittenText } from './use-written-text.ts';

/** Any value as JSON: for shapes that have no field of their own, and values of a wrong type. */
export function JsonControl({ id, describedBy, field }: Omit<ControlProps, 'part'>) {
  const { text, hold } = useWrittenText(field.value, written);
  const fault = text.trim() === '' ? '' : jsonFaultText(text);
  const change = (typed: string) => {
    const isEmpty = typed.trim() === '';
    if (!isEmpty && jsonFaultText(typed) !== '') return hold(typed, field.value);
    const next: unknown = isEmpty ? undefined : JSON.parse(typed);
    hold(typed, next);
    if (next === undefined) field.unset();
    else field.set(next);
  };
  return (
    <>
      <textarea
        id={id}
        rows={1}
        className={styles.control}
        spellCheck={false}
        aria-describedby={`${describedBy} ${id}-fault`}
        aria-invalid={fault !== ''}
        disabled={field.disabled}
        placeholder="not set · any JSON"
        value={text}
        onChange={(event) => change(event.target.value)}
      />
      <p id={`${id}-fault`} role="status" className={styles.fault}>
        {fault === '' ? '' : `${fault}. The value before it stays.`}
      </p>
    </>
  );
}

function written(value: unknown): string {
  return value === undefined ? '' : JSON.stringify(value, null, 2);
}
