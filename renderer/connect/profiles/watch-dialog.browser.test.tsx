import { beforeEach, describe, expect, it, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { ok } from '../../../app/base/result.ts';
import type { Commands } from '../../../app/contract/commands.ts';
import type { TappedFile } from '../../../app/contract/profile-commands.ts';
import type { SessionInfo } from '../../../app/contract/session-info.ts';
import { useScreen } from '../../state/screen/screen-store.ts';
import { useProfiles } from '../../state/session/profiles-store.ts';
import { SCREEN_SERVICES } from '../../state/testing/shown-session.ts';
import { attachStubHost, EMPTY_SESSION } from '../../state/testing/stub-host.ts';
import { ScreenServicesContext } from '../../ui/controls/screen-services.ts';
import { axeViolations } from '../../ui/testing/axe-violations.ts';
import { openedDialog } from '../../ui/testing/opened-dialog.ts';
import { WatchDialog } from './watch-dialog.tsx';

const PATH = '/home/me/.claude.json';
const FILE: TappedFile = {
  ...{ host: 'claude-code', hostName: 'Claude Code', path: PATH, scope: 'user', backup: '', problem: '' },
  changes: [],
  left: [],
};
const NOTES = { name: 'notes', at: ['mcpServers', 'notes'], project: '' };
const PLAIN = { ...NOTES, before: 'npx notes', after: 'tierscope tap --label notes -- npx notes', start: '' };
const FAR = { name: 'far', reason: 'It is a remote server.' };

/** A host with one file of one server, which gets the tap and loses it again. */
function attachFile(): ReturnType<typeof vi.fn<Commands['changeTaps']>> {
  let isTapped = false;
  const changeTaps = vi.fn<Commands['changeTaps']>(async ({ action, dryRun }) => {
    const fits = (action === 'uninstall') === isTapped;
    const server = isTapped ? { ...PLAIN, before: PLAIN.after, after: PLAIN.before } : PLAIN;
    if (!dryRun) isTapped = !isTapped;
    const left = fits ? [FAR] : [FAR, { name: 'notes', reason: 'It is already tapped.' }];
    return ok([{ ...FILE, left, changes: fits ? [server] : [], backup: dryRun ? '' : `${PATH}.kept` }]);
  });
  attachStubHost({ changeTaps });
  return changeTaps;
}

async function opened() {
  const screen = await render(
    <ScreenServicesContext value={SCREEN_SERVICES}>
      <WatchDialog />
    </ScreenServicesContext>,
  );
  return openedDialog(screen, 'Watch what an agent sends');
}

beforeEach(() => {
  useScreen.setState({ ...useScreen.getInitialState(), dialog: 'watch-agent' });
  useProfiles.setState(useProfiles.getInitialState());
});

describe('watching an agent', () => {
  it('says what has to be left running in front of an address, until it is live', async () => {
    const own = 'https://far.example/mcp';
    const far = { ...NOTES, name: 'far', after: own, before: `http://127.0.0.1:41000/t/x/mcp#${own}` };
    const start = `tierscope tap --label far --url ${own}`;
    attachStubHost({
      changeTaps: async ({ action }) =>
        ok([{ ...FILE, changes: action === 'uninstall' ? [{ ...far, start }] : [] }]),
    });
    const dialog = await opened();
    await expect.element(dialog).toHaveTextContent(`Leave this running:${start}`);
    await expect.element(dialog.getByRole('button', { name: 'Copy the command for far' })).toBeVisible();
    expect(await axeViolations(dialog.element())).toEqual([]);
  });

  it('shows what would be written, puts a server behind the tap, waits, and takes it out again', async () => {
    const changeTaps = attachFile();
    const dialog = await opened();
    const file = dialog.getByRole('region', { name: `Claude Code: ${PATH}` });
    await expect.element(file.getByRole('checkbox', { name: 'far' })).toBeDisabled();
    await expect.element(file.getByRole('checkbox', { name: 'notes' })).toHaveFocus();
    await expect.element(dialog.getByRole('button', { name: 'Put in front', exact: true })).toBeDisabled();
    await file.getByRole('checkbox', { name: 'notes' }).click();
    const lines = file.getByRole('list', { name: 'Change of notes' });
    await expect.element(lines).toHaveTextContent('− npx notes+ tierscope tap --label notes -- npx notes');
    expect(await axeViolations(dialog.element())).toEqual([]);
    expect(changeTaps.mock.calls.every(([{ dryRun }]) => dryRun)).toBe(true);
    await dialog.getByRole('button', { name: 'Put in front of 1' }).click();
    await expect
      .element(dialog.getByRole('status'))
      .toHaveTextContent('Restart Claude Code; its calls appear here.');
    await expect.element(dialog.getByRole('status')).toHaveTextContent(`Earlier file: ${PATH}.kept`);
    const servers = [{ path: PATH, at: NOTES.at }];
    expect(changeTaps).toHaveBeenCalledWith({ action: 'install', servers, dryRun: false });
    await expect.element(file).toHaveTextContent('in front, waiting for Claude Code');
    expect(useProfiles.getState().waiting).toEqual([
      { name: 'notes', host: 'claude-code', hostName: 'Claude Code' },
    ]);
    expect(await axeViolations(dialog.element())).toEqual([]);
    await file.getByRole('button', { name: 'Take out again: notes' }).click();
    await expect.element(file.getByRole('checkbox', { name: 'notes' })).toBeEnabled();
    expect(changeTaps).toHaveBeenCalledWith({ action: 'uninstall', servers, dryRun: false });
    expect(useProfiles.getState().waiting).toEqual([]);
  });

  it('shows the session once the agent has started its server', async () => {
    attachFile();
    const dialog = await opened();
    await dialog.getByRole('checkbox', { name: 'notes' }).click();
    await dialog.getByRole('button', { name: 'Put in front of 1' }).click();
    await expect.element(dialog.getByText('in front, waiting for Claude Code')).toBeVisible();
    const tapped: SessionInfo = {
      ...{ ...EMPTY_SESSION, kind: 'tapped', state: 'ready', pid: 7, control: null },
      client: { name: 'cursor-vscode', version: '1' },
    };
    useScreen.setState({ sessions: [tapped] });
    await expect.element(dialog.getByText('in front, waiting for Claude Code')).toBeVisible();
    useScreen.setState({ sessions: [{ ...tapped, client: { name: 'claude-code', version: '2' } }] });
    await dialog.getByRole('button', { name: 'Show' }).click();
    expect(useScreen.getState()).toMatchObject({ active: tapped.session, dialog: null });
  });

  it('says why a file stays as it is', async () => {
    const problem = `${PATH} is left alone. Line 1: a value is missing.`;
    attachStubHost({ changeTaps: async () => ok([{ ...FILE, problem }]) });
    const dialog = await opened();
    await expect.element(dialog.getByRole('alert')).toHaveTextContent(problem);
  });

  it('offers a file where no host has one', async () => {
    attachStubHost({ changeTaps: async () => ok([]) });
    const dialog = await opened();
    await expect.element(dialog.getByRole('button', { name: 'Open a file…' })).toBeVisible();
    await expect.element(dialog.getByText(/^No server was found/)).toBeVisible();
  });
});
