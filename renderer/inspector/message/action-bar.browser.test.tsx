import { beforeEach, expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import type { KnownRecord } from '../../../app/frame/record.ts';
import { notify, selectRow, useNotices, useScreen } from '../../state/screen/screen-store.ts';
import { frame, LIVE_SESSION, SCREEN_SERVICES, showSession } from '../../state/testing/shown-session.ts';
import { ScreenServicesContext } from '../../ui/controls/screen-services.ts';
import { axeViolations } from '../../ui/testing/axe-violations.ts';
import { Inspector } from '../inspector.tsx';

const REQUEST = frame(1, 'sent', {
  id: 1,
  method: 'tools/call',
  params: { name: 'read-note', arguments: { id: 7 } },
});
const STDERR: KnownRecord = { type: 'stderr', session: 's1', seq: 2, at: 20, text: 'no such note' };
const ANSWER = frame(3, 'received', { id: 1, error: { code: -32602, message: 'No note has the id 7' } });
const SAMPLING = frame(4, 'received', { id: 9, method: 'sampling/createMessage', params: { messages: [] } });
const NOTIFICATION = frame(5, 'sent', { method: 'notifications/initialized' });
const LATE_LINE: KnownRecord = { ...STDERR, seq: 6, at: 60, text: 'shutting down' };
const BOOKMARK: KnownRecord = { type: 'mark', seq: 7, at: 70, label: 'here' };
const LOGIN = frame(8, 'sent', {
  id: 2,
  method: 'tools/call',
  params: { name: 'login', arguments: { session_token: 'Zk3v9QpL2xT8' } },
});
const REFUSED = frame(9, 'received', {
  id: 2,
  result: {
    content: [{ type: 'text', text: 'Zk3v9QpL2xT8 with password=hunter2 is not in /home/alice/users' }],
    isError: true,
  },
});
const RECORDS = [
  ...[REQUEST, STDERR, ANSWER, SAMPLING, NOTIFICATION, LATE_LINE, BOOKMARK],
  ...[LOGIN, REFUSED],
];

const writeText = vi.fn();

beforeEach(async () => {
  writeText.mockReset().mockResolvedValue(undefined);
  vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(writeText);
  await showSession(LIVE_SESSION, { records: RECORDS });
  useScreen.setState({ inspectorTab: 'explain' });
});

/** The inspector at a row, with the menu at its end. */
async function selected(seq: number) {
  selectRow('s1', seq);
  const screen = await render(
    <ScreenServicesContext value={{ ...SCREEN_SERVICES, notify }}>
      <main>
        <Inspector />
      </main>
    </ScreenServicesContext>,
  );
  return {
    screen,
    copy: screen.getByRole('button', { name: 'Copy', exact: true }),
    menu: screen.getByRole('menu'),
    items: screen.getByRole('menuitem'),
  };
}

const labels = (items: { elements(): Element[] }) =>
  items.elements().map((item) => item.firstChild?.textContent);

const EXCHANGE = ['Raw frame', 'Bug report', 'Command line', 'Vitest test', 'Prompt for a model'];

it.each([
  ['a call', 1, EXCHANGE],
  ['its answer', 3, EXCHANGE],
  ["the server's own request", 4, ['Raw frame', 'Bug report', 'Prompt for a model']],
  ['a notification', 5, ['Raw frame']],
  ['a line of stderr', 6, ['Line']],
])('offers of %s what there is to copy', async (_what, seq, expected) => {
  const { screen, copy, items } = await selected(seq);
  await copy.click();
  await expect.poll(() => labels(items)).toEqual(expected);
  expect(await axeViolations(screen.container)).toEqual([]);
});

it('is not there if there is nothing to copy', async () => {
  const { screen, copy } = await selected(7);
  await expect.element(screen.getByRole('heading', { name: 'A bookmark' })).toBeVisible();
  expect(copy.elements()).toEqual([]);
});

it.each([
  ['Raw frame', /^\{"jsonrpc":"2\.0","id":1,"error":\{"code":-32602,.*\}$/],
  [
    'Bug report',
    /^### tools\/call read-note: -32602 Invalid params\n.*no such note.*Recorded with Tierscope/s,
  ],
  ['Command line', /tierscope connect --cwd \/work -- node server\.js\n.*"name":"read-note"/s],
  ['Vitest test', /new StdioClientTransport\(\{ command: "node", args: \["server\.js"\]/],
  ['Prompt for a model', /"code":-32602.*no such note/s],
])('copies the %s and says so', async (label, text) => {
  const { copy, menu, screen } = await selected(3);
  await copy.click();
  await screen.getByRole('menuitem', { name: label }).click();
  await expect.poll(() => writeText.mock.calls).toEqual([[expect.stringMatching(text)]]);
  await expect
    .poll(() => useNotices.getState().notices.map(({ text }) => text))
    .toEqual([`Copied: ${label.toLowerCase()}.`]);
  await expect.element(menu).not.toBeInTheDocument();
});

it('replaces secrets as an export does, says so, and gives the text as it is on demand', async () => {
  const { copy, screen } = await selected(9);
  await copy.click();
  await screen.getByRole('menuitem', { name: 'Bug report' }).click();
  await expect.poll(() => writeText.mock.calls.length).toBe(1);
  const [[report]] = writeText.mock.calls as [[string]];
  expect(report).not.toMatch(/hunter2|Zk3v9QpL2xT8|alice/);
  expect(report).toContain('<redacted:1>');
  const notice = () => useNotices.getState().notices;
  expect(notice()).toMatchObject([
    { text: 'Copied: bug report, 3 secrets replaced.', action: { label: 'copy as is' } },
  ]);
  notice()[0]?.action?.run();
  await expect.poll(() => writeText.mock.calls.length).toBe(2);
  expect(writeText.mock.calls[1]).toEqual([expect.stringMatching(/Zk3v9QpL2xT8.*hunter2/s)]);
  await expect.poll(() => notice().map(({ text }) => text)).toEqual(['Copied: bug report, as it is.']);
});

it('is worked by keys, and gives the focus back', async () => {
  const { copy, menu, items } = await selected(3);
  await expect.element(copy).toBeVisible();
  copy.element().focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(items.first()).toHaveFocus();
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(items.nth(1)).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => writeText.mock.calls).toEqual([[expect.stringMatching(/^### /)]]);
  await expect.element(menu).not.toBeInTheDocument();
  await expect.element(copy).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(menu).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(menu).not.toBeInTheDocument();
  expect(writeText).toHaveBeenCalledTimes(1);
});

it('says what to do if the browser does not allow copying', async () => {
  writeText.mockRejectedValue(new DOMException('denied', 'NotAllowedError'));
  const { copy, items } = await selected(3);
  await copy.click();
  await items.first().click();
  await expect
    .poll(() => useNotices.getState().notices)
    .toMatchObject([{ level: 'warning', text: /^The browser did not allow copying\./ }]);
});
