import { beforeEach, expect, it } from 'vitest';
import { render } from 'vitest-browser-react';
import type { SessionInfo } from '../../../app/contract/session-info.ts';
import { useSidebar } from '../../state/server/sidebar-store.ts';
import { serverKey } from '../../state/session/session-text.ts';
import { chooseHost } from '../../state/session/use-host-lens.ts';
import { frame, LIVE_SESSION, SCREEN_SERVICES, showSession } from '../../state/testing/shown-session.ts';
import { ScreenServicesContext } from '../../ui/controls/screen-services.ts';
import { axeViolations } from '../../ui/testing/axe-violations.ts';
import { ModelToolsDialog } from './model-tools-dialog.tsx';

const INFO: SessionInfo = { ...LIVE_SESSION, serverCapabilities: { tools: {} } };
const TOOLS = [
  { name: 'fine', description: 'd', inputSchema: { type: 'object', properties: { id: { type: 'string' } } } },
  { name: 'closed', description: 'd', inputSchema: { type: 'object', additionalProperties: false } },
  {
    name: 'either',
    description: 'd',
    inputSchema: {
      type: 'object',
      properties: { a: { type: 'string' }, b: { type: 'string' } },
      anyOf: [{ required: ['a'] }, { required: ['b'] }],
    },
  },
];

beforeEach(() => {
  localStorage.clear();
  useSidebar.setState(useSidebar.getInitialState());
});

async function dialog(host: string, version = '') {
  await showSession(INFO, {
    records: [
      frame(1, 'sent', { id: 1, method: 'tools/list' }),
      frame(2, 'received', { id: 1, result: { tools: TOOLS } }),
    ],
  });
  chooseHost(serverKey(INFO), host === '' ? undefined : { host, version });
  return render(
    <ScreenServicesContext value={SCREEN_SERVICES}>
      <ModelToolsDialog />
    </ScreenServicesContext>,
  );
}

it('shows the lost tool of the chosen host, its place, and a schema that all chosen ones keep', async () => {
  // From 2.1.332 on, it keeps such a tool.
  const screen = await dialog('claude-code', '2.1.300');
  const lost = screen.getByRole('table', { name: 'Tools that do not reach the model as they are' });
  await expect.element(lost.getByRole('row', { name: /either is lost/ })).toBeVisible();
  await expect.element(screen.getByText('anthropics/claude-code#95504').first()).toBeVisible();
  await expect.element(screen.getByText('inputSchema.anyOf', { exact: true })).toBeVisible();
  await expect
    .element(screen.getByRole('list', { name: 'What it gives up' }))
    .toHaveTextContent('Which arguments belong together is no longer said');
  const derived = screen.getByRole('group', { name: 'The derived schema' });
  await expect.element(derived).not.toHaveTextContent('anyOf');
  await expect.element(screen.getByRole('button', { name: 'Copy schema' })).toBeVisible();
  expect(await axeViolations(screen.baseElement)).toEqual([]);
});

it('says without a host that one can be chosen, and compares all of them for one tool', async () => {
  const screen = await dialog('');
  await expect.element(screen.getByText(/Choose a host in the session header/)).toBeVisible();
  await screen.getByRole('combobox', { name: 'Tool' }).selectOptions('either');
  const all = screen.getByRole('table', { name: 'either in all hosts and providers' });
  await expect.element(all.getByRole('row', { name: /^Anthropic API is lost anyOf/ })).toBeVisible();
  await expect
    .element(all.getByRole('row', { name: /^VS Code \(Copilot chat\) reaches it changed/ }))
    .toBeVisible();
});

it('says that a tool reaches the model as measured where a measured row says so, else as far as known', async () => {
  const screen = await dialog('');
  await screen.getByRole('combobox', { name: 'Tool' }).selectOptions('closed');
  const all = screen.getByRole('table', { name: 'closed in all hosts and providers' });
  const row = all.getByRole('row', { name: /^Claude Code reaches it, as measured/ });
  await expect.element(row).toHaveTextContent(/passes it on as it is.*2\.1\.332 and later, measured \d{4}-/);
  await screen.getByRole('combobox', { name: 'Tool' }).selectOptions('fine');
  const fine = screen.getByRole('table', { name: 'fine in all hosts and providers' });
  await expect
    .element(fine.getByRole('row', { name: /^Claude Code reaches it, as far as known/ }))
    .toBeVisible();
});
