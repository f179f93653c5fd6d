import { beforeEach, describe, expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { err, ok } from '../../../app/base/result.ts';
import type { Commands } from '../../../app/contract/commands.ts';
import type { LiveInfo, SessionInfo } from '../../../app/contract/session-info.ts';
import type { KnownRecord } from '../../../app/frame/record.ts';
import { useScreen } from '../../state/screen/screen-store.ts';
import { useRawEditor } from '../../state/server/raw-editor-store.ts';
import { frame, LIVE_SESSION, SCREEN_SERVICES, showSession } from '../../state/testing/shown-session.ts';
import { EMPTY_SESSION } from '../../state/testing/stub-host.ts';
import { ScreenServicesContext } from '../../ui/controls/screen-services.ts';
import { axeViolations } from '../../ui/testing/axe-violations.ts';
import { openedDialog } from '../../ui/testing/opened-dialog.ts';
import { RawEditorDialog } from './raw-editor-dialog.tsx';

const CUT_OFF = '{"jsonrpc":"2.0","id":"h0","method":"ping"';

/** A line that the raw editor has written. */
function rawLine(seq: number, raw: string): KnownRecord {
  return {
    type: 'frame',
    session: 's1',
    seq,
    at: seq * 10,
    direction: 'client-to-server',
    raw,
    deliberate: true,
  };
}

const sendRaw = vi.fn<Commands['sendRaw']>();

beforeEach(() => {
  sendRaw.mockReset().mockResolvedValue(ok({ seq: 1 }));
  useRawEditor.setState(useRawEditor.getInitialState());
});

async function opened(
  info: SessionInfo = LIVE_SESSION,
  records: readonly KnownRecord[] = [],
  commands: Partial<Commands> = {},
) {
  await showSession(info, { records, commands: { sendRaw, ...commands } });
  const screen = await render(
    <ScreenServicesContext value={SCREEN_SERVICES}>
      <RawEditorDialog />
    </ScreenServicesContext>,
  );
  const isHttp = info.kind === 'live' && info.http !== undefined;
  const dialog = await openedDialog(screen, isHttp ? 'Write a raw HTTP request' : 'Write a raw line');
  const button = (name: string | RegExp) => dialog.getByRole('button', { name });
  return {
    dialog,
    field: dialog.getByRole('textbox', { name: isHttp ? 'Body' : 'Line', exact: true }),
    button,
  };
}

describe('the line', () => {
  it('has the focus, and goes out as it is', async () => {
    const { dialog, field, button } = await opened();
    await expect.element(field).toHaveFocus();
    await userEvent.keyboard('hello');
    await expect.element(field).toHaveAccessibleDescription(/^One line, 5 B\./);
    await button(/^Send as it is/).click();
    expect(sendRaw).toHaveBeenCalledExactlyOnceWith({ session: 's1', text: 'hello', deliberate: true });
    expect(await axeViolations(dialog.element())).toEqual([]);
  });

  it('goes out by Ctrl+Enter, and Enter alone makes another one', async () => {
    const { field } = await opened();
    await userEvent.keyboard('one{Enter}two');
    await expect.element(field).toHaveAccessibleDescription(/^2 lines, 7 B: the server reads each by itself/);
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    expect(sendRaw).toHaveBeenCalledExactlyOnceWith({ session: 's1', text: 'one\ntwo', deliberate: true });
  });

  it('says why it could not be sent, until it is changed', async () => {
    sendRaw.mockResolvedValue(err('The server has closed its stdin.'));
    const { dialog, field, button } = await opened();
    await field.fill('x');
    await button(/^Send as it is/).click();
    await expect.element(dialog.getByRole('alert')).toHaveTextContent('The server has closed its stdin.');
    await expect.element(field).toHaveAttribute('aria-invalid', 'true');
    await field.fill('y');
    await expect.element(field).toHaveAttribute('aria-invalid', 'false');
    await expect.element(dialog.getByRole('alert')).not.toBeInTheDocument();
  });

  it('is written as text, in hex, or in Base64', async () => {
    const { dialog, field, button } = await opened();
    const form = dialog.getByRole('group', { name: 'How the bytes are written' });
    await field.fill('é');
    await form.getByRole('radio', { name: 'Hex' }).click();
    await expect.element(field).toHaveValue('c3 a9');
    await form.getByRole('radio', { name: 'Base64' }).click();
    await expect.element(field).toHaveValue('w6k=');
    await form.getByRole('radio', { name: 'Hex' }).click();
    await field.fill('ff');
    await button(/^Send as it is/).click();
    expect(sendRaw).toHaveBeenCalledExactlyOnceWith({ session: 's1', base64: '/w==', deliberate: true });
  });

  it('stays in its form while it cannot be read in it', async () => {
    const { dialog, field, button } = await opened();
    const form = dialog.getByRole('group', { name: 'How the bytes are written' });
    await form.getByRole('radio', { name: 'Hex' }).click();
    await field.fill('zz');
    await form.getByRole('radio', { name: 'Text' }).click();
    await expect.element(dialog.getByRole('alert')).toHaveTextContent(/./);
    await expect.element(form.getByRole('radio', { name: 'Hex' })).toBeChecked();
    await button(/^Send as it is/).click();
    await expect.element(field).toHaveAttribute('aria-invalid', 'true');
    expect(sendRaw).not.toHaveBeenCalled();
  });

  it('is loaded from the selected frame', async () => {
    const { field, button } = await opened(LIVE_SESSION, [frame(1, 'sent', { id: 1, method: 'ping' })]);
    await expect.element(button('Load the selected frame')).toBeDisabled();
    useScreen.setState({ views: { s1: { selected: 1, following: false } } });
    await button('Load the selected frame').click();
    await expect.element(field).toHaveValue('{"jsonrpc":"2.0","id":1,"method":"ping"}');
  });

  it('is loaded from an earlier raw message', async () => {
    const { dialog, field, button } = await opened(LIVE_SESSION, [rawLine(1, CUT_OFF), rawLine(2, 'hello')]);
    await dialog.getByText('Raw messages of this session (2)').click();
    await expect.element(dialog.getByRole('listitem').filter({ hasText: '5 B' })).toHaveTextContent(/hello/);
    await button(/^Edit .*ping.* again$/).click();
    await expect.element(field).toHaveValue(CUT_OFF);
  });
});

describe('the templates', () => {
  it('are searched', async () => {
    const { dialog, button } = await opened();
    const search = dialog.getByRole('searchbox', { name: 'Search the templates' });
    await search.fill('comma -32700');
    await expect.element(button('Trailing comma')).toBeVisible();
    await expect.element(button('Plain words')).not.toBeInTheDocument();
    await expect.element(dialog.getByRole('region', { name: 'Not JSON' })).toBeVisible();
    await search.fill('zebra');
    await expect.element(dialog.getByText('No template has “zebra” in it.')).toBeVisible();
  });

  it('are walked by the arrow keys; Enter fills one in and goes back to the line', async () => {
    const { dialog, field, button } = await opened();
    await dialog.getByRole('searchbox', { name: 'Search the templates' }).click();
    await userEvent.keyboard('{ArrowDown}{ArrowDown}');
    await expect.element(button('Trailing comma')).toHaveFocus();
    await userEvent.keyboard('{ArrowUp}{Enter}');
    await expect.element(field).toHaveFocus();
    await expect.element(field).toHaveValue(CUT_OFF);
    await expect.element(button('Cut off in the middle')).toHaveAttribute('aria-pressed', 'true');
  });

  it('say what they break, until the line is kept without the expectation', async () => {
    const { dialog, field, button } = await opened();
    await button('Cut off in the middle').click();
    const about = dialog.getByRole('region', { name: 'About this template' });
    await expect.element(about).toHaveTextContent(/The line ends before its object does\..*answers -32700/);
    expect(await axeViolations(dialog.element())).toEqual([]);
    await about.getByRole('button', { name: 'Keep the line without the expectation' }).click();
    await expect.element(about).not.toBeInTheDocument();
    await expect.element(field).toHaveValue(CUT_OFF);
  });

  it('leave the filling of a huge line to the host, which has no hex', async () => {
    const { dialog, button } = await opened();
    await button('Huge line').click();
    await expect.element(dialog.getByText(/^One line, 5\.0 MB/)).toBeVisible();
    await dialog.getByRole('radio', { name: 'Hex' }).click();
    await expect.element(dialog.getByRole('alert')).toHaveTextContent(/is written as text only/);
    await button(/^Send as it is/).click();
    expect(sendRaw.mock.lastCall?.[0]).toMatchObject({ fill: { bytes: 5_000_000 } });
  });
});

describe('what came back', () => {
  const error = (code: number): KnownRecord =>
    frame(2, 'received', { id: null, error: { code, message: 'that was no JSON' } });
  const EXIT: KnownRecord = { type: 'process', session: 's1', seq: 2, at: 20, event: 'exited', exitCode: 1 };

  /** The replies to a truncated line. */
  async function sent(...answers: KnownRecord[]) {
    const parts = await opened(LIVE_SESSION, [rawLine(1, CUT_OFF), ...answers]);
    await parts.button('Cut off in the middle').click();
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    return { ...parts, replies: parts.dialog.getByRole('region', { name: 'What came back' }) };
  }

  it.each([
    ['the error that is due', [error(-32700)], 'as a good server does'],
    ['another error', [error(-32600)], 'not what a good server does'],
    ['the end of the server', [EXIT], 'the server did not survive it'],
  ])('is assessed: %s', async (_what, answers, verdict) => {
    const { replies } = await sent(...answers);
    await expect.element(replies.getByRole('status')).toHaveTextContent(verdict);
    await expect.element(replies.getByRole('listitem')).toBeVisible();
  });

  it('is awaited for 3 seconds', async () => {
    const later: (() => void)[] = [];
    const { setTimeout: real } = window;
    vi.spyOn(window, 'setTimeout').mockImplementation(((run: () => void, ms?: number) =>
      ms === 3000 ? later.push(run) : real(run, ms)) as typeof setTimeout);
    const { dialog, replies } = await sent();
    await expect.element(replies.getByRole('status')).toHaveTextContent('waiting');
    await expect.element(replies.getByText('No answer yet…')).toBeVisible();
    for (const run of later) run();
    await expect.element(replies.getByText('No answer within 3 seconds.')).toBeVisible();
    await expect.element(replies.getByRole('status')).toHaveTextContent(/common and harmless$/);
    expect(await axeViolations(dialog.element())).toEqual([]);
  });

  it('names the code, and leads to the log', async () => {
    const { dialog, replies } = await sent(error(-32700));
    await expect.element(replies.getByRole('listitem')).toHaveTextContent(/-32700 Parse error.*no JSON/);
    expect(await axeViolations(dialog.element())).toEqual([]);
    useScreen.setState({ dialog: 'raw-editor' });
    await replies.getByRole('button', { name: 'Show', exact: true }).click();
    expect(useScreen.getState()).toMatchObject({ dialog: null, views: { s1: { selected: 2 } } });
  });
});

describe('an HTTP request', () => {
  const OVER_HTTP: LiveInfo = {
    ...LIVE_SESSION,
    pid: null,
    http: {
      ...{ transport: 'streamable-http', sessionId: 'abc', stream: 'refused', resumptions: 0 },
      ...{ deleteStatus: 0, tries: [] },
    },
  };
  const HEAD = [
    { name: 'Accept', value: 'text/event-stream', isHidden: false },
    { name: 'Mcp-Session-Id', value: 'sid-1', isHidden: true },
  ];
  const place = { session: 's1', type: 'http', x: 7 } as const;
  const asked: KnownRecord = {
    ...{ ...place, seq: 1, at: 10, event: 'request', method: 'PUT', url: 'http://a/mcp', headers: [] },
    deliberate: true,
  };
  const ANSWERED: readonly KnownRecord[] = [
    asked,
    {
      ...place,
      seq: 2,
      at: 25,
      event: 'response',
      status: 405,
      reason: 'Not Allowed',
      headers: [['Allow', 'POST']],
    },
    { ...place, seq: 3, at: 26, event: 'body', text: 'no such method here' },
    { ...place, seq: 4, at: 27, event: 'end', how: 'complete' },
  ];

  it('has a method and headers beside its body, and shows what came back', async () => {
    const readHead = vi.fn<Commands['readHead']>(async () => ok(HEAD));
    const { dialog, field, button } = await opened(OVER_HTTP, ANSWERED, { readHead });
    await field.fill('{}');
    const method = dialog.getByRole('combobox', { name: 'Method' });
    const headers = dialog.getByRole('textbox', { name: 'Headers' });
    await expect.element(headers).toHaveValue('Accept: text/event-stream\nMcp-Session-Id: sid-1');
    expect(headers.element().clientWidth).toBe(field.element().clientWidth);
    await method.fill('PUT');
    await headers.fill('Mcp-Session-Id: sid-1\nX-Own: 1');
    await button(/^Send as it is/).click();
    expect(sendRaw).toHaveBeenCalledExactlyOnceWith({
      ...{ session: 's1', text: '{}', deliberate: true },
      http: { method: 'PUT', headers: { Accept: null, 'X-Own': '1' } },
    });
    const replies = dialog.getByRole('region', { name: 'What came back' });
    await expect.element(replies).toHaveTextContent(/405 Not Allowed.*after 15 ms.*no such method here/);
    await expect
      .element(replies.getByText('no such method here', { exact: true }))
      .toBeInViewport({ ratio: 1 });
    expect(await axeViolations(dialog.element())).toEqual([]);
  });

  it('is edited again with its method, its path and its headers', async () => {
    const headers: [string, string][] = [['X-Own', '1']];
    const get: KnownRecord = {
      ...{ ...place, seq: 1, at: 10, event: 'request', method: 'GET', url: 'http://a/mcp/other', headers },
      deliberate: true,
    };
    const info = { ...OVER_HTTP, commandLine: 'http://a/mcp' };
    const { dialog, button } = await opened(info, [get, ...ANSWERED.slice(1)], {
      readHead: async () => ok(HEAD),
    });
    await dialog.getByText('Raw messages of this session (1)').click();
    await button('Edit GET /mcp/other again').click();
    await expect.element(dialog.getByRole('combobox', { name: 'Method' })).toHaveValue('GET');
    await expect.element(dialog.getByRole('textbox', { name: 'Headers' })).toHaveValue('X-Own: 1');
    await button(/^Send as it is/).click();
    expect(sendRaw.mock.lastCall?.[0].http).toEqual({
      ...{ method: 'GET', suffix: '/other' },
      headers: { Accept: null, 'Mcp-Session-Id': null, 'X-Own': '1' },
    });
  }, 20_000);

  it('is the session’s own while nothing is changed, and says which header is none', async () => {
    const { dialog, field, button } = await opened(OVER_HTTP, [], { readHead: async () => ok(HEAD) });
    await field.fill('x');
    await button(/^Send as it is/).click();
    expect(sendRaw.mock.lastCall?.[0]).toEqual({ session: 's1', text: 'x', deliberate: true });
    await dialog.getByRole('textbox', { name: 'Headers' }).fill('nonsense');
    await button(/^Send as it is/).click();
    await expect.element(dialog.getByRole('alert')).toHaveTextContent('Header line 1 is not Name: value.');
    await button('Put the session’s own back').click();
    await expect
      .element(dialog.getByRole('textbox', { name: 'Headers' }))
      .toHaveValue('Accept: text/event-stream\nMcp-Session-Id: sid-1');
    expect(sendRaw).toHaveBeenCalledOnce();
  });
});

describe('a session that cannot be written to', () => {
  it('says that none is open', async () => {
    await showSession(LIVE_SESSION);
    useScreen.setState({ sessions: [], active: null });
    const screen = await render(<RawEditorDialog />);
    await expect.element(screen.getByText(/^No session is open\./)).toBeVisible();
  });

  it('says that a recording has no server, but its lines can be edited', async () => {
    const { dialog, field, button } = await opened(EMPTY_SESSION);
    await expect.element(dialog.getByText(/^A recording has no server/)).toBeVisible();
    await expect.element(button(/^Send as it is/)).toBeDisabled();
    await field.fill('x');
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    expect(sendRaw).not.toHaveBeenCalled();
    expect(button('Restart').elements()).toEqual([]);
  });

  it('can be restarted if its server has ended', async () => {
    const restart = vi.fn<Commands['restart']>(async () => ok(null));
    const { dialog, button } = await opened({ ...LIVE_SESSION, state: 'closed', pid: null }, [], { restart });
    await expect.element(dialog.getByText(/^The server is not running\./)).toBeVisible();
    await button('Restart').click();
    expect(restart).toHaveBeenCalledExactlyOnceWith({ session: 's1' });
  });
});
