import { useId, useState } from 'react';
import type { SchemaWarning } from '../../../app/base/schema/schema-walk.ts';
import jsonBoxStyles from '../controls/arguments-editor.module.css';
import styles from './form.module.css';
import type { ControlProps } from './form-context.ts';
import { sameJson } from './form-value.ts';
import { jsonFaultText } from './json-fault.ts';

/** Any value as JSON: for shapes without their own field, and values of a wrong type. */
export function JsonControl({ id, describedBy, field }: Omit<ControlProps, 'part'>) {
  const { text, hold } = useWrittenText(field.value, (value) =>
    value === undefined ? '' : JSON.stringify(value, null, 2),
  );
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

/** The text of a value with several spellings, such as `1.0`: keeps the typed text while it means the value. */
export function useWrittenText(value: unknown, write: (value: unknown) => string) {
  const [held, setHeld] = useState<{ readonly text: string; readonly value: unknown }>();
  const text = held !== undefined && sameJson(held.value, value) ? held.text : write(value);
  /** Keeps `text` as long as the value is `stands`. */
  const hold = (typed: string, stands: unknown) => setHeld({ text: typed, value: stands });
  return { text, hold };
}

type Props = {
  readonly label: string;
  readonly text: string;
  /** Why the text is invalid, in one sentence; empty if it is valid. */
  readonly fault: string;
  readonly note?: string;
  readonly warnings?: readonly SchemaWarning[];
  readonly onChange: (text: string) => void;
};

const MAX_WARNINGS = 6;

/** JSON as text, with its syntax error or schema mismatches below. */
export function JsonBox({ label, text, fault, note = '', warnings = [], onChange }: Props) {
  const id = useId();
  return (
    <div>
      <textarea
        aria-label={label}
        className={jsonBoxStyles.arguments}
        spellCheck={false}
        rows={Math.min(14, Math.max(4, text.split('\n').length))}
        aria-invalid={fault !== ''}
        aria-describedby={id}
        value={text}
        onChange={({ target }) => onChange(target.value)}
      />
      <div id={id} role="status" className={jsonBoxStyles.check}>
        {fault !== '' && <p className={jsonBoxStyles.fault}>{fault}</p>}
        {note !== '' && <p>{note}</p>}
        {fault === '' && warnings.length > 0 && (
          <ul className={jsonBoxStyles.warnings} aria-label="Does not fit the schema">
            {warnings.slice(0, MAX_WARNINGS).map(({ path, message }) => (
              <li key={`${path} ${message}`}>
                {path !== '' && <code>{path}</code>} {message}
              </li>
            ))}
          </ul>
        )}
      </div>
    </div>
  );
}
