import { beforeEach, expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { useScreen } from '../../state/screen/screen-store.ts';
import { BLANK_START, useConnectStart, useProfiles } from '../../state/session/profiles-store.ts';
import { SAVED_PROFILE } from '../../state/testing/saved-profile.ts';
import { attachStubHost, EMPTY_SESSION } from '../../state/testing/stub-host.ts';
import { ScreenServicesContext } from '../../ui/controls/screen-services.ts';
import { axeViolations } from '../../ui/testing/axe-violations.ts';
import { openedDialog } from '../../ui/testing/opened-dialog.ts';
import { ConnectDialog } from './connect-dialog.tsx';

const connect = vi.fn();
const closeDialog = vi.fn();
const services = { notify: vi.fn(), closeDialog, selectRow: vi.fn(), httpsOnly: false };

beforeEach(() => {
  localStorage.clear();
  useConnectStart.setState(BLANK_START, true);
  connect.mockReset();
  closeDialog.mockReset();
  attachStubHost({ connect });
});

async function opened(title = 'Connect to a server') {
  const screen = await render(
    <ScreenServicesContext value={services}>
      <ConnectDialog />
    </ScreenServicesContext>,
  );
  const dialog = await openedDialog(screen, title);
  const command = dialog.getByRole('textbox', { name: 'Command', exact: true });
  return { dialog, command, submit: dialog.getByRole('button', { name: 'Connect', exact: true }) };
}

it('starts at the command, and connects as soon as there is one', async () => {
  const { dialog, command, submit } = await opened();
  await expect.element(command).toHaveFocus();
  await expect.element(submit).toBeDisabled();
  connect.mockResolvedValue({ ok: true, value: EMPTY_SESSION });
  await command.fill('node server.js --quiet');
  await dialog.getByRole('textbox', { name: 'Label' }).fill(' notes ');
  await dialog.getByRole('textbox', { name: 'Environment variables' }).fill('TOKEN=secret');
  await submit.click();
  await expect.poll(() => connect.mock.calls.length).toBe(1);
  expect(connect).toHaveBeenCalledWith(
    expect.objectContaining({
      commandLine: 'node server.js --quiet',
      label: 'notes',
      env: { TOKEN: 'secret' },
    }),
  );
  expect(JSON.stringify({ ...localStorage })).not.toContain('secret');
});

it('connects by Ctrl+Enter from the variables, which Enter breaks into lines', async () => {
  const { dialog, command } = await opened();
  connect.mockResolvedValue({ ok: true, value: EMPTY_SESSION });
  await command.fill('node server.js');
  await dialog.getByRole('textbox', { name: 'Environment variables' }).fill('TOKEN=secret');
  await userEvent.keyboard('{Enter}');
  expect(connect).not.toHaveBeenCalled();
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  await expect.poll(() => connect.mock.calls.length).toBe(1);
});

it('shows the folder, completes a path and says at once what is not in it', async () => {
  const lookAtStart = vi.fn(async ({ commandLine }: { commandLine: string }) => ({
    ok: true as const,
    value: {
      folder: '/home/x',
      fault: commandLine.endsWith('server.py') ? 'server.py is not in /home/x.' : '',
      commandLines: commandLine.endsWith('se') ? ['python server.py'] : [],
      folders: [],
    },
  }));
  attachStubHost({ connect, lookAtStart });
  const { dialog, command } = await opened();
  const folder = dialog.getByRole('textbox', { name: 'Working directory' });
  await expect.element(folder).toHaveAttribute('placeholder', '/home/x');
  await command.fill('python se');
  await expect.element(dialog.getByRole('button', { name: 'server.py' })).toBeVisible();
  await userEvent.keyboard('{ArrowRight}');
  await expect.element(command).toHaveValue('python server.py');
  await command.fill('python se');
  await dialog.getByRole('button', { name: 'server.py' }).click();
  await expect.element(command).toHaveValue('python server.py');
  await expect.element(command).toHaveFocus();
  await expect.element(dialog.getByText('server.py is not in /home/x.')).toBeVisible();
});

it('lets a folder and a file be chosen: from a list in a browser, in the dialog of the system in a window', async () => {
  const choosePath = vi.fn(async ({ what }: { what: string }) => ({
    ok: true as const,
    value: `/my ${what}`,
  }));
  const value = { folder: '/home/x', fault: '', commandLines: [], folders: [] };
  attachStubHost({ choosePath, lookAtStart: async () => ({ ok: true, value }) });
  const { dialog, command } = await opened();
  const folder = dialog.getByRole('textbox', { name: 'Working directory' });
  await expect.element(folder).toHaveAttribute('placeholder', '/home/x');
  await command.fill('node');
  const choose = (what: string) => dialog.getByRole('button', { name: `Choose ${what}…` }).click();
  await choose('folder');
  await choose('file');
  await expect.element(folder).toHaveValue('/home/x/');
  await expect.element(command).toHaveValue('node ./');
  expect(choosePath).not.toHaveBeenCalled();
  await command.fill('node');
  useScreen.setState({ hello: { host: 'electron' } as ReturnType<typeof useScreen.getState>['hello'] });
  await choose('folder');
  await choose('file');
  await expect.element(folder).toHaveValue('/my folder');
  await expect.element(command).toHaveValue('node "/my file"');
  useScreen.setState({ hello: null });
});

it('says why the server could not be started, and keeps what was written', async () => {
  const { command, dialog } = await opened();
  connect.mockResolvedValue({ ok: false, error: 'The program nod was not found.' });
  await command.fill('nod server.js');
  await userEvent.keyboard('{Enter}');
  await expect.element(dialog.getByRole('alert')).toHaveTextContent('The program nod was not found.');
  await expect.element(command).toHaveValue('nod server.js');
  await expect.element(command).toHaveAttribute('aria-invalid', 'true');
  await command.fill('node server.js');
  await expect.element(dialog.getByRole('alert')).not.toBeInTheDocument();
});

it('refuses variables that have no name', async () => {
  const { command, dialog, submit } = await opened();
  await command.fill('node server.js');
  await dialog.getByRole('textbox', { name: 'Environment variables' }).fill('no equals sign');
  await expect.element(dialog.getByRole('alert')).toBeVisible();
  await expect.element(submit).toBeDisabled();
});

it('closes with Escape and has no accessibility violation', async () => {
  const { dialog } = await opened();
  expect(await axeViolations(dialog.element())).toEqual([]);
  await userEvent.keyboard('{Escape}');
  expect(closeDialog).toHaveBeenCalledTimes(1);
});

it('takes an address, with headers instead of variables', async () => {
  const { dialog, command, submit } = await opened();
  connect.mockResolvedValue({ ok: true, value: EMPTY_SESSION });
  await expect.element(dialog.getByRole('textbox', { name: 'Working directory' })).toBeVisible();
  await command.fill('https://mcp.example.com/mcp');
  expect(dialog.getByRole('textbox', { name: 'Working directory' }).query()).toBeNull();
  await dialog.getByRole('textbox', { name: 'Headers' }).fill('Authorization: Bearer a=b');
  await submit.click();
  await expect.poll(() => connect.mock.calls.length).toBe(1);
  expect(connect).toHaveBeenCalledWith(
    expect.objectContaining({
      commandLine: 'https://mcp.example.com/mcp',
      env: { Authorization: 'Bearer a=b' },
    }),
  );
});

it('starts a failed server again with the variables it had, which can be left out', async () => {
  useConnectStart.setState({
    ...BLANK_START,
    ...{ commandLine: 'node server.js', env: 'API_KEY=', focus: 'variables', replaces: 's1' },
    kept: { session: 's1', names: ['TOKEN', 'OLD'] },
  });
  const close = vi.fn().mockResolvedValue({ ok: true, value: null });
  attachStubHost({ connect, close });
  const { dialog, submit } = await opened('Edit and start again');
  await expect.element(dialog.getByRole('textbox', { name: 'Environment variables' })).toHaveFocus();
  await userEvent.keyboard('abc');
  await dialog.getByRole('button', { name: 'Leave out OLD' }).click();
  expect(await axeViolations(dialog.element())).toEqual([]);
  connect.mockResolvedValue({ ok: true, value: { session: 's2' } });
  await submit.click();
  await expect.poll(() => close.mock.calls).toEqual([[{ session: 's1' }]]);
  expect(connect).toHaveBeenCalledExactlyOnceWith(
    expect.objectContaining({ env: { API_KEY: 'abc' }, kept: { session: 's1', names: ['TOKEN'] } }),
  );
});

it('probes a saved server from its list', async () => {
  useProfiles.setState({ profiles: [SAVED_PROFILE] });
  const { dialog } = await opened();
  await dialog.getByRole('button', { name: 'Probe notes' }).click();
  expect(useScreen.getState().dialog).toBe('probe');
  useProfiles.setState(useProfiles.getInitialState());
});
