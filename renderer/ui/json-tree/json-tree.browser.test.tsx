import { describe, expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { axeViolations } from '../testing/axe-violations.ts';
import { pathKey } from './json-shape.ts';
import { JsonTree } from './json-tree.tsx';
import { LongText } from './long-text.tsx';
import { LossyNotes } from './lossy-notes.tsx';

const VALUE = { name: 'Ada', tags: ['a', 'b'], deep: { inner: { leaf: 7 } } };

describe('a JSON tree', () => {
  it('shows every kind of value, and opens and closes by the keys', async () => {
    const screen = await render(<JsonTree value={{ ...VALUE, none: null, yes: true }} label="arguments" />);
    const tree = screen.getByRole('tree', { name: 'arguments' });
    await expect.element(tree.getByRole('treeitem', { name: /none: null/ })).toBeVisible();
    await expect.element(tree.getByRole('treeitem', { name: /yes: true/ })).toBeVisible();
    const root = tree.getByRole('treeitem').first();
    await userEvent.tab();
    await expect.element(root).toHaveFocus();
    await expect.element(root).toHaveAttribute('aria-expanded', 'true');
    await userEvent.keyboard('{ArrowLeft}');
    await expect.element(root).toHaveAttribute('aria-expanded', 'false');
    expect(tree.getByRole('treeitem').elements()).toHaveLength(1);
    await userEvent.keyboard('{ArrowRight}{ArrowDown}');
    await expect.element(tree.getByRole('treeitem', { name: /name: "Ada"/ })).toHaveFocus();
  });

  it('is one stop of the Tab key', async () => {
    const screen = await render(
      <>
        <JsonTree value={VALUE} label="arguments" />
        <button type="button">after</button>
      </>,
    );
    await userEvent.tab();
    await userEvent.tab();
    await expect.element(screen.getByRole('button', { name: 'after' })).toHaveFocus();
  });

  it('copies the value of the row that has the focus', async () => {
    const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    await render(<JsonTree value={VALUE} label="arguments" />);
    await userEvent.tab();
    await userEvent.keyboard('{ArrowDown}{Control>}c{/Control}');
    expect(write).toHaveBeenCalledWith('Ada');
  });

  it('copies no secret that only its name shows', async () => {
    const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    await render(<JsonTree value={{ password: 'swordfish' }} label="arguments" />);
    await userEvent.tab();
    await userEvent.keyboard('{ArrowDown}{Control>}c{/Control}');
    expect(write).toHaveBeenCalledWith('<redacted:1>');
  });

  it('offers by a click on a key its path, its value, and what its owner does with it', async () => {
    const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    const run = vi.fn();
    const keyActions = (steps: readonly (string | number)[]) => [{ label: `Filter ${steps.join('.')}`, run }];
    const screen = await render(<JsonTree value={VALUE} label="arguments" keyActions={keyActions} />);
    await screen.getByText('inner').click();
    await screen.getByRole('menuitem', { name: 'Copy path' }).click();
    expect(write).toHaveBeenCalledWith('deep.inner');
    await expect.element(screen.getByRole('menu')).not.toBeInTheDocument();
    await screen.getByText('0', { exact: true }).click();
    await screen.getByRole('menuitem', { name: 'Filter tags.0' }).click();
    expect(run).toHaveBeenCalledOnce();
  });

  it('opens that menu by the keys too, and gives the focus back to its line', async () => {
    const screen = await render(<JsonTree value={VALUE} label="arguments" />);
    await userEvent.tab();
    await userEvent.keyboard('{ArrowDown}{Enter}');
    await expect.element(screen.getByRole('menu')).toBeVisible();
    await userEvent.keyboard('{Escape}');
    const line = screen.getByRole('treeitem', { name: /name: "Ada"/ });
    await expect.element(line).toHaveFocus();
    await userEvent.keyboard('{Shift>}{F10}{/Shift}');
    await expect.element(screen.getByRole('menuitem', { name: 'Copy path' })).toBeVisible();
    expect(await axeViolations(document.body)).toEqual([]);
  });

  it('shows a long list by pages of 100', async () => {
    const screen = await render(<JsonTree value={Array.from({ length: 250 }, (_, at) => at)} label="list" />);
    const more = screen.getByText('show 100 more of 150 not shown');
    await more.click();
    await expect.element(screen.getByText('show 50 more of 50 not shown')).toBeVisible();
    await expect.element(screen.getByRole('treeitem', { name: /^199: 199/ })).toBeInTheDocument();
  });

  it('marks what is wrong at a place', async () => {
    const marks = new Map([[pathKey(['name']), 'must be a number']]);
    const screen = await render(<JsonTree value={VALUE} label="arguments" marks={marks} />);
    await expect
      .element(screen.getByRole('treeitem', { name: /name: "Ada" ✗ must be a number/ }))
      .toBeVisible();
    expect(await axeViolations(screen.container)).toEqual([]);
  });
});

describe('a long text', () => {
  it('is cut, says how long it is, and is shown whole when asked', async () => {
    const screen = await render(<LongText text={'x'.repeat(900)} firstChars={100} />);
    expect(screen.container.textContent?.match(/x+/)?.[0]).toHaveLength(100);
    await screen.getByRole('button', { name: 'show all 900 characters' }).click();
    expect(screen.container.textContent).toBe('x'.repeat(900));
  });

  it('grows in steps if it is huge', async () => {
    const screen = await render(<LongText text={'x'.repeat(50_000)} firstChars={400} />);
    await screen.getByRole('button', { name: 'show 20,000 more of 50,000 characters' }).click();
    expect(screen.container.textContent?.match(/x+/)?.[0]).toHaveLength(20_400);
  });
});

describe('the notes of what a tree loses', () => {
  it('are not there if it loses nothing', async () => {
    const screen = await render(<LossyNotes report={{ places: [], complete: true, scannedChars: 10 }} />);
    expect(screen.container.textContent).toBe('');
  });

  it('name numbers that are rounded and keys that come twice, eight at most', async () => {
    const rounded = {
      kind: 'rounded',
      at: 99,
      path: 'id',
      written: '9007199254740993',
      parsed: '9007199254740992',
    } as const;
    const twice = Array.from(
      { length: 9 },
      (_, at) => ({ kind: 'duplicate-key', at, path: `k${at}` }) as const,
    );
    const report = { places: [rounded, ...twice], complete: false, scannedChars: 1000 };
    const screen = await render(<LossyNotes report={report} />);
    const note = screen.getByRole('note');
    await expect.element(note).toHaveTextContent('id is 9007199254740993 on the wire');
    await expect.element(note).toHaveTextContent('k0 comes twice in its object');
    await expect.element(note).toHaveTextContent('and 2 more.');
    await expect.element(note).toHaveTextContent('Only the first 1,000 characters were checked.');
    expect(note.getByRole('listitem').elements()).toHaveLength(8);
  });
});
