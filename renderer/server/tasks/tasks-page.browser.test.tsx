import { beforeEach, describe, expect, it, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { err, ok } from '../../../app/base/result.ts';
import type { Commands } from '../../../app/contract/commands.ts';
import type { LiveInfo, ServerRequest } from '../../../app/contract/session-info.ts';
import type { KnownRecord } from '../../../app/frame/record.ts';
import { TASKS_EXTENSION } from '../../../app/protocol/meta-keys.ts';
import { useScreen } from '../../state/screen/screen-store.ts';
import { setPanel, useServerRequests } from '../../state/server/server-requests-store.ts';
import { useSidebar } from '../../state/server/sidebar-store.ts';
import { frame, LIVE_SESSION, SCREEN_SERVICES, showSession } from '../../state/testing/shown-session.ts';
import { ScreenServicesContext } from '../../ui/controls/screen-services.ts';
import { axeViolations } from '../../ui/testing/axe-violations.ts';
import { usePolling } from './poll-task.ts';
import { CreatedTask, TasksPage } from './tasks-page.tsx';

const EXTENDED = { extensions: { [TASKS_EXTENSION]: {} } };
/** A server of each era; only the older one can list tasks. */
const SERVER: LiveInfo = { ...LIVE_SESSION, serverCapabilities: { tools: {}, tasks: { list: {} } } };
const MODERN: LiveInfo = {
  ...LIVE_SESSION,
  era: 'modern',
  protocolVersion: '2026-07-28',
  serverCapabilities: EXTENDED,
  clientCapabilities: EXTENDED,
};

const BREAD = {
  taskId: 't1',
  status: 'working',
  statusMessage: 'kneading the dough',
  createdAt: 'at dawn',
  ttl: 60_000,
  pollInterval: 1,
};

/** A call that became a task, and the server's later reports on it. */
function baked(task: object, ...later: object[]): KnownRecord[] {
  return [
    frame(1, 'sent', { id: 1, method: 'tools/call', params: { name: 'bake', arguments: {} } }),
    frame(2, 'received', { id: 1, result: { ...task, task, resultType: 'task' } }),
    ...later.flatMap((answer, index) => [
      frame(index * 2 + 3, 'sent', { id: index + 2, method: 'tasks/get', params: { taskId: 't1' } }),
      frame(index * 2 + 4, 'received', { id: index + 2, ...answer }),
    ]),
  ];
}

const END = { requestSeq: 0, result: null, failure: '' };
const sendRequest = vi.fn();

beforeEach(() => {
  sendRequest.mockReset();
  sendRequest.mockResolvedValue(ok(END));
  useSidebar.setState(useSidebar.getInitialState());
  usePolling.setState({ polled: {} });
});

async function tasksPage(info: LiveInfo, records: KnownRecord[] = [], commands: Partial<Commands> = {}) {
  const listAll = () => new Promise<never>(() => undefined);
  await showSession(info, { records, commands: { listAll, sendRequest, ...commands } });
  return render(<TasksPage info={info} />);
}

/** The page with the task `t1` opened. */
async function opened(...setting: Parameters<typeof tasksPage>) {
  const screen = await tasksPage(...setting);
  await screen.getByRole('list', { name: 'All tasks' }).getByRole('button', { name: /bake/ }).click();
  return { screen, card: screen.getByRole('region', { name: 'Task t1' }) };
}

const selected = () => useScreen.getState().views.s1?.selected;

describe('the page', () => {
  it('says how a task comes about, and can ask for the list', async () => {
    const screen = await tasksPage({ ...SERVER, serverCapabilities: {} });
    await expect.element(screen.getByText(/^A tool that can be run as a task has a box/)).toBeVisible();
    await expect.element(screen.getByText('The server declares no tasks.', { exact: false })).toBeVisible();
    await expect.element(screen.getByRole('button', { name: 'Refresh tasks' })).toBeEnabled();
    expect(await axeViolations(screen.container)).toEqual([]);
  });

  it('says since 2026-07-28 who decides on tasks, and has no list to ask for', async () => {
    const screen = await tasksPage({ ...MODERN, clientCapabilities: {} });
    await expect.element(screen.getByText(/^The server decides which calls become tasks/)).toBeVisible();
    await expect.element(screen.getByText(/This session does not declare it/)).toBeVisible();
    expect(screen.getByRole('button', { name: /Refresh/ }).elements()).toEqual([]);
  });

  it('lists the tasks of calls and of the server, the newest first', async () => {
    const tasks = [{ taskId: 't2', status: 'completed' }];
    const screen = await tasksPage(SERVER, [
      ...baked(BREAD),
      frame(3, 'sent', { id: 2, method: 'tasks/list' }),
      frame(4, 'received', { id: 2, result: { tasks } }),
    ]);
    const list = screen.getByRole('list', { name: 'All tasks' });
    await expect.element(list.getByRole('listitem').nth(1)).toHaveTextContent('working · bake');
    await expect.element(list.getByRole('listitem').first()).toHaveTextContent('completed · t2');
    await list.getByRole('button', { name: 'completed · t2' }).click();
    await expect.element(screen.getByRole('region', { name: 'Task t2' })).toBeVisible();
    await expect
      .element(list.getByRole('button', { name: 'completed · t2' }))
      .toHaveAttribute('aria-pressed', 'true');
  });
});

describe('a task', () => {
  it('shows where it stands and leads to its call', async () => {
    const { screen, card } = await opened(SERVER, baked(BREAD));
    await expect.element(card.getByRole('heading', { name: 'bake' })).toBeVisible();
    await expect.element(card.getByText('working')).toHaveAttribute('aria-live', 'polite');
    await expect.element(card.getByText('kneading the dough')).toBeVisible();
    await expect.element(card.getByText('at dawn')).toBeVisible();
    expect(await axeViolations(screen.container)).toEqual([]);
    await card.getByRole('button', { name: 'Show call' }).click();
    expect(selected()).toBe(1);
  });

  it.each([
    ['Result', 'tasks/result'],
    ['Status', 'tasks/get'],
    ['Cancel task', 'tasks/cancel'],
  ])('sends with “%s” the request %s', async (name, method) => {
    const { card } = await opened(SERVER, baked(BREAD));
    await card.getByRole('button', { name }).click();
    expect(sendRequest).toHaveBeenCalledExactlyOnceWith({ session: 's1', method, params: { taskId: 't1' } });
  });

  it('says why a request failed', async () => {
    sendRequest.mockResolvedValue(err('The server does not answer.'));
    const { card } = await opened(SERVER, baked(BREAD));
    await card.getByRole('button', { name: 'Status' }).click();
    await expect.element(card.getByRole('status')).toHaveTextContent('The server does not answer.');
  });

  it('is polled until it is over', async () => {
    const pollTask = vi.fn();
    pollTask.mockResolvedValueOnce(ok({ ...END, result: BREAD }));
    pollTask.mockResolvedValue(ok({ ...END, result: { ...BREAD, status: 'completed' } }));
    const { card } = await opened(SERVER, baked(BREAD), { pollTask });
    await card.getByRole('button', { name: 'Poll' }).click();
    await expect
      .element(card.getByRole('button', { name: 'Stop polling' }))
      .toHaveAttribute('aria-pressed', 'true');
    await expect.element(card.getByRole('button', { name: 'Poll' })).toHaveAttribute('aria-pressed', 'false');
    expect(pollTask).toHaveBeenCalledTimes(2);
    expect(pollTask).toHaveBeenCalledWith(expect.objectContaining({ session: 's1', taskId: 't1' }));
  });

  it('is polled no longer once the user stops it', async () => {
    const pollTask = vi.fn().mockResolvedValue(ok({ ...END, failure: 'It timed out.' }));
    const { card } = await opened(SERVER, baked({ ...BREAD, pollInterval: 3_600_000 }), { pollTask });
    await card.getByRole('button', { name: 'Poll' }).click();
    await card.getByRole('button', { name: 'Stop polling' }).click();
    await expect.element(card.getByRole('button', { name: 'Poll' })).toBeEnabled();
    expect(pollTask).not.toHaveBeenCalled();
  });

  it('says why it is polled no longer', async () => {
    const pollTask = vi.fn().mockResolvedValue(ok({ ...END, failure: 'It timed out.' }));
    const { card } = await opened(SERVER, baked(BREAD), { pollTask });
    await card.getByRole('button', { name: 'Poll' }).click();
    await expect.element(card.getByRole('status')).toHaveTextContent(/It timed out\.$/);
    await expect.element(card.getByRole('button', { name: 'Poll' })).toHaveAttribute('aria-pressed', 'false');
  });

  it('that is over can neither be polled nor cancelled', async () => {
    const { card } = await opened(SERVER, baked({ ...BREAD, status: 'cancelled' }));
    await expect.element(card.getByRole('button', { name: 'Poll' })).toBeDisabled();
    await expect.element(card.getByRole('button', { name: 'Cancel task' })).toBeDisabled();
    await expect.element(card.getByRole('button', { name: 'Result' })).toBeEnabled();
  });

  it('of a server that does not run is only shown', async () => {
    const { card } = await opened({ ...SERVER, state: 'closed' }, baked(BREAD));
    await expect.element(card.getByText(/^The session is not open/)).toBeVisible();
    for (const name of ['Result', 'Status', 'Poll', 'Cancel task'])
      await expect.element(card.getByRole('button', { name })).toBeDisabled();
    await expect.element(card.getByRole('button', { name: 'Show call' })).toBeEnabled();
  });

  it('that the server has forgotten says so', async () => {
    const error = { code: -32602, message: 'Unknown task' };
    const { card } = await opened(SERVER, baked(BREAD, { error }));
    await expect.element(card.getByText(/no longer reports this task: Unknown task$/)).toBeVisible();
  });

  it('that needs input is answered before its result', async () => {
    const { card } = await opened(SERVER, baked({ ...BREAD, status: 'input_required' }));
    await expect.element(card.getByText(/^The server needs input: request the result/)).toBeVisible();
  });
});

describe('a task of 2026-07-28', () => {
  const TOOL_ERROR = { status: 'completed', result: { content: [], isError: true } };
  const RESULT = { status: 'completed', result: { content: [] } };
  const ERROR = { status: 'failed', error: { code: -32603, message: 'no' } };

  it.each([
    ['a tool error', TOOL_ERROR, 'Show result'],
    ['a result', RESULT, 'Show result'],
    ['a JSON-RPC error', ERROR, 'Show error'],
  ])('that came to %s leads to it', async (text, end, name) => {
    const { card } = await opened(MODERN, baked(BREAD, { result: { ...BREAD, ...end } }));
    await expect.element(card.getByText(text, { exact: true })).toBeVisible();
    expect(card.getByRole('button', { name: 'Result', exact: true }).elements()).toEqual([]);
    await card.getByRole('button', { name }).click();
    expect(selected()).toBe(4);
  });

  it('can be listened to', async () => {
    const followTask = vi.fn().mockResolvedValue(ok(END));
    const { screen, card } = await opened(MODERN, baked(BREAD), { followTask });
    await card.getByRole('button', { name: 'Listen', exact: true }).click();
    expect(followTask).toHaveBeenCalledExactlyOnceWith({ session: 's1', taskId: 't1', on: true });
    await screen.rerender(<TasksPage info={{ ...MODERN, followedTasks: ['t1'] }} />);
    const stop = card.getByRole('button', { name: 'Stop listening' });
    await expect.element(stop).toHaveAttribute('aria-pressed', 'true');
    await stop.click();
    expect(followTask).toHaveBeenLastCalledWith({ session: 's1', taskId: 't1', on: false });
  });

  it('leads to its open question', async () => {
    const question: ServerRequest = {
      requestId: 'a1',
      method: 'elicitation/create',
      params: { message: 'Which flour?' },
      seq: 2,
      via: 'task',
      key: 'flour',
      taskId: 't1',
    };
    const info = { ...MODERN, serverRequests: [question] };
    const { screen, card } = await opened(info, baked({ ...BREAD, status: 'input_required' }));
    await expect.element(card.getByText(/Its server request is open\.$/)).toBeVisible();
    setPanel('s1', 'closed');
    await card.getByRole('button', { name: /^Answer/ }).click();
    expect(useServerRequests.getState().unfolded.s1).toBe('a1');
    await screen.rerender(<TasksPage info={MODERN} />);
    await expect.element(card.getByText(/Request its status to see what it needs/)).toBeVisible();
  });

  it('says that this session does not declare tasks', async () => {
    const { card } = await opened({ ...MODERN, clientCapabilities: {} }, baked(BREAD));
    await expect.element(card.getByText(/calls should not become tasks/)).toBeVisible();
  });
});

describe('a task that came instead of a result', () => {
  const RESULT = { task: BREAD, resultType: 'task' };

  it('says where the task stands, and leads to it', async () => {
    await showSession(SERVER, { records: baked(BREAD) });
    const screen = await render(<CreatedTask result={RESULT} session="s1" />);
    await expect
      .element(screen.getByText(/^The server created a task for this call/))
      .toHaveTextContent('t1: working (kneading the dough).');
    expect(await axeViolations(screen.container)).toEqual([]);
    await screen.getByRole('button', { name: 'Show the task' }).click();
    expect(useSidebar.getState()).toMatchObject({ tabs: { s1: 'tasks' }, chosen: { 's1 tasks': 't1' } });
  });

  it.each([
    ['the result', { status: 'completed', result: { content: [] } }],
    ['the error', { status: 'failed', error: { code: -32603, message: 'no' } }],
  ])('leads to the row of %s once it is there', async (what, end) => {
    await showSession(MODERN, { records: baked(BREAD, { result: { ...BREAD, ...end } }) });
    const selectRow = vi.fn();
    const screen = await render(
      <ScreenServicesContext value={{ ...SCREEN_SERVICES, selectRow }}>
        <CreatedTask result={RESULT} session="s1" />
      </ScreenServicesContext>,
    );
    await screen.getByRole('button', { name: `#4 holds ${what}` }).click();
    expect(selectRow).toHaveBeenCalledExactlyOnceWith('s1', 4);
  });

  it('is shown by its id alone if the log holds nothing more of it', async () => {
    await showSession(SERVER);
    const screen = await render(<CreatedTask result={RESULT} session="s1" />);
    await expect
      .element(screen.getByText(/^The server created a task for this call/))
      .toHaveTextContent('this call, t1.');
  });
});
