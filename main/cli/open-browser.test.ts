import { expect, test, vi } from 'vitest';
import { openBrowser } from './open-browser.ts';

const node = (script: string, isOwnWindow: boolean) => ({
  command: process.execPath,
  args: ['-e', script],
  isOwnWindow,
});

test('the next way is tried where one does not start, and the closing of the own window is told', async () => {
  const onNone = vi.fn();
  await new Promise<void>((onClosed) => {
    const missing = { command: '/nowhere/chromium', args: [], isOwnWindow: true };
    openBrowser({ plans: () => [missing, node('process.exit(1)', true), node('', true)], onClosed, onNone });
  });
  expect(onNone).not.toHaveBeenCalled();
});

test('that no way works is told', async () => {
  await new Promise<void>((onNone) => {
    openBrowser({
      plans: () => [{ command: '/nowhere/xdg-open', args: [], isOwnWindow: false }],
      onClosed: () => expect.fail('nothing was open'),
      onNone,
    });
  });
});
