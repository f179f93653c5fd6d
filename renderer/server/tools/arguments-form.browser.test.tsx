import { beforeEach, describe, expect, it } from 'vitest';
import { render } from 'vitest-browser-react';
import type { SessionInfo } from '../../../app/contract/session-info.ts';
import { activeSession } from '../../state/screen/screen-store.ts';
import { setSlot, useFormPlaces } from '../../state/server/form-place.ts';
import { setCalling, setFailure, useSidebar } from '../../state/server/sidebar-store.ts';
import { frame, growSession, LIVE_SESSION, showSession } from '../../state/testing/shown-session.ts';
import { axeViolations } from '../../ui/testing/axe-violations.ts';
import { Sidebar } from './sidebar.tsx';

const SERVER: SessionInfo = { ...LIVE_SESSION, serverCapabilities: { tools: {} } };
const path = { type: 'object', properties: { path: { type: 'string' } }, required: ['path'] };
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
  { name: 'nested', description: `${'>'.repeat(7900)} deep`, inputSchema: path },
];

const LIST = [
  frame(1, 'sent', { id: 1, method: 'tools/list' }),
  frame(2, 'received', { id: 1, result: { tools: TOOLS } }),
];
const call = (id: number, name: string) =>
  frame(id, 'sent', { id, method: 'tools/call', params: { name, arguments: {} } });

/** The sidebar, and the place of the middle that the shell draws. */
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
) {
  await showSession(server, { ...records, commands: { listAll: () => new Promise(() => undefined) } });
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

describe('the last answer', () => {
  it('stands in the form with its tier, its code and its words', async () => {
    const error = { code: -32602, message: 'No such path' };
    const records = [...LIST, call(3, 'read'), frame(4, 'received', { id: 3, error })];
    const screen = await shown('read', { records });
    const answer = screen.getByRole('region', { name: 'Answer' });
    await expect.element(answer.getByRole('status')).toHaveTextContent('protocol error');
    await expect.element(answer.getByText('-32602')).toBeVisible();
    await expect.element(answer.getByText('No such path')).toBeVisible();
    expect(answer.element().getAttribute('data-tier')).toBe('protocol');
    await answer.getByRole('button', { name: 'Show row' }).click();
    await expect.element(screen.getByRole('button', { name: /^read.*last: protocol error/ })).toBeVisible();
    expect(await axeViolations(screen.container)).toEqual([]);
  });

  it('tells a protocol error once, and of an answer that the client rejects also what the client says', async () => {
    const error = { code: -32602, message: 'No such path' };
    const refused = [...LIST, call(3, 'read'), frame(4, 'received', { id: 3, error })];
    const screen = await shown('read', { records: refused });
    setFailure('s1 tools read', 'MCP error -32602: No such path');
    await expect.element(screen.getByText('No such path')).toBeVisible();
    expect(screen.getByText('No such path').elements()).toHaveLength(1);
    const answered = frame(6, 'received', { id: 5, result: { content: [] } });
    await growSession('s1', { records: [...refused, call(5, 'read'), answered] });
    setFailure('s1 tools read', 'The schema rejects the result.');
    await expect.element(screen.getByText('The schema rejects the result.')).toBeVisible();
  });

  it('is of the newest call, which is shown while it is under way', async () => {
    const answered = frame(4, 'received', { id: 3, result: { content: [], isError: true } });
    const records = [...LIST, call(3, 'read'), answered, call(5, 'read')];
    const screen = await shown('read', { records });
    setCalling('s1 tools read', true);
    const answer = screen.getByRole('region', { name: 'Answer' });
    await expect.element(answer.getByRole('status')).toHaveTextContent('under way');
    expect(activeSession()?.session).toBe('s1');
  });

  it('is not there yet while the server waits for input, and the way to it is', async () => {
    const asks = { resultType: 'input_required', inputRequests: { when: { method: 'elicitation/create' } } };
    const records = [...LIST, call(3, 'read'), frame(4, 'received', { id: 3, result: asks })];
    const method = 'elicitation/create' as const;
    const request = { requestId: 'r1', method, params: {}, seq: 4, key: 'when' };
    const serverRequests = [{ ...request, via: 'input-required' as const }];
    const screen = await shown('read', { records }, { ...LIVE_SESSION, ...SERVER, serverRequests });
    const answer = screen.getByRole('region', { name: 'Answer' });
    await expect.element(answer.getByRole('status')).toHaveTextContent('waits for your answer');
    await expect.element(answer.getByRole('button', { name: /^Answer/ })).toBeVisible();
  });
});
