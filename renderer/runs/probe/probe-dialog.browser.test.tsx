import { beforeEach, describe, expect, it, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { err, ok } from '../../../app/base/result.ts';
import { sampleStep } from '../../../app/checks/doctor/testing/sample-step.ts';
import { surfaceOf } from '../../../app/checks/probe/surface.ts';
import type { ProbePreview, ProbeState } from '../../../app/contract/probe-commands.ts';
import { openProbe, showProbe, useProbes } from '../../state/runs/probe-store.ts';
import { useScreen } from '../../state/screen/screen-store.ts';
import { LIVE_SESSION, SCREEN_SERVICES, showSession } from '../../state/testing/shown-session.ts';
import { ScreenServicesContext } from '../../ui/controls/screen-services.ts';
import { axeViolations } from '../../ui/testing/axe-violations.ts';
import { openedDialog } from '../../ui/testing/opened-dialog.ts';
import { ProbeDialog } from './probe-dialog.tsx';

const lists = {
  tools: [
    {
      name: 'find',
      inputSchema: { type: 'object', properties: { query: { type: 'string' } }, required: ['query'] },
      annotations: { readOnlyHint: true },
    },
    { name: 'reset', inputSchema: { type: 'object' }, annotations: { destructiveHint: true } },
  ],
  prompts: [],
  resources: [],
  resourceTemplates: [],
};
const READY: ProbePreview = {
  kind: 'ready',
  label: 'notes',
  command: 'node notes.js',
  surface: surfaceOf('2025-11-25', { tools: {} }, lists),
  project: { path: '', calls: [], expected: [] },
};

const startProbe = vi.fn();
const stopProbe = vi.fn();
const stopPlanProbe = vi.fn();

beforeEach(() => {
  for (const command of [startProbe, stopProbe, stopPlanProbe])
    command.mockReset().mockResolvedValue(ok(null));
  useProbes.setState(useProbes.getInitialState());
});

async function opened(planProbe: () => Promise<unknown>, open: () => void = () => openProbe()) {
  const commands = { planProbe: planProbe as never, startProbe, stopProbe, stopPlanProbe };
  await showSession(LIVE_SESSION, { commands });
  open();
  const screen = await render(
    <ScreenServicesContext value={SCREEN_SERVICES}>
      <ProbeDialog />
    </ScreenServicesContext>,
  );
  return { screen, dialog: await openedDialog(screen, 'Probe this server') };
}

const running: ProbeState = {
  ...{ probe: 'p1', label: 'notes', state: 'running', note: '', done: 83, total: 157 },
  ...{ title: 'no arguments at all', session: null, grade: null, counts: null },
};

describe('the dialog of a probe', () => {
  it('says what is safe, shows every line, and probes with what is ticked', async () => {
    startProbe.mockResolvedValue(ok({ probe: 'p1' }));
    const { dialog } = await opened(async () => ok(READY));
    await expect.element(dialog).toHaveTextContent('Every call must fail before its tool runs');
    await expect.element(dialog.getByRole('checkbox', { name: 'find' })).toBeDisabled();
    await expect.element(dialog).toHaveTextContent('destructive, by its own mark');
    const planned = () => Number(document.querySelector('[data-planned]')?.getAttribute('data-planned'));
    const before = planned();
    await dialog.getByText('Every line that would be sent').click();
    await expect.element(dialog).toHaveTextContent('{"jsonrpc":"2.0","id":0,"method":"initialize"');
    expect(await axeViolations(dialog.element())).toEqual([]);
    await dialog.getByRole('checkbox', { name: 'reset' }).click();
    await expect.poll(planned).toBeGreaterThan(before);
    await dialog.getByLabelText('Seed').fill('7');
    await dialog.getByRole('button', { name: 'Probe' }).click();
    expect(startProbe).toHaveBeenCalledWith({
      target: { kind: 'session', session: LIVE_SESSION.session },
      calls: ['reset'],
      seed: 7,
      budgetMs: 120_000,
    });
  });

  it('ticks what the project file lets be called, if the server has it, only if the user wants that', async () => {
    startProbe.mockResolvedValue(ok({ probe: 'p1' }));
    const project = { path: '/repo/.tierscope.json', calls: ['reset', 'gone'], expected: [] };
    const { dialog } = await opened(async () => ok({ ...READY, project }));
    await expect
      .element(dialog)
      .toHaveTextContent('/repo/.tierscope.json lets these tools be called: reset.');
    await expect.element(dialog.getByRole('checkbox', { name: 'reset' })).not.toBeChecked();
    await dialog.getByRole('button', { name: 'Tick them' }).click();
    await expect.element(dialog.getByRole('checkbox', { name: 'reset' })).toBeChecked();
    await dialog.getByRole('button', { name: 'Probe' }).click();
    expect(startProbe).toHaveBeenCalledWith(expect.objectContaining({ calls: ['reset'] }));
  });

  it('gives the doctor’s words for a server that does not start, and tries again', async () => {
    const step = sampleStep('command', 'failed', 'notes.js is not there.', 'Install it.');
    const doctor = { command: 'node notes.js', failed: 'command' as const, steps: [step] };
    const planProbe = vi
      .fn()
      .mockResolvedValue(ok({ kind: 'failed', label: 'notes', why: 'It ended.', doctor }));
    const { dialog } = await opened(planProbe);
    await expect.element(dialog.getByRole('alert')).toHaveTextContent('notes cannot be probed');
    await expect
      .element(dialog.getByRole('region', { name: 'Failed first' }))
      .toHaveTextContent('Install it.');
    await dialog.getByRole('button', { name: 'Try again' }).click();
    await expect.poll(() => planProbe.mock.calls.length).toBe(2);
  });

  it('shows the sentence of a host that refuses, and ends a start that nobody waits for', async () => {
    const { dialog, screen } = await opened(async () => err('Connect to it first.'));
    await expect.element(dialog.getByRole('alert')).toHaveTextContent('Connect to it first.');
    await screen.unmount();
    expect(stopPlanProbe).toHaveBeenCalledTimes(1);
  });

  it('shows how far it has come and stops it; the result comes to the front', async () => {
    const { dialog } = await opened(
      async () => ok(READY),
      () => {
        useProbes.setState({ probes: [running] });
        showProbe('p1');
      },
    );
    await expect.element(dialog).toHaveTextContent('83 of 157 cases');
    expect(await axeViolations(dialog.element())).toEqual([]);
    await dialog.getByRole('button', { name: 'Stop' }).click();
    expect(stopProbe).toHaveBeenCalledWith({ probe: 'p1' });
    useScreen.setState({ active: null });
    useProbes.setState({ probes: [{ ...running, state: 'stopped', session: LIVE_SESSION.session }] });
    await expect
      .poll(() => useScreen.getState())
      .toMatchObject({ dialog: null, active: LIVE_SESSION.session });
  });
});
