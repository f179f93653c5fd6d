import { Dialog } from '@base-ui/react/dialog';
import { type ComponentProps, Fragment, type ReactNode, type RefObject, useId, useRef } from 'react';
import { type Tier, whoSees } from '../../app/frame/tier.ts';
import styles from './controls/button.module.css';
import dialogShellStyles from './controls/dialog-shell.module.css';
import { useScreenServices } from './controls/screen-services.ts';
import segmentsStyles from './controls/segments.module.css';
import tierMarkStyles from './controls/tier-mark.module.css';
import parts from './style/kit.module.css';
import surfaces from './style/surface.module.css';

/** The shared classes of the screen: layout, text and surfaces. */
export const kit = { ...parts, ...surfaces };

/**
 * `primary` is the main action, `danger` a destructive one; `quiet` has no border until hovered; `pill` is one of
 * several toggles; `link` is for a line of text; `row` is a line of a list; `bare` is styled by its class.
 */
type Look = 'plain' | 'primary' | 'danger' | 'quiet' | 'icon' | 'pill' | 'link' | 'row' | 'bare';

type ButtonProps = ComponentProps<'button'> & {
  readonly look?: Look;
  readonly size?: 'small' | 'tiny' | undefined;
};

const EDGELESS: ReadonlySet<Look> = new Set(['link', 'row', 'bare']);

/** The only button component of the screen, in one of its looks. */
export function Button({ look = 'plain', size, className, ...rest }: ButtonProps) {
  const boxed = EDGELESS.has(look) ? undefined : styles.boxed;
  const names = [boxed, styles[look], size && styles[size], className].filter((name) => name !== undefined);
  return <button type="button" {...rest} className={names.join(' ')} />;
}

type IconButtonProps = ButtonProps & {
  readonly name: string;
  /** The lines of the icon; a cross by default. */
  readonly path?: string;
};

export function IconButton({ name, path, ...rest }: IconButtonProps) {
  return (
    <Button {...rest} look="icon" aria-label={name}>
      {path === undefined ? <CrossMark /> : <Glyph path={path} />}
    </Button>
  );
}

type ReasonedButtonProps = Omit<ButtonProps, 'disabled' | 'title'> & {
  /** Why it is disabled, as a sentence; empty if it is not. */
  readonly reason: string;
  readonly hint: string;
};

/** A button that stays focusable while disabled, and then says why. */
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

/** The cross for closing, dismissing or removing; the control around it says which. */
export function CrossMark() {
  return (
    <svg aria-hidden="true" width="9" height="9" viewBox="0 0 8 8" stroke="currentColor" strokeWidth="1.2">
      <path d="M1 1l6 6M7 1 1 7" strokeLinecap="round" />
    </svg>
  );
}

type CardProps = {
  readonly title: string;
  readonly aside?: ReactNode;
  readonly children: ReactNode;
};

export function Card({ title, aside, children }: CardProps) {
  const id = useId();
  return (
    <section className={kit.card} aria-labelledby={id}>
      <h3 id={id}>
        {title}
        {aside !== undefined && <small> {aside}</small>}
      </h3>
      {children}
    </section>
  );
}

type FactsProps = {
  /** Names and their texts; empty ones are left out. */
  readonly facts: readonly (readonly [name: string, text: ReactNode])[];
  readonly className?: string;
};

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
  /** The accessible name; without it, the box is not a group. */
  readonly label?: string;
  readonly children: ReactNode;
};

/** A scrolling box that is focusable, so that arrow keys can scroll it. */
export function ScrollBox({ className, label, children }: ScrollBoxProps) {
  const named = label === undefined ? {} : { role: 'group', 'aria-label': label };
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <div className={className} tabIndex={0} {...named}>
      {children}
    </div>
  );
}

type DialogShellProps = {
  readonly title: string;
  /** Only for assistive technology, if the content already shows it. */
  readonly titleHidden?: boolean;
  readonly width?: number;
  /** The initial focus; by default the first control of the content. */
  readonly initialFocus?: RefObject<HTMLElement | null>;
  readonly children: ReactNode;
};

/** A modal dialog: Escape and a click outside close it, and the focus returns to where it was. */
export function DialogShell({ title, titleHidden, width = 560, initialFocus, children }: DialogShellProps) {
  const popup = useRef<HTMLDivElement>(null);
  const { closeDialog } = useScreenServices();
  return (
    <Dialog.Root open onOpenChange={(open) => (open ? undefined : closeDialog())}>
      <Dialog.Portal>
        <Dialog.Backdrop className={dialogShellStyles.backdrop} />
        <Dialog.Popup
          ref={popup}
          className={dialogShellStyles.popup}
          style={{ maxWidth: width }}
          initialFocus={() => {
            // Base UI would set it a frame later, and not at all if the content has been replaced by then.
            if (popup.current !== null) focusFirst(popup.current, initialFocus?.current);
            return false;
          }}
        >
          <div className={titleHidden === true ? dialogShellStyles.unseen : dialogShellStyles.head}>
            <Dialog.Title className={dialogShellStyles.title}>{title}</Dialog.Title>
            <Dialog.Close render={<Button look="icon" aria-label="Close" />}>
              <CrossMark />
            </Dialog.Close>
          </div>
          {children}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/** Focuses the first control. One that loads later takes the focus from the foot, unless the user was faster. */
function focusFirst(popup: HTMLElement, wanted: HTMLElement | null | undefined): void {
  const given = wanted ?? firstControl(popup) ?? popup;
  // A ring around all of the content would point at nothing.
  given.focus(given.matches('[tabindex]') ? { focusVisible: false } : {});
  if (wanted || (given !== popup && given.closest(`.${kit.foot}`.replaceAll(' ', '.')) === null)) return;
  const watch = new MutationObserver(() => {
    if (document.activeElement === given) (firstControl(popup) ?? given).focus();
    else watch.disconnect();
  });
  watch.observe(popup, { childList: true, subtree: true });
}

const CONTROLS = 'input, select, textarea, button, summary, [tabindex="0"]';

/** The first control below the header: a dialog is opened for its content, not to be closed. */
function firstControl(popup: HTMLElement | null): HTMLElement | null {
  const controls = [
    ...(popup?.querySelectorAll<HTMLElement>(`:scope > :not(:first-child) :is(${CONTROLS})`) ?? []),
  ];
  const own = popup?.querySelector<HTMLElement>(`:scope > [tabindex="0"]`);
  return own ?? controls.find((one) => !one.matches(':disabled, [type="radio"]:not(:checked)')) ?? null;
}

type TierMarkProps = {
  readonly tier: Tier;
  /** In pixels; 12 in a row, larger in a heading. */
  readonly size?: number;
  /** Adds an accessible name, for a mark without a label. */
  readonly named?: boolean;
};

/** The shape of a tier: triangle, octagon, clock, cut line. An ok result has none. */
export function TierMark({ tier, size = 12, named = false }: TierMarkProps) {
  if (tier === 'ok') return null;
  const drawing = (
    <svg
      aria-hidden="true"
      className={tierMarkStyles.mark}
      data-mark={tier}
      width={size}
      height={size}
      viewBox="0 0 12 12"
    >
      <MarkPaths tier={tier} />
    </svg>
  );
  if (!named) return drawing;
  return (
    <span role="img" aria-label={`${tier} error`} title={whoSees(tier)}>
      {drawing}
    </span>
  );
}

function MarkPaths({ tier }: { readonly tier: Exclude<Tier, 'ok'> }) {
  switch (tier) {
    case 'tool':
      return (
        <>
          <path d="M6 1.1 11.3 10.6H.7z" fill="currentColor" stroke="currentColor" strokeLinejoin="round" />
          <path
            className={tierMarkStyles.cut}
            d="M6 4.4v3M6 8.9v.2"
            strokeWidth="1.4"
            strokeLinecap="round"
          />
        </>
      );
    case 'protocol':
      return (
        <>
          <path d="M3.8.7h4.4l3.1 3.1v4.4l-3.1 3.1H3.8L.7 8.2V3.8z" fill="currentColor" />
          <path className={tierMarkStyles.cut} d="M3.5 6h5" strokeWidth="1.7" strokeLinecap="round" />
        </>
      );
    case 'client':
      return (
        <g fill="none" stroke="currentColor" strokeWidth="1.5" strokeLinecap="round" strokeLinejoin="round">
          <circle cx="6" cy="6" r="5" />
          <path d="M6 3.2V6l2 1.4" />
        </g>
      );
    case 'transport':
      return (
        <g fill="none" stroke="currentColor" strokeWidth="1.7" strokeLinecap="round">
          <path d="M.9 6h2.6M8.5 6h2.6M4.1 9.2l1.2-2.6M6.7 5.4l1.2-2.6" />
        </g>
      );
  }
}

type Props<Value extends string> = {
  readonly label: string;
  readonly options: readonly (readonly [value: Value, text: string])[];
  readonly value: Value;
  readonly onChange: (value: Value) => void;
};

/** Switches between two or more views of one thing. */
export function Segments<Value extends string>({ label, options, value, onChange }: Props<Value>) {
  return (
    <fieldset className={segmentsStyles.segments} aria-label={label}>
      {options.map(([option, text]) => (
        <Button
          key={option}
          size="tiny"
          look="quiet"
          aria-pressed={option === value}
          onClick={() => onChange(option)}
        >
          {text}
        </Button>
      ))}
    </fieldset>
  );
}

type PartChoiceProps<Part extends string> = {
  readonly legend: string;
  /** The name of the radio buttons, unique in the document. */
  readonly name: string;
  /** Each part with its title, its size, and whether it can be selected. */
  readonly parts: readonly (readonly [part: Part, title: string, hint: string, possible: boolean])[];
  readonly chosen: Part;
  readonly choose: (part: Part) => void;
};

/** Selects the part of a session to use. */
export function PartChoice<Part extends string>({
  legend,
  name,
  parts,
  chosen,
  choose,
}: PartChoiceProps<Part>) {
  return (
    <fieldset className={segmentsStyles.parts}>
      <legend>{legend}</legend>
      {parts.map(([part, title, hint, possible]) => (
        <label key={part} data-off={!possible}>
          <input
            type="radio"
            name={name}
            checked={chosen === part}
            disabled={!possible}
            onChange={() => choose(part)}
          />
          {title} <span>{hint}</span>
        </label>
      ))}
    </fieldset>
  );
}
