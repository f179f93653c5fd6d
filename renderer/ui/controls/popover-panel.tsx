import { Popover } from '@base-ui/react/popover';
import type { ReactNode } from 'react';
import styles from './popover-panel.module.css';

type Props = {
  readonly title: string;
  /** Which edge of the trigger the panel keeps to. */
  readonly align?: 'start' | 'end';
  /** Gives the panel its width. */
  readonly className: string | undefined;
  readonly children: ReactNode;
};

/** What a popover's trigger opens below itself: a panel under a title. */
export function PopoverPanel({ title, align = 'start', className = '', children }: Props) {
  return (
    <Popover.Portal>
      <Popover.Positioner side="bottom" align={align} sideOffset={6} className={styles.positioner}>
        <Popover.Popup className={`${styles.popup} ${className}`}>
          <Popover.Title className={styles.title}>{title}</Popover.Title>
          {children}
        </Popover.Popup>
      </Popover.Positioner>
    </Popover.Portal>
  );
}
