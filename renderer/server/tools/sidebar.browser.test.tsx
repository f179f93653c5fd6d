import { beforeEach, describe, expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { err, ok } from '../../../app/base/result.ts';
import type { SessionInfo } from '../../../app/contract/session-info.ts';
import { useFilter } from '../../state/log/filter-store.ts';
import { useScreen } from '../../state/screen/screen-store.ts';
import { setNews, useSidebar } from '../../state/server/sidebar-store.ts';
import { frame, LIVE_SESSION, SCREEN_SERVICES, showSession } from '../../state/testing/shown-session.ts';
import { EMPTY_SESSION } from '../../state/testing/stub-host.ts';
import { ScreenServicesContext } from '../../ui/controls/screen-services.ts';
import { axeViolations } from '../../ui/testing/axe-violations.ts';
import { Sidebar } from './sidebar.tsx';

const SERVER: SessionInfo = {
  ...LIVE_SESSION,
  serverCapabilities: { tools: {}, resources: {}, prompts: {}, logging: {} },
};

type Setting = Parameters<typeof showSession>[1];

beforeEach(() => {
  localStorage.clear();
  useSidebar.setState(useSidebar.getInitialState());
});

async function sidebar(info: SessionInfo, setting: Setting = {}) {
  await showSession(info, setting);
  return render(
    <ScreenServicesContext value={SCREEN_SERVICES}>
      <Sidebar />
    </ScreenServicesContext>,
  );
}

/** A request and its answer. */
function listed(seq: number, method: string, result: object) {
  return [frame(seq, 'sent', { id: seq, method }), frame(seq + 1, 'received', { id: seq, result })];
}

const TOOLS = [
  { name: 'read-note', description: 'Reads one', inputSchema: { type: 'object' } },
  { name: 'write-note', inputSchema: { type: 'object' } },
];

const never = () => new Promise<never>(() => undefined);

it('says what to do while no session is open', async () => {
  await showSession(SERVER);
  useScreen.setState({ sessions: [], active: null });
  const screen = await render(<Sidebar />);
  await expect.element(screen.getByText('Connect to a server to see its tools.')).toBeVisible();
});

describe('the pages', () => {
  it('are tabs that the arrow keys go through', async () => {
    const screen = await sidebar(SERVER, { commands: { listAll: never } });
    const tabs = screen.getByRole('tablist', { name: 'Server capabilities' });
    await expect.element(tabs.getByRole('tab', { selected: true })).toHaveTextContent('Tools');
    await tabs.getByRole('tab', { name: 'Resources' }).click();
    await expect.element(screen.getByRole('heading', { name: 'Resources' })).toBeVisible();
    await userEvent.keyboard('{ArrowRight}{Enter}');
    await expect.element(screen.getByRole('heading', { name: 'Prompts' })).toBeVisible();
    await expect.element(tabs.getByRole('tab', { name: 'Prompts' })).toHaveFocus();
    expect(await axeViolations(screen.container)).toEqual([]);
  });

  it('count what the server does not declare as none, before anything is asked', async () => {
    const info = { ...SERVER, protocolVersion: '2025-11-25', serverCapabilities: { tools: {}, prompts: {} } };
    const screen = await sidebar(info, { commands: { listAll: never } });
    await expect.element(screen.getByRole('tab', { name: 'Resources' })).toHaveTextContent(/0$/);
    await expect.element(screen.getByRole('tab', { name: 'Prompts' })).toHaveTextContent(/s$/);
  });

  it.each([
    ['tools', 'the list of tools…'],
    ['resources', 'the list of resources…'],
    ['prompts', 'the list of prompts…'],
  ] as const)('says that the %s are being read', async (tab, text) => {
    useSidebar.setState({ tabs: { s1: tab } });
    const screen = await sidebar(SERVER, { commands: { listAll: never } });
    await expect.element(screen.getByText(`Reading ${text}`)).toBeVisible();
  });

  it.each([
    ['tools', 'tools/list', 'tools'],
    ['resources', 'resources/list', 'resources'],
    ['prompts', 'prompts/list', 'prompts'],
  ] as const)('says that the server lists no %s', async (tab, method, member) => {
    useSidebar.setState({ tabs: { s1: tab } });
    const records = listed(1, method, { [member]: [] });
    const screen = await sidebar(SERVER, { records, commands: { listAll: never } });
    await expect.element(screen.getByText(`The server lists no ${member}.`)).toBeVisible();
  });

  it.each(['tools', 'resources', 'prompts'] as const)('says why the %s could not be listed', async (tab) => {
    useSidebar.setState({ tabs: { s1: tab } });
    const listAll = async () => err('The server does not answer.');
    const screen = await sidebar(SERVER, { commands: { listAll } });
    await expect.element(screen.getByRole('alert').first()).toHaveTextContent('The server does not answer.');
  });

  it('says that a recording holds no list, and offers no request', async () => {
    const screen = await sidebar(EMPTY_SESSION);
    await expect.element(screen.getByText('This recording holds no list of tools.')).toBeVisible();
    await expect.element(screen.getByRole('button', { name: 'Refresh tools' })).toBeDisabled();
  });

  it('says that no task was seen', async () => {
    useSidebar.setState({ tabs: { s1: 'tasks' } });
    const screen = await sidebar(SERVER, { commands: { listAll: never } });
    await expect.element(screen.getByRole('heading', { name: /Tasks/ }).first()).toBeVisible();
    expect(await axeViolations(screen.container)).toEqual([]);
  });
});

describe('the tools', () => {
  const records = listed(1, 'tools/list', { tools: TOOLS });

  it('are listed with their number and their calls, and open their form', async () => {
    const call = [
      frame(3, 'sent', { id: 3, method: 'tools/call', params: { name: 'read-note', arguments: {} } }),
      frame(4, 'received', { id: 3, result: { content: [], isError: true } }),
    ];
    const screen = await sidebar(SERVER, { records: [...records, ...call], commands: { listAll: never } });
    await expect.element(screen.getByRole('tab', { name: 'Tools 2' })).toBeVisible();
    const list = screen.getByRole('list', { name: 'All tools' });
    await expect.poll(() => list.getByRole('listitem').elements()).toHaveLength(2);
    await expect.element(list.getByTitle('1 call')).toBeVisible();
    await list.getByRole('button', { name: /^read-note/ }).click();
    await expect.element(screen.getByRole('form', { name: 'Call read-note' })).toBeVisible();
    expect(await axeViolations(screen.container)).toEqual([]);
  });

  it('show the reasons for which they may fail, and which of them were seen', async () => {
    const reason = {
      type: 'string',
      description: 'Declared by this tool: `disk_full`: No room is left. `locked`: Another call writes.',
      examples: ['disk_full', 'locked'],
    };
    const data = { type: 'object', properties: { reason } };
    const outputSchema = {
      type: 'object',
      properties: { error: { type: 'object', properties: { data } } },
    };
    const failed = (id: number, code: string) => [
      frame(id, 'sent', { id, method: 'tools/call', params: { name: 'write-note', arguments: {} } }),
      frame(id + 1, 'received', {
        id,
        result: {
          content: [{ type: 'text', text: 'Error: gone' }],
          isError: true,
          structuredContent: { error: { code: -32603, message: 'gone', data: { reason: code } } },
        },
      }),
    ];
    const tools = listed(1, 'tools/list', { tools: [{ ...TOOLS[1], outputSchema }] });
    const screen = await sidebar(SERVER, {
      records: [...tools, ...failed(3, 'locked'), ...failed(5, 'locked'), ...failed(7, 'yaml_parse_failed')],
      commands: { listAll: never },
    });
    await screen.getByRole('button', { name: /^write-note/ }).click();
    await screen.getByText('2 declared failure reasons').click();
    const list = screen.getByRole('list', { name: 'Failure reasons of write-note' });
    await expect.element(list.getByText('seen 2 times · Another call writes.')).toBeVisible();
    await expect.element(list.getByText('never seen · No room is left.')).toBeVisible();
    await expect.element(list.getByText('seen once · not declared')).toBeVisible();
    expect(await axeViolations(screen.container)).toEqual([]);
  });

  it('are called with the arguments of the form', async () => {
    const callTool = vi.fn().mockResolvedValue(err('gone'));
    const screen = await sidebar(SERVER, { records, commands: { listAll: never, callTool } });
    await screen.getByRole('button', { name: 'write-note' }).click();
    const form = screen.getByRole('form', { name: 'Call write-note' });
    await form.getByRole('button', { name: /^Call/ }).first().click();
    await expect.poll(() => callTool.mock.calls.length).toBe(1);
    expect(callTool).toHaveBeenCalledWith(
      expect.objectContaining({ session: 's1', name: 'write-note', arguments: {} }),
    );
    await expect.element(form.getByText('gone')).toBeVisible();
  });

  it('have a menu that filters the log and copies', async () => {
    const screen = await sidebar(SERVER, { records, commands: { listAll: never } });
    await screen.getByRole('button', { name: 'write-note' }).click({ button: 'right' });
    await expect.element(screen.getByRole('menuitem', { name: 'Copy input schema' })).toBeVisible();
    await screen.getByRole('menuitem', { name: 'Filter the log by this tool' }).click();
    expect(useFilter.getState().text).toBe('tool:write-note');
  });

  it('are one stop of the Tab key, with arrows, the first letters and Home and End', async () => {
    const screen = await sidebar(SERVER, { records, commands: { listAll: never } });
    const first = screen.getByRole('button', { name: /^read-note/ });
    const second = screen.getByRole('button', { name: /^write-note/ });
    await expect.element(first).toBeVisible();
    await screen.getByRole('button', { name: /reach a model/ }).click();
    await userEvent.tab();
    await expect.element(first).toHaveFocus();
    await userEvent.keyboard('{ArrowDown}');
    await expect.element(second).toHaveFocus();
    await userEvent.keyboard('{Home}');
    await expect.element(first).toHaveFocus();
    await userEvent.keyboard('w');
    await expect.element(second).toHaveFocus();
    await userEvent.tab();
    await expect.element(second).not.toHaveFocus();
    await userEvent.tab({ shift: true });
    await expect.element(second).toHaveFocus();
  });

  it('are asked for again, and show that while it lasts', async () => {
    let answer: () => void = () => undefined;
    const listAll = vi.fn(
      () =>
        new Promise<ReturnType<typeof ok<{ items: []; pages: number; failure: string }>>>((resolve) => {
          answer = () => resolve(ok({ items: [], pages: 1, failure: '' }));
        }),
    );
    const screen = await sidebar(SERVER, { records, commands: { listAll } });
    await screen.getByRole('button', { name: 'Refresh tools' }).click();
    await expect.element(screen.getByRole('button', { name: 'Listing… tools' })).toBeDisabled();
    answer();
    await expect.element(screen.getByRole('button', { name: 'Refresh tools' })).toBeEnabled();
    expect(listAll).toHaveBeenCalledExactlyOnceWith({ session: 's1', what: 'tools', again: true });
  });

  it('say what the server changed, until it is dismissed', async () => {
    const screen = await sidebar(SERVER, { records, commands: { listAll: never } });
    setNews('s1', 'tools', 'The server added a tool.');
    await expect.element(screen.getByRole('img', { name: 'The server changed its tools.' })).toBeVisible();
    await expect.element(screen.getByRole('status')).toHaveTextContent('The server added a tool.');
    await screen.getByRole('button', { name: 'Dismiss the news about tools' }).click();
    await expect.element(screen.getByText('The server added a tool.')).not.toBeInTheDocument();
  });

  it('are searched if there are many', async () => {
    const many = Array.from({ length: 20 }, (_, index) => ({ ...TOOLS[1], name: `tool-${index + 1}` }));
    const screen = await sidebar(SERVER, {
      records: listed(1, 'tools/list', { tools: many }),
      commands: { listAll: never },
    });
    const search = screen.getByRole('searchbox', { name: 'Search tools' });
    await search.fill('tool-13');
    await expect.element(screen.getByRole('listitem')).toHaveTextContent('tool-13');
    await search.fill('zebra');
    await expect.element(screen.getByText('Nothing among the tools matches the search.')).toBeVisible();
  });
});

it('sets the log level of a server that logs, and of none that does not run', async () => {
  const setLogLevel = vi.fn().mockResolvedValue(err('no'));
  const screen = await sidebar(SERVER, { commands: { listAll: never, setLogLevel } });
  await screen.getByRole('combobox', { name: 'Log level' }).selectOptions('warning');
  expect(setLogLevel).toHaveBeenCalledExactlyOnceWith({ session: 's1', level: 'warning' });
  await screen.unmount();
  const closed = await sidebar({ ...SERVER, kind: 'live', state: 'closed' } as SessionInfo);
  await expect.element(closed.getByRole('combobox', { name: 'Log level' })).toBeDisabled();
});
