import type { MenuItemConstructorOptions } from 'electron';

/** The menu bar: only the system's standard entries; the page has its own menus for everything else. */
export function appMenu(platform: NodeJS.Platform): MenuItemConstructorOptions[] {
  const app: MenuItemConstructorOptions[] = platform === 'darwin' ? [{ role: 'appMenu' }] : [];
  return [...app, { role: 'fileMenu' }, { role: 'editMenu' }, { role: 'viewMenu' }, { role: 'windowMenu' }];
}
