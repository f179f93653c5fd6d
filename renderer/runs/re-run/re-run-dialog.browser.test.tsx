import { beforeEach, describe, expect, it, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { err, ok } from '../../../app/base/result.ts';
import type { PlannedView, ReRunPlan, ReRunState, SentView } from '../../../app/contract/re-run-commands.ts';
import type { LiveInfo } from '../../../app/contract/session-info.ts';
import { useCompare } from '../../state/runs/compare-store.ts';
import { openReRun, showRun } from '../../state/runs/re-run-store.ts';
import { selectRow, useScreen } from '../../state/screen/screen-store.ts';
import { frame, LIVE_SESSION, SCREEN_SERVICES, showSession } from '../../state/testing/shown-session.ts';
import { EMPTY_SESSION } from '../../state/testing/stub-host.ts';
import { ScreenServicesContext } from '../../ui/controls/screen-services.ts';
import { axeViolations } from '../../ui/testing/axe-violations.ts';
import { openedDialog } from '../../ui/testing/opened-dialog.ts';
import { ReRunDialog } from './re-run-dialog.tsx';

const RECORDS = [
  frame(1, 'sent', { id: 1, method: 'tools/list' }),
  frame(2, 'received', { id: 1, result: { tools: [] } }),
  frame(3, 'sent', { id: 2, method: 'tools/call', params: { name: 'delete-note' } }),
];

/** The target server, in another tab. */
const TARGET: LiveInfo = { ...LIVE_SESSION, session: 's2', label: 'copy' };

const OK = { tier: 'ok', outcome: 'ok', code: '', text: '', durationMs: 5 } as const;
const FAILED = {
  tier: 'protocol',
  outcome: 'protocol error',
  code: '-32602',
  text: 'no',
  durationMs: 5,
} as const;

const READ: PlannedView = {
  seq: 1,
  method: 'tools/list',
  target: '',
  group: 'reads tools/list',
  params: '',
  caution: '',
  before: OK,
};
const DELETE: PlannedView = {
  seq: 3,
  method: 'tools/call',
  target: 'delete-note',
  group: 'destructive tools/call delete-note',
  params: '{"id":7}',
  caution: 'The secret in it was replaced.',
  before: FAILED,
};
const PLAN: ReRunPlan = {
  requests: [READ, DELETE],
  total: 2,
  groups: [
    { key: READ.group, method: 'tools/list', tool: '', risk: 'reads', count: 1 },
    { key: DELETE.group, method: 'tools/call', tool: 'delete-note', risk: 'destructive', count: 1 },
  ],
  leftOut: [{ reason: 'ping', count: 2, examples: [{ seq: 8, label: 'ping' }] }],
  toolsFrom: 'log',
  toolsFailure: '',
};

const RUN: ReRunState = {
  run: 1,
  from: 's1',
  fromLabel: 'notes',
  state: 'running',
  note: '',
  total: 2,
  sent: 1,
  current: 'tools/call delete-note',
  worse: 1,
  better: 0,
};
const SENT: readonly SentView[] = [
  { ...READ, after: { ...FAILED, seq: 12 }, failure: '' },
  { ...DELETE, after: null, failure: '' },
];

const planReRun = vi.fn();
const startReRun = vi.fn();
const stopReRun = vi.fn();
const skipReRun = vi.fn();
const readReRun = vi.fn();
const restart = vi.fn();
const openComparison = vi.fn();
const COMMANDS = { planReRun, startReRun, stopReRun, skipReRun, readReRun, restart, openComparison };

beforeEach(async () => {
  useCompare.setState(useCompare.getInitialState());
  for (const command of Object.values(COMMANDS)) command.mockReset().mockResolvedValue(ok(null));
  planReRun.mockResolvedValue(ok(PLAN));
  readReRun.mockResolvedValue(ok({ items: SENT, total: 2 }));
  openComparison.mockResolvedValue(err('Not compared.'));
  await showSession(LIVE_SESSION, { records: RECORDS, commands: COMMANDS });
  useScreen.setState({ sessions: [LIVE_SESSION, TARGET] });
});

async function shown() {
  const screen = await render(
    <ScreenServicesContext value={SCREEN_SERVICES}>
      <ReRunDialog />
    </ScreenServicesContext>,
  );
  const dialog = await openedDialog(screen, 'Re-run requests');
  const button = (name: string) => dialog.getByRole('button', { name, exact: true });
  return { dialog, button, status: dialog.getByRole('status'), rows: dialog.getByRole('row') };
}

/** The dialog at its dry run of the whole session. */
async function planned(plan: Partial<ReRunPlan> = {}) {
  planReRun.mockResolvedValue(ok({ ...PLAN, ...plan }));
  openReRun('whole');
  return shown();
}

/** The dialog at a run into the other session. */
async function ran(run: Partial<ReRunState> = {}) {
  useScreen.setState({ sessions: [LIVE_SESSION, { ...TARGET, reRun: { ...RUN, ...run } }] });
  showRun('s2');
  return shown();
}

const dialogName = () => useScreen.getState().dialog;

describe('the dry run', () => {
  it('says what would be sent and how it ended, with the consent to what only reads given', async () => {
    const { dialog, button, status, rows } = await planned();
    await expect
      .element(status)
      .toHaveTextContent('A dry run: no request has been sent. As ticked, 1 of 2 requests would go');
    await expect.element(dialog.getByRole('checkbox', { name: /^tools\/list/ })).toBeChecked();
    const deleting = dialog.getByRole('checkbox', { name: /^delete-note/ });
    await expect.element(deleting).not.toBeChecked();
    await expect.element(rows.nth(1)).toHaveTextContent(/^1tools\/list.*ok$/);
    await expect.element(rows.nth(2)).toHaveTextContent(/^3not sent tools\/call delete-note/);
    await expect.element(rows.nth(2)).toHaveTextContent('{"id":7} The secret in it was replaced.');
    await expect.element(rows.nth(2)).toHaveTextContent('-32602 Invalid params');
    await expect.element(dialog.getByText('2 lines of the client are left out')).toBeVisible();
    await expect.element(button('Send 1 request')).toBeEnabled();
    expect(await axeViolations(dialog.element())).toEqual([]);
  });

  it('sends what is agreed to, and shows how far it is', async () => {
    const { dialog, button } = await planned();
    await dialog.getByRole('checkbox', { name: /^delete-note/ }).click();
    await dialog.getByRole('checkbox', { name: /^tools\/list/ }).click();
    await dialog.getByRole('combobox', { name: 'To' }).selectOptions('s2');
    await expect.element(dialog.getByRole('checkbox', { name: /^delete-note/ })).not.toBeChecked();
    await dialog.getByRole('checkbox', { name: /^delete-note/ }).click();
    await dialog.getByRole('textbox', { name: 'Seconds to wait for each answer' }).fill('1,5');
    useScreen.setState({ sessions: [LIVE_SESSION, { ...TARGET, reRun: RUN }] });
    await button('Send 2 requests').click();
    expect(startReRun).toHaveBeenCalledExactlyOnceWith({
      from: 's1',
      to: 's2',
      ranges: [[0, 3]],
      groups: [READ.group, DELETE.group],
      timeoutMs: 1500,
    });
    await expect.element(dialog.getByRole('progressbar', { name: 'Requests sent' })).toBeVisible();
  });

  it('stays with the sentence of the host if nothing could be sent', async () => {
    startReRun.mockResolvedValue(err('Another run is under way.'));
    const { dialog, button } = await planned();
    await button('Send 1 request').click();
    await expect.element(dialog.getByRole('alert')).toHaveTextContent('Another run is under way.');
    await expect.element(button('Send 1 request')).toBeEnabled();
  });

  it('cannot be sent without a consent, or with a time that cannot be read', async () => {
    const { dialog, button } = await planned();
    const time = dialog.getByRole('textbox', { name: 'Seconds to wait for each answer' });
    await expect.element(time).toHaveValue('60');
    await time.fill('0');
    await expect.element(time).toHaveAttribute('aria-invalid', 'true');
    await expect.element(time).toHaveAccessibleDescription('Type seconds, from 0.001 to 3600.');
    await expect.element(button('Send 1 request')).toBeDisabled();
    await time.fill('3');
    await dialog.getByRole('checkbox', { name: /^tools\/list/ }).click();
    await expect.element(button('Send 0 requests')).toBeDisabled();
  });

  it('is of the part that is chosen', async () => {
    selectRow('s1', 3);
    const { dialog } = await planned();
    await dialog.getByRole('radio', { name: /^Selected exchange #3/ }).click();
    await expect.poll(() => planReRun.mock.lastCall).toEqual([{ from: 's1', to: 's1', ranges: [[3, 3]] }]);
    await expect.element(dialog.getByRole('radio', { name: /^Selected rows/ })).toBeDisabled();
    await expect.element(dialog.getByRole('radio', { name: /^What the filter shows/ })).toBeDisabled();
  });

  it.each([
    ['that it looks', () => new Promise(() => undefined), 'status', 'Looking at what would be sent…'],
    ['why it could not look', async () => err('The file is gone.'), 'alert', 'The file is gone.'],
    [
      'that there is no request',
      async () => ok({ ...PLAN, total: 0, requests: [], groups: [] }),
      'dialog',
      'There is no request here to re-run.',
    ],
    [
      'that the tools are not known',
      async () => ok({ ...PLAN, toolsFailure: 'No answer.' }),
      'status',
      "The server's tools could not be listed: No answer.",
    ],
  ])('says %s', async (_what, plan, role, text) => {
    planReRun.mockImplementation(plan);
    openReRun('whole');
    const { dialog } = await shown();
    const place = role === 'dialog' ? dialog : dialog.getByRole(role);
    await expect.element(place).toHaveTextContent(text);
    await expect.element(dialog.getByText(text)).toBeVisible();
  });

  it('looks again when its user wants it', async () => {
    const { button, status } = await planned();
    await expect.element(status).toHaveTextContent('1 of 2 requests');
    planReRun.mockResolvedValue(ok({ ...PLAN, requests: [READ], total: 1, groups: PLAN.groups.slice(0, 1) }));
    await button('Look again').click();
    await expect.element(status).toHaveTextContent('As ticked, the one request would go to notes.');
  });

  it('offers what can be done if no session can take the requests', async () => {
    useScreen.setState({ sessions: [{ ...LIVE_SESSION, state: 'closed' }, EMPTY_SESSION] });
    const { button } = await planned();
    await button('Restart notes').click();
    expect(restart).toHaveBeenCalledExactlyOnceWith({ session: 's1' });
    expect(planReRun).not.toHaveBeenCalled();
    await button('Connect to a server').click();
    expect(dialogName()).toBe('connect');
  });

  it('says so if the session was closed', async () => {
    openReRun('whole');
    useScreen.setState({ sessions: [TARGET] });
    const { dialog } = await shown();
    await expect.element(dialog.getByText(/was closed\.$/)).toBeVisible();
  });
});

describe('a re-run', () => {
  it('shows how far it is, and how each request ended then and now', async () => {
    const { dialog, status, rows } = await ran();
    await expect
      .element(status)
      .toHaveTextContent('Sending 1 of 2 requests of notes to copy again, 1 got worse.');
    await expect.element(dialog.getByRole('progressbar')).toHaveAttribute('value', '1');
    await expect.element(dialog.getByText('Waiting for the answer to tools/call delete-note.')).toBeVisible();
    await expect.element(rows.nth(1)).toHaveTextContent(/^1tools\/list.*ok.*protocol error.*-32602.*12$/);
    await expect.element(rows.nth(1)).toHaveAttribute('data-tone', 'worse');
    await expect.element(rows.nth(2)).not.toHaveTextContent('not sent');
    expect(await axeViolations(dialog.element())).toEqual([]);
  });

  it('cancels one request, or stops as a whole', async () => {
    const { button } = await ran();
    await button('Cancel this one').click();
    expect(skipReRun).toHaveBeenCalledExactlyOnceWith({ session: 's2' });
    await button('Stop').click();
    expect(stopReRun).toHaveBeenCalledExactlyOnceWith({ session: 's2' });
  });

  it('has nothing to cancel between two requests', async () => {
    const { button } = await ran({ current: '' });
    await expect.element(button('Cancel this one')).toBeDisabled();
  });

  it('says why a request was not sent, and why it ended early', async () => {
    readReRun.mockResolvedValue(
      ok({ items: [{ ...READ, after: null, failure: 'The line is too long.' }, SENT[1]], total: 2 }),
    );
    const { status, rows } = await ran({ state: 'failed', note: 'The server ended.', sent: 0, worse: 0 });
    await expect.element(status).toHaveTextContent(/Sent only 0 of 2 requests .* The server ended\.$/);
    await expect.element(rows.nth(1)).toHaveTextContent('The line is too long.');
    await expect.element(rows.nth(2)).toHaveTextContent('not sent');
  });

  it('leads to the comparison and back to the dry run once it is done', async () => {
    const { button, status } = await ran({ state: 'done', sent: 2, current: '' });
    await button('Back to the dry run').click();
    await expect.element(status).toHaveTextContent('A dry run');
    showRun('s2');
    await button('Compare with the original').click();
    expect(dialogName()).toBe('compare');
    expect(useCompare.getState()).toMatchObject({
      left: { session: 's1' },
      right: { session: 's2' },
      sentTo: 's2',
    });
  });

  it('goes to a row of either session', async () => {
    const { button } = await ran();
    await button('Go to #3 of s1').click();
    expect(useScreen.getState()).toMatchObject({ dialog: null, active: 's1' });
    expect(useScreen.getState().views.s1?.selected).toBe(3);
  });

  it('reads more of a long run, and says why it cannot', async () => {
    const many = Array.from(
      { length: 600 },
      (_, at): SentView => ({ ...READ, seq: at + 1, after: null, failure: '' }),
    );
    readReRun.mockImplementation(async ({ limit }) => ok({ items: many.slice(0, limit), total: 600 }));
    const { button, dialog } = await ran({ total: 600 });
    // A search by role takes long among 500 rows.
    const count = () => dialog.element().querySelectorAll('tbody tr').length;
    await expect.poll(count).toBe(500);
    readReRun.mockResolvedValue(err('The host is busy.'));
    await button('Show more').click();
    await expect.element(dialog.getByRole('alert')).toHaveTextContent('The host is busy.');
    expect(count()).toBe(500);
    expect(readReRun.mock.lastCall).toEqual([{ session: 's2', from: 0, limit: 1000 }]);
  });

  it('has no more to show before the first requests were read', async () => {
    readReRun.mockReturnValue(new Promise(() => undefined));
    const { button } = await ran();
    await expect.element(button('Stop')).toBeVisible();
    expect(button('Show more').elements()).toEqual([]);
  });
});
