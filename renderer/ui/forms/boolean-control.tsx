import styles from './form.module.css';
import type { ControlProps } from './form-context.ts';

/** A box of three states: true, false, and left out. */
export function BooleanControl({ id, describedBy, field }: ControlProps) {
  const words = field.value === undefined ? 'not set' : String(field.value);
  return (
    <span className={styles.box}>
      <input
        id={id}
        type="checkbox"
        aria-describedby={describedBy}
        disabled={field.disabled}
        checked={field.value === true}
        ref={(box) => {
          if (box !== null) box.indeterminate = field.value === undefined;
        }}
        onChange={(event) => field.set(field.value === undefined ? true : event.target.checked)}
      />
      <span aria-hidden="true">{words}</span>
    </span>
  );
}
