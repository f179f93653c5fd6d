import { type ComponentProps, useId } from 'react';
import styles from './button.module.css';
import { useScreenServices } from './screen-services.ts';

/**
 * `primary` is the one thing to do here, `danger` the same if it may destroy something; `quiet` has no edge until it is
 * pointed at; `pill` is one of several toggles; `link` stands in a line of text; `row` is a line of a list; `bare` leaves
 * the look to its class.
 */
type Look = 'plain' | 'primary' | 'danger' | 'quiet' | 'icon' | 'pill' | 'link' | 'row' | 'bare';

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

type Props = Omit<ButtonProps, 'disabled' | 'title'> & {
  /** Why it can do nothing now, as a sentence; empty if it can. */
  readonly reason: string;
  /** What it does, for the pointer that rests on it. */
  readonly hint: string;
};

/** A button that keeps the focus while it can do nothing, and then says why. */
export function ReasonedButton({ reason, hint, onClick, ...rest }: Props) {
  const id = useId();
  const { notify } = useScreenServices();
  if (reason === '') return <Button {...rest} title={hint} onClick={onClick} />;
  return (
    <>
      <Button
        {...rest}
        aria-disabled="true"
        aria-describedby={id}
        title={reason}
        onClick={() => notify({ level: 'info', text: reason })}
      />
      <span id={id} hidden>
        {reason}
      </span>
    </>
  );
}
