import { expect, it, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { ok } from '../../../app/base/result.ts';
import type { HostHere } from '../../../app/checks/hosts/host-report.ts';
import type { Commands } from '../../../app/contract/commands.ts';
import { useScreen } from '../../state/screen/screen-store.ts';
import { SCREEN_SERVICES } from '../../state/testing/shown-session.ts';
import { attachStubHost } from '../../state/testing/stub-host.ts';
import { ScreenServicesContext } from '../../ui/controls/screen-services.ts';
import { axeViolations } from '../../ui/testing/axe-violations.ts';
import { openedDialog } from '../../ui/testing/opened-dialog.ts';
import { HostsDialog } from './hosts-dialog.tsx';

const SERVER = { at: ['mcpServers', 'x'], project: '', disabled: false, file: '/h/a.json', unsupported: '' };
const LAST = { outcome: 'failed', at: '2026-04-03T08:20:33.103Z', todo: '', log: '/h/a.log' } as const;
const HOSTS: readonly HostHere[] = [
  {
    host: 'claude-desktop',
    name: 'Claude Desktop',
    files: [{ path: '/h/a.json', scope: 'user', isRead: true, problems: [] }],
    logs: ['/h/a.log', '/h/b.log'],
    servers: [
      {
        ...SERVER,
        name: 'notes',
        command: 'npx notes',
        start: 'k1',
        lastStart: { ...LAST, said: 'spawn npx ENOENT' },
      },
      { ...SERVER, name: 'off', command: 'npx off', start: 'k2', disabled: true, lastStart: null },
    ],
  },
  {
    host: 'cursor',
    name: 'Cursor',
    files: [{ path: '/h/c.json', scope: 'user', isRead: true, problems: [] }],
    logs: [],
    servers: [
      { ...SERVER, file: '/h/c.json', name: 'same', command: 'npx notes', start: 'k1', lastStart: null },
    ],
  },
];

async function opened(commands: Partial<Commands>) {
  attachStubHost({ findHosts: async () => ok(HOSTS), stopHosted: async () => ok(null), ...commands });
  const screen = await render(
    <ScreenServicesContext value={SCREEN_SERVICES}>
      <HostsDialog />
    </ScreenServicesContext>,
  );
  return openedDialog(screen, 'Hosts on this machine');
}

it('lists the servers with their last start, and starts nothing before the click', async () => {
  const checkHosted = vi.fn<Commands['checkHosted']>();
  const dialog = await opened({ checkHosted });
  const table = dialog.getByRole('table', { name: 'Servers of Claude Desktop' });
  await expect.element(table.getByText('spawn npx ENOENT')).toBeVisible();
  await expect.element(table.getByText('switched off')).toBeVisible();
  expect(checkHosted).not.toHaveBeenCalled();
  expect(await axeViolations(dialog.element())).toEqual([]);
});

it('opens the newest log of a host', async () => {
  const openRecording = vi.fn<Commands['openRecording']>(async () => ok({ sessions: ['s7'] }));
  const dialog = await opened({ openRecording });
  await dialog.getByRole('button', { name: 'Open the log of Claude Desktop' }).click();
  await expect.poll(() => useScreen.getState().active).toBe('s7');
  expect(openRecording).toHaveBeenCalledWith({ path: '/h/a.log' });
});

it('starts what several hosts have once, and shows the outcome at each of them', async () => {
  const checkHosted = vi.fn<Commands['checkHosted']>(async () =>
    ok({ hosts: [], name: '', connects: true, tools: 2, reason: '', todo: '' }),
  );
  const dialog = await opened({ checkHosted });
  await dialog.getByRole('button', { name: 'Start and check 1' }).click();
  await expect.element(dialog.getByRole('status')).toHaveTextContent('1 of 1 server connects.');
  expect(checkHosted.mock.calls).toEqual([[{ start: 'k1' }]]);
  for (const name of ['Claude Desktop', 'Cursor']) {
    const table = dialog.getByRole('table', { name: `Servers of ${name}` });
    await expect.element(table.getByText('2 tools')).toBeVisible();
  }
});

it('stops the check that runs', async () => {
  const stopHosted = vi.fn<Commands['stopHosted']>(async () => ok(null));
  const dialog = await opened({ checkHosted: () => new Promise(() => undefined), stopHosted });
  await dialog.getByRole('button', { name: 'Start and check 1' }).click();
  await dialog.getByRole('button', { name: 'Stop' }).click();
  expect(stopHosted).toHaveBeenCalledWith({ start: 'k1' });
  await expect.element(dialog.getByRole('button', { name: 'Start and check 1' })).toBeVisible();
});

it('leads on to a server of your own if no host was found', async () => {
  const dialog = await opened({ findHosts: async () => ok([]) });
  await dialog.getByRole('button', { name: 'Connect to a server…' }).click();
  expect(useScreen.getState().dialog).toBe('connect');
});
