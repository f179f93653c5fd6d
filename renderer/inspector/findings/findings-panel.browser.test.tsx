import { beforeEach, describe, expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import type { Finding } from '../../../app/findings/finding.ts';
import { useFilter } from '../../state/log/filter-store.ts';
import { useScreen } from '../../state/screen/screen-store.ts';
import { frame, LIVE_SESSION, showSession } from '../../state/testing/shown-session.ts';
import { axeViolations } from '../../ui/testing/axe-violations.ts';
import { FindingCards } from './finding-cards.tsx';
import { FindingsPanel } from './findings-panel.tsx';

const VIOLATION: Finding = {
  rule: 'T01',
  name: 'some-rule',
  title: 'A tool error is a protocol error',
  severity: 'violation',
  session: 's1',
  seq: 2,
  evidence: [1, 2],
  certainty: 'certain',
  side: 'server',
  todo: '',
  explanation: 'The answer has the wrong tier.',
  source: '2025-11-25, server/tools.mdx',
  before: '{"error":1}',
  after: '{"isError":true}',
};
const ADVICE: Finding = {
  ...VIOLATION,
  rule: 'C01',
  title: 'A code is unknown',
  severity: 'advice',
  certainty: 'certain',
  side: 'server',
  todo: '',
  explanation: 'Nobody knows this code.',
  seq: 1,
  evidence: [1],
};

const RECORDS = [
  frame(1, 'sent', { id: 1, method: 'tools/call', params: { name: 'read-note' } }),
  frame(2, 'received', { id: 1, error: { code: -32602, message: 'no' } }),
];

beforeEach(() => showSession(LIVE_SESSION, { records: RECORDS, findings: [VIOLATION, ADVICE] }));

describe('the list of findings', () => {
  it('groups them by rule, with the focus in its filter', async () => {
    const screen = await render(<FindingsPanel session="s1" />);
    await expect.element(screen.getByRole('searchbox', { name: 'Filter the findings' })).toHaveFocus();
    await expect.element(screen.getByRole('status')).toHaveTextContent('2 findings by 2 rules');
    const group = screen.getByRole('region', { name: 'T01 A tool error is a protocol error' });
    await expect
      .element(group.getByRole('button', { name: /#2 tools\/call read-note -32602 The answer has/ }))
      .toBeVisible();
    expect(await axeViolations(screen.container)).toEqual([]);
  });

  it('says which rules the project file turns off and why, and shows what they found on a click', async () => {
    const setting = { as: 'off', reason: 'the SDK does it' } as const;
    const project = { path: '/r/.tierscope.json', rules: { C01: setting }, host: undefined, expected: 0 };
    const findings = [VIOLATION, { ...ADVICE, setting }];
    showSession({ ...LIVE_SESSION, project }, { records: RECORDS, findings });
    const screen = await render(<FindingsPanel session="s1" />);
    await expect.element(screen.getByRole('status')).toHaveTextContent('1 findings by 1 rule');
    await expect.element(screen.getByText('C01 (the SDK does it)')).toBeVisible();
    await screen.getByRole('button', { name: 'show 1 finding anyway' }).click();
    await expect.element(screen.getByRole('region', { name: 'C01 A code is unknown' })).toBeVisible();
    expect(await axeViolations(screen.container)).toEqual([]);
  });

  it('folds a rule', async () => {
    const screen = await render(<FindingsPanel session="s1" />);
    const head = screen.getByRole('button', { name: /^T01/ });
    await expect.element(head).toHaveAttribute('aria-expanded', 'true');
    await head.click();
    await expect.element(head).toHaveAttribute('aria-expanded', 'false');
    await expect.element(screen.getByRole('button', { name: /^#2/ })).not.toBeInTheDocument();
  });

  it('shows one severity, and takes no press for one that has none', async () => {
    const screen = await render(<FindingsPanel session="s1" />);
    await expect.element(screen.getByRole('button', { name: 'to know 0' })).toBeDisabled();
    const advice = screen.getByRole('button', { name: 'advice 1', exact: true });
    await advice.click();
    await expect.element(advice).toHaveAttribute('aria-pressed', 'true');
    await expect.element(screen.getByRole('status')).toHaveTextContent('1 of 2 findings by 1 rule');
    expect(screen.getByRole('region', { name: /^T01/ }).elements()).toEqual([]);
  });

  it('says that nothing fits the text', async () => {
    const screen = await render(<FindingsPanel session="s1" />);
    await screen.getByRole('searchbox').fill('zebra');
    await expect.element(screen.getByRole('status')).toHaveTextContent('None of the 2 findings fits');
  });

  it('is walked by the arrow keys and selects a row by Enter', async () => {
    const screen = await render(<FindingsPanel session="s1" />);
    await userEvent.keyboard('{ArrowDown}');
    await expect.element(screen.getByRole('button', { name: /^T01/ })).toHaveFocus();
    await userEvent.keyboard('{ArrowDown}{Enter}');
    expect(useScreen.getState().views.s1?.selected).toBe(2);
    await expect.element(screen.getByRole('button', { name: /^#2/ })).toHaveAttribute('aria-current', 'true');
    await userEvent.keyboard('{ArrowUp}{ArrowUp}');
    await expect.element(screen.getByRole('searchbox')).toHaveFocus();
  });

  it('closes by Escape', async () => {
    useScreen.setState({ findingsOpen: true });
    await render(<FindingsPanel session="s1" />);
    await userEvent.keyboard('{Escape}');
    expect(useScreen.getState().findingsOpen).toBe(false);
  });

  it('says that there is none, and lists a long one in steps', async () => {
    await showSession(LIVE_SESSION, { records: RECORDS });
    const none = await render(<FindingsPanel session="s1" />);
    await expect.element(none.getByRole('status')).toHaveTextContent(/^No rule has anything to say/);
    await none.unmount();
    const many = Array.from({ length: 30 }, (_, index) => ({ ...VIOLATION, seq: index + 1 }));
    await showSession(LIVE_SESSION, { records: RECORDS, findings: many });
    const screen = await render(<FindingsPanel session="s1" />);
    expect(screen.getByRole('button', { name: /^#/ }).elements()).toHaveLength(20);
    await screen.getByRole('button', { name: 'show 10 more of 30' }).click();
    expect(screen.getByRole('button', { name: /^#/ }).elements()).toHaveLength(30);
  });
});

describe('the cards of a selection', () => {
  it('begin with what weighs most, and show the wire as it was and as it would be right', async () => {
    const screen = await render(<FindingCards session="s1" findings={[ADVICE, VIOLATION]} />);
    const cards = screen.getByRole('region');
    await expect.element(cards.first()).toHaveAccessibleName('Finding T01');
    await expect.element(cards.first()).toHaveAttribute('data-severity', 'violation');
    await expect.element(cards.first().getByRole('deletion')).toHaveTextContent('{"error":1}');
    await expect.element(cards.first().getByRole('insertion')).toHaveTextContent('{"isError":true}');
    await cards.first().getByRole('button', { name: 'source' }).click();
    await expect.element(cards.first()).toHaveTextContent('2025-11-25, server/tools.mdx');
    expect(await axeViolations(screen.container)).toEqual([]);
    await cards.first().getByRole('button', { name: 'filter rule:T01' }).click();
    expect(useFilter.getState().text).toBe('rule:T01');
  });

  it('name whoever acts on the failure beside what its end left open', async () => {
    const lost = { ...VIOLATION, rule: 'E14', todo: 'Catch it.' };
    const said = { actor: 'user', action: 'Check the path.' } as const;
    const screen = await render(<FindingCards session="s1" findings={[lost]} said={said} />);
    const card = screen.getByRole('region', { name: 'Finding E14' });
    await expect.element(card).toHaveTextContent('the user');
    await expect.element(card).not.toHaveTextContent('Catch it.');
  });

  it('turn a rule off for the server or everywhere, and show what is off', async () => {
    const screen = await render(<FindingCards session="s1" findings={[VIOLATION]} />);
    await screen.getByRole('button', { name: 'Hide rule…' }).click();
    await expect.element(screen.getByRole('menuitem', { name: 'T01 for this server' })).toBeVisible();
    await expect.element(screen.getByRole('menuitem', { name: 'T01 everywhere' })).toBeVisible();
    await screen.getByRole('menuitem', { name: 'See what is off…' }).click();
    expect(useScreen.getState().dialog).toBe('rules-off');
  });

  it('are six at first', async () => {
    const many = Array.from({ length: 8 }, (_, index) => ({ ...ADVICE, seq: index + 1 }));
    const screen = await render(<FindingCards session="s1" findings={many} />);
    expect(screen.getByRole('region').elements()).toHaveLength(6);
    await screen.getByRole('button', { name: 'show 2 more of 8 findings' }).click();
    expect(screen.getByRole('region').elements()).toHaveLength(8);
  });
});
