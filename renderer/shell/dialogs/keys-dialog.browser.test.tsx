import { beforeEach, expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { ok } from '../../../app/base/result.ts';
import { useScreen } from '../../state/screen/screen-store.ts';
import { LIVE_SESSION, SCREEN_SERVICES, showSession } from '../../state/testing/shown-session.ts';
import { formatChord } from '../../ui/controls/action.ts';
import { ScreenServicesContext } from '../../ui/controls/screen-services.ts';
import { axeViolations } from '../../ui/testing/axe-violations.ts';
import { ACTIONS } from '../keyboard/actions.ts';
import { useKeyboard } from '../keyboard/use-keyboard.ts';
import { Dialogs } from './dialogs.tsx';

beforeEach(() => showSession(LIVE_SESSION, { commands: { listRecordings: async () => ok([]) } }));

/** A screen with a field, a button and the dialogs, which handles keys. */
function Screen() {
  useKeyboard();
  return (
    <ScreenServicesContext value={SCREEN_SERVICES}>
      <input aria-label="Any field" />
      <button type="button">Any button</button>
      <Dialogs />
    </ScreenServicesContext>
  );
}

async function shown() {
  const screen = await render(<Screen />);
  return {
    dialog: screen.getByRole('dialog', { name: 'Keys' }),
    field: screen.getByRole('textbox', { name: 'Any field' }),
    button: screen.getByRole('button', { name: 'Any button' }),
  };
}

it('explains the words of the screen, and finds one', async () => {
  useScreen.setState({ dialog: 'glossary' });
  const screen = await render(<Screen />);
  const dialog = screen.getByRole('dialog', { name: 'Glossary' });
  await expect.element(dialog.getByText('one line on the wire')).toBeVisible();
  await dialog.getByRole('searchbox', { name: 'Search the glossary' }).fill('handshake');
  await expect
    .poll(() =>
      dialog
        .getByRole('term')
        .elements()
        .map((term) => term.textContent),
    )
    .toEqual(['era']);
  expect(await axeViolations(dialog.element())).toEqual([]);
  await userEvent.keyboard('{Escape}');
  await expect.poll(theDialog).toBeNull();
});

const theDialog = () => useScreen.getState().dialog;

it('lists every key of every action, and closes by Escape back to where the focus was', async () => {
  const { dialog, button } = await shown();
  button.element().focus();
  await userEvent.keyboard('?');
  await expect.element(dialog).toBeVisible();
  const listed = dialog
    .getByRole('definition')
    .elements()
    .map((meaning) => [meaning.textContent, meaning.previousElementSibling?.textContent]);
  const expected = ACTIONS.flatMap(({ title, key }) =>
    key === undefined ? [] : [[title, formatChord(key)]],
  );
  expect(listed).toEqual(expect.arrayContaining(expected));
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(button).toHaveFocus();
});

it('has a heading for each group with keys in it, those of the fields too', async () => {
  const { dialog } = await shown();
  await userEvent.keyboard('?');
  await expect.element(dialog).toBeVisible();
  const groups = [...dialog.element().querySelectorAll('section')].map((section) => [
    section.querySelector('h3')?.textContent,
    section.querySelectorAll('kbd').length > 0,
  ]);
  const named = [...new Set(ACTIONS.filter(({ key }) => key !== undefined).map(({ group }) => group))];
  expect(groups.every(([, hasKeys]) => hasKeys)).toBe(true);
  expect(groups.map(([heading]) => heading)).toEqual(expect.arrayContaining(named));
  await expect.element(dialog.getByText('Choose and take a completion')).toBeInTheDocument();
  expect(await axeViolations(dialog.element())).toEqual([]);
});

it('leaves the plain keys to a field, but not those with Ctrl', async () => {
  const { field } = await shown();
  await field.click();
  await userEvent.keyboard('?n');
  await expect.element(field).toHaveValue('?n');
  expect(theDialog()).toBe(null);
  await userEvent.keyboard('{Control>}k{/Control}');
  expect(theDialog()).toBe('palette');
});

it('leaves the plain keys alone while a dialog is open', async () => {
  const { dialog } = await shown();
  await userEvent.keyboard('?');
  await expect.element(dialog).toBeVisible();
  await userEvent.keyboard('n');
  expect(theDialog()).toBe('keys');
});

it('is searched by what a key does, and by the key', async () => {
  const { dialog } = await shown();
  await userEvent.keyboard('?');
  const search = dialog.getByRole('searchbox', { name: 'Search the keys' });
  await expect.element(search).toHaveFocus();
  await search.fill('next pane');
  await expect.element(dialog.getByRole('definition')).toHaveTextContent('Next pane');
  expect(dialog.getByRole('definition').elements()).toHaveLength(1);
  await search.fill('F6');
  await expect.poll(() => dialog.getByRole('definition').elements().length).toBe(2);
  await search.fill('no such key');
  await expect.element(dialog.getByText('No key has these words.')).toBeVisible();
  expect(await axeViolations(dialog.element())).toEqual([]);
});
