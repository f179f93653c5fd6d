import { beforeEach, describe, expect, it, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { err, ok } from '../../../app/base/result.ts';
import type { Commands } from '../../../app/contract/commands.ts';
import type { LiveInfo, ServerRequest } from '../../../app/contract/session-info.ts';
import type { KnownRecord } from '../../../app/frame/record.ts';
import { type Inspected, inspect } from '../../state/inspected/inspected.ts';
import { sessionLog } from '../../state/log/log-mirrors.ts';
import { selectRow, useNotices, useScreen } from '../../state/screen/screen-store.ts';
import { setPanel, useServerRequests } from '../../state/server/server-requests-store.ts';
import { frame, LIVE_SESSION, SCREEN_SERVICES, showSession } from '../../state/testing/shown-session.ts';
import { ScreenServicesContext } from '../../ui/controls/screen-services.ts';
import { axeViolations } from '../../ui/testing/axe-violations.ts';
import { InputRoundsCard, OpenServerRequestCard, RepeatCall } from './exchange-cards.tsx';

const END = { requestSeq: 3, result: null, failure: '' };
const callTool = vi.fn<Commands['callTool']>();
const sendRequest = vi.fn<Commands['sendRequest']>();

beforeEach(() => {
  callTool.mockReset().mockResolvedValue(ok(END));
  sendRequest.mockReset().mockResolvedValue(ok(END));
  useServerRequests.setState(useServerRequests.getInitialState());
});

/** The exchange of two rows, as the inspector shows it. */
function exchange(records: readonly KnownRecord[], requestSeq: number, answerSeq: number): Inspected {
  const { mirror } = sessionLog('s1');
  const row = mirror.rowOf(requestSeq);
  const record = records.find((one) => 'seq' in one && one.seq === requestSeq);
  if (row === undefined || record === undefined) throw new Error(`There is no row ${requestSeq}.`);
  const place = { requestSeq, answerSeq, first: requestSeq, last: answerSeq };
  const rowOf = (seq: number) => mirror.rowOf(seq);
  return inspect({
    session: 's1',
    row,
    record,
    place,
    records,
    rowOf,
    known: records,
    failures: [],
  });
}

/** The cards of an exchange, by default of rows 1 and 2. */
async function cards(records: readonly KnownRecord[], info: LiveInfo = LIVE_SESSION, [first, last] = [1, 2]) {
  await showSession(info, { records, commands: { callTool, sendRequest } });
  const inspected = exchange(records, first ?? 1, last ?? 2);
  return render(
    <ScreenServicesContext value={{ ...SCREEN_SERVICES, selectRow }}>
      <OpenServerRequestCard inspected={inspected} info={info} />
      <RepeatCall inspected={inspected} info={info} />
      <InputRoundsCard inspected={inspected} />
    </ScreenServicesContext>,
  );
}

const CALL = { method: 'tools/call', params: { name: 'order', arguments: { of: 'bread' } } };
const ANSWERED = [
  frame(1, 'sent', { id: 1, ...CALL }),
  frame(2, 'received', { id: 1, result: { content: [] } }),
];
const selected = () => useScreen.getState().views.s1?.selected;

it('are not there for an exchange that has nothing to do with the user', async () => {
  const screen = await cards(ANSWERED);
  expect(screen.container.textContent).toBe('');
});

describe('an open server request', () => {
  const request = (requestId: string): ServerRequest => ({
    requestId,
    method: 'elicitation/create',
    params: { message: 'Who are you?' },
    seq: 2,
    via: 'input-required',
    key: '',
  });

  it('is led to from its row', async () => {
    const screen = await cards(ANSWERED, { ...LIVE_SESSION, serverRequests: [request('a1')] });
    await expect.element(screen.getByRole('heading', { name: 'The server waits for you' })).toBeVisible();
    expect(await axeViolations(screen.container)).toEqual([]);
    await expect.element(screen.getByText('Its form is in the panel of server requests.')).toBeVisible();
    setPanel('s1', 'closed');
    await screen.getByRole('button', { name: /^Answer/ }).click();
    expect(useServerRequests.getState()).toMatchObject({ unfolded: { s1: 'a1' }, focusRequest: 'a1' });
  });

  it('is counted with the others of its row', async () => {
    const elsewhere = { ...request('a3'), seq: 9 };
    const serverRequests = [request('a1'), request('a2'), elsewhere];
    const screen = await cards(ANSWERED, { ...LIVE_SESSION, serverRequests });
    setPanel('s1', 'closed');
    await expect.element(screen.getByRole('button', { name: /^Answer 2 server requests/ })).toBeVisible();
  });
});

describe('a call that needs a visit first', () => {
  const data = { elicitations: [{ mode: 'url', elicitationId: 'e1', url: 'https://a.example' }] };
  const refused = (request: object) => [
    frame(1, 'sent', { id: 1, ...request }),
    frame(2, 'received', { id: 1, error: { code: -32042, message: 'Visit first', data } }),
  ];

  it('is sent again with the same arguments', async () => {
    const screen = await cards(refused(CALL));
    expect(await axeViolations(screen.container)).toEqual([]);
    await screen.getByRole('button', { name: 'Send the request again' }).click();
    const again = { session: 's1', name: 'order', arguments: { of: 'bread' } };
    expect(callTool).toHaveBeenCalledExactlyOnceWith(again);
    await expect.poll(selected).toBe(3);
  });

  it('is sent again without its _meta if it is another request', async () => {
    const params = { uri: 'a:b', _meta: { progressToken: 1 } };
    const screen = await cards(refused({ method: 'resources/read', params }));
    await screen.getByRole('button', { name: 'Send the request again' }).click();
    const again = { session: 's1', method: 'resources/read', params: { uri: 'a:b' } };
    expect(sendRequest).toHaveBeenCalledExactlyOnceWith(again);
  });

  it('says that the visit is done', async () => {
    const screen = await cards(refused(CALL), { ...LIVE_SESSION, completedElicitations: ['e1'] });
    await expect.element(screen.getByText('The server says that the visit is done.')).toBeVisible();
  });

  it('cannot be sent again without a server', async () => {
    const screen = await cards(refused(CALL), { ...LIVE_SESSION, state: 'closed' });
    await expect.element(screen.getByRole('button', { name: 'Send the request again' })).toBeDisabled();
    expect(screen.getByText('The server says that the visit is done.').elements()).toEqual([]);
  });

  it('says why it could not be sent again', async () => {
    callTool.mockResolvedValue(err('The session was closed.'));
    const screen = await cards(refused(CALL));
    await screen.getByRole('button', { name: 'Send the request again' }).click();
    await expect
      .poll(() => useNotices.getState().notices)
      .toContainEqual(expect.objectContaining({ text: 'The session was closed.' }));
  });
});

describe('the rounds of a call that requires input', () => {
  const inputRequests = { who: { method: 'elicitation/create', params: { message: 'Who?' } } };
  const asked = [
    frame(1, 'sent', { id: 1, ...CALL }),
    frame(2, 'received', { id: 1, result: { resultType: 'input_required', inputRequests } }),
  ];
  const inputResponses = { who: { action: 'accept', content: {} } };
  const repeated = [
    ...asked,
    frame(3, 'sent', { id: 2, ...CALL, params: { ...CALL.params, inputResponses } }),
    frame(4, 'received', { id: 2, result: { content: [] } }),
  ];
  const MODERN: LiveInfo = { ...LIVE_SESSION, era: 'modern', protocolVersion: '2026-07-28' };

  it('say what the result asks for, and that it was not repeated yet', async () => {
    const screen = await cards(asked, MODERN);
    await expect
      .element(screen.getByText(/^The result asks for who \(elicitation\/create\)\./))
      .toHaveTextContent(/The call has not been repeated\.$/);
    expect(await axeViolations(screen.container)).toEqual([]);
  });

  it('lead from the first request to the next', async () => {
    const screen = await cards(repeated, MODERN);
    await screen.getByRole('button', { name: '#3 repeats the call with the answers' }).click();
    expect(selected()).toBe(3);
  });

  it('lead from the repeated request to the result that asked for it', async () => {
    const screen = await cards(repeated, MODERN, [3, 4]);
    await screen.getByRole('button', { name: '#2 asked for it' }).click();
    expect(selected()).toBe(2);
  });
});
