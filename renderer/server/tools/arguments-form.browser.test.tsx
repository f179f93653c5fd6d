import { beforeEach, describe, expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { ok } from '../../../app/base/result.ts';
import type { Commands } from '../../../app/contract/commands.ts';
import type { SessionInfo } from '../../../app/contract/session-info.ts';
import { setSlot, useFormPlaces } from '../../state/server/form-place.ts';
import { setFailure, useSidebar } from '../../state/server/sidebar-store.ts';
import { frame, growSession, LIVE_SESSION, showSession } from '../../state/testing/shown-session.ts';
import { axeViolations } from '../../ui/testing/axe-violations.ts';
import { Sidebar } from './sidebar.tsx';

const SERVER: SessionInfo = { ...LIVE_SESSION, serverCapabilities: { tools: {} } };
const path = { type: 'object', properties: { path: { type: 'string' } }, required: ['path'] };
const route = {
  type: 'object',
  properties: { from: { type: 'string' }, stops: { type: 'integer' }, to: { type: 'string' } },
  required: ['from', 'stops', 'to'],
};
const large = {
  type: 'object',
  properties: Object.fromEntries(Array.from({ length: 11 }, (_, at) => [`f${at}`, { type: 'string' }])),
};

const TOOLS = [
  {
    name: 'wipe',
    annotations: { title: 'Delete everything', destructiveHint: true, openWorldHint: true },
    description: '**All** files. See [the docs](https://example.com/x) <b>now</b>.',
    inputSchema: path,
  },
  { name: 'read', annotations: { readOnlyHint: true }, inputSchema: path },
  { name: 'large', inputSchema: large },
  { name: 'route', inputSchema: route },
  { name: 'nested', description: `${'>'.repeat(7900)} deep`, inputSchema: path },
];

const LIST = [
  frame(1, 'sent', { id: 1, method: 'tools/list' }),
  frame(2, 'received', { id: 1, result: { tools: TOOLS } }),
];
const call = (id: number, name: string) =>
  frame(id, 'sent', { id, method: 'tools/call', params: { name, arguments: {} } });

/** The sidebar, and the middle as the shell renders it. */
function Screen() {
  const wanted = useFormPlaces((state) => state.wanted);
  return (
    <>
      <Sidebar />
      {wanted && <section ref={setSlot} aria-label="Middle" />}
    </>
  );
}

async function shown(
  chosen: string,
  records: Parameters<typeof showSession>[1] = { records: LIST },
  server = SERVER,
  commands: Partial<Commands> = {},
) {
  await showSession(server, {
    ...records,
    commands: { listAll: () => new Promise(() => undefined), ...commands },
  });
  useSidebar.setState({ chosen: { 's1 tools': chosen } });
  return render(<Screen />);
}

beforeEach(() => {
  localStorage.clear();
  useSidebar.setState(useSidebar.getInitialState());
  useFormPlaces.setState({ places: { small: 'sidebar', large: 'middle' }, wanted: false, slot: null });
});

describe('the form of a tool', () => {
  it('says before the click what the tool may do', async () => {
    const screen = await shown('wipe');
    const row = screen.getByRole('button', { name: /^wipe/ });
    await expect.element(row.getByRole('img', { name: 'destructive' })).toBeVisible();
    await expect.element(row.getByText('Delete everything')).toBeVisible();
    const form = screen.getByRole('form', { name: 'Call wipe' });
    await expect.element(form.getByText('Delete everything')).toBeVisible();
    await expect.element(form.getByText('open world')).toBeVisible();
    await expect.element(form.getByRole('button', { name: 'Call · destructive' })).toBeEnabled();
    expect(await axeViolations(screen.container)).toEqual([]);
  });

  it('shows its description as Markdown, with the address of a link and without HTML', async () => {
    const screen = await shown('wipe');
    const form = screen.getByRole('form', { name: 'Call wipe' });
    await expect.element(form.getByText('https://example.com/x')).toBeVisible();
    await expect.poll(() => form.element().querySelector('strong')?.textContent).toBe('All');
    expect(form.element().querySelector('b:not([role])')).toBeNull();
  });

  it('keeps its fields when the description is nested too deeply for Markdown', async () => {
    const screen = await shown('nested');
    await expect.element(screen.getByText('>>>>', { exact: false }).first()).toBeVisible();
    await expect.element(screen.getByRole('button', { name: 'Call', exact: true })).toBeVisible();
  });

  it('stands in the middle if it has more than ten fields, and moves to the sidebar on request', async () => {
    const screen = await shown('large');
    const middle = screen.getByRole('region', { name: 'Middle' });
    await expect.element(middle.getByRole('form', { name: 'Call large' })).toBeVisible();
    await middle.getByRole('button', { name: 'Back to the sidebar' }).click();
    const sidebar = screen.getByRole('navigation');
    await expect.element(sidebar.getByRole('form', { name: 'Call large' })).toBeVisible();
    expect(JSON.parse(localStorage.getItem('tierscope.form-places') ?? '')).toMatchObject({
      large: 'sidebar',
    });
  });

  it('keeps what was typed when it is moved', async () => {
    const screen = await shown('read');
    await screen.getByRole('textbox', { name: 'path' }).fill('/etc/hosts');
    await screen.getByRole('button', { name: 'Open in the middle' }).click();
    const middle = screen.getByRole('region', { name: 'Middle' });
    await expect.element(middle.getByRole('textbox', { name: 'path' })).toHaveValue('/etc/hosts');
  });
});

it('leaves the answer to the inspector, and says its outcome to those who listen', async () => {
  const error = { code: -32602, message: 'No such path' };
  const records = [...LIST, call(3, 'read'), frame(4, 'received', { id: 3, error })];
  const screen = await shown('read', { records });
  const form = screen.getByRole('form', { name: 'Call read' });
  await expect.element(form.getByRole('status').last()).toHaveTextContent('protocol error');
  expect(form.getByText('No such path').elements()).toEqual([]);
  setFailure('s1 tools read', 'The session has ended.');
  await expect.element(form.getByText('The session has ended.')).toBeVisible();
  expect(await axeViolations(screen.container)).toEqual([]);
});

it('goes on with Enter to the next empty line, and calls from the last one', async () => {
  const sent = vi.fn<Commands['callTool']>().mockReturnValue(new Promise(() => undefined));
  const screen = await shown('route', { records: LIST }, SERVER, { callTool: sent });
  await screen.getByRole('textbox', { name: 'from' }).fill('Oslo');
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByRole('textbox', { name: 'stops' })).toHaveFocus();
  await userEvent.keyboard('2{Enter}');
  await expect.element(screen.getByRole('textbox', { name: 'to', exact: true })).toHaveFocus();
  expect(sent).not.toHaveBeenCalled();
  await userEvent.keyboard('Bergen{Enter}');
  await expect
    .poll(() => sent.mock.lastCall?.[0].arguments)
    .toEqual({ from: 'Oslo', to: 'Bergen', stops: 2 });
  // What is typed next replaces what was sent.
  await userEvent.keyboard('Voss');
  await expect.element(screen.getByRole('textbox', { name: 'to', exact: true })).toHaveValue('Voss');
});

it('cancels its own call, also before the log shows it', async () => {
  const cancel = vi.fn<Commands['cancel']>().mockResolvedValue(ok(null));
  const callTool = vi.fn<Commands['callTool']>().mockReturnValue(new Promise(() => undefined));
  const others = [...LIST, call(3, 'read')];
  const screen = await shown('read', { records: others }, SERVER, { callTool, cancel });
  await screen.getByRole('textbox', { name: 'path' }).fill('/etc/hosts');
  await userEvent.keyboard('{Enter}');
  await screen.getByRole('button', { name: 'Cancel' }).click();
  expect(cancel).not.toHaveBeenCalled();
  await growSession('s1', { records: [...others, call(4, 'read')], commands: { callTool, cancel } });
  await expect.poll(() => cancel.mock.calls).toEqual([[{ session: 's1', requestSeq: 4 }]]);
});
