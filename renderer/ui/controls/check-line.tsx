import type { ComponentProps } from 'react';
import styles from './check-line.module.css';

type Props = Omit<ComponentProps<'input'>, 'onChange'> & { readonly onChange: (checked: boolean) => void };

/** A box to tick, with its label beside it; `className` and `title` belong to the whole line. */
export function CheckLine({ onChange, className = '', title, children, ...input }: Props) {
  return (
    <label className={`${styles.line} ${className}`} title={title}>
      <input {...input} type="checkbox" onChange={({ target }) => onChange(target.checked)} />
      {children}
    </label>
  );
}
