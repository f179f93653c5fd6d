import { type ComponentProps, Fragment, type ReactNode, useId } from 'react';
import styles from './controls/button.module.css';
import { useScreenServices } from './controls/screen-services.ts';
import parts from './style/kit.module.css';
import surfaces from './style/surface.module.css';

/** The classes that the screen is made of: layout, texts and surfaces. */
export const kit = { ...parts, ...surfaces };

/**
 * `primary` is the one thing to do here, `danger` the same if it may destroy something; `quiet` has no edge until it is
 * pointed at; `pill` is one of several toggles; `link` stands in a line of text; `row` is a line of a list; `bare` leaves
 * the look to its class.
 */
type Look = 'plain' | 'primary' | 'danger' | 'quiet' | 'icon' | 'pill' | 'link' | 'row' | 'bare';

type ButtonProps = ComponentProps<'button'> & {
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

type ReasonedButtonProps = Omit<ButtonProps, 'disabled' | 'title'> & {
  /** Why it can do nothing now, as a sentence; empty if it can. */
  readonly reason: string;
  /** What it does, for the pointer that rests on it. */
  readonly hint: string;
};

/** A button that keeps the focus while it can do nothing, and then says why. */
export function ReasonedButton({ reason, hint, onClick, ...rest }: ReasonedButtonProps) {
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

/** The icon of a button, which has the accessible name. */
export function Glyph({ path, width = 1.3 }: { readonly path: string; readonly width?: number }) {
  return (
    <svg
      aria-hidden="true"
      width="14"
      height="14"
      viewBox="0 0 14 14"
      fill="none"
      stroke="currentColor"
      strokeWidth={width}
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d={path} />
    </svg>
  );
}

/** The cross of what closes, dismisses or removes; the control around it says which. */
export function CrossMark() {
  return (
    <svg aria-hidden="true" width="9" height="9" viewBox="0 0 8 8" stroke="currentColor" strokeWidth="1.2">
      <path d="M1 1l6 6M7 1 1 7" strokeLinecap="round" />
    </svg>
  );
}

type CardProps = {
  readonly title?: string | undefined;
  /** A short text beside the title. */
  readonly aside?: ReactNode;
  readonly children: ReactNode;
};

/** A titled box of the inspector's pages. */
export function Card({ title, aside, children }: CardProps) {
  const id = useId();
  return (
    <section className={kit.card} aria-labelledby={title === undefined ? undefined : id}>
      {title !== undefined && (
        <h3 id={id}>
          {title}
          {aside !== undefined && <small> {aside}</small>}
        </h3>
      )}
      {children}
    </section>
  );
}

type FactsProps = {
  /** Names and what they say; one that says nothing is left out. */
  readonly facts: readonly (readonly [name: string, text: ReactNode])[];
  readonly className?: string;
};

/** Facts below each other, in two columns. */
export function Facts({ facts, className = '' }: FactsProps) {
  return (
    <dl className={`${kit.facts} ${className}`}>
      {facts.map(([name, text]) =>
        text === '' || text === undefined || text === false ? null : (
          <Fragment key={name}>
            <dt>{name}</dt>
            <dd>{text}</dd>
          </Fragment>
        ),
      )}
    </dl>
  );
}

type ScrollBoxProps = {
  readonly className: string | undefined;
  /** The accessible name; without it, the box is no group of its own. */
  readonly label?: string;
  readonly children: ReactNode;
};

/** A box that scrolls by itself, and so takes the focus: arrow keys must be able to scroll it. */
export function ScrollBox({ className, label, children }: ScrollBoxProps) {
  const named = label === undefined ? {} : { role: 'group', 'aria-label': label };
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <div className={className} tabIndex={0} {...named}>
      {children}
    </div>
  );
}
