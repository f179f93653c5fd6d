import { beforeEach, expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { LogAnalyzer } from '../../../app/analysis/log-analyzer.ts';
import { err, ok } from '../../../app/base/result.ts';
import { allSteps } from '../../../app/base/steps.ts';
import type { Commands } from '../../../app/contract/commands.ts';
import type { SessionProblems } from '../../../app/contract/problem-commands.ts';
import type { SessionInfo } from '../../../app/contract/session-info.ts';
import { RowTable } from '../../../app/frame/row-table.ts';
import { PROBLEM_BINS, type SessionProblem } from '../../../app/report/session-problems.ts';
import { problemsIn } from '../../../app/report/testing/problems-in.ts';
import { HttpScript, refusal } from '../../../app/session/testing/http-script.ts';
import { useFilter } from '../../state/log/filter-store.ts';
import { useProblems } from '../../state/problems/problems-store.ts';
import { selectedKey, selectRow, useScreen } from '../../state/screen/screen-store.ts';
import { serverKey } from '../../state/session/session-text.ts';
import { chooseVocabulary } from '../../state/session/use-server-vocabulary.ts';
import { frame, showSession } from '../../state/testing/shown-session.ts';
import { attachStubHost, EMPTY_SESSION } from '../../state/testing/stub-host.ts';
import { axeViolations } from '../../ui/testing/axe-violations.ts';
import { ProblemHead } from './problem-head.tsx';
import { ProblemsView } from './problems-view.tsx';

/** The answers that show one problem, and those that show another one. */
const SEATS = [4, 6, 8];
const CODES = [10, 12, 14];

const RECORDS = [...SEATS, ...CODES].flatMap((seq) => [
  frame(seq - 1, 'sent', { id: seq, method: 'tools/call', params: { name: 'book' } }),
  frame(seq, 'received', {
    id: seq,
    ...(seq < 10 ? { result: { content: [], isError: true } } : { error: { code: -32603, message: 'No' } }),
  }),
]);

const problemAt: Commands['problemAt'] = async ({ seq }) => {
  const [problem, seqs]: [string, number[]] = seq < 10 ? ['seat', SEATS] : ['code', CODES];
  const at = seqs.indexOf(seq);
  return ok(at < 0 ? null : { problem, at, before: seqs[at - 1] ?? 0, after: seqs[at + 1] ?? 0 });
};

function problem(id: string, change: Partial<SessionProblem>): SessionProblem {
  return {
    ...{ id, tier: 'tool', severity: null, rule: null, title: `tool · tools/call ${id}`, text: `No ${id}` },
    ...{
      by: null,
      method: 'tools/call',
      target: id,
      acts: 'model',
      causeLine: '',
      message: `No ${id}`,
      explanation: '',
    },
    ...{
      todo: 'Choose another one.',
      instruction: 'Choose another one.',
      count: 3,
      first: 4,
      last: 8,
      firstMs: 10,
      lastMs: 40,
    },
    ...{ bins: [1, 0, 2], examples: [...SEATS], targets: [], findings: [], fold: '', state: null, before: 0 },
    ...change,
  };
}

const LIST: SessionProblems = {
  ...{ session: 's1', revision: 1, more: 0, fromMs: 0, toMs: 100, runs: [0], run: 0, cutAt: 0 },
  ...{ basis: { kind: 'none' }, basisFault: '', earlier: [] },
  problems: [
    problem('seat', { state: 'new' }),
    problem('code', {
      tier: 'protocol',
      title: 'protocol -32603 Internal error',
      acts: 'server',
      state: 'known',
      first: 10,
      last: 14,
    }),
    problem('note', { state: 'gone', count: 0, before: 7 }),
    problem('sdk', { acts: 'sdk', fold: 'sdk' }),
  ],
};

const readProblems = vi.fn<Commands['readProblems']>();

beforeEach(async () => {
  readProblems.mockReset();
  await showSession(EMPTY_SESSION, { records: RECORDS, commands: { readProblems, problemAt } });
  useProblems.setState({ held: {}, against: {}, chosen: {} });
  useScreen.setState({ centerViews: { s1: 'problems' } });
});

/** The list, and what is above the inspector. */
async function shown(list: Partial<SessionProblems> = {}) {
  readProblems.mockResolvedValue(ok({ ...LIST, ...list }));
  const screen = await render(
    <>
      <ProblemsView info={EMPTY_SESSION} />
      <ProblemHead />
    </>,
  );
  const options = screen.getByRole('listbox', { name: 'Problems' }).getByRole('option');
  await expect.element(options.first()).toBeVisible();
  return { screen, options };
}

it('lists causes, the worst first, with what became of them, and folds what the SDK causes', async () => {
  const { screen, options } = await shown();
  expect(options.elements().map((option) => option.getAttribute('data-problem'))).toEqual([
    'code',
    'seat',
    'note',
  ]);
  await expect.element(options.nth(1)).toHaveTextContent(/tool.*new.*3×.*Model: Choose another one/);
  await expect.element(options.nth(2)).toHaveTextContent(/gone.*was 7/);
  await expect.element(screen.getByText('Caused by the SDK: only its author can fix them')).toBeVisible();
  expect(await axeViolations(screen.container)).toEqual([]);
});

it('is walked by arrows; the newest example is selected, and Enter filters the log by the problem', async () => {
  const { screen, options } = await shown();
  await expect.element(options.first()).toHaveAttribute('aria-selected', 'true');
  screen.getByRole('listbox', { name: 'Problems' }).element().focus();
  await userEvent.keyboard('{ArrowDown}');
  await expect.poll(selectedKey).toEqual({ session: 's1', seq: 8 });
  await expect.element(options.nth(1)).toHaveAttribute('aria-selected', 'true');
  await userEvent.keyboard('{Enter}');
  expect(useFilter.getState()).toMatchObject({ text: '', problem: { id: 'seat' } });
  expect(useScreen.getState().centerViews).toEqual({ s1: 'log' });
});

it('groups calls over HTTP by where they failed and the status', async () => {
  const gone = { status: 404, body: refusal(-32001, 'Session not found') };
  const script = new HttpScript().handshake().fine(1);
  for (const id of [2, 3]) script.call(id, { status: 502 });
  script.call(4, { status: 401 }).call(5, gone);
  const table = new RowTable();
  const analyzer = new LogAnalyzer(table);
  for (const record of script.records) analyzer.take(record);
  analyzer.finish();
  const problems = allSteps(problemsIn(analyzer.session('s1'), table).problems());
  const { options } = await shown({ problems });
  const texts = options.elements().map((option) => option.textContent);
  expect(texts.filter((text) => text.includes('transport'))).toEqual([
    expect.stringMatching(/502.*2×/),
    expect.stringMatching(/401.*1×/),
    expect.stringMatching(/404.*1×/),
  ]);
});

it('keeps what was chosen while it still read where the selected row belongs', async () => {
  let answer: () => void = () => undefined;
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const slow: Commands['problemAt'] = async (asked) => {
    if (asked.seq === 14) await answered;
    return problemAt(asked);
  };
  attachStubHost({ readProblems, problemAt: slow });
  selectRow('s1', 14);
  const { options } = await shown();
  await options.nth(1).click();
  const chosen = new Set<string | undefined>();
  const stop = useProblems.subscribe((state) => chosen.add(state.chosen.s1));
  answer();
  await expect.poll(selectedKey).toEqual({ session: 's1', seq: 8 });
  await new Promise((done) => setTimeout(done, 100));
  stop();
  expect(chosen).not.toContain('code');
  await expect.element(options.nth(1)).toHaveAttribute('aria-selected', 'true');
});

it('follows the selected row, whichever way that was selected', async () => {
  const { screen, options } = await shown();
  const head = screen.getByRole('region', { name: 'Problem of the selected row' });
  await expect.element(head.getByRole('status')).toHaveTextContent('3 of 3');
  await expect.element(head.getByRole('button', { name: 'Next example' })).toBeDisabled();
  await head.getByRole('button', { name: 'Previous example' }).click();
  await expect.element(head.getByRole('status')).toHaveTextContent('2 of 3');
  selectRow('s1', 4);
  await expect.element(options.nth(1)).toHaveAttribute('aria-selected', 'true');
  await expect.element(head.getByRole('status')).toHaveTextContent('1 of 3');
  expect(await axeViolations(screen.container)).toEqual([]);
  await options.nth(2).click();
  await expect.element(screen.getByText(/is gone: 7 times in the run before/)).toBeVisible();
  await expect.element(head).not.toBeInTheDocument();
  expect(selectedKey()).toBeNull();
});

it('shows the rows of one part of the time, by arrows and Enter on the chart or by a click', async () => {
  const bins = Array.from({ length: PROBLEM_BINS }, (_, bin) => (bin === 10 || bin === 20 ? 2 : 0));
  const problems = LIST.problems.map((one) => ({ ...one, bins }));
  const { screen, options } = await shown({ problems, toMs: 48_000 });
  const start = Date.parse(EMPTY_SESSION.startedAt);
  const secondsIn = (bin: number) => ({ from: start + bin * 1000, to: start + (bin + 1) * 1000 });
  await screen.getByText(/^3 times/).click();
  const chart = screen.getByRole('slider', { name: /^When it came/ });
  await expect.element(chart).toHaveAttribute('aria-valuetext', expect.stringMatching(/^2 times, /));
  chart.element().focus();
  await userEvent.keyboard('{ArrowRight}{Enter}');
  expect(useFilter.getState()).toMatchObject({ problem: { id: 'code' }, span: secondsIn(20) });
  await options.first().click();
  await chart.click({ position: { x: 240 * (10.5 / PROBLEM_BINS), y: 10 } });
  expect(useFilter.getState()).toMatchObject({ problem: { id: 'code' }, span: secondsIn(10) });
});

it('says that an earlier run cannot be read, and holds the session against another one', async () => {
  const earlier = [
    {
      path: '/r/a.jsonl',
      name: 'a.jsonl',
      sizeBytes: 1,
      startedAt: '2026-03-01T09:00:00.000Z',
      label: 'notes',
      place: 0,
    },
  ];
  const { screen } = await shown({ earlier, basisFault: 'a.jsonl cannot be compared: it is gone.' });
  await expect.element(screen.getByText('a.jsonl cannot be compared: it is gone.')).toBeVisible();
  await screen.getByRole('combobox', { name: 'Compare with' }).selectOptions('nothing');
  await expect
    .poll(() => readProblems.mock.calls.at(-1)?.[0])
    .toEqual({ session: 's1', against: { kind: 'none' } });
});

it('is read again as soon as the user says which vocabulary the server speaks', async () => {
  await shown();
  expect(readProblems.mock.lastCall?.[0].spoken).toBeUndefined();
  chooseVocabulary(serverKey(EMPTY_SESSION), 'mcp-ts-core');
  await expect
    .poll(() => readProblems.mock.lastCall?.[0].spoken)
    .toEqual([{ id: 'mcp-ts-core', confidence: 1 }]);
  chooseVocabulary(serverKey(EMPTY_SESSION), '');
  await expect.poll(() => readProblems.mock.lastCall?.[0].spoken).toBeUndefined();
});

it('turns a rule off for each server that a cause was seen at, and names them if there are several', async () => {
  const turnRuleOff = vi.fn<Commands['turnRuleOff']>().mockResolvedValue(ok([]));
  const readRowsOf: Commands['readRowsOf'] = () => new Promise(() => undefined);
  attachStubHost({ readProblems, turnRuleOff, problemAt, readRowsOf });
  const sessionAt = (session: string, label: string): SessionInfo => ({
    ...{ ...EMPTY_SESSION, session, label },
    server: { name: label, version: '1' },
  });
  const sessions = [sessionAt('s1', 'notes'), sessionAt('s2', 'notes'), sessionAt('s3', 'weather')];
  useScreen.setState({ link: 'lost', sessions, merged: true });
  selectRow('s1', 4);
  const finding = { rule: 'T02', title: 'A rule', severity: 'advice', side: 'server', todo: '' } as const;
  readProblems.mockImplementation(async ({ session }) =>
    ok({ ...LIST, session, problems: [problem('seat', { findings: [finding] })] }),
  );
  const screen = await render(
    <>
      <ProblemsView />
      <ProblemHead />
    </>,
  );
  await screen.getByRole('button', { name: 'Hide rule' }).click();
  const items = screen.getByRole('menuitem');
  await expect.element(items.first()).toBeVisible();
  expect(items.elements().map(({ textContent }) => textContent)).toEqual([
    'T02 for notes',
    'T02 for weather',
    'T02 everywhere',
    'See what is off…',
  ]);
  await items.nth(1).click();
  expect(turnRuleOff).toHaveBeenCalledWith({ rule: 'T02', session: 's3' });
});

it('says why the problems cannot be read, and not that there are none', async () => {
  readProblems.mockResolvedValue(err('The recording is gone.'));
  const screen = await render(<ProblemsView info={EMPTY_SESSION} />);
  await expect.element(screen.getByText('The recording is gone.')).toBeVisible();
  expect(screen.container.textContent).not.toMatch(/no problem|no error/i);
});
