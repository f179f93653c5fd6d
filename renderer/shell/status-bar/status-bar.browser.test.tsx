import { expect, it } from 'vitest';
import { render } from 'vitest-browser-react';
import { LIVE_SESSION, showSession } from '../../state/testing/shown-session.ts';
import { EMPTY_SESSION } from '../../state/testing/stub-host.ts';
import { StatusBar } from './status-bar.tsx';

it.each([
  ['live', LIVE_SESSION, 1],
  ['file', EMPTY_SESSION, 0],
] as const)('of a %s session follows only what can grow', async (_kind, info, follows) => {
  await showSession(info);
  const screen = await render(<StatusBar />);
  await expect.element(screen.getByText('0 frames')).toBeVisible();
  expect(screen.getByRole('button', { name: 'following' }).elements().length).toBe(follows);
});
