import { ContextMenu } from '@base-ui/react/context-menu';
import { Menu } from '@base-ui/react/menu';
import { Popover } from '@base-ui/react/popover';
import type { KeyboardEvent, ReactElement, ReactNode } from 'react';
import { FaultBoundary } from './fault-boundary.tsx';
import styles from './menu.module.css';
import popoverPanelStyles from './popover-panel.module.css';

type MenuPanelProps = Pick<
  Menu.Positioner.Props,
  'side' | 'align' | 'sideOffset' | 'alignOffset' | 'anchor'
> & {
  readonly className?: string | undefined;
  readonly finalFocus?: Menu.Popup.Props['finalFocus'];
  readonly children: ReactNode;
};

/** Menus stand in the main landmark, for assistive technology; one of a dialog or of a menu stands with that. */
const PLACE = {
  get current() {
    return document.querySelector('[role="dialog"], [role="menu"]') ? null : document.querySelector('main');
  },
};

export function MenuPanel({ className = '', finalFocus, children, ...place }: MenuPanelProps) {
  return (
    <Menu.Portal container={PLACE}>
      <Menu.Positioner align="end" sideOffset={2} {...place} className={styles.positioner}>
        <Menu.Popup className={`${styles.popup} ${className}`} finalFocus={finalFocus}>
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

/** A toggle, with a tick while it is on. */
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
  readonly align?: 'start' | 'end';
  readonly className: string | undefined;
  readonly children: ReactNode;
};

/** The panel with a title that a popover's trigger opens below itself. */
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

type ContextMenuOfProps = {
  readonly trigger: ReactElement;
  readonly onOpenChange?: (open: boolean) => void;
  /** `MenuItem`, `MenuLine` and `Submenu`; rendered only while the menu is open. */
  readonly children: ReactNode;
};

/** The context menu of an element: right click, long press or menu key. */
export function ContextMenuOf({ trigger, onOpenChange, children }: ContextMenuOfProps) {
  return (
    <ContextMenu.Root onOpenChange={onOpenChange}>
      <ContextMenu.Trigger render={trigger} />
      <MenuPanel align="start" sideOffset={-5} alignOffset={2}>
        {children}
      </MenuPanel>
    </ContextMenu.Root>
  );
}

type SubmenuProps = { readonly label: string; readonly disabled?: boolean; readonly children: ReactNode };

export function Submenu({ label, disabled = false, children }: SubmenuProps) {
  return (
    <Menu.SubmenuRoot>
      <Menu.SubmenuTrigger className={styles.item} disabled={disabled}>
        {label}
        <span aria-hidden="true">›</span>
      </Menu.SubmenuTrigger>
      <MenuPanel align="start" sideOffset={-2} alignOffset={-4}>
        {children}
      </MenuPanel>
    </Menu.SubmenuRoot>
  );
}

/** Opens the menu of an unfocused `element` on the menu key or Shift+F10; true if the key was one of them. */
export function contextMenuByKey(event: KeyboardEvent, element: Element | null): boolean {
  const isMenuKey = event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey);
  if (!isMenuKey || element === null) return false;
  event.preventDefault();
  const { left, bottom } = element.getBoundingClientRect();
  const place = { clientX: left + 24, clientY: bottom - 2 };
  element.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true, ...place }));
  return true;
}
