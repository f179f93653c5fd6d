import { expect, it } from 'vitest';
import { render } from 'vitest-browser-react';
import { useScreen } from '../../state/screen/screen-store.ts';
import { showSession } from '../../state/testing/shown-session.ts';
import { EMPTY_SESSION } from '../../state/testing/stub-host.ts';
import { CenterViews } from './center-views.tsx';

it.each([
  ['problems', 'Problems: shown once'],
  ['statistics', 'Statistics: shown once'],
  ['health', 'Health: shown once'],
] as const)('%s waits for the end of a file that is being opened, and says so', async (view, text) => {
  const info = { ...EMPTY_SESSION, opening: { bytesRead: 1, bytesTotal: 2 } };
  await showSession(info, {});
  useScreen.setState({ centerViews: { s1: view } });
  const screen = await render(<CenterViews info={info} />);
  await expect.element(screen.getByRole('status')).toHaveTextContent(text);
});
