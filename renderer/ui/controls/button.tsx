import type { ComponentProps } from 'react';
import styles from './button.module.css';

/**
 * `primary` is the one thing to do here; `quiet` has no edge until it is pointed at; `pill` is one of several
 * toggles; `link` stands in a line of text; `row` is a line of a list; `bare` leaves the look to its class.
 */
type Look = 'plain' | 'primary' | 'quiet' | 'icon' | 'pill' | 'link' | 'row' | 'bare';

export type ButtonProps = ComponentProps<'button'> & {
  readonly look?: Look;
  /** How high a button with an edge is. */
  readonly size?: 'small' | 'tiny' | undefined;
};

const EDGELESS: ReadonlySet<Look> = new Set(['link', 'row', 'bare']);

/** The one button of the screen, in one of its looks. */
export function Button({ look = 'plain', size, className, ...rest }: ButtonProps) {
  const boxed = EDGELESS.has(look) ? undefined : styles.boxed;
  const names = [boxed, styles[look], size && styles[size], className].filter((name) => name !== undefined);
  return <button type="button" {...rest} className={names.join(' ')} />;
}
