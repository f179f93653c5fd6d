import { expect, it, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { err, ok } from '../../../app/base/result.ts';
import type { ErasReport } from '../../../app/checks/eras/era-report.ts';
import { useScreen } from '../../state/screen/screen-store.ts';
import { LIVE_SESSION, SCREEN_SERVICES, showSession } from '../../state/testing/shown-session.ts';
import { ScreenServicesContext } from '../../ui/controls/screen-services.ts';
import { axeViolations } from '../../ui/testing/axe-violations.ts';
import { openedDialog } from '../../ui/testing/opened-dialog.ts';
import { ErasDialog } from './eras-dialog.tsx';

const of = { source: 'https://host.example/1', asOf: '2026-11-01' };
const REPORT: ErasReport = {
  command: 'node weather.js',
  server: 'weather 1',
  serves: 'only-initialize',
  verdict: 'Only clients that begin with initialize connect.',
  rows: [
    {
      ...{
        revision: '2025-11-25',
        era: 'initialize',
        outcome: 'opens',
        agreed: '2025-11-25',
        step: '',
        todo: '',
      },
      found: 'A session opens with 2025-11-25.',
      rules: [{ rule: 'D09', title: 'A result that its schema does not allow', todo: 'Leave it out.' }],
    },
    {
      ...{ revision: '2026-07-28', era: 'modern', outcome: 'fails', agreed: '', step: 'The era', todo: '' },
      ...{ found: 'server/discover: error -32601.', rules: [] },
    },
  ],
  hosts: [
    { id: 'a', name: 'Acme', version: '1', newest: false, connects: 'no', revision: '', why: 'Old.', ...of },
    {
      id: 'a',
      name: 'Acme',
      version: '2',
      newest: true,
      connects: 'no',
      revision: '',
      why: 'It asks for more.',
      ...of,
    },
    { id: 'b', name: 'Bolt', version: '1', newest: true, connects: 'unknown', revision: '', why: '?', ...of },
  ],
  advice: ['Answer server/discover.'],
  migration: [
    {
      ...{ what: 'ping', side: 'client', count: 3, seq: 7, text: 'ping is gone.' },
      ...{ before: '{"method":"ping"}', after: '' },
    },
    {
      ...{ what: 'resultType', side: 'server', count: 1, seq: 9, text: 'Each result says it.' },
      ...{ before: '{"result":{}}', after: '{"result":{"resultType":"complete"}}' },
    },
  ],
};

async function opened(eras: () => Promise<unknown>) {
  await showSession(LIVE_SESSION, {
    commands: { eras: eras as never, stopDoctor: vi.fn().mockResolvedValue(ok(null)) },
  });
  useScreen.setState({ dialog: 'eras' });
  const screen = await render(
    <ScreenServicesContext value={SCREEN_SERVICES}>
      <ErasDialog />
    </ScreenServicesContext>,
  );
  return { screen, dialog: await openedDialog(screen, /^Eras/) };
}

it('shows each revision, the newest version of each host, and what to change', async () => {
  const { screen, dialog } = await opened(vi.fn().mockResolvedValue(ok(REPORT)));
  await expect
    .element(dialog.getByRole('status'))
    .toHaveTextContent('Only clients that begin with initialize');
  const revisions = dialog.getByRole('table', { name: 'Revisions' });
  await expect.element(revisions.getByRole('row', { name: /^2026-07-28/ })).toHaveTextContent('failsThe era');
  const hosts = dialog.getByRole('table', { name: 'Hosts' }).getByRole('row');
  expect(hosts.elements().map((row) => row.textContent)).toEqual([
    'HostConnects withWhyAs of',
    'Acme 2does not connectIt asks for more.2026-11-01',
    'Bolt 1unknown?2026-11-01',
  ]);
  await expect.element(dialog.getByText('unknown')).toHaveAttribute('data-tone', 'warning');
  await expect.element(dialog.getByRole('listitem').first()).toBeInTheDocument();
  await dialog.getByText('ping', { exact: true }).click();
  await expect.element(dialog.getByText('It is not sent any more.')).toBeVisible();
  expect(await axeViolations(screen.baseElement)).toEqual([]);
});

it('says why it cannot be run', async () => {
  const { dialog } = await opened(vi.fn().mockResolvedValue(err('A recording has no server to start.')));
  await expect.element(dialog.getByRole('alert')).toHaveTextContent('A recording has no server to start.');
});
