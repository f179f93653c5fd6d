import { useState } from 'react';
import { beforeEach, expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { showDialog } from '../../state/screen/screen-store.ts';
import { Button, DialogShell } from '../../ui/kit.tsx';
import { useKeyboard } from './use-keyboard.ts';

beforeEach(() => showDialog(null));

/** The landmarks of the window, each with two stops or none. */
function Window() {
  useKeyboard();
  return (
    <>
      <header>
        <button type="button">first of the top bar</button>
        <button type="button">second of the top bar</button>
      </header>
      <nav aria-label="Servers">nothing to stop at</nav>
      <nav aria-label="Tools, resources and prompts">
        <header>
          <button type="button" tabIndex={-1}>
            no stop
          </button>
        </header>
        <input aria-label="search of the sidebar" />
      </nav>
      <aside aria-label="Inspector">
        <button type="button">of the inspector</button>
      </aside>
    </>
  );
}

it('goes by F6 through the panes that have a stop, back by Shift, and to where the focus was in each', async () => {
  const screen = await render(<Window />);
  const pressed = async (key: string, name: string | RegExp) => {
    await userEvent.keyboard(key);
    await expect
      .poll(() => document.activeElement)
      .toBe(screen.getByRole(/search/.test(String(name)) ? 'textbox' : 'button', { name }).element());
  };
  await pressed('{F6}', 'first of the top bar');
  await userEvent.keyboard('{Tab}');
  await pressed('{F6}', 'search of the sidebar');
  await pressed('{F6}', 'of the inspector');
  await pressed('{F6}', 'second of the top bar');
  await pressed('{Shift>}{F6}{/Shift}', 'of the inspector');
  await pressed('{Shift>}{F6}{/Shift}', 'search of the sidebar');
});

/** A view without the log, beside a search field; its button vanishes, and the one of its dialog is disabled, when pressed. */
function OtherView() {
  useKeyboard();
  const [gone, setGone] = useState(false);
  const [asks, setAsks] = useState(false);
  const [sent, setSent] = useState(false);
  return (
    <>
      <input aria-label="search of the sidebar" />
      <div id="center">
        <div role="tabpanel" tabIndex={-1}>
          {gone ? null : <Button onClick={() => setGone(true)}>vanishes</Button>}
          <Button onClick={() => setAsks(true)}>asks</Button>
        </div>
      </div>
      {asks && (
        <DialogShell title="Sure?">
          <p>
            <Button disabled={sent} onClick={() => setSent(true)}>
              Send
            </Button>
          </p>
        </DialogShell>
      )}
    </>
  );
}

it('gives the focus of what is gone to the view in front, or to the open dialog', async () => {
  const screen = await render(<OtherView />);
  screen.getByRole('button', { name: 'vanishes' }).element().focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByRole('tabpanel')).toHaveFocus();
  await screen.getByRole('button', { name: 'asks' }).click();
  await expect.element(screen.getByRole('button', { name: 'Send' })).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByRole('dialog')).toHaveFocus();
});

it('Escape leads from a field to the view in front, and F6 finds a view that is no log', async () => {
  const screen = await render(<OtherView />);
  const search = screen.getByRole('textbox', { name: 'search of the sidebar' });
  await search.fill('words');
  await userEvent.keyboard('{Escape}');
  await expect.element(screen.getByRole('tabpanel')).toHaveFocus();
  await expect.element(search).toHaveValue('words');
  await search.click();
  await userEvent.keyboard('{F6}');
  await expect.element(screen.getByRole('tabpanel')).toHaveFocus();
});
