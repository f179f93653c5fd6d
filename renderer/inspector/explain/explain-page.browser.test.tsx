import { beforeEach, expect, it } from 'vitest';
import { render } from 'vitest-browser-react';
import { findingsIn } from '../../../app/findings/testing/session-script.ts';
import type { KnownRecord } from '../../../app/frame/record.ts';
import { selectedKey, selectRow, useScreen } from '../../state/screen/screen-store.ts';
import { frame, LIVE_SESSION, SCREEN_SERVICES, showSession } from '../../state/testing/shown-session.ts';
import { ScreenServicesContext } from '../../ui/controls/screen-services.ts';
import { axeViolations } from '../../ui/testing/axe-violations.ts';
import { Inspector } from '../inspector.tsx';

const call = (seq: number, id: number, name: string) =>
  frame(seq, 'sent', { id, method: 'tools/call', params: { name, arguments: {} } });

const TOOLS = ['add', 'half', 'twice'].map((name) => ({ name, inputSchema: { type: 'object' } }));

const RECORDS: readonly KnownRecord[] = [
  { type: 'process', session: 's1', seq: 1, at: 1, event: 'spawned' },
  frame(2, 'sent', {
    id: 0,
    method: 'initialize',
    params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'c', version: '1' } },
  }),
  frame(3, 'received', {
    id: 0,
    result: {
      protocolVersion: '2025-11-25',
      capabilities: { tools: {} },
      serverInfo: { name: 's', version: '1' },
    },
  }),
  frame(4, 'sent', { method: 'notifications/initialized' }),
  frame(5, 'sent', { id: 1, method: 'tools/list' }),
  frame(6, 'received', { id: 1, result: { tools: TOOLS } }),
  call(7, 2, 'add'),
  frame(8, 'received', { id: 2, error: { code: 0, message: 'the disk is full' } }),
  call(9, 3, 'half'),
  { ...frame(10, 'received', {}), raw: '{"jsonrpc":"2.0","id":3,"result":{"cont' } as KnownRecord,
  { type: 'client', session: 's1', seq: 11, at: 900, event: 'timeout', id: 3, message: 'no answer' },
  call(12, 4, 'twice'),
  frame(13, 'received', { id: 4, result: { content: [] } }),
  frame(14, 'received', { id: 4, result: { content: [] } }),
  frame(15, 'sent', { id: 5, method: 'server/discover' }),
  frame(16, 'received', { id: 5, error: { code: -32601, message: 'Method not found' } }),
  call(17, 6, 'half'),
  {
    ...frame(18, 'received', { id: 6, result: { content: [], isError: true } }),
    read: 'it failed',
  } as KnownRecord,
  ...[19, 21, 23, 25, 27, 29].flatMap((seq) => [
    call(seq, seq, 'add'),
    frame(seq + 1, 'received', {
      id: seq,
      result: { content: [{ type: 'text', text: 'Internal error' }], isError: true },
    }),
  ]),
];

beforeEach(async () => {
  const info = { ...LIVE_SESSION, protocolVersion: '2025-11-25' };
  await showSession(info, { records: RECORDS, findings: findingsIn(RECORDS) });
  useScreen.setState({ inspectorTab: 'explain' });
});

async function selected(seq: number) {
  selectRow('s1', seq);
  return render(
    <ScreenServicesContext value={{ ...SCREEN_SERVICES, selectRow }}>
      <main>
        <Inspector />
      </main>
    </ScreenServicesContext>,
  );
}

it('explains the four tiers while nothing is selected, and leads to the first row of each', async () => {
  const screen = await selected(0);
  await expect.element(screen.getByText('transport', { exact: true })).toBeVisible();
  expect(await axeViolations(screen.container)).toEqual([]);
});

it('goes from the headline over what to change, the right frame and the rule to the evidence', async () => {
  const screen = await selected(8);
  const change = screen.getByRole('region', { name: 'What to change' });
  await expect
    .element(change)
    .toHaveTextContent(/^Author of the server: The server must catch the exception of a tool/);
  const right = screen.getByRole('region', { name: 'What to send instead T04' });
  await expect.element(right.getByText('"isError": true')).toBeVisible();
  await expect.element(right.getByRole('deletion').nth(1)).toHaveTextContent('"code": 0,');
  const names = screen
    .getByRole('region')
    .elements()
    .map((region) => region.getAttribute('aria-label') ?? region.querySelector('h3')?.textContent ?? '');
  const places = [/^protocol error 0/, /^What to change/, /^What to send/, /^Finding T04/, /^On the wire/];
  const found = places.map((name) => names.findIndex((one) => name.test(one)));
  expect(found).toEqual([...found].sort((a, b) => a - b));
  expect(found).not.toContain(-1);
  expect(await axeViolations(screen.container)).toEqual([]);
});

it('says of each repeated failing call how many came in a row, and what its text lacks', async () => {
  const screen = await selected(29);
  await expect.element(screen.getByText('number 6 in a row with the same arguments')).toBeVisible();
  await expect
    .element(screen.getByRole('region', { name: 'Finding Q21' }))
    .toHaveTextContent(/keeps failing with the same arguments, and its text names no cause/);
});

it('leaves what the model read to the transcript that holds it', async () => {
  const box = (await selected(18)).getByRole('region', { name: "In the model's context" });
  await expect
    .element(box)
    .toHaveTextContent(/A transcript that is open holds what the model read\. ?See it$/);
});

it('never calls an error that was expected a result, a success or a thing to fix', async () => {
  const screen = await selected(16);
  await expect
    .element(screen.getByRole('region', { name: /^expected error/ }))
    .toHaveTextContent('Not a 2026-07-28 serverexpected error-32601 Method not found');
  await expect
    .element(screen.getByRole('region', { name: 'On the wire' }))
    .toHaveTextContent('A JSON-RPC error, as expected: this server speaks 2025-11-25.');
  await expect
    .element(screen.getByRole('region', { name: 'What happened' }))
    .toHaveTextContent(
      'The client asked whether this server speaks 2026-07-28. It does not: it speaks 2025-11-25.',
    );
  expect(screen.container.textContent).not.toMatch(/succeeded|What -32601 means/);
  expect(await axeViolations(screen.container)).toEqual([]);
});

it('folds a finding that goes away with another, and says its source on demand', async () => {
  const screen = await selected(8);
  const moot = screen.getByRole('region', { name: 'Finding C07' });
  await expect.element(moot).toHaveTextContent(/goes away with T04/);
  await expect.element(moot.getByText('Code 0 says nothing', { exact: false })).not.toBeVisible();
  const first = screen.getByRole('region', { name: 'Finding T04' });
  await first.getByRole('button', { name: 'source' }).click();
  await expect.element(first.getByText(/server\/tools\.mdx/)).toBeVisible();
});

it('never says of a call that nothing came while bytes did, and leads to their row', async () => {
  const screen = await selected(9);
  const beside = screen.getByRole('region', { name: 'While this call was open' });
  await expect.element(beside).toHaveTextContent(/not a complete message, after 10 ms: #10 · E1[01] /);
  await expect.element(screen.getByText(/#10, which may be its answer/)).toBeVisible();
  expect(screen.container.textContent).not.toMatch(/sent no(thing| answer)/);
  await beside.getByRole('button', { name: '#10' }).click();
  expect(selectedKey()).toMatchObject({ session: 's1', seq: 10 });
});

it('says on the card of a call that it was answered twice', async () => {
  const screen = await selected(13);
  const beside = screen.getByRole('region', { name: 'While this call was open' });
  await expect.element(beside).toHaveTextContent(/A second answer, after 20 ms: #14 · E05/);
});

it('shows both halves of an exchange as trees, and word for word on request', async () => {
  useScreen.setState({ inspectorTab: 'exchange' });
  const screen = await selected(8);
  const answer = screen.getByRole('region', { name: 'Answer' });
  await expect.element(answer.getByRole('tree')).toHaveTextContent('"the disk is full"');
  expect(await axeViolations(screen.container)).toEqual([]);
  await answer.getByRole('button', { name: 'Text', exact: true }).click();
  await expect.element(answer).toHaveTextContent('"error":{"code":0,"message":"the disk is full"}');
  await expect.element(screen.getByRole('region', { name: 'Request' }).getByRole('tree')).toBeVisible();
});
