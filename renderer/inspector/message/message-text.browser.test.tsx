import { expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import type { FrameRecord } from '../../../app/frame/record.ts';
import { emptyRow } from '../../../app/frame/row.ts';
import { type ReadFrame, readingOf } from '../../state/log/use-record.ts';
import { axeViolations } from '../../ui/testing/axe-violations.ts';
import { MessageText } from './message-page.tsx';

function frameOf(raw: string): ReadFrame {
  const record: FrameRecord = {
    type: 'frame',
    seq: 1,
    at: 0,
    session: 's1',
    direction: 'server-to-client',
    raw,
  };
  return { ...readingOf(record), row: emptyRow({ seq: 1, at: 0, session: 's1' }, 'frame'), record, raw };
}

const LINE = '{"jsonrpc":"2.0","id":1,"result":{"city":"Oslo","other":"oslo","n":1.50}}';

function marked(name: string): string[] {
  return [...(CSS.highlights.get(name) ?? [])].map((mark) =>
    (mark.startContainer.nodeValue ?? '').slice(mark.startOffset, mark.endOffset),
  );
}

it('shows a message as it was sent, colored, and indented when that is asked for', async () => {
  const screen = await render(<MessageText session="s1" frame={frameOf(LINE)} of="message" />);
  const text = screen.getByRole('group', { name: 'Text of the message', exact: true });
  await expect.element(text).toHaveTextContent(LINE);
  expect(marked('json-key')).toContain('"city"');
  expect(marked('json-number')).toEqual(['1', '1.50']);
  await screen.getByRole('button', { name: 'Indented' }).click();
  await expect.poll(() => text.element().textContent).toContain('\n    "city": "Oslo",\n');
  expect(await axeViolations(screen.container)).toEqual([]);
  await screen.getByRole('button', { name: 'As sent' }).click();
});

it('finds words in it, counts them, and steps from one to the next', async () => {
  const screen = await render(<MessageText session="s1" frame={frameOf(LINE)} of="message" />);
  await screen.getByRole('textbox', { name: 'Find in the message' }).fill('oslo');
  const count = screen.getByRole('status');
  await expect.element(count).toHaveTextContent('1 of 2');
  expect([marked('tierscope-found'), marked('tierscope-current')]).toEqual([['Oslo', 'oslo'], ['Oslo']]);
  await userEvent.keyboard('{Enter}');
  await expect.element(count).toHaveTextContent('2 of 2');
  expect(marked('tierscope-current')).toEqual(['oslo']);
  await screen.getByRole('button', { name: 'Indented' }).click();
  expect(marked('tierscope-current')).toEqual(['oslo']);
  await screen.getByRole('button', { name: 'As sent' }).click();
  await screen.getByRole('textbox', { name: 'Find in the message' }).fill('nowhere');
  await expect.element(count).toHaveTextContent('none');
});

it('goes to a match far away in megabytes without showing all of them', async () => {
  const items = Array.from({ length: 120_000 }, (_, at) => `"a word of line ${at}"`);
  const line = `{"jsonrpc":"2.0","id":1,"result":{"lines":[${items.join(',')}],"needle":"here"}}`;
  const screen = await render(<MessageText session="s1" frame={frameOf(line)} of="message" />);
  const text = screen.getByRole('group', { name: 'Text of the message', exact: true });
  await screen.getByRole('textbox', { name: 'Find in the message' }).fill('needle');
  await expect.poll(() => text.element().textContent).toContain('"needle":"here"');
  expect(text.element().textContent?.length).toBeLessThan(20_000);
  await screen.getByRole('button', { name: /show the text from its beginning/ }).click();
  await expect.poll(() => text.element().textContent).toContain('{"jsonrpc"');
});

it('offers no lines for what is not JSON', async () => {
  const screen = await render(<MessageText session="s1" frame={frameOf('DEBUG {"a": 1}')} of="message" />);
  await expect.element(screen.getByText('DEBUG {"a": 1}')).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Indented' })).not.toBeInTheDocument();
});
