import { beforeEach, describe, expect, it, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { err, ok } from '../../../app/base/result.ts';
import type { DoctorReport } from '../../../app/checks/doctor/doctor-report.ts';
import { sampleStep } from '../../../app/checks/doctor/testing/sample-step.ts';
import { useScreen } from '../../state/screen/screen-store.ts';
import { LIVE_SESSION, SCREEN_SERVICES, showSession } from '../../state/testing/shown-session.ts';
import { EMPTY_SESSION } from '../../state/testing/stub-host.ts';
import { ScreenServicesContext } from '../../ui/controls/screen-services.ts';
import { axeViolations } from '../../ui/testing/axe-violations.ts';
import { openedDialog } from '../../ui/testing/opened-dialog.ts';
import { DoctorDialog } from './doctor-dialog.tsx';

const BROKEN: DoctorReport = {
  command: 'node weather.js',
  failed: 'configuration',
  steps: [
    sampleStep('command', 'passed', '"node" is /usr/bin/node.', '', ['PATH: /usr/bin']),
    sampleStep(
      'graphical-path',
      'warning',
      'A host from the desktop may not find it.',
      'Give its full path.',
    ),
    sampleStep('configuration', 'failed', 'WEATHER_KEY is missing.', 'Set WEATHER_KEY.', [
      'Error: WEATHER_KEY',
    ]),
    sampleStep('handshake', 'skipped', 'Not reached.'),
  ],
};

const stopDoctor = vi.fn().mockResolvedValue(ok(null));

beforeEach(() => {
  stopDoctor.mockClear();
});

async function opened(doctor: () => Promise<unknown>) {
  const info = { ...LIVE_SESSION, state: 'failed' as const };
  await showSession(info, { commands: { doctor: doctor as never, stopDoctor } });
  useScreen.setState({ dialog: 'doctor' });
  const screen = await render(
    <ScreenServicesContext value={SCREEN_SERVICES}>
      <DoctorDialog />
    </ScreenServicesContext>,
  );
  return { screen, dialog: await openedDialog(screen, /^Doctor/) };
}

describe('the doctor of a session', () => {
  it('puts the step that failed first in front, with what to do and what was looked at', async () => {
    const doctor = vi.fn().mockResolvedValue(ok(BROKEN));
    const { dialog } = await opened(doctor);
    const first = dialog.getByRole('region', { name: 'Failed first' });
    await expect.element(first).toHaveTextContent('Variables and arguments');
    await expect.element(first).toHaveTextContent('What to do: Set WEATHER_KEY.');
    await expect.element(first).toHaveTextContent('Error: WEATHER_KEY');
    const steps = dialog.getByRole('listitem');
    expect(steps.elements().map((step) => step.getAttribute('data-status'))).toEqual([
      'passed',
      'warning',
      'failed',
      'skipped',
    ]);
    expect(doctor).toHaveBeenCalledWith({ session: LIVE_SESSION.session });
    expect(await axeViolations(dialog.element())).toEqual([]);
  });

  it('says that nothing failed, and checks again if asked to', async () => {
    const doctor = vi
      .fn()
      .mockResolvedValue(ok({ ...BROKEN, failed: null, steps: BROKEN.steps.slice(0, 2) }));
    const { dialog } = await opened(doctor);
    await expect.element(dialog.getByRole('status')).toHaveTextContent('No check failed.');
    await dialog.getByRole('button', { name: 'Check again' }).click();
    await expect.poll(() => doctor.mock.calls.length).toBe(2);
  });

  it('says how long it may take while it runs, and ends the check when it is closed', async () => {
    const { screen, dialog } = await opened(() => new Promise(() => undefined));
    await expect.element(dialog.getByRole('status')).toHaveTextContent('An answer may take up to 60 s.');
    await expect.element(dialog.getByRole('button', { name: 'Check again' })).toBeDisabled();
    await screen.unmount();
    expect(stopDoctor).toHaveBeenCalledWith({ session: LIVE_SESSION.session });
  });

  it('shows the sentence of a host that cannot check', async () => {
    const { dialog } = await opened(() => Promise.resolve(err('There is no session s1.')));
    await expect.element(dialog.getByRole('alert')).toHaveTextContent('There is no session s1.');
  });

  it('of a log of a host shows the start that it names, and tries it with one click', async () => {
    const doctor = vi.fn().mockResolvedValue(ok(BROKEN));
    const logged = { commandLine: 'brew tea', cwd: '', path: '/usr/bin:/bin', variables: ['POT'] };
    const commands = { doctor: doctor as never, stopDoctor, loggedServer: async () => ok(logged) };
    await showSession(EMPTY_SESSION, { commands });
    useScreen.setState({ dialog: 'doctor' });
    const screen = await render(
      <ScreenServicesContext value={SCREEN_SERVICES}>
        <DoctorDialog />
      </ScreenServicesContext>,
    );
    const dialog = await openedDialog(screen, /^Doctor/);
    const start = dialog.getByRole('region', { name: 'Start of the log' });
    await expect.element(start).toHaveTextContent('brew tea');
    await expect.element(start).toHaveTextContent('/usr/bin:/bin');
    await expect.element(start).toHaveTextContent('POT');
    expect(await axeViolations(dialog.element())).toEqual([]);
    await start.getByRole('button', { name: 'Start and check' }).click();
    await expect.poll(() => doctor.mock.calls.at(-1)?.[0]).toMatchObject({ starts: true });
    await expect.element(start).not.toBeInTheDocument();
  });
});
