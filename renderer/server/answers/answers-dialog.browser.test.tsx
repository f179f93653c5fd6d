import { beforeEach, expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import type { ControlState, HeldAnswer } from '../../../app/contract/answer-control.ts';
import type { TappedInfo } from '../../../app/contract/session-info.ts';
import { useScreen } from '../../state/screen/screen-store.ts';
import { frame, showSession } from '../../state/testing/shown-session.ts';
import { EMPTY_SESSION } from '../../state/testing/stub-host.ts';
import { axeViolations } from '../../ui/testing/axe-violations.ts';
import { AnswersDialog } from './answers-dialog.tsx';
import { HeldBanner, TabHeld } from './held-banner.tsx';

const HELD: HeldAnswer = {
  ...{ heldId: 'h1', requestId: '7', method: 'tools/call', target: 'search', since: 1_770_000_000_000 },
  ...{ until: null, sizeBytes: 42, tier: 'ok', isCancelled: false },
};
const LINE = '{"jsonrpc":"2.0","id":7,"result":{"content":[]}}';

function show(control: ControlState | null): TappedInfo {
  const { kind: _, state: __, notes: ___, ...session } = EMPTY_SESSION;
  const info: TappedInfo = { ...session, kind: 'tapped', state: 'ready', pid: 7, control };
  useScreen.setState({ sessions: [info], active: info.session });
  return info;
}

let asked: object[] = [];

const TOOLS = [{ name: 'search', inputSchema: { type: 'object' } }];
const LISTED = [
  frame(1, 'sent', { id: 1, method: 'tools/list' }),
  frame(2, 'received', { id: 1, result: { tools: TOOLS } }),
];

beforeEach(async () => {
  asked = [];
  const done = async (input: object) => {
    asked.push(input);
    return { ok: true, value: null } as const;
  };
  const commands = {
    ...{ armAnswers: done, disarmAnswers: done, endHeldAnswer: done, letAnswersGo: done },
    readHeldAnswer: async () => ({ ok: true, value: { text: LINE, isUtf8: true } }) as const,
  };
  await showSession(show({ orders: [], held: [] }), { records: LISTED, commands });
});

test('an order is given as it was typed, and a fault keeps it from being given', async () => {
  show({ orders: [], held: [] });
  const screen = await render(<AnswersDialog />);
  await screen.getByLabelText('What to do').selectOptions('delay');
  await screen.getByLabelText('Seconds').fill('0.5');
  await screen.getByLabelText('Tool').fill('');
  await screen.getByRole('button', { name: 'Order this' }).click();
  await expect.element(screen.getByRole('alert')).toHaveTextContent('Name the tool.');
  await screen.getByLabelText('Tool').fill('search');
  await screen.getByRole('button', { name: 'Order this' }).click();
  await expect.poll(() => asked).toHaveLength(1);
  const order = {
    ...{ target: { kind: 'tool', name: 'search' }, when: { kind: 'next' } },
    action: { kind: 'delay', ms: 500 },
  };
  expect(asked).toEqual([{ session: 's1', order }]);
  expect(screen.getByRole('alert').query()).toBeNull();
});

test('an order is for a tool that the server lists, until one is named', async () => {
  const screen = await render(<AnswersDialog />);
  await expect.element(screen.getByLabelText('Tool')).toHaveValue('search');
});

test('a held answer is edited, turned into an error of either tier, or let go', async () => {
  show({ orders: [], held: [HELD] });
  const screen = await render(<AnswersDialog />);
  const held = screen.getByRole('region', { name: 'Held answers' });
  await held.getByRole('button', { name: 'Change…' }).click();
  const line = held.getByLabelText('The line to the client');
  await expect.element(line).toHaveValue(LINE);
  await expect.element(line).toHaveFocus();
  await line.fill(LINE.replace('[]', '[1]'));
  await held.getByRole('button', { name: 'Send this' }).click();
  await held.getByRole('button', { name: 'Protocol error' }).click();
  await held.getByLabelText('Code').fill('-32001');
  await held.getByRole('button', { name: 'Send this' }).click();
  await held.getByRole('button', { name: 'Tool error' }).click();
  await held.getByLabelText('Text block').fill('no');
  await held.getByRole('button', { name: 'Send this' }).click();
  await held.getByRole('button', { name: 'Nothing' }).click();
  await held.getByRole('button', { name: 'Never answer' }).click();
  await held.getByRole('button', { name: 'Let go' }).click();
  await expect.poll(() => asked).toHaveLength(5);
  expect(asked).toEqual(
    [
      { kind: 'edited', text: LINE.replace('[]', '[1]') },
      { kind: 'protocol-error', code: -32001, message: 'Internal error' },
      { kind: 'tool-error', text: 'no' },
      { kind: 'never-answer' },
      { kind: 'unchanged' },
    ].map((end) => ({ session: 's1', heldId: 'h1', end })),
  );
});

test('an edited text that is not a message has a warning, and its draft outlives other answers', async () => {
  show({ orders: [], held: [HELD] });
  const screen = await render(<AnswersDialog />);
  await screen.getByRole('button', { name: 'Change…' }).click();
  const line = screen.getByLabelText('The line to the client');
  await line.fill('oops');
  await expect.element(screen.getByText('This is not JSON.', { exact: false })).toBeVisible();
  show({ orders: [], held: [HELD, { ...HELD, heldId: 'h2', requestId: '8', isCancelled: true }] });
  await expect.element(screen.getByText('search (id 8)')).toBeVisible();
  await expect.element(screen.getByText('has cancelled this request', { exact: false })).toBeVisible();
  await expect.element(line).toHaveValue('oops');
  expect(await axeViolations(screen.baseElement)).toEqual([]);
});

test('a session that takes no orders says why', async () => {
  show(null);
  const screen = await render(<AnswersDialog />);
  await expect.element(screen.getByText('This tap takes no orders', { exact: false })).toBeVisible();
});

test('the banner names the oldest held answer, else the first order, and ends all of it', async () => {
  const order = { target: { kind: 'any' }, when: { kind: 'next' }, action: { kind: 'hold' } } as const;
  const armed = { orderId: 'o1', order, seen: 0 };
  const screen = await render(<HeldBanner info={show({ orders: [armed], held: [] })} />);
  await expect.element(screen.getByRole('status')).toHaveTextContent('Hold the next answer.');
  const info = show({ orders: [armed], held: [HELD, { ...HELD, heldId: 'h2' }] });
  await screen.rerender(
    <>
      <HeldBanner info={info} />
      <TabHeld info={info} />
    </>,
  );
  await expect.element(screen.getByRole('status')).toHaveTextContent('search (id 7), and 1 more');
  await expect.element(screen.getByTitle('Held answers: 2')).toHaveTextContent('held 2');
  await screen.getByRole('button', { name: 'Let everything go' }).click();
  expect(asked).toEqual([{ session: 's1' }]);
  expect(await axeViolations(screen.container)).toEqual([]);
});
