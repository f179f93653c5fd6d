import { beforeEach, expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { hostTable, parseOwnHosts } from '../../../app/hosts/lens/host-table.ts';
import { seenThrough } from '../../../app/hosts/lens/lens.ts';
import type { SentAnswer } from '../../../app/hosts/lens/sent-answer.ts';
import { axeViolations } from '../../ui/testing/axe-violations.ts';
import { AllHosts, HostView } from './host-view.tsx';

const answer: SentAnswer = {
  ...{ kind: 'tool-error', method: 'tools/call', target: '' },
  result: {
    ...{ isError: true, structuredContent: { code: 7 } },
    content: [
      { type: 'text', text: 'No such city' },
      { type: 'image', data: '', mimeType: 'image/png' },
    ],
  },
};
const row = {
  ...{ host: 'acme', versions: { from: '2.0', until: '2.9' }, when: { answer: 'tool-error' } },
  gets: [
    { part: 'words', text: 'Tool failed: ' },
    { part: 'content', kinds: ['text'] },
  ],
  ...{ evidence: 'reported', source: 'acme/acme#1', asOf: '2026-09-22', note: 'Seen by two people.' },
};
const other = { ...row, gets: [], source: 'acme/acme#2', asOf: '2026-01' };
const hosts = [
  { id: 'acme', name: 'Acme' },
  { id: 'bolt', name: 'Bolt' },
];

let table = hostTable();
beforeEach(() => {
  const own = parseOwnHosts(JSON.stringify({ hosts, rows: [row, other] }));
  if (!own.ok) throw new Error(own.error.join(' '));
  table = hostTable([own.value]);
});

const view = (host: string, version: string) =>
  render(
    <HostView answer={answer} seen={seenThrough({ table, host: { host, version } }, answer)} by="user" />,
  );

test('shows the text word for word, strikes out what is dropped, and names the source and who says otherwise', async () => {
  const screen = await view('acme', '2.1');
  const got = screen.getByRole('region', { name: /^What the model gets in Acme 2\.1/ });
  await expect.element(got).toHaveTextContent('Tool failed: No such city');
  const lost = screen.getByRole('region', { name: 'What does not arrive' });
  expect([...lost.element().querySelectorAll('del')].map((del) => del.textContent)).toEqual([
    '[image, image/png]',
    '{"code":7}',
  ]);
  const word = screen.getByRole('region', { name: 'Source' });
  await expect.element(word).toHaveTextContent('Acme 2.0 to 2.9, reported 2026-09-22: acme/acme#1');
  await expect.element(word).toHaveTextContent('Seen by two people.');
  await expect.element(word).toHaveTextContent('acme/acme#2');
  expect(await axeViolations(screen.container)).toEqual([]);
});

test('says that a row is about other versions', async () => {
  const screen = await view('acme', '3.0');
  await expect.element(screen.getByText('That is about other versions than 3.0')).toBeVisible();
});

test('without a row it shows what the specification asks, marked as that', async () => {
  const screen = await view('bolt', '');
  await expect.element(screen.getByText(/No source says what Bolt does/)).toBeVisible();
  await expect.element(screen.getByText(/^Clients SHOULD give a tool error/)).toBeVisible();
});

test('all hosts stand side by side, and those without a row are named', async () => {
  const screen = await render(
    <AllHosts answer={answer} lens={{ table, host: { host: 'acme', version: '' } }} />,
  );
  const acme = screen.getByRole('row', { name: /Acme/ });
  await expect.element(acme).toHaveTextContent('Tool failed: No such city');
  await expect.element(acme).toHaveAttribute('aria-current', 'true');
  await expect.element(screen.getByText(/No source says it of .*Bolt/)).toBeVisible();
  expect(await axeViolations(screen.container)).toEqual([]);
});
