import { Menu } from '@base-ui/react/menu';
import { Popover } from '@base-ui/react/popover';
import type { ReactNode } from 'react';
import { FaultBoundary } from './fault-boundary.tsx';
import styles from './menu.module.css';
import popoverPanelStyles from './popover-panel.module.css';

type Props = Pick<Menu.Positioner.Props, 'side' | 'align' | 'sideOffset'> & {
  /** The element that the panel is drawn in; the end of the page without one. */
  readonly container?: HTMLElement | null;
  readonly className?: string | undefined;
  readonly children: ReactNode;
};

/** What a menu's trigger opens beside itself. */
export function MenuPanel({
  container,
  align = 'end',
  sideOffset = 2,
  side,
  className = '',
  children,
}: Props) {
  return (
    <Menu.Portal container={container}>
      <Menu.Positioner className={styles.positioner} side={side} align={align} sideOffset={sideOffset}>
        <Menu.Popup className={`${styles.popup} ${className}`}>
          <FaultBoundary part="menu">{children}</FaultBoundary>
        </Menu.Popup>
      </Menu.Positioner>
    </Menu.Portal>
  );
}

type ItemProps = {
  readonly run: () => void;
  readonly keys?: string | undefined;
  readonly disabled?: boolean;
  readonly danger?: boolean;
  readonly children: ReactNode;
};

/** One thing to do, with the keys that do it too. */
export function MenuItem({ run, keys, disabled = false, danger = false, children }: ItemProps) {
  return (
    <Menu.Item className={styles.item} data-danger={danger} disabled={disabled} onClick={run}>
      {children}
      {keys !== undefined && <kbd>{keys}</kbd>}
    </Menu.Item>
  );
}

type TickItemProps = {
  readonly run: () => void;
  readonly ticked: boolean;
  readonly children: ReactNode;
};

/** Something that is on or off, with a tick while it is on. */
export function TickItem({ run, ticked, children }: TickItemProps) {
  return (
    <Menu.CheckboxItem
      className={styles.item}
      data-tick=""
      checked={ticked}
      closeOnClick
      onCheckedChange={run}
    >
      <span aria-hidden="true" className={styles.tick}>
        {ticked ? '✓' : ''}
      </span>
      {children}
    </Menu.CheckboxItem>
  );
}

export function MenuLine() {
  return <Menu.Separator className={styles.line} />;
}

type PopoverPanelProps = {
  readonly title: string;
  /** Which edge of the trigger the panel keeps to. */
  readonly align?: 'start' | 'end';
  /** Gives the panel its width. */
  readonly className: string | undefined;
  readonly children: ReactNode;
};

/** What a popover's trigger opens below itself: a panel under a title. */
export function PopoverPanel({ title, align = 'start', className = '', children }: PopoverPanelProps) {
  return (
    <Popover.Portal>
      <Popover.Positioner
        side="bottom"
        align={align}
        sideOffset={6}
        className={popoverPanelStyles.positioner}
      >
        <Popover.Popup className={`${popoverPanelStyles.popup} ${className}`}>
          <Popover.Title className={popoverPanelStyles.title}>{title}</Popover.Title>
          <FaultBoundary part="panel">{children}</FaultBoundary>
        </Popover.Popup>
      </Popover.Positioner>
    </Popover.Portal>
  );
}
