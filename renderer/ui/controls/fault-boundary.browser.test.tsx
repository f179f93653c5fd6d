import { Popover } from '@base-ui/react/popover';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { DialogShell } from '../kit.tsx';
import { FaultBoundary } from './fault-boundary.tsx';
import { PopoverPanel } from './menus.tsx';
import { ScreenServicesContext } from './screen-services.ts';

function Broken(): never {
  throw new Error('a block too many');
}

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(() => {
  vi.restoreAllMocks();
});

describe('a part that cannot be drawn', () => {
  it('says so in its place, leaves the rest alone, and is drawn again on demand', async () => {
    let broken = true;
    const Part = () => (broken ? <Broken /> : <p>the whole part</p>);
    const screen = await render(
      <>
        <p>the rest</p>
        <FaultBoundary part="log">
          <Part />
        </FaultBoundary>
      </>,
    );
    await expect.element(screen.getByRole('alert')).toHaveTextContent('The log cannot be drawn');
    await expect.element(screen.getByText('a block too many')).toBeVisible();
    await expect.element(screen.getByText('the rest')).toBeVisible();
    broken = false;
    await screen.getByRole('button', { name: 'Draw it again' }).click();
    await expect.element(screen.getByText('the whole part')).toBeVisible();
  });

  it('is a dialog that can be closed, if it was one', async () => {
    const closeDialog = vi.fn();
    const services = { notify: () => undefined, closeDialog, selectRow: () => undefined, httpsOnly: false };
    const screen = await render(
      <ScreenServicesContext value={services}>
        <FaultBoundary
          part="dialog"
          frame={(sentence) => <DialogShell title="A fault of the app">{sentence}</DialogShell>}
        >
          <Broken />
        </FaultBoundary>
      </ScreenServicesContext>,
    );
    await expect.element(screen.getByRole('dialog')).toHaveTextContent('The dialog cannot be drawn');
    await screen.getByRole('button', { name: 'Close' }).click();
    expect(closeDialog).toHaveBeenCalled();
  });

  it('stays inside its popover', async () => {
    const screen = await render(
      <>
        <p>the rest</p>
        <Popover.Root defaultOpen>
          <Popover.Trigger>Open</Popover.Trigger>
          <PopoverPanel title="Saved filters" className={undefined}>
            <Broken />
          </PopoverPanel>
        </Popover.Root>
      </>,
    );
    await expect.element(screen.getByRole('alert')).toHaveTextContent('The panel cannot be drawn');
    await expect.element(screen.getByText('the rest')).toBeVisible();
  });
});
