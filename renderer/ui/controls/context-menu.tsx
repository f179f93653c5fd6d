import { ContextMenu } from '@base-ui/react/context-menu';
import { Menu } from '@base-ui/react/menu';
import type { KeyboardEvent, ReactElement, ReactNode } from 'react';
import { FaultBoundary } from './fault-boundary.tsx';
import styles from './menu.module.css';

type ContextMenuOfProps = {
  /** The element whose menu it is. */
  readonly trigger: ReactElement;
  /** Called when the menu opens or closes, before it is drawn. */
  readonly onOpenChange?: (open: boolean) => void;
  /** `MenuItem`, `MenuLine` and `Submenu`; they are drawn only while the menu is open. */
  readonly children: ReactNode;
};

/** What the second mouse button, a long press or the menu key opens on an element. */
export function ContextMenuOf({ trigger, onOpenChange, children }: ContextMenuOfProps) {
  return (
    <ContextMenu.Root onOpenChange={onOpenChange}>
      <ContextMenu.Trigger render={trigger} />
      <ContextMenu.Portal>
        <ContextMenu.Positioner className={styles.positioner}>
          <ContextMenu.Popup className={styles.popup}>
            <FaultBoundary part="menu">{children}</FaultBoundary>
          </ContextMenu.Popup>
        </ContextMenu.Positioner>
      </ContextMenu.Portal>
    </ContextMenu.Root>
  );
}

type SubmenuProps = { readonly label: string; readonly disabled?: boolean; readonly children: ReactNode };

/** An item of a menu that opens further items beside itself. */
export function Submenu({ label, disabled = false, children }: SubmenuProps) {
  return (
    <Menu.SubmenuRoot>
      <Menu.SubmenuTrigger className={styles.item} disabled={disabled}>
        {label}
        <span aria-hidden="true">›</span>
      </Menu.SubmenuTrigger>
      <Menu.Portal>
        <Menu.Positioner className={styles.positioner} sideOffset={-2} alignOffset={-4}>
          <Menu.Popup className={styles.popup}>
            <FaultBoundary part="menu">{children}</FaultBoundary>
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.SubmenuRoot>
  );
}

/**
 * Opens the context menu around `element` for the menu key or Shift+F10, at the element's start; true if the press was
 * one of them. For lists whose focus stays on the list: the browser would open the menu somewhere in its middle.
 */
export function contextMenuByKey(event: KeyboardEvent, element: Element | null): boolean {
  const isMenuKey = event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey);
  if (!isMenuKey || element === null) return false;
  event.preventDefault();
  const { left, bottom } = element.getBoundingClientRect();
  const place = { clientX: left + 24, clientY: bottom - 2 };
  element.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true, ...place }));
  return true;
}
