import type { ComponentProps } from 'react';
import { describe, expect, it } from 'vitest';
import { render } from 'vitest-browser-react';
import type { Finding, Severity } from '../../../app/findings/finding.ts';
import { emptyRow, type Row } from '../../../app/frame/row.ts';
import { hostTable } from '../../../app/hosts/lens/host-table.ts';
import { codeNamer } from '../../state/log/code-namer.ts';
import { COLUMNS } from '../../state/log/log-view.ts';
import { serverKey } from '../../state/session/session-text.ts';
import { chooseHost, useHostTable } from '../../state/session/use-host-lens.ts';
import { frame, LIVE_SESSION, showSession } from '../../state/testing/shown-session.ts';
import { axeViolations } from '../../ui/testing/axe-violations.ts';
import { LogRow } from './log-row.tsx';

const REQUEST: Row = {
  ...emptyRow({ seq: 7, at: 1500, session: 's1' }, 'frame'),
  direction: 'client-to-server',
  shape: 'request',
  method: 'tools/call',
  target: 'read-note',
  id: '12',
  pair: 8,
  sizeBytes: 104,
};
const ANSWER: Row = {
  ...REQUEST,
  seq: 8,
  direction: 'server-to-client',
  shape: 'result',
  pair: 7,
  durationMs: 3,
  outcome: 'ok',
};

type LogRowProps = ComponentProps<typeof LogRow>;

type Seen = { readonly row: Row; readonly name: RegExp; readonly shows: string };

/** Every outcome, with the accessible name and the text of its row. */
const OUTCOMES: Record<string, Seen> = {
  'an answered request': {
    row: REQUEST,
    name: /to the server, tools\/call read-note, id 12$/,
    shows: '104 B',
  },
  'an open request': {
    row: { ...REQUEST, pair: 0, outcome: 'pending' },
    name: /to the server, tools\/call read-note, id 12, pending$/,
    shows: 'pending',
  },
  'a subscription': {
    row: { ...REQUEST, pair: 0, method: 'subscriptions/listen', target: '', outcome: 'listening' },
    name: /listening$/,
    shows: 'listening',
  },
  'a good answer': { row: ANSWER, name: /from the server, .* id 12, ok, 3 ms$/, shows: 'ok' },
  'a tool error': {
    row: { ...ANSWER, tier: 'tool', outcome: 'tool error', text: 'No note with id 7' },
    name: /tool error: No note with id 7, 3 ms$/,
    shows: 'tool error',
  },
  'a protocol error': {
    row: { ...ANSWER, shape: 'error', tier: 'protocol', outcome: 'protocol error', code: '-32602' },
    name: /protocol error -32602 Invalid params, 3 ms$/,
    shows: '-32602 Invalid params',
  },
  'a result that the client rejects': {
    row: { ...ANSWER, tier: 'client', outcome: 'rejected by the client' },
    name: /client error rejected by the client/,
    shows: 'rejected by the client',
  },
  'a call that timed out': {
    row: { ...REQUEST, pair: 0, tier: 'client', outcome: 'timed out' },
    name: /client error timed out$/,
    shows: 'timed out',
  },
  'an orphan': {
    row: { ...ANSWER, method: '', target: '', pair: 0, durationMs: -1, tier: 'protocol', outcome: 'orphan' },
    name: /an answer without a request, id 12, protocol error orphan$/,
    shows: 'no request for this answer',
  },
  'a line that is not a message': {
    row: {
      ...ANSWER,
      shape: 'invalid',
      method: 'not JSON',
      target: '',
      id: '',
      durationMs: -1,
      tier: 'transport',
      outcome: 'malformed',
      text: 'DEBUG connecting',
    },
    name: /from the server, DEBUG connecting, transport error malformed: not JSON$/,
    shows: 'DEBUG connecting',
  },
  'a server that ended': {
    row: {
      ...REQUEST,
      kind: 'process',
      direction: '',
      shape: '',
      method: 'exit',
      target: '',
      id: '',
      pair: 0,
      sizeBytes: -1,
      tier: 'transport',
      text: 'server exited: code 3',
    },
    name: /process, server exited: code 3, transport error exit$/,
    shows: 'server exited: code 3',
  },
  'a line of stderr': {
    row: { ...REQUEST, kind: 'stderr', direction: '', shape: '', id: '', pair: 0, text: 'Listening' },
    name: /stderr, Listening$/,
    shows: 'Listening',
  },
  'a notification': {
    row: {
      ...ANSWER,
      shape: 'notification',
      method: 'notifications/message',
      target: '',
      id: '',
      pair: 0,
      durationMs: -1,
      outcome: '',
      text: 'warning: slow',
    },
    name: /from the server, notifications\/message warning: slow$/,
    shows: 'warning: slow',
  },
  'rows that were dropped': {
    row: { ...REQUEST, kind: 'dropped', direction: '', shape: '', id: '', pair: 0, text: '40 records' },
    name: /dropped, 40 records, dropped$/,
    shows: '40 records',
  },
};

const nameOf = codeNamer({ revision: '2025-11-25' });

function props(row: Row, more: Partial<LogRowProps> = {}): LogRowProps {
  const startedAt = '2026-03-01T10:00:00.000Z';
  const still = {
    number: 1,
    columns: COLUMNS.filter((column) => column !== 'number'),
    top: 0,
    selected: false,
    later: false,
    paired: false,
    match: false,
    found: 0,
  };
  return { session: 's1', row, ...still, startedAt, nameOf, findings: [], ...more };
}

/** A row needs a surrounding grid, like the log's. */
function drawn(...rows: readonly LogRowProps[]) {
  const grid = document.body.appendChild(document.createElement('div'));
  grid.role = 'grid';
  grid.ariaLabel = 'Frame log';
  grid.style.cssText =
    'position: relative; height: 60px; --log-columns: 86px 14px minmax(90px, 1fr) 44px 58px 56px minmax(0, 1.15fr)';
  const drawnRows = rows.map((one, place) => (
    <LogRow key={one.row.seq} {...one} number={place + 1} top={place * 24} />
  ));
  return render(drawnRows, { container: grid });
}

function finding(severity: Severity, rule: string): Finding {
  const words = {
    name: 'a-rule',
    title: `Title of ${rule}`,
    certainty: 'certain' as const,
    side: 'server' as const,
    todo: '',
    explanation: '',
    source: '',
  };
  return { rule, severity, ...words, session: 's1', seq: 8, evidence: [8], before: '', after: '' };
}

describe('a row of the log', () => {
  it.each(Object.entries(OUTCOMES))('shows and names %s', async (_what, { row, name, shows }) => {
    const screen = await drawn(props(row));
    const element = screen.getByRole('row', { name });
    await expect.element(element).toBeVisible();
    await expect.element(element).toHaveTextContent(shows);
    await expect.element(element).toHaveAttribute('data-tier', row.tier);
    await expect.element(element).toHaveAttribute('data-kind', row.kind);
    expect(element.element().getBoundingClientRect().height).toBe(24);
  });

  it('tells programs of a subscription that its request is open', async () => {
    const screen = await drawn(props({ ...REQUEST, outcome: 'listening' }));
    await expect.element(screen.getByRole('row')).toHaveAttribute('data-outcome', 'pending');
  });

  it.each(['violation', 'advice', 'info'] as const)('shows a finding that is %s', async (severity) => {
    const row = { ...ANSWER, flag: severity };
    const screen = await drawn(props(row, { findings: [finding(severity, 'T09')] }));
    const element = screen.getByRole('row', { name: /finding: T09 Title of T09$/ });
    await expect.element(element).toHaveTextContent('T09Title of T09');
    await expect
      .element(screen.getByTitle('finding: T09 Title of T09'))
      .toHaveAttribute('data-flag', severity);
  });

  it('shows the finding that weighs most, and how many there are besides', async () => {
    const findings = [finding('info', 'Q01'), finding('violation', 'E01'), finding('advice', 'C01')];
    const screen = await drawn(props({ ...ANSWER, flag: 'violation' }, { findings }));
    await expect.element(screen.getByRole('row')).toHaveTextContent('E01 +2');
  });

  it('marks an error that the project file expects, whatever else was found in it', async () => {
    const findings = [finding('info', 'expected-error'), finding('advice', 'C01')];
    const row: Row = { ...ANSWER, tier: 'tool', outcome: 'tool error', flag: 'advice' };
    const screen = await drawn(props(row, { findings }));
    await expect.element(screen.getByRole('row')).toHaveTextContent('expected · C01');
  });

  it('marks a line that the user wrote, and what came back', async () => {
    const sent = { ...REQUEST, fromRawMessage: true };
    const screen = await drawn(props(sent), props({ ...ANSWER, fromRawMessage: true }));
    const [first, second] = screen.getByRole('row').elements();
    expect(first?.textContent).not.toBe(second?.textContent);
    await expect.element(screen.getByTitle(/not counted against the server/)).toBeVisible();
  });

  it('says that it is selected, holds the text, and is the other half', async () => {
    const screen = await drawn(
      props(REQUEST, { paired: true }),
      props(ANSWER, { selected: true, match: true }),
    );
    const selected = screen.getByRole('row', { selected: true });
    await expect.element(selected).toHaveAccessibleName(/holds the text$/);
    await expect.element(screen.getByRole('row').first()).toHaveAttribute('data-pair', 'true');
    await expect.element(screen.getByRole('row').nth(1)).toHaveAttribute('aria-rowindex', '2');
  });

  it('has no accessibility violation in any outcome', async () => {
    const rows = Object.values(OUTCOMES).map(({ row }, place) => props({ ...row, seq: place + 1 }));
    const screen = await drawn(...rows);
    expect(await axeViolations(screen.container)).toEqual([]);
  });
});

it('a frame with little room keeps its target whole, and gives up its method', async () => {
  const screen = await drawn(props({ ...REQUEST, target: 'tool-error-recovery' }));
  const row = screen.getByRole('row').element().getBoundingClientRect();
  const [method, target] = ['tools/call', 'tool-error-recovery'].map((text) =>
    screen.getByText(text).element(),
  );
  const grid = screen.getByRole('grid').element();
  const seen = () => [method, target].map((one) => (one?.getBoundingClientRect().top ?? 0) < row.bottom);
  if (grid instanceof HTMLElement)
    grid.style.setProperty('--log-columns', '86px 14px 160px 44px 58px 56px 90px');
  expect([seen(), (target?.scrollWidth ?? 0) > (target?.clientWidth ?? 0)]).toEqual([[false, true], false]);
  if (grid instanceof HTMLElement)
    grid.style.setProperty('--log-columns', '86px 14px 260px 44px 58px 56px 90px');
  expect(seen()).toEqual([true, true]);
});

it('a folded line with little room is cut by an ellipsis after its count, and is not left out', async () => {
  const line: Row = {
    ...REQUEST,
    kind: 'stderr',
    direction: '',
    shape: '',
    id: '',
    text: 'Starting the server',
  };
  const screen = await drawn(props(line, { folded: 1, columns: ['message', 'outcome'] }));
  const grid = screen.getByRole('grid').element();
  if (grid instanceof HTMLElement) grid.style.setProperty('--log-columns', '14px 120px 20px');
  const text = screen.getByText('Starting the server').element();
  const row = screen.getByRole('row').element().getBoundingClientRect();
  expect(text.clientWidth).toBeGreaterThan(30);
  expect(text.getBoundingClientRect().bottom).toBeLessThanOrEqual(row.bottom);
  expect(getComputedStyle(text).textOverflow).toBe('ellipsis');
});

describe('a result of a tool', () => {
  const source = { evidence: 'documented', source: 'acme/acme#2', asOf: '2026-11-02' } as const;
  const limits = [{ most: 200, unit: 'characters', beyond: 'cut', ...source } as const];
  const acme = { id: 'acme', name: 'Acme', clients: [], limits, waits: [], requests: [] };
  const table = hostTable([{ hosts: [acme], rows: [] }]);
  const content = [{ type: 'text', text: 'x'.repeat(300) }];
  const large: Row = { ...ANSWER, seq: 2, sizeBytes: 400, text: 'xxx' };

  it.each([
    ['is marked in its row if the chosen host cuts it', { host: 'acme', version: '' }, 1],
    ['has no such mark without a host', undefined, 0],
  ])('%s', async (_what, chosen, marks) => {
    const records = [
      frame(1, 'sent', { id: 1, method: 'tools/call', params: { name: 'read-note' } }),
      frame(2, 'received', { id: 1, result: { content } }),
    ];
    await showSession(LIVE_SESSION, { records });
    useHostTable.setState({ table });
    chooseHost(serverKey(LIVE_SESSION), chosen);
    const screen = await drawn(props(large, { session: LIVE_SESSION.session }));
    await expect.element(screen.getByRole('row')).toHaveTextContent('xxx');
    await expect
      .poll(() => screen.getByTitle(/Acme takes at most 200 characters/).elements().length)
      .toBe(marks);
  });
});

describe('the row of a call', () => {
  const request: Row = { ...REQUEST, target: 'notes://archive/2026/text/abc', text: 'city: "Paris"' };
  const answer: Row = { ...ANSWER, tier: 'tool', outcome: 'tool error', text: 'No city' };

  it('shows the target first, then the arguments, and the outcome of the answer, by whose seq it is found', async () => {
    const screen = await drawn(props(answer, { request, folded: 3, opened: false }));
    const row = screen.getByRole('row');
    await expect.element(row).toHaveAttribute('data-seq', '8');
    await expect.element(row).toHaveAttribute('data-tier', 'tool');
    await expect
      .element(row)
      .toHaveAccessibleName(/, to the server, .*, tool error: No city, 3 ms, 3 more rows inside$/);
    await expect
      .element(row)
      .toHaveTextContent(/notes:\/\/archive\/2026\/text\/abc\+2.*city: "Paris".*tools\/call.*tool error/);
    expect(await axeViolations(screen.container)).toEqual([]);
  });

  it.each([
    [420, true, true],
    [300, true, false],
    [160, false, false],
  ])(
    'in %i pixels keeps the target whole, and gives up the method before the arguments',
    async (width, args, method) => {
      const named = { ...request, target: 'tool-error-recovery' };
      const screen = await drawn(props(answer, { request: named, columns: ['message', 'outcome'] }));
      const grid = screen.getByRole('grid').element();
      if (grid instanceof HTMLElement) grid.style.setProperty('--log-columns', `14px ${width}px 90px`);
      const row = screen.getByRole('row').element().getBoundingClientRect();
      const isSeen = (text: string) =>
        screen.getByText(text).element().getBoundingClientRect().bottom <= row.bottom;
      const target = screen.getByText('tool-error-recovery').element();
      expect([target.scrollWidth > target.clientWidth, isSeen('tool-error-recovery')]).toEqual([false, true]);
      expect([isSeen('city: "Paris"'), isSeen('tools/call')]).toEqual([args, method]);
    },
  );

  it('shows a note in the line of the message, which gives way to it', async () => {
    const note = 'look at this again, with the token of yesterday and another city';
    const screen = await drawn(props(answer, { request, folded: 1, note }));
    const row = screen.getByRole('row', { name: /note: look at this again/ }).element();
    const edges = (element: Element) => element.getBoundingClientRect();
    const [target, shown] = [
      screen.getByText('notes://archive/2026').element(),
      screen.getByTitle(note).element(),
    ];
    for (const part of [target, shown]) {
      expect(edges(part).top).toBeGreaterThanOrEqual(edges(row).top);
      expect(edges(part).bottom).toBeLessThanOrEqual(edges(row).bottom);
      expect(edges(part).width).toBeGreaterThan(20);
    }
    expect(edges(shown).left).toBeGreaterThan(edges(target).left);
  });

  it('says how many equal calls it stands for also where there is little room', async () => {
    const request: Row = { ...REQUEST, target: 'find_customer', text: 'email: "bob"' };
    const screen = await drawn(props(ANSWER, { request, repeats: 12, folded: 23 }));
    const row = screen.getByRole('row', { name: /12 equal calls/ });
    const count = screen.getByText('×12').element().getBoundingClientRect();
    expect(count.bottom).toBeLessThanOrEqual(row.element().getBoundingClientRect().bottom);
    expect(count.width).toBeGreaterThan(10);
  });

  it('says of folded notifications and lines how many they are', async () => {
    const message: Row = {
      ...ANSWER,
      shape: 'notification',
      method: 'notifications/message',
      id: '',
      durationMs: -1,
    };
    const line: Row = { ...message, seq: 9, kind: 'stderr', direction: '', shape: '', text: 'Error: no' };
    const screen = await drawn(props(message, { folded: 5999 }), props(line, { folded: 4, opened: true }));
    await expect.element(screen.getByText('×6,000')).toBeVisible();
    await expect.element(screen.getByText('5 lines')).toBeVisible();
    await expect.element(screen.getByRole('row', { name: /4 more rows below$/ })).toBeVisible();
  });
});
