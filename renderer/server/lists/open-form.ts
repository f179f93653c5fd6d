import { flushSync } from 'react-dom';
import { giveFocusSoon } from '../../state/screen/focus-targets.ts';
import { setSidebarOpen } from '../../state/screen/screen-actions.ts';
import { chooseOn, type SidebarTab } from '../../state/server/sidebar-store.ts';

/** Opens the form of something on a page of the sidebar, and puts the caret there. */
export function openForm(tab: SidebarTab, session: string, name: string): void {
  // The form that was there before must be gone.
  flushSync(() => {
    chooseOn(tab, session, name);
    setSidebarOpen(true);
  });
  giveFocusSoon('form');
}
