import { type ReactNode, useId } from 'react';
import { Fault } from './fault.tsx';
import styles from './field.module.css';

export type FieldProps = {
  readonly label: string;
  /** A short text beside the label. */
  readonly hint?: ReactNode;
  /** Why the value cannot be used, in one sentence. */
  readonly fault?: string | undefined;
  readonly children: (wiring: FieldWiring) => ReactNode;
};

/** What the control inside must carry. */
type FieldWiring = {
  readonly id: string;
  readonly className: string | undefined;
  readonly 'aria-invalid': boolean;
  readonly 'aria-describedby': string | undefined;
  readonly spellCheck: false;
  readonly autoComplete: 'off';
};

/** A labelled control with its hint and what is wrong with it. */
export function Field({ label, hint, fault = '', children }: FieldProps) {
  const id = useId();
  const wiring: FieldWiring = {
    id,
    className: styles.control,
    'aria-invalid': fault !== '',
    'aria-describedby': fault === '' ? undefined : `${id}-fault`,
    spellCheck: false,
    autoComplete: 'off',
  };
  return (
    <div className={styles.field}>
      <div className={styles.head}>
        <label htmlFor={id}>{label}</label>
        {hint === undefined ? null : <span className={styles.hint}>{hint}</span>}
      </div>
      {children(wiring)}
      <Fault id={`${id}-fault`} text={fault} />
    </div>
  );
}
