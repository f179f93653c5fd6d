import { expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { ok } from '../../app/base/result.ts';
import type { LogState } from '../../app/contract/session-info.ts';
import type { KnownRecord } from '../../app/frame/record.ts';
import { emptyRow } from '../../app/frame/row.ts';
import { blockOf, tableOf } from '../../app/frame/testing/table-of.ts';
import { exchangeAt } from '../../app/frame/view/log-answers.ts';
import { noCounts } from '../../app/session/exchange.ts';
import { logGrew, sessionLog } from '../state/log/log-mirrors.ts';
import { selectRow, useScreen } from '../state/screen/screen-store.ts';
import { attachStubHost, EMPTY_SESSION } from '../state/testing/stub-host.ts';
import { Inspector } from './inspector.tsx';

/** The inspector of a session whose log has one row, and whose recording has these records. */
async function drawn(session: string, records: readonly KnownRecord[]) {
  const log: LogState = { session, length: 1, patches: 0, counts: noCounts(), dropped: 0, findings: 0 };
  const rows = blockOf([emptyRow({ seq: 1, at: 0, session }, 'mark')]);
  attachStubHost({
    readRows: async () => ok({ ...log, from: 0, rows, changed: blockOf([]), patchesTo: 0 }),
    readExchange: async ({ seq }) =>
      ok(
        await exchangeAt(
          tableOf([emptyRow({ seq: 1, at: 0, session }, 'mark')]),
          seq,
          async () => records,
          () => [],
        ),
      ),
    readActivity: async () => ok(null),
  });
  const sessions = [{ ...EMPTY_SESSION, session }];
  useScreen.setState({ link: 'open', sessions, active: session, inspectorTab: 'explain' });
  logGrew(log);
  selectRow(session, 1);
  return render(<Inspector />);
}

test('a row whose record is there shows what it is', async () => {
  const mark: KnownRecord = { type: 'mark', session: 'marked', seq: 1, at: 0, label: 'before the call' };
  const screen = await drawn('marked', [mark]);
  await expect.element(screen.getByText('before the call')).toBeVisible();
});

test('a row whose record was dropped says so, and waits no more', async () => {
  const screen = await drawn('dropped', []);
  await expect.element(screen.getByRole('alert')).toHaveTextContent(/^Record 1 is not in the recording: /);
  expect(screen.container.textContent).not.toContain('Reading the record');
});

test('a row whose record takes its time says what the log knows of it, and nothing of the row before', async () => {
  const session = 'slow';
  const screen = await drawn(session, [{ type: 'mark', session, seq: 1, at: 0, label: 'the row before' }]);
  await expect.element(screen.getByText('the row before')).toBeVisible();
  attachStubHost({ readExchange: () => new Promise(() => undefined), readActivity: async () => ok(null) });
  const answer = {
    ...emptyRow({ seq: 2, at: 5, session }, 'frame'),
    shape: 'result',
    outcome: 'ok',
  } as const;
  sessionLog(session).mirror.table.add({
    ...answer,
    method: 'tools/call',
    target: 'all',
    sizeBytes: 7_200_000,
  });
  selectRow(session, 2);
  await expect.element(screen.getByText('Reading 7.2 MB…')).toBeVisible();
  await expect.element(screen.getByText('tools/call all')).toBeVisible();
  await expect.element(screen.getByText('the row before')).not.toBeInTheDocument();
});
