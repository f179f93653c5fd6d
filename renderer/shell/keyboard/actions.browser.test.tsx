import { expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { useKeyboard } from './use-keyboard.ts';

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
