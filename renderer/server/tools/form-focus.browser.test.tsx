import { beforeEach, describe, expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import type { SessionInfo } from '../../../app/contract/session-info.ts';
import { setSlot, useFormPlaces } from '../../state/server/form-place.ts';
import { draftKey, loadArguments, type SidebarTab, useSidebar } from '../../state/server/sidebar-store.ts';
import { frame, growSession, LIVE_SESSION, showSession } from '../../state/testing/shown-session.ts';
import { axeViolations } from '../../ui/testing/axe-violations.ts';
import { openForm } from './edit-again.ts';
import { Sidebar } from './sidebar.tsx';

const SERVER: SessionInfo = {
  ...LIVE_SESSION,
  serverCapabilities: { tools: {}, prompts: {}, resources: {} },
};
const textFields = (...names: string[]) => ({
  type: 'object',
  properties: Object.fromEntries(names.map((name) => [name, { type: 'string' }])),
});
const TOOLS = [
  { name: 'book', inputSchema: textFields('who', 'note') },
  { name: 'bare', inputSchema: { type: 'object', properties: {}, additionalProperties: false } },
  { name: 'large', inputSchema: textFields(...Array.from({ length: 11 }, (_, at) => `f${at}`)) },
];

function listed(seq: number, method: string, result: object) {
  return [frame(seq, 'sent', { id: seq, method }), frame(seq + 1, 'received', { id: seq, result })];
}
const LIST = listed(1, 'tools/list', { tools: TOOLS });

/** The sidebar, the middle as the shell renders it, and something else to click. */
function Screen() {
  const wanted = useFormPlaces((state) => state.wanted);
  return (
    <main>
      <Sidebar />
      {wanted && <section ref={setSlot} aria-label="Middle" />}
      <button type="button">elsewhere</button>
    </main>
  );
}

async function shown(records = LIST, tab: SidebarTab = 'tools') {
  await showSession(SERVER, { records, commands: { listAll: () => new Promise(() => undefined) } });
  useSidebar.setState({ tabs: { s1: tab } });
  return render(<Screen />);
}

beforeEach(() => {
  localStorage.clear();
  useSidebar.setState(useSidebar.getInitialState());
});

describe('a press on a tool', () => {
  it('puts the caret into the first empty field of its form', async () => {
    loadArguments(draftKey('s1', 'tools', 'book'), { who: 'ann' });
    const screen = await shown();
    await screen.getByRole('button', { name: 'large' }).click();
    await expect.element(screen.getByLabelText('f0', { exact: true })).toHaveFocus();
    await screen.getByRole('button', { name: 'book' }).click();
    await userEvent.keyboard('Paris');
    await expect.element(screen.getByLabelText('note', { exact: true })).toHaveValue('Paris');
    await expect.element(screen.getByLabelText('note', { exact: true })).toHaveFocus();
    expect(await axeViolations(screen.container)).toEqual([]);
  });

  it('starts at the argument that an error names, until something is typed', async () => {
    loadArguments(draftKey('s1', 'tools', 'large'), { f1: 'a', f3: 'b' }, 'f3');
    const screen = await shown();
    const large = screen.getByRole('button', { name: 'large' });
    await large.click();
    await userEvent.keyboard('c');
    await expect.element(screen.getByLabelText('f3', { exact: true })).toHaveValue('c');
    await large.click();
    await expect.element(screen.getByLabelText('f0', { exact: true })).toHaveFocus();
  });

  it('offers the listed tool whose name an unlisted one resembles, with the same arguments', async () => {
    loadArguments(draftKey('s1', 'tools', 'bok'), { who: 'ann' });
    const screen = await shown();
    openForm('tools', 's1', 'bok');
    await screen.getByRole('button', { name: 'Call book instead' }).click();
    await expect.element(screen.getByLabelText('who', { exact: true })).toHaveValue('ann');
    await expect.element(screen.getByRole('button', { name: /instead/ })).not.toBeInTheDocument();
  });

  it('selects the first field if all have a value', async () => {
    loadArguments(draftKey('s1', 'tools', 'book'), { who: 'ann', note: 'a seat' });
    const screen = await shown();
    await screen.getByRole('button', { name: 'book' }).click();
    await userEvent.keyboard('bob');
    await expect.element(screen.getByLabelText('who', { exact: true })).toHaveValue('bob');
  });

  it('makes its Call button the next to press if there is no field', async () => {
    const screen = await shown();
    await screen.getByRole('button', { name: 'bare' }).click();
    await expect.element(screen.getByRole('button', { name: 'Call', exact: true })).toHaveFocus();
  });

  it('does the same by Enter and from its menu, and arrow keys leave the focus in the list', async () => {
    const screen = await shown();
    const who = screen.getByLabelText('who', { exact: true });
    await screen.getByRole('button', { name: 'book' }).click({ button: 'right' });
    await screen.getByRole('menuitem', { name: 'Call…' }).click();
    await expect.element(screen.getByRole('menu')).not.toBeInTheDocument();
    await expect.element(who).toHaveFocus();
    const entry = screen.getByRole('button', { name: 'book' });
    (entry.element() as HTMLElement).focus();
    await userEvent.keyboard('{ArrowDown}');
    await expect.element(screen.getByRole('button', { name: 'bare' })).toHaveFocus();
    await userEvent.keyboard('{ArrowUp}{Enter}');
    await expect.element(who).toHaveFocus();
  });
});

describe('a form that is drawn later', () => {
  it('takes the focus when it comes', async () => {
    const screen = await shown([]);
    openForm('tools', 's1', 'book');
    await growSession('s1', { records: LIST });
    await expect.element(screen.getByLabelText('who', { exact: true })).toHaveFocus();
  });

  it('leaves the focus where it has moved to meanwhile', async () => {
    const screen = await shown([]);
    openForm('tools', 's1', 'book');
    await screen.getByRole('button', { name: 'elsewhere' }).click();
    await growSession('s1', { records: LIST });
    await expect.element(screen.getByLabelText('who', { exact: true })).toBeVisible();
    await expect.element(screen.getByRole('button', { name: 'elsewhere' })).toHaveFocus();
  });
});

it.each([
  ['prompts', 'prompts/list', { prompts: [{ name: 'greet', arguments: [{ name: 'who' }] }] }, 'who'],
  [
    'resources',
    'resources/templates/list',
    { resourceTemplates: [{ uriTemplate: 'a://{city}', name: 'greet' }] },
    'city',
  ],
] as const)('the form of one of the %s has the caret as well', async (tab, method, result, field) => {
  const screen = await shown(listed(1, method, result), tab);
  await screen.getByRole('button', { name: 'greet' }).click();
  await expect.element(screen.getByLabelText(field, { exact: true })).toHaveFocus();
});

it('the form of any request has the caret as well', async () => {
  const screen = await shown();
  openForm('request', 's1', 'logging/setLevel');
  await expect.element(screen.getByLabelText('Method')).toHaveFocus();
});
