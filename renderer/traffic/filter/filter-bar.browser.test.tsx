import { useRef } from 'react';
import { beforeEach, describe, expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { FILTER_KEYS } from '../../../app/frame/query/filter-keys.ts';
import { followFilter, setFilterSpan, useFilter } from '../../state/log/filter-store.ts';
import { sortBy, useLogView } from '../../state/log/log-view.ts';
import { useFocusTarget } from '../../state/screen/focus-targets.ts';
import { useScreen } from '../../state/screen/screen-store.ts';
import { frame, LIVE_SESSION, showSession } from '../../state/testing/shown-session.ts';
import { axeViolations } from '../../ui/testing/axe-violations.ts';
import { FilterBar } from './filter-bar.tsx';
import { BUILT_IN_FILTERS } from './saved-filters-menu.tsx';

const RECORDS = [
  frame(1, 'sent', { id: 1, method: 'tools/call', params: { name: 'read-note' } }),
  frame(2, 'received', { id: 1, error: { code: -32602, message: 'no' } }),
  frame(3, 'sent', { id: 2, method: 'ping' }),
];

followFilter();
beforeEach(() => showSession(LIVE_SESSION, { records: RECORDS }));

/** The bar above an element that handles keys like the log. */
function BarAboveLog() {
  const log = useRef<HTMLButtonElement>(null);
  useFocusTarget('log', log);
  return (
    <>
      <FilterBar />
      <button ref={log} type="button">
        The log
      </button>
    </>
  );
}

async function bar() {
  const screen = await render(<BarAboveLog />);
  return {
    screen,
    field: screen.getByRole('combobox', { name: 'Filter' }),
    list: screen.getByRole('listbox', { name: 'Completions' }),
    options: screen.getByRole('option'),
    chosen: screen.getByRole('option', { selected: true }),
    log: screen.getByRole('button', { name: 'The log' }),
  };
}

it('says how many rows it hides if it hides some, and is emptied by its button', async () => {
  const { screen, field } = await bar();
  expect(screen.getByText(/of 3 rows/).elements()).toEqual([]);
  expect(screen.getByRole('button', { name: 'Clear' }).elements()).toEqual([]);
  await field.fill('method:ping');
  await expect.element(screen.getByText('1 of 3 rows')).toBeVisible();
  expect(await axeViolations(screen.container)).toEqual([]);
  await screen.getByRole('button', { name: 'Clear' }).click();
  await expect.element(screen.getByText(/of 3 rows/)).not.toBeInTheDocument();
});

it('keeps the filter and the order of each session, and has a chip that ends each of them', async () => {
  const { screen, field } = await bar();
  const chip = (name: RegExp) => screen.getByRole('button', { name });
  await field.fill('method:ping');
  setFilterSpan({ from: 0, to: 1 });
  useFilter.setState({ tiers: ['tool'], problem: { id: 'zjt1lmp', label: 'read-note: Internal error' } });
  sortBy('duration');
  await expect.element(screen.getByText('0 of 3 rows')).toBeVisible();
  const held = useFilter.getState();
  useScreen.setState({ active: 'another' });
  expect([useFilter.getState(), useLogView.getState().sort]).toEqual([useFilter.getInitialState(), null]);
  await expect.element(field).toHaveValue('');
  useScreen.setState({ active: LIVE_SESSION.session });
  expect([useFilter.getState(), useLogView.getState().sort?.by]).toEqual([held, 'duration']);
  expect(await axeViolations(screen.container)).toEqual([]);
  for (const name of [
    /show all times/,
    /^read-note: Internal error: /,
    /^tool errors: /,
    /^sorted by duration/,
  ]) {
    await chip(name).click();
    await expect.element(chip(name)).not.toBeInTheDocument();
  }
  await expect.element(screen.getByText('1 of 3 rows')).toBeVisible();
  expect(useLogView.getState().sort).toBeNull();
});

it('says what is wrong with a filter', async () => {
  const { screen, field } = await bar();
  await field.fill('tier:zebra ');
  await userEvent.keyboard('{Escape}');
  await expect.element(screen.getByRole('alert')).toBeVisible();
  await expect.element(field).toHaveAttribute('aria-invalid', 'true');
  await expect
    .element(field)
    .toHaveAccessibleDescription(screen.getByRole('alert').element().textContent ?? '');
});

it('closes its list by Escape first, and empties the field by the next one', async () => {
  const { screen, field } = await bar();
  await field.fill('tier:');
  await expect.element(screen.getByRole('listbox')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(screen.getByRole('listbox')).not.toBeInTheDocument();
  await expect.element(field).toHaveAttribute('aria-expanded', 'false');
  await expect.element(field).toHaveValue('tier:');
  await userEvent.keyboard('{Escape}');
  await expect.element(field).toHaveValue('');
  expect(useFilter.getState().text).toBe('');
});

describe('the completions', () => {
  it('are chosen by the arrows around both ends, while the field keeps the focus', async () => {
    const { screen, field, options, chosen } = await bar();
    await field.fill('ti');
    await expect.element(options.first()).toHaveTextContent(/^tier:/);
    expect(chosen.elements()).toEqual([]);
    await userEvent.keyboard('{ArrowUp}');
    await expect.element(options.last()).toHaveAttribute('aria-selected', 'true');
    await userEvent.keyboard('{ArrowDown}');
    await expect.element(options.first()).toHaveAttribute('aria-selected', 'true');
    await expect.element(field).toHaveAttribute('aria-activedescendant', options.first().element().id);
    await userEvent.keyboard('{ArrowUp}{ArrowUp}');
    await expect.element(options.nth(-2)).toHaveAttribute('aria-selected', 'true');
    await expect.element(field).toHaveFocus();
    expect(await axeViolations(screen.container)).toEqual([]);
  });

  it.each(['Enter', 'Tab'])('are accepted by %s, the key first and then its value', async (key) => {
    const { field, options, chosen } = await bar();
    await field.fill('meth');
    await userEvent.keyboard(`{ArrowDown}{${key}}`);
    await expect.element(field).toHaveValue('method:');
    await expect.element(options).toHaveLength(2);
    await userEvent.keyboard('{ArrowDown}');
    await expect.element(chosen).toHaveTextContent('ping');
    await userEvent.keyboard(`{${key}}`);
    await expect.element(field).toHaveValue('method:ping ');
    await expect.element(field).toHaveFocus();
    expect(useFilter.getState().text).toBe('method:ping ');
  });

  it('are accepted by a click, which leaves the focus in the field', async () => {
    const { field, screen } = await bar();
    await field.fill('tool:');
    await screen.getByRole('option', { name: /^read-note/ }).click();
    await expect.element(field).toHaveValue('tool:read-note ');
    await expect.element(field).toHaveFocus();
  });

  it('replace the term at the caret and leave the others apart', async () => {
    const { field, options } = await bar();
    await field.fill(' dur:>1s');
    await userEvent.keyboard('{Home}metho');
    await userEvent.keyboard('{ArrowDown}{Enter}');
    await expect.element(field).toHaveValue('method: dur:>1s');
    await expect.element(options.first()).toHaveTextContent('ping');
    await userEvent.keyboard('{ArrowDown}{Enter}');
    await expect.element(field).toHaveValue('method:ping dur:>1s');
    const input = field.element();
    if (!(input instanceof HTMLInputElement)) throw new Error('no field');
    await expect.poll(() => input.selectionStart).toBe('method:ping '.length);
  });

  it('follow the caret', async () => {
    const { field, options } = await bar();
    await field.fill('ti dur:');
    await expect.element(options.first()).toHaveTextContent('>100ms');
    await userEvent.keyboard('{Home}{ArrowRight}{ArrowRight}');
    await expect.element(options.first()).toHaveTextContent(/^tier:/);
    await userEvent.keyboard('{ArrowDown}{Enter}');
    await expect.element(field).toHaveValue('tier: dur:');
  });

  it('open by the arrow down, and close when the field is left', async () => {
    const { field, list, log, screen } = await bar();
    await field.fill('ti ');
    await userEvent.keyboard('{Escape}');
    expect(list.elements()).toEqual([]);
    await userEvent.keyboard('{ArrowDown}');
    await expect.element(list).toBeVisible();
    await userEvent.keyboard('{Tab}');
    await expect.element(screen.getByRole('button', { name: 'Clear' })).toHaveFocus();
    await expect.element(list).not.toBeInTheDocument();
    await field.fill('ti');
    await expect.element(list).toBeVisible();
    await userEvent.keyboard('{Enter}');
    await expect.element(log).toHaveFocus();
    await expect.element(list).not.toBeInTheDocument();
    await expect.element(field).toHaveValue('ti');
  });
});

describe('an empty field', () => {
  it('opens nothing by itself, and offers every key and filter once it has the focus', async () => {
    const { field, list, options, screen } = await bar();
    expect(list.elements()).toEqual([]);
    await userEvent.tab();
    await expect.element(field).toHaveFocus();
    await expect.element(options).toHaveLength(FILTER_KEYS.length + BUILT_IN_FILTERS.length);
    await expect.element(screen.getByRole('group', { name: 'Keys' })).toHaveTextContent(/tier:.*problem:/);
    await expect.element(screen.getByRole('group', { name: 'Filters' })).toHaveTextContent(/Errors only/);
    expect(await axeViolations(screen.container)).toEqual([]);
    await userEvent.keyboard('{Escape}');
    await expect.element(list).not.toBeInTheDocument();
    await expect.element(field).toHaveFocus();
  });

  it('puts a whole filter into force by a click or by keys, and gives the keys to the log', async () => {
    const { field, options, log } = await bar();
    await field.click();
    await options.filter({ hasText: 'Slow calls' }).click();
    await expect.element(field).toHaveValue('dur:>1s');
    await expect.element(log).toHaveFocus();
    await field.fill('');
    await userEvent.keyboard('{ArrowUp}');
    await expect.element(options.last()).toBeInViewport();
    await userEvent.keyboard('{Enter}');
    await expect.element(field).toHaveValue(BUILT_IN_FILTERS.at(-1)?.text);
    await expect.element(log).toHaveFocus();
  });
});

it('gives the keys to the log by Escape once it is empty', async () => {
  const { field, log } = await bar();
  await field.fill('zebra');
  await userEvent.keyboard('{Escape}');
  await expect.element(field).toHaveValue('');
  await expect.element(field).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.element(log).toHaveFocus();
});
