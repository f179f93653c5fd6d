import { beforeEach, expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { setLookup, useLookup } from '../../lookup/lookup-state.tsx';
import { showDialog, useScreen } from '../../state/screen/screen-store.ts';
import { useKeyboard } from './use-keyboard.ts';

/** A form inside an element that takes the focus on a click next to the fields, and another element. */
function Window() {
  useKeyboard();
  return (
    <>
      <div tabIndex={-1}>
        <form aria-label="call">
          <p>beside the fields</p>
          <input aria-label="city" />
          <button type="button">Call</button>
        </form>
      </div>
      <button type="button">elsewhere</button>
    </>
  );
}

const dialogAfter = async (keys: string) => {
  await userEvent.keyboard(keys);
  const { dialog } = useScreen.getState();
  showDialog(null);
  return dialog;
};

beforeEach(() => showDialog(null));

it.each(['beside the fields', 'Call'])('letters are no shortcuts after a press on “%s”', async (text) => {
  const screen = await render(<Window />);
  await screen.getByText(text).click();
  expect(await dialogAfter('?')).toBeNull();
  expect(await dialogAfter('{Control>}k{/Control}')).toBe('palette');
  await screen.getByRole('button', { name: 'elsewhere' }).click();
  expect(await dialogAfter('?')).toBe('keys');
});

it('Escape leaves a form, and letters are shortcuts again', async () => {
  const screen = await render(<Window />);
  await screen.getByRole('textbox', { name: 'city' }).click();
  expect(await dialogAfter('?')).toBeNull();
  expect(await dialogAfter('{Escape}?')).toBe('keys');
  await expect.element(screen.getByRole('textbox', { name: 'city' })).toHaveValue('?');
});

it('a form that is gone keeps no letters', async () => {
  const screen = await render(<Window />);
  await screen.getByText('beside the fields').click();
  screen.getByRole('form').element().remove();
  expect(await dialogAfter('?')).toBe('keys');
});

it('looks up what is pasted, unless a field or a dialog takes it', async () => {
  const screen = await render(<Window />);
  const lookedUp = (on: Element, text: string) => {
    setLookup({ open: false, query: '', paste: '' });
    const clipboardData = new DataTransfer();
    clipboardData.setData('text', text);
    on.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }));
    const { open, query, paste } = useLookup.getState();
    return [open, query, paste];
  };
  expect(lookedUp(document.body, ' -32602\n')).toEqual([true, '-32602', '']);
  expect(lookedUp(document.body, 'Error: no\n  at x')).toEqual([true, '', 'Error: no\n  at x']);
  expect(lookedUp(screen.getByRole('textbox', { name: 'city' }).element(), '-32602')[0]).toBe(false);
  showDialog('keys');
  expect(lookedUp(document.body, '-32602')[0]).toBe(false);
});
