import type { ComponentProps } from 'react';
import styles from './button.module.css';

export type ButtonProps = ComponentProps<'button'> & {
  /** `primary` is the one thing to do here; `quiet` has no edge until it is pointed at. */
  readonly look?: 'plain' | 'primary' | 'quiet' | 'icon';
};

/** A button in one of the screen's looks. */
export function Button({ look = 'plain', className, ...rest }: ButtonProps) {
  const names = [styles.button, styles[look], className].filter((name) => name !== undefined).join(' ');
  return <button type="button" {...rest} className={names} />;
}
