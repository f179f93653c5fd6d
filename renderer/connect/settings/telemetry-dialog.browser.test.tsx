import { expect, it, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { err, ok } from '../../../app/base/result.ts';
import type { TelemetryState } from '../../../app/contract/telemetry-commands.ts';
import { useScreen } from '../../state/screen/screen-store.ts';
import { SCREEN_SERVICES } from '../../state/testing/shown-session.ts';
import { attachStubHost } from '../../state/testing/stub-host.ts';
import { ScreenServicesContext } from '../../ui/controls/screen-services.ts';
import { axeViolations } from '../../ui/testing/axe-violations.ts';
import { openedDialog } from '../../ui/testing/opened-dialog.ts';
import { TelemetryDialog } from './telemetry-dialog.tsx';

const STATE: TelemetryState = {
  ...{
    url: 'http://127.0.0.1:4318',
    hasHeaders: true,
    payloads: false,
    isPreset: false,
    secretsNote: 'Kept.',
  },
  ...{ delivered: 120, dropped: 7, reason: 'connect ECONNREFUSED' },
};

async function opened(state: TelemetryState, saveTelemetry = vi.fn().mockResolvedValue(ok(state))) {
  attachStubHost({ readTelemetry: async () => ok(state), saveTelemetry });
  useScreen.setState({ dialog: 'telemetry' });
  const screen = await render(
    <ScreenServicesContext value={SCREEN_SERVICES}>
      <TelemetryDialog />
    </ScreenServicesContext>,
  );
  return { dialog: await openedDialog(screen, 'Telemetry'), saveTelemetry };
}

it('says what became of the spans, and saves the address without touching the stored headers', async () => {
  const { dialog, saveTelemetry } = await opened(STATE);
  await expect
    .element(dialog.getByRole('status'))
    .toHaveTextContent('took 120 spans, and 7 wait or were dropped: connect');
  expect(await axeViolations(dialog.element())).toEqual([]);
  await dialog.getByLabelText('Address of the collector').fill('http://127.0.0.1:9999');
  await dialog.getByRole('checkbox').click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect
    .poll(() => saveTelemetry.mock.calls)
    .toEqual([[{ url: 'http://127.0.0.1:9999', headers: null, payloads: true }]]);
});

it('forgets headers, and shows why something cannot be saved', async () => {
  const { dialog, saveTelemetry } = await opened(STATE, vi.fn().mockResolvedValue(err('Not that one.')));
  await dialog.getByRole('button', { name: 'Forget the headers' }).click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect.element(dialog.getByText('Not that one.')).toBeVisible();
  expect(saveTelemetry.mock.calls[0]?.[0]).toMatchObject({ headers: '' });
});

it('leaves a collector alone that the environment names', async () => {
  const { dialog } = await opened({ ...STATE, isPreset: true });
  await expect.element(dialog.getByRole('button', { name: 'Save' })).toBeDisabled();
  await expect.element(dialog.getByText(/^TIERSCOPE_OTLP names the collector/)).toBeVisible();
});
