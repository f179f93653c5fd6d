import { expect, test } from 'vitest';
import { entryCommands, persistentPath, readEntry, typedArguments, windowlessProgram } from './entries.ts';

const script = '/opt/app.asar/dist/main/electron.js';
const packaged = { execPath: '/opt/tierscope', isPackaged: true, script };

test('what is started as an entry reads itself as that entry, packaged or not, on every system', () => {
  for (const platform of ['linux', 'darwin', 'win32'] as const) {
    for (const isPackaged of [true, false]) {
      const { lab, reaper } = entryCommands({ ...packaged, platform, isPackaged });
      for (const [name, { command, args }] of Object.entries({ lab, reaper })) {
        const typed = typedArguments([command, ...args, '+mark', '--no-sandbox'], script);
        expect(readEntry(typed)).toEqual({ kind: 'entry', name, args: ['+mark', '--no-sandbox'] });
      }
    }
  }
});

test('what a user types is no entry, unless it says so first', () => {
  expect(readEntry([])).toBeUndefined();
  expect(readEntry(['lab'])).toBeUndefined();
  expect(readEntry(['tap', '--', '--tierscope-entry=lab'])).toBeUndefined();
  expect(readEntry(['--tierscope-entry=__proto__'])).toEqual({ kind: 'unknown-entry', name: '__proto__' });
});

test('only on Linux has Chromium helpers to leave out', () => {
  expect(windowlessProgram({ ...packaged, platform: 'linux' })).toEqual([
    '/opt/tierscope',
    '--no-sandbox',
    '--no-zygote',
  ]);
  expect(windowlessProgram({ ...packaged, platform: 'win32' })).toEqual(['/opt/tierscope']);
  expect(windowlessProgram({ ...packaged, platform: 'darwin', isPackaged: false })).toEqual([
    '/opt/tierscope',
    script,
  ]);
});

test('an AppImage is started by its own file, and not by the folder that it is mounted in for one run', () => {
  const mounted = { APPIMAGE: '/home/ada/Tierscope.AppImage', APPDIR: '/tmp/.mount_TierscX1' };
  expect(persistentPath('/tmp/.mount_TierscX1/tierscope', mounted)).toBe('/home/ada/Tierscope.AppImage');
  // Another AppImage has started this program.
  expect(persistentPath('/opt/tierscope', mounted)).toBe('/opt/tierscope');
  expect(persistentPath('/tmp/.mount_TierscX12/tierscope', mounted)).toBe('/tmp/.mount_TierscX12/tierscope');
  expect(persistentPath('/opt/tierscope', {})).toBe('/opt/tierscope');
  expect(persistentPath('/opt/tierscope', { APPIMAGE: '/home/ada/Tierscope.AppImage' })).toBe(
    '/opt/tierscope',
  );
});
