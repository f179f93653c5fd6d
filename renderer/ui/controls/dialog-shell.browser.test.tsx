import { type ReactNode, useEffect, useRef, useState } from 'react';
import { describe, expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { Button, DialogShell, ScrollBox } from '../kit.tsx';
import { axeViolations } from '../testing/axe-violations.ts';
import { openedDialog } from '../testing/opened-dialog.ts';
import { ScreenServicesContext } from './screen-services.ts';

/** A page with a button that opens the dialog, as on the screen. */
function Page({ focusSecond = false, titleHidden = false, children = undefined as ReactNode }) {
  const [open, setOpen] = useState(false);
  const second = useRef<HTMLInputElement>(null);
  const services = {
    notify: () => undefined,
    closeDialog: () => setOpen(false),
    selectRow: () => undefined,
    httpsOnly: false,
  };
  return (
    <ScreenServicesContext value={services}>
      <Button onClick={() => setOpen(true)}>Open</Button>
      {open && (
        <DialogShell
          title="Connect"
          titleHidden={titleHidden}
          {...(focusSecond ? { initialFocus: second } : {})}
        >
          {children ?? (
            <div>
              <input type="radio" aria-label="off" disabled />
              <input aria-label="Command" />
              <input aria-label="Label" ref={second} />
            </div>
          )}
        </DialogShell>
      )}
    </ScreenServicesContext>
  );
}

/** Content that is replaced after `frames`, as by an answer of the host, with a different button. */
function Arriving({ frames }: { readonly frames: number }) {
  const [left, setLeft] = useState(frames);
  useEffect(() => {
    if (left < 0) return;
    if (left === 0) return void queueMicrotask(() => setLeft(-1));
    const frame = requestAnimationFrame(() => setLeft(left - 1));
    return () => cancelAnimationFrame(frame);
  }, [left]);
  return (
    <div key={String(left < 0)}>
      <Button>{left < 0 ? 'Probe' : 'Cancel'}</Button>
    </div>
  );
}

async function opened(page = <Page />) {
  const screen = await render(page);
  await screen.getByRole('button', { name: 'Open' }).click();
  const dialog = await openedDialog(screen, 'Connect');
  return { screen, dialog };
}

describe('a dialog', () => {
  it('has its name, and the focus on its first control that can be used', async () => {
    const { screen, dialog } = await opened();
    await expect.element(screen.getByRole('textbox', { name: 'Command' })).toHaveFocus();
    expect(await axeViolations(dialog.element())).toEqual([]);
  });

  it('can choose what has the focus first', async () => {
    const { screen } = await opened(<Page focusSecond />);
    await expect.element(screen.getByRole('textbox', { name: 'Label' })).toHaveFocus();
  });

  it.each([true, false])(
    'opened by a key shows the focus on a control, not around all that scrolls: %s',
    async (isControl) => {
      const screen = await render(
        <Page>
          {isControl ? (
            <p>
              <input aria-label="Name" />
            </p>
          ) : (
            <ScrollBox className={undefined}>…</ScrollBox>
          )}
        </Page>,
      );
      await userEvent.tab();
      await userEvent.keyboard('{Enter}');
      await openedDialog(screen, 'Connect');
      expect(document.activeElement?.matches(':focus-visible')).toBe(isControl);
    },
  );

  it.each([0, 1, 2, 3])('keeps the focus if its content is replaced after %i frames', async (frames) => {
    const { dialog } = await opened(
      <Page>
        <Arriving frames={frames} />
      </Page>,
    );
    await expect.element(dialog.getByRole('button', { name: 'Probe' })).toBeVisible();
    await expect.poll(() => dialog.element().contains(document.activeElement)).toBe(true);
    await userEvent.keyboard('{Escape}');
    await expect.element(dialog).not.toBeInTheDocument();
  });

  it('has no ring around itself', async () => {
    const { dialog } = await opened();
    const element = dialog.element() as HTMLElement;
    element.focus({ focusVisible: true });
    expect(element.matches(':focus-visible')).toBe(true);
    expect(getComputedStyle(element).outlineStyle).toBe('none');
  });

  it('closes with Escape and gives the focus back', async () => {
    const { screen, dialog } = await opened();
    await userEvent.keyboard('{Escape}');
    await expect.element(dialog).not.toBeInTheDocument();
    await expect.element(screen.getByRole('button', { name: 'Open' })).toHaveFocus();
  });

  it('closes with its cross', async () => {
    const { dialog } = await opened();
    await dialog.getByRole('button', { name: 'Close' }).click();
    await expect.element(dialog).not.toBeInTheDocument();
  });

  it('keeps the Tab key inside', async () => {
    const { dialog } = await opened();
    for (let step = 0; step < 5; step += 1) {
      await userEvent.tab();
      await expect.poll(() => dialog.element().contains(document.activeElement)).toBe(true);
    }
  });

  it('may show its title to the ear only', async () => {
    const { screen } = await opened(<Page titleHidden />);
    const head = screen.getByRole('heading', { name: 'Connect' }).element().parentElement;
    expect(head?.getBoundingClientRect().width).toBeLessThanOrEqual(1);
  });
});
