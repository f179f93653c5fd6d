import { beforeEach, describe, expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { err, ok } from '../../app/base/result.ts';
import { parseOwnVocabulary } from '../../app/codes/own-vocabulary.ts';
import { pastedMeanings } from '../../app/report/pasted-problems.ts';
import { useScreen } from '../state/screen/screen-store.ts';
import { readRemembered } from '../state/screen/stored-entries.ts';
import { useOwn } from '../state/session/own-vocabularies.ts';
import { frame, LIVE_SESSION, showSession } from '../state/testing/shown-session.ts';
import { attachStubHost } from '../state/testing/stub-host.ts';
import { axeViolations } from '../ui/testing/axe-violations.ts';
import { CodeLookup, LookupDialog } from './code-lookup.tsx';
import { followPin, pinnedBefore, setLookup, useLookup } from './lookup-state.tsx';

const listVocabularies = vi.fn();

beforeEach(() => {
  listVocabularies.mockReset();
  listVocabularies.mockResolvedValue(ok({ folder: '/own', vocabularies: [], problems: [] }));
  attachStubHost({ listVocabularies, readPaste: async () => ok([]) });
  useOwn.setState(useOwn.getInitialState());
  useScreen.setState(useScreen.getInitialState());
  setLookup(useLookup.getInitialState());
});

async function lookup() {
  const screen = await render(<CodeLookup />);
  const field = screen.getByRole('searchbox', { name: 'Code, name or message' });
  const tabs = screen.getByRole('tablist', { name: 'Code lookup pages' });
  return { screen, field, tabs };
}

function paste(field: { element(): Element }, text: string): void {
  const clipboardData = new DataTransfer();
  clipboardData.setData('text', text);
  const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
  field.element().dispatchEvent(event);
}

describe('the field', () => {
  it('has the focus at the start, with examples that can be pressed', async () => {
    const { screen, field } = await lookup();
    await expect.element(field).toHaveFocus();
    await screen.getByRole('button', { name: 'InvalidParams' }).click();
    await expect.element(field).toHaveValue('InvalidParams');
    await expect.element(screen.getByRole('status')).toHaveTextContent(/^\d+ meanings? in \d+ vocabularies/);
    expect(await axeViolations(screen.container)).toEqual([]);
  });

  it('shows what the messages in a paste prove before the catalog', async () => {
    const text = '{"content":[{"type":"text","text":"Error: the kettle is empty"}],"isError":true}';
    attachStubHost({ listVocabularies, readPaste: async () => ok(pastedMeanings(text)) });
    const { screen, field } = await lookup();
    await field.fill(text);
    const part = screen.getByRole('region', { name: 'The pasted text, read as Messages in text' });
    await expect.element(part).toHaveTextContent('tool error · tools/call');
  });

  it('finds every meaning of a number, and shows that the number alone decides for none', async () => {
    const { screen, field } = await lookup();
    await field.fill('-32001');
    await screen
      .getByText(/^-32001 has \d+ meanings; the number alone/)
      .first()
      .click();
    await expect.element(screen.getByRole('table', { name: /^-32001 has \d+ meanings/ })).toBeVisible();
    const others = screen.getByRole('region', { name: 'Other meanings' });
    await others
      .getByText(/sources say so/)
      .first()
      .click();
    await expect.element(others.getByRole('listitem').first()).toHaveAttribute('data-code', '-32001');
    expect(await axeViolations(screen.container)).toEqual([]);
  });

  it('says that no vocabulary knows a name', async () => {
    const { screen, field } = await lookup();
    await field.fill('zzqxjv');
    await expect.element(screen.getByText(/^No vocabulary knows “zzqxjv”/)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Classify this text' }).elements()).toEqual([]);
  });

  it('looks up the lines of a log at once, and offers to classify them', async () => {
    const { screen, field } = await lookup();
    paste(field, 'Server disconnected\n    at listen (/x/y.js:1:2)\nError: spawn npx ENOENT');
    const pasted = screen.getByRole('region', { name: 'Pasted text' });
    await expect.element(pasted).toHaveTextContent('Server disconnected');
    await expect
      .element(screen.getByRole('listitem').first())
      .toHaveTextContent('command not found (ENOENT)');
    await expect.element(field).toHaveValue('');
    expect(await axeViolations(screen.container)).toEqual([]);
    await screen.getByRole('button', { name: 'Classify this text' }).click();
    await expect.element(screen.getByRole('tab', { selected: true })).toHaveTextContent('Classify');
    await screen.getByRole('tab', { name: 'Meanings' }).click();
    await pasted.getByRole('button', { name: 'Clear' }).click();
    await expect.element(pasted).not.toBeInTheDocument();
  });

  it('says how much of a huge text it has read', async () => {
    const { screen, field } = await lookup();
    paste(field, 'Error: spawn npx ENOENT\n'.repeat(50_000));
    await expect.element(screen.getByText('The first 100,000 characters were read.')).toBeVisible();
    await expect
      .element(screen.getByRole('listitem').first())
      .toHaveTextContent('command not found (ENOENT)');
  });
});

describe('the pages', () => {
  it('are tabs that the arrow keys show', async () => {
    const { screen, field, tabs } = await lookup();
    await field.fill('-32602');
    await expect.element(tabs.getByRole('tab', { selected: true })).toHaveTextContent('Meanings');
    await expect.element(tabs.getByRole('tab', { name: 'Conflicts' })).not.toBeInTheDocument();
    await screen.getByRole('button', { name: 'More', exact: true }).click();
    await tabs.getByRole('tab', { name: 'Conflicts' }).click();
    await expect.element(screen.getByText(/numbers have more than one meaning/)).toBeVisible();
    await userEvent.keyboard('{ArrowRight}');
    await expect.element(tabs.getByRole('tab', { name: 'Corrections' })).toHaveFocus();
    await expect.element(screen.getByRole('region', { name: 'Corrections' })).toBeVisible();
    expect(await axeViolations(screen.container)).toEqual([]);
  });

  it('give way to the meanings as soon as something is typed', async () => {
    const { screen, field, tabs } = await lookup();
    await screen.getByRole('button', { name: 'More', exact: true }).click();
    await tabs.getByRole('tab', { name: 'Conflicts' }).click();
    await field.fill('-32602');
    await expect.element(tabs.getByRole('tab', { selected: true })).toHaveTextContent('Meanings');
    await expect.element(screen.getByRole('status')).toBeVisible();
  });

  it('show what SDKs do, which opens in full width', async () => {
    const { screen, tabs } = await lookup();
    await screen.getByRole('button', { name: 'More', exact: true }).click();
    await tabs.getByRole('tab', { name: 'SDKs' }).click();
    await expect.element(screen.getByRole('table', { name: 'What SDKs really do' })).toBeVisible();
    expect(await axeViolations(screen.container)).toEqual([]);
    await screen.getByRole('button', { name: 'Enlarge' }).click();
    expect(useScreen.getState().dialog).toBe('sdk-matrix');
  });

  it('classify a text, whose code leads back to its meanings', async () => {
    const { screen, field } = await lookup();
    await field.fill('too many requests');
    await screen.getByRole('button', { name: 'Classify this text' }).click();
    const text = screen.getByRole('textbox', { name: 'Error text or log lines' });
    await expect.element(text).toHaveValue('too many requests');
    await expect.element(screen.getByRole('status')).toHaveTextContent(/^1 error$/);
    await expect.element(screen.getByText('Retry later.')).toBeVisible();
    await screen.getByRole('button', { name: '-32003' }).click();
    await expect.element(screen.getByRole('tab', { selected: true })).toHaveTextContent('Meanings');
    await expect.element(field).toHaveValue('-32003');
  });
});

describe("the user's own vocabularies", () => {
  const own = parseOwnVocabulary(
    JSON.stringify({
      id: 'shop',
      name: 'Shop servers',
      reasons: [
        {
          reason: 'CART_EMPTY',
          tier: 'tool',
          meaning: 'There is nothing in the cart.',
          how: 'Put something in.',
          source: 'our handbook',
        },
      ],
    }),
  );

  it('are listed, and their names are found like the others', async () => {
    if (!own.ok) throw new Error(own.error.join(' '));
    listVocabularies.mockResolvedValue(ok({ folder: '/own', vocabularies: [own.value], problems: [] }));
    const { screen, tabs, field } = await lookup();
    await tabs.getByRole('tab', { name: 'Your codes' }).click();
    await screen.getByRole('region', { name: 'Shop servers' }).getByRole('button').click();
    await expect.element(field).toHaveValue('CART_EMPTY');
    const found = screen.getByRole('region', { name: 'Shop servers' });
    await expect.element(found.getByText('There is nothing in the cart.')).toBeVisible();
  });

  it('are read again on demand, and say what is wrong with a file', async () => {
    const { screen, tabs } = await lookup();
    await tabs.getByRole('tab', { name: 'Your codes' }).click();
    await expect.element(screen.getByText('/own')).toBeVisible();
    await expect.element(screen.getByText('There is no file yet.')).toBeVisible();
    const problems = [{ file: 'a.json', message: 'The file is not JSON.' }];
    listVocabularies.mockResolvedValue(ok({ folder: '/own', vocabularies: [], problems }));
    await screen.getByRole('button', { name: 'Read the files again' }).click();
    await expect
      .element(screen.getByRole('region', { name: 'What is wrong' }))
      .toHaveTextContent('a.json The file is not JSON.');
    await expect.element(screen.getByText('There is no file yet.')).not.toBeInTheDocument();
    listVocabularies.mockResolvedValue(err('Permission denied.'));
    await screen.getByRole('button', { name: 'Read the files again' }).click();
    await expect.element(screen.getByRole('alert')).toHaveTextContent('Permission denied.');
    expect(await axeViolations(screen.container)).toEqual([]);
  });
});

it('follows the code of the selected row until it is pinned', async () => {
  const call = { method: 'tools/call', params: { name: 'a' } };
  await showSession(LIVE_SESSION, {
    records: [
      frame(1, 'sent', { id: 1, ...call }),
      frame(2, 'received', { id: 1, error: { code: -32602, message: 'no' } }),
      frame(3, 'sent', { id: 2, ...call }),
      frame(4, 'received', { id: 2, error: { code: -32601, message: 'no' } }),
    ],
    commands: { listVocabularies },
  });
  const { screen, field } = await lookup();
  const select = (selected: number) => useScreen.setState({ views: { s1: { selected, following: false } } });
  select(2);
  await expect.element(field).toHaveValue('-32602');
  const pin = screen.getByRole('button', { name: /^Pin/ });
  await pin.click();
  await expect.element(pin).toHaveAttribute('aria-pressed', 'true');
  select(4);
  await expect.element(screen.getByRole('status')).toBeVisible();
  await expect.element(field).toHaveValue('-32602');
  await pin.click();
  await expect.element(field).toHaveValue('-32601');
});

it('closes by its cross, and by Escape in an empty field', async () => {
  const isOpen = () => useLookup.getState().open;
  const open = () => setLookup({ open: true });
  open();
  const { screen, field } = await lookup();
  await field.fill('ping');
  await userEvent.keyboard('{Escape}');
  expect(isOpen()).toBe(true);
  await field.fill('');
  await userEvent.keyboard('{Escape}');
  expect(isOpen()).toBe(false);
  open();
  await screen.getByRole('button', { name: 'Close code lookup' }).click();
  expect(isOpen()).toBe(false);
});

it('is a page of its own too, with all of its parts in sight', async () => {
  const screen = await render(<LookupDialog />);
  const tabs = screen.getByRole('tablist', { name: 'Code lookup pages' });
  await expect.element(tabs.getByRole('tab', { name: 'SDKs' })).toBeVisible();
  await screen.getByRole('searchbox', { name: 'Code, name or message' }).fill('-32602');
  const spec = screen.getByRole('region', { name: 'The specification' });
  await expect.element(spec.getByRole('listitem').first()).toHaveAttribute('data-code', '-32602');
  expect(screen.getByRole('button', { name: 'Close code lookup' }).elements()).toEqual([]);
});

it('keeps what is pinned over a reload, and nothing else', () => {
  expect(pinnedBefore('-32602')).toEqual({ open: true, pinned: true, query: '-32602' });
  expect(pinnedBefore('')).toEqual({});
  expect(pinnedBefore(null)).toEqual({});
  followPin();
  setLookup({ open: true, pinned: true, query: '-32001' });
  expect(pinnedBefore(readRemembered('lookup.pinned'))).toMatchObject({ query: '-32001' });
  setLookup({ pinned: false });
  expect(pinnedBefore(readRemembered('lookup.pinned'))).toEqual({});
});
