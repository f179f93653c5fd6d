import { beforeEach, describe, expect, it, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { err, ok } from '../../../app/base/result.ts';
import type { Commands } from '../../../app/contract/commands.ts';
import type { LiveInfo, ServerRequest } from '../../../app/contract/session-info.ts';
import type { KnownRecord } from '../../../app/frame/record.ts';
import { selectRow, useNotices, useScreen } from '../../state/screen/screen-store.ts';
import { requestFocus, useServerRequests } from '../../state/server/server-requests-store.ts';
import { frame, LIVE_SESSION, SCREEN_SERVICES, showSession } from '../../state/testing/shown-session.ts';
import { ScreenServicesContext } from '../../ui/controls/screen-services.ts';
import { axeViolations } from '../../ui/testing/axe-violations.ts';
import { ServerRequestBanner } from './server-request-banner.tsx';
import { ServerRequestsPanel } from './server-requests-panel.tsx';

const WHO: ServerRequest = {
  requestId: 'a1',
  method: 'elicitation/create',
  params: {
    message: 'Who are you?',
    requestedSchema: { type: 'object', properties: { name: { type: 'string' } } },
  },
  seq: 2,
  via: 'request',
  key: '',
};
const WHERE: ServerRequest = {
  ...WHO,
  requestId: 'a2',
  params: {
    message: 'Where do you live?',
    requestedSchema: { type: 'object', properties: { town: { type: 'string' } } },
  },
  seq: 3,
};

const asking = (...serverRequests: ServerRequest[]): LiveInfo => ({ ...LIVE_SESSION, serverRequests });

/** A call during which the server sends a request; answered if `answered`. */
function call(answered: boolean): KnownRecord[] {
  const { method, params } = WHO;
  return [
    frame(1, 'sent', { id: 1, method: 'tools/call', params: { name: 'order', arguments: {} } }),
    frame(2, 'received', { id: 7, method, params }),
    frame(3, 'received', { id: 8, method, params: WHERE.params }),
    ...(answered ? [frame(4, 'received', { id: 1, result: { content: [] } })] : []),
  ];
}

const answerServerRequest = vi.fn<Commands['answerServerRequest']>();

beforeEach(() => {
  answerServerRequest.mockReset().mockResolvedValue(ok(null));
  useServerRequests.setState(useServerRequests.getInitialState());
});

const selected = () => useScreen.getState().views.s1?.selected;

function Both({ info }: { readonly info: LiveInfo }) {
  return (
    <ScreenServicesContext value={{ ...SCREEN_SERVICES, selectRow }}>
      <ServerRequestBanner info={info} />
      <ServerRequestsPanel info={info} />
    </ScreenServicesContext>
  );
}

/** Says that no call is waiting for the answer now. Sending it anyway tests how the server reacts. */
async function drawn(info: LiveInfo, records: readonly KnownRecord[] = []) {
  await showSession(info, { records, commands: { answerServerRequest } });
  const screen = await render(<Both info={info} />);
  const banner = screen.getByRole('region', { name: 'The server waits for an answer' });
  const panel = screen.getByRole('region', { name: 'Server requests', exact: true });
  const form = (requestId: string) => panel.getByRole('form', { name: new RegExp(` ${requestId}$`) });
  return { screen, banner, panel, form, show: (next: LiveInfo) => screen.rerender(<Both info={next} />) };
}

describe('the banner', () => {
  it('is not there while the server asks for nothing', async () => {
    const { banner } = await drawn(asking());
    await expect.element(banner).not.toBeInTheDocument();
  });

  it('says what the oldest request wants, and how many more there are', async () => {
    const { screen, banner } = await drawn(asking(WHO, WHERE));
    await expect
      .element(banner.getByRole('status'))
      .toHaveTextContent(/^The server asks for .+: Who are you\? \(and 1 more\)$/);
    expect(await axeViolations(screen.container)).toEqual([]);
  });

  it('shortens a long message', async () => {
    const { banner } = await drawn(asking({ ...WHO, params: { ...WHO.params, message: 'ab '.repeat(200) } }));
    await expect.element(banner.getByRole('status')).toHaveTextContent(/(ab )+.*…$/);
    expect(banner.getByRole('status').element().textContent.length).toBeLessThan(260);
  });

  it('leads to the form, its row, and its first field', async () => {
    const { banner, panel, form } = await drawn(asking(WHO, WHERE), call(false));
    await panel.getByRole('button', { name: /Where do you live/ }).click();
    await banner.getByRole('button', { name: /^Answer/ }).click();
    await expect.element(banner.getByRole('button')).not.toBeInTheDocument();
    await expect.element(form('a1').getByRole('textbox', { name: 'name', exact: true })).toHaveFocus();
    expect(selected()).toBe(2);
  });

  it('says that the call is over', async () => {
    const { banner, panel, form } = await drawn(asking({ ...WHO, during: [1] }), call(true));
    const text = 'The call that this came with is over: it was answered.';
    await expect.element(banner.getByRole('status')).toHaveTextContent(text);
    await expect.element(panel.getByRole('status')).toHaveTextContent(`${text} #1`);
    await expect.element(form('a1').getByRole('button', { name: 'Dismiss' })).toBeVisible();
    await panel.getByRole('status').getByRole('button', { name: '#1' }).click();
    expect(selected()).toBe(1);
  });
});

describe('the panel', () => {
  it('says that no request is open, and leads to the policies', async () => {
    const { screen, panel } = await drawn(asking());
    await expect.element(panel.getByText(/^No server request is open\./)).toBeVisible();
    await panel.getByRole('button', { name: 'Answers and roots' }).click();
    expect(useScreen.getState().dialog).toBe('server-requests');
    expect(await axeViolations(screen.container)).toEqual([]);
  });

  it('is closed by its cross', async () => {
    const { panel } = await drawn(asking(WHO));
    await panel.getByRole('button', { name: 'Close the server requests' }).click();
    expect(useServerRequests.getState().panels).toEqual({ s1: 'closed' });
  });

  it('has one request unfolded, which shows its row', async () => {
    const { screen, panel, form } = await drawn(asking(WHO, WHERE), call(false));
    await expect.element(panel.getByRole('heading', { name: 'Server requests 2' })).toBeVisible();
    await expect.element(form('a1')).toBeVisible();
    await expect.element(form('a2')).not.toBeInTheDocument();
    await panel.getByRole('button', { name: /Where do you live/, expanded: false }).click();
    await expect.element(form('a2')).toBeVisible();
    await expect.element(form('a1')).not.toBeInTheDocument();
    expect(selected()).toBe(3);
    expect(await axeViolations(screen.container)).toEqual([]);
  });

  it('keeps what was written while another request is unfolded', async () => {
    const { panel, form } = await drawn(asking(WHO, WHERE));
    await form('a1').getByRole('textbox', { name: 'name', exact: true }).fill('Ada');
    await panel.getByRole('button', { name: /Where do you live/ }).click();
    await panel.getByRole('button', { name: /Who are you/ }).click();
    await expect.element(form('a1').getByRole('textbox', { name: 'name', exact: true })).toHaveValue('Ada');
  });

  it('gives the focus to what is in sight of a request without fields, not to what is folded away', async () => {
    const { form } = await drawn(asking({ ...WHO, method: 'ping', params: {} }));
    requestFocus('a1');
    await expect.element(form('a1').getByRole('checkbox', { name: /^Always answer/ })).toHaveFocus();
  });

  it('says that a call still times out only if the settings count the time', async () => {
    const settings = (countThinkingTime: boolean) => ({
      ...asking(WHO),
      settings: { ...LIVE_SESSION.settings, countThinkingTime },
    });
    const { panel, show } = await drawn(settings(true));
    await expect.element(panel.getByText(/still times out after \d+ s/)).toBeVisible();
    await show(settings(false));
    await expect.element(panel.getByText(/times out/)).not.toBeInTheDocument();
  });

  it.each([
    ['the server wants a task', { params: { ...WHO.params, task: {} } }, /^The server wants a task/],
    ['the answer goes out with the repeated call', { via: 'input-required' }, /goes with the repeated call/],
    ['the answer goes out for the task', { via: 'task' }, /goes out by tasks\/update/],
  ] as const)('says that %s', async (_what, change, text) => {
    const { panel } = await drawn(asking({ ...WHO, ...change }));
    await expect.element(panel.getByText(text)).toBeVisible();
  });

  it('says what the session does not declare', async () => {
    const info = {
      ...asking({ ...WHO, params: { mode: 'url', message: 'Sign in', url: 'https://a.example' } }),
    };
    const { panel } = await drawn({ ...info, clientCapabilities: { elicitation: {} } });
    await expect.element(panel.getByText(/^This session does not declare elicitation\.url/)).toBeVisible();
  });
});

describe('what one call needs', () => {
  const [FIRST, SECOND] = [WHO, WHERE].map((one) => ({ ...one, via: 'input-required', seq: 2 }) as const);
  const records = [
    frame(1, 'sent', { id: 1, method: 'tools/call', params: { name: 'order', arguments: {} } }),
    frame(2, 'received', { id: 1, result: { resultType: 'input_required', inputRequests: {} } }),
  ];

  it('stands together and is sent together', async () => {
    if (FIRST === undefined || SECOND === undefined) throw new Error('two requests');
    const { screen, panel, form } = await drawn(asking(FIRST, SECOND), records);
    const group = panel.getByRole('region', { name: 'Input for tools/call order' });
    await expect.element(group.getByText(/needs 2 answers more/)).toBeVisible();
    await form('a1').getByRole('textbox', { name: 'name', exact: true }).fill('Ada');
    await form('a2').getByRole('textbox', { name: 'town', exact: true }).fill('Rome');
    expect(await axeViolations(screen.container)).toEqual([]);
    await group.getByRole('button', { name: 'Send all 2 answers as written' }).click();
    await expect.poll(() => answerServerRequest.mock.calls.length).toBe(2);
    expect(answerServerRequest.mock.calls.map(([{ requestId, answer }]) => [requestId, answer])).toEqual([
      ['a1', { kind: 'result', result: { action: 'accept', content: { name: 'Ada' } } }],
      ['a2', { kind: 'result', result: { action: 'accept', content: { town: 'Rome' } } }],
    ]);
  });

  it('waits for an answer that cannot be sent', async () => {
    if (FIRST === undefined || SECOND === undefined) throw new Error('two requests');
    const { panel, form } = await drawn(asking(FIRST, SECOND), records);
    await form('a2').getByRole('button', { name: 'JSON' }).click();
    await form('a2').getByRole('textbox', { name: 'Content (JSON)' }).fill('{');
    await expect.element(panel.getByRole('button', { name: /^Send all/ })).toBeDisabled();
  });

  it('is one answer', async () => {
    if (FIRST === undefined) throw new Error('one request');
    const { panel } = await drawn(asking(FIRST), records);
    await expect.element(panel.getByText(/needs one answer more/)).toBeVisible();
    expect(panel.getByRole('button', { name: /^Send all/ }).elements()).toEqual([]);
  });
});

describe('earlier requests', () => {
  it('are listed with their answers, the newest first, beside those that were cancelled', async () => {
    const { panel, form, show } = await drawn(asking(WHO, WHERE), call(false));
    await form('a1').getByRole('button', { name: 'Accept' }).click();
    await show(asking(WHERE));
    await form('a2').getByRole('button', { name: 'Decline' }).click();
    const gone = { ...WHO, requestId: 'a0', seq: 1, why: 'the session ended' };
    await show({ ...asking(), cancelledServerRequests: [gone] });
    const earlier = panel.getByRole('region', { name: 'Earlier server requests' }).getByRole('listitem');
    await expect.element(earlier.first()).toHaveTextContent(/^#3 .*: declined Where do you live\?$/);
    await expect.element(earlier.nth(1)).toHaveTextContent(/^#2 .*: accept Who are you\?$/);
    await expect.element(earlier.nth(2)).toHaveTextContent(/^#1 .*: cancelled, the session ended$/);
    await earlier.first().getByRole('button', { name: '#3' }).click();
    expect(selected()).toBe(3);
  });

  it('say whether a visit is done', async () => {
    const url = 'https://shop.example/pay';
    const params = { mode: 'url', message: 'Please pay', url, elicitationId: 'e1' };
    const { panel, form, show } = await drawn(asking({ ...WHO, params }));
    await form('a1').getByRole('button', { name: 'Accept' }).click();
    const earlier = panel.getByRole('region', { name: 'Earlier server requests' });
    await expect.element(earlier).toHaveTextContent(/accept, waiting for the server to say/);
    await show({ ...asking(), completedElicitations: ['e1'] });
    await expect.element(earlier).toHaveTextContent(/accept, and the server says that the visit is done/);
  });

  it('leave a request open whose answer could not be sent, and say why', async () => {
    answerServerRequest.mockResolvedValue(err('The server is gone.'));
    const { panel, form } = await drawn(asking(WHO));
    await form('a1').getByRole('button', { name: 'Accept' }).click();
    await expect.poll(() => useNotices.getState().notices).toMatchObject([{ text: 'The server is gone.' }]);
    expect(panel.getByRole('region', { name: 'Earlier server requests' }).elements()).toEqual([]);
    await expect.element(form('a1').getByRole('button', { name: 'Accept' })).toBeEnabled();
  });
});
