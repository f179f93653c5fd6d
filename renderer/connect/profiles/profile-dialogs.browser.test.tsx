import type { ReactNode } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { err, ok } from '../../../app/base/result.ts';
import type { FoundFile, SavedProfile } from '../../../app/contract/profile-commands.ts';
import { useNotices, useScreen } from '../../state/screen/screen-store.ts';
import { useProfiles } from '../../state/session/profiles-store.ts';
import { SAVED_PROFILE } from '../../state/testing/saved-profile.ts';
import { SCREEN_SERVICES } from '../../state/testing/shown-session.ts';
import { attachStubHost } from '../../state/testing/stub-host.ts';
import { ScreenServicesContext } from '../../ui/controls/screen-services.ts';
import { axeViolations } from '../../ui/testing/axe-violations.ts';
import { openedDialog } from '../../ui/testing/opened-dialog.ts';
import { CopyDialog } from './copy-dialog.tsx';
import { OtherHostsDialog } from './other-hosts-dialog.tsx';
import { ProfileDialog } from './profile-dialog.tsx';
import { ProjectBanner } from './project-banner.tsx';
import { StartDialog } from './start-dialog.tsx';

const PROFILE: SavedProfile = {
  ...SAVED_PROFILE,
  env: [
    { name: 'MODE', value: 'fast' },
    { name: 'API_TOKEN', secret: true },
  ],
};

const inputOf = (id: string) => `\${input:${id}}`;
const notices = () => useNotices.getState().notices.map(({ text }) => text);

beforeEach(() => {
  useNotices.setState(useNotices.getInitialState());
  useScreen.setState({ ...useScreen.getInitialState(), dialog: 'profile' });
  useProfiles.setState({ ...useProfiles.getInitialState(), profiles: [PROFILE], chosen: 'p1' });
});

async function opened(dialog: ReactNode, name: string | RegExp) {
  const screen = await render(
    <ScreenServicesContext value={SCREEN_SERVICES}>{dialog}</ScreenServicesContext>,
  );
  return openedDialog(screen, name);
}

describe('the editor of a saved server', () => {
  it('starts at the name, shows every member, and never shows a secret', async () => {
    const dialog = await opened(<ProfileDialog />, 'Edit server');
    await expect.element(dialog.getByRole('textbox', { name: 'Name', exact: true })).toHaveFocus();
    await expect.element(dialog.getByRole('textbox', { name: 'Command' })).toHaveValue('node server.js');
    await expect.element(dialog.getByRole('textbox', { name: 'Value of MODE' })).toHaveValue('fast');
    const secret = dialog.getByLabelText('Value of API_TOKEN');
    await expect.element(secret).toHaveAttribute('type', 'password');
    await expect.element(secret).toHaveValue('');
    await expect.element(secret).toHaveAttribute('placeholder', 'kept; type to replace');
    expect(await axeViolations(dialog.element())).toEqual([]);
  });

  it('saves what was changed, with only the secrets that were typed', async () => {
    const editProfile = vi.fn().mockResolvedValue(ok(PROFILE));
    attachStubHost({ editProfile });
    const dialog = await opened(<ProfileDialog />, 'Edit server');
    await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('renamed');
    await dialog.getByLabelText('Value of API_TOKEN').fill('new');
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => useScreen.getState().dialog).toBe(null);
    expect(editProfile).toHaveBeenCalledExactlyOnceWith({
      profile: 'p1',
      form: expect.objectContaining({ name: 'renamed', env: PROFILE.env, seen: true }),
      secrets: { API_TOKEN: 'new' },
    });
  });

  it.each([
    ['Name', 'Give the server a name.'],
    ['Command', 'Give the command that starts the server.'],
  ])('refuses an empty %s beside its field', async (label, text) => {
    const editProfile = vi.fn();
    attachStubHost({ editProfile });
    const dialog = await opened(<ProfileDialog />, 'Edit server');
    const field = dialog.getByRole('textbox', { name: label, exact: true });
    await field.fill('');
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await expect.element(dialog.getByRole('alert')).toHaveTextContent(text);
    await expect.element(field).toHaveAttribute('aria-invalid', 'true');
    expect(editProfile).not.toHaveBeenCalled();
    await field.fill('x');
    expect(dialog.getByRole('alert').elements()).toEqual([]);
  });

  it('takes a variable for a secret by its name, and removes it again', async () => {
    useProfiles.setState({ chosen: null });
    const dialog = await opened(<ProfileDialog />, 'New server');
    await dialog.getByRole('button', { name: 'Add a variable' }).click();
    await dialog.getByRole('textbox', { name: 'Variable name' }).fill('GITHUB_TOKEN');
    await expect.element(dialog.getByRole('checkbox', { name: 'secret' })).toBeChecked();
    await dialog.getByRole('button', { name: 'Remove GITHUB_TOKEN' }).click();
    expect(dialog.getByRole('textbox', { name: 'Variable name' }).elements()).toEqual([]);
  });

  it('stays open with the sentence of the host if nothing could be saved', async () => {
    attachStubHost({ createProfile: async () => err('The disk is full.') });
    useProfiles.setState({ chosen: null });
    const dialog = await opened(<ProfileDialog />, 'New server');
    await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('a');
    await dialog.getByRole('textbox', { name: 'Command' }).fill('b "c d');
    await expect.element(dialog.getByRole('list', { name: 'Arguments of the command' })).toBeVisible();
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await expect.element(dialog.getByRole('alert')).toHaveTextContent('The disk is full.');
    expect(useScreen.getState().dialog).toBe('profile');
  });
});

describe('the dialog before a start', () => {
  it('shows the whole command of one that came out of a file, with the focus on Start', async () => {
    useProfiles.setState({ profiles: [{ ...PROFILE, seen: false }] });
    const dialog = await opened(<StartDialog />, 'Start notes');
    await expect.element(dialog.getByText('node server.js')).toBeVisible();
    await expect.element(dialog.getByText('API_TOKEN (secret)')).toBeVisible();
    await expect.element(dialog.getByText('MODE=fast')).toBeVisible();
    await expect.element(dialog.getByText(/came out of a file/)).toBeVisible();
    await expect.element(dialog.getByRole('button', { name: 'Start' })).toHaveFocus();
    expect(await axeViolations(dialog.element())).toEqual([]);
  });

  it('requests the inputs that are left open, a password unseen, and starts with them', async () => {
    const connectProfile = vi.fn().mockResolvedValue(ok({ session: 's7' }));
    attachStubHost({ connectProfile });
    const inputs = [
      { id: 'city', description: 'Where it looks', password: false, fallback: 'Oslo' },
      { id: 'pin', description: '', password: true, fallback: '' },
    ];
    const args = ['server.js', inputOf('city'), inputOf('pin')];
    useProfiles.setState({ profiles: [{ ...PROFILE, args, inputs }] });
    const dialog = await opened(<StartDialog />, 'Start notes');
    const city = dialog.getByRole('textbox', { name: /^city/ });
    await expect.element(city).toHaveFocus();
    await expect.element(city).toHaveValue('Oslo');
    await expect.element(dialog.getByLabelText('pin')).toHaveAttribute('type', 'password');
    await city.fill('Bergen');
    await dialog.getByLabelText('pin').fill('1234');
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => useScreen.getState().active).toBe('s7');
    expect(connectProfile).toHaveBeenCalledExactlyOnceWith({
      profile: 'p1',
      seen: true,
      values: { [inputOf('city')]: 'Bergen', [inputOf('pin')]: '1234' },
      window: expect.any(String),
    });
    expect(useScreen.getState().dialog).toBe(null);
  });

  it('starts nothing when it is cancelled', async () => {
    const connectProfile = vi.fn();
    attachStubHost({ connectProfile });
    const dialog = await opened(<StartDialog />, 'Start notes');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    expect(useScreen.getState().dialog).toBe(null);
    expect(connectProfile).not.toHaveBeenCalled();
  });
});

const FOUND: FoundFile = {
  host: 'cursor',
  hostName: 'Cursor',
  path: '/home/me/.cursor/mcp.json',
  scope: 'user',
  problems: [{ message: 'A comma is missing.', line: 3, column: 1 }],
  servers: [
    {
      name: 'weather',
      at: ['mcpServers', 'weather'],
      line: 2,
      project: '',
      disabled: true,
      commandLine: 'npx weather',
      cwd: '',
      envNames: ['KEY'],
      unsupported: '',
      inputs: [{ id: 'station', description: 'Its number', password: false, fallback: '12' }],
    },
    {
      name: 'remote',
      at: ['mcpServers', 'remote'],
      line: 6,
      project: '',
      disabled: false,
      commandLine: '',
      cwd: '',
      envNames: [],
      unsupported: 'It is reached over HTTP.',
      inputs: [],
    },
  ],
};

describe("the list of other hosts' servers", () => {
  it('takes over what is ticked, with the values that it needs', async () => {
    const importFromHost = vi.fn().mockResolvedValue(ok({ profiles: [PROFILE], notes: [] }));
    attachStubHost({ discoverHosts: async () => ok([FOUND]), importFromHost });
    useScreen.setState({ dialog: 'other-hosts' });
    const dialog = await opened(<OtherHostsDialog />, 'Import from Claude, Cursor…');
    const file = dialog.getByRole('region', { name: 'Cursor: /home/me/.cursor/mcp.json' });
    await expect.element(file).toHaveTextContent('Line 3: A comma is missing.');
    await expect.element(file.getByRole('checkbox', { name: 'remote' })).toBeDisabled();
    await expect.element(file).toHaveTextContent('It is reached over HTTP.');
    await expect.element(dialog.getByRole('button', { name: 'Import', exact: true })).toBeDisabled();
    await file.getByRole('checkbox', { name: 'weather switched off there' }).click();
    await dialog.getByRole('textbox', { name: /^station/ }).fill('7');
    expect(await axeViolations(dialog.element())).toEqual([]);
    await dialog.getByRole('button', { name: 'Import 1' }).click();
    await expect.poll(() => useScreen.getState().dialog).toBe(null);
    expect(importFromHost).toHaveBeenCalledExactlyOnceWith({
      servers: [{ path: FOUND.path, at: ['mcpServers', 'weather'] }],
      answers: { station: '7' },
      update: false,
    });
    expect(notices()).toEqual(['1 profile was imported.']);
  });

  it('offers to update a profile of the same name, ticked at once for the file that changed', async () => {
    attachStubHost({ discoverHosts: async () => ok([FOUND]) });
    useProfiles.setState({ ticked: FOUND.path, profiles: [{ ...PROFILE, name: 'weather' }] });
    const dialog = await opened(<OtherHostsDialog />, 'Import from Claude, Cursor…');
    await expect.element(dialog.getByRole('checkbox', { name: /weather/ })).toBeChecked();
    await expect.element(dialog.getByRole('checkbox', { name: /^Update profiles/ })).toBeChecked();
  });

  it.each([
    ['that it reads', new Promise<never>(() => undefined), 'Reading the files…', 'Cancel'],
    ['that there are none', Promise.resolve(ok([])), /^No server was found/, 'Open a file…'],
  ])('says %s', async (_what, found, text, focused) => {
    attachStubHost({ discoverHosts: () => found });
    const dialog = await opened(<OtherHostsDialog />, 'Import from Claude, Cursor…');
    await expect.element(dialog.getByText(text)).toBeVisible();
    await expect.element(dialog.getByRole('button', { name: focused })).toHaveFocus();
  });

  it('says why the files could not be read', async () => {
    attachStubHost({ discoverHosts: async () => err('No home folder.') });
    const dialog = await opened(<OtherHostsDialog />, 'Import from Claude, Cursor…');
    await expect.element(dialog.getByRole('alert')).toHaveTextContent('No home folder.');
  });
});

describe('the copy of a profile into another host', () => {
  const targets = [
    { host: 'cursor', hostName: 'Cursor', path: '/a.json', scope: 'user', exists: true },
    { host: 'zed', hostName: 'Zed', path: '/b.json', scope: 'user', exists: false },
  ] as const;

  it('shows the change of the chosen file, and writes it only then', async () => {
    const change = [{ kind: 'added', line: 4, text: '"notes": {}' }] as const;
    const copyToHost = vi
      .fn()
      .mockResolvedValue(ok({ change, backup: '/a.json.bak', notes: ['No folder.'] }));
    attachStubHost({ listHostFiles: async () => ok(targets), copyToHost });
    const dialog = await opened(<CopyDialog />, 'Copy notes to another host');
    await expect
      .element(dialog.getByRole('list', { name: 'Change of the file' }))
      .toHaveTextContent(/4.*"notes"/);
    await expect.element(dialog.getByText('No folder.')).toBeVisible();
    await expect.element(dialog.getByText('The earlier file is kept beside it.')).toBeVisible();
    await dialog.getByRole('combobox', { name: 'File' }).selectOptions('/b.json');
    await expect.element(dialog.getByText('The file is made new.')).toBeVisible();
    await dialog.getByRole('checkbox', { name: /secret values/ }).click();
    expect(await axeViolations(dialog.element())).toEqual([]);
    const last = () => copyToHost.mock.calls.at(-1)?.[0];
    const written = { profile: 'p1', path: '/b.json', withSecrets: true };
    await expect.poll(last).toEqual({ ...written, dryRun: true });
    await dialog.getByRole('button', { name: 'Write the file' }).click();
    await expect.poll(last).toEqual({ ...written, dryRun: false });
    await expect.poll(notices).toEqual(['notes is in /b.json. The earlier file is kept as /a.json.bak.']);
  });

  it('writes nothing if the file has it already', async () => {
    attachStubHost({
      listHostFiles: async () => ok(targets),
      copyToHost: async () => ok({ change: [], backup: '', notes: [] }),
    });
    const dialog = await opened(<CopyDialog />, 'Copy notes to another host');
    await expect.element(dialog.getByText(/has this server already/)).toBeVisible();
    await expect.element(dialog.getByRole('button', { name: 'Write the file' })).toBeDisabled();
  });

  it('says what is wrong with the file', async () => {
    attachStubHost({
      listHostFiles: async () => ok(targets),
      copyToHost: async () => err('The file is not JSON.'),
    });
    const dialog = await opened(<CopyDialog />, 'Copy notes to another host');
    await expect.element(dialog.getByRole('alert')).toHaveTextContent('The file is not JSON.');
    await expect.element(dialog.getByRole('button', { name: 'Write the file' })).toBeDisabled();
  });
});

describe("the banner of the project's servers", () => {
  const news = { path: '/work/.mcp.json', added: ['a', 'b'], removed: [], changed: ['c'] };

  it('says what is new, and opens the list with that file ticked', async () => {
    useProfiles.setState({ news });
    const screen = await render(<ProjectBanner />);
    const banner = screen.getByRole('status', { name: "The project's servers" });
    await expect.element(banner).toHaveTextContent('/work/.mcp.json has changed. new: a, b; changed: c');
    expect(await axeViolations(screen.container)).toEqual([]);
    await banner.getByRole('button', { name: 'Reload…' }).click();
    expect(useScreen.getState().dialog).toBe('other-hosts');
    expect(useProfiles.getState()).toMatchObject({ news: null, ticked: '/work/.mcp.json' });
    expect(screen.container.textContent).toBe('');
  });

  it('is dismissed', async () => {
    useProfiles.setState({ news });
    const screen = await render(<ProjectBanner />);
    await screen.getByRole('button', { name: 'Dismiss' }).click();
    await expect.element(screen.getByRole('status')).not.toBeInTheDocument();
  });
});
