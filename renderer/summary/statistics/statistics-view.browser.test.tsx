import { beforeEach, describe, expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { CallRows } from '../../../app/analysis/stats/call-rows.ts';
import { sessionStatistics } from '../../../app/analysis/stats/session-statistics.ts';
import { err, ok } from '../../../app/base/result.ts';
import { allSteps } from '../../../app/base/steps.ts';
import { RowTable } from '../../../app/frame/row-table.ts';
import type { RunHealth } from '../../../app/report/health/run-health.ts';
import { noCounts } from '../../../app/session/exchange.ts';
import { LogModel } from '../../../app/session/log-model.ts';
import { RowReader } from '../../../app/session/row-reader.ts';
import { HttpScript } from '../../../app/session/testing/http-script.ts';
import { ScriptedSession } from '../../../app/session/testing/scripted-session.ts';
import { useFilter } from '../../state/log/filter-store.ts';
import { selectedKey, useScreen } from '../../state/screen/screen-store.ts';
import { LIVE_SESSION, showSession } from '../../state/testing/shown-session.ts';
import { axeViolations } from '../../ui/testing/axe-violations.ts';
import { HealthView } from './health-view.tsx';
import { StatisticsView } from './statistics-view.tsx';

const RULE = {
  rule: 'T01',
  name: 'n',
  title: 'A title',
  severity: 'violation',
  side: 'server',
  count: 3,
  certain: 1,
} as const;

/** A run with these tool calls: each tool with its outcome. */
function run(label: string, calls: readonly (readonly [tool: string, ok: boolean])[]): RunHealth {
  const session = new ScriptedSession();
  for (const [id, [tool, good]] of calls.entries()) {
    session.call(id, tool);
    if (good) session.result(id);
    else session.error(id, -32603);
  }
  const statistics = allSteps(sessionStatistics(new CallRows(session.rows)));
  const own = { label, startedAt: '2026-11-21T09:00:00.000Z', file: label, server: 'notes 1' };
  return { ...own, counts: { ...noCounts(), protocol: 2 }, statistics, rules: [RULE] };
}

const NOW = run('now', [
  ['add', true],
  ['search', false],
  ['search', true],
]);
const recording = (name: string) => ({
  path: `/r/${name}`,
  name,
  sizeBytes: 1,
  startedAt: '2026-11-20T09:00:00.000Z',
  label: name,
  place: 0,
});

const readStatistics = vi.fn();
const readEarlierRun = vi.fn();

beforeEach(async () => {
  useFilter.setState(useFilter.getInitialState());
  readStatistics.mockReset().mockResolvedValue(ok({ run: NOW, reasons: [], fits: [] }));
  readEarlierRun.mockReset();
  const earlierRecordings = async () => ok([recording('a'), recording('b')]);
  await showSession(LIVE_SESSION, {
    records: [],
    commands: { readStatistics, readEarlierRun, earlierRecordings, stopEarlierRun: async () => ok(null) },
  });
});

describe('the statistics', () => {
  it('give the focus to the slowest call, which Enter shows, unless something else has it', async () => {
    const screen = await render(<StatisticsView info={LIVE_SESSION} />);
    const slowest = screen.getByRole('list', { name: 'Slowest calls' }).getByRole('button');
    await expect.element(slowest.first()).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => selectedKey()).not.toBeNull();
  });

  it('show what failed most first, and nothing of reasons that no tool declares', async () => {
    const screen = await render(<StatisticsView info={LIVE_SESSION} />);
    const rows = screen.getByRole('table', { name: 'Calls by tool and method' }).getByRole('row');
    await expect.element(rows.nth(1)).toHaveTextContent(/^search2 calls50 %1/);
    await expect.element(rows.nth(2)).toHaveTextContent(/^add1 call/);
    await expect.element(screen.getByText('Declared failure reasons')).not.toBeInTheDocument();
    expect(await axeViolations(screen.container)).toEqual([]);
  });

  it('say in a column what the host of the session does not take', async () => {
    const fits = [
      { tool: 'search', results: 1, large: 0, late: 0 },
      { tool: 'add', results: 40, large: 3, late: 1 },
    ];
    readStatistics.mockResolvedValue(ok({ run: NOW, reasons: [], fits }));
    const info = { ...LIVE_SESSION, client: { name: 'claude-code', version: '2.1.260' } };
    const screen = await render(<StatisticsView info={info} />);
    const rows = screen.getByRole('table', { name: 'Calls by tool and method' }).getByRole('row');
    await expect.element(rows.nth(0)).toHaveTextContent(/Fits Claude Code$/);
    await expect.element(rows.nth(1)).toHaveTextContent(/all$/);
    await expect.element(rows.nth(2)).toHaveTextContent(/3 too large1 too late$/);
    expect(readStatistics).toHaveBeenCalledWith(
      expect.objectContaining({ host: { host: 'claude-code', version: '2.1.260' } }),
    );
  });

  it('are the way to the calls that failed', async () => {
    const screen = await render(<StatisticsView info={LIVE_SESSION} />);
    await screen.getByRole('button', { name: 'search: 1 protocol, 50 % of the calls' }).click();
    expect(useFilter.getState().text).toBe('tool:search tier:protocol');
    await screen.getByRole('button', { name: /^search: p95 10 ms/ }).click();
    expect(useFilter.getState().text).toBe('tool:search dur:>=10ms');
    const overTime = screen.getByRole('slider', { name: /^search over time/ });
    overTime.element().focus();
    await userEvent.keyboard('{End}{Enter}');
    const { text, span } = useFilter.getState();
    expect(text).toBe('tool:search');
    expect((span?.to ?? 0) - (span?.from ?? 0)).toBeGreaterThan(0);
  });

  it('count calls by their HTTP status, which is the way to them', async () => {
    const script = new HttpScript().handshake().fine(1).call(2, { status: 502 }).call(3, { status: 502 });
    const rows = new RowTable();
    const log = new LogModel({ all: [new RowReader(rows)] });
    for (const record of script.records) log.take(record);
    const statistics = allSteps(sessionStatistics(new CallRows(rows)));
    readStatistics.mockResolvedValue(ok({ run: { ...NOW, statistics }, reasons: [], fits: [] }));
    const screen = await render(<StatisticsView info={LIVE_SESSION} />);
    await expect
      .element(screen.getByRole('button', { name: 'echo: calls with HTTP status 200 ×1' }))
      .toBeVisible();
    await screen.getByRole('button', { name: 'echo: calls with HTTP status 502 ×2' }).click();
    expect(useFilter.getState().text).toBe('tool:echo status:502');
    expect(await axeViolations(screen.container)).toEqual([]);
  });

  it('find a tool, and sort by name', async () => {
    const screen = await render(<StatisticsView info={LIVE_SESSION} />);
    await screen.getByRole('button', { name: 'Tool or method' }).click();
    const rows = screen.getByRole('table', { name: 'Calls by tool and method' }).getByRole('row');
    await expect.element(rows.nth(1)).toHaveTextContent(/^add/);
    await screen.getByRole('searchbox', { name: 'Find a tool or method' }).fill('sea');
    await expect.element(rows.nth(1)).toHaveTextContent(/^search/);
    expect(rows.elements()).toHaveLength(2);
  });

  it('show the declared reasons, seen and never seen', async () => {
    const reasons = [
      {
        tool: 'search',
        failures: 2,
        declared: [
          { reason: 'gone', when: '', seen: 2 },
          { reason: 'full', when: '', seen: 0 },
        ],
        undeclared: [],
      },
    ];
    readStatistics.mockResolvedValue(ok({ run: NOW, reasons, fits: [] }));
    const screen = await render(<StatisticsView info={LIVE_SESSION} />);
    await expect.element(screen.getByText('1 of 2 were ever seen')).toBeVisible();
    await expect.element(screen.getByText('never seen')).toBeVisible();
    expect(await axeViolations(screen.container)).toEqual([]);
  });

  it('draw five hundred tools in parts', async () => {
    const calls = Array.from({ length: 500 }, (_, tool) => [`tool${tool}`, true] as const);
    readStatistics.mockResolvedValue(ok({ run: run('many', calls), reasons: [], fits: [] }));
    const screen = await render(<StatisticsView info={LIVE_SESSION} />);
    await screen.getByRole('button', { name: 'Show 100 more of 500' }).click();
    const rows = screen.getByRole('table', { name: 'Calls by tool and method' }).getByRole('row');
    await expect.poll(() => rows.elements().length).toBe(141);
  });

  it('call each of many sessions by the name of its tab', async () => {
    const other = { ...LIVE_SESSION, session: 's2', label: 'weather' };
    useScreen.setState({ sessions: [LIVE_SESSION, other], active: null });
    const screen = await render(<StatisticsView />);
    const choice = screen.getByRole('combobox', { name: 'Sessions' });
    await expect.element(choice.getByRole('option')).toHaveLength(3);
    expect(choice.getByRole('option').elements()[2]?.textContent).toBe('weather');
    const rows = screen.getByRole('table', { name: 'Calls by tool and method' }).getByRole('row');
    await expect.element(rows.filter({ hasText: 'weather' }).first()).toBeVisible();
  });

  it('say why they cannot be read', async () => {
    readStatistics.mockResolvedValue(err('There is no session s1 any more.'));
    const screen = await render(<StatisticsView info={LIVE_SESSION} />);
    await expect.element(screen.getByRole('alert')).toHaveTextContent('There is no session s1 any more.');
  });
});

describe('the health of a server', () => {
  it('reads earlier recordings when they are wanted, and says of a broken one what is wrong', async () => {
    readEarlierRun.mockImplementation(async ({ path }: { path: string }) =>
      path === '/r/a' ? ok([run('a', [['search', true]])]) : err('It is no recording.'),
    );
    const screen = await render(<HealthView info={LIVE_SESSION} />);
    await expect
      .element(screen.getByText(/^Computed from the frames of one run: 3 tool calls/))
      .toBeVisible();
    await screen.getByRole('button', { name: 'Read the last 2 recordings' }).click();
    await expect.element(screen.getByText(/^Computed from the frames of 2 runs: 4 tool calls/)).toBeVisible();
    await expect.element(screen.getByText('b: It is no recording.')).toBeVisible();
    await expect.element(screen.getByRole('table', { name: 'Tool calls of each run' })).toBeVisible();
    expect(await axeViolations(screen.container)).toEqual([]);
  });

  it('stops reading', async () => {
    readEarlierRun.mockReturnValue(new Promise(() => undefined));
    useScreen.setState({ sessions: [{ ...LIVE_SESSION, session: 's2' }] });
    const screen = await render(<HealthView info={{ ...LIVE_SESSION, session: 's2' }} />);
    await screen.getByRole('button', { name: 'Read the last 2 recordings' }).click();
    await expect.element(screen.getByRole('status')).toHaveTextContent('Reading 1 of 2: a');
    await screen.getByRole('button', { name: 'Stop' }).click();
    await expect.element(screen.getByRole('button', { name: 'Read the last 2 recordings' })).toBeVisible();
  });

  it('leads from a rule to the rows in which it was found', async () => {
    const screen = await render(<HealthView info={LIVE_SESSION} />);
    await screen.getByRole('button', { name: 'T01' }).click();
    expect(useFilter.getState().text).toBe('rule:T01');
  });
});
