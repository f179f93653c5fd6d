import { Dialog } from '@base-ui/react/dialog';
import { type ReactNode, type RefObject, useRef } from 'react';
import { Button, CrossMark } from '../kit.tsx';
import styles from './dialog-shell.module.css';
import { useScreenServices } from './screen-services.ts';

type DialogShellProps = {
  readonly title: string;
  /** For assistive technology only, if the content shows it already. */
  readonly titleHidden?: boolean;
  readonly width?: number;
  /** What has the focus first; left out for the first control of the content. */
  readonly initialFocus?: RefObject<HTMLElement | null>;
  readonly children: ReactNode;
};

/** A modal dialog: Escape and a click beside it close it, the focus goes back to where it was. */
export function DialogShell({ title, titleHidden, width = 560, initialFocus, children }: DialogShellProps) {
  const popup = useRef<HTMLDivElement>(null);
  const { closeDialog } = useScreenServices();
  return (
    <Dialog.Root open onOpenChange={(open) => (open ? undefined : closeDialog())}>
      <Dialog.Portal>
        <Dialog.Backdrop className={styles.backdrop} />
        <Dialog.Popup
          ref={popup}
          className={styles.popup}
          style={{ maxWidth: width }}
          initialFocus={() => {
            // Base UI would give it a frame later, and to nobody if the content has been replaced by then.
            (initialFocus?.current ?? firstControl(popup.current) ?? popup.current)?.focus();
            return false;
          }}
        >
          <div className={titleHidden === true ? styles.unseen : styles.head}>
            <Dialog.Title className={styles.title}>{title}</Dialog.Title>
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

const CONTROLS = 'input, select, textarea, button, summary, [tabindex="0"]';

/** The first control below the head: a dialog is opened for what is in it, not to be closed. */
function firstControl(popup: HTMLElement | null): HTMLElement | null {
  const controls = [
    ...(popup?.querySelectorAll<HTMLElement>(`:scope > :not(:first-child) :is(${CONTROLS})`) ?? []),
  ];
  const own = popup?.querySelector<HTMLElement>(`:scope > [tabindex="0"]`);
  if (own !== null && own !== undefined) return own;
  return controls.find((control) => !control.matches(':disabled, [type="radio"]:not(:checked)')) ?? null;
}
