import { expect, it, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { notify, useNotices } from '../../state/screen/screen-store.ts';
import { axeViolations } from '../../ui/testing/axe-violations.ts';
import { Notices } from './notices.tsx';

it('says an error as an alert, anything else as a status, until it is dismissed', async () => {
  const screen = await render(<Notices />);
  notify({ level: 'error', text: 'The file cannot be read.' });
  notify({ level: 'info', text: 'Saved.' });
  await expect.element(screen.getByRole('alert')).toHaveTextContent('The file cannot be read.');
  await expect.element(screen.getByRole('status')).toHaveTextContent('Saved.');
  expect(await axeViolations(screen.container)).toEqual([]);
  await screen.getByRole('alert').getByRole('button', { name: 'Dismiss' }).click();
  await expect.element(screen.getByRole('alert')).not.toBeInTheDocument();
  await expect.element(screen.getByRole('status')).toBeVisible();
});

it('keeps one notice of a topic, and is done with it when its action is taken', async () => {
  useNotices.setState({ notices: [] });
  const run = vi.fn();
  const screen = await render(<Notices />);
  notify({ level: 'info', text: 'Copied.', topic: 'copy' });
  notify({ level: 'info', text: 'Copied again.', topic: 'copy', action: { label: 'copy as is', run } });
  await expect.element(screen.getByRole('status')).toHaveTextContent('Copied again.');
  expect(await axeViolations(screen.container)).toEqual([]);
  await screen.getByRole('button', { name: 'copy as is' }).click();
  expect(run).toHaveBeenCalledExactlyOnceWith();
  await expect.element(screen.getByRole('status')).not.toBeInTheDocument();
});
