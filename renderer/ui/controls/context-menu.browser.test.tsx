import { expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { DialogShell } from '../kit.tsx';
import { axeViolations } from '../testing/axe-violations.ts';
import { ContextMenuOf, contextMenuByKey, MenuItem, MenuLine, Submenu } from './menus.tsx';

function Page({ run }: { readonly run: (what: string) => void }) {
  return (
    <main>
      <Scene run={run} />
    </main>
  );
}

function Scene({ run }: { readonly run: (what: string) => void }) {
  return (
    <ContextMenuOf
      trigger={
        <div
          role="listbox"
          aria-label="List"
          tabIndex={0}
          onKeyDown={(event) => contextMenuByKey(event, event.currentTarget.querySelector('[role=option]'))}
        >
          <div role="option" aria-selected={true} tabIndex={-1}>
            a row
          </div>
        </div>
      }
    >
      <MenuItem run={() => run('first')}>First</MenuItem>
      <MenuLine />
      <Submenu label="More">
        <MenuItem run={() => run('nested')}>Nested</MenuItem>
      </Submenu>
    </ContextMenuOf>
  );
}

it('opens by the second mouse button and runs what is chosen', async () => {
  const run = vi.fn();
  const screen = await render(<Page run={run} />);
  await screen.getByText('a row').click({ button: 'right' });
  await expect.element(screen.getByRole('menuitem', { name: 'First' })).toBeVisible();
  expect(await axeViolations(document.documentElement, true)).toEqual([]);
  await screen.getByRole('menuitem', { name: 'First' }).click();
  expect(run).toHaveBeenCalledWith('first');
});

it('opens by Shift and F10 on an element in a list that keeps the focus, and goes into a submenu by arrows', async () => {
  const run = vi.fn();
  const screen = await render(<Scene run={run} />);
  screen.getByRole('listbox').element().focus();
  await userEvent.keyboard('{Shift>}{F10}{/Shift}');
  await expect.element(screen.getByRole('menuitem', { name: 'First' })).toBeVisible();
  await userEvent.keyboard('{ArrowDown}');
  await userEvent.keyboard('{End}{ArrowRight}');
  await screen.getByRole('menuitem', { name: 'Nested' }).click();
  expect(run).toHaveBeenCalledWith('nested');
});

it('can be used in a dialog, which leaves the rest of the page inert', async () => {
  const run = vi.fn();
  const screen = await render(
    <main>
      <DialogShell title="Lines">
        <Scene run={run} />
      </DialogShell>
    </main>,
  );
  await screen.getByText('a row').click({ button: 'right' });
  await screen.getByRole('menuitem', { name: 'More' }).click();
  await screen.getByRole('menuitem', { name: 'Nested' }).click();
  expect(run).toHaveBeenCalledWith('nested');
});

it('scrolls in a window that is lower than its items, as at a zoom of 200 %', async () => {
  const items = Array.from({ length: 80 }, (_, at) => `Item ${at}`);
  const screen = await render(
    <ContextMenuOf trigger={<p>a row</p>}>
      {items.map((item) => (
        <MenuItem key={item} run={() => undefined}>
          {item}
        </MenuItem>
      ))}
    </ContextMenuOf>,
  );
  await screen.getByText('a row').click({ button: 'right' });
  const menu = screen.getByRole('menu').element();
  expect(menu.getBoundingClientRect().bottom).toBeLessThanOrEqual(window.innerHeight);
  expect(menu.scrollHeight).toBeGreaterThan(menu.clientHeight);
});
