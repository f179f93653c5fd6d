import { expect, test } from 'vitest';
import { appMenu } from './app-menu.ts';

test('the menu holds standard roles only, and on macOS the one of the app first', () => {
  expect(appMenu('darwin').map((entry) => entry.role)).toEqual([
    'appMenu',
    'fileMenu',
    'editMenu',
    'viewMenu',
    'windowMenu',
  ]);
  expect(appMenu('linux')[0]?.role).toBe('fileMenu');
});
