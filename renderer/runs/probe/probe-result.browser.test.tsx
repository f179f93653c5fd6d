import { beforeEach, describe, expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { err, ok } from '../../../app/base/result.ts';
import { sampleStep } from '../../../app/checks/doctor/testing/sample-step.ts';
import { gradeOf } from '../../../app/checks/probe/cases-report.ts';
import { failuresOf } from '../../../app/checks/probe/compare-probes.ts';
import { type CaseVerdict, countOutcomes, type ProbeReport } from '../../../app/checks/probe/probe-report.ts';
import {
  reply,
  reportOf,
  sampleFinding,
  sampleRun,
} from '../../../app/checks/probe/testing/sample-verdicts.ts';
import type { FileInfo } from '../../../app/contract/session-info.ts';
import { useProbes } from '../../state/runs/probe-store.ts';
import { useScreen } from '../../state/screen/screen-store.ts';
import { frame, SCREEN_SERVICES, showSession } from '../../state/testing/shown-session.ts';
import { EMPTY_SESSION } from '../../state/testing/stub-host.ts';
import { ScreenServicesContext } from '../../ui/controls/screen-services.ts';
import { axeViolations } from '../../ui/testing/axe-violations.ts';
import { ProbeResult } from './probe-result.tsx';

const INFO: FileInfo = { ...EMPTY_SESSION, probe: { kind: 'result', grade: 'flawed', failed: 2 } };

const [ofAuthor, ofSdk, passed] = [
  reportOf([sampleRun([reply('result')])]),
  reportOf([sampleRun([reply(-32602)])], [sampleFinding({ side: 'sdk' })]),
  reportOf([sampleRun([reply('tool error')])]),
].map(({ cases }) => cases.find(({ family }) => family === 'arguments')) as [
  CaseVerdict,
  CaseVerdict,
  CaseVerdict,
];

const ID = ofAuthor.id;

function sampleReport(more: readonly CaseVerdict[] = []): ProbeReport {
  const cases = [
    ofAuthor,
    { ...ofSdk, id: 'arguments/find/shape/list', kind: 'shape', title: 'arguments as a list', requestSeq: 3 },
    { ...passed, id: 'arguments/seek/missing/all', target: 'seek', requestSeq: 5 },
    ...more,
  ];
  return { ...reportOf([]), cases, counts: countOutcomes(cases), grade: gradeOf(cases, '', null) };
}

const RECORDS = [1, 3, 5, 7].flatMap((seq) => [
  frame(seq, 'sent', { id: seq, method: 'tools/call', params: { name: 'find' } }),
  frame(seq + 1, 'received', { id: seq, result: { content: [] } }),
]);

const probeCase = vi.fn();
beforeEach(() => {
  probeCase.mockReset();
  useProbes.setState(useProbes.getInitialState());
});

async function shown(report: ProbeReport, more: object = {}) {
  const readProbe = async ({ from }: { from: number }) =>
    ok({ report: { ...report, cases: report.cases.slice(from, from + 2000) }, total: report.cases.length });
  const commands = {
    ...{ readProbe, probeCase },
    ...{ listEarlierProbes: async () => ok([]), readEarlierProbe: async () => ok([]) },
    ...more,
  };
  await showSession(INFO, { records: RECORDS, commands: commands as never });
  const screen = await render(
    <ScreenServicesContext value={SCREEN_SERVICES}>
      <div style={{ height: 600, display: 'flex' }}>
        <ProbeResult info={INFO} />
      </div>
    </ScreenServicesContext>,
  );
  const page = screen.getByRole('region', { name: 'Probe result' });
  await expect.element(page).toBeVisible();
  return { screen, page };
}

const selected = () => useScreen.getState().views[INFO.session]?.selected;

describe('the result of a probe', () => {
  it('has the grade with its reasons, and the failed cases with what to do and who must act', async () => {
    const { page } = await shown(sampleReport());
    await expect.element(page.getByRole('heading', { name: 'flawed' })).toBeVisible();
    await expect.element(page).toHaveTextContent('for the author of the server.');
    const first = page.getByRole('article').first();
    await expect.element(first).toHaveTextContent('SHOULD · for the author of the server');
    await expect.element(first).toHaveTextContent('What to do: The server must validate.');
    await expect.element(first).toHaveTextContent('seen: ok');
    expect(await axeViolations(page.element())).toEqual([]);
  });

  it('shows only what is for the author, or for the SDK', async () => {
    const { page } = await shown(sampleReport());
    const rules = () =>
      page
        .getByRole('article')
        .elements()
        .map((one) => one.getAttribute('data-side'));
    expect(rules()).toEqual(['server', 'sdk']);
    await page.getByRole('button', { name: 'SDK 1' }).click();
    await expect.poll(rules).toEqual(['sdk']);
    await page.getByRole('button', { name: 'Author 1' }).click();
    await expect.poll(rules).toEqual(['server']);
  });

  it('selects the record of a case by a click on its row or its cell', async () => {
    const { page } = await shown(sampleReport());
    await page
      .getByRole('article')
      .last()
      .getByRole('button', { name: /arguments as a list/ })
      .first()
      .click();
    expect(selected()).toBe(3);
    await page.getByRole('gridcell', { name: 'find, missing: failed 1 of 1; seen ok, asked tool' }).click();
    expect(selected()).toBe(7);
    await expect
      .element(page.getByRole('region', { name: 'Cases of the cell' }))
      .toHaveTextContent('find, missing');
  });

  it('is walked by arrow keys with one Tab stop, and Enter goes to the frames', async () => {
    const { page } = await shown(sampleReport());
    const stops = page.element().querySelectorAll('td[tabindex="0"]');
    expect(stops.length).toBe(1);
    (stops[0] as HTMLElement).focus();
    await userEvent.keyboard('{ArrowDown}{Enter}');
    await expect.poll(selected).toBe(5);
    await userEvent.keyboard('{ArrowUp}{ArrowRight}{Enter}');
    await expect.poll(selected).toBe(3);
    expect(page.element().querySelectorAll('td[tabindex="0"]').length).toBe(1);
  });

  it('draws only the rows in sight of 500 tools, and a key goes to the last one', async () => {
    const many = Array.from({ length: 500 }, (_, at) => ({
      ...passed,
      id: `arguments/tool-${at}/missing/all`,
      target: `tool-${at}`,
    }));
    const { page } = await shown(sampleReport(many));
    const grid = page.getByRole('grid', { name: 'Tools and cases' });
    await expect.element(grid).toHaveAttribute('aria-rowcount', '503');
    expect(grid.element().querySelectorAll('td').length).toBeLessThan(120);
    (grid.element().querySelector('td[tabindex="0"]') as HTMLElement).focus();
    await userEvent.keyboard('{Control>}{End}{/Control}');
    await expect.poll(() => document.activeElement?.getAttribute('aria-label')).toContain('tool-499');
    await expect.element(page.getByRole('rowheader', { name: 'tool-498' })).toBeVisible();
  });

  it('shows the new verdict of a case that was sent again beside the old one', async () => {
    probeCase.mockResolvedValueOnce(
      ok({ verdict: { ...passed, id: ID }, recording: '/r/case.tierscope.jsonl' }),
    );
    probeCase.mockResolvedValueOnce(err('Connect to this server first.'));
    const { page } = await shown(sampleReport());
    const row = page.getByRole('article').first().getByRole('listitem');
    await row.getByRole('button', { name: /^Send again/ }).click();
    expect(probeCase).toHaveBeenCalledWith({ session: INFO.session, id: ID });
    await expect.element(row.getByRole('status')).toHaveTextContent('Now passed');
    await expect.element(row).toHaveTextContent('seen: ok');
    await row.getByRole('button', { name: /^Send again/ }).click();
    await expect.element(row.getByRole('alert')).toHaveTextContent('Connect to this server first.');
  });

  it('compares with the probe before by itself: what is new, what is fixed', async () => {
    const report = sampleReport();
    const fixed = failuresOf([{ ...ofAuthor, id: 'arguments/seek/missing/all', target: 'seek' }]);
    const earlier = { name: 'before', startedAt: '2026-11-23T10:00:00.000Z', grade: 'flawed', seed: 1 };
    const { page } = await shown(report, {
      listEarlierProbes: async () => ok([{ ...earlier, counts: report.counts }]),
      readEarlierProbe: async () => ok([...failuresOf(report.cases.slice(1)), ...fixed]),
    });
    const since = page.getByRole('region', { name: 'Since an earlier probe' });
    await expect.element(since).toHaveTextContent('1 new failure, 1 still fails, 1 fixed.');
    await expect.element(page.getByRole('article').first()).toHaveTextContent('new failure');
    await since.getByRole('combobox').selectOptions('no other probe');
    await expect.element(since).not.toHaveTextContent('new failure');
  });

  it('has the doctor’s words for a server that did not start, and a sentence for what cannot be read', async () => {
    const step = sampleStep('command', 'failed', 'It is not there.', 'Install it.');
    const doctor = { command: 'node x', failed: 'command' as const, steps: [step] };
    const { page } = await shown({ ...sampleReport(), doctor });
    await expect.element(page.getByRole('region', { name: 'Failed first' })).toHaveTextContent('Install it.');
    await showSession(INFO, { commands: { readProbe: async () => err('It is damaged.') } });
  });
});
